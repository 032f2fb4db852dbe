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
  /** Table name with the table prefix, without the SQL schema. */
  readonly name: string
  /** Table name as written in the schema, without the prefix. */
  readonly commonName: string
  /** SQL schema; absent if the table or the vendor has none. */
  readonly schema?: string
  readonly phpName: string
  /** PHP namespace without leading or trailing backslash; empty for the global one. */
  readonly namespace: string
  /** The resolved package, with dots or slashes. */
  readonly package: string
  /** Directory of the package relative to the output directory, with slashes; empty for the output directory itself. */
  readonly directory: string
  /** Also `none` if no column has auto-increment. */
  readonly idMethod: IdMethod
  /** Name of the sequence in `id-method-parameter`. */
  readonly idMethodParameter?: string
  readonly description?: string
  /** XML, YAML, JSON, CSV or the name of a custom format. */
  readonly stringFormat: string
  /** Parent class of the base object class. */
  readonly baseClass?: string
  /** Parent class of the base query class, if it is not the runtime's class. */
  readonly baseQueryClass?: string
  readonly interface?: string
  /** Existing class that represents the table; implies that no SQL is generated. */
  readonly alias?: string
  readonly accessorVisibility: Visibility
  readonly mutatorVisibility: Visibility
  readonly allowPkInsert: boolean
  readonly skipSql: boolean
  readonly readOnly: boolean
  /** Set for a `<view>`, which has `skipSql` and `readOnly`, because its SQL is not that of a table. */
  readonly view?: View
  /** Kinds in the order of `tableKinds`; absent if there are none. */
  readonly kinds?: readonly TableKind[]
  readonly partition?: Partition
  readonly abstract: boolean
  readonly isCrossRef: boolean
  readonly reloadOnInsert: boolean
  readonly reloadOnUpdate: boolean
  readonly heavyIndexing: boolean
  readonly identifierQuoting: boolean
  /** Whether the table is from an external schema: foreign keys can reference it, but neither SQL nor classes are generated. */
  readonly referenceOnly: boolean
  /** Output groups of all columns and relations. */
  readonly outputGroups?: readonly string[]
  readonly columns: readonly Column[]
  /** Number of changes to `columns`; values cached for a table are valid for one revision. */
  readonly revision: number
  readonly foreignKeys: ForeignKey[]
  /** Indexes in schema order, then the indexes that were added automatically (`addedFor`). */
  readonly indexes: Index[]
  readonly uniques: Index[]
  /** Checks in schema order, including those written in columns. */
  readonly checks: Check[]
  readonly exclusions: Exclusion[]
  readonly behaviors: BehaviorUse[]
  /** Vendor parameters for the adapter's vendor; those of the table override those of the database. */
  readonly vendor: VendorParameters
  /** Relations seen from this table: its own foreign keys in schema order, then those that reference it, by table name. */
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
  /** Whether the table with this relation has the foreign key. */
  readonly isLocal: boolean
  /** The table on the other side. */
  readonly table: Table
  /** The name of the inverse relation. */
  readonly reverseName: string
  readonly reversePluralName: string
  readonly columns: readonly ColumnPair[]
  /** Literals of a polymorphic foreign key, on columns of the table with the foreign key. */
  readonly literals: readonly ColumnLiteral[]
}

export interface ColumnPair {
  /** Column of the table with the relation. */
  readonly own: Column
  /** Column of the table on the other side. */
  readonly other: Column
}

export interface ColumnLiteral {
  readonly column: Column
  readonly value: string
}

/** A many-to-many relation through a table with `isCrossRef`, seen from one of the linked tables. */
export interface CrossRelation {
  /** Singular name, as in `addReadingList`. */
  readonly name: string
  readonly pluralName: string
  readonly crossTable: Table
  /** The relation from the cross table to the table with this relation. */
  readonly incoming: Relation
  /** The relations from the cross table to the other tables, in schema order; several if the cross table links more than two. */
  readonly outgoing: readonly Relation[]
  /** Primary key columns of the cross table that are in no foreign key; they become extra arguments. */
  readonly extraColumns: readonly Column[]
}
