import type { Deferral, Identity, IndexColumn, IndexMethod, PlainPartition, TableKind } from '../model/index.js'

/** A table as read from a database catalog, before any conversion. */
export interface CatalogTable {
  readonly name: string
  /** SQL schema, if the vendor has schemas. */
  readonly schema?: string
  /** Whether the table can be named without its schema. */
  readonly isInDefaultSchema?: boolean
  /** Whether the server ignores the case of table names, and may have stored another one than that of the schema. */
  readonly ignoresCase?: true
  readonly view?: CatalogView
  readonly kinds?: readonly TableKind[]
  readonly partition?: PlainPartition
  readonly comment?: string
  readonly columns: readonly CatalogColumn[]
  /** Primary key columns in the order of the key. */
  readonly primaryKey: readonly string[]
  readonly indexes: readonly CatalogIndex[]
  readonly checks?: readonly CatalogCheck[]
  readonly exclusions?: readonly CatalogExclusion[]
  readonly foreignKeys: readonly CatalogForeignKey[]
  /** Sequence that numbers the rows, if it does not have the vendor's default name. */
  readonly sequence?: string
  /** Vendor parameters such as the engine. */
  readonly options?: Readonly<Record<string, string>>
}

export interface CatalogView {
  /** The query as written in the catalog. */
  readonly sql: string
  readonly materialized?: true
  /** Whether the query calls a function of the database, which no other database may have. */
  readonly callsFunction?: true
  /** Why another server cannot create the view from this query; ends the sentence `view x is omitted: …`. */
  readonly obstacle?: string
}

export interface CatalogColumn {
  readonly name: string
  /** The type as written in the catalog, with size: `varchar(10)`, `timestamp(3) without time zone`. */
  readonly type: string
  /** The user-defined type, if `type` is its underlying type. */
  readonly ownType?: string
  /** The named list of values that is the column's type; `type` is used if a schema cannot contain it. */
  readonly valueType?: CatalogValueType
  /** The domain with checks that is the column's type; `type` is its base type. */
  readonly domain?: CatalogDomain
  readonly nullable: boolean
  readonly autoIncrement: boolean
  readonly identity?: Identity
  /** The shared sequence, if the default is exactly its next number. */
  readonly sequence?: string
  /** The expression of a generated column, as written in the catalog. */
  readonly generated?: { readonly expression: string; readonly stored: boolean }
  /** Whether the column is generated in a way that the schema language cannot express. */
  readonly isGenerated?: boolean
  /** The default as written in the catalog; absent if there is none. */
  readonly default?: string
  /** An expression as default with the user-defined types that `default` leaves out, if it has any. */
  readonly ownDefault?: string
  /** Whether the default is an expression or an unquoted literal, if the catalog tells. */
  readonly defaultIs?: 'text' | 'expression'
  /** Whether every UPDATE sets the value to the current time. */
  readonly changesOnUpdate?: boolean
  readonly comment?: string
  /** Vendor parameters such as the collation. */
  readonly options?: Readonly<Record<string, string>>
}

export interface CatalogValueType {
  readonly name: string
  /** SQL schema; absent if tables have no schema. */
  readonly schema?: string
  readonly values: readonly string[]
  /** Whether the column has several of the values. */
  readonly isSet: boolean
  /** What is lost if a schema cannot express the values. */
  readonly loss: string
}

export interface CatalogDomain {
  readonly name: string
  /** SQL schema; absent if tables have no schema. */
  readonly schema?: string
  readonly checks: readonly (CatalogCheck & { readonly name: string })[]
  /** Properties of the domain that a schema cannot express, one sentence each. */
  readonly losses: readonly string[]
  /** What is lost if a schema cannot express the domain. */
  readonly loss: string
}

export interface CatalogIndex {
  /** Absent if the vendor generated the name. */
  readonly name?: string
  readonly unique: boolean
  readonly columns: readonly CatalogIndexColumn[]
  readonly included?: readonly string[]
  /** The condition as written in the catalog. */
  readonly where?: string
  /** The method, if it is not the default; always set for a unique key that is an index rather than a constraint. */
  readonly method?: IndexMethod
  readonly deferrable?: Deferral
  readonly nullsNotDistinct?: true
}

/** A column as in a schema, but with the expression as written in the catalog. */
export type CatalogIndexColumn = Omit<IndexColumn, 'origin'>

export interface CatalogCheck {
  /** Absent if the check has no explicit name. */
  readonly name?: string
  /** The expression as written in the catalog. */
  readonly expression: string
}

export interface CatalogExclusion {
  readonly name: string
  readonly method: string
  readonly parts: readonly { readonly column?: string; readonly expression?: string; readonly operator: string }[]
  /** The condition as written in the catalog. */
  readonly where?: string
  readonly deferrable?: Deferral
}

export interface CatalogForeignKey {
  readonly name?: string
  readonly columns: readonly string[]
  readonly foreignTable: string
  readonly foreignSchema?: string
  readonly foreignColumns: readonly string[]
  /** Absent for the vendor's default action. */
  readonly onDelete?: string
  readonly onUpdate?: string
  readonly deferrable?: Deferral
  readonly matchFull?: true
}
