import { asciiLower, type Relation, type Table } from '../model/index.js'

/** Finds a relation by its name, ignoring case and underscores, or by its table if only one relation leads there. */
export function relationNamed(table: Table, name: string): Relation | undefined {
  const wanted = comparable(name)
  const own = table.relations.filter(({ isLocal }) => isLocal)
  const byName = own.find((relation) => comparable(relation.name) === wanted)
  const byTable = own.filter((relation) => comparable(relation.table.commonName) === wanted)
  return byName ?? (byTable.length === 1 ? byTable[0] : undefined)
}

const comparable = (name: string): string => asciiLower(name).replaceAll('_', '')

/** Sorts tables after those that their foreign keys refer to. Within a cycle, the file order is kept. */
export function tablesInOrder(tables: readonly Table[]): Table[] {
  const ordered = new Set<Table>()
  const begun = new Set<Table>()
  const visit = (table: Table): void => {
    if (begun.has(table)) return
    begun.add(table)
    for (const { isLocal, table: other } of table.relations) if (isLocal) visit(other)
    ordered.add(table)
  }
  for (const table of tables) visit(table)
  return [...ordered].filter((table) => tables.includes(table))
}
