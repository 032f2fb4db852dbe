import type { Origin } from './origin.js'

/** A `<partition>`: how the rows of a table are divided among its parts. */
export interface Partition {
  readonly by: 'range' | 'list' | 'hash'
  readonly columns: readonly string[]
  /** The number of parts of a hash. */
  readonly count?: number
  /** The parts of a range or a list. */
  readonly parts: readonly Part[]
  readonly origin: Origin
}

/** A `<part>`, with values of all columns, or with none. */
export interface Part {
  readonly name: string
  /** The lower bound of a range, inclusive; if empty, there is no lower bound. */
  readonly from: readonly string[]
  /** The upper bound of a range, exclusive; if empty, there is no upper bound. */
  readonly to: readonly string[]
  /** The values of a list. */
  readonly values: readonly string[]
  readonly origin: Origin
}

/** A partition as stored in a snapshot or read from a catalog. */
export type PlainPartition = Omit<Partition, 'origin' | 'parts'> & { readonly parts: readonly Omit<Part, 'origin'>[] }

/** Returns a partition without its locations in the schema. */
export const plainPartition = ({ by, columns, count, parts }: Partition): PlainPartition => ({
  by,
  columns,
  ...(count !== undefined && { count }),
  parts: parts.map(({ name, from, to, values }) => ({ name, from, to, values })),
})
