import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { forgetInCopy, giveUuid } from './model.js'
import { prepareTable } from './prepare-table.js'

/** A UUID for each row, made by PHP when the row is inserted. */
export const uuid = defineBehavior({
  name: 'uuid',
  // Other behaviors need to see the key.
  order: 10,
  parameters: {
    column: p.string({ default: '', doc: 'the column that holds it' }),
    version: p.enum(['7', '4'], { default: '7', doc: 'the version of the UUIDs: 7 ascends with time, 4 is random' }),
  },
  modifyTable: prepareTable,
  object: { preInsertRow: giveUuid, setsOwnColumnsOnly: true, postCopy: forgetInCopy },
})
