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
  /** Whether to read table options too, as set by `orm.migrations.addVendorInfo`. */
  readonly withOptions: boolean
  /** Settings of `orm.database.adapters`. */
  readonly settings: Config['adapters']
  /** Whether to look for features that a schema cannot express, where that needs additional queries. */
  readonly withLosses: boolean
  /** Reports a feature that a schema cannot express, in one sentence. */
  notice(text: string): void
  /** Reports an extension of the server. */
  extension?(extension: Extension): void
  /** Reports a sequence that belongs to no column, if a schema can express it. */
  sequence?(sequence: Sequence): void
}

/** Reads the tables of the database that a session is connected to. */
export type CatalogReader = (catalog: CatalogQuery) => Promise<CatalogTable[]>

/** Groups rows by table, in their original order. */
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

/** Groups rows that have the same value in a column. */
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

/** Returns an object with a member, or an empty object if the value is empty. */
export const optional = <Name extends string>(name: Name, value: unknown): { readonly [Key in Name]?: string } => {
  const known = text(value)
  return known === undefined || known === '' ? {} : ({ [name]: known } as { [Key in Name]: string })
}

/** Returns a referential action, or an empty object for the default action of the database. */
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

/**
 * Returns the query of a CREATE VIEW statement. If the statement names the columns, the query is wrapped in one with these
 * names.
 */
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
