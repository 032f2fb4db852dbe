import type { Origin } from './origin.js'

/** A `<check>`: a condition that every row of the table must meet. */
export interface Check {
  /** The given or generated name; within the vendor's limit. */
  readonly name: string
  readonly explicitName: boolean
  /** One SQL expression in the vendor's dialect. */
  readonly expression: string
  /** The column whose element contains the check. In the database it is still a table constraint. */
  readonly column?: string
  readonly origin: Origin
}
