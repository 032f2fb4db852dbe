import {
  type Column,
  deferralOf,
  type Extension,
  type ForeignKey,
  hasConstraint,
  type Index,
  nativeValueTypes,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import {
  checkClause,
  clause,
  columnList,
  commentStatements,
  createIndexStatement,
  createTableStatement,
  exclusionClause,
  foreignKeyColumns,
  generatedClause,
  identityClause,
  indexesOf,
  isConstraint,
  ownedSequence,
  qualified,
  referentialActions,
  uniqueClause,
} from '../clauses.js'
import { type DefaultRules, defaultOf } from '../default-sql.js'
import type { Script } from '../dialect.js'
import { boundWriter, type SqlPart } from '../partitions.js'
import { sequenceStatementsOf } from '../sequence-statements.js'
import { hasClauseWords } from '../sql-text.js'
import { createDomain, domainsOf, dropDomains } from './domains.js'
import { createType, dropTypes, enumTypesOf } from './enum-types.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { platform } from './platform.js'
import { quote } from './quote.js'
import { impliedNames, namedSequenceOf, nextValueOf, sequenceOf } from './sequences.js'
import { baseTypeOf, typeOf, types } from './types.js'

export { impliedNames, quote, sequenceOf }

export const sequenceStatements = sequenceStatementsOf(quote)

/** Returns the expression for the next number of a shared sequence. */
export const nextValue = (sequence: string): string => nextValueOf(undefined, sequence)

export const createExtension = ({ name, schema }: Extension): string =>
  `CREATE EXTENSION IF NOT EXISTS ${quote(name)}${schema === undefined ? '' : ` WITH SCHEMA ${quote(schema)}`}`

export const header = ({ tables, extensions = [], sequences = [] }: Script): string[] => {
  // The legacy vendor parameter, unlike the attribute, also creates the schema.
  const schemas = new Set(tables.flatMap(({ vendor }) => vendor.get('schema') ?? []))
  const types = enumTypesOf(tables)
  const domains = domainsOf(tables)
  return [
    'BEGIN',
    ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${quote(schema)}`),
    ...extensions.map(createExtension),
    // Types and sequences are dropped after their tables. A table outside this file that still uses one makes the script fail.
    ...tables
      .filter(({ columns }) =>
        columns.some(({ type, domain, sequence }) => domain || nativeValueTypes.has(type) || sequence !== undefined),
      )
      .map((table) => `DROP TABLE IF EXISTS ${tableName(table)} CASCADE`),
    ...sequences.flatMap((sequence) => [
      `DROP SEQUENCE IF EXISTS ${quote(sequence.name)}`,
      sequenceStatements.create(sequence),
    ]),
    ...dropDomains(domains.values(), 'IF EXISTS '),
    ...dropTypes(types.values(), 'IF EXISTS '),
    ...[...types.values()].map(createType),
    ...[...domains.values()].map(createDomain),
  ]
}

export const footer = (): string[] => ['COMMIT']

export function dropTable(table: Table, { tables }: Script): string[] {
  const sequence = ownedSequence(table, tables, explicitSequence)
  return [
    `DROP TABLE IF EXISTS ${tableName(table)} CASCADE`,
    ...(sequence === undefined ? [] : [`DROP SEQUENCE IF EXISTS ${sequence} CASCADE`]),
  ]
}

export function createTable(table: Table, { tables }: Script): string[] {
  const sequence = ownedSequence(table, tables, explicitSequence)
  const key = primaryKeyOf(table)
  const uniques = table.uniques.filter(isConstraint)
  const repeated = repeatedUniques(table, uniques)
  const definitions = [
    ...table.columns.map((column) => columnClause(column, table)),
    ...(key.length > 0 ? [`PRIMARY KEY ${columnList(key, quote)}`] : []),
    ...uniques.filter((unique) => !repeated.has(unique)).map((unique) => uniqueClause(unique, quote)),
    ...table.checks.map((check) => checkClause(check, quote)),
    ...table.exclusions.map((exclusion) => exclusionClause(exclusion, quote)),
  ]
  return [
    ...(sequence === undefined ? [] : [`CREATE SEQUENCE ${sequence}`]),
    createTableStatement(tableName(table), definitions, partitionClause(table)).replace(
      /^CREATE /,
      table.kinds?.includes('unlogged') ? 'CREATE UNLOGGED ' : 'CREATE ',
    ),
    ...partsOf(table).map((part) => createPart(table, part)),
    ...commentStatements(table, tableName(table), quote, literal),
    ...[...repeated].map((unique) => `ALTER TABLE ${tableName(table)} ADD ${uniqueClause(unique, quote)}`),
    ...indexesOf(table).map((index) => createIndex(table, index)),
  ]
}

/**
 * Returns the unique keys that equal the primary key or an earlier unique key. Within CREATE TABLE, the server would make one
 * constraint of both, with the name of either one, which a migration that drops the other one would then drop.
 */
function repeatedUniques(table: Table, uniques: readonly Index[]): ReadonlySet<Index> {
  const seen = new Set([`CONSTRAINT "" UNIQUE ${columnList(primaryKeyOf(table), quote)}`])
  return new Set(
    uniques.filter((unique) => {
      const text = uniqueClause({ ...unique, name: '' }, quote)
      return seen.size === seen.add(text).size
    }),
  )
}

const partitionClause = ({ partition }: Table): string =>
  partition ? ` PARTITION BY ${partition.by.toUpperCase()} (${partition.columns.map(quote).join(', ')})` : ''

/** Returns the parts by name, because the server does not store their order. */
export function partsOf(table: Table): SqlPart[] {
  const { partition } = table
  if (!partition) return []
  const { by, count, parts } = partition
  if (by === 'hash')
    return Array.from({ length: count ?? 0 }, (_, at) => ({
      name: `p${at}`,
      bound: `WITH (MODULUS ${count}, REMAINDER ${at})`,
    }))
  const values = boundWriter(table, partition, (column) => defaultSql(column, table))
  return parts
    .map((part) => ({
      name: part.name,
      bound:
        by === 'list'
          ? `IN (${values(part, 'values')})`
          : `FROM (${values(part, 'from', 'MINVALUE')}) TO (${values(part, 'to', 'MAXVALUE')})`,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the table name of a part; parts are tables in the schema of their table. */
export const partName = (table: Table, part: string): string =>
  qualified(schemaOf(table), `${table.name}_${part}`, quote)

export const createPart = (table: Table, { name, bound }: SqlPart): string =>
  `CREATE TABLE ${partName(table, name)} PARTITION OF ${tableName(table)} FOR VALUES ${bound}`

export const keepsForeignKeys = (): boolean => true

export const addForeignKeys = (table: Table): string[] =>
  table.foreignKeys.filter(hasConstraint).map((key) => addForeignKey(table, key))

export const schemaOf = (table: Table): string | undefined => table.schema ?? table.vendor.get('schema')

export const tableName = (table: Table): string => qualified(schemaOf(table), table.name, quote)

/** Returns the sequence that `id-method-parameter` names, as written in SQL. */
export const explicitSequence = (table: Table): string | undefined => {
  const name = namedSequenceOf(table)
  return name && qualified(schemaOf(table), name, quote)
}

export const defaultRules: DefaultRules = {
  text: literal,
  sets: 'array',
  boolean: (value) => (value ? "'t'" : "'f'"),
  bytes: (hex) => `'\\x${hex}'`,
  now: () => 'CURRENT_TIMESTAMP',
  today: 'CURRENT_DATE',
  // Defaults allow fewer operators than checks: https://www.postgresql.org/docs/current/sql-createtable.html
  expression: (text) => (hasClauseWords(text, lexicon) ? `(${text})` : text),
}

// The server creates a sequence for these types and uses its next value as default.
/** Returns the serial type of a column with its own sequence; undefined for other columns. */
export const serialOf = (column: Column, table: Table): string | undefined =>
  column.autoIncrement && !column.identity && namedSequenceOf(table) === undefined && column.sqlType === undefined
    ? types[column.type]?.serial
    : undefined

export function defaultSql(column: Column, table: Table): string | undefined {
  const ownSequence = column.autoIncrement ? namedSequenceOf(table) : undefined
  return ownSequence === undefined
    ? defaultOf(column, baseTypeOf(column), table, defaultRules)
    : nextValueOf(schemaOf(table), ownSequence)
}

export function columnClause(column: Column, table: Table): string {
  const value = defaultSql(column, table)
  return clause(
    quote(column.name),
    serialOf(column, table) ?? typeOf(column),
    column.generated && generatedClause(column.generated),
    column.identity && identityClause(column.identity),
    value && `DEFAULT ${value}`,
    column.required && 'NOT NULL',
  )
}

export const createIndex = (table: Table, index: Index): string => createIndexStatement(index, tableName(table), quote)

export function addForeignKey(table: Table, key: ForeignKey): string {
  const schema = schemaOf(table)
  const columns = foreignKeyColumns(table, key, quote, (target) =>
    qualified(target.schema ?? schema, target.name, quote),
  )
  const lines = [...columns, ...(key.matchFull ? ['MATCH FULL'] : []), ...referentialActions(key, platform)]
  return `ALTER TABLE ${tableName(table)} ADD CONSTRAINT ${quote(key.name)}\n    ${lines.join('\n    ')}${deferral(key)}`
}

/** Omits INITIALLY IMMEDIATE, because it is the server's default. */
function deferral(key: ForeignKey): string {
  const deferral = deferralOf(key)
  if (deferral === undefined) return ''
  return deferral === 'deferred' ? ' DEFERRABLE INITIALLY DEFERRED' : ' DEFERRABLE'
}
