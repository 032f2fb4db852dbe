import {
  type CatalogCheck,
  type CatalogColumn,
  type CatalogForeignKey,
  type CatalogIndex,
  type CatalogView,
  dialects,
  isString,
  type PlainPartition,
  type Sequence,
  withoutParentheses,
} from 'orm-core/internal'
import type { Row } from '../../session/session.js'
import { action, byTable, type CatalogQuery, type CatalogReader, optional, runs } from '../catalog-reader.js'
import { readParts } from '../partitions.js'
import { tellOfLosses } from './losses.js'
import { callsFunction, withoutDatabase } from './view-texts.js'

// https://mariadb.com/kb/en/information-schema-tables/ and https://dev.mysql.com/doc/refman/8.4/en/information-schema.html

export const readMysql: CatalogReader = async ({ query, withOptions, withLosses, notice, sequence }) => {
  const own = (column: string) => `${column} = DATABASE()`
  const tables = await query(
    `SELECT t.TABLE_NAME AS name, TABLE_TYPE AS type, v.VIEW_DEFINITION AS definition, v.CHECK_OPTION AS checked,
       v.SECURITY_TYPE AS security, DATABASE() AS ownDatabase, ENGINE AS engine, TABLE_COMMENT AS comment, TABLE_COLLATION AS collation,
       CREATE_OPTIONS AS options, VERSION() AS version, @@lower_case_table_names AS folding,
       -- Not @@collation_database, which the statements that start a session may set.
       (SELECT DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE()) AS databaseCollation
     FROM information_schema.TABLES t LEFT JOIN information_schema.VIEWS v
       ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
     WHERE ${own('t.TABLE_SCHEMA')} ORDER BY t.TABLE_NAME`,
  )
  const allColumns = byTable(
    await query(
      `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name, COLUMN_TYPE AS type, IS_NULLABLE AS nullable,
         COLUMN_DEFAULT AS \`default\`, EXTRA AS extra, GENERATION_EXPRESSION AS expression, COLUMN_COMMENT AS comment, COLLATION_NAME AS collation
       FROM information_schema.COLUMNS WHERE ${own('TABLE_SCHEMA')} ORDER BY TABLE_NAME, ORDINAL_POSITION`,
    ),
  )
  const [server] = tables
  if (!server) return []
  // Omits the columns of system versioning.
  const columns = (table: unknown): readonly Row[] => allColumns(table).filter((column) => !isOfHistory(column))
  const isMariaDb = /mariadb/i.test(String(server.version))
  const srids = await readSrids(query, tables, allColumns, isMariaDb)
  const sequences = await readSequences(query, tables, notice)
  for (const each of sequences.values()) sequence?.(each)
  // Not sorted by name: the rows come in the order in which the indexes were created.
  const indexes = byTable(
    await query(
      // Only newer servers have a column that says whether an index is ignored, and each vendor names it differently.
      `SELECT s.*, TABLE_NAME AS \`table\`, INDEX_NAME AS name, NON_UNIQUE AS nonUnique, COLUMN_NAME AS \`column\`,
         SUB_PART AS size, INDEX_TYPE AS type, SEQ_IN_INDEX AS position, COLLATION AS direction
       FROM information_schema.STATISTICS s WHERE ${own('TABLE_SCHEMA')}`,
    ),
  )
  const constraints = await query(
    `SELECT k.TABLE_NAME AS \`table\`, k.CONSTRAINT_NAME AS name, k.COLUMN_NAME AS \`column\`,
         k.REFERENCED_TABLE_NAME AS foreignTable, k.REFERENCED_COLUMN_NAME AS foreignColumn,
         NULLIF(k.REFERENCED_TABLE_SCHEMA, DATABASE()) AS foreignSchema,
         r.DELETE_RULE AS onDelete, r.UPDATE_RULE AS onUpdate, k.ORDINAL_POSITION AS position, NULL AS clause
       FROM information_schema.KEY_COLUMN_USAGE k
       JOIN information_schema.REFERENTIAL_CONSTRAINTS r
         ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
       WHERE ${own('k.TABLE_SCHEMA')} AND k.REFERENCED_TABLE_NAME IS NOT NULL
       UNION ALL ${checksQuery(isMariaDb)}
       ORDER BY 1, 2, position`,
  )
  const isDivided = tables.some(({ options }) => /\bpartitioned\b/i.test(String(options)))
  const partitions = byTable(isDivided ? await query(partitionsQuery) : [])
  const foreignKeys = byTable(constraints.filter(({ clause }) => clause === null))
  const checks = constraints.filter(({ clause }) => clause !== null)
  const jsonChecks = isMariaDb ? checks.filter((check) => isOfJson(check, columns(check.table))) : []
  const json = new Set(jsonChecks.map(({ table, name }) => `${table}.${name}`))
  const checksOf = byTable(checks.filter((check) => !jsonChecks.includes(check)))
  if (withLosses) await tellOfLosses(query, tables, indexes, notice)
  const constants = await unreadableDefaults(query, tables, columns, isMariaDb)
  return tables
    .filter((table) => table.type !== 'SEQUENCE' && isTaken(table, notice))
    .map(({ name, type, engine, comment, collation, options, ...row }) => {
      const keys = runs(
        [...withoutHistory(indexes(name), allColumns(name), notice)].sort(
          (a, b) => Number(a.position) - Number(b.position),
        ),
        'name',
      )
      for (const key of keys) tellOfIndex(key, notice)
      const isPartitioned = /\bpartitioned\b/i.test(String(options))
      const partition = isPartitioned ? partitionOf(partitions(name), columns(name)) : undefined
      if (isPartitioned && !partition) notice(`${name}: the partitions are omitted`)
      for (const row of columns(name)) {
        if (/\binvisible\b/i.test(String(row.extra))) notice(`${name}.${row.name}: INVISIBLE is omitted`)
      }
      const primary = keys.filter(([{ name: key }]) => key === 'PRIMARY').flat()
      tellOfKey(String(name), primary, columns(name), notice)
      for (const option of withOptions ? [] : Object.keys(writtenOptions(options))) {
        notice(`${name}: the option ${option} is omitted ("orm.migrations.addVendorInfo: true" includes it)`)
      }
      return {
        name: String(name),
        ...(Number(row.folding) > 0 && { ignoresCase: true as const }),
        ...(partition && { partition }),
        ...(type === 'VIEW'
          ? { view: viewOf(row, String(name), columns(name).length > 0, notice) }
          : optional('comment', comment)),
        columns: columns(name).map((row) => {
          const id = `${name}.${row.name}`
          const plain = columnOf(row, isMariaDb, json.has(id))
          const column = withSequence(plain, String(server.ownDatabase), sequences)
          const differs = row.collation !== null && row.collation !== collation && !json.has(id)
          return {
            ...column,
            ...(srids.has(id) && { type: `${column.type} srid ${srids.get(id)}` }),
            ...constants.get(id),
            ...(differs && { options: { Charset: charsetOf(row.collation), Collation: String(row.collation) } }),
          }
        }),
        primaryKey: primary.some(isPrefix) ? [] : primary.map(({ column }) => String(column)),
        indexes: keys.filter(([{ name: key }]) => key !== 'PRIMARY').map((key) => indexOf(key, engine, isMariaDb)),
        checks: checksOf(name).map((row) =>
          checkOf(
            row,
            isMariaDb,
            keys.map(([{ name: key }]) => String(key)),
            notice,
          ),
        ),
        foreignKeys: runs(foreignKeys(name), 'name').map((rows) => foreignKeyOf(rows, isMariaDb)),
        ...(type !== 'VIEW' && {
          options: {
            ...tableOptions(engine, collation, server.databaseCollation),
            ...(withOptions && writtenOptions(options)),
          },
        }),
      }
    })
}

