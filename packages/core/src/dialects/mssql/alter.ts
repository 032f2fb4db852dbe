import { OrmError } from '../../errors/index.js'
import { impossibleChange } from '../../errors/migration-errors.js'
import { type Column, concernsColumn, type Index, primaryKeyOf, type Table } from '../../model/index.js'
import {
  type AlterPhases,
  type AlterRules,
  type AlterStatement,
  altersColumns,
  type ColumnChange,
  factsOf,
  generatedFact,
  generatedFirst,
  identityFact,
  indexFacts,
  losing,
  nameChanges,
  orderedRenames,
  plainSql,
  type TableChange,
  type Wait,
  type Waiting,
} from '../alter-rules.js'
import { addChecks, columnList, dropChecks, stringLiteral } from '../clauses.js'
import {
  addForeignKey,
  columnClause,
  createIndex,
  createTable,
  defaultName,
  defaultSql,
  indexesOf,
  isConstraint,
  primaryKeyName,
  quote,
  sequenceStatements,
  tableName,
  uniqueClause,
} from './ddl.js'
import { lexicon } from './lexicon.js'
import { reverse } from './reverse.js'
import { typeOf } from './types.js'

/** https://learn.microsoft.com/sql/t-sql/statements/alter-table-transact-sql#locks-and-alter-table */
const waits: Readonly<Partial<Record<Waiting, Wait>>> = {
  index: {
    lock: 'S lock, writes wait while it is built',
    instead: 'WITH (ONLINE = ON) lets others write, where the edition has it',
  },
  'foreign key': {
    lock: 'Sch-M lock on both tables, reads and writes wait while all rows are checked',
    instead: 'WITH NOCHECK adds it without a check of the rows',
  },
  'NOT NULL': {
    lock: 'Sch-M lock, reads and writes wait while all rows are read',
    instead: 'on a large table, add a new column with a default and copy the values in portions',
  },
  'primary key': {
    lock: 'Sch-M lock, reads and writes wait while the table and its indexes are written anew',
    instead: 'WITH (ONLINE = ON) lets others work, where the edition has it',
  },
  option: {
    lock: 'Sch-M lock, reads and writes wait while the table is written anew',
    instead: 'WITH (ONLINE = ON) lets others work, where the edition has it',
  },
}

export const alter: AlterRules = {
  sequences: sequenceStatements,
  columnFacts: (column, table) =>
    factsOf({
      // A generated column gets its type from its expression.
      type: column.generated ? '' : reverse.canonical(typeOf(column)),
      default: plainSql(defaultSql(column, table)),
      required: (column.required && column.generated?.stored !== false) || column.primaryKey,
      autoIncrement: column.autoIncrement,
      identity:
        identityFact(column)
          ?.replace(/^.*? (?=-?\d+ -?\d+$)/, '')
          .replace(/^1 1$/, '') || undefined,
      generated: generatedFact(column, lexicon),
    }),
  tableFacts: () => ({}),
  primaryKey: (table) => primaryKeyOf(table).map(({ name }) => name),
  indexFacts: (index) => indexFacts(index, lexicon),
  noAction: ['NO ACTION'],
  nameless: [],
  renamesForeignKeys: true,
  renamesKeyColumnsAlone: false,
  keepsGeneratedValues: false,
  disturbsKey: (change, columns) => altersColumns(change, columns, ['type', 'required', 'autoIncrement', 'options']),
  tableName,
  misfits: ({ table, field, after }) =>
    `SELECT CAST(${field} AS ${typeOf(after)}) FROM ${table} WHERE TRY_CAST(${field} AS ${typeOf(after)}) IS NULL AND ${field} IS NOT NULL`,
  costs: {
    enforcesTypes: true,
    limits: { secondDigits: 7, tinyintIsUnsigned: true },
    rewrites: (from, to) => !/^varchar/i.test(from) || !/^varchar/i.test(to),
    waits,
    fillsEachRow: () => false,
  },
  dropTable: (table) => [`DROP TABLE ${tableName(table)}`],
  createTable,
  renameTable: (before, after) => [
    ...(before.schema === after.schema || after.schema === undefined
      ? []
      : [`ALTER SCHEMA ${quote(after.schema)} TRANSFER ${tableName(before)}`]),
    ...(before.name === after.name ? [] : [rename([{ ...after, name: before.name }], after.name)]),
  ],
  dropForeignKey: (table, key) => [`ALTER TABLE ${tableName(table)} DROP CONSTRAINT ${quote(key.name)}`],
  addForeignKey: (table, key) => [addForeignKey(table, key)],
  alterTable,
}

