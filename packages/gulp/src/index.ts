import {
  type Config,
  configConvert as configStream,
  migrationDiff as diffStream,
  formatDiagnostic,
  loadConfig,
  type MigrationStreamOptions,
  modelBuild as modelStream,
  type OrmOptions,
  type OutputStreamOptions,
  outputBuild as outputStream,
  type StreamOptions,
  sqlBuild as sqlStream,
} from 'orm-core'
import { checkOptions, spellingNotice, withOptions } from 'orm-core/internal'
import {
  type DoneMigration,
  type InsertReport,
  insertSql,
  type Loss,
  lossText,
  migrate as migrateDatabases,
  rebasedSnapshots,
} from 'orm-database'
import { writeFiles } from 'orm-project'
import { dest, type GulpDestOptions } from './dest.js'
import { toPluginError } from './plugin-error.js'

/** Options of every stream: those of orm-core, whose environment is the process's own. */
export type GulpOrmOptions = Omit<StreamOptions, 'env'>

type Stream = NodeJS.ReadWriteStream

const wrap =
  <Options extends object>(make: (options?: Options) => Stream, defaults = {}) =>
  (options?: Omit<Options, 'env'>): Stream => {
    try {
      return asGulpPlugin(make({ ...defaults, ...options, env: process.env } as Options))
    } catch (error) {
      throw toPluginError(error)
    }
  }

/** Warnings are printed where no listener takes them. */
const printing: Pick<StreamOptions, 'onWarning'> = {
  onWarning: (warning) => console.warn(`gulp-orm: ${formatDiagnostic(warning)}`),
}

function asGulpPlugin(stream: Stream): Stream {
  const emit = stream.emit.bind(stream)
  stream.emit = (event, ...args) => emit(event, ...(event === 'error' ? args.map(toPluginError) : args))
  return stream
}

/** Options of `migrationDiff`; with `rebase` the snapshot is made from the migration files again, and no migration. */
export type GulpMigrationOptions = Omit<MigrationStreamOptions, 'rebased'> & { readonly rebase?: boolean }

const diff = ({ rebase, ...options }: GulpMigrationOptions = {}): Stream =>
  diffStream({ ...options, ...(rebase && { rebased: (config) => rebasedSnapshots({ config }) }) })

/** Options of `sqlInsert`: where configuration and SQL are, and what it may drop. */
export type GulpInsertOptions = Pick<StreamOptions, 'config'> &
  Pick<OrmOptions, 'configDir' | 'sqlDir' | 'connection' | 'createDatabase' | 'plugins' | 'safe' | 'yes'>

/** Creates the tables in the database; returns what was executed, for use as a gulp task. */
export async function sqlInsert(options: GulpInsertOptions = {}): Promise<InsertReport[]> {
  const { configDir, sqlDir, createDatabase = false, safe = false, yes = false } = options
  try {
    checkOptions(options, ['config', 'configDir', 'sqlDir', 'connection', 'createDatabase', 'plugins', 'safe', 'yes'])
    const config = await configOf(options)
    const reports = await insertSql({
      config,
      ...(configDir && { configDir }),
      plugins: options.plugins,
      safe,
      yes,
      ...(sqlDir && { sqlDir }),
      onLosses: warn,
      onMissing: async () => createDatabase,
      onNotice: print,
      write: writeFiles,
    })
    for (const { migrations } of reports) {
      for (const { path, outcome } of migrations?.written ?? []) print(`${outcome} ${path}`)
      if (migrations?.advice) print(migrations.advice)
    }
    return reports
  } catch (error) {
    throw toPluginError(error)
  }
}

async function configOf({ config, ...options }: GulpInsertOptions): Promise<Config> {
  if (config) return withOptions(config, options)
  // `orm.yml` and `orm.yaml` are both read, also where only the other one is named.
  const notice = await spellingNotice(options.configDir)
  if (notice) print(notice)
  return loadConfig({ ...options, env: process.env, keepEnv: false })
}

const print = (text: string): void => console.warn(`gulp-orm: ${text}`)

/** Options of `migrate`: where configuration and connections are, and how far and how long it goes. */
export type GulpMigrateOptions = Pick<StreamOptions, 'config'> &
  Pick<OrmOptions, 'configDir' | 'connection' | 'plugins' | 'to' | 'strict' | 'lockTimeout' | 'statementTimeout'>

/** Applies the migrations that are pending; returns what was applied, for use as a gulp task. */
export async function migrate(options: GulpMigrateOptions = {}): Promise<DoneMigration[]> {
  const { config, configDir, connection, plugins, ...settings } = options
  try {
    checkOptions(options, [
      'config',
      'configDir',
      'connection',
      'plugins',
      'to',
      'strict',
      'lockTimeout',
      'statementTimeout',
    ])
    return await migrateDatabases({ ...settings, config: await configOf(options), onNotice: print })
  } catch (error) {
    throw toPluginError(error)
  }
}

/** Names the rows that are lost; no question is asked, since a task may run without a user. */
function warn(losses: readonly Loss[]): void {
  for (const loss of losses) print(lossText(loss, 'will'))
}

export { dest, type GulpDestOptions }

export const sqlBuild = wrap(sqlStream, printing)
export const modelBuild = wrap(modelStream, printing)
export const configConvert = wrap(configStream)
export const outputBuild = wrap<OutputStreamOptions>(outputStream, printing)
export const migrationDiff = wrap(diff, printing)

// What `import orm` gives; require('gulp-orm') gives the same by name.
export default { sqlBuild, modelBuild, configConvert, outputBuild, migrationDiff, dest, sqlInsert, migrate }
