import { isError } from '../../errors/index.js'
import {
  type Column,
  type ColumnPair,
  columnReferences,
  type ForeignKey,
  findColumn,
  primaryKeyOf,
  relationNames,
  type Table,
} from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** Foreign keys to relations on both of their tables. A schema with errors has nothing worth linking. */
export function linkRelations(state: SchemaState): SchemaState {
  if (state.diagnostics.some(isError)) return state
  for (const database of state.databases) {
    const tables = new Map(database.tables.map((table) => [table.name, table]))
    for (const table of database.tables) {
      for (const key of table.foreignKeys) link(table, key, tables.get(key.foreignTable)!)
    }
  }
  return state
}

function link(table: Table, key: ForeignKey, foreignTable: Table): void {
  const pairs: ColumnPair[] = columnReferences(key).map(({ local, foreign }) => ({
    own: findColumn(table, local)!,
    other: findColumn(foreignTable, foreign)!,
  }))
  const locals = pairs.map(({ own }) => own)
  const names = relationNames(table, key, foreignTable, locals)
  table.relations.push({
    kind: 'many-to-one',
    name: names.name,
    pluralName: names.pluralName,
    foreignKey: key,
    table: foreignTable,
    isLocal: true,
    reverseName: names.reverseName,
    reversePluralName: names.reversePluralName,
    columns: pairs,
    literals: [],
  })
  foreignTable.relations.push({
    kind: isWholeKey(locals, table) ? 'one-to-one' : 'one-to-many',
    name: names.reverseName,
    pluralName: names.reversePluralName,
    foreignKey: key,
    table,
    isLocal: false,
    reverseName: names.name,
    reversePluralName: names.pluralName,
    columns: pairs.map(({ own, other }) => ({ own: other, other: own })),
    literals: [],
  })
}

// One-to-one exactly when the foreign key covers the whole primary key of its table (schema-reference §5.4).
function isWholeKey(columns: readonly Column[], table: Table): boolean {
  const key = primaryKeyOf(table)
  return key.length === columns.length && key.every((column) => columns.includes(column))
}
