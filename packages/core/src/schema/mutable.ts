import type { Column, Table } from '../model/index.js'

/** Makes the model writable for the steps that complete it. It is read-only to all other code. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Returns the same object as writable, for a step that sets what only it can compute. */
export const mutable = <T>(value: T): Mutable<T> => value

/** Returns the columns of a table for editing and marks the table as changed. */
export function columnsToEdit(table: Table): Column[] {
  mutable(table).revision++
  return table.columns as Column[]
}
