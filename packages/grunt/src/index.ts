import { readFileSync } from 'node:fs'
import { join, normalize, relative } from 'node:path'
import { buildMigrations, disk, formatDiagnostic, type MigrationOptions, OrmError } from 'orm-core'
import {
  cannotRead,
  checkOptions,
  checkOptionsObject,
  findAndReadConfig,
  renderDiagnostics,
  renderingFor,
  spellingNotice,
} from 'orm-core/internal'
import { withSchemaErrors } from 'orm-core/internal/compile'
import {
  checkComplete,
  layersWith,
  noMatchingConfig,
  noMatchingSchema,
  severalConfigFiles,
  withoutDist,
  wrongOptionType,
} from 'orm-core/internal/config'
import {
  type InsertTaskOptions,
  insertTask,
  type MigrateTaskOptions,
  migrateTask,
  rebasedSnapshots,
} from 'orm-database'
import {
  isChange,
  optionsFor,
  outdatedText,
  Project,
  type RequestOptions,
  requestOf,
  type WriteResult,
  writeFiles,
} from 'orm-project/internal'

type Grunt = typeof import('grunt')
type MultiTask = grunt.task.IMultiTask<{ readonly options?: unknown } | undefined>

/** Options that grunt controls: which files, where to write them, and when. */
const hostOptions = ['watch', 'format', 'schemaDir', 'recursive', 'outputDir', 'validate'] as const

const builds = {
  orm_sql: { description: 'Write the SQL that creates the tables.', make: 'sql', path: 'sqlDir' },
  orm_model: { description: 'Write the PHP classes.', make: 'model', path: 'phpDir' },
  orm_config: { description: 'Write the runtime configuration.', make: 'config', path: 'phpConfDir' },
  orm_output: {
    description: 'Write the outputs and templates that the configuration names.',
    make: 'outputs',
    path: undefined,
  },
} as const

type Build = (typeof builds)[keyof typeof builds]

const diffOptions = [
  ...optionsFor(['sql'], [...hostOptions, 'overwrite', 'keepGoing']),
  'name',
  'renames',
  'online',
  'allow',
  'rebase',
]

type BuildOptions = Omit<RequestOptions, (typeof hostOptions)[number]>
type DiffOptions = Omit<BuildOptions, 'overwrite' | 'keepGoing'> &
  Pick<MigrationOptions, 'name' | 'renames' | 'online' | 'allow'> & { readonly rebase?: boolean }

/** Options of each task, for a type-checked Gruntfile. */
export interface GruntOrmOptions {
  readonly orm_sql: BuildOptions
  readonly orm_model: BuildOptions
  readonly orm_config: BuildOptions
  readonly orm_output: BuildOptions
  readonly orm_migration_diff: DiffOptions
  readonly orm_insert: InsertTaskOptions
  readonly orm_migrate: MigrateTaskOptions
}

/** Registers the multi-tasks orm_sql, orm_model, orm_config, orm_output, orm_migration_diff, orm_insert and orm_migrate. */
export default function ormTasks(host: object): void {
  // grunt has no types, and not every project installs @types/grunt, so the declarations cannot use them.
  const grunt = host as Grunt
  const register = (name: string, description: string, work: (target: MultiTask) => Promise<boolean | undefined>) =>
    grunt.registerMultiTask(name, description, function task(this: MultiTask) {
      run(grunt, this.async(), async () => {
        // Checked first, because grunt copies the options key by key.
        for (const options of [grunt.config.get(`${name}.options`), this.data?.options]) {
          if (options !== undefined) checkOptionsObject(options)
        }
        return work(this)
      })
    })
  for (const [name, build] of Object.entries(builds)) {
    register(name, build.description, (target) => buildTarget(grunt, target, build))
  }
  register('orm_migration_diff', 'Write a migration of what has changed in the schema.', (target) =>
    diffTarget(grunt, target),
  )
  register('orm_insert', 'Create the tables in the database.', (target) => insertTarget(grunt, target))
  register('orm_migrate', 'Apply the migrations that are pending.', (target) => migrateTarget(grunt, target))
}

interface Files {
  readonly src: readonly string[]
  readonly dest: string | undefined
  /** Patterns in the Gruntfile. */
  readonly patterns: readonly string[]
}

