import {
  type Column,
  characterTypes,
  columnReferences,
  hasConstraint,
  kindFacts,
  primaryKeyOf,
  serverName,
  type Table,
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
  // A writer locks the whole database, so that a change of a table blocks others no longer than any other write.
  costs: {
    enforcesTypes: false,
    limits: { secondDigits: 6 },
    rewrites: () => false,
    waits: {},
    fillsEachRow: () => false,
  },
  dropTable: (table) => [`DROP TABLE ${tableName(table)}`],
  createTable,
  renameTable: (before, after) => [`ALTER TABLE ${tableName(before)} RENAME TO ${tableName(after)}`],
  dropForeignKey: () => [],
  addForeignKey: () => [],
  alterTable,
  // With the checks on, dropping a table deletes its rows first, and foreign keys act on that.
  around: (statements) =>
    statements.some((text) => text.startsWith('DROP TABLE'))
      ? [['PRAGMA foreign_keys = OFF'], ['PRAGMA foreign_keys = ON']]
      : [[], []],
}

/** Words that mean the same to the server and to models, by the one that new tables have. */
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

/** Text in a column of bytes reads as bytes when it comes back. */
function plainDefault(column: Column, table: Table): string | undefined {
  const value = plainSql(defaultSql(column, table))
  const text = value !== undefined && /BLOB/i.test(typeOf(column)) ? unquoted(value) : undefined
  return text === undefined ? value : `X'${Buffer.from(text).toString('hex')}'`
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

/** What ALTER TABLE cannot do: https://www.sqlite.org/lang_altertable.html */
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

// Its indexes are gone by then; unique keys, foreign keys, checks and generated columns, which may be about it, are part of the table.
const canBeDropped = (column: Column, table: Table): boolean =>
  !column.primaryKey &&
  !isIn(column, table.uniques.filter(isConstraint)) &&
  table.checks.length === 0 &&
  !table.columns.some(({ generated }) => generated) &&
  !table.foreignKeys
    .filter(hasConstraint)
    .some((key) => columnReferences(key).some(({ local }) => local === column.name))

/**
 * Triggers, views, indexes and foreign keys of other tables follow a column that is renamed; so no table is made anew
 * before. A column that goes and whose name another one takes makes room first.
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
 * The table is made anew, filled and put in the place of the old one (https://www.sqlite.org/lang_altertable.html#otheralter).
 * The code that runs this checks foreign keys at the end, and makes those triggers and indexes again that were dropped
 * with the old table and are not in a schema.
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
    // Numbers that were given once are not given again.
    ...(isNumbered
      ? [
          `DELETE FROM sqlite_sequence WHERE name = ${newName}`,
          `INSERT INTO sqlite_sequence (name, seq) SELECT ${newName}, seq FROM sqlite_sequence WHERE name = ${oldName}`,
        ]
      : []),
    `DROP TABLE ${tableName(after)}`,
    // Views that read the table are not looked at while it is not there.
    'PRAGMA legacy_alter_table = ON',
    `ALTER TABLE ${tableName(made)} RENAME TO ${tableName(after)}`,
    'PRAGMA legacy_alter_table = OFF',
  ]
}

/** Numbers that stand for values become the values where the column becomes one of texts, and back. */
function sourceOf({ before, after }: ColumnChange): string {
  const field = quote(after.name)
  const cases = (pairs: readonly string[]): string => `CASE ${field} ${pairs.join(' ')} ELSE ${field} END`
  if (before.type === 'ENUM' && characterTypes.has(after.type))
    return cases(before.valueSet.map((value, position) => `WHEN ${position} THEN ${stringLiteral(value)}`))
  if (characterTypes.has(before.type) && after.type === 'ENUM')
    return cases(after.valueSet.map((value, position) => `WHEN ${stringLiteral(value)} THEN ${position}`))
  return field
}

/** A row keeps its place also where no column of it stays. */
function standIn(table: Table): [target: string, source: string] {
  const column =
    table.columns.find(({ required, autoIncrement, generated }) => !generated && (autoIncrement || !required)) ??
    table.columns[0]!
  return [column.name, (column.autoIncrement ? undefined : defaultSql(column, table)) ?? 'NULL']
}

/** The name as the server keeps it, without quotes. */
const plainName = (table: Table): string => serverName(table, platform)
