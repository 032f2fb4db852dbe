import type { CatalogColumn, CatalogForeignKey, CatalogIndex, CatalogTable } from 'orm-core/build'
import type { Row } from '../session.js'
import { action, type CatalogQuery, type CatalogReader, optional, runs, text } from './catalog-reader.js'

// https://www.sqlite.org/schematab.html and https://www.sqlite.org/pragma.html

export const readSqlite: CatalogReader = async (catalog) => {
  const types = catalog.withViews ? "'table', 'view'" : "'table'"
  const tables = await catalog.query(
    `SELECT name, type, sql FROM sqlite_master WHERE type IN (${types}) AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  )
  const result: CatalogTable[] = []
  for (const table of tables) result.push(await tableOf(table, catalog))
  return result.map((table) => ({ ...table, foreignKeys: table.foreignKeys.map((key) => withColumns(key, result)) }))
}

/** Without columns, the primary key of the other table is meant. */
function withColumns(key: CatalogForeignKey, tables: readonly CatalogTable[]): CatalogForeignKey {
  if (key.foreignColumns.length > 0) return key
  const target = tables.find(({ name, schema }) => name === key.foreignTable && schema === key.foreignSchema)
  return { ...key, foreignColumns: target?.primaryKey ?? [] }
}

const literal = (name: unknown): string => `'${String(name).replaceAll("'", "''")}'`

/** There are no schemas; the name of one is part of the table's. */
function split(fullName: string): { readonly schema?: string; readonly name: string } {
  const [schema, ...rest] = fullName.split('§')
  return rest.length === 0 ? { name: fullName } : { schema: schema!, name: rest.join('§') }
}

async function tableOf({ name: fullName, type, sql }: Row, { query, notice }: CatalogQuery): Promise<CatalogTable> {
  const statement = String(sql ?? '')
  const of = (pragma: string) => `SELECT * FROM pragma_${pragma}(${literal(fullName)})`
  const columns = await query(of('table_xinfo'))
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  const isNumbered = /\bAUTOINCREMENT\b/i.test(statement) && key.length === 1
  const foreignKeys = await query(`${of('foreign_key_list')} ORDER BY id DESC, seq`)
  const indexes: CatalogIndex[] = []
  // The list has the newest first.
  for (const index of [...(await query(of('index_list')))].reverse()) {
    const parts = await query(`SELECT * FROM pragma_index_info(${literal(index.name)})`)
    if (index.origin === 'pk') continue
    if (Number(index.partial) === 1 || parts.some(({ name }) => name === null)) {
      notice(`${fullName}: the index ${index.name} has a condition or an expression and is left out`)
      continue
    }
    indexes.push(indexOf(index, parts, statement))
  }
  return {
    ...split(String(fullName)),
    ...(type === 'view' && { isView: true }),
    columns: columns.filter(({ hidden }) => Number(hidden ?? 0) !== 1).map((row) => columnOf(row, isNumbered)),
    primaryKey: key.map(({ name }) => String(name)),
    indexes,
    foreignKeys: runs(foreignKeys, 'id').map(foreignKeyOf),
  }
}

function columnOf({ name, type, notnull, dflt_value, pk }: Row, isNumbered: boolean): CatalogColumn {
  const value = text(dflt_value)
  return {
    name: String(name),
    type: String(type),
    nullable: Number(notnull) === 0 && Number(pk) === 0,
    autoIncrement: isNumbered && Number(pk) > 0,
    ...(value !== undefined && { default: value }),
  }
}

function indexOf({ name, unique, origin }: Row, parts: readonly Row[], statement: string): CatalogIndex {
  const columns = parts.map((part) => ({ name: String(part.name) }))
  // The index behind a constraint has a name that nobody wrote; that of the constraint is only in the statement.
  const own =
    origin === 'u'
      ? constraintName(
          statement,
          columns.map((column) => column.name),
        )
      : String(name)
  return { ...optional('name', own), unique: Number(unique) === 1, columns }
}

function constraintName(statement: string, columns: readonly string[]): string | undefined {
  const constraint = /\bCONSTRAINT\s+(\[[^\]]+\]|"(?:[^"]|"")+"|`[^`]+`|\w+)\s+UNIQUE\s*\(([^)]*)\)/gi
  for (const [, name = '', list = ''] of statement.matchAll(constraint)) {
    if (list.split(',').map(bare).join() === columns.join()) return bare(name)
  }
  return undefined
}

const bare = (name: string): string =>
  name.trim().replace(/^\[(.*)\]$|^"(.*)"$|^`(.*)`$/, (_, a, b, c) => a ?? b?.replaceAll('""', '"') ?? c)

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
