import { type Diagnostic, OrmError } from '../errors/index.js'
import { nearest } from '../errors/nearest.js'
import type { MapRule } from '../settings/key-rules.js'
import type { Config } from './config.js'
import { type ConfigOptions, withOptions } from './with-options.js'

/** What is known of a configuration with errors, to check the schemas in the same run. */
export interface Draft {
  /** The configuration without its errors. It has only connections whose database is known. */
  readonly config: Config
  /** The other connections, and names that may be connections. Undefined if the names of the connections are not known. */
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

/** Keys and sections that determine which schemas there are, and which errors they have. */
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
  readonly #keys: readonly string[]

  /**
   * @param paths keys whose values are wrong or missing
   * @param unknown keys that do not exist, each of which may be a misspelled or misplaced one
   * @param rule the keys that exist
   */
  constructor(paths: readonly string[], unknown: readonly string[], rule: MapRule) {
    this.#paths = paths
    this.#unknown = unknown
    this.#keys = keysOf(rule)
  }

  /** Whether the keys that the check of a schema needs are known. */
  get leaveSchemas(): boolean {
    return !needed.some((key) => this.concern(key) || this.#paths.some((path) => path.startsWith(`orm.${key}.`)))
  }

  /** Unknown keys that may be connections in a wrong place. */
  get misplaced(): readonly string[] {
    return this.#unknown.map(lastOf)
  }

  /** Whether a key, a section that contains it, or a key in it may have another value. */
  concern(key: string): boolean {
    return [key, ...this.#keys.filter((inner) => inner.startsWith(`${key}.`))].some((each) => this.#isDoubtful(each))
  }

  #isDoubtful(key: string): boolean {
    const path = `orm.${key}`
    return (
      this.#paths.some((wrong) => `${path}.`.startsWith(`${wrong}.`)) ||
      this.#unknown.some((name) => isMisspelled(name, path) || lastOf(name) === lastOf(path))
    )
  }
}

/** Returns the paths of all keys of a section and of its sections. */
const keysOf = ({ keys }: MapRule): string[] =>
  Object.entries(keys).flatMap(([key, rule]) => [
    key,
    ...(rule.type === 'map' ? keysOf(rule).map((inner) => `${key}.${inner}`) : []),
  ])

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** Whether an unknown key is probably meant to be a key or one of its sections. */
function isMisspelled(unknown: string, path: string): boolean {
  const section = unknown.slice(0, unknown.lastIndexOf('.') + 1)
  if (!path.startsWith(section)) return false
  const meant = path.slice(section.length).split('.')[0]!
  return nearest(lastOf(unknown), [meant]) !== undefined
}
