import {
  configConvert as configStream,
  migrationDiff as diffStream,
  formatDiagnostic,
  type MigrationStreamOptions,
  modelBuild as modelStream,
  type OutputStreamOptions,
  outputBuild as outputStream,
  type StreamOptions,
  sqlBuild as sqlStream,
} from 'orm-core'
import { checkOptionsObject } from 'orm-core/internal'
import {
  type DoneMigration,
  type InsertReport,
  type InsertTaskOptions,
  insertTask,
  type MigrateTaskOptions,
  migrateTask,
  rebasedSnapshots,
} from 'orm-database'
import { writeFiles } from 'orm-project'
import { dest, type GulpDestOptions } from './dest.js'
import { toPluginError } from './plugin-error.js'

/** Options of every stream: those of orm-core, with the environment of the process. */
export type GulpOrmOptions = Omit<StreamOptions, 'env'>

type Stream = NodeJS.ReadWriteStream

const wrap =
  <Options extends object>(make: (options?: Options) => Stream, defaults = {}) =>
  (options?: Omit<Options, 'env'>): Stream => {
    try {
      if (options) checkOptionsObject(options)
      return asGulpPlugin(make({ ...defaults, ...options, env: process.env } as Options))
    } catch (error) {
      throw toPluginError(error)
    }
  }

/** Prints warnings by default, unless `onWarning` is set. */
const printing: Pick<StreamOptions, 'onWarning'> = {
  onWarning: (warning) => console.warn(`gulp-orm: ${formatDiagnostic(warning)}`),
}

function asGulpPlugin(stream: Stream): Stream {
  const emit = stream.emit.bind(stream)
  stream.emit = (event, ...args) => emit(event, ...(event === 'error' ? args.map(toPluginError) : args))
  const pipe = stream.pipe.bind(stream)
  stream.pipe = (destination, options) => {
    try {
      return pipe(destination, options)
    } catch (error) {
      throw toPluginError(error)
    }
  }
  return stream
}

/**
 * Options of `migrationDiff`. With `rebase`, the snapshot is regenerated from the migration files, and no migration is written.
 */
export type GulpMigrationOptions = Omit<MigrationStreamOptions, 'rebased'> & { readonly rebase?: boolean }

const diff = ({ rebase, ...options }: GulpMigrationOptions = {}): Stream =>
  diffStream({ ...options, ...(rebase && { rebased: (config) => rebasedSnapshots({ config }) }) })

/** Options of `sqlInsert`. */
export type GulpInsertOptions = InsertTaskOptions

/** Options of `migrate`. */
export type GulpMigrateOptions = MigrateTaskOptions

const host = {
  env: process.env,
  write: writeFiles,
  print: (text: string): void => console.warn(`gulp-orm: ${text}`),
}

const failing = (error: unknown): never => {
  throw toPluginError(error)
}

/** Creates the tables in the database. Returns what was executed, so it can be used as a gulp task. */
export const sqlInsert = (options: GulpInsertOptions = {}): Promise<InsertReport[]> =>
  insertTask(options, host).catch(failing)

/** Applies the pending migrations. Returns what was applied, so it can be used as a gulp task. */
export const migrate = (options: GulpMigrateOptions = {}): Promise<DoneMigration[]> =>
  migrateTask(options, host).catch(failing)

export { dest, type GulpDestOptions }

export const sqlBuild = wrap(sqlStream, printing)
export const modelBuild = wrap(modelStream, printing)
export const configConvert = wrap(configStream)
export const outputBuild = wrap<OutputStreamOptions>(outputStream, printing)
export const migrationDiff = wrap(diff, printing)

// Result of `import orm`. require('gulp-orm') returns the same members by name.
export default { sqlBuild, modelBuild, configConvert, outputBuild, migrationDiff, dest, sqlInsert, migrate }
