import { p } from '../behavior-parameters.js'
import type { CodeContext } from '../define-behavior.js'
import type { ColumnNames } from '../table-view.js'
import { onChange } from './on-change.js'

export const parameters = {
  create_column: p.column({ default: 'created_at', doc: 'column for the creation date' }),
  update_column: p.column({ default: 'updated_at', doc: 'column for the date of the last change' }),
  disable_created_at: p.boolean({ default: false, doc: 'omit the creation date' }),
  disable_updated_at: p.boolean({ default: false, doc: 'omit the date of the last change' }),
  touch_on_query_update: p.boolean({
    default: false,
    doc: 'let query updates set the date of the last change',
  }),
  on_change: onChange,
}

export type Context = CodeContext<typeof parameters>

/** The date columns of a table. */
export interface Shape {
  readonly created?: ColumnNames
  readonly updated?: ColumnNames
}

export function shapeOf({ table, params }: Context): Shape {
  return {
    ...(!params.disable_created_at && { created: table.col(params.create_column) }),
    ...(!params.disable_updated_at && { updated: table.col(params.update_column) }),
  }
}
