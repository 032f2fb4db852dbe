import { type Column, qualifiedName, type Table, TableCache } from '../model/index.js'

const columnMaps = new TableCache<ReadonlyMap<string, Column>>()

/** Returns the column with a name. The lookup costs the same however many columns the table has. */
export const columnOf = (table: Table, name: string): Column | undefined =>
  (columnMaps.get(table) ?? columnMaps.set(table, columnsByName(table))).get(name)

function columnsByName({ columns }: Table): ReadonlyMap<string, Column> {
  const map = new Map<string, Column>()
  // If two columns have the same name, the first one counts.
  for (const column of columns) if (!map.has(column.name)) map.set(column.name, column)
  return map
}

/** Returns the tables sorted by name: what is derived from several tables must not depend on the order of files and tables. */
export const byName = (tables: readonly Table[]): Table[] =>
  tables
    .map((table) => ({ table, name: qualifiedName(table) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ table }) => table)

/** Returns the tables whose name an earlier table has already, with that table. Names are compared without case. */
export function declaredAgain(tables: readonly Table[]): ReadonlyMap<Table, Table> {
  const again = new Map<Table, Table>()
  const firsts = new Map<string, Table>()
  for (const table of tables) {
    const name = qualifiedName(table).toLowerCase()
    const first = firsts.get(name)
    if (first) again.set(table, first)
    else firsts.set(name, table)
  }
  return again
}

/** Returns the names to suggest. They are collected only when something iterates over them. */
export const namesOf = <T>(list: readonly T[], nameOf: (item: T) => string): Iterable<string> => ({
  *[Symbol.iterator]() {
    for (const item of list) yield nameOf(item)
  },
})
