import { concernsColumn, sameAccessors } from '../../model/index.js'
import { p } from '../behavior-parameters.js'
import type { CodeContext } from '../define-behavior.js'
import type { ColumnNames } from '../table-view.js'

export const parameters = {
  rank_column: p.column({ default: 'sortable_rank', doc: 'the column that holds the rank' }),
  use_scope: p.boolean({ default: false, doc: 'one list for each value of the scope columns' }),
  scope_column: p.columnList({ default: [], doc: 'columns that identify the list' }),
  rank_type: p.enum(['integer', 'fractional'], { doc: 'whether a move renumbers the rows between, or writes one row' }),
  add_new_at: p.enum(['top', 'bottom', 'none'], { doc: 'where new rows go; without it, to the bottom' }),
  start: p.int({ min: 0, doc: 'the rank of the first row of a list; without it, 1' }),
  max_members: p.int({ min: 1, doc: 'the number of rows that a list may have' }),
  touch: p.boolean({ doc: 'moves set the date of the last change of all rows whose ranks change' }),
  lock: p.enum(['auto', 'table', 'none'], { default: 'auto', doc: 'what writers lock' }),
}

export type Context = CodeContext<typeof parameters>

/** The columns of a sortable table, as generated code needs them. */
export interface Shape {
  readonly rank: ColumnNames
  readonly scopes: readonly ColumnNames[]
  /** Scope parameters: `$scope`, or one per column. */
  readonly scopeParameters: readonly string[]
  /** Whether the rank column's own accessors are `getRank` and `setRank`. */
  readonly isNamedRank: boolean
  /** Whether a unique index contains the rank. */
  readonly isUnique: boolean
  /** Whether ranks only define an order and are not consecutive numbers. */
  readonly isFractional: boolean
}

export function shapeOf({ table, params }: Context): Shape {
  const rank = table.col(params.rank_column)
  const scopes = (params.use_scope ? params.scope_column : []).map((name) => table.col(name))
  return {
    rank,
    scopes,
    scopeParameters: scopes.length === 1 ? ['$scope'] : scopes.map(({ phpName }) => `$scope${phpName}`),
    isFractional: params.rank_type === 'fractional',
    isNamedRank: sameAccessors(rank.phpName, 'Rank'),
    isUnique: table.model.uniques.some((index) => concernsColumn(index, rank.name)),
  }
}
