import type { DatabaseDraft, SchemaState } from '../state.js'

/** A look at what a model means, rather than how it is written. */
export type Check = (draft: DatabaseDraft, state: SchemaState) => void
