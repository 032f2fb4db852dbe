import type { ColumnNames, TableView } from '../table-view.js'

export interface NestedSetParameters {
  readonly left_column: string
  readonly right_column: string
  readonly level_column: string
  readonly use_scope: boolean
  readonly scope_column: string
  readonly method_proxies: boolean
}

/** The columns of a tree, as generated code needs them. */
export interface Shape {
  readonly left: ColumnNames
  readonly right: ColumnNames
  readonly level: ColumnNames
  /** Undefined where the table has one tree only. */
  readonly scope: ColumnNames | undefined
}

export function shapeOf(table: TableView, params: NestedSetParameters): Shape {
  return {
    left: table.col(params.left_column),
    right: table.col(params.right_column),
    level: table.col(params.level_column),
    scope: params.use_scope ? table.col(params.scope_column) : undefined,
  }
}
