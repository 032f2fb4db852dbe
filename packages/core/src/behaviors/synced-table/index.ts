import { phpIdentifier } from '../../escape/index.js'
import { p } from '../behavior-parameters.js'
import { defineBehavior } from '../define-behavior.js'
import { methods } from '../methods.js'
import { parameters } from './parameters.js'
import { prepareTable, skipSyncedTables } from './prepare-table.js'

/** Adds a second table with the columns of a table, and keeps it in sync when the schema changes. */
export const syncedTable = defineBehavior({
  name: 'synced_table',
  // The second table also contains the columns that other behaviors add.
  order: 90,
  multiple: true,
  parameters,
  modifyDatabase: skipSyncedTables,
  modifyTable: prepareTable,
})

/** Adds accessors for columns that a synced table does not have. */
export const syncedTableAccessors = defineBehavior({
  name: 'synced_table_accessors',
  multiple: true,
  parameters: { names: p.columnList({ default: [], doc: 'the PHP names of the columns' }) },
  object: {
    // Lets the same code work with rows of both tables.
    methods: ({ params, cls }) =>
      params.names.map(phpIdentifier).flatMap((name) =>
        methods(cls, [
          [`get${name}(): mixed`, 'return null;', 'Returns null: this table does not have the column.'],
          [`set${name}($v): static`, 'return $this;', 'Does nothing: this table does not have the column.'],
        ]),
      ),
  },
})
