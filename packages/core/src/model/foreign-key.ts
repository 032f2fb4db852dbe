import type { Mark } from '../errors/index.js'
import type { OutputGroups, VendorParameters } from './common-parts.js'
import type { Origin } from './origin.js'
import { isTrue } from './values.js'

export type ReferentialAction = 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION' | 'SET DEFAULT'

/** When a deferrable constraint is checked by default: after each statement, or at the end of the transaction. */
export type Deferral = 'immediate' | 'deferred'

export type JoinType = 'INNER JOIN' | 'LEFT JOIN' | 'RIGHT JOIN'

export interface ForeignKey {
  /** Constraint name, given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** Name of the foreign table, with the table prefix. */
  readonly foreignTable: string
  /** The schema as written; if absent, the foreign table is in the same schema as the own table, see `foreignSchemaOf`. */
  readonly foreignSchema?: string
  readonly phpName?: string
  readonly refPhpName?: string
  readonly onDelete?: ReferentialAction
  readonly onUpdate?: ReferentialAction
  readonly deferrable?: Deferral
  /** MATCH FULL: either all columns of the key are NULL, or none is. */
  readonly matchFull?: true
  /** Whether the key is virtual: relation methods, but no constraint. */
  readonly skipSql: boolean
  /** Join type used by `joinX()`. */
  readonly defaultJoin: JoinType
  /** Type to use instead of the foreign class in relation setters and getters. */
  readonly interface?: string
  /** Output groups of the relation on the own table. */
  readonly outputGroups?: OutputGroups
  /** Output groups of the relation on the foreign table. */
  readonly refOutputGroups?: OutputGroups
  readonly references: readonly Reference[]
  readonly vendor: VendorParameters
  readonly origin: Origin
}

/** A pair of columns, or a literal that the local column must equal (polymorphic foreign keys). */
export type Reference = ColumnReference | LiteralReference

export interface ColumnReference {
  readonly local: string
  readonly foreign: string
  readonly localOrigin: Mark
  readonly foreignOrigin: Mark
}

export interface LiteralReference {
  readonly local: string
  readonly value: string
  readonly localOrigin: Mark
}

export const isColumnReference = (reference: Reference): reference is ColumnReference => 'foreign' in reference

/** Returns the references that pair two columns: all references, except in a polymorphic foreign key. */
export const columnReferences = (key: ForeignKey): ColumnReference[] => key.references.filter(isColumnReference)

export const isPolymorphic = (key: ForeignKey): boolean => !key.references.every(isColumnReference)

/** Returns when a foreign key is checked, or undefined if it is not deferrable; pgsql's vendor parameters are the old form. */
export function deferralOf({ deferrable, vendor }: Pick<ForeignKey, 'deferrable' | 'vendor'>): Deferral | undefined {
  if (deferrable !== undefined || !isTrue(vendor.get('deferrable'))) return deferrable
  return isTrue(vendor.get('initiallyDeferred')) ? 'deferred' : 'immediate'
}

/** Returns whether the foreign key becomes a constraint in SQL. */
export const hasConstraint = (key: ForeignKey): boolean => !key.skipSql && !isPolymorphic(key)
