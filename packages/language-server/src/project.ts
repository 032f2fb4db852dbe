import { dirname, resolve } from 'node:path'
import {
  BuildMemory,
  bundledBehaviors,
  type Config,
  type ConnectionConfig,
  compileSchema,
  type Database,
  type Diagnostic,
  findSchemas,
  type InputFile,
  type KnownBehaviors,
  knownBehaviors,
  loadConfig,
  type MigrationPlan,
  OrmError,
  type Parameter,
  planMigrations,
} from 'orm-core/internal'
import { decodeXml } from 'orm-core/internal/config'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { isConfig } from './file-kinds.js'
import { attributeValue } from './markup/parse-markup.js'
import { type OpenDocuments, OverlayReader } from './overlay-reader.js'
import { keyOf, type NamedThing, type NameUse, type ParameterRoles, SchemaFile, uriOf } from './schema-file.js'

/** What the last good compilation made. */
export interface Model {
  readonly config: Config
  readonly databases: readonly Database[]
}

/** For the time until a configuration can be read. */
const bundledOnly: KnownBehaviors = {
  names: bundledBehaviors.map(({ name }) => name),
  find: (name) => bundledBehaviors.find((behavior) => behavior.name === name),
}

/** A folder with a configuration and schemas, compiled again whenever one of their texts changes. */
export class Project {
  readonly root: string
  readonly #open: OpenDocuments
  readonly #reader: OverlayReader
  readonly #plugins: boolean
  readonly #memory = new BuildMemory()
  readonly #files = new Map<string, SchemaFile>()
  /** Paths and texts of the schemas that the last compilation read, those that others include too. */
  #inputs: readonly InputFile[] = []
  readonly #texts = new WeakMap<Uint8Array, string>()
  #behaviors: KnownBehaviors | undefined
  /** Of included files, the database that includes them. */
  #owners: ReadonlyMap<string, string> = new Map()
  model: Model | undefined

  constructor(root: string, open: OpenDocuments, plugins: boolean) {
    this.root = root
    this.#open = open
    this.#plugins = plugins
    this.#reader = new OverlayReader(root, open)
  }

