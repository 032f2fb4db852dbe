import { autoIncrementOf, type Column, type Index, primaryKeyOf, type Table } from '../../model/index.js'
import {
  type AlterContext,
  type AlterPhases,
  type AlterRules,
  type AlterStatement,
  addedOf,
  altersColumns,
  type ColumnChange,
  droppedOf,
  factsOf,
  generatedFact,
  generatedFirst,
  indexFacts,
  losing,
  nameChanges,
  orderedRenames,
  plainSql,
  type TableChange,
  type Wait,
  type Waiting,
} from '../alter-rules.js'
import {
  addChecks,
  clause,
  columnList,
  dropChecks,
  indexesOf,
  isConstraint,
  stringLiteral,
  uniqueClause,
} from '../clauses.js'
import {
  addForeignKey,
  addPrimaryKey,
  columnClause,
  createIndex,
  createSequence,
  createTable,
  defaultSql,
  primaryKeyName,
  quote,
  sequenceOf,
  sequenceStatements,
} from './ddl.js'
import { lexicon } from './lexicon.js'
import { reverse } from './reverse.js'
import { typeOf } from './types.js'

/** https://docs.oracle.com/en/database/oracle/oracle-database/19/cncpt/data-concurrency-and-consistency.html */
const waits: Readonly<Partial<Record<Waiting, Wait>>> = {
  index: {
    lock: 'share lock, writes wait while it is built',
    instead: 'CREATE INDEX … ONLINE lets others write, where the edition has it',
  },
  'foreign key': {
    lock: 'share lock, writes wait while all rows are checked',
    instead: 'add it ENABLE NOVALIDATE, and VALIDATE it in a statement after it while others write',
  },
  'NOT NULL': {
    lock: 'exclusive lock, writes wait while all rows are read',
    instead: 'make it ENABLE NOVALIDATE, and VALIDATE it in a statement after it while others write',
  },
  'primary key': {
    lock: 'exclusive lock, writes wait while its index is built',
    instead: 'build a unique index ONLINE first, which the key then uses, where the edition has it',
  },
  option: {
    lock: 'exclusive lock, writes wait while the table is written anew',
    instead: 'MOVE ONLINE lets others write, where the edition has it',
  },
}

export const alter: AlterRules = {
  sequences: sequenceStatements,
  columnFacts: (column, table) =>
    factsOf({
      type: reverse.canonical(typeOf(column)),
      default: plainSql(defaultSql(column, table)),
      required: column.required || column.primaryKey,
      autoIncrement: column.autoIncrement,
      // The start of a sequence can only be set when it is created.
      identity: column.identity?.increment === undefined ? undefined : String(column.identity.increment),
      generated: generatedFact(column, lexicon),
      comment: column.description || undefined,
    }),
  tableFacts: (table): Record<string, string> => (table.description ? { comment: table.description } : {}),
  primaryKey: (table) => primaryKeyOf(table).map(({ name }) => name),
  indexFacts: (index) => indexFacts(index, lexicon),
  noAction: [],
  nameless: [],
  renamesForeignKeys: true,
  renamesKeyColumnsAlone: false,
  keepsGeneratedValues: false,
  disturbsKey: (change, columns) => altersColumns(change, columns, ['type', 'required', 'autoIncrement', 'options']),
  tableName: ({ name }) => quote(name),
  costs: {
    enforcesTypes: true,
    limits: { secondDigits: 6 },
    rewrites: () => true,
    waits,
    fillsEachRow: () => false,
  },
  dropTable(table, { tables }) {
    const sequence = sequenceOf(table)
    const isOwn = sequence !== undefined && tables.filter((other) => sequenceOf(other) === sequence).length === 1
    return [`DROP TABLE ${quote(table.name)}`, ...(isOwn ? [`DROP SEQUENCE ${quote(sequence)}`] : [])]
  },
  createTable,
  renameTable: (before, after) => [`ALTER TABLE ${quote(before.name)} RENAME TO ${quote(after.name)}`],
  dropForeignKey: (table, key) => [`ALTER TABLE ${quote(table.name)} DROP CONSTRAINT ${quote(key.name)}`],
  addForeignKey: (table, key) => [addForeignKey(table, key)],
  alterTable,
}

