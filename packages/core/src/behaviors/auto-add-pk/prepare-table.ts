import type { TableContext } from '../define-behavior.js'

/** Adds the column, as the last one, to a table without a primary key. */
export function prepareTable({ table, given }: Pick<TableContext, 'table' | 'given'>): void {
  const hasKey = table.table.columns.some(({ primaryKey }) => primaryKey)
  // A table that inherits its columns inherits the key too.
  if (hasKey || table.hasBehavior('concrete_inheritance')) return
  table.addColumn({ ...Object.fromEntries(given), primaryKey: true })
}
