import {
  type Column,
  characterTypes,
  clipped,
  columnReferences,
  type ForeignKey,
  foreignTableOf,
  type Index,
  isUnsigned,
  methodOf,
  numericTypes,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import {
  type AlterContext,
  type AlterPhases,
  type AlterRules,
  type AlterStatement,
  altersColumns,
  type ColumnChange,
  factsOf,
  generatedFact,
  indexFacts,
  isIn,
  type ListChange,
  losing,
  plainSql,
  type TableChange,
  type TextColumn,
  type Wait,
  type Waiting,
} from '../alter-rules.js'
import { addChecks, columnList, dropChecks } from '../clauses.js'
import type { SqlSettings } from '../dialect.js'
import type { Script } from '../script.js'
import {
  columnClause,
  createTable,
  defaultSql,
  foreignKeyClause,
  indexClause,
  partClause,
  partitionClause,
  partsOf,
  primaryKey,
  quote,
  sequenceStatements,
  tableName,
  updated,
} from './ddl.js'
import { lexicon } from './lexicon.js'
import { literal } from './literal.js'
import { optionOf, tableOptions } from './options.js'
import { reverse } from './reverse.js'
import { typeOf } from './types.js'

const demand = 'migration:diff --online demands LOCK=NONE, so that the statement fails where others would wait'

/** https://mariadb.com/kb/en/innodb-online-ddl-overview/ */
const waits: Readonly<Partial<Record<Waiting, Wait>>> = {
  'foreign key': {
    lock: 'LOCK=SHARED, writes wait while the table is copied and all rows are checked',
    instead:
      'migration:diff --online adds it without a check of the rows, and reads them afterwards while others write',
    online: true,
  },
  'NOT NULL': {
    lock: 'the server writes the whole table anew, and writes wait if sql_mode is not strict',
    instead: demand,
    online: true,
  },
  'primary key': {
    lock: 'the server writes the whole table and its indexes anew, and writes wait if no key takes its place',
    instead: demand,
    online: true,
  },
  engine: {
    lock: 'LOCK=SHARED, writes wait while the table is copied',
    instead: 'on a large table, copy the rows in portions to a new table and rename it',
  },
  option: { lock: 'the server writes the whole table anew', instead: demand, online: true },
}

export const alter: AlterRules = {
  sequences: sequenceStatements,
  columnFacts(column, table, settings) {
    const { vendor } = column
    const isPlace = column.srid !== undefined && column.type === 'GEOMETRY'
    const sign = `${isUnsigned(column) ? ' unsigned' : ''}${column.zerofill ? ' zerofill' : ''}${isPlace ? ` srid ${column.srid}` : ''}`
    const options = [vendor.get('Charset'), vendor.get('Collation') ?? vendor.get('Collate')]
    return factsOf({
      type: reverse.canonical(`${typeOf(column, settings)}${sign}`),
      default: [plainDefault(column, table, settings), updated(column)].filter(Boolean).join(' ') || undefined,
      required: (column.required && !column.generated) || column.primaryKey,
      autoIncrement: column.autoIncrement,
      generated: generatedFact(column, lexicon),
      options: options.some(Boolean) ? options.join(' ').toLowerCase() : undefined,
      comment: column.description || undefined,
    })
  },
  tableFacts(table, settings) {
    const facts = tableOptions(table, settings.mysql, literal).map((option) => {
      const [name = '', ...value] = option.split('=')
      return [name, value.join('=')] as const
    })
    return Object.fromEntries(
      facts.flatMap(([name, value]) => {
        // This option only sets the first number.
        if (name === 'AUTO_INCREMENT') return []
        if (name === 'COMMENT') return [['comment', value]]
        return name === settings.mysql.tableEngineKeyword ? [['ENGINE', value.toUpperCase()]] : [[name, value]]
      }),
    )
  },
  primaryKey: (table) => primaryKey(table).map(({ name }) => name),
  indexFacts(index) {
    const { method: _, ...plain } = index
    return `${indexFacts(plain, lexicon)} ${methodOf(index).replace('btree', '')}`
  },
  noAction: ['RESTRICT', 'NO ACTION'],
  nameless: [],
  renamesForeignKeys: false,
  // The server copies the table if "Columns participating in a foreign key are renamed".
  renamesKeyColumnsAlone: true,
  keepsGeneratedValues: true,
  disturbsKey: (change, columns) =>
    change.facts.has('ENGINE') ||
    altersColumns(change, columns, ['type', 'options']) ||
    (isConverted(change) && change.before.columns.some((column) => columns.includes(column.name) && !isNumber(column))),
  tableName,
  optionOf,
  costs: {
    enforcesTypes: true,
    limits: { secondDigits: 0, text: 65_535, timestampsEnd: true },
    rewrites: (from, to) => !isLongerText(from, to) && !isLongerList(from, to),
    waits,
    rewritesFor: (option) => option === 'ROW_FORMAT' || option === 'KEY_BLOCK_SIZE',
    fillsEachRow: (value) => value?.startsWith('(') ?? false,
  },
  misfits,
  dropTable: (table) => [`DROP TABLE ${tableName(table)}`],
  // Referenced tables may not exist yet, and tables that behaviors need are created once for all tables.
  createTable: (table, script) => createTable({ ...table, foreignKeys: [], behaviors: [] }, script),
  renameTable,
  dropForeignKey: (table, key) => [`ALTER TABLE ${tableName(table)} DROP FOREIGN KEY ${quote(key.name)}`],
  addForeignKey(table, key, { online }) {
    const add = `ALTER TABLE ${tableName(table)} ADD ${foreignKeyClause(table, key)}`
    return online ? [...unchecked([`${add}, ALGORITHM=INPLACE, LOCK=NONE`]), everyRowHasItsParent(table, key)] : [add]
  },
  alterTable,
  partsOf,
}

/** A server that ignores case, as on Windows, rejects a rename that changes only the case without a temporary name. */
function renameTable(before: Table, after: Table): string[] {
  const sameName = tableName(before).toLowerCase() === tableName(after).toLowerCase()
  const between = tableName({ ...after, name: `${[...after.name].slice(0, 12).join('')}__old` })
  const steps = sameName ? [tableName(before), between, tableName(after)] : [tableName(before), tableName(after)]
  const renames = steps.slice(1).map((to, position) => `${steps[position]} TO ${to}`)
  return [`RENAME TABLE ${renames.join(', ')}`]
}

/** Returns a query that fails with "Subquery returns more than 1 row" if a text does not fit the number type. */
function misfits({ table, field, isWhole, beyond }: TextColumn): string {
  const digits = isWhole ? '[0-9]+' : '([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?'
  const value = `CAST(${field} AS DECIMAL(65, 30))`
  const conditions = [
    `${field} NOT REGEXP '^[[:space:]]*[-+]?${digits}[[:space:]]*$'`,
    ...(beyond ? [`${value} <= ${beyond[0]}`, `${value} >= ${beyond[1]}`] : []),
  ]
  return `SELECT (SELECT 1 UNION ALL (SELECT 1 FROM ${table} WHERE ${conditions.join(' OR ')} LIMIT 1)) AS every_text_is_a_number`
}

/** Runs statements without checking rows against foreign keys. */
const unchecked = <T extends AlterStatement>(statements: readonly T[]): (string | T)[] => [
  'SET FOREIGN_KEY_CHECKS = 0',
  ...statements,
  'SET FOREIGN_KEY_CHECKS = 1',
]

/**
 * Checks the rows that existed before a foreign key was added without a check, while other sessions write. The query fails with
 * "Subquery returns more than 1 row" if one of them references a missing row.
 */
function everyRowHasItsParent(table: Table, key: ForeignKey): string {
  const references = columnReferences(key)
  const columns = (clause: (local: string, foreign: string) => string): string =>
    references.map(({ local, foreign }) => clause(`c.${quote(local)}`, `p.${quote(foreign)}`)).join(' AND ')
  const rows = `SELECT 1 FROM ${tableName(table)} c LEFT JOIN ${tableName(foreignTableOf(table, key))} p ON ${columns((local, foreign) => `${foreign} = ${local}`)} WHERE ${columns((local) => `${local} IS NOT NULL`)} AND p.${quote(references[0]!.foreign)} IS NULL LIMIT 1`
  return `SELECT (SELECT 1 UNION ALL (${rows})) AS every_row_has_its_parent`
}

/** Returns the default as the server stores it: rounded to the column's scale, and bytes without trailing zero bytes. */
function plainDefault(column: Column, table: Table, settings: SqlSettings): string | undefined {
  const value = plainSql(defaultSql(column, table, settings))
  const [, scale] = /^decimal\(\d+,(\d+)\)/.exec(reverse.canonical(typeOf(column, settings))) ?? []
  if (value === undefined) return undefined
  if (scale !== undefined && /^-?[\d.]+$/.test(value)) return plainSql(Number(value).toFixed(Number(scale)))
  return /^X'[0-9a-f]*'$/i.test(value) ? value.toUpperCase().replace(/^X'((?:[0-9A-F]{2})*?)(?:00)*'$/, "X'$1'") : value
}

/** Changes a table in a single statement, if names allow it, because the server only checks keys and columns at the end. */
function alterTable(change: TableChange, { online, before: script, after: { settings } }: AlterContext): AlterPhases {
  const first = firstRenames(change)
  const nameNow = (name: string): string => first.get(name) ?? name
  const { before, after, columns, addedColumns, droppedColumns, changesPrimaryKey } = change
  const [uniques, indexes] = [withoutTaken(change.uniques, change), withoutTaken(change.indexes, change)]
  const key = primaryKey(after)
  // A column that a generated column reads cannot change, so dropped generated columns go first, together with their indexes.
  const computed = droppedColumns.filter(({ generated }) => generated)
  const [earlyIndexes, lateIndexes] = [true, false].map((isEarly) =>
    [...uniques.dropped, ...indexes.dropped].filter(
      (index) => computed.some((column) => isIn(column, [index])) === isEarly,
    ),
  ) as [Index[], Index[]]
  const early = [
    ...earlyIndexes.map(({ name }) => `DROP INDEX ${quote(name)}`),
    ...computed.map(({ name }) => `DROP COLUMN ${quote(name)}`),
  ]
  const actions = [
    ...lateIndexes.map(({ name }) => `DROP INDEX ${quote(name)}`),
    ...(changesPrimaryKey && primaryKey(before).length > 0 ? ['DROP PRIMARY KEY'] : []),
    ...droppedColumns
      .filter((column) => !computed.includes(column))
      .map(({ name }) => `DROP COLUMN ${quote(nameNow(name))}`),
    ...columns
      .filter(
        ({ aspects, after: column }) => isAltered(aspects) || (isConverted(change) && hasCharset(column, settings)),
      )
      .filter((column) => isConverted(change) || !isOnlyNamed(column.aspects) || !first.has(column.before.name))
      .map((column) => `CHANGE ${quote(nameNow(column.before.name))} ${columnClause(column.after, after, settings)}`),
    ...addedColumns.map((column) => `ADD ${columnClause(column, after, settings)}${placeOf(column, after)}`),
    ...(changesPrimaryKey && key.length > 0 ? [`ADD PRIMARY KEY ${columnList(key, quote)}`] : []),
    ...[...uniques.renamed, ...indexes.renamed].map(
      ([old, now]) => `RENAME INDEX ${quote(old.name)} TO ${quote(now.name)}`,
    ),
    ...[...uniques.added, ...indexes.added].map((index) => `ADD ${indexClause(index)}`),
    ...charsetClauses(change, settings),
    ...[...change.facts].flatMap(([name, { after: value }]) => (isCharset(name) ? [] : [optionClause(name, value)])),
  ]
  const renames = [...first].map(([from, to]) => {
    const column = before.columns.find(({ name }) => name === from)!
    return `CHANGE ${quote(from)} ${columnClause({ ...column, name: to }, before, settings)}`
  })
  const demands = online ? ['ALGORITHM=INPLACE', 'LOCK=NONE'] : []
  const statement = (list: readonly string[]): string =>
    `ALTER TABLE ${tableName(after)}\n    ${[...list, ...demands].join(',\n    ')}`
  const lost = droppedColumns.filter((column) => !computed.includes(column))
  const altered = actions.length > 0 ? [losing(statement(actions), lost, quote)] : []
  // Checks cannot be renamed, and a column cannot be renamed while a check uses it.
  const { dropped, renamed, added } = change.checks
  return {
    dropIndexes: [
      ...partitionsBefore(change),
      ...dropChecks(tableName(before), [...dropped, ...renamed.map(([check]) => check)], quote),
      ...(early.length > 0 ? [`ALTER TABLE ${tableName(before)}\n    ${early.join(',\n    ')}`] : []),
    ],
    rename: [],
    change: [
      ...(renames.length > 0 ? [statement(renames)] : []),
      ...columns.flatMap((column) => withoutFilling(column, change, nameNow, settings)),
      ...columns.flatMap((column) => valuesAsText(column, change, nameNow, settings)),
      ...(altersKeyColumn(change, script) ? unchecked(altered) : altered),
    ],
    createIndexes: [
      ...addChecks(tableName(after), [...added, ...renamed.map(([, check]) => check)], quote),
      ...partitionsAfter(change, settings),
    ],
  }
}

/**
 * Returns whether partitions must be removed and added again: the server changes no partitioning column, and keeps it in all
 * keys.
 */
const isDividedAnew = ({ columns, before, after, changesPrimaryKey, partition }: TableChange): boolean =>
  before.partition !== undefined &&
  ((partition !== undefined &&
    (!partition.after || before.partition.columns.join() !== after.partition?.columns.join())) ||
    changesPrimaryKey ||
    columns.some(
      (column) =>
        before.partition?.columns.includes(column.before.name) &&
        (['type', 'name', 'options'] as const).some((aspect) => column.aspects.has(aspect)),
    ))

function partitionsBefore(change: TableChange): AlterStatement[] {
  const { before, partition } = change
  const table = `ALTER TABLE ${tableName(before)}`
  if (isDividedAnew(change)) return [`${table} REMOVE PARTITIONING`]
  if (!partition || partition.isOther || partition.dropped.length === 0) return []
  const names = partition.dropped.map(({ name }) => name)
  return [
    {
      text: `${table} DROP PARTITION ${names.map(quote).join(', ')}`,
      loses: names.map((name) => `the rows of partition ${quote(name)} of ${tableName(before)}`),
    },
  ]
}

function partitionsAfter(change: TableChange, settings: SqlSettings): string[] {
  const { after, partition } = change
  const table = `ALTER TABLE ${tableName(after)}`
  if (after.partition && (isDividedAnew(change) || partition?.isOther))
    return [`${table}\n${partitionClause(after, settings)}`]
  if (!partition || partition.isOther || partition.added.length === 0) return []
  return [`${table} ADD PARTITION (${partition.added.map(partClause).join(', ')})`]
}

/**
 * Removes the padding of a BINARY column that becomes shorter. The server rejects BINARY(30) values in BINARY(20), because it
 * does not cut off their zero bytes. Values that are really longer are kept, and are still rejected.
 */
function withoutFilling(
  column: ColumnChange,
  { before, after }: TableChange,
  nameNow: (name: string) => string,
  settings: SqlSettings,
): string[] {
  const [old, now] = [column.before, column.after].map((each) =>
    Number(/^binary\((\d+)\)$/.exec(reverse.canonical(typeOf(each, settings)))?.[1]),
  ) as [number, number]
  if (!(now < old)) return []
  const { sqlType, ...plain } = column.before
  const name = nameNow(column.before.name)
  const [table, field] = [tableName(after), quote(name)]
  const loose = columnClause({ ...plain, name, type: 'VARBINARY', size: old }, before, settings)
  return [
    `ALTER TABLE ${table}\n    CHANGE ${field} ${loose}`,
    `UPDATE ${table} SET ${field} = SUBSTRING(${field}, 1, ${now})${unchangedTimes(before, nameNow)} WHERE TRIM(TRAILING X'00' FROM SUBSTRING(${field}, ${now + 1})) = X''`,
  ]
}

/** Keeps the timestamps that every UPDATE would set, because a migration is not a change by the application. */
const unchangedTimes = ({ columns }: Table, nameNow: (name: string) => string): string =>
  columns
    .filter(({ changesOnUpdate }) => changesOnUpdate)
    .map(({ name }) => `, ${quote(nameNow(name))} = ${quote(nameNow(name))}`)
    .join('')

/**
 * Converts the numbers of an ENUM or SET to values or back, and renames values, in a text column. The server then reads the
 * strings as values of the new type.
 */
function valuesAsText(
  column: ColumnChange,
  { before, after }: TableChange,
  nameNow: (name: string) => string,
  settings: SqlSettings,
): string[] {
  const { before: old, after: now } = column
  const name = nameNow(old.name)
  const [table, field] = [tableName(after), quote(name)]
  const expression = textOfValues(column, field)
  if (expression === undefined) return []
  const { sqlType, default: _, ...plain } = old
  const lists = [...old.valueSet, ...now.valueSet].map((value) => [...value].length + 1)
  const size = /^SET/.test(old.type)
    ? lists.reduce((sum, length) => sum + length, 20)
    : Math.max(20, old.size ?? 0, ...lists)
  // Text types without a size can store any value.
  const isText = characterTypes.has(old.type) && !/^(?:VAR)?CHAR$/.test(old.type)
  const texts = columnClause({ ...plain, name, type: 'VARCHAR', size }, before, settings)
  return [
    ...(isText ? [] : [`ALTER TABLE ${table}\n    CHANGE ${field} ${texts}`]),
    `UPDATE ${table} SET ${field} = ${expression}${unchangedTimes(before, nameNow)}`,
  ]
}

/** Returns an expression for the new value as text; undefined if the server converts the column by itself. */
function textOfValues({ before: old, after: now, renamedValues }: ColumnChange, field: string): string | undefined {
  const cases = (pairs: readonly (readonly [from: string, to: string])[], other: string, text = field): string =>
    `CASE ${text} ${pairs.map(([from, to]) => `WHEN ${literal(from)} THEN ${literal(to)}`).join(' ')}${other} END`
  const chosen = (isIn: (value: string, bit: number) => string, values: readonly string[]): string =>
    `IF(${field} IS NULL, NULL, CONCAT_WS(',', ${values.map((value, bit) => `IF(${isIn(value, bit)}, ${literal(renamedValues.get(value) ?? value)}, NULL)`).join(', ')}))`
  const has = (value: string): string => `FIND_IN_SET(${literal(value)}, ${field})`
  const [from, to] = [old, now].map(({ type }) => (characterTypes.has(type) ? 'text' : type))
  switch (`${from} ${to}`) {
    case 'ENUM text':
    case 'ENUM ENUM_NATIVE':
      return cases(
        old.valueSet.map((value, position) => [String(position), value]),
        '',
      )
    // The server rejects strings that are not in the list.
    case 'text ENUM':
      return cases(
        now.valueSet.map((value, position) => [value, String(position)]),
        ` ELSE ${field}`,
        // Most collations take values such as e and é for equal.
        `CONVERT(${field} USING utf8mb4) COLLATE utf8mb4_bin`,
      )
    case 'ENUM_NATIVE ENUM':
      return cases(
        now.valueSet.map((value, position) => [value, String(position)]),
        '',
      )
    case 'SET SET_NATIVE':
      return chosen((_, bit) => `${field} & ${2n ** BigInt(bit)}`, old.valueSet)
    case 'SET_NATIVE SET':
      return `IF(${field} IS NULL, NULL, ${now.valueSet.map((value, bit) => `IF(${has(value)}, ${2 ** bit}, 0)`).join(' + ')})`
    case 'ENUM_NATIVE ENUM_NATIVE':
      return renamedValues.size > 0 ? cases([...renamedValues], ` ELSE ${field}`) : undefined
    case 'SET_NATIVE SET_NATIVE':
      return renamedValues.size > 0 ? chosen(has, old.valueSet) : undefined
    default:
      return undefined
  }
}

/** Returns whether values were only appended to a native type whose values still need the same number of bytes. */
const isLongerList = (from: string, to: string): boolean =>
  /^(?:enum|set)\(/.test(from) && to.startsWith(`${from.slice(0, -1)},`) && bytesOf(from) === bytesOf(to)

/** Returns the bytes that a value needs: ENUM stores a number, SET one bit per value. */
function bytesOf(type: string): number {
  const count = type.match(/'(?:[^']|'')*'/g)?.length ?? 0
  if (type.startsWith('enum')) return count < 256 ? 1 : 2
  return count > 32 ? 8 : Math.ceil(count / 8)
}

/**
 * Returns whether a longer VARCHAR keeps the size of its length prefix:
 * https://dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html
 */
function isLongerText(from: string, to: string): boolean {
  const [old, now] = [from, to].map((type) => Number(/^varchar\((\d+)\)$/.exec(type)?.[1]))
  return now! >= old! && old! >= 64 === now! >= 64
}

/**
 * Returns the columns to rename in a separate first statement, because a new column takes their name: in a single statement,
 * MariaDB would give their indexes to the new column. Dropped columns are renamed to make room.
 */
function firstRenames({ columns, addedColumns, droppedColumns }: TableChange): ReadonlyMap<string, string> {
  const names = new Map(
    columns.filter(({ aspects }) => aspects.has('name')).map((column) => [column.before.name, column.after.name]),
  )
  for (const { name } of droppedColumns.filter(({ generated }) => !generated))
    names.set(name, `${clipped(name, 55)}__dropped`)
  const first = new Map<string, string>()
  const open = addedColumns.map(({ name }) => name)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const to = names.get(name)
    if (to === undefined || first.has(name)) continue
    first.set(name, to)
    open.push(to)
  }
  return first
}

