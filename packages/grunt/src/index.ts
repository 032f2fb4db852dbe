import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type BuiltFile,
  buildMigrations,
  buildModel,
  buildSql,
  type Config,
  convertConfig,
  formatDiagnostic,
  type InputFile,
  loadConfig,
  type MigrationOptions,
  OrmError,
  type OrmOptions,
  type SqlBuildOptions,
} from 'orm-core'
import { cannotRead, checkOptions, renderDiagnostics, renderingFor, spellingNotice } from 'orm-core/internal'
import { insertSql, lossText, migrate, rebasedSnapshots } from 'orm-database'
import { writeFiles, writeModel } from 'orm-project'
import { isChange, noticesOf } from 'orm-project/internal'

type Grunt = typeof import('grunt')
type MultiTask = grunt.task.IMultiTask<unknown>
type Options = SqlBuildOptions &
  MigrationOptions &
  OrmOptions & { readonly outputDir: string; readonly config: Config; readonly rebase?: boolean }

interface Task {
  readonly description: string
  readonly options: readonly (keyof OrmOptions | 'name' | 'renames' | 'online' | 'rebase')[]
  /** Where files go when the target names no `dest`. */
  readonly path: 'sqlDir' | 'phpDir' | 'phpConfDir' | 'migrationDir'
  readonly build: (inputs: InputFile[], options: Options) => Promise<BuiltFile[]>
  readonly write?: typeof writeModel
}

const lenient = ['ignoreUnknownBehaviors', 'allowUnknownConstraints'] as const

const tasks = {
  orm_sql: {
    description: 'Write the SQL that creates the tables.',
    options: ['configDir', 'strict', ...lenient, 'overwrite'],
    path: 'sqlDir',
    build: buildSql,
  },
  orm_model: {
    description: 'Write the PHP classes.',
    options: ['configDir', 'strict', ...lenient, 'overwrite'],
    path: 'phpDir',
    build: buildModel,
    write: writeModel,
  },
  orm_config: {
    description: 'Write the runtime configuration.',
    options: ['outputFile', 'loaderScriptDir', 'keepEnv', 'overwrite'],
    path: 'phpConfDir',
    build: (_, { config, ...options }) => convertConfig(config, options),
  },
  orm_migration_diff: {
    description: 'Write a migration of what has changed in the schema.',
    options: ['configDir', 'strict', 'name', 'renames', 'online', 'rebase'],
    path: 'migrationDir',
    build: (inputs, { rebase, ...options }) =>
      buildMigrations(inputs, { ...options, ...(rebase && { rebased: (config) => rebasedSnapshots({ config }) }) }),
  },
} as const satisfies Readonly<Record<string, Task>>

type TaskOptions<Name extends PropertyKey> = {
  readonly [Key in Name & keyof AllOptions]?: AllOptions[Key]
}

type AllOptions = OrmOptions & Pick<MigrationOptions, 'name' | 'renames' | 'online'>

/** The options of each task, for a Gruntfile whose types are checked. */
export type GruntOrmOptions = {
  readonly [Name in keyof typeof tasks]: TaskOptions<(typeof tasks)[Name]['options'][number]>
} & {
  readonly orm_insert: TaskOptions<(typeof insertOptions)[number]>
  readonly orm_migrate: TaskOptions<(typeof migrateOptions)[number]>
}

/** Registers the multi-tasks orm_sql, orm_model, orm_config, orm_migration_diff, orm_insert and orm_migrate. */
export default function ormTasks(grunt: Grunt): void {
  for (const [name, task] of Object.entries<Task>(tasks)) {
    grunt.registerMultiTask(name, task.description, function build(this: MultiTask) {
      run(grunt, this.async(), () => buildTarget(grunt, this, task))
    })
  }
  grunt.registerMultiTask('orm_insert', 'Create the tables in the database.', function insert(this: MultiTask) {
    run(grunt, this.async(), () => insertTarget(grunt, this))
  })
  grunt.registerMultiTask('orm_migrate', 'Apply the migrations that are pending.', function apply(this: MultiTask) {
    run(grunt, this.async(), () => migrateTarget(grunt, this))
  })
}

