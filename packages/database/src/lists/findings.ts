/** Faults found in the lists or trees of a table. A tree has two numbers for each row. */
export interface Findings {
  readonly lists: number
  readonly broken: number
  /** Rows with a wrong rank or wrong tree numbers. */
  readonly rows: number
  /** Rows that share a rank with another row of the list, or duplicate numbers in a tree. */
  readonly duplicates: number
  /** Unused ranks or numbers below the highest one. */
  readonly gaps: number
}
