import type { TableChange } from '../../dialects/index.js'
import {
  type Column,
  characterTypes,
  columnReferences,
  foreignTableOf,
  primaryKeyOf,
  qualifiedName,
  type Table,
} from '../../model/index.js'

/** Columns whose values move to a new table, with one row for each row of their own table. */
export interface ColumnMove {
  readonly from: Table
  readonly to: Table
  readonly columns: readonly Column[]
  /** Columns of the new table and the columns that provide their values: the key, then `columns`. */
  readonly pairs: readonly (readonly [to: string, from: string])[]
}

/**
 * Returns the columns that a behavior moves to a separate table, as i18n does. The new table's key must reference the old
 * table's key, and its other required columns must have defaults. A table that a user wrote may mean something else.
 */
export const columnMoves = (changed: readonly TableChange[], created: readonly Table[]): ColumnMove[] =>
  changed.flatMap((change) =>
    change.droppedColumns.length === 0 ? [] : created.flatMap((table) => moveTo(table, change) ?? []),
  )

function moveTo(to: Table, { after, addedColumns, droppedColumns }: TableChange): ColumnMove | undefined {
  const key = primaryKeyOf(after)
  const references = keyReferences(to, after)
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

/** Columns that a table gets back with the values of a dropped table: the reverse of a move. */
export interface ColumnReturn {
  /** The old version of the table. */
  readonly to: Table
  readonly from: Table
  readonly columns: readonly Column[]
  readonly key: readonly { readonly local: string; readonly foreign: string }[]
  /** The other key columns of the dropped table, with the values that select its rows: their defaults. */
  readonly chosen: readonly (readonly [column: string, value: string])[]
}

/**
 * Returns columns that come back, as when i18n is removed. Each new column has the name and type of a column of the dropped
 * table. That table's key references the other table's key, and the defaults of its other key columns select one row each.
 */
export const columnReturns = (changed: readonly TableChange[], dropped: readonly Table[]): ColumnReturn[] =>
  changed.flatMap((change) =>
    change.addedColumns.length === 0 ? [] : dropped.flatMap((table) => returnFrom(table, change) ?? []),
  )

function returnFrom(from: Table, { before: to, addedColumns }: TableChange): ColumnReturn | undefined {
  const key = keyReferences(from, to)
  const rest = primaryKeyOf(from).filter(({ name }) => !key?.some(({ local }) => local === name))
  const columns = addedColumns.filter(
    (column) =>
      !column.primaryKey &&
      from.columns.some(
        (other) => other.name === column.name && !other.primaryKey && isAlike(other, { ...column, required: false }),
      ),
  )
  const chosen = rest.flatMap(({ name, type, default: value }) =>
    characterTypes.has(type) && value?.kind === 'value' ? [[name, value.text] as const] : [],
  )
  // A table with one row for each row of the other may mean something else if a user wrote it.
  const isOfBehavior = rest.length > 0 || from.origin.addedBy !== undefined
  const isWhole = key && columns.length > 0 && chosen.length === rest.length && isOfBehavior
  return isWhole ? { to, from, columns, key, chosen } : undefined
}

/** Returns the references by which a table's key refers to the complete key of another table. */
function keyReferences(table: Table, target: Table) {
  const key = primaryKeyOf(target)
  const own = primaryKeyOf(table).map(({ name }) => name)
  return table.foreignKeys
    .filter((each) => qualifiedName(foreignTableOf(table, each)) === qualifiedName(target))
    .map(columnReferences)
    .find(
      (each) =>
        each.length === key.length &&
        each.every(({ local, foreign }) => own.includes(local) && key.some(({ name }) => name === foreign)),
    )
}

/** Returns whether every value of a column is valid in the other one. A native database type belongs to its table. */
const isAlike = (from: Column, to: Column): boolean =>
  !from.generated &&
  !to.generated &&
  !from.enumType &&
  !to.enumType &&
  (from.required || !to.required) &&
  typeText(from) === typeText(to)

const typeText = ({ type, size, scale, sqlType, array, valueSet }: Column): string =>
  JSON.stringify([type, size, scale, sqlType, array, valueSet])
