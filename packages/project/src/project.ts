import { resolve } from 'node:path'
import {
  type BuildAllOptions,
  BuildMemory,
  buildAll,
  type Config,
  type Database,
  type Diagnostic,
  disk,
  findSchemas,
  isSearched,
  loadConfig,
  type SchemaModule,
  schemaModule,
  unwrittenChanges,
  type WriteResult,
} from 'orm-core/internal'
import { noticesOf } from './notices.js'
import { planFiles, type WriteOptions, WrittenFiles } from './plan.js'
import { RecordingReader } from './recording-reader.js'

export interface ProjectOptions extends Omit<BuildAllOptions, 'config' | 'onWarning' | 'memory'> {
  /** Directory of the schema files; the configuration's by default. */
  readonly schemaDir?: string | undefined
  /** Whether directories below it take part too; as the configuration says by default. */
  readonly recursive?: boolean | undefined
  /** Which of the schema files in the schema directory take part; all by default. */
  readonly takesPart?: (path: string, schemaDir: string) => boolean
}

/** What a build of a project did. */
export interface ProjectReport {
  readonly files: readonly WriteResult[]
  readonly warnings: readonly Diagnostic[]
  /** Things that the user should know about files. */
  readonly notices: readonly string[]
}

/** What a build read, to be watched. */
export interface Sources {
  readonly files: readonly string[]
  /** Directories in which a new file may become a source. */
  readonly directories: readonly string[]
  /** Whether some could not be read; no event may tell when they can. */
  readonly hasFailed: boolean
}

/**
 * A project on disk: SQL, PHP classes and runtime configuration in the directories that its configuration names. Built
 * again, it renders, reads and writes only what changed since.
 */
export class Project {
  readonly #options: ProjectOptions
  readonly #memory = new BuildMemory()
  readonly #written = new WrittenFiles()
  #reader: RecordingReader
  /** Whether a new directory may hold schemas. */
  #recursive = false
  #databases: readonly Database[] = []
  #config: Config | undefined

  constructor(options: ProjectOptions = {}) {
    this.#options = options
    this.#reader = new RecordingReader(options.files ?? disk)
  }

  /** Everything is built before anything is written: a mistake in a source leaves all files as they were. */
  async build(writing: WriteOptions = {}): Promise<ProjectReport> {
    const before = this.#reader
    try {
      return await this.#build(writing)
    } catch (error) {
      // It may have come to nothing before it had read what it is made from.
      await this.#reader.readAgain(before)
      throw error
    }
  }

  async #build({ dryRun = false, overwrite = this.#options.overwrite ?? false }: WriteOptions): Promise<ProjectReport> {
    const { schemaDir, recursive, takesPart = () => true, ...options } = this.#options
    const files = new RecordingReader(options.files ?? disk)
    this.#reader = files
    const config = await loadConfig({ ...options, files })
    const { sqlDir, phpDir, phpConfDir } = config.paths
    this.#recursive = recursive ?? config.generator.recursive
    const searched = schemaDir || config.paths.schemaDir
    const isPart = (path: string): boolean => takesPart(path, searched)
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const found = await findSchemas(searched, files, {
      recursive: this.#recursive,
      ...(!options.strict && { onWarning }),
    })
    const inputs = found.filter(({ path }) => isPart(path))
    const built = await buildAll(inputs, {
      ...options,
      config,
      files,
      outputs: options.files ?? disk,
      whole: searched === config.paths.schemaDir && inputs.length === found.length,
      memory: this.#memory,
      onWarning,
    })
    const model = {
      schemaDir: config.paths.schemaDir,
      covers: (path: string) => isSearched(path, searched, this.#recursive) && isPart(path),
    }
    const plan = await planFiles(
      [
        { directory: sqlDir, files: built.sqlDir },
        { directory: phpDir, files: built.phpDir, model },
        { directory: phpConfDir, files: built.phpConfDir },
      ],
      { dryRun, overwrite, written: this.#written },
    )
    const results = await plan.commit()
    this.#config = config
    // A build that follows, and may fail, changes tables in place.
    this.#databases = built.databases.map((database) => ({
      ...database,
      tables: database.tables.map((table) => ({ ...table })),
    }))
    const notices = built.sqlDir.flatMap(({ notice }) => notice ?? [])
    notices.push(...noticesOf(results, phpDir, config.paths.composerDir, dryRun))
    return { files: results, warnings, notices }
  }

  /** What of the schema that was built is in no migration yet, where the project has migrations. */
  async unwrittenChanges(): Promise<string[]> {
    return this.#config ? unwrittenChanges(this.#databases, this.#config, this.#options.files ?? disk) : []
  }

  /** What the last build read, also if it failed. */
  get sources(): Sources {
    const { files, directories, hasFailed } = this.#reader
    return { files, directories, hasFailed }
  }

  /** The tables of a schema file as a JavaScript module; undefined for a file that the last good build did not read. */
  async schemaModule(path: string): Promise<SchemaModule | undefined> {
    const sameFile = async (other: string) => (await this.#realPath(other)) === (await this.#realPath(path))
    for (const file of this.#reader.files) {
      if (await sameFile(file)) return schemaModule(this.#databases, file)
    }
    return undefined
  }

  #realPath(path: string): Promise<string> {
    return this.#reader.realPath(resolve(path))
  }

  /** Whether the last build read what it would read now. */
  isCurrent(): Promise<boolean> {
    return this.#reader.isCurrent((name) => this.#recursive || /^orm\.|schema\.xml$/.test(name))
  }
}
