import { type Diagnostic, OrmError } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import type { Config } from './config.js'
import { type ConfigOptions, withOptions } from './with-options.js'

/** What is known of a configuration with errors, to check the schemas in the same run. */
export interface Draft {
  /** The configuration without its errors. It has only connections whose database is known. */
  readonly config: Config
  /** The other connections. Undefined if not even their names are known. */
  readonly unbound: readonly string[] | undefined
}

/** The problems of a configuration. */
export class ConfigError extends OrmError {
  // Private, because hosts print the properties of an error, and a configuration has passwords.
  readonly #draft: Draft | undefined

  constructor(diagnostics: readonly Diagnostic[], draft: Draft | undefined) {
    super(diagnostics)
    this.#draft = draft
  }

  /** Undefined if too little is known: errors of the schemas might only follow from those of the configuration. */
  get draft(): Draft | undefined {
    return this.#draft
  }

  /** Returns the same problems, with the options of a host applied to the draft. */
  withOptions(options: ConfigOptions): OrmError {
    if (!this.draft) return this
    try {
      const { config, unbound } = this.draft
      const isReplaced = options.connection !== undefined && options.connection.length > 0
      return new ConfigError(this.diagnostics, {
        config: withOptions(config, options),
        unbound: isReplaced ? [] : unbound,
      })
    } catch (error) {
      if (!(error instanceof OrmError)) throw error
      return new OrmError([...this.diagnostics, ...error.diagnostics])
    }
  }
}

/** Keys that determine which schemas there are, and which errors they have. */
const needed = [
  'paths.schemaDir',
  'paths.composerDir',
  'generator.tablePrefix',
  'generator.targetPackage',
  'generator.packageObjectModel',
  'generator.namespaceAutoPackage',
  'generator.recursive',
  'generator.ignoreUnknownBehaviors',
  'generator.ignoredBehaviors',
  'generator.allowUnknownConstraints',
  'generator.behaviors',
  'generator.schema',
  'generator.objectModel.pluralizerClass',
]

/** The keys of a configuration that have problems. */
export class Doubts {
  readonly #paths: readonly string[]
  readonly #unknown: readonly string[]

  /**
   * @param paths keys whose values are wrong or missing
   * @param unknown keys that do not exist, each of which may be a misspelled or misplaced one
   */
  constructor(paths: readonly string[], unknown: readonly string[]) {
    this.#paths = paths
    this.#unknown = unknown
  }

  /** Whether the keys that the check of a schema needs are known. */
  get leaveSchemas(): boolean {
    return !needed.some((key) => this.concern(key) || this.#paths.some((path) => path.startsWith(`orm.${key}.`)))
  }

  /** Whether a key, or a section that contains it, may have another value. */
  concern(key: string): boolean {
    const path = `orm.${key}`
    return (
      this.#paths.some((wrong) => `${path}.`.startsWith(`${wrong}.`)) ||
      this.#unknown.some((name) => isMisspelled(name, path) || lastOf(name) === lastOf(path))
    )
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Whether an unknown key is probably meant to be a key or one of its sections. */
function isMisspelled(unknown: string, path: string): boolean {
  const section = unknown.slice(0, unknown.lastIndexOf('.') + 1)
  if (!path.startsWith(section)) return false
  const meant = path.slice(section.length).split('.')[0]!
  return nearest(lastOf(unknown), [meant]) !== undefined
}
