import type { Origin } from './origin.js'

/** A `<partition>`: how the rows of a table are divided among its parts. */
export interface Partition {
  readonly by: 'range' | 'list' | 'hash'
  readonly columns: readonly string[]
  /** How many parts a hash has. */
  readonly count?: number
  /** The parts of a range or a list. */
  readonly parts: readonly Part[]
  readonly origin: Origin
}

/** A `<part>`, with values of all columns, or with none. */
export interface Part {
  readonly name: string
  /** Where a range begins; with none, it has no lower bound. */
  readonly from: readonly string[]
  /** The first values behind a range; with none, it has no upper bound. */
  readonly to: readonly string[]
  /** Those of a list. */
  readonly values: readonly string[]
  readonly origin: Origin
}

/** The same, as a snapshot or a catalog has it. */
export type PlainPartition = Omit<Partition, 'origin' | 'parts'> & { readonly parts: readonly Omit<Part, 'origin'>[] }

/** Names and values without their places in the schema. */
export const plainPartition = ({ by, columns, count, parts }: Partition): PlainPartition => ({
  by,
  columns,
  ...(count !== undefined && { count }),
  parts: parts.map(({ name, from, to, values }) => ({ name, from, to, values })),
})
