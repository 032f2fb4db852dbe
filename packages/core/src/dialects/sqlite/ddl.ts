import {
  type Column,
  type ForeignKey,
  hasConstraint,
  type Index,
  primaryKeyOf,
  serverName,
  type Table,
  tableKinds,
} from '../../model/index.js'
import {
  checkClause,
  clause,
  columnList,
  createIndexStatement,
  createTableStatement,
  deferralClause,
  described,
  foreignKeyColumns,
  generatedClause,
  indexesOf,
  indexParts,
  isConstraint,
  referentialActions,
} from '../clauses.js'
import { type DefaultRules, defaultOf, parenthesized } from '../default-sql.js'
import type { Script, SqlSettings } from '../dialect.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { platform } from './platform.js'
import { typeIn, typeOf } from './types.js'

// Brackets cannot be escaped inside brackets: https://www.sqlite.org/lang_keywords.html
export const quote = (identifier: string): string =>
  identifier.includes(']') ? `"${identifier.replaceAll('"', '""')}"` : `[${identifier}]`

// PRAGMA foreign_keys is off while tables are dropped and created, because dropping a referenced table would fail.
export const header = (): string[] => ['PRAGMA foreign_keys = OFF']
export const footer = (): string[] => ['PRAGMA foreign_keys = ON']

export const dropTable = (table: Table): string[] => [`DROP TABLE IF EXISTS ${tableName(table)}`]

export function createTable(table: Table, { settings }: Script): string[] {
  const foreignKeys = keepsForeignKeys(table, settings) ? table.foreignKeys.filter(hasConstraint) : []
  const definitions = [
    ...table.columns.map((column) => columnClause(column, table)),
    ...primaryKeyClause(table),
    ...table.uniques.filter(isConstraint).map(uniqueClause),
    ...table.checks.map((check) => checkClause(check, quote)),
    // The server accepts forward references, so foreign keys are part of the table.
    ...foreignKeys.map((key) => foreignKeyClause(table, key)),
  ]
  return [
    described(table.description, createTableStatement(tableName(table), definitions, kindClause(table))),
    ...indexesOf(table).map((index) => createIndex(table, index)),
  ]
}

const kindClause = ({ kinds = [] }: Table): string =>
  kinds.length === 0 ? '' : ` ${kinds.map((kind) => tableKinds[kind]).join(', ')}`

export const keepsForeignKeys = (_: Table, { sqlite }: SqlSettings): boolean => sqlite.foreignKey

export const addForeignKeys = (): string[] => []

export const sequenceOf = (): undefined => undefined

export const tableName = (table: { readonly schema?: string; readonly name: string }): string =>
  quote(serverName(table, platform))

export const defaultRules: DefaultRules = {
  text: literal,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `X'${hex}'`,
  // Local time, as on the other vendors; the server's CURRENT_TIMESTAMP is UTC.
  now: () => "(datetime(CURRENT_TIMESTAMP, 'localtime'))",
  today: 'CURRENT_DATE',
  expression: (text) => (/^CURRENT_TIME$/i.test(text) ? text : parenthesized(text, lexicon)),
}

export const defaultSql = (column: Column, table: Table): string | undefined =>
  defaultOf(column, typeOf(column), table, defaultRules)

export function columnClause(column: Column, table: Table): string {
  if (column.autoIncrement) return `${quote(column.name)} INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT`
  const value = defaultSql(column, table)
  return clause(
    quote(column.name),
    typeIn(column, table),
    column.generated && generatedClause(column.generated),
    value && `DEFAULT ${value}`,
    column.required && 'NOT NULL',
  )
}

/** Writes the primary key. An AUTOINCREMENT column must be the only key column; together with others, all are only unique. */
function primaryKeyClause(table: Table): string[] {
  const key = primaryKeyOf(table)
  if (key.some(({ autoIncrement }) => autoIncrement)) {
    return key.length > 1 ? [`UNIQUE ${columnList(key, quote)}`] : []
  }
  return key.length > 0 ? [`PRIMARY KEY ${columnList(key, quote)}`] : []
}

const uniqueClause = (index: Index): string =>
  clause(index.explicitName && `CONSTRAINT ${quote(index.name)}`, 'UNIQUE', indexParts(index, quote))

export const createIndex = (table: Table, index: Index): string => createIndexStatement(index, tableName(table), quote)

function foreignKeyClause(table: Table, key: ForeignKey): string {
  const [columns, target] = foreignKeyColumns(table, key, quote, tableName)
  const lines = [`${columns} ${target}`, ...referentialActions(key, platform), deferralClause(key.deferrable)]
  return lines.filter(Boolean).join('\n        ')
}
