import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { blameOnInsert, blameOnUpdate } from './model.js'
import { prepareTable } from './prepare-table.js'

const declared = {
  // It sees what other behaviors have changed.
  layer: 70,
  parameters: {
    create_column: p.column({ default: 'created_by', doc: 'column for the user who created the row' }),
    update_column: p.column({ default: 'updated_by', doc: 'column for the user who changed it last' }),
    disable_created_by: p.boolean({ default: false, doc: 'omit the user who created the row' }),
    disable_updated_by: p.boolean({ default: false, doc: 'omit the user who changed it last' }),
    type: p.string({ default: 'INTEGER', doc: 'type of columns that the table does not declare' }),
    size: p.string({ default: '', doc: 'their size' }),
  },
  modifyTable: prepareTable,
  object: {
    preInsertRow: blameOnInsert,
    preUpdateRow: blameOnUpdate,
    setsOwnColumnsOnly: true,
    unchangedWork: () => '',
  },
} as const

/** Who created a row and who changed it last. */
export const blameable = defineBehavior({ name: 'blameable', ...declared })

/** The same under a name that schemas have too. */
export const blamable = defineBehavior({ name: 'blamable', ...declared })
