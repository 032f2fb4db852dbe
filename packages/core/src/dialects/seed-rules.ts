import type { Column, Table } from '../model/index.js'
import type { SqlSettings } from './vendors.js'

/** How rows of seed files are written and found. */
export interface SeedRules {
  readonly begin: string
  readonly commit: string
  readonly rollBack: string
  /** The name of a table in SQL. */
  tableName(table: Table): string
  /** A value of a column in SQL; bytes are given in base64, dates and times in the form of ISO 8601. */
  value(column: Column, text: string, table: Table, settings: SqlSettings): string
  /** Whether a column of the type GEOMETRY accepts the bytes that it stores. */
  readonly geometryBytes: boolean
  /** A condition: the stored value is exactly this one, or both are NULL. */
  isSame(column: Column, stored: string, value: string): string
  /** Statements for tables that got rows with given keys, so that the server continues with a free one. */
  continueKeys?(table: Table, column: Column): readonly string[]
  /** Statements that delete all rows of the tables, in any order. */
  empty(tables: readonly Table[]): readonly string[]
}
