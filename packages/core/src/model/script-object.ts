import type { Origin } from './origin.js'
import type { Table } from './table.js'

/** A database object other than a table, which is compared by its SQL. */
export interface ScriptObject {
  readonly kind: 'view' | 'materialized view' | 'statement'
  readonly name: string
  readonly schema?: string
  /** The SELECT of a view, or the SQL of a statement that creates an object. */
  readonly sql: string
  /** The SQL that drops the object created by a statement. */
  readonly drop?: string
  readonly description?: string
  /** Column descriptions by column name. */
  readonly columnDescriptions: ReadonlyMap<string, string>
  /** The columns that identify a row of a materialized view. */
  readonly identity: readonly string[]
  readonly origin: Origin
}

/** Returns the view that a table of the model represents. */
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
