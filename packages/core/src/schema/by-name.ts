import { type Column, qualifiedName, type Table, TableCache } from '../model/index.js'

const columnMaps = new TableCache<ReadonlyMap<string, Column>>()

/** A column by its name, at the same cost however many there are. */
export const columnOf = (table: Table, name: string): Column | undefined =>
  (columnMaps.get(table) ?? columnMaps.set(table, columnsByName(table))).get(name)

function columnsByName({ columns }: Table): ReadonlyMap<string, Column> {
  const map = new Map<string, Column>()
  // The first of two columns of one name counts.
  for (const column of columns) if (!map.has(column.name)) map.set(column.name, column)
  return map
}

/** Tables by name: what is derived from several tables must not depend on the order of files and tables. */
export const byName = (tables: readonly Table[]): Table[] =>
  tables
    .map((table) => ({ table, name: qualifiedName(table) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ table }) => table)

/** Names to suggest, listed only if somebody asks. */
export const namesOf = <T>(list: readonly T[], nameOf: (item: T) => string): Iterable<string> => ({
  *[Symbol.iterator]() {
    for (const item of list) yield nameOf(item)
  },
})
