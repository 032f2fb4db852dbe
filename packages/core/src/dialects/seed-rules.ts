import type { Column, Table } from '../model/index.js'
import type { SqlSettings } from './vendors.js'

/** How rows of seed files are written and compared. */
export interface SeedRules {
  readonly begin: string
  readonly commit: string
  readonly rollBack: string
  /** Returns the table name as written in SQL. */
  tableName(table: Table): string
  /** Writes a column value in SQL; bytes are given in base64, dates and times as ISO 8601. */
  value(column: Column, text: string, table: Table, settings: SqlSettings): string
  /** Whether a GEOMETRY column accepts its own stored bytes as input. */
  readonly geometryBytes: boolean
  /** Returns a condition that the stored value is exactly this one, or both are NULL. */
  isSame(column: Column, stored: string, value: string): string
  /** Returns statements for tables that got rows with explicit keys, so that the server continues with an unused key. */
  continueKeys?(table: Table, column: Column): readonly string[]
  /** Returns statements that delete all rows of the tables, whatever their order. */
  empty(tables: readonly Table[]): readonly string[]
}
