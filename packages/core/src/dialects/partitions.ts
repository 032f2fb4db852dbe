import type { Column, Part, Partition, Table } from '../model/index.js'

/** A part of a partitioned table, as written in SQL. */
export interface SqlPart {
  readonly name: string
  /** The SQL that determines the rows of the part. */
  readonly bound: string
}

/** Changes to the partitions of a table. */
export interface PartitionChange {
  readonly before?: Partition
  readonly after?: Partition
  /** Whether all rows are partitioned differently, rather than parts only added or dropped. */
  readonly isOther: boolean
  readonly added: readonly SqlPart[]
  /** Parts to drop, together with their rows. */
  readonly dropped: readonly SqlPart[]
  /** Parts whose values differ. */
  readonly changed: readonly SqlPart[]
}

type Bounds = Pick<Part, 'from' | 'to' | 'values'>

/** Returns a function that writes the values of a bound; `open` is written for a range without a bound. */
export const boundWriter =
  (table: Table, { columns }: Partition, literal: (column: Column) => string | undefined) =>
  (bounds: Bounds, side: keyof Bounds, open = ''): string => {
    const columnAt = (position: number): Column | undefined =>
      table.columns.find(({ name }) => name === columns[side === 'values' ? 0 : position])
    const written = bounds[side].map((text, position) => {
      const column = columnAt(position)
      const { generated: _, identity: __, ...plain } = column!
      return literal({ ...plain, autoIncrement: false, default: { kind: 'value', text } }) ?? ''
    })
    return (written.length > 0 ? written : columns.map(() => open)).join(', ')
  }
