import type { Origin } from './origin.js'

/** A `<check>`: a condition that every row of its table must meet. */
export interface Check {
  /** Given or generated; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** One SQL expression of the vendor. */
  readonly expression: string
  /** The column that it is written in. To the database, it is a constraint of the table all the same. */
  readonly column?: string
  readonly origin: Origin
}
