import { type AlterRules, altersColumns, type Dialect, type TableChange } from '../../dialects/index.js'
import {
  columnReferences,
  comparedColumns,
  type ForeignKey,
  foreignTableOf,
  hasConstraint,
  type Index,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import type { Snapshot } from '../snapshot.js'

/** Returns the id of the table that a foreign key references; the default schema is omitted. */
export const targetId = ({ schema, name }: Pick<Table, 'name' | 'schema'>, { defaultSchema }: Dialect): string =>
  qualifiedName({ name, ...(schema !== undefined && schema !== defaultSchema && { schema }) })

/** Returns the foreign keys that exist in the database. */
export const foreignKeysOf = (table: Table, { settings }: Snapshot, dialect: Dialect): ForeignKey[] =>
  dialect.keepsForeignKeys(table, settings) ? table.foreignKeys.filter(hasConstraint) : []

/** Returns whether a server rejects changing these tables while the foreign key exists. */
export function isDisturbed(
  key: ForeignKey,
  own: TableChange,
  target: TableChange | undefined,
  { disturbsKey, renamesKeyColumnsAlone }: AlterRules,
): boolean {
  const isRefused = (change: TableChange, names: readonly string[]): boolean =>
    disturbsKey(change, names) ||
    (renamesKeyColumnsAlone && altersColumns(change, names, ['name']) && changesMoreThanNames(change))
  const references = columnReferences(key)
  const [local, foreign] = [references.map((each) => each.local), references.map((each) => each.foreign)]
  if (isRefused(own, local)) return true
  if (!target) return false
  const serves = (index: Index): boolean => {
    const first = comparedColumns(index).slice(0, foreign.length)
    return first.length === foreign.length && first.every((name) => foreign.includes(name))
  }
  return (
    isRefused(target, foreign) ||
    target.changesPrimaryKey ||
    [...target.uniques.dropped, ...target.indexes.dropped].some(serves)
  )
}

const changesMoreThanNames = ({ columns, addedColumns, droppedColumns, changesPrimaryKey }: TableChange): boolean =>
  addedColumns.length + droppedColumns.length > 0 ||
  changesPrimaryKey ||
  columns.some(({ aspects }) => [...aspects].some((aspect) => aspect !== 'name' && aspect !== 'values'))

/** Orders tables before the tables that they reference, if there is such an order. */
export function childrenFirst(tables: readonly Table[], dialect: Dialect): readonly Table[] {
  const byId = new Map(tables.map((table) => [targetId(table, dialect), table]))
  const parentsFirst: Table[] = []
  const seen = new Set<Table>()
  const visit = (table: Table): void => {
    if (seen.has(table)) return
    seen.add(table)
    for (const key of table.foreignKeys.filter(hasConstraint)) {
      const target = byId.get(targetId(foreignTableOf(table, key), dialect))
      if (target) visit(target)
    }
    parentsFirst.push(table)
  }
  for (const table of tables) visit(table)
  return parentsFirst.reverse()
}
