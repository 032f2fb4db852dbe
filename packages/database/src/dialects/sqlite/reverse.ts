import {
  type CatalogColumn,
  type CatalogForeignKey,
  type CatalogIndex,
  type CatalogIndexColumn,
  type CatalogTable,
  dialects,
  placedTokens,
  withoutParentheses,
} from 'orm-core/internal'
import { problemOf } from '../../session/database-error.js'
import { literal } from '../../session/literal.js'
import type { Row } from '../../session/session.js'
import {
  action,
  byTable,
  type CatalogQuery,
  type CatalogReader,
  optional,
  queryOfView,
  runs,
  text,
  triggerLeftOut,
} from '../catalog-reader.js'
import { readTableStatement, type TableStatement, withoutComments } from './table-statement.js'

// https://www.sqlite.org/schematab.html and https://www.sqlite.org/pragma.html

export const readSqlite: CatalogReader = async (catalog) => {
  const rows = await catalog.query(
    `SELECT m.name, m.type, m.sql, l.type AS kind, l.strict, l.wr AS withoutRowid FROM sqlite_master m LEFT JOIN pragma_table_list l
       ON l.name = m.name AND l.schema = 'main'
     WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY m.name`,
  )
  if (catalog.withLosses) {
    const triggers = await catalog.query(
      "SELECT tbl_name AS 'table', name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1, 2",
    )
    for (const { table, name } of triggers) catalog.notice(triggerLeftOut(table, name))
  }
  const parts = await readParts(catalog, rows)
  const result = rows.filter((table) => isTaken(table, catalog)).map((table) => tableOf(table, parts, catalog.notice))
  return result.map((table) => ({
    ...table,
    foreignKeys: table.foreignKeys.flatMap((key) => withRealNames(key, table, result, catalog)),
  }))
}

function isTaken({ name, kind }: Row, { notice }: CatalogQuery): boolean {
  if (kind === 'virtual') notice(`${name}: the virtual table is omitted`)
  return kind !== 'shadow' && kind !== 'virtual'
}

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Returns a foreign key with the real names, which are case-insensitive. Without columns, it refers to the primary key. */
function withRealNames(
  key: CatalogForeignKey,
  table: CatalogTable,
  tables: readonly CatalogTable[],
  { notice }: CatalogQuery,
): CatalogForeignKey[] {
  const target = tables.find(
    ({ name, schema }) => isSameName(name, key.foreignTable) && (schema ?? '') === (key.foreignSchema ?? ''),
  )
  if (!target) return [key]
  const real = (name: string, { columns }: CatalogTable): string =>
    columns.find((column) => isSameName(column.name, name))?.name ?? name
  const foreign = key.foreignColumns.length > 0 ? key.foreignColumns : target.primaryKey
  if (foreign.length !== key.columns.length) {
    notice(
      `${table.name}: the foreign key on ${key.columns.join(', ')} is omitted, because ${target.name} has no such key`,
    )
    return []
  }
  return [
    {
      ...key,
      foreignTable: target.name,
      columns: key.columns.map((name) => real(name, table)),
      foreignColumns: foreign.map((name) => real(name, target)),
    },
  ]
}

/** Splits the SQL schema from a table name. SQLite has no schemas, so it is a prefix of the name. */
function split(fullName: string): { readonly schema?: string; readonly name: string } {
  const [schema, ...rest] = fullName.split('§')
  return rest.length === 0 ? { name: fullName } : { schema: schema!, name: rest.join('§') }
}

/** Functions that return the rows of a table. */
interface Parts {
  /** Views that cannot be read, with the reason. */
  readonly stale: ReadonlyMap<string, string>
  readonly columns: (table: unknown) => readonly Row[]
  readonly foreignKeys: (table: unknown) => readonly Row[]
  /** Returns one row per index column. Older indexes come first. */
  readonly indexes: (table: unknown) => readonly Row[]
}