/** Returns the spatial reference ids of plain geometry columns. */
async function readSrids(
  query: CatalogQuery['query'],
  tables: readonly Row[],
  columns: (table: unknown) => readonly Row[],
  isMariaDb: boolean,
): Promise<ReadonlyMap<string, number>> {
  const isPlain = ({ type }: Row): boolean => String(type) === 'geometry'
  const ids = new Set(
    tables.flatMap(({ name }) =>
      columns(name)
        .filter(isPlain)
        .map((column) => `${name}.${column.name}`),
    ),
  )
  if (ids.size === 0) return new Map()
  const rows = await query(
    isMariaDb
      ? `SELECT G_TABLE_NAME AS \`table\`, G_GEOMETRY_COLUMN AS name, SRID AS srid FROM information_schema.GEOMETRY_COLUMNS
         WHERE F_TABLE_SCHEMA = DATABASE() AND SRID > 0`
      : `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name, SRS_ID AS srid FROM information_schema.ST_GEOMETRY_COLUMNS
         WHERE TABLE_SCHEMA = DATABASE() AND SRS_ID > 0`,
  )
  return new Map(
    rows.map(({ table, name, srid }) => [`${table}.${name}`, Number(srid)] as const).filter(([id]) => ids.has(id)),
  )
}

/** Returns sequences by name. A schema cannot express one that counts down, starts below 1 or depends on server variables. */
async function readSequences(
  query: CatalogQuery['query'],
  tables: readonly Row[],
  notice: Notice,
): Promise<ReadonlyMap<string, Sequence>> {
  const sequences = new Map<string, Sequence>()
  for (const { name } of tables.filter(({ type }) => type === 'SEQUENCE')) {
    const [row] = await query(`SELECT * FROM ${dialects.mysql.quote(String(name))}`)
    const [start, increment] = [Number(row?.start_value), Number(row?.increment)]
    if (!(start >= 1 && increment >= 1)) {
      notice(`${name}: the sequence is omitted`)
      continue
    }
    sequences.set(String(name), {
      name: String(name),
      ...(start !== 1 && { start }),
      ...(increment !== 1 && { increment }),
    })
    const options = [row?.minimum_value, row?.maximum_value, row?.cache_size, row?.cycle_option].map(String)
    if (options.join(' ') !== '1 9223372036854775806 1000 0') {
      const [least, most, cache, cycle] = options
      const text = `MINVALUE ${least} MAXVALUE ${most} CACHE ${cache}${cycle === '0' ? '' : ' CYCLE'}`
      notice(`${name}: the options of the sequence are omitted: ${text}`)
    }
  }
  return sequences
}

