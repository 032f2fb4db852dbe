import type { Column } from './column.js'
import type { ForeignKey } from './foreign-key.js'
import type { Table } from './table.js'

export type RelationKind = 'many-to-one' | 'one-to-many' | 'one-to-one'

/** A foreign key seen from one of its two tables. */
export interface Relation {
  readonly kind: RelationKind
  /** Singular name, as in `getAuthor`. */
  readonly name: string
  readonly pluralName: string
  readonly foreignKey: ForeignKey
  /** Whether the foreign key stands on the table that has this relation. */
  readonly isLocal: boolean
  /** The table at the other end. */
  readonly table: Table
  /** The name of the same foreign key as seen from there. */
  readonly reverseName: string
  readonly reversePluralName: string
  readonly columns: readonly ColumnPair[]
  /** Literals of a polymorphic foreign key, on columns of the table that has the foreign key. */
  readonly literals: readonly ColumnLiteral[]
}

export interface ColumnPair {
  /** Column of the table that has the relation. */
  readonly own: Column
  /** Column of the table at the other end. */
  readonly other: Column
}

export interface ColumnLiteral {
  readonly column: Column
  readonly value: string
}

/** Many-to-many through a table with `isCrossRef` (schema-reference §9.7), seen from one of the tables it links. */
export interface CrossRelation {
  /** Singular name, as in `addReadingList`. */
  readonly name: string
  readonly pluralName: string
  readonly crossTable: Table
  /** The relation of the cross table to the table that has this. */
  readonly incoming: Relation
  /** The relations of the cross table to the other ends, in schema order; one, or several for a wider key. */
  readonly outgoing: readonly Relation[]
  /** Primary key columns of the cross table that no foreign key covers: extra arguments. */
  readonly extraColumns: readonly Column[]
}
