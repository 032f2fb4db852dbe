import {
  type CatalogTable,
  type Config,
  type Dialect,
  type Extension,
  placedTokens,
  type Sequence,
} from 'orm-core/internal'
import type { Row } from '../session/session.js'

export interface CatalogQuery {
  /** Runs a query on the catalog. */
  query(sql: string): Promise<readonly Row[]>
  /** `orm.migrations.addVendorInfo`: options of tables too. */
  readonly withOptions: boolean
  /** `orm.database.adapters`. */
  readonly settings: Config['adapters']
  /** Whether to look for what cannot be taken over, where that takes queries of its own. */
  readonly withLosses: boolean
  /** What cannot be taken over, one sentence each. */
  notice(text: string): void
  /** What the server has besides itself. */
  extension?(extension: Extension): void
  /** A sequence that belongs to no column, where a schema can have it. */
  sequence?(sequence: Sequence): void
}

/** Reads the tables of the database that a session is connected to. */
export type CatalogReader = (catalog: CatalogQuery) => Promise<CatalogTable[]>

/** Rows by the table that they belong to, in the order in which they came. */
export function byTable(rows: readonly Row[], column = 'table'): (table: unknown) => readonly Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = String(row[column])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return (table) => groups.get(String(table)) ?? []
}

/** Runs of rows that have the same value in a column. */
export function runs(rows: readonly Row[], column: string): (readonly [Row, ...Row[]])[] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = String(row[column])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

export const text = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value)

/** A member that is there only when it has a value. */
export const optional = <Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } => {
  const known = text(value)
  return known === undefined || known === '' ? {} : ({ [name]: known } as { [Key in Name]: string })
}

/** A referential action; absent for the one that the vendor takes by itself. */
export const action = <Name extends string>(
  name: Name,
  value: unknown,
  own: string,
): { readonly [Key in Name]?: string } =>
  String(value ?? own)
    .toUpperCase()
    .replaceAll('_', ' ') === own
    ? {}
    : optional(name, String(value).toUpperCase().replaceAll('_', ' '))

/** The query of a statement that makes a view. Where it names the columns, they are those of a query around it. */
export function queryOfView(statement: string, { lexicon, quote }: Dialect): string {
  const tokens = placedTokens(statement, lexicon)
  let depth = 0
  const at = tokens.findIndex(({ text: token }) => {
    if (token === '(') depth++
    if (token === ')') depth--
    return depth === 0 && /^AS$/i.test(token)
  })
  const query = statement.slice(tokens[at]?.end).trim()
  const [opening, closing] = ['(', ')'].map((bracket) => tokens.findIndex(({ text: token }) => token === bracket))
  if (opening! < 0 || opening! > at) return query
  const columns = statement.slice(tokens[opening!]!.start, tokens[closing!]!.end)
  const name = quote('columns')
  return `WITH ${name} ${columns} AS (\n${query.replace(/;\s*$/, '')}\n) SELECT * FROM ${name}`
}

export const triggerLeftOut = (table: unknown, name: unknown): string => `${table}: the trigger ${name} is omitted`
