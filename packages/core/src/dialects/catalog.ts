import type { Deferral, Identity, IndexColumn, IndexMethod, PlainPartition, TableKind } from '../model/index.js'

/** What the catalog of a database says of its tables, before anything is made of it. */
export interface CatalogTable {
  readonly name: string
  /** SQL schema, where the vendor has some. */
  readonly schema?: string
  /** Whether a name without a schema means this table. */
  readonly isInDefaultSchema?: boolean
  readonly view?: CatalogView
  readonly kinds?: readonly TableKind[]
  readonly partition?: PlainPartition
  readonly comment?: string
  readonly columns: readonly CatalogColumn[]
  /** Columns of the primary key in its order. */
  readonly primaryKey: readonly string[]
  readonly indexes: readonly CatalogIndex[]
  readonly checks?: readonly CatalogCheck[]
  readonly exclusions?: readonly CatalogExclusion[]
  readonly foreignKeys: readonly CatalogForeignKey[]
  /** Sequence that numbers the rows, where its name is not the one that the vendor gives. */
  readonly sequence?: string
  /** Vendor parameters such as the engine. */
  readonly options?: Readonly<Record<string, string>>
}

export interface CatalogView {
  /** The query as the catalog writes it. */
  readonly sql: string
  readonly materialized?: true
  /** Why it cannot be made of that query on another server; ends the sentence `view x is omitted: …`. */
  readonly obstacle?: string
}

export interface CatalogColumn {
  readonly name: string
  /** As the catalog writes it, with size: `varchar(10)`, `timestamp(3) without time zone`. */
  readonly type: string
  /** The type that somebody created, where `type` is what it comes down to. */
  readonly ownType?: string
  /** The list of values that the type is made of, where that has a name; `type` is what takes its place otherwise. */
  readonly valueType?: CatalogValueType
  /** The domain with checks that the type is; `type` is what it is made of. */
  readonly domain?: CatalogDomain
  readonly nullable: boolean
  readonly autoIncrement: boolean
  readonly identity?: Identity
  /** The shared sequence whose next number is the default, and nothing else. */
  readonly sequence?: string
  /** How the database computes its value from other columns, as the catalog writes it. */
  readonly generated?: { readonly expression: string; readonly stored: boolean }
  /** Whether it does so in a way that the schema language cannot say. */
  readonly isGenerated?: boolean
  /** As the catalog writes it; absent where there is none. */
  readonly default?: string
  /** Where the catalog tells: whether the default is an expression rather than a literal without quotes. */
  readonly defaultIs?: 'text' | 'expression'
  /** The value changes to the current time with every update. */
  readonly changesOnUpdate?: boolean
  readonly comment?: string
  /** Vendor parameters such as the collation. */
  readonly options?: Readonly<Record<string, string>>
}

export interface CatalogValueType {
  readonly name: string
  /** SQL schema; absent where tables have none. */
  readonly schema?: string
  readonly values: readonly string[]
  /** Whether the column has several of them. */
  readonly isSet: boolean
  /** What gets lost where a schema cannot say the values. */
  readonly loss: string
}

export interface CatalogDomain {
  readonly name: string
  /** SQL schema; absent where tables have none. */
  readonly schema?: string
  readonly checks: readonly (CatalogCheck & { readonly name: string })[]
  /** What of it a schema cannot say, one sentence each. */
  readonly losses: readonly string[]
  /** What gets lost where a schema cannot say the domain. */
  readonly loss: string
}

export interface CatalogIndex {
  /** Absent where the vendor made one up. */
  readonly name?: string
  readonly unique: boolean
  readonly columns: readonly CatalogIndexColumn[]
  readonly included?: readonly string[]
  /** As the catalog writes it. */
  readonly where?: string
  /** Where it is not the usual one; a unique key that is an index and no constraint has it in any case. */
  readonly method?: IndexMethod
  readonly deferrable?: Deferral
  readonly nullsNotDistinct?: true
}

/** As a schema has it; the expression as the catalog writes it. */
export type CatalogIndexColumn = Omit<IndexColumn, 'origin'>

export interface CatalogCheck {
  /** Absent where nobody gave one. */
  readonly name?: string
  /** As the catalog writes it. */
  readonly expression: string
}

export interface CatalogExclusion {
  readonly name: string
  readonly method: string
  readonly parts: readonly { readonly column?: string; readonly expression?: string; readonly operator: string }[]
  /** As the catalog writes it. */
  readonly where?: string
  readonly deferrable?: Deferral
}

export interface CatalogForeignKey {
  readonly name?: string
  readonly columns: readonly string[]
  readonly foreignTable: string
  readonly foreignSchema?: string
  readonly foreignColumns: readonly string[]
  /** Absent for what the vendor does by itself. */
  readonly onDelete?: string
  readonly onUpdate?: string
  readonly deferrable?: Deferral
  readonly matchFull?: true
}
