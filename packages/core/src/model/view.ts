import type { Mark } from '../errors/index.js'

/** The definition of a view. */
export interface View {
  /** One SELECT in the vendor's dialect. */
  readonly sql: string
  /** Whether the server stores the rows until the next refresh. */
  readonly materialized: boolean
  /** The element with the SQL; the view element itself if there is no other. */
  readonly origin: Mark
}

/**
 * Returns whether a query may read the named table or view. A name without a schema could be in any schema on the search path.
 */
export const readsFrom = (
  sources: ReadonlySet<string>,
  { name, schema }: { readonly name: string; readonly schema?: string },
  { defaultSchema }: { readonly defaultSchema?: string },
): boolean => {
  const lower = name.toLowerCase()
  return sources.has(lower) || sources.has(`${(schema ?? defaultSchema)?.toLowerCase()}.${lower}`)
}
