/** The named groups in which a column or relation is exported. */
export interface OutputGroups {
  /** Besides those of its table. */
  readonly further: readonly string[]
  /** Those of its table in which it is not. */
  readonly ignored: readonly string[]
}
