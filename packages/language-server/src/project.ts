import { dirname, resolve } from 'node:path'
import {
  BuildMemory,
  bundledBehaviors,
  type Config,
  type ConnectionConfig,
  compileSchema,
  type Database,
  type Diagnostic,
  dialects,
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
import { withSchemaErrors } from 'orm-core/internal/compile'
import { decodeXml } from 'orm-core/internal/config'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { isConfig } from './file-kinds.js'
import { attributeValue } from './markup/parse-markup.js'
import { type OpenDocuments, OverlayReader } from './overlay-reader.js'
import {
  type DeclaredTable,
  keyOf,
  type NamedThing,
  type NameUse,
  type ParameterRoles,
  plainName,
  SchemaFile,
  type TableName,
  tableOf,
  uriOf,
} from './schema-file.js'

/** Result of the last successful compilation. */
export interface Model {
  readonly config: Config
  readonly databases: readonly Database[]
}

/** Used until the configuration can be read. */
const bundledOnly: KnownBehaviors = {
  names: bundledBehaviors.map(({ name }) => name),
  find: (name) => bundledBehaviors.find((behavior) => behavior.name === name),
}

/** A directory with a configuration and schemas. It is compiled again whenever one of these files changes. */
export class Project {
  readonly root: string
  readonly #open: OpenDocuments
  readonly #reader: OverlayReader
  readonly #plugins: boolean
  readonly #memory = new BuildMemory()
  readonly #files = new Map<string, SchemaFile>()
  /** Paths and contents of the schemas read by the last compilation, including external schemas. */
  #inputs: readonly InputFile[] = []
  readonly #texts = new WeakMap<Uint8Array, string>()
  #behaviors: KnownBehaviors | undefined
  /** The including database of each included file. */
  #owners: ReadonlyMap<string, string> = new Map()
  model: Model | undefined

  constructor(root: string, open: OpenDocuments, plugins: boolean) {
    this.root = root
    this.#open = open
    this.#plugins = plugins
    this.#reader = new OverlayReader(root, open)
  }

  /**
   * Returns all problems in all files. If there are errors, the model does not change.
   *
   * @param pause called repeatedly during a long compilation, which ends if it throws
   */
  async compile(pause?: () => Promise<void>): Promise<readonly Diagnostic[]> {
    const options = this.#options
    const warnings: Diagnostic[] = []
    this.#reader.begin()
    try {
      const config = await loadConfig(options).catch(async (error) => {
        const find = (draft: Config) => this.#findSchemas(draft, [])
        throw await withSchemaErrors(error, find, { ...options, makesSql: true, ...(pause && { pause }) })
      })
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

  /** Called when more than the text of a schema has changed, because the behavior modules may have changed. */
  forgetBehaviors(): void {
    this.#behaviors = undefined
    // The behaviors determine which parameters name columns.
    this.#files.clear()
  }

  /** Names of the available behaviors. */
  get behaviorNames(): readonly string[] {
    return (this.#behaviors ?? bundledOnly).names
  }

  /** Returns the parameters of a behavior by its name in a schema file, or undefined if the behavior is unknown. */
  parametersOf(name: string, file: string): Readonly<Record<string, Parameter>> | undefined {
    const behavior = (this.#behaviors ?? bundledOnly).find(name, file)
    return behavior && (behavior.parameters ?? {})
  }

  /** Directories to watch for changes. */
  get directories(): readonly string[] {
    return this.#reader.directories
  }

  /** Returns whether the files on disk are the same as in the last compilation. */
  isCurrent(): Promise<boolean> {
    return this.#reader.isCurrent()
  }

  /** Returns whether a file is one of the schemas. */
  reads(path: string): boolean {
    return this.#inputs.some((input) => this.absolute(input.path) === path)
  }

  /** Returns what a migration would change now. Throws an OrmError if the schema has errors. */
  async planMigrations(): Promise<readonly MigrationPlan[]> {
    const options = this.#options
    const config = await loadConfig(options)
    return planMigrations(await this.#findSchemas(config, []), { ...options, config })
  }

  /** Returns the connection of a database according to the last successful compilation. */
  connection(database: string): ConnectionConfig | undefined {
    const connections = this.model?.config.connections ?? {}
    return Object.hasOwn(connections, database) ? connections[database] : undefined
  }

  absolute(path: string): string {
    return resolve(this.root, path)
  }

  /** Returns the URI of a file, in the editor's spelling if it is open. */
  uriOf(path: string): string {
    return this.#open.find(path)?.uri ?? uriOf(path)
  }

  /** Returns the schemas of the project in their current state in the editor. */
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

  /**
   * Returns the cached text of a file that is not open. A project can have hundreds of them, and each is needed at every
   * keystroke.
   */
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

  /** Returns all uses of a name. */
  usesOf(thing: NamedThing): NameUse[] {
    const wanted = keyOf(thing)
    const uses = this.files().flatMap((file) => file.uses.filter(({ key }) => key === wanted))
    const table = tableOf(thing)
    if (!table) return uses
    const declared = this.declarations(table)
    const target = this.inSchemaOf(table, declared)
    return uses.filter((use) => this.inSchemaOf(tableOf(use.thing)!, declared) === target)
  }

  /** Returns the tables with the name of a table, in any SQL schema. */
  declarations({ database, name }: TableName): readonly DeclaredTable[] {
    return this.files()
      .flatMap(({ tables }) => tables)
      .filter((each) => each.database === database && plainName(each.name) === plainName(name))
  }

  /**
   * Returns the table in the SQL schema of a table name, among tables of this name. If there is none, the name is taken for
   * the first table, because a missing schema is a common mistake.
   */
  inSchemaOf<Found extends { readonly schema?: string | undefined }>(
    { database, schema }: TableName,
    tables: readonly Found[],
  ): Found | undefined {
    if (tables.length < 2) return tables[0]
    const wanted = this.sqlSchema(database, schema)
    return tables.find((each) => this.sqlSchema(database, each.schema) === wanted) ?? tables[0]
  }

  /** Returns an SQL schema in the same form for all spellings. */
  sqlSchema(database: string, schema: string | undefined): string | undefined {
    const found = this.model?.databases.find(({ name }) => name === database)
    const platform = found && dialects[found.platform]
    return platform?.schemas === 'none' ? undefined : (schema || platform?.defaultSchema)?.toLowerCase()
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

  /** Adds the included files, which may have any name. */
  #addIncluded(): void {
    const known = new Set(this.#inputs.map(({ path }) => this.absolute(path)))
    const others = [...this.#reader.xmlFiles].filter(([path]) => !known.has(path) && !isConfig(path))
    this.#inputs = [...this.#inputs, ...others.map(([path, contents]) => ({ path, contents }))]
    this.#setOwners(new Set(others.map(([path]) => path)))
  }

  /** Determines the databases of included files. These may include others, so the list grows during the loop. */
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
    // These files have stored the names of their databases.
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
