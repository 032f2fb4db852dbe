import {
  autoIncrementOf,
  type Column,
  columnTypes,
  type ForeignKey,
  hasConstraint,
  type Index,
  integerTypes,
  isSqlLiteral,
  isUnsigned,
  isUpdatedTimestamp,
  isWholeColumnIndex,
  methodOf,
  numericTypes,
  primaryKeyOf,
  type Table,
} from '../../model/index.js'
import {
  checkClause,
  clause,
  columnList,
  createTableStatement,
  foreignKeyColumns,
  generatedClause,
  qualified,
  referentialActions,
} from '../clauses.js'
import { type DefaultRules, defaultOf, parenthesized } from '../default-sql.js'
import type { OwnTable, Script, SqlSettings } from '../dialect.js'
import { boundWriter, type SqlPart } from '../partitions.js'
import { sequenceStatementsOf } from '../sequence-statements.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { engineOf, tableOptions } from './options.js'
import { platform } from './platform.js'
import { typeOf } from './types.js'

export const quote = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

/** Returns the expression for the next number of a shared sequence. */
export const nextValue = (sequence: string): string => `NEXT VALUE FOR ${quote(sequence)}`

export const sequenceStatements = sequenceStatementsOf(quote)

// With checks disabled, tables can be dropped and created in any order.
export const header = ({ sequences = [] }: Script): string[] => [
  'SET FOREIGN_KEY_CHECKS = 0',
  ...sequences.flatMap((sequence) => [
    `DROP SEQUENCE IF EXISTS ${quote(sequence.name)}`,
    sequenceStatements.create(sequence),
  ]),
]
export const footer = (): string[] => ['SET FOREIGN_KEY_CHECKS = 1']

const revision = 'revision BIGINT UNSIGNED NOT NULL DEFAULT 0'

/**
 * The table whose rows transactions lock to lock lists, see the runtime's MysqlListLock. In a cluster, each lock increments its
 * revision, and so does each change to an aggregate whose rows nodes have to agree on.
 */
const listLock: OwnTable = {
  name: 'orm_list_lock',
  isNeededBy: ({ behaviors }) =>
    behaviors.some(
      ({ name, parameters }) =>
        ['sortable', 'nested_set', 'closure_table'].includes(name) || parameters.get('agreed') === 'true',
    ),
  create:
    `CREATE TABLE IF NOT EXISTS ${quote('orm_list_lock')} ` +
    `(id INTEGER UNSIGNED NOT NULL PRIMARY KEY, ${revision}) ENGINE=InnoDB`,
  drop: `DROP TABLE IF EXISTS ${quote('orm_list_lock')}`,
  // Only MariaDB reads the comment; MySQL has no IF NOT EXISTS here.
  laterColumns: { revision: `ALTER TABLE ${quote('orm_list_lock')} ADD COLUMN /*M! IF NOT EXISTS */ ${revision}` },
  columns:
    'SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS ' +
    "WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'orm_list_lock'",
}

export const ownTables = [listLock]

export const dropTable = (table: Table): string[] => [`DROP TABLE IF EXISTS ${tableName(table)}`]

export function createTable(table: Table, { settings }: Script): string[] {
  const key = primaryKey(table)
  const definitions = [
    ...table.columns.map((column) => columnClause(column, table, settings)),
    ...(key.length > 0 ? [`PRIMARY KEY ${columnList(key, quote)}`] : []),
    ...table.uniques.map(indexClause),
    ...table.indexes.map(indexClause),
    ...table.checks.map((check) => checkClause(check, quote)),
    ...(keepsForeignKeys(table, settings)
      ? table.foreignKeys.filter(hasConstraint).map((foreignKey) => foreignKeyClause(table, foreignKey))
      : []),
  ]
  const start = autoIncrementOf(table)?.identity?.start
  const options = [
    ...tableOptions(table, settings.mysql, literal),
    ...(start === undefined ? [] : [`AUTO_INCREMENT=${start}`]),
  ]
  return [
    createTableStatement(
      tableName(table),
      definitions,
      ` ${options.join(' ')}${table.partition ? `\n${partitionClause(table, settings)}` : ''}`,
    ),
    ...ownTables.filter((own) => own.isNeededBy(table)).map(({ create }) => create),
  ]
}

/** Writes PARTITION BY. HASH uses the remainder of a single integer; other hashes are of type KEY. */
export function partitionClause(table: Table, settings: SqlSettings): string {
  const { by, columns, count } = table.partition!
  const list = columns.map(quote).join(', ')
  const isInteger = table.columns.some(({ name, type }) => columns.join() === name && integerTypes.has(type))
  if (by === 'hash') return `PARTITION BY ${isInteger ? 'HASH' : 'KEY'} (${list}) PARTITIONS ${count}`
  const parts = partsOf(table, settings).map((part) => `    ${partClause(part)}`)
  return `PARTITION BY ${by.toUpperCase()} COLUMNS (${list}) (\n${parts.join(',\n')}\n)`
}

export const partClause = ({ name, bound }: SqlPart): string => `PARTITION ${quote(name)} ${bound}`

/** Returns the parts of a partitioned table. A range starts where the previous one ends. */
export function partsOf(table: Table, settings: SqlSettings): SqlPart[] {
  const { partition } = table
  if (!partition || partition.by === 'hash') return []
  const values = boundWriter(table, partition, (column) => defaultSql(column, table, settings))
  return partition.parts.map((part) => ({
    name: part.name,
    bound:
      partition.by === 'list'
        ? `VALUES IN (${values(part, 'values')})`
        : `VALUES LESS THAN (${values(part, 'to', 'MAXVALUE')})`,
  }))
}

