import type { Diagnostic, Source } from '../errors/index.js'
import type { Database } from '../model/index.js'
import type { XmlElement } from '../xml/index.js'

/** What the steps of the schema pipeline hand on. */
export interface SchemaState {
  readonly sources: readonly Source[]
  /** Names of the configured connections; a database must be one of them. */
  readonly connections: readonly string[]
  /** Root elements of the files that could be parsed and hold a database. */
  readonly documents: readonly XmlElement[]
  readonly databases: readonly Database[]
  readonly diagnostics: readonly Diagnostic[]
}

export type Step = (state: SchemaState) => SchemaState
