/** How a vendor writes views. */
export interface ViewRules {
  /** Whether DROP accepts IF EXISTS; if absent, dropping a missing view fails. */
  readonly ifExists?: true
  /** Whether DROP can also drop the objects that depend on the view. */
  readonly cascades?: true
  /** The word for a view in COMMENT ON; absent if descriptions are written as SQL comments. */
  readonly comment?: 'VIEW' | 'TABLE'
  /** Writes the text of a comment; a plain string by default. */
  readonly commentText?: (text: string) => string
}
