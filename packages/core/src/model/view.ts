import type { Mark } from '../errors/index.js'

/** What makes a table a view. */
export interface View {
  /** One SELECT of the vendor. */
  readonly sql: string
  /** Whether the server keeps the rows until they are refreshed. */
  readonly materialized: boolean
  /** The element that holds the text; the view itself where there is none. */
  readonly origin: Mark
}

/** Whether the sources of a query may be something of that name. Without a schema, only the server knows where it looks. */
export const readsFrom = (
  sources: ReadonlySet<string>,
  { name, schema }: { readonly name: string; readonly schema?: string },
  { defaultSchema }: { readonly defaultSchema?: string },
): boolean => {
  const lower = name.toLowerCase()
  return sources.has(lower) || sources.has(`${(schema ?? defaultSchema)?.toLowerCase()}.${lower}`)
}