/** Returns the primary key with the AUTO_INCREMENT column first, as the server requires. */
export const primaryKey = (table: Table): Column[] =>
  primaryKeyOf(table).sort((a, b) => Number(b.autoIncrement) - Number(a.autoIncrement))

export const addForeignKeys = (): string[] => []

export const sequenceOf = (): undefined => undefined

export const tableName = ({ schema, name }: { readonly schema?: string; readonly name: string }): string =>
  qualified(schema, name, quote)

/** Returns whether the engine enforces foreign keys; other engines parse and ignore them. */
export const keepsForeignKeys = (table: Table, { mysql }: SqlSettings): boolean =>
  /^(?:innodb|ndb|ndbcluster)$/i.test(engineOf(table, mysql))

export const defaultRules: DefaultRules = {
  text: literal,
  boolean: (value) => (value ? '1' : '0'),
  bytes: (hex) => `X'${hex}'`,
  bits: (text) => `b'${text}'`,
  // Time columns have no time zone, and MariaDB rejects one in a default.
  temporal: (_, text) => literal(text.replace(/(:\d{2}(?:\.\d+)?) ?(?:z|utc|gmt|[+-]\d{2}(?::?\d{2})?)$/i, '$1')),
  now: (column, onUpdate) => {
    // Without parentheses, the server only accepts it for its two date-and-time types, and with the column's number of digits.
    if (!isDateTime(column)) return '(CURRENT_TIMESTAMP)'
    const now = column.size ? `CURRENT_TIMESTAMP(${column.size})` : 'CURRENT_TIMESTAMP'
    return onUpdate ? `${now} ON UPDATE ${now}` : now
  },
  today: '(CURRENT_DATE)',
  // Function calls must be in parentheses. Long text and JSON cannot have a literal as default, but any expression:
  // https://dev.mysql.com/doc/refman/8.4/en/data-type-defaults.html
  expression: (text, { type }) =>
    platform.withoutLiteralDefault.has(type) && isSqlLiteral(text) && !/^null$/i.test(text)
      ? `(${text})`
      : parenthesized(text, lexicon),
}

/** Writes `ON UPDATE …`, unless the default contains it. */
export const updated = (column: Column): string | undefined =>
  column.changesOnUpdate && isDateTime(column) && !isUpdatedTimestamp(column.default?.text ?? '')
    ? `ON UPDATE ${defaultRules.now(column, false)}`
    : undefined

const isDateTime = ({ type }: Column): boolean => columnTypes[type].moment === 'datetime'

export function defaultSql(column: Column, table: Table, settings: SqlSettings): string | undefined {
  const value = defaultOf(column, typeOf(column, settings), table, defaultRules)
  if (column.generated) return undefined
  // If a table's first TIMESTAMP has no default, an old server adds one that changes with every update.
  return value ?? (column.type === 'TIMESTAMP' && column.required ? defaultRules.now(column, false) : undefined)
}

/** Writes the SRID in two comments: MySQL only reads the first one, MariaDB only the second one, with its own word. */
const sridClause = (srid: number): string => `/*!80003 SRID ${srid} */ /*M! REF_SYSTEM_ID=${srid} */`

export function columnClause(column: Column, table: Table, settings: SqlSettings): string {
  const { type, required, vendor } = column
  const value = defaultSql(column, table, settings)
  const charset = vendor.get('Charset')
  const collation = vendor.get('Collation') ?? vendor.get('Collate')
  const start = [
    quote(column.name),
    typeOf(column, settings),
    isUnsigned(column) && 'UNSIGNED',
    column.zerofill && numericTypes.has(type) && 'ZEROFILL',
    column.srid !== undefined && type === 'GEOMETRY' && sridClause(column.srid),
    charset && `CHARACTER SET ${literal(charset)}`,
    collation && `COLLATE ${literal(collation)}`,
  ]
  const comment = column.description !== undefined && `COMMENT ${literal(column.description)}`
  // MariaDB does not accept NOT NULL there.
  if (column.generated) return clause(...start, generatedClause(column.generated), comment)
  if (isDateTime(column) && (type === 'TIMESTAMP' || column.default?.kind === 'expression')) {
    return clause(...start, required ? 'NOT NULL' : 'NULL', value && `DEFAULT ${value}`, updated(column), comment)
  }
  return clause(
    ...start,
    value && `DEFAULT ${value}`,
    required && 'NOT NULL',
    updated(column),
    column.autoIncrement && 'AUTO_INCREMENT',
    comment,
  )
}

export function indexClause(index: Index): string {
  const columns = index.columns.map(({ name, expression, size, order }) => {
    const part = name === undefined ? `(${expression})` : size ? `${quote(name)}(${size})` : quote(name)
    return order ? `${part} DESC` : part
  })
  const type = methodOf(index).toUpperCase()
  const kind = isWholeColumnIndex(index) ? type : index.unique ? 'UNIQUE' : ''
  const method = type === 'BTREE' || type === 'HASH' ? `USING ${type}` : ''
  return clause(kind, 'INDEX', quote(index.name), `(${columns.join(', ')})`, method)
}

export function foreignKeyClause(table: Table, key: ForeignKey): string {
  const columns = foreignKeyColumns(table, key, quote, tableName)
  return [`CONSTRAINT ${quote(key.name)}`, ...columns, ...referentialActions(key, platform)].join('\n        ')
}
