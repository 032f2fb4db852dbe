import type { Deferral } from './foreign-key.js'
import type { Origin } from './origin.js'

/** An `<exclude>`: no two rows of the table may compare true in all parts. */
export interface Exclusion {
  /** The given or generated name; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** The index method, in lower case. */
  readonly method: string
  readonly parts: readonly ExclusionPart[]
  /** An SQL expression for the rows that are constrained; if absent, all rows. */
  readonly where?: string
  readonly deferrable?: Deferral
  readonly origin: Origin
}

/** A column or SQL expression, and the operator that compares it in two rows. */
export interface ExclusionPart {
  readonly column?: string
  readonly expression?: string
  readonly operator: string
  readonly origin: Origin
}
