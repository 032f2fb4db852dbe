import type { Deferral } from './foreign-key.js'
import type { Origin } from './origin.js'

/** An `<exclude>`: no two rows of its table compare true in all parts. */
export interface Exclusion {
  /** Given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** The kind of its index, in small letters. */
  readonly method: string
  readonly parts: readonly ExclusionPart[]
  /** Which rows it is about, as one SQL expression; all without it. */
  readonly where?: string
  readonly deferrable?: Deferral
  readonly origin: Origin
}

/** A column, or one SQL expression, and the operator that compares two rows in it. */
export interface ExclusionPart {
  readonly column?: string
  readonly expression?: string
  readonly operator: string
  readonly origin: Origin
}