async function buildTarget(grunt: Grunt, target: MultiTask, task: Task): Promise<void> {
  const options = target.options<OrmOptions>({})
  checkOptions(options, task.options)
  for (const files of target.files) {
    const { src = [], dest } = files
    const patterns = [(files as { orig?: { src?: string | string[] } }).orig?.src ?? []].flat()
    // The configuration is what orm_config converts, and what tells the others about connections.
    // A file that does not exist is not in `src`, but may exist under its other spelling.
    const named = src[0] ?? ((await spellingNotice(patterns[0])) && patterns[0])
    const configDir = task.path === 'phpConfDir' ? named : options.configDir
    const config = await configOf(grunt, configDir, options.keepEnv ? { keepEnv: true } : {})
    const outputDir = dest ?? config.paths[task.path]
    const inputs = src.map((path) => ({ path, contents: read(path) }))
    const built = await task.build(inputs, {
      ...options,
      config,
      outputDir,
      onWarning: (warning) => grunt.log.writeln(`>> ${formatDiagnostic(warning)}`),
    })
    const dryRun = grunt.option('write') === false
    const results = await (task.write ?? writeFiles)(built, outputDir, {
      dryRun,
      overwrite: options.overwrite ?? false,
      schemaDir: config.paths.schemaDir,
      covers: (path) => grunt.file.isMatch(patterns, relative('', path)),
    })
    for (const { path, outcome } of results) grunt.log.verbose.writeln(`${outcome} ${path}`)
    const notices = task.write ? noticesOf(results, outputDir, config.paths.composerDir, dryRun) : []
    for (const notice of [...built.map((file) => file.notice), ...notices]) {
      if (notice) grunt.log.writeln(`>> ${notice}`)
    }
    const changed = results.filter(isChange)
    grunt.log.ok(`${changed.length} of ${results.length} files ${dryRun ? 'would be ' : ''}written to ${outputDir}`)
  }
}

/** `orm.yml` and `orm.yaml` are both read, also where only the other one is named. */
async function configOf(grunt: Grunt, configDir: string | undefined, more = {}): Promise<Config> {
  const notice = await spellingNotice(configDir)
  if (notice) grunt.log.writeln(`>> ${notice}`)
  return loadConfig({ ...more, configDir, env: process.env })
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new OrmError([cannotRead(undefined, path, (error as Error).message)])
  }
}

async function insertTarget(grunt: Grunt, target: MultiTask): Promise<void> {
  const options = target.options<Pick<OrmOptions, (typeof insertOptions)[number]>>({})
  checkOptions(options, insertOptions)
  const { configDir, sqlDir, createDatabase = false, safe = false, yes = false } = options
  const config = await configOf(grunt, configDir, { ...options, keepEnv: false })
  if (grunt.option('write') === false) {
    grunt.log.ok('nothing executed, because of --no-write')
    return
  }
  const reports = await insertSql({
    config,
    ...(configDir && { configDir }),
    safe,
    yes,
    ...(sqlDir && { sqlDir }),
    // Names the rows that are lost; no question is asked, since a task may run without a user.
    onLosses: (losses) => {
      for (const loss of losses) grunt.log.writeln(lossText(loss, 'will'))
    },
    onMissing: async () => createDatabase,
    onNotice: (text) => grunt.log.writeln(`>> ${text}`),
    write: writeFiles,
  })
  for (const { connection: name, statements, migrations } of reports) {
    grunt.log.ok(`${statements} ${statements === 1 ? 'statement' : 'statements'} executed on connection "${name}"`)
    for (const { path, outcome } of migrations?.written ?? []) grunt.log.ok(`${outcome} ${path}`)
    if (migrations?.advice) grunt.log.writeln(`>> ${migrations.advice}`)
  }
}

async function migrateTarget(grunt: Grunt, target: MultiTask): Promise<void> {
  const options = target.options<Pick<OrmOptions, (typeof migrateOptions)[number]>>({})
  checkOptions(options, migrateOptions)
  const { configDir, connection, plugins, ...settings } = options
  const config = await configOf(grunt, configDir, { connection, plugins, keepEnv: false })
  if (grunt.option('write') === false) {
    grunt.log.ok('nothing executed, because of --no-write')
    return
  }
  const done = await migrate({
    config,
    ...settings,
    onNotice: (text) => grunt.log.writeln(`>> ${text}`),
  })
  for (const { version, name, connection: where } of done) {
    grunt.log.ok(`${version}_${name} applied on connection "${where}"`)
  }
  if (done.length === 0) grunt.log.ok('nothing to apply')
}

const insertOptions = ['configDir', 'connection', 'plugins', 'sqlDir', 'createDatabase', 'safe', 'yes'] as const

const migrateOptions = [
  'configDir',
  'connection',
  'plugins',
  'to',
  'strict',
  'lockTimeout',
  'statementTimeout',
] as const

/** grunt has an option for colours, and writes everything to standard output. */
function rendering(grunt: Grunt): ReturnType<typeof renderingFor> {
  const usual = renderingFor(process.stdout, process.env)
  return grunt.option('color') === false ? { ...usual, colour: false } : usual
}

/** grunt prints the diagnostics and fails the task, which --force overrules. */
function run(grunt: Grunt, done: (success: boolean | Error) => void, work: () => Promise<void>): void {
  work().then(
    () => done(true),
    (error: Error) => {
      if (!(error instanceof OrmError)) return done(error)
      // In one call: grunt trims each, and the caret of a frame stands below its place by blanks.
      grunt.log.error(renderDiagnostics(error.diagnostics, rendering(grunt)))
      done(false)
    },
  )
}
