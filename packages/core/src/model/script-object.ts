import type { Origin } from './origin.js'
import type { Table } from './table.js'

/** A thing besides tables that SQL creates, and that is known by its text. */
export interface ScriptObject {
  readonly kind: 'view' | 'materialized view' | 'statement'
  readonly name: string
  readonly schema?: string
  /** The SELECT of a view; what creates the thing that a statement stands for. */
  readonly sql: string
  /** What drops the thing that a statement stands for. */
  readonly drop?: string
  readonly description?: string
  /** Descriptions of columns by their names. */
  readonly columnDescriptions: ReadonlyMap<string, string>
  /** Columns that no two rows of a materialized view have in common. */
  readonly identity: readonly string[]
  readonly origin: Origin
}

/** The view that a table of the model stands for. */
export function viewOf(table: Table): ScriptObject | undefined {
  const { view, name, schema, description, columns, origin } = table
  if (!view || table.referenceOnly) return undefined
  return {
    kind: view.materialized ? 'materialized view' : 'view',
    name,
    ...(schema !== undefined && { schema }),
    sql: view.sql,
    ...(description !== undefined && { description }),
    columnDescriptions: new Map(
      columns.flatMap((column) => (column.description === undefined ? [] : [[column.name, column.description]])),
    ),
    identity: view.materialized ? columns.filter(({ primaryKey }) => primaryKey).map((column) => column.name) : [],
    origin,
  }
}
