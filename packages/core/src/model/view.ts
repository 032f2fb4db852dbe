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
