import type { CatalogTable, Config } from 'orm-core/internal'
import type { Row } from '../session/session.js'

export interface CatalogQuery {
  /** Runs a query on the catalog. */
  query(sql: string): Promise<readonly Row[]>
  readonly withViews: boolean
  /** `orm.migrations.addVendorInfo`: options of tables too. */
  readonly withOptions: boolean
  /** `orm.database.adapters`. */
  readonly settings: Config['adapters']
  /** Whether to look for what cannot be taken over, where that takes queries of its own. */
  readonly withLosses: boolean
  /** What cannot be taken over, one sentence each. */
  notice(text: string): void
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

export const viewLeftOut = 'the view is omitted (--with-views includes it as a read-only table)'

export const triggerLeftOut = (table: unknown, name: unknown): string => `${table}: the trigger ${name} is omitted`
