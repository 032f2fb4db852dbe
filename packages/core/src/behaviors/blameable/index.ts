import { defineBehavior } from '../define-behavior.js'
import { unlessReadOnly } from '../unless-read-only.js'
import { blameOnInsert, blameOnUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'
import { parameters } from './shape.js'

const declared = {
  // Runs after the changes of other behaviors.
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

/** Stores who created a row and who changed it last. */
export const blameable = defineBehavior({ name: 'blameable', ...declared })

/** An alias, as schemas use both spellings. */
export const blamable = defineBehavior({ name: 'blamable', ...declared })
