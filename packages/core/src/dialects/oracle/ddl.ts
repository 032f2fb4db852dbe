import {
  autoIncrementOf,
  type Column,
  type ForeignKey,
  hasConstraint,
  type Identity,
  type Index,
  nameWithSuffix,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import {
  checkClause,
  clause,
  columnList,
  commentStatements,
  counterLimit,
  createIndexStatement,
  createTableStatement,
  deferralClause,
  foreignKeyColumns,
  generatedClause,
  indexesOf,
  isConstraint,
  ownedSequence,
  referentialActions,
  uniqueClause,
} from '../clauses.js'
import { type DefaultRules, defaultOf } from '../default-sql.js'
import type { Script } from '../dialect.js'
import { sequenceStatementsOf } from '../sequence-statements.js'
import { literal } from './literal.js'
import { physicalClause } from './physical.js'
import { plainName, platform } from './platform.js'
import { typeOf } from './types.js'

/**
 * Quotes a name if necessary. Schemas can only contain plain names (ORM-S905), but names from an existing database may need
 * quotes.
 */
export const quote = (identifier: string): string =>
  plainName.test(identifier) ? identifier : `"${identifier.replaceAll('"', '""')}"`

/** Returns the expression for the next number of a shared sequence. */
export const nextValue = (sequence: string): string => `${quote(sequence)}.NEXTVAL`

/** The start of a sequence cannot be changed later. */
export const sequenceStatements = sequenceStatementsOf(quote, true)

export const header = ({ sequences = [] }: Script): string[] => [
  "ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD'",
  "ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS'",
  ...sequences.flatMap((sequence) => [sequenceStatements.drop(sequence), sequenceStatements.create(sequence)]),
]
export const footer = (): string[] => []

export const foreignKeysTitle = 'Foreign keys'

/** Oracle has no IF EXISTS: the first run reports missing objects, which is harmless. */
export function dropTable(table: Table, { tables }: Script): string[] {
  const sequence = ownedSequence(table, tables, sequenceOf)
  return [
    `DROP TABLE ${quote(table.name)} CASCADE CONSTRAINTS`,
    ...(sequence === undefined ? [] : [`DROP SEQUENCE ${quote(sequence)}`]),
  ]
}

export function createTable(table: Table, { tables }: Script): string[] {
  const keyName = primaryKeyName(table)
  const sequence = ownedSequence(table, tables, sequenceOf)
  const definitions = [
    ...table.columns.map((column) => columnClause(column, table)),
    ...table.uniques.filter(isConstraint).map((unique) => uniqueClause(unique, quote)),
    ...table.checks.map((check) => checkClause(check, quote)),
  ]
  return [
    createTableStatement(quote(table.name), definitions, physicalClause(table.vendor)),
    ...commentStatements(table, quote(table.name), quote),
    ...addPrimaryKey(table),
    ...(sequence === undefined ? [] : [createSequence(sequence, autoIncrementOf(table)?.identity)]),
    // The primary key has already created an index with this name.
    ...indexesOf(table)
      .filter(({ name }) => !sameName(name, keyName))
      .map((index) => createIndex(table, index)),
  ]
}

export function addPrimaryKey(table: Table): string[] {
  const key = primaryKeyOf(table)
  const storage = physicalClause(table.vendor, 'PK')
  const index = storage && `\nUSING INDEX${storage}`
  if (key.length === 0) return []
  return [
    `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(primaryKeyName(table))} PRIMARY KEY ${columnList(key, quote)}${index}`,
  ]
}

/** Creates a sequence. Models fetch its next number before they insert a row. */
export function createSequence(sequence: string, identity: Partial<Identity> = {}): string {
  const { start = 1, increment = 1 } = identity
  const limit = counterLimit(identity)
  const limits = [
    ...(limit?.bound === 'MINVALUE' ? [`MINVALUE ${limit.value}`] : []),
    limit?.bound === 'MAXVALUE' ? `MAXVALUE ${limit.value}` : 'NOMAXVALUE',
  ]
  return `CREATE SEQUENCE ${quote(sequence)}\n    INCREMENT BY ${increment} START WITH ${start} ${limits.join(' ')} NOCYCLE NOCACHE ORDER`
}

export const keepsForeignKeys = (): boolean => true

export const addForeignKeys = (table: Table): string[] =>
  table.foreignKeys.filter(hasConstraint).map((key) => addForeignKey(table, key))

export const sequenceOf = (table: Table): string | undefined =>
  autoIncrementOf(table) &&
  (table.idMethodParameter ?? nameWithSuffix(table.name, '_SEQ', platform.maxIdentifierLength))

/** Returns the table's sequence, because sequences and tables share a namespace. */
export function impliedNames(table: Table): string[] {
  const sequence = sequenceOf(table)
  return sequence === undefined || table.idMethodParameter !== undefined ? [] : [sequence]
}

const sameName = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase()

const defaultRules: DefaultRules = {
  text: literal,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `HEXTORAW('${hex}')`,
  temporal: ({ type }, text) => {
    const [, day = '1970-01-01', time = '00:00:00'] = /^(\d+-\d+-\d+)?[T ]*([\d:.]+)?/.exec(text.trim()) ?? []
    if (type === 'DATE') return `DATE '${day}'`
    // A TIME is a DATE on a dummy day.
    if (type === 'TIME') return `TO_DATE('${day} ${time.replace(/\..*/, '')}', 'YYYY-MM-DD HH24:MI:SS')`
    return `TIMESTAMP '${day} ${time}${type === 'TIMESTAMPTZ' ? ' +00:00' : ''}'`
  },
  now: () => 'CURRENT_TIMESTAMP',
  today: 'TRUNC(CURRENT_DATE)',
  expression: (text) => text,
}

export const primaryKeyName = (table: Table): string => nameWithSuffix(table.name, '_pk', platform.maxIdentifierLength)

export const defaultSql = (column: Column, table: Table): string | undefined =>
  defaultOf(column, typeOf(column), table, defaultRules)

export function columnClause(column: Column, table: Table): string {
  const value = defaultSql(column, table)
  return clause(
    quote(column.name),
    typeOf(column),
    column.generated && generatedClause(column.generated),
    value && `DEFAULT ${value}`,
    column.required && 'NOT NULL',
  )
}

export const createIndex = (table: Table, index: Index): string =>
  `${createIndexStatement(index, quote(table.name), quote)}${physicalClause(index.vendor)}`

export function addForeignKey(table: Table, key: ForeignKey): string {
  const columns = foreignKeyColumns(table, key, quote, ({ name }) => quote(name))
  const lines = [columns.join(' '), ...referentialActions(key, platform), deferralClause(key.deferrable)]
  return `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(key.name)}\n    ${lines.filter(Boolean).join('\n    ')}`
}