/** A file entry as expanded by grunt, with the original. With `expand`, each file has its own entry. */
interface GruntFile {
  readonly src?: readonly string[]
  readonly dest?: unknown
  readonly orig?: {
    readonly expand?: boolean
    readonly cwd?: string
    readonly src?: string | readonly string[]
    readonly dest?: unknown
  }
}

/**
 * Returns the files of each entry of a target, relative to the working directory. Files of an entry with `expand` are grouped
 * again, because schemas refer to each other.
 */
function filesOf(target: MultiTask): Files[] {
  const entries = new Map<unknown, Files>()
  const files = target.files as readonly GruntFile[]
  for (const file of files.length > 0 ? files : [{}]) {
    const { expand = false, cwd = '', ...orig } = file.orig ?? {}
    const dest = expand ? orig.dest : file.dest
    if (dest !== undefined && typeof dest !== 'string')
      throw new OrmError([wrongOptionType('dest', 'string', typeof dest)])
    const key = expand ? JSON.stringify([cwd, orig]) : file
    const src = (file.src ?? []).map((path) => (expand ? path : join(cwd, path)))
    const patterns = [orig.src ?? []]
      .flat()
      .map((pattern) => pattern.replace(/^!?/, (not) => `${not}${cwd && `${cwd}/`}`))
    const all = [...(entries.get(key)?.src ?? []), ...src]
    entries.set(key, { src: [...new Set(all.map((path) => normalize(path)))], dest, patterns })
  }
  return [...entries.values()]
}

const isDry = (grunt: Grunt, { dryRun = false }: Pick<BuildOptions, 'dryRun'>): boolean =>
  dryRun || grunt.option('write') === false

/** Returns false for a check that found outdated files. */
async function buildTarget(grunt: Grunt, target: MultiTask, { make, path }: Build): Promise<boolean> {
  const options = target.options<BuildOptions>({})
  checkOptions(options, optionsFor([make], hostOptions))
  const isConfig = make === 'config'
  let isRight = true
  for (const { src, dest, patterns } of filesOf(target)) {
    // Project outputs have their own directories.
    if (!path && dest !== undefined) checkOptions({ dest }, ['src', 'options'])
    const dryRun = isDry(grunt, options)
    const request = requestOf([make], { ...options, dryRun })
    // orm_config converts the configuration file itself. The other tasks read connections from it.
    const configDir = isConfig ? await configOf({ src, dest, patterns }, request.configDir) : request.configDir
    await tellSpelling(grunt, configDir)
    const { config, files, warnings, notices, isOutdated } = await new Project({
      ...request,
      once: true,
      ...(!isConfig && { sources: src, patterns }),
      configDir,
      outputDir: dest,
      env: process.env,
      takesPart: (file) => grunt.file.isMatch([...patterns], relative('', file)),
    }).build()
    for (const warning of warnings) grunt.log.writeln(`>> ${formatDiagnostic(warning)}`)
    for (const notice of notices) grunt.log.writeln(`>> ${notice}`)
    tellResults(grunt, files, {
      dryRun: request.mode !== 'write',
      check: request.mode === 'check',
      directory: path && config.paths[path],
    })
    isRight &&= !isOutdated
  }
  return isRight
}

/** Returns the file that orm_config converts, which defaults to the project configuration. */
async function configOf({ src, patterns }: Files, configDir: string | undefined): Promise<string | undefined> {
  const [first, second] = withoutDist(src.map((path) => ({ path })))
  if (first && second) throw new OrmError([severalConfigFiles([first.path, second.path])])
  if (configDir && first) await layersWith(first.path, configDir)
  if (configDir && (first || patterns.length === 0)) return configDir
  // A missing file is not in `src`, but may exist with the other spelling.
  if (first || patterns.length === 0 || (await spellingNotice(patterns[0]))) return first?.path ?? patterns[0]
  throw new OrmError([noMatchingConfig(patterns)])
}

