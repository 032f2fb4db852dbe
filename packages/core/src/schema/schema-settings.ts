/** Settings of the generator that decide what a schema means. */
export interface SchemaSettings {
  /** Prefix of SQL table names where a database gives none. */
  readonly tablePrefix: string
  /** Package of tables that have none by any other rule. */
  readonly targetPackage: string
  /** Whether the files of one database are one model, so that foreign keys cross files. */
  readonly packageObjectModel: boolean
  /** The namespace decides the package. */
  readonly namespaceAutoPackage: boolean
  /** Whether identifiers are quoted in the SQL of the runtime where a schema does not say it. */
  readonly identifierQuoting: boolean
  /** Whether behaviors that do not exist are left out, with a warning each. */
  readonly ignoreUnknownBehaviors: boolean
  /** Names of behaviors that are ignored, whether or not they exist. */
  readonly ignoredBehaviors: readonly string[]
  /** The SQL schema becomes part of the phpName, the package, the namespace. */
  readonly autoPrefix: boolean
  readonly autoPackage: boolean
  readonly autoNamespace: boolean
  /** Whether a table may stand in several files of a database, which add to each other. */
  readonly merge: boolean
  /** Whether what Propel reads without a complaint is a warning, where it is an error otherwise. */
  readonly lenient: boolean
  /** Directory that classes go to, for messages. */
  readonly phpDir: string
  readonly pluralize: (name: string) => string
}
