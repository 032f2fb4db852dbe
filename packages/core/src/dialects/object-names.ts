import { createHash } from 'node:crypto'
import type { Table } from '../model/index.js'

/** A table's name with a suffix; where that is too long, the table's part is shortened (schema-reference §5.6). */
export function suffixedName(table: string, suffix: string, maximum: number): string {
  const name = table + suffix
  if (characters(name) <= maximum) return name
  const digits = createHash('md5').update(table).digest('hex').slice(0, 4)
  const start = [...table].slice(0, maximum - characters(suffix) - 5).join('')
  return `${start}_${digits}${suffix}`
}

const characters = (text: string): number => [...text].length

/** The sequence that a table has to create: tables can share one that they name, and the first of them makes it. */
export function ownedSequence(
  table: Table,
  tables: readonly Table[],
  nameOf: (table: Table) => string | undefined,
): string | undefined {
  const name = nameOf(table)
  return name !== undefined && tables.find((other) => nameOf(other) === name) === table ? name : undefined
}