const isCharset = (option: string): boolean => option === 'CHARACTER SET' || option === 'COLLATE'

const isConverted = ({ facts }: TableChange): boolean => [...facts.keys()].some(isCharset)

/**
 * Writes the character set and collation. The default is the database's character set with its collation; a default collation
 * alone would belong to the table's current character set.
 */
function charsetClauses(change: TableChange, settings: SqlSettings): string[] {
  if (!isConverted(change)) return []
  const given = Object.entries(alter.tableFacts(change.after, settings)).filter(([name]) => isCharset(name))
  return given.length > 0 ? given.map(([name, value]) => optionClause(name, value)) : ['CHARACTER SET=DEFAULT']
}

const isNumber = ({ type, sqlType }: Column): boolean => numericTypes.has(type) && sqlType === undefined

/**
 * Returns whether a foreign key column becomes required or stops auto-incrementing. When the server copies the table, it treats
 * it as a different column, and rejects that while a foreign key uses the column.
 */
function altersKeyColumn(change: TableChange, { tables }: Script): boolean {
  const name = qualifiedName(change.before)
  const columns = tables.flatMap((table) =>
    table.foreignKeys.flatMap((key) =>
      columnReferences(key).flatMap(({ local, foreign }) => [
        ...(qualifiedName(table) === name ? [local] : []),
        ...(qualifiedName(foreignTableOf(table, key)) === name ? [foreign] : []),
      ]),
    ),
  )
  return altersColumns(change, columns, ['required', 'autoIncrement'])
}

