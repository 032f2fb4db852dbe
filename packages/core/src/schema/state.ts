import type { Diagnostic, Source } from '../errors/index.js'
import type { FileReader } from '../files.js'
import type { Database, Platform } from '../model/index.js'
import type { XmlElement } from '../xml/index.js'
import type { BehaviorRegistry } from './behavior.js'
import type { SchemaSettings } from './settings.js'

/** What a schema means depends on, besides its own text. */
export interface SchemaContext {
  /** The vendor behind each configured connection, by name; a database must be one of them. */
  readonly platforms: ReadonlyMap<string, Platform>
  readonly settings: SchemaSettings
  readonly behaviors: BehaviorRegistry
  /** Where external schemas are read from. */
  readonly files: FileReader
}

/** What the steps of the schema pipeline hand on. */
export interface SchemaState {
  readonly context: SchemaContext
  readonly sources: readonly Source[]
  /** Root elements of the files that could be parsed and hold a database. */
  readonly documents: readonly XmlElement[]
  readonly databases: readonly Database[]
  readonly diagnostics: readonly Diagnostic[]
}

export type Step = (state: SchemaState) => SchemaState | Promise<SchemaState>
