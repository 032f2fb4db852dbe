import type { Source } from '../errors/index.js'
import type { FileReader } from '../files.js'
import type { BoundPlatform } from '../model/index.js'
import type { XmlDocument, XmlProblem } from '../xml/index.js'
import type { BehaviorRegistry } from './schema-behavior.js'
import type { SchemaSettings } from './schema-settings.js'

/** What the meaning of a schema depends on besides its own text. */
export interface SchemaContext {
  /** The platform of each configured connection, by connection name. Each `<database>` must name one of them. */
  readonly platforms: ReadonlyMap<string, BoundPlatform>
  /** Whether there may be other connections, as the configuration has errors. */
  readonly hasMore?: boolean
  /** Connections whose databases are skipped. */
  readonly leftOut?: ReadonlySet<string>
  readonly settings: SchemaSettings
  readonly behaviors: BehaviorRegistry
  /** Whether SQL is generated from the model. If not, problems that concern only SQL are warnings. */
  readonly makesSql: boolean
  /** Parses a file. A host that has already parsed an earlier version of it can reuse that. @default parseXml */
  readonly parse?: (source: Source) => XmlDocument | XmlProblem
  /** Called between the reading steps, so that the host can do other work. An exception from it aborts the reading. */
  readonly pause?: (() => Promise<void>) | undefined
  /** Reads external schemas. */
  readonly files: FileReader
}
