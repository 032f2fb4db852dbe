import type { Mark } from '../errors/index.js'
import type { OutputGroups, VendorParameters } from './common-parts.js'
import type { Origin } from './origin.js'
import { isTrue } from './values.js'

export type ReferentialAction = 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION' | 'SET DEFAULT'

/** When a deferrable constraint is checked unless a transaction says otherwise: with each statement, or at its end. */
export type Deferral = 'immediate' | 'deferred'

export type JoinType = 'INNER JOIN' | 'LEFT JOIN' | 'RIGHT JOIN'

export interface ForeignKey {
  /** Constraint name, given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** With the table prefix. */
  readonly foreignTable: string
  /** As written; without it the foreign table is in the own table's schema, see `foreignSchemaOf`. */
  readonly foreignSchema?: string
  readonly phpName?: string
  readonly refPhpName?: string
  readonly onDelete?: ReferentialAction
  readonly onUpdate?: ReferentialAction
  readonly deferrable?: Deferral
  /** MATCH FULL: of several columns, all are NULL or none is. */
  readonly matchFull?: true
  /** Virtual: relation code, no constraint. */
  readonly skipSql: boolean
  /** Join type of `joinX()`. */
  readonly defaultJoin: JoinType
  /** Type to use instead of the foreign class in relation setters and getters. */
  readonly interface?: string
  /** Of the relation on the own table. */
  readonly outputGroups?: OutputGroups
  /** Of the relation on the other table. */
  readonly refOutputGroups?: OutputGroups
  readonly references: readonly Reference[]
  readonly vendor: VendorParameters
  readonly origin: Origin
}

/** A column pair, or a literal that the local column must hold (polymorphic foreign keys). */
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

/** The references that pair two columns: all of them, but for a polymorphic foreign key. */
export const columnReferences = (key: ForeignKey): ColumnReference[] => key.references.filter(isColumnReference)

export const isPolymorphic = (key: ForeignKey): boolean => !key.references.every(isColumnReference)

/** When a foreign key is checked, if that can be put off; the vendor parameters of pgsql are the old form. */
export function deferralOf({ deferrable, vendor }: Pick<ForeignKey, 'deferrable' | 'vendor'>): Deferral | undefined {
  if (deferrable !== undefined || !isTrue(vendor.get('deferrable'))) return deferrable
  return isTrue(vendor.get('initiallyDeferred')) ? 'deferred' : 'immediate'
}

/** Whether the foreign key becomes a constraint in SQL. */
export const hasConstraint = (key: ForeignKey): boolean => !key.skipSql && !isPolymorphic(key)
