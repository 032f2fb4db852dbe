import { sameAccessors } from '../../model/index.js'
import type { ColumnNames, TableView } from '../table-view.js'

export interface SortableParameters {
  readonly rank_column: string
  readonly use_scope: boolean
  readonly scope_column: readonly string[]
  readonly lock: 'auto' | 'table' | 'none'
}

/** The columns of a sortable table, as generated code needs them. */
export interface Shape {
  readonly rank: ColumnNames
  readonly scopes: readonly ColumnNames[]
  /** Parameters for the scope: `$scope`, or one per column. */
  readonly scopeParameters: readonly string[]
  /** Whether the accessors of the rank column are `getRank` and `setRank` themselves. */
  readonly isNamedRank: boolean
  /** Whether a unique index holds the rank. */
  readonly isUnique: boolean
}

export function shapeOf(table: TableView, params: SortableParameters): Shape {
  const rank = table.col(params.rank_column)
  const scopes = (params.use_scope ? params.scope_column : []).map((name) => table.col(name))
  return {
    rank,
    scopes,
    scopeParameters: scopes.length === 1 ? ['$scope'] : scopes.map(({ phpName }) => `$scope${phpName}`),
    isNamedRank: sameAccessors(rank.phpName, 'Rank'),
    isUnique: table.model.uniques.some(({ columns }) => columns.some(({ name }) => name === rank.name)),
  }
}