/** Replaces a `nextval` default, which the server writes with the database name, by its sequence. */
function withSequence(
  { default: written, ...column }: CatalogColumn,
  database: string,
  sequences: ReadonlyMap<string, Sequence>,
): CatalogColumn {
  const { quote } = dialects.mysql
  const sequence = [...sequences.keys()].find((name) => written === `nextval(${quote(database)}.${quote(name)})`)
  if (sequence !== undefined) return { ...column, sequence }
  return { ...column, ...(written !== undefined && { default: written }) }
}

const partitionsQuery = `SELECT TABLE_NAME AS \`table\`, PARTITION_NAME AS name, SUBPARTITION_NAME AS below, PARTITION_METHOD AS method,
    PARTITION_EXPRESSION AS expression, PARTITION_DESCRIPTION AS bound, PARTITION_COMMENT AS comment
  FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND PARTITION_NAME IS NOT NULL
  ORDER BY TABLE_NAME, PARTITION_ORDINAL_POSITION`

/** Returns partitions in the form of a schema, or undefined if a schema cannot express them. */
function partitionOf(rows: readonly Row[], columns: readonly Row[]): PlainPartition | undefined {
  const [first] = rows
  if (!first || rows.some(({ below, comment }) => below !== null || (comment ?? '') !== '')) return undefined
  const method = String(first.method)
  const names = String(first.expression)
    .split(',')
    .map((name) => /^`([^`]+)`$/.exec(name.trim())?.[1])
  const known = names.filter((name) => name !== undefined && columns.some((column) => column.name === name)) as string[]
  if (known.length < names.length) return undefined
  if (method === 'HASH' || method === 'KEY') {
    const isInteger =
      known.length === 1 && columns.some(({ name, type }) => name === known[0] && integer.test(String(type)))
    const isOwn = rows.every(({ name }, at) => name === `p${at}`) && (method === 'HASH') === isInteger
    return isOwn ? { by: 'hash', columns: known, count: rows.length, parts: [] } : undefined
  }
  if (method !== 'RANGE COLUMNS' && (method !== 'LIST COLUMNS' || known.length > 1)) return undefined
  const isList = method === 'LIST COLUMNS'
  const parts = readParts(
    rows.map(({ name, bound }, at) => ({
      name: String(name),
      ...(isList ? { values: String(bound) } : { to: String(bound) }),
      ...(!isList && at > 0 && { from: String(rows[at - 1]!.bound) }),
    })),
    dialects.mysql,
  )
  return parts && { by: isList ? 'list' : 'range', columns: known, parts }
}

const integer = /^(?:tiny|small|medium|big)?int\b/i

const charsetOf = (collation: unknown): string => String(collation).replace(/_.*$/, '')

/** Returns the engine, and the character set if it differs from that of the database, because foreign keys depend on it. */
const tableOptions = (engine: unknown, collation: unknown, own: unknown): Record<string, string> => ({
  Engine: String(engine),
  ...(collation !== null && collation !== own && { Charset: charsetOf(collation), Collate: String(collation) }),
})

/** Returns explicit options by vendor parameter name. */
function writtenOptions(options: unknown): Record<string, string> {
  const pairs = [...String(options ?? '').matchAll(/(\w+)=('[^']*'|\S+)/g)]
  return Object.fromEntries(
    pairs.flatMap(([, name = '', value = '']) => {
      const parameter = parameters[name.toLowerCase()]
      return parameter === undefined ? [] : [[parameter, value.replace(/^'(.*)'$/, '$1')]]
    }),
  )
}

const parameters: Readonly<Record<string, string>> = {
  avg_row_length: 'AvgRowLength',
  checksum: 'Checksum',
  delay_key_write: 'DelayKeyWrite',
  key_block_size: 'KeyBlockSize',
  max_rows: 'MaxRows',
  min_rows: 'MinRows',
  pack_keys: 'PackKeys',
  row_format: 'RowFormat',
}

/**
 * Returns the defaults that the catalog garbles: those of binary columns and, in MariaDB, characters outside of the basic plane.
 * DEFAULT() returns them for the row of an empty join. In MariaDB this also works for a NOT NULL column, if the row is one of a derived table.
 */
async function unreadableDefaults(
  query: (sql: string) => Promise<readonly Row[]>,
  tables: readonly Row[],
  columns: (table: unknown) => readonly Row[],
  isMariaDb: boolean,
): Promise<ReadonlyMap<string, Pick<CatalogColumn, 'default' | 'defaultIs'>>> {
  const found = new Map<string, Pick<CatalogColumn, 'default' | 'defaultIs'>>()
  const isBinary = ({ type }: Row): boolean => /^(?:var)?binary/.test(String(type))
  // MariaDB's catalog has a question mark for every character outside of the basic plane.
  const isUnclear = (row: Row): boolean =>
    isMariaDb && /^(?:(?:var)?char|\w*text)\b/.test(String(row.type)) && String(row.default).includes('?')
  const unreadable = tables
    .filter(({ type }) => type !== 'VIEW')
    .flatMap(({ name }) => columns(name).map((row) => ({ table: name, ...row })))
    .filter((row: Row) => (isBinary(row) || isUnclear(row)) && isConstant(row, isMariaDb))
  if (unreadable.length === 0) return found
  const quoted = (identifier: unknown) => `\`${String(identifier).replaceAll('`', '``')}\``
  const values = await query(
    unreadable
      .map((row: Row, index) => {
        const empty = `(SELECT 1 AS x) x LEFT JOIN ${quoted(row.table)} t ON 1 = 0`
        const from = isMariaDb ? `(SELECT t.${quoted(row.name)} FROM ${empty} LIMIT 1) t` : empty
        const value = `DEFAULT(t.${quoted(row.name)})`
        const bytes = isBinary(row) ? value : `CONVERT(${value} USING utf8mb4)`
        return `SELECT ${index} AS \`column\`, HEX(${bytes}) AS value FROM ${from}`
      })
      .join(' UNION ALL '),
  )
  for (const { column, value } of values) {
    if (typeof value !== 'string') continue
    const row: Row = unreadable[Number(column)]!
    found.set(
      `${row.table}.${row.name}`,
      isBinary(row)
        ? { default: `X'${value.toLowerCase()}'`, defaultIs: 'expression' }
        : { default: Buffer.from(value, 'hex').toString(), defaultIs: 'text' },
    )
  }
  return found
}

