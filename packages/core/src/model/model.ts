import type { Mark } from '../errors/index.js'
import type { SchemaType } from './types.js'

/** Everything of a schema that generators need, as plain data. Steps of the schema pipeline fill it in. */
export interface Database {
  /** Name of the connection that the tables use. */
  readonly name: string
  readonly origin: Mark
  readonly tables: Table[]
}

export interface Table {
  readonly name: string
  readonly phpName: string
  /** PHP namespace without leading or trailing backslash; empty for the global one. */
  readonly namespace: string
  readonly description?: string
  readonly idMethod: IdMethod
  readonly columns: Column[]
  readonly foreignKeys: ForeignKey[]
  /** Relations as seen from this table, in schema order; filled when foreign keys are linked. */
  readonly relations: Relation[]
  readonly origin: Mark
}

export type IdMethod = 'native' | 'none'

export interface Column {
  readonly name: string
  readonly phpName: string
  readonly type: SchemaType
  readonly size?: number
  /** NOT NULL; primary key columns always are. */
  readonly required: boolean
  readonly primaryKey: boolean
  readonly autoIncrement: boolean
  readonly primaryString: boolean
  readonly defaultValue?: string
  readonly description?: string
  readonly origin: Mark
}

export type ReferentialAction = 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION' | 'SET DEFAULT'

export interface ForeignKey {
  /** Constraint name, given or generated. */
  readonly name: string
  readonly foreignTable: string
  readonly phpName?: string
  readonly refPhpName?: string
  readonly onDelete?: ReferentialAction
  readonly onUpdate?: ReferentialAction
  readonly references: readonly Reference[]
  readonly origin: Mark
}

export interface Reference {
  readonly local: string
  readonly foreign: string
  readonly localOrigin: Mark
  readonly foreignOrigin: Mark
}

export type RelationKind = 'many-to-one' | 'one-to-many' | 'one-to-one'

/** A foreign key seen from one of its two tables. */
export interface Relation {
  readonly kind: RelationKind
  /** Singular name, as in `getAuthor`. */
  readonly name: string
  readonly pluralName: string
  readonly foreignKey: ForeignKey
  /** The table at the other end. */
  readonly table: Table
  /** The name of the same foreign key as seen from there. */
  readonly reverseName: string
  readonly columns: readonly ColumnPair[]
}

export interface ColumnPair {
  /** Column of the table that has the relation. */
  readonly own: Column
  /** Column of the table at the other end. */
  readonly other: Column
}
