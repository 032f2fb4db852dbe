import type { Column, Table } from '../model/index.js'

/** The model is read-only to everybody but the steps that complete it. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** For a step that sets what only it can know. */
export const mutable = <T>(value: T): Mutable<T> => value

/** The columns of a table, to be changed. */
export function columnsToEdit(table: Table): Column[] {
  mutable(table).revision++
  return table.columns as Column[]
}
