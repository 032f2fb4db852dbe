import { type Column, type ForeignKey, hasConstraint, type Index, primaryKeyOf, type Table } from '../../model/index.js'
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

export const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

// With the checks off, tables come and go in any order.
export const header = ['SET FOREIGN_KEY_CHECKS = 0']
export const footer = ['SET FOREIGN_KEY_CHECKS = 1']

export const dropTable = (table: Table): string[] => [`DROP TABLE IF EXISTS ${quote(table.name)}`]

export function createTable(table: Table): string[] {
  // The server wants the AUTO_INCREMENT column first in the primary key.
  const key = primaryKeyOf(table).sort((a, b) => Number(b.autoIncrement) - Number(a.autoIncrement))
  const definitions = table.columns.map(columnClause)
  if (key.length > 0)
    definitions.push(
      `PRIMARY KEY ${columnList(
        key.map(({ name }) => name),
        quote,
      )}`,
    )
  definitions.push(...[...table.uniques, ...table.indexes].map(indexClause))
  definitions.push(...table.foreignKeys.filter(hasConstraint).map(foreignKeyClause))
  const comment = table.description === undefined ? '' : ` COMMENT=${literal(table.description)}`
  return [create(quote(table.name), definitions, ` ENGINE=InnoDB${comment}`)]
}

export const addForeignKeys = (): string[] => []

// Backslashes are doubled because the server reads them as escapes in its default mode.
const literal = (text: string): string => stringLiteral(text.replaceAll('\\', '\\\\'))

function columnClause(column: Column): string {
  const parts = [
    `${quote(column.name)} ${sqlType(types, column)}`,
    defaultClause(column, literal),
    column.required ? ' NOT NULL' : '',
    column.autoIncrement ? ' AUTO_INCREMENT' : '',
    column.description === undefined ? '' : ` COMMENT ${literal(column.description)}`,
  ]
  return parts.join('')
}

function indexClause({ name, unique, columns }: Index): string {
  const list = columns.map((column) => `${quote(column.name)}${column.size === undefined ? '' : `(${column.size})`}`)
  return `${unique ? 'UNIQUE ' : ''}INDEX ${quote(name)} (${list.join(',')})`
}

function foreignKeyClause(key: ForeignKey): string {
  const lines = [`CONSTRAINT ${quote(key.name)}`, ...foreignKeyColumns(key, quote), ...referentialActions(key)]
  return lines.join('\n        ')
}
