import { basename, dirname, isAbsolute } from 'node:path'
import { placesIn } from '../config/index.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { notLoaded } from '../errors/output-errors.js'
import type { FileReader, InputFile } from '../files.js'
import type { BehaviorUse } from '../model/index.js'
import {
  exportOf,
  fileOfModule,
  isMissing,
  type LoadModule,
  loadExport,
  nodeModules,
  noteModules,
  partsOf,
  refreshModules,
} from '../modules.js'
import type { BehaviorRegistry, BehaviorTrace, SchemaBehavior } from '../schema/index.js'
import { decodeXml } from '../xml/index.js'
import { bundled } from './bundled.js'
import { apiVersion, type Behavior } from './define-behavior.js'
import { schemaBehavior } from './host.js'
import { type Declared, declaredBehaviors } from './load.js'
import { wayOut } from './removed.js'

export interface RegistryOptions {
  /** The schemas. Without them, everything that packages declare counts as used. */
  readonly inputs?: readonly InputFile[]
  /** `generator.behaviors`: modules by name, or a list of modules. They may replace bundled behaviors. */
  readonly map: Readonly<Record<string, string>> | readonly string[]
  /** The project directory, from which modules are resolved. */
  readonly root: string
  readonly composerDir: string
  readonly files: FileReader
  readonly load?: LoadModule
  /** Whether code of the project and its packages may be loaded. @default true */
  readonly plugins?: boolean
  /** Already loaded behaviors, used like bundled ones. */
  readonly behaviors?: readonly Behavior[]
}

/** Options in which every module has a name. */
type NamedOptions = RegistryOptions & { readonly map: Readonly<Record<string, string>> }

type Place = Pick<BehaviorUse, 'name' | 'origin'>

/** All behaviors that the schemas of a build can use. */
export class Registry implements BehaviorRegistry {
  readonly names: readonly string[]
  readonly #options: NamedOptions
  readonly #load: LoadModule
  readonly #known: ReadonlyMap<string, Behavior>
  readonly #declared: ReadonlyMap<string, readonly Declared[]>
  /** Files of the modules that were requested. */
  readonly #files = new Set<string>()
  /** Why existing behaviors cannot be used. */
  readonly #problems = new Map<string, string>()
  readonly #found = new Map<string, { readonly behavior: Behavior; readonly schema: SchemaBehavior } | undefined>()

  /** The number of names that were not found. */
  #misses = 0
  #hasSearched = false

  constructor(options: NamedOptions, declared: ReadonlyMap<string, readonly Declared[]>) {
    this.#options = options
    this.#load = options.load ?? nodeModules
    this.#known = new Map([...bundled, ...(options.behaviors ?? [])].map((behavior) => [behavior.name, behavior]))
    this.#declared = declared
    this.names = [...new Set([...this.#known.keys(), ...Object.keys(options.map), ...declared.keys()])].filter(
      (name) => !internal.has(name),
    )
  }

  find(use: Place): SchemaBehavior | undefined {
    return this.#resolve(use)?.schema
  }

  isBundled(use: Place): boolean {
    const behavior = this.behaviorOf(use)
    // A table with inherited columns changes when its parent changes.
    return behavior !== undefined && bundled.includes(behavior) && behavior.name !== 'concrete_inheritance'
  }

  get hasSearched(): boolean {
    return this.#hasSearched
  }

  traceOf(use: Place): BehaviorTrace {
    const { name, origin } = use
    const packages = (names: readonly string[]): string =>
      `the packages ${names.map((one) => `"${one}"`).join(' and ')}`
    const isSearched = this.#options.plugins !== false && !name.includes('\\')
    const looked = isPath(name)
      ? `the file "${name}"${isAbsolute(name) ? '' : ` beside "${basename(origin.source.file)}"`}`
      : packages([name, conventional(name)])
    return { looked: isSearched ? looked : '', wayOut: wayOut(name), problem: this.#problems.get(keyOf(use)) }
  }

  behaviorOf(use: Place): Behavior | undefined {
    return this.#resolve(use)?.behavior
  }

  #resolve(use: Place) {
    const key = keyOf(use)
    if (!this.#found.has(key)) {
      const isSought = this.#misses < mostMisses || this.#known.has(use.name)
      const behavior = isSought ? this.#search(use) : undefined
      if (!behavior) this.#misses++
      this.#found.set(key, behavior && { behavior, schema: { ...schemaBehavior(behavior), name: use.name } })
    }
    return this.#found.get(key)
  }

  #search(use: Place): Behavior | undefined {
    const { name, origin } = use
    const mapped = Object.hasOwn(this.#options.map, name) ? this.#options.map[name] : undefined
    const known = this.#known.get(name)
    if (this.#options.plugins === false && (mapped !== undefined || !known)) {
      this.#report(use, 'code of the project is not loaded because of --no-plugins')
      return undefined
    }
    if (mapped !== undefined) {
      const behavior = this.#import(use, mapped, this.#options.root)
      if (!behavior) this.#report(use, `there is no module "${mapped}"`)
      return behavior
    }
    if (known || name.includes('\\')) return known
    if (isPath(name)) return this.#import(use, name, dirname(origin.source.file))
    // A package with that name may be unrelated, so a failed guess is not an error.
    const packaged = this.#import(use, name, this.#options.root, { isGuess: true })
    if (packaged) return packaged
    const declared = this.#declared.get(name) ?? []
    if (declared.length > 1) {
      this.#report(use, `${declared.map(({ by }) => `"${by}"`).join(' and ')} both declare it`)
      return undefined
    }
    const [owner] = declared
    const behavior = this.#import(use, owner?.specifier ?? conventional(name), this.#options.root)
    if (owner && !behavior) this.#report(use, `"${owner.by}" declares it, but there is no module "${owner.path}"`)
    return behavior
  }

  /** Imports a module, with an export name after `#`. Returns undefined if it does not exist or is not a behavior. */
  #import(use: Place, specifier: string, from: string, { isGuess = false } = {}): Behavior | undefined {
    const { path, name } = partsOf(specifier)
    this.#hasSearched = true
    try {
      const exported = exportOf(this.#load(path, from), name)
      if (isBehavior(exported)) return this.#ofThisVersion(use, exported)
      if (!isGuess) this.#report(use, `the export "${name}" of "${path}" is not made by defineBehavior()`)
      return undefined
    } catch (error) {
      if (!isMissing(error, path)) this.#report(use, error instanceof Error ? error.message : String(error))
      return undefined
    } finally {
      const file = fileOfModule(path, from)
      if (file !== undefined) this.#files.add(file)
    }
  }

  #ofThisVersion(use: Place, behavior: Behavior & { readonly api: number }): Behavior | undefined {
    if (behavior.api === apiVersion) return behavior
    this.#report(
      use,
      `it is made for version ${behavior.api} of the behavior interface, but the current version is ${apiVersion}`,
    )
    return undefined
  }

