import type { TableChange } from '../../dialects/index.js'
import {
  type Column,
  columnReferences,
  foreignTableOf,
  primaryKeyOf,
  qualifiedName,
  type Table,
} from '../../model/index.js'

/** Columns whose values go to a new table, with one row for each row of their own table. */
export interface ColumnMove {
  readonly from: Table
  readonly to: Table
  readonly columns: readonly Column[]
  /** Columns of the new table, each with the one whose values it gets: the key, then `columns`. */
  readonly pairs: readonly (readonly [to: string, from: string])[]
}

/**
 * Columns that a behavior moves to a table of its own, as i18n does: the key of the new table contains a reference to the key of
 * the old one, and what else it needs has defaults. A table that a person has written may be about something else.
 */
export const columnMoves = (changed: readonly TableChange[], created: readonly Table[]): ColumnMove[] =>
  changed.flatMap((change) =>
    change.droppedColumns.length === 0 ? [] : created.flatMap((table) => moveTo(table, change) ?? []),
  )

function moveTo(to: Table, { after, addedColumns, droppedColumns }: TableChange): ColumnMove | undefined {
  if (to.origin.addedBy === undefined) return undefined
  const key = primaryKeyOf(after)
  const own = primaryKeyOf(to).map(({ name }) => name)
  const references = to.foreignKeys
    .filter((each) => qualifiedName(foreignTableOf(to, each)) === qualifiedName(after))
    .map(columnReferences)
    .find(
      (each) =>
        each.length === key.length &&
        each.every(({ local, foreign }) => own.includes(local) && key.some(({ name }) => name === foreign)),
    )
  const columns = droppedColumns.filter((column) => {
    const other = to.columns.find(({ name }) => name === column.name)
    return other && isAlike(column, other) && !after.columns.some(({ name }) => name === column.name)
  })
  if (!references || columns.length === 0 || key.some((column) => addedColumns.includes(column))) return undefined
  const pairs = [
    ...references.map(({ local, foreign }) => [local, foreign] as const),
    ...columns.map(({ name }) => [name, name] as const),
  ]
  const hasValue = ({ name, required, default: value, generated }: Column): boolean =>
    !required || value !== undefined || generated !== undefined || pairs.some(([given]) => given === name)
  return to.columns.every(hasValue) ? { from: after, to, columns, pairs } : undefined
}

/** Whether every value of a column is one of the other. A native type of the server belongs to its table. */
const isAlike = (from: Column, to: Column): boolean =>
  !from.generated &&
  !to.generated &&
  !from.enumType &&
  !to.enumType &&
  (from.required || !to.required) &&
  typeText(from) === typeText(to)

const typeText = ({ type, size, scale, sqlType, array, valueSet }: Column): string =>
  JSON.stringify([type, size, scale, sqlType, array, valueSet])
