import { asciiLower, type Relation, type Table } from '../model/index.js'

/** Names of a relation: its own in any case, with or without underscores, and the table where only one leads there. */
export function relationNamed(table: Table, name: string): Relation | undefined {
  const wanted = comparable(name)
  const own = table.relations.filter(({ isLocal }) => isLocal)
  const byName = own.find((relation) => comparable(relation.name) === wanted)
  const byTable = own.filter((relation) => comparable(relation.table.commonName) === wanted)
  return byName ?? (byTable.length === 1 ? byTable[0] : undefined)
}

const comparable = (name: string): string => asciiLower(name).replaceAll('_', '')

/** Tables after those that their foreign keys lead to; where these lead in a circle, as the files have them. */
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
