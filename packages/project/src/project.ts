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
  findSchemas,
  isSearched,
  loadConfig,
  noMatchingSchema,
  projectRoot,
} from 'orm-core/internal/config'
import { OrmError } from 'orm-core/internal/errors'
import { BuildStamp } from './build-stamp.js'
import { withCurrentPlan } from './commit.js'
import { noticesOf } from './notices.js'
import { planFiles, WrittenFiles } from './plan.js'
import { RecordingReader } from './recording-reader.js'
import { overridesOf, type Request } from './request.js'
import { isChange } from './write-files.js'

/** A request, of which a program needs to give only what differs from a build of everything, and means of its own. */
export interface ProjectOptions
  extends Partial<Request>,
    Pick<BuildAllOptions, 'behaviors' | 'files' | 'php' | 'onProgress'> {
  /**
   * Whether the host builds once, and needs only the files: a build that has nothing to do ends before it reads schemas, and
   * nothing is kept for another build. @default false
   */
  readonly once?: boolean
}

/** What a build of a project did. */
export interface ProjectReport {
  readonly files: readonly WriteResult[]
  readonly warnings: readonly Diagnostic[]
  /** Things that the user should know about files. */
  readonly notices: readonly string[]
  /** Names of tables with errors that the build has left out. */
  readonly leftOut: readonly string[]
  /** The configuration that it was built with. */
  readonly config: Config
  /** Whether the request was a check, and a file is not as it should be. */
  readonly isOutdated: boolean
}

/** What a build read, to be watched. */
export interface Sources {
  readonly files: readonly string[]
  /** Directories in which a new file may become a source. */
  readonly directories: readonly string[]
  /** Whether some could not be read; no event may tell when they can. */
  readonly hasFailed: boolean
}

/** Of schema files, what a build reads, and how it judges others. */
interface Inputs {
  readonly files: readonly InputFile[]
  /** Whether these are all schemas of the project. */
  readonly whole: boolean
  /** Whether a schema file of that path would be part of the build if it was there. */
  covers(path: string): boolean
}

/**
 * A project on disk: SQL, PHP classes and runtime configuration in the directories that its configuration names. Built
 * again, it renders, reads and writes only what changed since.
 */
export class Project {
  readonly #options: ProjectOptions
  readonly #request: Request
  /** What earlier builds left, to make, read and write only what has changed since. */
  #written: WrittenFiles | undefined
  #memory: BuildMemory | undefined
  #reader: RecordingReader
  /** Whether a new directory may hold schemas. */
  #recursive = false
  #databases: readonly Database[] = []
  #config: Config | undefined

  constructor(options: ProjectOptions = {}) {
    this.#options = options
    this.#request = { make: everything, mode: 'write', watch: false, ...options }
    this.#reader = new RecordingReader(options.files ?? disk)
  }

  /** Everything is built before anything is written: a mistake in a source leaves all files as they were. */
  async build(): Promise<ProjectReport> {
    const before = this.#reader
    try {
      return await withCurrentPlan(() => this.#build())
    } catch (error) {
      // It may have come to nothing before it had read what it is made from.
      await this.#reader.readAgain(before)
      throw error
    }
  }

  async #build(): Promise<ProjectReport> {
    const request = this.#request
    const { make, mode } = request
    const files = new RecordingReader(this.#options.files ?? disk)
    this.#reader = files
    const config = await loadConfig({ ...this.#options, overrides: overridesOf(request), files })
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const readsSchemas = make.some((output) => output !== 'config')
    const inputs = readsSchemas ? await this.#inputs(config, files, onWarning) : undefined
    const stamp = inputs && this.#stamp(config, inputs)
    const untouched = await stamp?.unchanged(this.#options.files ?? disk)
    if (untouched) return { config, files: untouched, warnings, notices: [], leftOut: [], isOutdated: false }
    // Files of a single build need not be in memory at once.
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
        // Other schemas may have the tables of files that a build of some schemas does not make.
        ...(inputs?.whole && from !== undefined && { name: from }),
      })),
      {
        // Nothing is known of outputs that were not loaded.
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
    // A build that follows, and may fail, changes tables in place.
    this.#databases = databases.map((database) => ({
      ...database,
      tables: database.tables.map((table) => ({ ...table })),
    }))
    // A build repeats its warnings. It is not known what the code of a behavior reads.
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
      await checkComplete(files, reading, { isModel })
      return { files, whole: false, covers: (path) => takesPart(path, config.paths.schemaDir) }
    }
    this.#recursive = recursive ?? config.generator.recursive
    const searched = schemaDir || config.paths.schemaDir
    const found = await findSchemas(searched, reader, { recursive: this.#recursive, ...(!strict && { onWarning }) })
    const files = found.filter(({ path }) => takesPart(path, searched))
    if (files.length === 0) throw new OrmError([noMatchingSchema(patterns ?? [], searched)])
    if (files.length < found.length) {
      await checkComplete(files, reading, { isModel, others: found.map(({ path }) => path) })
    }
    return {
      files,
      whole: searched === config.paths.schemaDir && files.length === found.length,
      covers: (path) => isSearched(path, searched, this.#recursive) && takesPart(path, searched),
    }
  }

  /** Tells a build that has nothing to do, and so needs no compiler. */
  #stamp(config: Config, { files, whole }: Inputs): BuildStamp | undefined {
    const { make, mode, schemaDir, recursive, patterns, strict, keepGoing, keepEnv, outputFile, plugins } =
      this.#request
    const { addTimeStamp } = config.generator.objectModel
    const { behaviors, outputs, templates, dialects } = config.generator
    const isPlain = make.every((output) => stamped.has(output)) && mode === 'write' && this.#options.once
    // Classes with a time stamp have the time of the build. It is not known what code of the project reads.
    const isStable = !addTimeStamp && ![behaviors, outputs, templates, dialects, this.#options.behaviors].some(Boolean)
    // A map of SQL files keeps lines of databases that schemas elsewhere have.
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
    // Loaded here, as a build that has nothing to do needs no compiler.
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

  /** What of the schema that was built is in no migration yet, where the project has migrations. */
  async unwrittenChanges(): Promise<string[]> {
    const { unwrittenChanges } = await import('orm-core/internal')
    return this.#config ? unwrittenChanges(this.#databases, this.#config, this.#options.files ?? disk) : []
  }

  /** What the last build read, also if it failed. */
  get sources(): Sources {
    const { files, directories, hasFailed } = this.#reader
    return { files, directories, hasFailed }
  }

  /** The tables of a schema file as a JavaScript module; undefined for a file that the last good build did not read. */
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

  /** Whether the last build read what it would read now. */
  isCurrent(): Promise<boolean> {
    return this.#reader.isCurrent((name) => this.#recursive || /^orm\.|schema\.xml$/.test(name))
  }
}

/** Outputs that depend on nothing but schemas and configuration; those of the project are looked at apart. */
const stamped: ReadonlySet<unknown> = new Set(everything)

type Built = Awaited<ReturnType<typeof buildParts>>

/** Notes where the files are that belong to the user, and what the user should know. */
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
