import type { Extension, Sequence, Table } from '../model/index.js'
import type { SqlSettings } from './vendors.js'

/** What the statements of a table depend on besides the table. */
export interface Script {
  /** All tables that the file creates, in order. */
  readonly tables: readonly Table[]
  readonly settings: SqlSettings
  /** Server extensions that the tables need. */
  readonly extensions?: readonly Extension[]
  /** Sequences that columns of several tables share. */
  readonly sequences?: readonly Sequence[]
}
