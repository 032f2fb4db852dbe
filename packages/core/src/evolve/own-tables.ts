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

/** What is missing; a table that is made has all of its columns. */
export const missingOwnTables = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter((name) => {
    const [table = ''] = name.split('.')
    return !before.includes(name) && (name === table || before.includes(table))
  })

/** Tables that nothing needs any more. */
export const uselessOwnTables = (before: readonly string[], after: readonly string[]): string[] =>
  before.filter((name) => !name.includes('.') && !after.includes(name))

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