const isOnlyNamed = (aspects: ReadonlySet<string>): boolean => aspects.size === 1 && aspects.has('name')

const isAltered = (aspects: ReadonlySet<string>): boolean => [...aspects].some((aspect) => aspect !== 'values')

/** Returns whether the column gets the character set of its table. */
const hasCharset = (column: Column, settings: SqlSettings): boolean =>
  /char|text|enum|set\(/i.test(typeOf(column, settings))

/** Recreates an index instead of renaming it if its new name is still taken by an index in the same statement. */
function withoutTaken({ added, dropped, renamed }: ListChange<Index>, change: TableChange): ListChange<Index> {
  const taken = new Set([...change.before.uniques, ...change.before.indexes].map(({ name }) => name.toLowerCase()))
  const clash = renamed.filter(([, now]) => taken.has(now.name.toLowerCase()))
  return {
    added: [...added, ...clash.map(([, now]) => now)],
    dropped: [...dropped, ...clash.map(([old]) => old)],
    renamed: renamed.filter((pair) => !clash.includes(pair)),
  }
}

/** Returns the position of a new column; empty for the last one. */
function placeOf(column: Column, { columns }: Table): string {
  const position = columns.indexOf(column)
  if (position === columns.length - 1) return ''
  return position === 0 ? ' FIRST' : ` AFTER ${quote(columns[position - 1]!.name)}`
}

const numbers = new Set(['AVG_ROW_LENGTH', 'CHECKSUM', 'DELAY_KEY_WRITE', 'KEY_BLOCK_SIZE', 'MAX_ROWS', 'MIN_ROWS'])
const words = new Set(['PACK_KEYS', 'ROW_FORMAT'])

/** Writes a table option. An option that was removed from the schema is reset to the server's default. */
function optionClause(name: string, value: string | undefined): string {
  const sql = name === 'comment' ? 'COMMENT' : name
  return `${sql}=${value ?? (numbers.has(name) ? '0' : words.has(name) ? 'DEFAULT' : "''")}`
}
