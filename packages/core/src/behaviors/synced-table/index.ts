import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { foreignKeyItems } from '../foreign-key-items.js'
import { emptyAccessors } from './accessors.js'
import { items, textOrItem } from './parameters.js'
import { prepareTable, skipSyncedTables } from './prepare-table.js'

/** A second table that has the columns of a table, and keeps having them when the schema changes. */
export const syncedTable = defineBehavior({
  name: 'synced_table',
  // The other table has the columns that other behaviors add.
  order: 90,
  multiple: true,
  parameters: {
    table_name: p.string({ default: '', doc: 'the name of the other table' }),
    synced_phpname: p.string({ default: '', doc: 'its PHP name' }),
    table_attributes: items({ default: [], doc: 'additional attributes of the other table' }),
    add_pk: p.string({ default: '', doc: 'separate primary key: true for "id", or a column name' }),
    columns: items({ default: [], doc: 'additional columns' }),
    foreign_keys: foreignKeyItems,
    inherit_from: textOrItem({ default: '', doc: 'table to extend with concrete_inheritance' }),
    sync: p.boolean({ default: true, doc: 'add missing columns to a declared table' }),
    column_prefix: p.string({
      default: '',
      doc: 'prefix of column names: true for the table name, or a string',
    }),
    relation: textOrItem({ default: '', doc: 'a relation to the main table: true, skipSql or attributes' }),
    inherit_foreign_key_relations: p.boolean({ default: false, doc: 'copy the relations' }),
    inherit_foreign_key_constraints: p.boolean({ default: false, doc: 'copy the foreign keys' }),
    sync_indexes: p.boolean({ default: false, doc: 'copy the indexes' }),
    sync_unique_as: p.enum(['', 'index', 'unique'], { default: '', doc: 'how to copy unique indexes' }),
    ignore_columns: p.columnList({ default: [], doc: 'columns to omit' }),
    empty_accessor_columns: p.columnList({
      default: [],
      doc: 'columns with accessors that have no effect: true for the omitted ones',
    }),
    sync_pk_only: p.boolean({ default: false, doc: 'copy only the primary key columns' }),
    on_skip_sql: p.enum(['omit', 'inherit', 'ignore'], {
      default: 'omit',
      doc: 'what to do if the main table has skipSql',
    }),
  },
  modifyDatabase: skipSyncedTables,
  modifyTable: prepareTable,
})

/** Accessors for columns that a synced table does not have. */
export const syncedTableAccessors = defineBehavior({
  name: 'synced_table_accessors',
  multiple: true,
  parameters: { names: p.columnList({ default: [], doc: 'the PHP names of the columns' }) },
  object: { methods: emptyAccessors },
})
