import type { BehaviorUse } from './behavior-use.js'
import type { DialectName } from './dialect-name.js'
import type { Origin } from './origin.js'
import type { ScriptObject } from './script-object.js'
import type { Table } from './table.js'

/** Everything of a schema that generators need, as plain data. Steps of the schema pipeline fill it in. */
export interface Database {
  /** Name of the connection that the tables use. */
  readonly name: string
  /** The vendor behind that connection. */
  readonly platform: DialectName
  /** In file order, then document order, then those that behaviors added. */
  readonly tables: Table[]
  /** Tables that a behavior does not add because the table it is for gets no SQL; databases may have them already. */
  readonly omittedTables: Pick<Table, 'name' | 'schema'>[]
  /** `<statement>` elements of the database and of its tables. */
  readonly statements: ScriptObject[]
  readonly behaviors: BehaviorUse[]
  /** Parts of the server that the tables need. */
  readonly extensions: readonly Extension[]
  /** What columns of several tables take their numbers from. */
  readonly sequences: readonly Sequence[]
  readonly origin: Origin
}

export interface Extension {
  readonly name: string
  /** SQL schema of what it brings; the server chooses one where it is not given. */
  readonly schema?: string
}

export interface Sequence {
  readonly name: string
  /** The first number; 1 where it is not given. */
  readonly start?: number
  /** The difference between two numbers; 1 where it is not given. */
  readonly increment?: number
}
