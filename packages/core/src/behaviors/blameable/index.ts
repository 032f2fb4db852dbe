import { defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { blameOnInsert, blameOnUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'
import { parameters } from './shape.js'

const declared = {
  // It sees what other behaviors have changed.
  layer: 70,
  parameters,
  modifyTable: prepareTable,
  object: unlessReadOnly({
    preInsertRow: blameOnInsert,
    preUpdateRow: blameOnUpdate,
    setsOwnColumnsOnly: true,
    unchangedWork: () => '',
  }),
} as const

/** Who created a row and who changed it last. */
export const blameable = defineBehavior({ name: 'blameable', ...declared })

/** The same under a name that schemas have too. */
export const blamable = defineBehavior({ name: 'blamable', ...declared })
