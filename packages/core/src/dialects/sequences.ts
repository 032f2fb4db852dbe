import type { Table } from '../model/index.js'

/** The sequence that a table has to create: tables can share one that they name, and the first of them makes it. */
export function ownedSequence(
  table: Table,
  tables: readonly Table[],
  nameOf: (table: Table) => string | undefined,
): string | undefined {
  const name = nameOf(table)
  return name !== undefined && tables.find((other) => nameOf(other) === name) === table ? name : undefined
}
