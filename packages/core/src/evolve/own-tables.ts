import type { CatalogTable, Dialect, OwnTable } from '../dialects/index.js'
import type { Table } from '../model/index.js'

/** Returns the names, as in a snapshot, of the library's tables that some tables need. */
export const neededOwnTables = ({ ownTables = [] }: Pick<Dialect, 'ownTables'>, tables: readonly Table[]): string[] =>
  ownTables.filter((own) => tables.some((table) => own.isNeededBy(table))).flatMap(namesOf)

/** Returns the library's tables that a catalog contains, whichever version created them. */
export function presentOwnTables({ ownTables = [] }: Dialect, catalog: readonly CatalogTable[]): string[] {
  const known = new Set(
    catalog.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  )
  return ownTables.flatMap(namesOf).filter((name) => known.has(name))
}

/** The library's tables in a snapshot. */
export interface OwnTables {
  /**
   * The library's tables that the snapshot's tables need, by name, and as `table.column` the columns that older tables lack.
   * They are in no schema.
   */
  readonly ownTables: readonly string[]
  /**
   * Further tables and columns of the library that the database contained when the snapshot was created. A catalog does not
   * tell what needs them: it could be tables whose schema has no list yet, or another application. So no migration drops them.
   */
  readonly foundOwnTables: readonly string[]
}

const allOf = ({ ownTables, foundOwnTables }: OwnTables): string[] => [...ownTables, ...foundOwnTables]

/** Returns missing tables and columns; a table that is created already has all of its columns. */
export function missingOwnTables(before: OwnTables, after: OwnTables): string[] {
  const known = allOf(before)
  return allOf(after).filter((name) => {
    const [table = ''] = name.split('.')
    return !known.includes(name) && (name === table || known.includes(table))
  })
}

/** Returns the tables that are no longer needed. */
export function uselessOwnTables(before: OwnTables, after: OwnTables): string[] {
  const known = allOf(after)
  return before.ownTables.filter((name) => !name.includes('.') && !known.includes(name))
}

/** Divides the library's tables in a database snapshot by whether a schema or an older snapshot needs them. */
export const ownTablesNeededBy = (desired: readonly string[], snapshot: OwnTables): OwnTables => {
  const isNeeded = (name: string): boolean => desired.includes(name) || snapshot.ownTables.includes(name)
  const all = allOf(snapshot)
  return { ownTables: all.filter(isNeeded), foundOwnTables: all.filter((name) => !isNeeded(name)) }
}

export const ownTableDrops = ({ ownTables = [] }: Dialect, useless: readonly string[]): string[] =>
  ownTables.filter(({ name }) => useless.includes(name)).map(({ drop }) => drop)

export const ownTableStatements = ({ ownTables = [] }: Dialect, missing: readonly string[]): string[] =>
  ownTables.flatMap(({ name, create, laterColumns }) => [
    ...(missing.includes(name) ? [create] : []),
    ...Object.entries(laterColumns).flatMap(([column, add]) => (missing.includes(`${name}.${column}`) ? [add] : [])),
  ])

/** Describes what happened to a table or column of a snapshot. */
export const describeOwnTable = (name: string, ofTable: string, ofColumn: string): string => {
  const [table, column] = name.split('.')
  return column === undefined ? `table ${table} ${ofTable}` : `${table}: column ${column} ${ofColumn}`
}

const namesOf = ({ name, laterColumns }: OwnTable): string[] => [
  name,
  ...Object.keys(laterColumns).map((column) => `${name}.${column}`),
]
