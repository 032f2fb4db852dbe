import { type Column, type ForeignKey, primaryKeyOf, type Table } from '../../model/index.js'
import {
  columnList,
  createTable as create,
  defaultClause,
  foreignKeyColumns,
  referentialActions,
  stringLiteral,
} from '../clauses.js'
import { sqlType } from '../dialect.js'
import { types } from './types.js'

export const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

export const header = ['BEGIN']
export const footer = ['COMMIT']

export const dropTable = (table: Table): string[] => [`DROP TABLE IF EXISTS ${quote(table.name)} CASCADE`]

export function createTable(table: Table): string[] {
  const key = primaryKeyOf(table).map(({ name }) => name)
  const definitions = table.columns.map(columnClause)
  if (key.length > 0) definitions.push(`PRIMARY KEY ${columnList(key, quote)}`)
  return [create(quote(table.name), definitions), ...comments(table)]
}

export const addForeignKeys = (table: Table): string[] => table.foreignKeys.map((key) => addForeignKey(table, key))

function columnClause(column: Column): string {
  const type = column.autoIncrement ? 'serial' : sqlType(types, column)
  return `${quote(column.name)} ${type}${defaultClause(column)}${column.required ? ' NOT NULL' : ''}`
}

function comments(table: Table): string[] {
  const on = (object: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`COMMENT ON ${object} IS ${stringLiteral(text)}`]
  return [
    ...on(`TABLE ${quote(table.name)}`, table.description),
    ...table.columns.flatMap((column) => on(`COLUMN ${quote(table.name)}.${quote(column.name)}`, column.description)),
  ]
}

function addForeignKey(table: Table, key: ForeignKey): string {
  const lines = [...foreignKeyColumns(key, quote), ...referentialActions(key)]
  return `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(key.name)}\n    ${lines.join('\n    ')}`
}
