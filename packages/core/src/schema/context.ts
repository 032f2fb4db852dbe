import type { Source } from '../errors/index.js'
import type { FileReader } from '../files.js'
import type { BoundPlatform } from '../model/index.js'
import type { XmlDocument, XmlProblem } from '../xml/index.js'
import type { BehaviorRegistry } from './schema-behavior.js'
import type { SchemaSettings } from './schema-settings.js'

/** What a schema means depends on, besides its own text. */
export interface SchemaContext {
  /** The vendor behind each configured connection, by name; a database must be one of them. */
  readonly platforms: ReadonlyMap<string, BoundPlatform>
  /** Connections whose databases are left out. */
  readonly leftOut?: ReadonlySet<string>
  readonly settings: SchemaSettings
  readonly behaviors: BehaviorRegistry
  /** Whether SQL is made of the model; problems that only SQL has are warnings where it is not. */
  readonly makesSql: boolean
  /** How a file becomes a tree, where more is known of it than its text. @default parseXml */
  readonly parse?: (source: Source) => XmlDocument | XmlProblem
  /** Called between the steps of reading, for hosts that have other work to do meanwhile; what it throws ends the reading. */
  readonly pause?: (() => Promise<void>) | undefined
  /** Where external schemas are read from. */
  readonly files: FileReader
}
