import { p } from '../behavior-parameters.js'
import type { CodeContext } from '../define-behavior.js'
import type { ColumnNames } from '../table-view.js'

export const parameters = {
  left_column: p.column({ default: 'tree_left', doc: 'the column for the left number' }),
  right_column: p.column({ default: 'tree_right', doc: 'the column for the right number' }),
  level_column: p.column({ default: 'tree_level', doc: 'the column for the depth' }),
  use_scope: p.boolean({ default: false, doc: 'one tree for each value of the scope column' }),
  scope_column: p.column({ default: 'tree_scope', doc: 'column that identifies the tree' }),
  method_proxies: p.boolean({ default: false, doc: 'generate alias methods' }),
}

export type Context = CodeContext<typeof parameters>

/** The tree columns, as generated code needs them. */
export interface Shape {
  readonly left: ColumnNames
  readonly right: ColumnNames
  readonly level: ColumnNames
  /** The scope column. Undefined if the table has only one tree. */
  readonly scope: ColumnNames | undefined
}

export function shapeOf({ table, params }: Context): Shape {
  return {
    left: table.col(params.left_column),
    right: table.col(params.right_column),
    level: table.col(params.level_column),
    scope: params.use_scope ? table.col(params.scope_column) : undefined,
  }
}
