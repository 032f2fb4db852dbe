import { resolve } from 'node:path'
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
  loadConfig,
  type MigrationPlan,
  OrmError,
  planMigrations,
} from 'orm-core/internal'
import { decodeXml } from 'orm-core/internal/config'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { OverlayReader } from './overlay-reader.js'
import { keyOf, type NamedThing, type NameUse, type ParameterRoles, SchemaFile, uriOf } from './schema-file.js'

/** Open documents by absolute path. */
export interface OpenDocuments {
  find(path: string): TextDocument | undefined
}

/** What the last good compilation made. */
export interface Model {
  readonly config: Config
  readonly databases: readonly Database[]
}

const parametersOf = new Map(bundledBehaviors.map(({ name, parameters = {} }) => [name, parameters]))

const roles: ParameterRoles = (behavior, parameter) => {
  const rule = parametersOf.get(behavior)?.[parameter]
  if (rule?.ofColumns) return 'columns'
  return rule?.expects === 'a table name' ? 'table' : undefined
}

/** A folder with a configuration and schemas, compiled again whenever one of their texts changes. */
export class Project {
  readonly root: string
  readonly #open: OpenDocuments
  readonly #reader: OverlayReader
  readonly #plugins: boolean
  readonly #memory = new BuildMemory()
  readonly #files = new Map<string, SchemaFile>()
  /** Paths and texts of the schemas that the last compilation read. */
  #inputs: readonly InputFile[] = []
  model: Model | undefined

  constructor(root: string, open: OpenDocuments, plugins: boolean) {
    this.root = root
    this.#open = open
    this.#plugins = plugins
    this.#reader = new OverlayReader(root, (path) => open.find(path)?.getText())
  }

  /** All problems of all files; the model stays as it was where there are errors. */
  async compile(): Promise<readonly Diagnostic[]> {
    const options = this.#options
    const warnings: Diagnostic[] = []
    try {
      const config = await loadConfig(options)
      this.#inputs = await this.#findSchemas(config, warnings)
      const compiled = await compileSchema(this.#inputs, { ...options, config, makesSql: true, memory: this.#memory })
      this.model = { config, databases: compiled.databases }
      return [...warnings, ...compiled.warnings]
    } catch (error) {
      if (error instanceof OrmError) return error.diagnostics
      throw error
    }
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

  /** The schemas of the project, as the editor has them now. */
  files(): SchemaFile[] {
    const paths = new Set(this.#inputs.map(({ path }) => this.absolute(path)))
    return [...paths].flatMap((path) => this.file(path) ?? [])
  }

  file(path: string): SchemaFile | undefined {
    const document = this.#open.find(path)
    const known = this.#files.get(path)
    if (document) {
      if (known?.document.version === document.version && known.document.uri === document.uri) return known
      return this.#updated(path, known, snapshotOf(document))
    }
    const input = this.#inputs.find((each) => this.absolute(each.path) === path)
    if (!input) return undefined
    const text = decodeXml(input.contents).text
    if (known?.document.getText() === text) return known
    return this.#updated(path, known, TextDocument.create(uriOf(path), 'xml', 0, text))
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

  #findSchemas({ paths, generator }: Config, warnings: Diagnostic[]): Promise<readonly InputFile[]> {
    return findSchemas(paths.schemaDir, this.#reader, {
      recursive: generator.recursive,
      onWarning: (warning) => warnings.push(warning),
    })
  }

  #updated(path: string, known: SchemaFile | undefined, document: TextDocument): SchemaFile {
    if (known) known.update(document)
    else this.#files.set(path, new SchemaFile(path, document, roles))
    return this.#files.get(path)!
  }
}

/** Documents change in place; what is kept belongs to one version. */
const snapshotOf = (document: TextDocument): TextDocument => {
  return TextDocument.create(document.uri, document.languageId, document.version, document.getText())
}
