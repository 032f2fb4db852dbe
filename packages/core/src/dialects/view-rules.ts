/** How a vendor writes views. */
export interface ViewRules {
  /** What a DROP that finds nothing does not fail with; absent where it always fails. */
  readonly ifExists?: true
  /** Whether a DROP takes along what depends on the view. */
  readonly cascades?: true
  /** What COMMENT ON calls a view; absent where a description is a comment in SQL. */
  readonly comment?: 'VIEW' | 'TABLE'
}
