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
    table_attributes: items({ default: [], doc: 'further attributes of the other table' }),
    add_pk: p.string({ default: '', doc: 'a key of its own: true for "id", or the name of the column' }),
    columns: items({ default: [], doc: 'further columns' }),
    foreign_keys: foreignKeyItems,
    inherit_from: textOrItem({ default: '', doc: 'a table that it extends by concrete_inheritance' }),
    sync: p.boolean({ default: true, doc: 'whether a declared table gets what it lacks' }),
    column_prefix: p.string({
      default: '',
      doc: 'the start of column names: true for the name of the table, or a text',
    }),
    relation: textOrItem({ default: '', doc: 'a relation to the main table: true, skipSql or attributes' }),
    inherit_foreign_key_relations: p.boolean({ default: false, doc: 'whether it has the relations' }),
    inherit_foreign_key_constraints: p.boolean({ default: false, doc: 'whether it has the foreign keys' }),
    sync_indexes: p.boolean({ default: false, doc: 'whether it has the indexes' }),
    sync_unique_as: p.enum(['', 'index', 'unique'], { default: '', doc: 'what unique indexes are there' }),
    ignore_columns: p.columnList({ default: [], doc: 'columns that it does not have' }),
    empty_accessor_columns: p.columnList({
      default: [],
      doc: 'columns that have accessors without effect there: true for those that are ignored',
    }),
    sync_pk_only: p.boolean({ default: false, doc: 'whether it has only the columns of the key' }),
    on_skip_sql: p.enum(['omit', 'inherit', 'ignore'], {
      default: 'omit',
      doc: 'what becomes of it where the table has skipSql',
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
