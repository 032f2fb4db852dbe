import type { Diagnostic, Mark } from '../errors/index.js'
import type { InputFile } from '../files.js'
import type { BoundPlatform, Database, ForeignKey, Table } from '../model/index.js'
import type { XmlElement } from '../xml/index.js'
import type { SchemaContext } from './context.js'
import type { SchemaElement } from './element.js'
import type { Reading } from './read/reading.js'

/** What the steps of the schema pipeline hand on. */
export interface SchemaState {
  readonly context: SchemaContext
  readonly inputs: readonly InputFile[]
  /** Root elements of the files that could be parsed and hold a database. */
  readonly roots: readonly XmlElement[]
  readonly documents: readonly Document[]
  readonly databases: readonly DatabaseDraft[]
  /** Whether a file could not be read, so that tables may be missing. */
  readonly incomplete: boolean
  /** Parts of the model with an error of their own: what follows from it is not reported. */
  readonly broken: Set<object>
  /** Returns whether it counts as an error; where it does not, reading goes on with what was meant. */
  report(diagnostic: Diagnostic): boolean
  /** How many errors were reported so far. */
  errorCount(): number
}

/** A schema file whose structure was checked. */
export interface Document {
  /** Name of its database. */
  readonly database: string
  readonly root: SchemaElement
  /** For an external schema, what the outermost include says; undefined for a file that was handed in. */
  readonly referenceOnly?: boolean
  /** The files handed in that it belongs to: itself, or those that include it. */
  readonly units: Set<string>
}

/** A database while its tables are still being completed. */
export interface DatabaseDraft {
  readonly model: Database
  readonly platform: BoundPlatform
  readonly reading: Reading
  /** Behaviors of databases and the tables that they are for. */
  readonly databaseBehaviors: readonly DatabaseBehavior[]
  /** Tables that see each other: all of them, or those of one file with what it includes. */
  readonly scopes: readonly Table[][]
  /** Where each of its sequences is written. */
  readonly sequenceOrigins: ReadonlyMap<string, Mark>
  /** The tables that foreign keys point at; none for a key in error. */
  readonly targets: Map<ForeignKey, Table>
}

export interface DatabaseBehavior {
  readonly use: Database['behaviors'][number]
  readonly tables: readonly Table[]
}

export interface ResolvedSchema {
  /** Complete only when no diagnostic is an error. */
  readonly databases: readonly Database[]
  /** Every problem of every file, in the order of discovery. */
  readonly diagnostics: readonly Diagnostic[]
  /** All files read, external schemas too, in load order. */
  readonly files: readonly string[]
  /** Those of them whose databases take part. */
  readonly sources: readonly string[]
}

export type Step = (state: SchemaState) => SchemaState | Promise<SchemaState>

/** A look at what a model means, rather than how it is written. */
export type Check = (draft: DatabaseDraft, state: SchemaState) => void
