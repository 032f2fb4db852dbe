import type { Table } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'

/** Adds a primary key to tables that declare none. The parameters are the attributes of its column. */
export const autoAddPk = defineBehavior({
  name: 'auto_add_pk',
  // Other behaviors need to see the key.
  order: 10,
  parameters: {
    name: p.column({ default: 'id', doc: 'the name of the column' }),
    autoIncrement: p.boolean({ default: true, doc: 'let the database generate the values' }),
    type: p.string({ default: 'INTEGER', doc: 'the type of the column' }),
  },
  freeParameters: true,
  modifyDatabase({ db, applyTo }) {
    for (const table of db.tables) {
      if (!hasKey(table)) applyTo(table)
    }
  },
  modifyTable({ table, given }) {
    // A table that inherits columns also inherits the key.
    if (hasKey(table.table) || table.hasBehavior('concrete_inheritance')) return
    table.addColumn({ ...Object.fromEntries(given), primaryKey: true })
  },
})

const hasKey = ({ columns }: Table): boolean => columns.some(({ primaryKey }) => primaryKey)