function alterTable(change: TableChange, context: AlterContext): AlterPhases {
  const { before, after, columns, addedColumns, droppedColumns, uniques, indexes, checks, foreignKeys } = change
  const [gone, come] = [uniques.dropped, uniques.added].map((list) => list.filter(isConstraint)) as [Index[], Index[]]
  const { changesPrimaryKey } = change
  const [from, to] = [before, after].map((table) => `ALTER TABLE ${quote(table.name)}`)
  const named = columns.filter(({ aspects }) => aspects.has('name'))
  const taken = new Set([...named.map((column) => column.after), ...addedColumns].map(({ name }) => name.toUpperCase()))
  const [first, later] = [true, false].map((isFirst) =>
    droppedColumns.filter(({ name }) => taken.has(name.toUpperCase()) === isFirst),
  )
  const drop = (list: readonly Column[]): AlterStatement[] =>
    list.length === 0 ? [] : [losing(`${to} DROP ${columnList(generatedFirst(list), quote)}`, list, quote)]
  const isKeyRenamed =
    !changesPrimaryKey && primaryKeyOf(after).length > 0 && primaryKeyName(before) !== primaryKeyName(after)
  const modified = columns.flatMap((column) => modification(change, column))
  return {
    dropIndexes: [
      ...indexesOf(droppedOf(change)).map(({ name }) => `DROP INDEX ${quote(name)}`),
      ...gone.map(({ name }) => `${from} DROP CONSTRAINT ${quote(name)}`),
      ...(changesPrimaryKey && primaryKeyOf(before).length > 0
        ? [`${from} DROP CONSTRAINT ${quote(primaryKeyName(before))}`]
        : []),
      ...droppedSequences(change, context),
      ...dropChecks(quote(before.name), checks.dropped, quote),
    ],
    rename: [
      ...nameChanges(
        'indexes',
        [...uniques.renamed.filter(([old]) => !isConstraint(old)), ...indexes.renamed],
        (old, now) => `ALTER INDEX ${quote(old)} RENAME TO ${quote(now)}`,
      ),
      ...nameChanges(
        'constraints',
        [
          ...uniques.renamed.filter(([old]) => isConstraint(old)),
          ...foreignKeys.renamed,
          ...checks.renamed,
          ...(isKeyRenamed ? [[{ name: primaryKeyName(before) }, { name: primaryKeyName(after) }] as const] : []),
        ],
        (old, now) => `${to} RENAME CONSTRAINT ${quote(old)} TO ${quote(now)}`,
      ),
      ...nameChanges('sequences', movedSequences(change), (old, now) => `RENAME ${quote(old)} TO ${quote(now)}`),
    ],
    change: [
      ...drop(first!),
      ...orderedRenames(named.map((column) => [column.before.name, column.after.name])).map(
        ([old, now]) => `${to} RENAME COLUMN ${quote(old)} TO ${quote(now)}`,
      ),
      ...(modified.length > 0 ? [`${to} MODIFY (${modified.join(', ')})`] : []),
      ...(addedColumns.length > 0
        ? [`${to} ADD (${addedColumns.map((column) => columnClause(column, after)).join(', ')})`]
        : []),
      ...drop(later!),
      ...(changesPrimaryKey ? addPrimaryKey(after) : []),
      ...addedSequences(change, context),
      ...columns
        .filter(({ aspects }) => aspects.has('identity') && !aspects.has('autoIncrement'))
        .map(
          (column) =>
            `ALTER SEQUENCE ${quote(sequenceOf(after)!)} INCREMENT BY ${column.after.identity?.increment ?? 1}`,
        ),
      ...comments(change),
    ],
    createIndexes: [
      ...indexesOf(addedOf(change)).map((index) => createIndex(after, index)),
      ...come.map((unique) => `${to} ADD ${uniqueClause(unique, quote)}`),
      ...addChecks(quote(after.name), checks.added, quote),
    ],
  }
}

/** Writes only the properties that change: repeating NOT NULL is an error. */
function modification({ after: table }: TableChange, { after, aspects }: ColumnChange): string[] {
  if (!['type', 'default', 'required'].some((aspect) => aspects.has(aspect as 'type'))) return []
  return [
    clause(
      quote(after.name),
      aspects.has('type') && typeOf(after),
      aspects.has('default') && `DEFAULT ${defaultSql(after, table) ?? 'NULL'}`,
      aspects.has('required') && (after.required ? 'NOT NULL' : 'NULL'),
    ),
  ]
}

/** Returns the rename of a sequence that is named after its table; the sequence keeps its current number. */
function movedSequences({ before, after }: Pick<TableChange, 'before' | 'after'>) {
  const [old, now] = [sequenceOf(before), sequenceOf(after)]
  const isNamed = [before, after].some(({ idMethodParameter }) => idMethodParameter !== undefined)
  if (old === undefined || now === undefined || old === now || isNamed) return []
  return [[{ name: old }, { name: now }] as const]
}

/** Drops sequences before another table takes their names. */
const droppedSequences = ({ before, after }: TableChange, context: AlterContext): string[] =>
  changedSequences(before, after, context.after.tables).map((name) => `DROP SEQUENCE ${quote(name)}`)

const addedSequences = ({ before, after }: TableChange, context: AlterContext): string[] =>
  changedSequences(after, before, context.before.tables).map((name) =>
    createSequence(name, autoIncrementOf(after)?.identity),
  )

/** Returns the sequence that a table only has on this side, unless another table has it on the other side. */
function changedSequences(table: Table, other: Table, others: readonly Table[]): string[] {
  const name = sequenceOf(table)
  if (name === undefined || name === sequenceOf(other) || hasMovedSequence(table, other)) return []
  // A sequence with a generated name only belongs to another table if the schema names it, because tables may swap names.
  const isGenerated = table.idMethodParameter === undefined
  const isUsed = others.some(
    (each) => sequenceOf(each) === name && !(isGenerated && each.idMethodParameter === undefined),
  )
  return isUsed ? [] : [name]
}

const hasMovedSequence = (table: Table, other: Table): boolean =>
  movedSequences({ before: table, after: other }).length > 0

function comments({ after, facts, columns, addedColumns }: TableChange): string[] {
  const on = (object: string, text: string | undefined): string =>
    `COMMENT ON ${object} IS ${stringLiteral(text ?? '')}`
  const described = [
    ...columns.filter(({ aspects }) => aspects.has('comment')).map((column) => column.after),
    ...addedColumns.filter(({ description }) => description),
  ]
  return [
    ...(facts.has('comment') ? [on(`TABLE ${quote(after.name)}`, after.description)] : []),
    ...described.map(({ name, description }) => on(`COLUMN ${quote(after.name)}.${quote(name)}`, description)),
  ]
}
