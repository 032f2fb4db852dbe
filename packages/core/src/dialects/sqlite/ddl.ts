import { autoIncrementOf, type Column, type ForeignKey, primaryKeyOf, type Table } from '../../model/index.js'
import { columnList, createTable as create, defaultClause, foreignKeyColumns, referentialActions } from '../clauses.js'
import { sqlType } from '../dialect.js'
import { types } from './types.js'

export const quote = (identifier: string): string => `[${identifier.replaceAll(']', ']]')}]`

// PRAGMA foreign_keys is off while tables come and go: a DROP of a referenced table fails otherwise.
export const header = ['PRAGMA foreign_keys = OFF']
export const footer = ['PRAGMA foreign_keys = ON']

export const dropTable = (table: Table): string[] => [`DROP TABLE IF EXISTS ${quote(table.name)}`]

export function createTable(table: Table): string[] {
  const key = primaryKeyOf(table).map(({ name }) => name)
  const definitions = table.columns.map(columnClause)
  if (key.length > 0 && !autoIncrementOf(table)) definitions.push(`PRIMARY KEY ${columnList(key, quote)}`)
  definitions.push(...table.foreignKeys.map(foreignKeyClause))
  return [create(quote(table.name), definitions)]
}

// The server accepts forward references, so foreign keys stand in CREATE TABLE.
export const addForeignKeys = (): string[] => []

function columnClause(column: Column): string {
  if (column.autoIncrement) return `${quote(column.name)} INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT`
  const type = sqlType(types, column)
  return `${quote(column.name)} ${type}${defaultClause(column)}${column.required ? ' NOT NULL' : ''}`
}

function foreignKeyClause(key: ForeignKey): string {
  const [columns, target] = foreignKeyColumns(key, quote)
  return [`${columns} ${target}`, ...referentialActions(key)].join('\n        ')
}
