import { join, resolve } from 'node:path'
import type {
  BuildAllOptions,
  BuildMemory,
  BuiltFile,
  buildParts,
  Config,
  Database,
  Diagnostic,
  InputFile,
  SchemaModule,
  WriteResult,
} from 'orm-core/internal'
import {
  bundledDirectories,
  cannotRead,
  checkComplete,
  convertConfig,
  disk,
  everything,
  findAndReadConfig,
  findSchemas,
  isSearched,
  noMatchingSchema,
  projectRoot,
} from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'
import { checkOptions } from 'orm-core/internal/options'
import { BuildStamp } from './build-stamp.js'
import { withCurrentPlan } from './commit.js'
import { noticesOf } from './notices.js'
import { planFiles, WrittenFiles } from './plan.js'
import { RecordingReader } from './recording-reader.js'
import { optionsFor, overridesOf, type Request } from './request.js'
import { isChange } from './write-files.js'

/** A request with custom readers and behaviors. Only differences from a build of everything need to be given. */
export interface ProjectOptions
  extends Partial<Request>,
    Pick<BuildAllOptions, 'behaviors' | 'files' | 'php' | 'onProgress'> {
  /**
   * Whether the host builds once and needs only the files: a build that has nothing to do ends before it compiles the schemas,
   * and nothing is kept in memory for another build. @default false
   */
  readonly once?: boolean
}

/** Names of the options of a project that builds of a script do not have. */
const ownNames = [
  'make',
  'mode',
  'env',
  'takesPart',
  'sources',
  'patterns',
  'behaviors',
  'files',
  'php',
  'onProgress',
  'once',
] as const satisfies (keyof ProjectOptions)[]

/** Result of a project build. */
export interface ProjectReport {
  readonly files: readonly WriteResult[]
  readonly warnings: readonly Diagnostic[]
  /** Notices for the user about files. */
  readonly notices: readonly string[]
  /** Names of tables that the build omitted because of errors. */
  readonly leftOut: readonly string[]
  /** The configuration used for the build. */
  readonly config: Config
  /** Whether the request was a check and a file is outdated. */
  readonly isOutdated: boolean
}

/** Everything that a build read, for watching. */
export interface Sources {
  readonly files: readonly string[]
  /** Directories in which a new file may become a source. */
  readonly directories: readonly string[]
  /** Whether some sources could not be read. There may be no event when they become readable. */
  readonly hasFailed: boolean
}

/** Schema files that a build reads, and how it treats other schema files. */
interface Inputs {
  readonly files: readonly InputFile[]
  /** Whether these are all schemas of the project. */
  readonly whole: boolean
  /** Returns whether a schema file with that path would be part of the build if it existed. */
  covers(path: string): boolean
}

/**
 * A project on disk: SQL, PHP classes and runtime configuration in the configured directories. A repeated build renders, reads
 * and writes only what has changed.
 */
export class Project {
  readonly #options: ProjectOptions
  readonly #request: Request
  /** State of earlier builds, used to process only what has changed. */
  #written: WrittenFiles | undefined
  #memory: BuildMemory | undefined
  #reader: RecordingReader
  /** Whether a new directory may contain schemas. */
  #recursive = false
  #databases: readonly Database[] = []
  #config: Config | undefined

  constructor(options: ProjectOptions = {}) {
    checkOptions(options, [
      ...optionsFor(Array.isArray(options?.make) ? options.make : everything, ['dryRun', 'check']),
      ...ownNames,
    ])
    this.#options = options
    this.#request = { make: everything, mode: 'write', watch: false, ...options }
    this.#reader = new RecordingReader(options.files ?? disk)
  }