interface Named {
  readonly schema?: string
  readonly name: string
}

/** https://learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-rename-transact-sql */
function rename([table, part]: readonly [Named, string?], to: string, kind?: 'COLUMN' | 'INDEX' | 'OBJECT'): string {
  const object = part === undefined ? tableName(table) : `${tableName(table)}.${quote(part)}`
  return `EXEC sp_rename N${stringLiteral(object)}, N${stringLiteral(to)}${kind ? `, N'${kind}'` : ''}`
}

/** Renames a constraint, which is an object of the schema rather than of its table. */
const renameConstraint = ({ schema }: Table, from: string, to: string): string =>
  rename([{ name: from, ...(schema !== undefined && { schema }) }], to, 'OBJECT')

const isAltered = ({ aspects }: ColumnChange): boolean => aspects.has('type') || aspects.has('required')

function alterTable(change: TableChange): AlterPhases {
  const {
    before,
    after,
    columns,
    uniques,
    indexes,
    checks,
    foreignKeys,
    changesPrimaryKey,
    droppedColumns,
    addedColumns,
  } = change
  refuseNumbering(change)
  const altered = columns.filter(isAltered)
  const named = columns.filter(({ aspects }) => aspects.has('name'))
  // The server cannot alter a column that is in an index.
  const uses = (index: Index, side: 'before' | 'after'): boolean =>
    altered.some((column) => concernsColumn(index, column[side].name)) ||
    // It cannot rename or drop a column that an index condition reads, either.
    (index.where !== undefined &&
      [...named.map((column) => column[side]), ...(side === 'before' ? droppedColumns : [])].some(({ name }) =>
        concernsColumn(index, name),
      ))
  const standing = (list: readonly Index[], side: 'before' | 'after', { added, dropped }: TableChange['indexes']) =>
    list.filter((index) => uses(index, side) && !added.includes(index) && !dropped.includes(index))
  const drops = (list: 'indexes' | 'uniques') => [
    ...change[list].dropped,
    ...standing(before[list], 'before', change[list]),
  ]
  const creates = (list: 'indexes' | 'uniques') => [
    ...change[list].added,
    ...standing(after[list], 'after', change[list]),
  ]
  const key = primaryKeyOf(after)
  const touchesKey = changesPrimaryKey || altered.some((column) => column.before.primaryKey || column.after.primaryKey)
  const taken = new Set([...named.map((column) => column.after.name), ...addedColumns.map(({ name }) => name)])
  const [first, later] = [true, false].map((isFirst) =>
    droppedColumns.filter(({ name }) => taken.has(name) === isFirst),
  )
  // The same applies to a column that a check reads: it cannot be altered, renamed or dropped.
  const disturbsChecks = altered.length + named.length + droppedColumns.length > 0
  const start = `ALTER TABLE ${tableName(after)}`
  const drop = (list: readonly Column[]): AlterStatement[] =>
    list.length === 0
      ? []
      : [
          losing(
            `${start} DROP COLUMN ${generatedFirst(list)
              .map(({ name }) => quote(name))
              .join(', ')}`,
            list,
            quote,
          ),
        ]
  const isGone = (index: Index): boolean => drops('indexes').includes(index) || drops('uniques').includes(index)
  const isRenamed = before.name !== after.name
  // A column's default is a constraint that prevents changes to the column.
  const undefaulted = columns.filter((column) => {
    const { aspects } = column
    return (
      defaultSql(column.before, before) !== undefined &&
      (aspects.has('default') || aspects.has('type') || aspects.has('name') || isRenamed)
    )
  })
  return {
    dropIndexes: [
      ...dropChecks(tableName(before), disturbsChecks ? before.checks : checks.dropped, quote),
      ...indexesOf({ uniques: drops('uniques'), indexes: drops('indexes') }).map(
        ({ name }) => `DROP INDEX ${quote(name)} ON ${tableName(before)}`,
      ),
      ...drops('uniques')
        .filter(isConstraint)
        .map(({ name }) => `ALTER TABLE ${tableName(before)} DROP CONSTRAINT ${quote(name)}`),
      ...(touchesKey && primaryKeyOf(before).length > 0
        ? [`ALTER TABLE ${tableName(before)} DROP CONSTRAINT ${quote(primaryKeyName(before))}`]
        : []),
      ...[
        ...undefaulted.map((column) => column.before),
        ...droppedColumns.filter((c) => defaultSql(c, before) !== undefined),
      ].map((column) => `ALTER TABLE ${tableName(before)} DROP CONSTRAINT ${quote(defaultName(column, before))}`),
    ],
    rename: [
      ...nameChanges(
        `indexes of ${tableName(after)}`,
        [...uniques.renamed.filter(([old]) => !isConstraint(old)), ...indexes.renamed].filter(([old]) => !isGone(old)),
        (from, to) => rename([after, from], to, 'INDEX'),
      ),
      ...nameChanges(
        tableName({ ...after, name: 'constraints' }),
        [
          ...uniques.renamed.filter(([old]) => isConstraint(old) && !isGone(old)),
          ...foreignKeys.renamed,
          ...(disturbsChecks ? [] : checks.renamed),
          ...(!touchesKey && key.length > 0 && primaryKeyName(before) !== primaryKeyName(after)
            ? [[{ name: primaryKeyName(before) }, { name: primaryKeyName(after) }] as const]
            : []),
        ],
        (from, to) => renameConstraint(after, from, to),
      ),
    ],
    change: [
      ...drop(first!),
      ...orderedRenames(named.map((column) => [column.before.name, column.after.name])).map(([from, to]) =>
        rename([after, from], to, 'COLUMN'),
      ),
      ...altered.map(
        ({ after: column }) =>
          `${start} ALTER COLUMN ${quote(column.name)} ${typeOf(column)} ${column.required ? 'NOT NULL' : 'NULL'}`,
      ),
      ...columns
        .filter((column) => undefaulted.includes(column) || column.aspects.has('default'))
        .flatMap(({ after: column }) => {
          const value = defaultSql(column, after)
          if (value === undefined) return []
          return [
            `${start} ADD CONSTRAINT ${quote(defaultName(column, after))} DEFAULT ${value} FOR ${quote(column.name)}`,
          ]
        }),
      ...(addedColumns.length > 0
        ? [`${start} ADD ${addedColumns.map((column) => columnClause(column, after)).join(', ')}`]
        : []),
      ...drop(later!),
      ...(touchesKey && key.length > 0
        ? [`${start} ADD CONSTRAINT ${quote(primaryKeyName(after))} PRIMARY KEY ${columnList(key, quote)}`]
        : []),
    ],
    createIndexes: [
      ...indexesOf({ uniques: creates('uniques'), indexes: creates('indexes') }).map((index) =>
        createIndex(after, index),
      ),
      ...creates('uniques')
        .filter(isConstraint)
        .map((index) => `${start} ADD ${uniqueClause(index)}`),
      ...addChecks(tableName(after), disturbsChecks ? after.checks : checks.added, quote),
    ],
  }
}

/** Throws if numbering changes: IDENTITY can only be set when a column is created. */
function refuseNumbering({ after, columns }: TableChange): void {
  const problems = columns
    .filter(({ aspects }) => aspects.has('autoIncrement') || aspects.has('identity'))
    .map(({ after: column }) =>
      impossibleChange(
        column.origin,
        `table "${after.name}": the server cannot change the numbering of column "${column.name}"`,
        'add a new column and drop the old one, or write the migration by hand',
      ),
    )
  if (problems.length > 0) throw new OrmError(problems)
}
