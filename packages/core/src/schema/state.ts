import type { Diagnostic, Mark } from '../errors/index.js'
import type { InputFile } from '../files.js'
import type { BoundPlatform, Database, ForeignKey, Table } from '../model/index.js'
import type { XmlElement } from '../xml/index.js'
import type { SchemaContext } from './context.js'
import type { SchemaElement } from './element.js'
import type { Reading } from './read/reading.js'

/** The state that the steps of the schema pipeline pass on. */
export interface SchemaState {
  readonly context: SchemaContext
  readonly inputs: readonly InputFile[]
  /** Root elements of the files that could be parsed and contain a database. */
  readonly roots: readonly XmlElement[]
  readonly documents: readonly Document[]
  readonly databases: readonly DatabaseDraft[]
  /** Whether a file could not be read, so that tables may be missing. */
  readonly incomplete: boolean
  /** Model parts that already have an error. Errors that follow from it are not reported. */
  readonly broken: Set<object>
  /** What is reported only when all foreign keys are resolved, as it may follow from one that is in error. */
  readonly afterKeys: (() => void)[]
  /** Reports a problem. Returns whether it counts as an error; if not, reading continues with the intended meaning. */
  report(diagnostic: Diagnostic): boolean
  /** The number of errors reported so far. */
  errorCount(): number
}

/** A schema file that passed the structure check. */
export interface Document {
  /** The name of its database. */
  readonly database: string
  readonly root: SchemaElement
  /** For an external schema, the value on the outermost include. Undefined for an input file. */
  readonly referenceOnly?: boolean
  /** The input files that the document belongs to: itself, or those that include it. */
  readonly units: Set<string>
}

/** A database whose tables are still incomplete. */
export interface DatabaseDraft {
  readonly model: Database
  readonly platform: BoundPlatform
  readonly reading: Reading
  /** Behaviors at database level and the tables that they apply to. */
  readonly databaseBehaviors: readonly DatabaseBehavior[]
  /** Groups of tables that can refer to each other: all tables, or those of one file and its includes. */
  readonly scopes: readonly Table[][]
  /** Locations of the sequences, by name. */
  readonly sequenceOrigins: ReadonlyMap<string, Mark>
  /** Target tables of foreign keys. A key in error has none. */
  readonly targets: Map<ForeignKey, Table>
}

export interface DatabaseBehavior {
  readonly use: Database['behaviors'][number]
  readonly tables: readonly Table[]
}

export interface ResolvedSchema {
  /** The databases. They are complete only if no diagnostic is an error. */
  readonly databases: readonly Database[]
  /** Every problem of every file, in the order of discovery. */
  readonly diagnostics: readonly Diagnostic[]
  /** All files read, including external schemas, in load order. */
  readonly files: readonly string[]
  /** The files whose databases are generated, without reference-only ones. */
  readonly sources: readonly string[]
}

export type Step = (state: SchemaState) => SchemaState | Promise<SchemaState>

/** Checks what a model means rather than how it is written. */
export type Check = (draft: DatabaseDraft, state: SchemaState) => void