  /** Whether any module was requested. */
  get usesModules(): boolean {
    return this.#files.size > 0
  }

  /** Registers the code of the behaviors as sources of the build, so that it can be watched. */
  noteSources(): Promise<void> {
    return noteModules(this.#files, this.#options.files)
  }

  /** Stores why a behavior cannot be used. Only the first reason is kept. */
  #report(use: Place, reason: string): void {
    const key = keyOf(use)
    if (!this.#problems.has(key)) this.#problems.set(key, reason)
  }
}

/** The number of unknown names that are looked up. Each needs a disk search, and after so many the schema fails anyway. */
const mostMisses = 200

/** Behaviors that other behaviors add and that schemas do not use, and aliases. */
const internal: ReadonlySet<string> = new Set([
  'aggregate_column_relation',
  'aggregate_multiple_columns_relation',
  'blamable',
  'concrete_inheritance_parent',
  'sortable_cascade',
  'sortable_parent',
  'synced_table_accessors',
])

/** Returns the cache key of a behavior. A relative path means another file in each directory. */
const keyOf = ({ name, origin }: Place): string => (isPath(name) ? `${name} ${dirname(origin.source.file)}` : name)

const isPath = (name: string): boolean => /^\.{0,2}\//.test(name)

/** Returns the conventional package name: `l10n` is `orm-behavior-l10n`, `@scope/l10n` is `@scope/orm-behavior-l10n`. */
const conventional = (name: string): string => name.replace(/^(@[^/]+\/)?/, '$1orm-behavior-')

const isBehavior = (value: unknown): value is Behavior & { readonly api: number } =>
  typeof value === 'object' && value !== null && 'name' in value && 'api' in value

/** Creates the registry. Packages are searched only if a schema uses more than the bundled behaviors. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const known = new Set([...bundled, ...(options.behaviors ?? [])].map(({ name }) => name))
  const asks = options.inputs?.some(({ contents }) => {
    const { text } = decodeXml(contents)
    if (/<external-schema\b/.test(text)) return true
    const names = text.matchAll(/<behavior\b[^>]*?\sname\s*=\s*["']([^"']+)["']/g)
    const stored = text.matchAll(/<behavior\b[^>]*?\sbehavior\s*=\s*["']([^"']+)["']/g)
    return [...names, ...stored].some(([, name]) => !known.has(name!))
  })
  await refreshModules(options.files)
  const named = Array.isArray(options.map) ? await namedModules(options.map, options) : options.map
  const declared =
    asks !== false ? await declaredBehaviors(options.files, options.root, options.composerDir) : new Map()
  return new Registry({ ...options, map: named as Readonly<Record<string, string>> }, declared)
}

/** Returns the modules of a list by the names of their behaviors. */
async function namedModules(
  specifiers: readonly string[],
  { root, files, plugins = true }: RegistryOptions,
): Promise<Readonly<Record<string, string>>> {
  // Without plugins, modules are not loaded and their names are unknown.
  if (!plugins) return {}
  const named: [string, string][] = []
  const problems: Diagnostic[] = []
  for (const [index, specifier] of specifiers.entries()) {
    const found = await loadExport(specifier, root, files)
    const at = placesIn(specifiers)[index]
    if ('problem' in found) problems.push(notLoaded(at, 'behavior', specifier, found.problem))
    else if (!isBehavior(found.value)) {
      problems.push(notLoaded(at, 'behavior', specifier, 'its export is not made by defineBehavior()'))
    } else named.push([found.value.name, specifier])
  }
  if (problems.length > 0) throw new OrmError(problems)
  return Object.fromEntries(named)
}
