import {
  binaryTypes,
  type Column,
  characterTypes,
  columnReferences,
  hasConstraint,
  kindFacts,
  primaryKeyOf,
  serverName,
  type Table,
  textTypes,
} from '../../model/index.js'
import {
  type AlterContext,
  type AlterPhases,
  type AlterRules,
  type AlterStatement,
  addedOf,
  type ColumnChange,
  droppedOf,
  factsOf,
  generatedFact,
  indexFacts,
  isIn,
  losing,
  type NameChange,
  nameChanges,
  plainSql,
  type TableChange,
} from '../alter-rules.js'
import { columnList, indexesOf, isConstraint, stringLiteral } from '../clauses.js'
import { unquoted } from '../reverse-rules.js'
import { columnClause, createIndex, createTable, defaultSql, quote, tableName } from './ddl.js'
import { lexicon } from './lexicon.js'
import { platform } from './platform.js'
import { reverse } from './reverse.js'
import { typeIn, typeOf } from './types.js'

export const alter: AlterRules = {
  columnFacts: (column, table) =>
    factsOf({
      type: plainType(column.autoIncrement ? 'INTEGER' : typeIn(column, table)),
      default: plainDefault(column, table),
      required: column.required || column.primaryKey,
      autoIncrement: column.autoIncrement,
      generated: generatedFact(column, lexicon),
    }),
  tableFacts: kindFacts,
  primaryKey: (table) => primaryKeyOf(table).map(({ name }) => name),
  indexFacts: (index) => indexFacts(index, lexicon),
  noAction: ['NO ACTION'],
  nameless: ['unique', 'foreign key'],
  renamesForeignKeys: false,
  renamesKeyColumnsAlone: false,
  keepsGeneratedValues: true,
  disturbsKey: () => false,
  tableName,
  // A writer locks the whole database, so changing a table blocks other sessions no longer than any other write.
  costs: {
    enforcesTypes: false,
    limits: { secondDigits: 6 },
    rewrites: () => false,
    waits: {},
    fillsEachRow: () => false,
  },
  dropTable: (table) => [`DROP TABLE ${tableName(table)}`],
  createTable,
  renameTable,
  dropForeignKey: () => [],
  addForeignKey: () => [],
  alterTable,
  // A function of JSON is the only one that fails with a message that contains a value.
  misfits: ({ table, field, isWhole }) =>
    `SELECT json_extract('{}', quote(${field}) || ' does not fit') FROM ${table} WHERE ${field} <> CAST(${field} AS ${isWhole ? 'INTEGER' : 'NUMERIC'})`,
  // With checks enabled, dropping a table first deletes its rows, which triggers foreign key actions.
  around: (statements) =>
    statements.some((text) => text.startsWith('DROP TABLE'))
      ? [['PRAGMA foreign_keys = OFF'], ['PRAGMA foreign_keys = ON']]
      : [[], []],
}

/** Type names that are equivalent for the server and the models, mapped to the name used in new tables. */
const synonyms: Readonly<Record<string, string>> = {
  INT: 'INTEGER',
  BOOLEAN: 'INTEGER',
  BOOL: 'INTEGER',
  TEXT: 'MEDIUMTEXT',
  CHARACTER: 'CHAR',
  CHARACTERVARYING: 'VARCHAR',
  DOUBLEPRECISION: 'DOUBLE',
  DEC: 'DECIMAL',
}

const plainType = (type: string): string => reverse.canonical(type).replace(/^[A-Z]+/, (word) => synonyms[word] ?? word)

/** Returns the default in canonical form; a string in a binary column is read back as bytes. */
function plainDefault(column: Column, table: Table): string | undefined {
  const value = plainSql(defaultSql(column, table))
  const text = value !== undefined && /BLOB/i.test(typeOf(column)) ? unquoted(value) : undefined
  return text === undefined ? value : `X'${Buffer.from(text).toString('hex')}'`
}

/** SQLite ignores case in names, so a rename that changes only the case goes through a temporary name. */
function renameTable(before: Table, after: Table): string[] {
  const sameName = plainName(before).toLowerCase() === plainName(after).toLowerCase()
  const between = { ...after, name: `${after.name}__old` }
  const names = sameName ? [before, between, after] : [before, after]
  return names.slice(1).map((to, position) => `ALTER TABLE ${tableName(names[position]!)} RENAME TO ${tableName(to)}`)
}