async function readParts({ query }: CatalogQuery, rows: readonly Row[]): Promise<Parts> {
  const readPragma = (pragma: string, order: string) =>
    query(
      `SELECT m.name AS ownTable, p.* FROM sqlite_master m JOIN pragma_${pragma}(m.name) p
       WHERE m.type = 'table' ORDER BY ${order}`,
    )
  // Views are read one by one, because reading a view that refers to a missing object fails.
  const columns = [...(await readPragma('table_xinfo', 'm.name, p.cid'))]
  const stale = new Map<string, string>()
  for (const { name } of rows.filter(({ type }) => type === 'view')) {
    const view = literal(String(name))
    try {
      columns.push(...(await query(`SELECT ${view} AS ownTable, p.* FROM pragma_table_xinfo(${view}) p`)))
    } catch (error) {
      stale.set(String(name), problemOf(error).text)
    }
  }
  return {
    stale,
    columns: byTable(columns, 'ownTable'),
    foreignKeys: byTable(await readPragma('foreign_key_list', 'm.name, p.id DESC, p.seq'), 'ownTable'),
    indexes: byTable(
      await query(
        `SELECT m.name AS ownTable, l.seq AS number, l.name AS "index", l."unique", l.origin, i.cid, i.name, i."desc", i.coll, s.sql
         FROM sqlite_master m JOIN pragma_index_list(m.name) l JOIN pragma_index_xinfo(l.name) i
           LEFT JOIN sqlite_master s ON s.type = 'index' AND s.name = l.name
         WHERE m.type = 'table' AND i.key = 1 ORDER BY m.name, l.seq DESC, i.seqno`,
      ),
      'ownTable',
    ),
  }
}

function tableOf(row: Row, parts: Parts, notice: (text: string) => void): CatalogTable {
  const { name: fullName, type, sql } = row
  const statement = String(sql ?? '')
  const columns = parts.columns(fullName)
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  const read = type === 'table' ? readTableStatement(statement) : undefined
  const isNumbered = read?.isNumbered === true && key.length === 1
  const foreignKeys = parts.foreignKeys(fullName)
  for (const loss of read?.losses ?? []) notice(`${fullName}${loss}`)
  if (read && Number(row.withoutRowid) !== 1) tellOfKey(String(fullName), key, notice)
  const indexes: CatalogIndex[] = []
  for (const index of runs(parts.indexes(fullName), 'number')) {
    const [{ origin }] = index
    if (origin === 'pk') continue
    const key = origin === 'c' ? createdIndex(index, columns) : constraintOf(index, read?.uniques ?? [])
    if (origin === 'u' && key.columns.some(({ order, collate }) => order ?? collate)) {
      notice(`${fullName}: the unique constraint on ${namesOf(key.columns)} becomes an index`)
    }
    indexes.push(key)
  }
  return {
    ...split(String(fullName)),
    ...kindsOf(row),
    ...(type === 'view' && {
      view: {
        sql: queryOfView(statement, dialects.sqlite),
        ...optional('obstacle', parts.stale.get(String(fullName))),
      },
    }),
    columns: columns
      .filter(({ hidden }) => Number(hidden ?? 0) !== 1)
      .map((row) => columnOf(row, isNumbered, read?.expressions)),
    primaryKey: key.map(({ name }) => String(name)),
    indexes,
    checks: read?.checks ?? [],
    foreignKeys: runs(foreignKeys, 'id').map((rows, at) => ({ ...foreignKeyOf(rows), ...read?.deferrals[at] })),
  }
}

function kindsOf({ type, strict, withoutRowid }: Row): Pick<CatalogTable, 'kinds'> {
  const kinds = [
    ...(Number(strict) === 1 ? (['strict'] as const) : []),
    ...(Number(withoutRowid) === 1 ? (['withoutRowid'] as const) : []),
  ]
  return type === 'table' && kinds.length > 0 ? { kinds } : {}
}

/**
 * Reports nullable key columns. SQLite allows NULL in a primary key, except in an INTEGER PRIMARY KEY or a table WITHOUT ROWID.
 */
function tellOfKey(table: string, key: readonly Row[], notice: (text: string) => void): void {
  const isRowid = key.length === 1 && /^integer$/i.test(String(key[0]?.type))
  if (isRowid) return
  for (const { name, notnull } of key) {
    if (Number(notnull) === 0) notice(`${table}.${name}: it becomes NOT NULL, as all columns of primary keys`)
  }
}

/** Returns the index of the closing parenthesis that matches an opening one. */
function closingOf(tokens: readonly string[], opening: number): number {
  let depth = 0
  return tokens.findIndex((token, index) => {
    if (index < opening) return false
    if (token === '(') depth++
    if (token === ')') depth--
    return depth === 0
  })
}