  /**
   * All problems of all files; the model stays as it was where there are errors.
   *
   * @param pause called again and again during a long compilation; what it throws ends it
   */
  async compile(pause?: () => Promise<void>): Promise<readonly Diagnostic[]> {
    const options = this.#options
    const warnings: Diagnostic[] = []
    this.#reader.begin()
    try {
      const config = await loadConfig(options)
      const inputs = await this.#findSchemas(config, warnings)
      this.#inputs = inputs
      this.#behaviors ??= await knownBehaviors(config, options)
      const compiling = { ...options, config, makesSql: true, memory: this.#memory, ...(pause && { pause }) }
      const compiled = await compileSchema(inputs, compiling).finally(() => this.#addIncluded())
      this.model = { config, databases: compiled.databases }
      return [...warnings, ...compiled.warnings]
    } catch (error) {
      if (error instanceof OrmError) return error.diagnostics
      throw error
    }
  }

  /** Called when more than the text of a schema has changed: modules of behaviors may be others now. */
  forgetBehaviors(): void {
    this.#behaviors = undefined
    // Which parameters name columns is known to the behaviors.
    this.#files.clear()
  }

  /** Names of behaviors that a schema can use. */
  get behaviorNames(): readonly string[] {
    return (this.#behaviors ?? bundledOnly).names
  }

  /** The parameters of a behavior, by the name that a schema file has for it; undefined if it is not known. */
  parametersOf(name: string, file: string): Readonly<Record<string, Parameter>> | undefined {
    const behavior = (this.#behaviors ?? bundledOnly).find(name, file)
    return behavior && (behavior.parameters ?? {})
  }

  /** Where to look for changes of what was read. */
  get directories(): readonly string[] {
    return this.#reader.directories
  }

  /** Whether the disk still has what the last compilation read. */
  isCurrent(): Promise<boolean> {
    return this.#reader.isCurrent()
  }

  /** Whether a file is one of the schemas. */
  reads(path: string): boolean {
    return this.#inputs.some((input) => this.absolute(input.path) === path)
  }

  /** What a migration would change now; throws an OrmError where the schema has errors. */
  async planMigrations(): Promise<readonly MigrationPlan[]> {
    const options = this.#options
    const config = await loadConfig(options)
    return planMigrations(await this.#findSchemas(config, []), { ...options, config })
  }

  /** The connection of a database, as the last good compilation has read it. */
  connection(database: string): ConnectionConfig | undefined {
    const connections = this.model?.config.connections ?? {}
    return Object.hasOwn(connections, database) ? connections[database] : undefined
  }

  absolute(path: string): string {
    return resolve(this.root, path)
  }

  /** The address of a file, as the editor has written it if it is open. */
  uriOf(path: string): string {
    return this.#open.find(path)?.uri ?? uriOf(path)
  }

  /** The schemas of the project, as the editor has them now. */
  files(): SchemaFile[] {
    const paths = new Set(this.#inputs.map(({ path }) => this.absolute(path)))
    return [...paths].flatMap((path) => this.file(path) ?? [])
  }

  file(path: string): SchemaFile | undefined {
    const document = this.#open.find(path)
    const known = this.#files.get(path)
    if (document) {
      return known?.isOf(document) ? known : this.#updated(path, known, document)
    }
    const input = this.#inputs.find((each) => this.absolute(each.path) === path)
    if (!input) return undefined
    const text = this.#textOf(input)
    if (known?.text === text) return known
    return this.#updated(path, known, TextDocument.create(uriOf(path), 'xml', 0, text))
  }

  /** What a file that is not open has; a project can have hundreds of them, each asked for at each key. */
  #textOf({ contents }: InputFile): string {
    if (typeof contents === 'string') return contents
    const known = this.#texts.get(contents)
    if (known !== undefined) return known
    const { text } = decodeXml(contents)
    this.#texts.set(contents, text)
    return text
  }

  openDocument(path: string): TextDocument | undefined {
    return this.#open.find(path)
  }

  /** Everything that stands for the same as a name. */
  usesOf(thing: NamedThing): NameUse[] {
    const wanted = keyOf(thing)
    return this.files().flatMap(({ uses }) => uses.filter(({ key }) => key === wanted))
  }

  get #options() {
    return { configDir: this.root, files: this.#reader, plugins: this.#plugins, env: process.env }
  }

  #rolesIn(path: string): ParameterRoles {
    return (behavior, parameter) => {
      const rule = this.parametersOf(behavior, path)?.[parameter]
      if (rule?.ofColumns) return 'columns'
      return rule?.expects === 'a table name' ? 'table' : undefined
    }
  }

  /** Schemas may include files of any name. */
  #addIncluded(): void {
    const known = new Set(this.#inputs.map(({ path }) => this.absolute(path)))
    const others = [...this.#reader.xmlFiles].filter(([path]) => !known.has(path) && !isConfig(path))
    this.#inputs = [...this.#inputs, ...others.map(([path, contents]) => ({ path, contents }))]
    this.#setOwners(new Set(others.map(([path]) => path)))
  }

  /** Included files may include others, so it goes on until nothing more is found. */
  #setOwners(included: ReadonlySet<string>): void {
    const owners = new Map<string, string>()
    const waiting = included.size === 0 ? [] : this.#inputs.map(({ path }) => this.absolute(path))
    for (const path of waiting) {
      for (const database of this.file(path)?.databases ?? []) {
        const name = owners.get(path) ?? attributeValue(database, 'name') ?? ''
        for (const element of database.children.filter((child) => child.name === 'external-schema')) {
          const filename = attributeValue(element, 'filename') ?? ''
          const found = [dirname(path), this.root]
            .map((folder) => resolve(folder, filename))
            .find((each) => included.has(each))
          if (found === undefined || owners.has(found)) continue
          owners.set(found, name)
          waiting.push(found)
        }
      }
    }
    const isSame =
      owners.size === this.#owners.size && [...owners].every(([path, name]) => this.#owners.get(path) === name)
    if (isSame) return
    this.#owners = owners
    // They know the names of their databases.
    for (const path of included) this.#files.delete(path)
  }

  #findSchemas({ paths, generator }: Config, warnings: Diagnostic[]): Promise<readonly InputFile[]> {
    return findSchemas(paths.schemaDir, this.#reader, {
      recursive: generator.recursive,
      onWarning: (warning) => warnings.push(warning),
    })
  }

  #updated(path: string, known: SchemaFile | undefined, document: TextDocument): SchemaFile {
    if (known) known.update(document)
    else
      this.#files.set(
        path,
        new SchemaFile(path, document, this.#rolesIn(path), (name) => this.#owners.get(path) ?? name),
      )
    return this.#files.get(path)!
  }
}