/** Returns whether the default is a value and not a function, whose result may change. */
const isConstant = (row: Row, isMariaDb: boolean): boolean =>
  isMariaDb
    ? isString(String(row.default), dialects.mysql.lexicon)
    : row.default !== null && !/default_generated/i.test(String(row.extra))

type Notice = (text: string) => void

function viewOf(row: Row, name: string, hasColumns: boolean, notice: Notice): CatalogView {
  const { definition, checked, security, ownDatabase } = row
  if (definition === null || definition === '')
    return { sql: '', obstacle: 'the user may not read its text (GRANT SHOW VIEW)' }
  const sql = withoutDatabase(String(definition), String(ownDatabase))
  if (!hasColumns) return { sql, obstacle: 'it reads a table, column or function that is not there' }
  if (checked !== 'NONE') notice(`${name}: WITH ${checked} CHECK OPTION is omitted`)
  if (security === 'INVOKER') notice(`${name}: SQL SECURITY INVOKER is omitted`)
  return { sql, ...(callsFunction(sql) && { callsFunction: true }) }
}

function isTaken({ name, type, engine, comment }: Row, notice: Notice): boolean {
  if (type === 'BASE TABLE' && engine === null) {
    // The server cannot open the table, and gives the reason as its comment.
    notice(`${name}: the table is omitted: ${comment}`)
    return false
  }
  if (type === 'BASE TABLE' || type === 'VIEW') return true
  if (type === 'SYSTEM VERSIONED') notice(`${name}: the history of its rows is omitted`)
  else notice(`${name}: the ${String(type).toLowerCase()} is omitted`)
  return type === 'SYSTEM VERSIONED'
}