function columnOf(
  { name, type, notnull, dflt_value, pk, hidden }: Row,
  isNumbered: boolean,
  expressions: ReadonlyMap<string, string> | undefined,
): CatalogColumn {
  const written = text(dflt_value)
  const value = written === undefined ? undefined : withoutComments(written)
  const expression = Number(hidden) > 1 ? expressions?.get(String(name).toLowerCase()) : undefined
  return {
    name: String(name),
    type: String(type).replace(/\s*GENERATED ALWAYS$/i, ''),
    nullable: Number(notnull) === 0 && Number(pk) === 0,
    autoIncrement: isNumbered && Number(pk) > 0,
    ...(expression !== undefined && { generated: { expression, stored: Number(hidden) === 3 } }),
    ...(value !== undefined && { default: value }),
  }
}

const plain = (expression: string): string => withoutParentheses(withoutComments(expression), dialects.sqlite.lexicon)

const namesOf = (columns: readonly CatalogIndexColumn[]): string => columns.map(({ name }) => name).join(', ')

/** Returns the index of a constraint. Its own name is generated, and the name of the constraint appears only in the statement. */
function constraintOf(parts: readonly [Row, ...Row[]], uniques: TableStatement['uniques']): CatalogIndex {
  const columns = parts.map((part) => ({ name: String(part.name), ...orderOf(part) }))
  const list = columns.map(({ name }) => name.toLowerCase()).join('\0')
  const known = uniques.find((unique) => unique.columns.join('\0').toLowerCase() === list)
  return { ...optional('name', known?.name), unique: true, columns }
}

/** Returns an index of CREATE INDEX. Its statement contains what the catalog lacks. */
function createdIndex(rows: readonly [Row, ...Row[]], columns: readonly Row[]): CatalogIndex {
  const [{ index: name, unique, sql }] = rows
  const { parts, where } = readIndex(String(sql ?? ''))
  // In an index, the catalog shows an INTEGER PRIMARY KEY as the rowid.
  const key = columns.find(({ pk }) => Number(pk) === 1)?.name
  return {
    name: String(name),
    unique: Number(unique) === 1,
    columns: rows.map((row, at): CatalogIndexColumn => {
      const column = text(row.name) ?? (Number(row.cid) === -1 ? text(key) : undefined)
      return { ...(column === undefined ? { expression: plain(parts[at] ?? '') } : { name: column }), ...orderOf(row) }
    }),
    ...(where !== undefined && { where }),
    ...(Number(unique) === 1 && { method: 'btree' }),
  }
}

const orderOf = ({ desc, coll }: Row): Pick<CatalogIndexColumn, 'order' | 'collate'> => ({
  ...(Number(desc) === 1 && { order: 'desc' }),
  ...(!/^BINARY$/i.test(String(coll)) && { collate: String(coll) }),
})

/** Returns the parts of an index without order and collation, and its condition. */
function readIndex(statement: string): { readonly parts: readonly string[]; readonly where?: string } {
  const tokens = placedTokens(statement, dialects.sqlite.lexicon)
  const texts = tokens.map(({ text: each }) => each)
  const opening = texts.indexOf('(')
  const closing = closingOf(texts, opening)
  if (opening < 0 || closing < 0) return { parts: [] }
  const between = (first: number, last: number): string =>
    first > last ? '' : statement.slice(tokens[first]!.start, tokens[last]!.end)
  const parts: string[] = []
  let [depth, start] = [0, opening + 1]
  for (let at = opening; at <= closing; at++) {
    if (depth === 1 && (texts[at] === ',' || at === closing)) {
      let last = at - 1
      if (/^(?:ASC|DESC)$/i.test(texts[last]!)) last--
      if (/^COLLATE$/i.test(texts[last - 1] ?? '')) last -= 2
      parts.push(between(start, last))
      start = at + 1
    }
    if (texts[at] === '(') depth++
    if (texts[at] === ')') depth--
  }
  const isPartial = /^WHERE$/i.test(texts[closing + 1] ?? '')
  return { parts, ...(isPartial && { where: plain(between(closing + 2, texts.length - 1)) }) }
}

function foreignKeyOf(rows: readonly [Row, ...Row[]]): CatalogForeignKey {
  const [{ table, on_delete, on_update }] = rows
  const { schema: foreignSchema, name: foreignTable } = split(String(table))
  return {
    columns: rows.map(({ from }) => String(from)),
    foreignTable,
    ...(foreignSchema !== undefined && { foreignSchema }),
    foreignColumns: rows.flatMap(({ to }) => text(to) ?? []),
    ...action('onDelete', on_delete, 'NO ACTION'),
    ...action('onUpdate', on_update, 'NO ACTION'),
  }
}