  /**
   * Builds the project. Everything is generated before anything is written, so an error in a source leaves all files unchanged.
   */
  async build(): Promise<ProjectReport> {
    const before = this.#reader
    try {
      return await withCurrentPlan(() => this.#build())
    } catch (error) {
      // The build may have failed before it had read all of its sources.
      await this.#reader.readAgain(before)
      throw error
    }
  }

  async #build(): Promise<ProjectReport> {
    const request = this.#request
    const { make, mode } = request
    const files = new RecordingReader(this.#options.files ?? disk)
    this.#reader = files
    const readsSchemas = make.some((output) => output !== 'config')
    const loading = { ...this.#options, overrides: overridesOf(request), files }
    const config = await findAndReadConfig(loading).catch(async (error) => {
      if (!readsSchemas) throw error
      const { withSchemaErrors } = await import('orm-core/internal/compile')
      const find = async (draft: Config) => (await this.#inputs(draft, files, () => {})).files
      throw await withSchemaErrors(error, find, { ...loading, makesSql: make.includes('sql') })
    })
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const inputs = readsSchemas ? await this.#inputs(config, files, onWarning) : undefined
    const stamp = inputs && this.#stamp(config, inputs)
    const untouched = await stamp?.unchanged(this.#options.files ?? disk)
    if (untouched) return { config, files: untouched, warnings, notices: [], leftOut: [], isOutdated: false }
    // In a single build, not all files need to be in memory at the same time.
    if (!this.#options.once) this.#written ??= new WrittenFiles()
    const { outputs, databases, leftOut, usesModules } = await this.#make(config, files, inputs, onWarning)
    const model = inputs && { schemaDir: config.paths.schemaDir, covers: inputs.covers }
    const stubs = new Set<string>()
    const told: string[] = []
    const plan = await planFiles(
      outputs.map(({ name, from, directory, files }) => ({
        directory,
        files: noting(files, directory, stubs, told),
        ...(name === 'model' && model && { model }),
        // If only some schemas are built, the tables of the other files may be in other schemas.
        ...(inputs?.whole && from !== undefined && { name: from }),
      })),
      {
        // Outputs that were not loaded must not count as removed.
        ...(make.includes('outputs') &&
          inputs?.whole &&
          request.plugins !== false && { root: projectRoot(request.configDir) }),
        dryRun: mode !== 'write',
        overwrite: request.overwrite ?? false,
        ...(this.#written && { written: this.#written }),
      },
    )
    const results = await plan.commit()
    this.#config = config
    // A later build changes the tables in place, and may fail.
    this.#databases = databases.map((database) => ({
      ...database,
      tables: database.tables.map((table) => ({ ...table })),
    }))
    // A build must repeat its warnings, and behavior code may read unknown files.
    const isQuiet = warnings.length === 0 && told.length === 0
    if (isQuiet && !usesModules) await stamp?.note(files, results, (path) => stubs.has(path))
    return {
      config,
      files: results,
      warnings,
      notices: [...told, ...noticesOf(results, config.paths.phpDir, config.paths.composerDir, mode !== 'write')],
      leftOut,
      isOutdated: mode === 'check' && results.some(isChange),
    }
  }

  async #inputs(config: Config, reader: RecordingReader, onWarning: (warning: Diagnostic) => void): Promise<Inputs> {
    const { make, schemaDir, recursive, takesPart = () => true, sources, patterns, strict } = this.#request
    const reading = this.#options.files ?? disk
    const isModel = make.join() === 'model'
    if (sources) {
      const files = await readAll(sources, patterns, reader)
      await checkComplete(files, reading, { config, isModel })
      return { files, whole: false, covers: (path) => takesPart(path, config.paths.schemaDir) }
    }
    this.#recursive = recursive ?? config.generator.recursive
    const searched = schemaDir || config.paths.schemaDir
    const found = await findSchemas(searched, reader, { recursive: this.#recursive, ...(!strict && { onWarning }) })
    const files = found.filter(({ path }) => takesPart(path, searched))
    if (files.length === 0) throw new OrmError([noMatchingSchema(patterns ?? [], searched)])
    if (files.length < found.length) {
      await checkComplete(files, reading, { config, isModel, others: found.map(({ path }) => path) })
    }
    return {
      files,
      whole: searched === config.paths.schemaDir && files.length === found.length,
      covers: (path) => isSearched(path, searched, this.#recursive) && takesPart(path, searched),
    }
  }

  /**
   * Returns the stamp that detects a build with nothing to do, which then needs no compiler. Undefined if the build is not
   * suitable.
   */
  #stamp(config: Config, { files, whole }: Inputs): BuildStamp | undefined {
    const { make, mode, schemaDir, recursive, patterns, strict, keepGoing, keepEnv, outputFile, plugins } =
      this.#request
    const { addTimeStamp } = config.generator.objectModel
    const { behaviors, outputs, templates, dialects } = config.generator
    const isPlain = make.every((output) => stamped.has(output)) && mode === 'write' && this.#options.once
    // With time stamps, classes contain the time of the build. Project code may read unknown files.
    const isStable = !addTimeStamp && ![behaviors, outputs, templates, dialects, this.#options.behaviors].some(Boolean)
    // The map of SQL files also contains lines of databases from other schemas.
    if (!isPlain || !isStable || !(whole || make.join() === 'model')) return undefined
    const directories = (['sql', 'model', 'config'] as const)
      .filter((output) => make.includes(output))
      .map((output) => config.paths[bundledDirectories[output]])
    const asked = [make, schemaDir, recursive, patterns, strict, keepGoing, keepEnv, outputFile, plugins]
    return new BuildStamp(make.length === 1 ? `${make[0]}-build` : 'build', files, directories, [config, ...asked])
  }

  async #make(
    config: Config,
    files: RecordingReader,
    inputs: Inputs | undefined,
    onWarning: (warning: Diagnostic) => void,
  ): Promise<Built> {
    const { make, keepEnv, outputFile } = this.#request
    const reader = this.#options.files ?? disk
    if (!inputs) {
      const built = await convertConfig(config, { keepEnv, outputFile, files: reader })
      return {
        databases: [],
        leftOut: [],
        usesModules: false,
        outputs: [{ name: 'config', directory: config.paths.phpConfDir, files: built }],
      }
    }
    // Imported here, because a build with nothing to do needs no compiler.
    const { BuildMemory, buildParts } = await import('orm-core/internal/compile')
    if (this.#written) this.#memory ??= new BuildMemory()
    return buildParts(inputs.files, {
      ...this.#options,
      make,
      config,
      files,
      outputs: reader,
      whole: inputs.whole,
      ...(this.#memory && { memory: this.#memory }),
      onWarning,
    })
  }

  /** Returns schema changes that are in no migration yet, if the project has migrations. */
  async unwrittenChanges(): Promise<string[]> {
    const { unwrittenChanges } = await import('orm-core/internal')
    return this.#config ? unwrittenChanges(this.#databases, this.#config, this.#options.files ?? disk) : []
  }

  /** Sources read by the last build, even if it failed. */
  get sources(): Sources {
    const { files, directories, hasFailed } = this.#reader
    return { files, directories, hasFailed }
  }

  /**
   * Returns the tables of a schema file as a JavaScript module, or undefined if the last successful build did not read the
   * file.
   */
  async schemaModule(path: string): Promise<SchemaModule | undefined> {
    const { schemaModule } = await import('orm-core/internal/compile')
    const sameFile = async (other: string) => (await this.#realPath(other)) === (await this.#realPath(path))
    for (const file of this.#reader.files) {
      if (await sameFile(file)) return schemaModule(this.#databases, file)
    }
    return undefined
  }

  #realPath(path: string): Promise<string> {
    return this.#reader.realPath(resolve(path))
  }

  /** Returns whether the sources have not changed since the last build. */
  isCurrent(): Promise<boolean> {
    return this.#reader.isCurrent((name) => this.#recursive || /^orm\.|schema\.xml$/.test(name))
  }
}

/** Outputs that depend only on schemas and configuration. Project outputs are checked separately. */
const stamped: ReadonlySet<unknown> = new Set(everything)

type Built = Awaited<ReturnType<typeof buildParts>>

/** Collects the paths of user files, and notices for the user. */
function* noting(
  files: Iterable<BuiltFile>,
  directory: string,
  stubs: Set<string>,
  told: string[],
): Generator<BuiltFile> {
  for (const file of files) {
    if (file.notice !== undefined) told.push(file.notice)
    if (file.keepExisting) stubs.add(join(directory, file.path))
    yield file
  }
}

async function readAll(
  paths: readonly string[],
  patterns: readonly string[] = [],
  reader: RecordingReader,
): Promise<InputFile[]> {
  const inputs: InputFile[] = []
  const problems: Diagnostic[] = paths.length === 0 ? [noMatchingSchema(patterns)] : []
  for (const path of paths) {
    const reading = reader.read(path).then((contents) => contents ?? Promise.reject(new Error('there is no such file')))
    await reading.then(
      (contents) => inputs.push({ path, contents }),
      (error: Error) => problems.push(cannotRead(undefined, path, error.message)),
    )
  }
  if (problems.length > 0) throw new OrmError(problems)
  return inputs
}
