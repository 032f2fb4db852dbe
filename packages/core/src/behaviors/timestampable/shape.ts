import type { ColumnNames, TableView } from '../table-view.js'

export interface TimestampableParameters {
  readonly create_column: string
  readonly update_column: string
  readonly disable_created_at: boolean
  readonly disable_updated_at: boolean
  readonly touch_on_query_update: boolean
}

/** The columns that a table has for its dates. */
export interface Shape {
  readonly created?: ColumnNames
  readonly updated?: ColumnNames
}

export function shapeOf(table: TableView, params: TimestampableParameters): Shape {
  return {
    ...(!params.disable_created_at && { created: table.col(params.create_column) }),
    ...(!params.disable_updated_at && { updated: table.col(params.update_column) }),
  }
}

const integerTypes: readonly string[] = ['INTEGER', 'BIGINT']

/** Whether a column holds Unix seconds instead of a date. */
export const holdsSeconds = (type: string): boolean => integerTypes.includes(type)