/** Returns false for a check that found changes without a migration. */
async function diffTarget(grunt: Grunt, target: MultiTask): Promise<boolean> {
  const options = target.options<DiffOptions>({})
  checkOptions(options, diffOptions)
  const { rebase, check = false, ...settings } = options
  await tellSpelling(grunt, options.configDir)
  const loading = { ...options, env: process.env }
  const inputsOf = ({ src }: Files) => src.map((path) => ({ path, contents: read(path) }))
  const config = await findAndReadConfig(loading).catch(async (error) => {
    throw await withSchemaErrors(error, () => filesOf(target).flatMap(inputsOf), loading)
  })
  let isRight = true
  for (const files of filesOf(target)) {
    const { src, dest, patterns } = files
    if (src.length === 0) throw new OrmError([noMatchingSchema(patterns)])
    const outputDir = dest ?? config.paths.migrationDir
    const inputs = inputsOf(files)
    await checkComplete(inputs, disk, { config })
    const built = await buildMigrations(inputs, {
      ...settings,
      config,
      outputDir,
      ...(rebase && { rebased: (_, desired) => rebasedSnapshots({ config, desired }) }),
      onWarning: (warning) => grunt.log.writeln(`>> ${formatDiagnostic(warning)}`),
    })
    const dryRun = check || isDry(grunt, options)
    const results = await writeFiles(built, outputDir, { dryRun })
    isRight &&= !check || !results.some(isChange)
    tellResults(grunt, results, { dryRun, check, directory: outputDir })
  }
  return isRight
}

interface Told {
  readonly dryRun: boolean
  readonly check: boolean
  readonly directory: string | undefined
}

function tellResults(grunt: Grunt, results: readonly WriteResult[], { dryRun, check, directory }: Told): void {
  for (const { path, outcome } of results) grunt.log.verbose.writeln(`${outcome} ${path}`)
  const changed = results.filter(isChange).length
  if (check && changed > 0) return void grunt.log.error(outdatedText(results))
  const to = directory === undefined ? '' : ` to ${directory}`
  grunt.log.ok(`${changed} of ${results.length} files ${dryRun ? 'would be ' : ''}written${to}`)
}

/** Prints a notice if the named file does not exist and the other one of `orm.yml` and `orm.yaml` is read instead. */
async function tellSpelling(grunt: Grunt, configDir: string | undefined): Promise<void> {
  const notice = await spellingNotice(configDir)
  if (notice) grunt.log.writeln(`>> ${notice}`)
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new OrmError([cannotRead(undefined, path, (error as Error).message)])
  }
}

async function insertTarget(grunt: Grunt, target: MultiTask): Promise<undefined> {
  for (const { connection, statements } of await insertTask(target.options({}), hostOf(grunt))) {
    grunt.log.ok(
      `${statements} ${statements === 1 ? 'statement' : 'statements'} executed on connection "${connection}"`,
    )
  }
}

async function migrateTarget(grunt: Grunt, target: MultiTask): Promise<undefined> {
  const options = target.options<MigrateTaskOptions>({})
  const done = await migrateTask(options, hostOf(grunt))
  for (const { version, name, connection } of done) {
    grunt.log.ok(`${version}_${name} applied on connection "${connection}"`)
  }
  if (done.length === 0 && !isDry(grunt, options)) grunt.log.ok('nothing to apply')
}

const hostOf = (grunt: Grunt) => ({
  env: process.env,
  write: writeFiles,
  print: (text: string): void => void grunt.log.writeln(`>> ${text}`),
  refuses(): boolean {
    const refuses = grunt.option('write') === false
    if (refuses) grunt.log.ok('nothing executed, because of --no-write')
    return refuses
  },
})

/** Returns the rendering options. grunt has its own color option, and writes everything to standard output. */
function rendering(grunt: Grunt): ReturnType<typeof renderingFor> {
  const usual = renderingFor(process.stdout, process.env)
  return grunt.option('color') === false ? { ...usual, colour: false } : usual
}

/** Runs a task. Diagnostics are printed and fail the task, unless --force is set. */
function run(grunt: Grunt, done: (success: boolean | Error) => void, work: () => Promise<boolean | undefined>): void {
  work().then(
    (isRight = true) => done(isRight),
    (error: Error) => {
      if (!(error instanceof OrmError)) return done(error)
      // A single call, because grunt trims each text, and the caret of a frame is aligned with spaces.
      grunt.log.error(renderDiagnostics(error.diagnostics, rendering(grunt)))
      done(false)
    },
  )
}
