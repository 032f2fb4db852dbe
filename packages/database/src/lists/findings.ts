/** What was found in the lists, or trees, of a table; a tree has two numbers for each row. */
export interface Findings {
  readonly lists: number
  readonly broken: number
  /** Rows with a wrong place. */
  readonly rows: number
  /** Rows whose rank another row of the list has; numbers that a tree has more than once. */
  readonly duplicates: number
  /** Ranks, or numbers, that no row has, up to the highest one. */
  readonly gaps: number
}
