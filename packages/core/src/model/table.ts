import type { BehaviorUse } from './behavior-use.js'
import type { Column, Visibility } from './column.js'
import type { ForeignKey } from './foreign-key.js'
import type { Origin } from './origin.js'
import type { CrossRelation, Relation } from './relation.js'
import type { Index } from './table-index.js'
import type { VendorParameters } from './vendor.js'

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
  /** Dotted or slashed, as resolved (schema-reference §12). */
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
  readonly abstract: boolean
  readonly isCrossRef: boolean
  readonly reloadOnInsert: boolean
  readonly reloadOnUpdate: boolean
  readonly heavyIndexing: boolean
  readonly identifierQuoting: boolean
  /** From an external schema: known as a target of foreign keys, but neither SQL nor classes are made. */
  readonly referenceOnly: boolean
  readonly columns: Column[]
  readonly foreignKeys: ForeignKey[]
  /** In schema order, then those that nobody wrote (`addedFor`). */
  readonly indexes: Index[]
  readonly uniques: Index[]
  readonly behaviors: BehaviorUse[]
  /** Own parameters over those of the database, for the bound vendor. */
  readonly vendor: VendorParameters
  /** As seen from this table: its own foreign keys, then those that point at it, each in schema order. */
  readonly relations: Relation[]
  readonly crossRelations: CrossRelation[]
  readonly origin: Origin
}
