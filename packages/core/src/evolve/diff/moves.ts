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

/** Columns that a table gets back with the values of a table that is dropped: the reverse of a move. */
export interface ColumnReturn {
  /** As it is before. */
  readonly to: Table
  readonly from: Table
  readonly columns: readonly Column[]
  readonly key: readonly { readonly local: string; readonly foreign: string }[]
  /** The rest of the key of the old table, with the values of the rows that are taken: those that its columns have by default. */
  readonly chosen: readonly (readonly [column: string, value: string])[]
}

/**
 * Columns that come back, as without i18n: each new column has the name and the type of one of the dropped table, whose key
 * refers to the key of the other one and names one row of each by the defaults of its other columns.
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
  // A table of one row for each row of the other may be about something else, if a person has written it.
  const isOfBehavior = rest.length > 0 || from.origin.addedBy !== undefined
  const isWhole = key && columns.length > 0 && chosen.length === rest.length && isOfBehavior
  return isWhole ? { to, from, columns, key, chosen } : undefined
}

/** How the key of a table refers to the whole key of another one. */
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
