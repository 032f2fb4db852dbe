import { type Column, qualifiedName, type Table } from '../model/index.js'

const columnMaps = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>()

/** A column by its name, at the same cost however many there are; for steps after which no column is added. */
export function columnOf({ columns }: Table, name: string): Column | undefined {
  let map = columnMaps.get(columns)
  if (!map) {
    const made = new Map<string, Column>()
    // The first of two columns of one name counts.
    for (const column of columns) if (!made.has(column.name)) made.set(column.name, column)
    map = made
    columnMaps.set(columns, map)
  }
  return map.get(name)
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
