import type { BehaviorUse } from './behavior-use.js'
import type { DialectName } from './dialect-name.js'
import type { Origin } from './origin.js'
import type { ScriptObject } from './script-object.js'
import type { Table } from './table.js'

/** Everything that generators need from a schema, as plain data. The steps of the schema pipeline fill it in. */
export interface Database {
  /** Name of the connection that the tables use. */
  readonly name: string
  /** The vendor of that connection. */
  readonly platform: DialectName
  /** Tables in file order, then document order, then the tables that behaviors added. */
  readonly tables: Table[]
  /** Tables that a behavior would add, if the SQL of its own table were generated. They may already exist in databases. */
  readonly omittedTables: Pick<Table, 'name' | 'schema'>[]
  /** `<statement>` elements of the database and of its tables. */
  readonly statements: ScriptObject[]
  readonly behaviors: BehaviorUse[]
  /** Server extensions that the tables need. */
  readonly extensions: readonly Extension[]
  /** Sequences that columns of several tables share. */
  readonly sequences: readonly Sequence[]
  readonly origin: Origin
}

export interface Extension {
  readonly name: string
  /** SQL schema for the objects of the extension; if absent, the server chooses one. */
  readonly schema?: string
}

export interface Sequence {
  readonly name: string
  /** The first number; 1 if absent. */
  readonly start?: number
  /** The difference between two numbers; 1 if absent. */
  readonly increment?: number
}