/** Reports what a schema cannot express about an index. */
function tellOfIndex(rows: readonly [Row, ...Row[]], notice: Notice): void {
  const [{ table, name }] = rows
  const losses = [
    ...(name === 'PRIMARY' && rows.some(({ direction }) => direction === 'D') ? ['descending order'] : []),
    ...(rows[0].INDEX_COMMENT ? ['comment'] : []),
    ...(rows[0].IGNORED === 'YES' || rows[0].IS_VISIBLE === 'NO' ? ['option IGNORED'] : []),
  ]
  for (const loss of losses) notice(`${table}: the ${loss} of the index ${name} is omitted`)
}

const isPrefix = ({ size }: Row): boolean => size !== null

/** Reports what a schema cannot express about a primary key. */
function tellOfKey(table: string, key: readonly Row[], columns: readonly Row[], notice: Notice): void {
  const names = key.map(({ column }) => String(column))
  if (key.some(isPrefix)) notice(`${table}: the primary key covers a prefix of ${names.join(', ')} and is omitted`)
  const counting = columns.find(({ extra }) => /\bauto_increment\b/i.test(String(extra)))
  const position = counting ? names.indexOf(String(counting.name)) : 0
  if (position <= 0) return
  const order = [names[position], ...names.filter((_, index) => index !== position)]
  notice(`${table}: the primary key (${names.join(', ')}) becomes (${order.join(', ')})`)
}

/** Removes index columns of system versioning. */
function withoutHistory(rows: readonly Row[], columns: readonly Row[], notice: Notice): readonly Row[] {
  const gone = columns.filter(isOfHistory)
  if (gone.length === 0) return rows
  const isGone = ({ column }: Row): boolean => gone.some(({ name }) => name === column)
  const covering = new Set(rows.filter((row) => isGone(row) && row.name !== 'PRIMARY').map(({ name }) => name))
  for (const { table, name } of gone) notice(`${table}.${name} is omitted with the history of its rows`)
  for (const name of covering) notice(`${gone[0]!.table}: the index ${name} is omitted with the history of its rows`)
  return rows.filter((row) => !isGone(row) && !covering.has(row.name))
}

const isOfHistory = ({ expression }: Row): boolean => /^ROW (?:START|END)$/i.test(String(expression))

const isGenerated = ({ expression }: Row): boolean =>
  expression !== null && expression !== undefined && expression !== ''

/** Returns the query for check constraints by table. MySQL stores the table in another view. */
const checksQuery = (isMariaDb: boolean): string =>
  isMariaDb
    ? `SELECT TABLE_NAME, CONSTRAINT_NAME, LEVEL, NULL, NULL, NULL, NULL, NULL, 0, CHECK_CLAUSE
       FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()`
    : `SELECT t.TABLE_NAME, c.CONSTRAINT_NAME, NULL, NULL, NULL, NULL, NULL, NULL, 0, c.CHECK_CLAUSE
       FROM information_schema.CHECK_CONSTRAINTS c JOIN information_schema.TABLE_CONSTRAINTS t
         ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
       WHERE c.CONSTRAINT_SCHEMA = DATABASE()`

