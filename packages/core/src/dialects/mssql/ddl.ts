import {
  type Column,
  type ForeignKey,
  hasConstraint,
  type Index,
  nameWithSuffix,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import {
  checkClause,
  clause,
  columnList,
  createIndexStatement,
  createTableStatement,
  described,
  foreignKeyColumns,
  indexParts,
  isConstraint as isUsualConstraint,
  type Keys,
  qualified,
  referentialActions,
  stringLiteral,
  indexesOf as usualIndexesOf,
} from '../clauses.js'
import { type DefaultRules, defaultOf } from '../default-sql.js'
import type { Script } from '../dialect.js'
import { sequenceStatementsOf } from '../sequence-statements.js'
import { literal } from './literal.js'
import { platform } from './platform.js'
import { typeOf } from './types.js'

export const quote = (identifier: string): string => `[${identifier.replaceAll(']', ']]')}]`

/** Returns the expression for the next number of a shared sequence. */
export const nextValue = (sequence: string): string => `NEXT VALUE FOR ${quote(sequence)}`

/** The start is kept, because setting it again would restart the sequence. */
export const sequenceStatements = sequenceStatementsOf(quote, true)

/** Tables are dropped before the sequences that they use. */
export const header = ({ tables, sequences = [] }: Script): string[] => [
  ...tables
    .filter(({ columns }) => columns.some(({ sequence }) => sequence !== undefined))
    .map((table) => dropBlock(tableName(table), tables.length + tables.indexOf(table) + 1)),
  ...sequences.flatMap((sequence) => [
    `DROP SEQUENCE IF EXISTS ${quote(sequence.name)}`,
    sequenceStatements.create(sequence),
  ]),
]
export const footer = (): string[] => []

export const dropTable = (table: Table, { tables }: Script): string[] => [
  dropBlock(tableName(table), tables.indexOf(table) + 1),
]

/**
 * Drops the foreign keys that reference the table, then the table, if it exists. The block contains no semicolon, so that
 * simple splitters keep it whole, and its variable is numbered, so that the file can also run as one batch.
 */
export function dropBlock(table: string, index: number): string {
  const variable = `@drop_${index}`
  const object = `OBJECT_ID(N${stringLiteral(table)}, N'U')`
  return `IF ${object} IS NOT NULL
BEGIN
    DECLARE ${variable} NVARCHAR(MAX) = N''
    SELECT ${variable} = ${variable} + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = ${object}
    EXEC sp_executesql ${variable}
    DROP TABLE ${table}
END`
}

export function createTable(table: Table): string[] {
  const key = primaryKeyOf(table)
  const definitions = [
    ...table.columns.map((column) => columnClause(column, table)),
    ...(key.length > 0 ? [`CONSTRAINT ${quote(primaryKeyName(table))} PRIMARY KEY ${columnList(key, quote)}`] : []),
    ...table.uniques.filter(isConstraint).map(uniqueClause),
    ...table.checks.map((check) => checkClause(check, quote)),
  ]
  return [
    described(table.description, createTableStatement(tableName(table), definitions)),
    ...indexesOf(table).map((index) => createIndex(table, index)),
  ]
}

export const keepsForeignKeys = (): boolean => true

export const addForeignKeys = (table: Table): string[] =>
  table.foreignKeys.filter(hasConstraint).map((key) => addForeignKey(table, key))

export const sequenceOf = (): undefined => undefined

export const tableName = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  qualified(schema, name, quote)

const defaultRules: DefaultRules = {
  text: literal,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `0x${hex}`,
  temporal: (_, text) => stringLiteral(text.replace(/\+00$/, ' +00:00')),
  // CURRENT_TIMESTAMP has no time zone offset, so the server would take its time for UTC.
  now: ({ type }) => (type === 'TIMESTAMPTZ' ? 'SYSDATETIMEOFFSET()' : 'CURRENT_TIMESTAMP'),
  today: 'CAST(CURRENT_TIMESTAMP AS DATE)',
  expression: (text) => text,
}

/** Returns the name of a default, so that a migration can drop it. */
export const defaultName = (column: Column, table: Table): string =>
  nameWithSuffix(`${table.name}_df_${column.name}`, '', platform.maxIdentifierLength)

export const primaryKeyName = (table: Table): string => nameWithSuffix(table.name, '_pk', platform.maxIdentifierLength)

export const defaultSql = (column: Column, table: Table): string | undefined =>
  defaultOf(column, typeOf(column), table, defaultRules)

/** Writes IDENTITY; the server never lets clients write the column. */
const identitySql = ({ identity }: Column): string =>
  identity?.start === undefined && identity?.increment === undefined
    ? 'IDENTITY'
    : `IDENTITY(${identity.start ?? 1},${identity.increment ?? 1})`

export function columnClause(column: Column, table: Table): string {
  const { generated } = column
  if (generated) {
    const isRequired = generated.stored && column.required
    return clause(
      `${quote(column.name)} AS (${generated.expression})`,
      generated.stored && 'PERSISTED',
      isRequired && 'NOT NULL',
    )
  }
  const value = defaultSql(column, table)
  return clause(
    quote(column.name),
    typeOf(column),
    value && `CONSTRAINT ${quote(defaultName(column, table))} DEFAULT ${value}`,
    column.required ? 'NOT NULL' : 'NULL',
    column.autoIncrement && identitySql(column),
  )
}

export const uniqueClause = (index: Index): string =>
  `CONSTRAINT ${quote(index.name)} UNIQUE NONCLUSTERED ${indexParts(index, quote)} ON [PRIMARY]`

/** A constraint cannot include columns. */
export const isConstraint = (index: Index): boolean => isUsualConstraint(index) && !index.included

export const indexesOf = (keys: Keys): Index[] => usualIndexesOf(keys, isConstraint)

export function createIndex(table: Table, { nullsNotDistinct: _, ...index }: Index): string {
  return createIndexStatement(index, tableName(table), quote)
}

export function addForeignKey(table: Table, key: ForeignKey): string {
  const columns = foreignKeyColumns(table, key, quote, tableName)
  return clause(
    `ALTER TABLE ${tableName(table)} ADD CONSTRAINT ${quote(key.name)}`,
    ...columns,
    ...referentialActions(key, platform),
  )
}
