import type { AdapterSettings } from '../model/index.js'

/** Generator settings that affect what a schema means. */
export interface SchemaSettings {
  /** Prefix of SQL table names, for databases without `tablePrefix`. */
  readonly tablePrefix: string
  /** Package of tables that get none from any other rule. */
  readonly targetPackage: string
  /** Whether the files of one database form one model, so that foreign keys can refer to tables in other files. */
  readonly packageObjectModel: boolean
  /** Whether the package follows from the namespace. */
  readonly namespaceAutoPackage: boolean
  /** Whether runtime SQL quotes identifiers, unless the schema sets it. */
  readonly identifierQuoting: boolean
  /** Whether unknown behaviors are skipped, with a warning each. */
  readonly ignoreUnknownBehaviors: boolean
  /** Names of behaviors that are ignored, whether or not they exist. */
  readonly ignoredBehaviors: readonly string[]
  /** Whether the SQL schema becomes part of the phpName, the package or the namespace. */
  readonly autoPrefix: boolean
  readonly autoPackage: boolean
  readonly autoNamespace: boolean
  /** Whether a table may be in several files of a database, which are merged. */
  readonly merge: boolean
  /** Whether schema problems that Propel accepts silently are warnings instead of errors. */
  readonly lenient: boolean
  /** Output directory of classes, for messages. */
  readonly phpDir: string
  /** What the databases do by default, such as the engine of tables. */
  readonly adapters: AdapterSettings
  readonly pluralize: (name: string) => string
}