const jsonCheck = /^json_valid\(`((?:[^`]|``)+)`\)$/i

/**
 * Returns a check. A column check is named after its column, and an index of the table may have the same name, which a table
 * check must not.
 */
function checkOf(
  { table, name, column: level, clause }: Row,
  isMariaDb: boolean,
  keys: readonly string[],
  notice: Notice,
): CatalogCheck {
  const isTaken = keys.some((key) => key.toLowerCase() === String(name).toLowerCase())
  const own = isTaken ? `${name}_check` : String(name)
  if (isTaken) notice(`${table}: the check ${name} becomes ${own}, because an index has its name`)
  if (level === 'Column') notice(`${table}.${name}: its check becomes one of the table`)
  return { name: own, expression: writtenAs(clause, isMariaDb) }
}

/** Returns an expression. MySQL escapes it like the content of a string. */
function writtenAs(expression: unknown, isMariaDb: boolean): string {
  const text = isMariaDb ? String(expression) : String(expression).replace(/\\([\s\S])/g, '$1')
  return withoutParentheses(text, dialects.mysql.lexicon)
}

/**
 * Returns whether a check belongs to JSON, which MariaDB stores as a longtext with a fixed collation and an unnamed column
 * check.
 */
const isOfJson = ({ name, column: level, clause }: Row, columns: readonly Row[]): boolean =>
  level === 'Column' &&
  jsonCheck.exec(String(clause))?.[1]?.replaceAll('``', '`') === name &&
  columns.some((column) => column.name === name && column.type === 'longtext' && column.collation === 'utf8mb4_bin')

function columnOf(row: Row, isMariaDb: boolean, isJson: boolean): CatalogColumn {
  const extra = String(row.extra).toLowerCase()
  return {
    name: String(row.name),
    // MariaDB appends how the column is stored to its type.
    type: isJson ? 'json' : String(row.type).replace(/ \/\*M!\d+ COMPRESSED\*\/$/, ''),
    nullable: row.nullable === 'YES',
    autoIncrement: extra.includes('auto_increment'),
    ...(isGenerated(row) && {
      generated: { expression: writtenAs(row.expression, isMariaDb), stored: !extra.includes('virtual') },
    }),
    ...defaultOf(row, isMariaDb, extra),
    ...(extra.includes('on update current_timestamp') && { changesOnUpdate: true }),
    ...optional('comment', row.comment),
  }
}

/** Returns a default. MariaDB reports it as SQL, MySQL as text, with expressions marked in EXTRA. */
function defaultOf(row: Row, isMariaDb: boolean, extra: string): Pick<CatalogColumn, 'default' | 'defaultIs'> {
  if (row.default === null || row.default === undefined) return {}
  const written = String(row.default)
  if (!isMariaDb) return { default: written, defaultIs: extra.includes('default_generated') ? 'expression' : 'text' }
  if (written === 'NULL') return {}
  if (!isString(written, dialects.mysql.lexicon)) return { default: written }
  const literal = written
    .slice(1, -1)
    .replaceAll("''", "'")
    .replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character)
  return { default: literal, defaultIs: 'text' }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', Z: '\x1a' }

function indexOf(rows: readonly [Row, ...Row[]], engine: unknown, isMariaDb: boolean): CatalogIndex {
  const [{ name, nonUnique, type }] = rows
  const kind = String(type).toUpperCase()
  // Indexes of MEMORY tables are hashes by default.
  const isTree = engine === 'MEMORY' && kind === 'BTREE'
  return {
    name: String(name),
    unique: Number(nonUnique) === 0,
    columns: rows.map(({ column, size, direction, EXPRESSION: expression }) => ({
      ...(column === null ? { expression: writtenAs(expression, isMariaDb) } : { name: String(column) }),
      // A spatial index always has a prefix length, even if none was specified.
      ...(size !== null && kind !== 'SPATIAL' && { size: Number(size) }),
      ...(direction === 'D' && { order: 'desc' as const }),
    })),
    ...((kind === 'FULLTEXT' || kind === 'SPATIAL' || isTree) && { method: kind.toLowerCase() as 'fulltext' }),
  }
}

function foreignKeyOf(rows: readonly [Row, ...Row[]], isMariaDb: boolean): CatalogForeignKey {
  const [{ name, foreignTable, foreignSchema, onDelete, onUpdate }] = rows
  // Actions that each vendor reports for a foreign key without actions.
  const own = isMariaDb ? 'RESTRICT' : 'NO ACTION'
  return {
    name: String(name),
    columns: rows.map(({ column }) => String(column)),
    foreignTable: String(foreignTable),
    ...optional('foreignSchema', foreignSchema),
    foreignColumns: rows.map(({ foreignColumn }) => String(foreignColumn)),
    ...action('onDelete', onDelete, own),
    ...action('onUpdate', onUpdate, own),
  }
}
