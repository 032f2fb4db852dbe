import type { FileReader } from '../files.js'
import type { Platform } from '../model/index.js'
import type { BehaviorRegistry } from './behavior.js'
import type { SchemaMemory } from './memory.js'
import type { SchemaSettings } from './settings.js'

/** What a schema means depends on, besides its own text. */
export interface SchemaContext {
  /** The vendor behind each configured connection, by name; a database must be one of them. */
  readonly platforms: ReadonlyMap<string, Platform>
  /** Connections whose databases are left out. */
  readonly leftOut?: ReadonlySet<string>
  readonly settings: SchemaSettings
  readonly behaviors: BehaviorRegistry
  /** Whether SQL is made of the model; problems that only SQL has are warnings where it is not. */
  readonly makesSql: boolean
  /** Where external schemas are read from. */
  readonly files: FileReader
  /** What earlier builds of the same files left; without it, everything is read. */
  readonly memory?: SchemaMemory
}