function alterTable(change: TableChange, context: AlterContext): AlterPhases {
  const { uniques, indexes, after } = change
  const rebuilds = needsRebuild(change)
  const renamed = [...uniques.renamed, ...indexes.renamed].filter(([index]) => !isConstraint(index))
  const gone = [...indexesOf(droppedOf(change)), ...renamed.map(([index]) => index)]
  const come = rebuilds ? indexesOf(after) : [...indexesOf(addedOf(change)), ...renamed.map(([, index]) => index)]
  return {
    dropIndexes: gone.map(({ name }) => `DROP INDEX ${quote(name)}`),
    rename: columnRenames(change),
    change: rebuilds ? rebuild(change, context) : direct(change),
    createIndexes: come.map((index) => createIndex(after, index)),
  }
}

/** Returns whether the change exceeds ALTER TABLE: https://www.sqlite.org/lang_altertable.html */
function needsRebuild(change: TableChange): boolean {
  const { before, uniques, foreignKeys, checks, columns, changesPrimaryKey, addedColumns, droppedColumns, after } =
    change
  return (
    changesPrimaryKey ||
    change.facts.size > 0 ||
    [foreignKeys, checks].some(({ added, dropped }) => added.length + dropped.length > 0) ||
    [...uniques.added, ...uniques.dropped].some(isConstraint) ||
    checks.renamed.length > 0 ||
    columns.some(({ aspects }) =>
      (['type', 'default', 'required', 'autoIncrement', 'generated'] as const).some((aspect) => aspects.has(aspect)),
    ) ||
    addedColumns.some((column) => column.generated || !canBeAdded(column, after)) ||
    droppedColumns.some((column) => !canBeDropped(column, before))
  )
}

