import type { CatalogTable, Dialect, OwnTable } from '../dialects/index.js'
import type { Table } from '../model/index.js'

/** Tables of the library that some tables need: names as a snapshot has them. */
export const neededOwnTables = ({ ownTables = [] }: Pick<Dialect, 'ownTables'>, tables: readonly Table[]): string[] =>
  ownTables.filter((own) => tables.some((table) => own.isNeededBy(table))).flatMap(namesOf)

/** Tables of the library that a catalog has, as they were made by whatever version. */
export function presentOwnTables({ ownTables = [] }: Dialect, catalog: readonly CatalogTable[]): string[] {
  const known = new Set(
    catalog.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${name}.${column.name}`)]),
  )
  return ownTables.flatMap(namesOf).filter((name) => known.has(name))
}

/** The tables of the library in a snapshot. */
export interface OwnTables {
  /** Those that its tables need, by name, and as `table.column` what older ones lack; no schema has them. */
  readonly ownTables: readonly string[]
  /**
   * More of them that the database had when the snapshot was made of it, in the same words. A catalog does not tell what needs
   * them: tables whose schema has no list yet, or another application. So no migration drops them.
   */
  readonly foundOwnTables: readonly string[]
}

const allOf = ({ ownTables, foundOwnTables }: OwnTables): string[] => [...ownTables, ...foundOwnTables]

/** What is missing; a table that is made has all of its columns. */
export function missingOwnTables(before: OwnTables, after: OwnTables): string[] {
  const known = allOf(before)
  return allOf(after).filter((name) => {
    const [table = ''] = name.split('.')
    return !known.includes(name) && (name === table || known.includes(table))
  })
}

/** Tables that nothing needs any more. */
export function uselessOwnTables(before: OwnTables, after: OwnTables): string[] {
  const known = allOf(after)
  return before.ownTables.filter((name) => !name.includes('.') && !known.includes(name))
}

/** The tables of the library in a snapshot of a database, divided by what a schema or an older snapshot needs. */
export const ownTablesNeededBy = (wanted: readonly string[], snapshot: OwnTables): OwnTables => {
  const isNeeded = (name: string): boolean => wanted.includes(name) || snapshot.ownTables.includes(name)
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

/** A name of a snapshot as a person would say it, with what became of it. */
export const describeOwnTable = (name: string, ofTable: string, ofColumn: string): string => {
  const [table, column] = name.split('.')
  return column === undefined ? `table ${table} ${ofTable}` : `${table}: column ${column} ${ofColumn}`
}

const namesOf = ({ name, laterColumns }: OwnTable): string[] => [
  name,
  ...Object.keys(laterColumns).map((column) => `${name}.${column}`),
]
