import type { Extension, Sequence, Table } from '../model/index.js'
import type { SqlSettings } from './vendors.js'

/** What statements depend on besides their table. */
export interface Script {
  /** All tables that the file creates, in order. */
  readonly tables: readonly Table[]
  readonly settings: SqlSettings
  /** What the tables need of the server. */
  readonly extensions?: readonly Extension[]
  /** What the columns of several tables take their numbers from. */
  readonly sequences?: readonly Sequence[]
}
