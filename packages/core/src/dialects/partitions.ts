import type { Column, Part, Partition, Table } from '../model/index.js'

/** A part as SQL has it. */
export interface SqlPart {
  readonly name: string
  /** Which rows it has, in SQL. */
  readonly bound: string
}

/** What becomes of the partitions of a table. */
export interface PartitionChange {
  readonly before?: Partition
  readonly after?: Partition
  /** Whether all rows are divided in another way, rather than parts added or dropped. */
  readonly isOther: boolean
  readonly added: readonly SqlPart[]
  /** Their rows go, too. */
  readonly dropped: readonly SqlPart[]
  /** Those that have other values than before. */
  readonly changed: readonly SqlPart[]
}

type Bounds = Pick<Part, 'from' | 'to' | 'values'>

/** Writes values of a bound; `open` stands for those of a range without bound. */
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
