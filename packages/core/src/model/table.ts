import type { BehaviorUse } from './behavior-use.js'
import type { Check } from './check.js'
import type { Column, Visibility } from './column.js'
import type { VendorParameters } from './common-parts.js'
import type { Exclusion } from './exclusion.js'
import type { ForeignKey } from './foreign-key.js'
import type { Origin } from './origin.js'
import type { Partition } from './partition.js'
import type { Index } from './table-index.js'
import type { TableKind } from './table-kind.js'
import type { View } from './view.js'

export type IdMethod = 'native' | 'none'

export interface Table {
  /** With the table prefix, without the SQL schema. */
  readonly name: string
  /** As written in the schema, without the prefix. */
  readonly commonName: string
  /** SQL schema; absent where there is none, or the vendor has none. */
  readonly schema?: string
  readonly phpName: string
  /** PHP namespace without leading or trailing backslash; empty for the global one. */
  readonly namespace: string
  /** Dotted or slashed, as resolved. */
  readonly package: string
  /** Directory of the package below the output directory, with slashes; empty for the output directory itself. */
  readonly directory: string
  /** `none` also where no column has auto-increment. */
  readonly idMethod: IdMethod
  /** Sequence that `id-method-parameter` names. */
  readonly idMethodParameter?: string
  readonly description?: string
  /** XML, YAML, JSON, CSV or the name of a custom format. */
  readonly stringFormat: string
  /** Parent of the base object class. */
  readonly baseClass?: string
  /** Parent of the base query class, when it is not the runtime's own. */
  readonly baseQueryClass?: string
  readonly interface?: string
  /** Existing class that the table stands for; implies no SQL. */
  readonly alias?: string
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  readonly allowPkInsert: boolean
  readonly skipSql: boolean
  readonly readOnly: boolean
  /** Set for a `<view>`, which has `skipSql` and `readOnly`: its SQL is not that of a table. */
  readonly view?: View
  /** In the order of `tableKinds`; absent where there is none. */
  readonly kinds?: readonly TableKind[]
  readonly partition?: Partition
  readonly abstract: boolean
  readonly isCrossRef: boolean
  readonly reloadOnInsert: boolean
  readonly reloadOnUpdate: boolean
  readonly heavyIndexing: boolean
  readonly identifierQuoting: boolean
  /** From an external schema: known as a target of foreign keys, but neither SQL nor classes are made. */
  readonly referenceOnly: boolean
  /** Groups of output of all its columns and relations. */
  readonly outputGroups?: readonly string[]
  readonly columns: readonly Column[]
  /** Counts the changes of `columns`: what is remembered of a table holds for one revision of it. */
  readonly revision: number
  readonly foreignKeys: ForeignKey[]
  /** In schema order, then those that nobody wrote (`addedFor`). */
  readonly indexes: Index[]
  readonly uniques: Index[]
  /** In schema order, those of columns among them. */
  readonly checks: Check[]
  readonly exclusions: Exclusion[]
  readonly behaviors: BehaviorUse[]
  /** Own parameters over those of the database, for the bound vendor. */
  readonly vendor: VendorParameters
  /** As seen from this table: its own foreign keys in schema order, then those that point at it, by table name. */
  readonly relations: Relation[]
  readonly crossRelations: CrossRelation[]
  readonly origin: Origin
}

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

/** Many-to-many through a table with `isCrossRef`, seen from one of the tables it links. */
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