function canBeAdded(column: Column, table: Table): boolean {
  const value = defaultSql(column, table)
  const isConstant = value === undefined || !/^(?:\(|CURRENT_)/i.test(value)
  return !column.primaryKey && isConstant && (!column.required || (value !== undefined && !/^null$/i.test(value)))
}

// The column's indexes are already dropped; unique keys, foreign keys, checks and generated columns may use it and are part of
// the table.
const canBeDropped = (column: Column, table: Table): boolean =>
  !column.primaryKey &&
  !isIn(column, table.uniques.filter(isConstraint)) &&
  table.checks.length === 0 &&
  !table.columns.some(({ generated }) => generated) &&
  !table.foreignKeys
    .filter(hasConstraint)
    .some((key) => columnReferences(key).some(({ local }) => local === column.name))

/**
 * Renames columns before any table is rebuilt, because triggers, views, indexes and foreign keys of other tables follow a
 * rename. A dropped column whose name another column takes is renamed first.
 */
function columnRenames({ after, columns, droppedColumns }: TableChange): NameChange[] {
  const named = columns.filter(({ aspects }) => aspects.has('name'))
  const taken = new Set(named.map((column) => column.after.name))
  const pairs = [
    ...droppedColumns
      .filter(({ name }) => taken.has(name))
      .map((column) => [column, { name: aside(column.name) }] as const),
    ...named.map((column) => [column.before, column.after] as const),
  ]
  return nameChanges(
    `columns of ${tableName(after)}`,
    pairs,
    (from, to) => `ALTER TABLE ${tableName(after)} RENAME COLUMN ${quote(from)} TO ${quote(to)}`,
  )
}

const aside = (name: string): string => `${name}__dropped`

function direct({ after, columns, addedColumns, droppedColumns }: TableChange): AlterStatement[] {
  const taken = new Set(columns.map((column) => column.after.name))
  return [
    ...droppedColumns.map((column) => {
      const name = taken.has(column.name) ? aside(column.name) : column.name
      return losing(`ALTER TABLE ${tableName(after)} DROP COLUMN ${quote(name)}`, [column], quote)
    }),
    ...addedColumns.map((column) => `ALTER TABLE ${tableName(after)} ADD COLUMN ${columnClause(column, after)}`),
  ]
}

/**
 * Creates a new table, copies the rows and replaces the old table (https://www.sqlite.org/lang_altertable.html#otheralter). The
 * code that runs this checks foreign keys at the end, and recreates the triggers and indexes that were dropped with the old
 * table and are not in a schema.
 */
function rebuild(change: TableChange, { after: script }: AlterContext): AlterStatement[] {
  const { after, columns, droppedColumns, before } = change
  const { description: _, ...plain } = after
  const made: Table = {
    ...plain,
    name: `${after.name}__new`,
    uniques: after.uniques.filter(isConstraint),
    indexes: [],
  }
  const sources = columns
    .filter((column) => !column.after.generated)
    .map((column): [target: string, source: string] => [column.after.name, sourceOf(column)])
  const filled = sources.length > 0 ? sources : [standIn(after)]
  const isNumbered = [before, after].every((table) => table.columns.some(({ autoIncrement }) => autoIncrement))
  const [newName, oldName] = [made, after].map((table) => stringLiteral(plainName(table)))
  return [
    ...createTable(made, script),
    losing(
      `INSERT INTO ${tableName(made)} ${columnList(
        filled.map(([name]) => ({ name })),
        quote,
      )} SELECT ${filled.map(([, source]) => source).join(',')} FROM ${tableName(after)}`,
      droppedColumns,
      quote,
    ),
    // Keeps the counter, so that numbers are never used twice.
    ...(isNumbered
      ? [
          `DELETE FROM sqlite_sequence WHERE name = ${newName}`,
          `INSERT INTO sqlite_sequence (name, seq) SELECT ${newName}, seq FROM sqlite_sequence WHERE name = ${oldName}`,
        ]
      : []),
    `DROP TABLE ${tableName(after)}`,
    // The legacy mode skips the check of views that read the missing table.
    'PRAGMA legacy_alter_table = ON',
    `ALTER TABLE ${tableName(made)} RENAME TO ${tableName(after)}`,
    'PRAGMA legacy_alter_table = OFF',
  ]
}

/** As the runtime writes it behind the day. */
const midnight = ' 00:00:00.000000'

/** Returns the expression for a column's new value; ENUM numbers become values in a text column, and back. */
function sourceOf({ before, after }: ColumnChange): string {
  const field = quote(after.name)
  const cases = (pairs: readonly string[]): string => `CASE ${field} ${pairs.join(' ')} ELSE ${field} END`
  if (before.type === 'ENUM' && characterTypes.has(after.type))
    return cases(before.valueSet.map((value, position) => `WHEN ${position} THEN ${stringLiteral(value)}`))
  if (characterTypes.has(before.type) && after.type === 'ENUM')
    return cases(after.valueSet.map((value, position) => `WHEN ${stringLiteral(value)} THEN ${position}`))
  // A text and its bytes are different values, of which a filter finds one.
  if (textTypes.has(before.type) && binaryTypes.has(after.type)) return `CAST(${field} AS BLOB)`
  if (binaryTypes.has(before.type) && textTypes.has(after.type)) return `CAST(${field} AS TEXT)`
  // A day without a time is less than its midnight, and filters would not find it. Other times stay on the way back.
  if (before.type === 'DATE' && after.type === 'TIMESTAMP')
    return `CASE WHEN ${field} GLOB '????-??-??' THEN ${field} || '${midnight}' ELSE ${field} END`
  if (before.type === 'TIMESTAMP' && after.type === 'DATE')
    return `CASE WHEN ${field} GLOB '????-??-??${midnight}' THEN substr(${field}, 1, 10) ELSE ${field} END`
  return field
}

/** Returns a column to copy if no old column remains, so that every row is kept. */
function standIn(table: Table): [target: string, source: string] {
  const column =
    table.columns.find(({ required, autoIncrement, generated }) => !generated && (autoIncrement || !required)) ??
    table.columns[0]!
  return [column.name, (column.autoIncrement ? undefined : defaultSql(column, table)) ?? 'NULL']
}

/** Returns the table name as stored by the server, without quotes. */
const plainName = (table: Table): string => serverName(table, platform)
