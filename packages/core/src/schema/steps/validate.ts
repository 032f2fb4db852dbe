import type { Diagnostic } from '../../errors/index.js'
import {
  columnTwice,
  noColumns,
  noConnection,
  noReference,
  tableTwice,
  unknownForeignColumn,
  unknownForeignTable,
  unknownLocalColumn,
} from '../../errors/schema-errors.js'
import { columnReferences, type Database, type ForeignKey, findColumn, type Table } from '../../model/index.js'
import type { SchemaState } from '../state.js'

/** What the model means, rather than how it is written. */
export function validate(state: SchemaState): SchemaState {
  const diagnostics: Diagnostic[] = []
  for (const database of state.databases) {
    const connections = [...state.context.platforms.keys()]
    if (database.name && !connections.includes(database.name)) {
      diagnostics.push(noConnection(database.origin.at('name'), database.name, connections))
    }
    checkTables(database, diagnostics)
  }
  return { ...state, diagnostics: [...state.diagnostics, ...diagnostics] }
}

function checkTables(database: Database, diagnostics: Diagnostic[]): void {
  const tables = new Map<string, Table>()
  for (const table of database.tables) {
    const first = tables.get(table.name.toLowerCase())
    if (first) diagnostics.push(tableTwice(table.origin.at('name'), table.name, first.origin.at('name')))
    else tables.set(table.name.toLowerCase(), table)
    checkColumns(table, diagnostics)
  }
  for (const table of database.tables) {
    for (const key of table.foreignKeys) checkForeignKey(database, table, key, diagnostics)
  }
}

function checkColumns(table: Table, diagnostics: Diagnostic[]): void {
  if (table.columns.length === 0) diagnostics.push(noColumns(table.origin, table.name))
  const seen = new Map<string, (typeof table.columns)[number]>()
  for (const column of table.columns) {
    const first = seen.get(column.name.toLowerCase())
    if (first) diagnostics.push(columnTwice(column.origin.at('name'), table.name, column.name, first.origin.at('name')))
    else seen.set(column.name.toLowerCase(), column)
  }
}

function checkForeignKey(database: Database, table: Table, key: ForeignKey, diagnostics: Diagnostic[]): void {
  const foreignTable = database.tables.find(({ name }) => name === key.foreignTable)
  if (!foreignTable) {
    const known = database.tables.map(({ name }) => name)
    diagnostics.push(unknownForeignTable(key.origin.at('foreignTable'), table.name, key.foreignTable, known))
    return
  }
  if (key.references.length === 0) diagnostics.push(noReference(key.origin, table.name, key.foreignTable))
  const names = (of: Table) => of.columns.map(({ name }) => name)
  for (const { local, foreign, localOrigin, foreignOrigin } of columnReferences(key)) {
    if (!findColumn(table, local)) {
      diagnostics.push(unknownLocalColumn(localOrigin, table.name, key.foreignTable, local, names(table)))
    }
    if (!findColumn(foreignTable, foreign)) {
      diagnostics.push(unknownForeignColumn(foreignOrigin, table.name, foreignTable, foreign, names(foreignTable)))
    }
  }
}
