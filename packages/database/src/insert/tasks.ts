import {
  type Config,
  checkOptions,
  type Environment,
  findAndReadConfig,
  loadConfigOrDefaults,
  type OrmOptions,
  spellingNotice,
  withOptions,
} from 'orm-core/internal'
import { lossText } from '../execute/losses.js'
import { type DoneMigration, migrate, planMigrate } from '../migrations/migrate.js'
import { type InsertOptions, type InsertReport, insertSql, planInsert } from './insert.js'

const ofTasks = ['configDir', 'connection', 'plugins', 'dryRun'] as const
const ofInserts = [...ofTasks, 'sqlDir', 'createDatabase', 'safe', 'yes'] as const
const ofMigrations = [...ofTasks, 'to', 'strict', 'lockTimeout', 'statementTimeout'] as const

/** An already loaded configuration, if any. */
interface Given {
  readonly config?: Config
}

/** Options of the task that creates tables: the locations of configuration and SQL, and what it may drop. */
export type InsertTaskOptions = Given & Pick<OrmOptions, (typeof ofInserts)[number]>

/** Options of the task that applies migrations: the locations of configuration and connections, the target and the timeouts. */
export type MigrateTaskOptions = Given & Pick<OrmOptions, (typeof ofMigrations)[number]>

/** Host functions that tasks of a build tool use. */
export interface TaskHost extends Pick<InsertOptions, 'write'> {
  readonly env: Environment
  print(text: string): void
  /** Whether the tool was told to change nothing. It prints that itself. */
  refuses?(): boolean
}

/** Creates the tables. Row losses are reported without a prompt, because a task may run without a user. */
export async function insertTask(options: InsertTaskOptions, host: TaskHost): Promise<InsertReport[]> {
  checkOptions(options, ['config', ...ofInserts])
  const { configDir, sqlDir, createDatabase = false, dryRun = false, plugins, safe = false, yes = false } = options
  const settings = {
    config: await configOf(options, host),
    ...(configDir && { configDir }),
    ...(sqlDir && { sqlDir }),
    plugins,
    onNotice: host.print,
    ...(host.write && { write: host.write }),
  }
  if (host.refuses?.()) return []
  if (dryRun) {
    for (const { connection, statements, losses } of await planInsert(settings)) {
      for (const loss of losses) host.print(lossText(loss, 'would'))
      host.print(`${statements.length} statements would be executed on connection "${connection}"`)
    }
    return []
  }
  const reports = await insertSql({
    ...settings,
    safe,
    yes,
    onLosses: (losses) => {
      for (const loss of losses) host.print(lossText(loss, 'will'))
    },
    onMissing: async () => createDatabase,
  })
  for (const { migrations } of reports) {
    for (const { path, outcome } of migrations?.written ?? []) host.print(`${outcome} ${path}`)
    if (migrations?.advice) host.print(migrations.advice)
  }
  return reports
}

/** Applies the pending migrations. */
export async function migrateTask(options: MigrateTaskOptions, host: TaskHost): Promise<DoneMigration[]> {
  checkOptions(options, ['config', ...ofMigrations])
  const { config: _, configDir, connection, plugins, dryRun = false, ...limits } = options
  const settings = { ...limits, config: await configOf(options, host), onNotice: host.print }
  if (host.refuses?.()) return []
  if (!dryRun) return migrate(settings)
  for (const { version, name, connection: where } of await planMigrate(settings)) {
    host.print(`${version}_${name} would be applied on connection "${where}"`)
  }
  return []
}

async function configOf({ config, ...options }: InsertTaskOptions, { env, print }: TaskHost): Promise<Config> {
  if (config) return withOptions(config, options)
  // Both `orm.yml` and `orm.yaml` are read, even if only the other one is named.
  const notice = await spellingNotice(options.configDir)
  if (notice) print(notice)
  const load = options.sqlDir && options.connection ? loadConfigOrDefaults : findAndReadConfig
  return load({ ...options, env, keepEnv: false })
}
