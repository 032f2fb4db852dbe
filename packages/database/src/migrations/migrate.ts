import {
  type Config,
  type ConnectionConfig,
  cannotGoBack,
  checkMigrationPlatform,
  checkOptions,
  type Diagnostic,
  dialects,
  disk,
  doneStatementsChanged,
  downLosesRows,
  downNotConfirmed,
  type FileReader,
  type Lexicon,
  type MigrationStatement,
  migrationChanged,
  migrationChecksums,
  migrationOutOfOrder,
  noSuchVersion,
  OrmError,
  type Statement,
} from 'orm-core/internal'
import { close, connect, type OnMissing } from '../connect/connect.js'
import { type Loss, lossesOf, lossText } from '../execute/losses.js'
import { problemOf } from '../session/database-error.js'
import { type Connected, lockTimeout as defaultLockTimeout } from '../session/session.js'
import { apply, type Direction, type Surroundings, statementsOf, stoppedHalfway } from './apply.js'
import { type BatchProgress, countRows, walkedOf } from './batches.js'
import { begin, type LockOptions, withLock } from './lock.js'
import { type Migration, readMigrations } from './read-migrations.js'
import { type Entry, isApplied, isHalfway, labelOf, StateTable } from './state.js'

export interface SharedOptions {
  readonly config: Config
  readonly files?: FileReader
  /** Seconds between checks whether a busy server is still running. @default 30 */
  readonly watchEvery?: number
  /** Called with notices, one sentence each. */
  readonly onNotice?: (text: string) => void
}

export interface RunOptions extends SharedOptions {
  /** Target version. */
  readonly to?: string
  /** Seconds to wait for another run and for locked tables. @default 30 */
  readonly lockTimeout?: number
  /** Timeout of a statement in seconds, if the server supports it. */
  readonly statementTimeout?: number
  /** Called before each statement is sent. */
  readonly onProgress?: (progress: MigrationProgress) => void
  /** Called when a migration is done, before the next one starts. */
  readonly onDone?: (done: DoneMigration) => void
}

export interface MigrateOptions extends RunOptions {
  /** Reject migrations that are older than the latest applied one. @default false */
  readonly strict?: boolean
  /** Maximum number of migrations to apply on each connection. */
  readonly steps?: number
}

export interface MigrateDownOptions extends RunOptions {
  /** Lose rows without asking. @default false */
  readonly allowLoss?: boolean
  /** Called to confirm that these rows may be lost. If absent, the run is rejected. */
  readonly confirm?: (losses: readonly Loss[]) => Promise<boolean>
}

const runNames = [
  'config',
  'files',
  'watchEvery',
  'onNotice',
  'to',
  'lockTimeout',
  'statementTimeout',
  'onProgress',
  'onDone',
] as const satisfies (keyof RunOptions)[]
const migrateNames = [...runNames, 'strict', 'steps'] satisfies (keyof MigrateOptions)[]
const downNames = [...runNames, 'allowLoss', 'confirm'] satisfies (keyof MigrateDownOptions)[]

export interface MigrationProgress {
  readonly connection: string
  readonly migration: string
  readonly statement: Statement
  /** Number of statements executed before this one. */
  readonly done: number
  readonly total: number
  /** Progress of a statement in batches, after each batch. */
  readonly batches?: BatchProgress
}

export interface DoneMigration {
  readonly connection: string
  readonly version: string
  readonly name: string
  readonly direction: Direction
  /** Number of statements executed by this run. */
  readonly statements: number
  readonly seconds: number
  /** Number of batches executed by this run; absent if there were none. */
  readonly batches?: number
  readonly rows?: number
}

/** What a run would do to one migration. */
export interface PlannedMigration {
  readonly connection: string
  readonly version: string
  readonly name: string
  readonly path: string
  /** Statements that are not done yet. */
  readonly statements: readonly PlannedStatement[]
}

export interface PlannedStatement extends MigrationStatement {
  /** Row count for a statement in batches; absent if the table does not exist yet. */
  readonly rows?: number
}

export interface MigrationState {
  readonly connection: string
  readonly version: string
  readonly name: string
  /**
   * `changed`: applied, and the file has changed since. `missing`: applied, and the file is missing. `stopped`: some of its
   * statements are done. A migration in progress has this state too.
   */
  readonly state: 'applied' | 'pending' | 'changed' | 'missing' | 'stopped'
  /** For a stopped migration: its file is missing, or the statements that are done have changed in it. */
  readonly file?: 'missing' | 'changed'
  /** Direction in which it stopped. */
  readonly direction?: Direction
  readonly started?: string
  readonly finished?: string
  readonly seconds?: number
  /** Number of done statements of a stopped migration. */
  readonly done?: number
  /** Number of all statements, if the file exists and contains the done ones unchanged. */
  readonly total?: number
  /** Location of the next statement as `file:line`; absent if `total` is. */
  readonly next?: string
  /** Number of rows that this statement has done in batches, and their total. */
  readonly rows?: number
  readonly totalRows?: number
  readonly error?: string
}

/** A connection with its migrations and their state. */
export interface Site {
  readonly connection: string
  readonly config: ConnectionConfig
  readonly connected: Connected
  readonly state: StateTable
  readonly migrations: readonly Migration[]
  /** Versions of the files of all connections; `to` names one of them. */
  readonly versions: readonly string[]
  readonly lexicon: Lexicon
}

/** Returns the state of every migration. Changes nothing. */
export async function migrationStatus(options: SharedOptions): Promise<MigrationState[]> {
  return onMigrations(options, { create: false }, async (site) => {
    const entries = await site.state.read()
    const known = new Set(site.migrations.map(({ version }) => version))
    const missing = [...entries.values()].filter(({ version, name }) => name !== undefined && !known.has(version))
    const states = [
      ...site.migrations.map((migration) => stateOf(migration, entries.get(migration.version), site)),
      ...missing.map((entry) => missingState(entry, site)),
    ]
    return states.sort((a, b) => Number(a.version) - Number(b.version))
  })
}

/** Returns what `migrate` would execute. Changes nothing. */
export async function planMigrate(options: MigrateOptions): Promise<PlannedMigration[]> {
  checkOptions(options, migrateNames)
  return onMigrations(options, { create: false }, async (site) => {
    const entries = await site.state.read()
    return plannedAll(site, pendingOf(site, entries, options), 'up', entries)
  })
}

/** Applies pending migrations, oldest first, one connection after another. The first problem ends the run. */
export async function migrate(options: MigrateOptions): Promise<DoneMigration[]> {
  checkOptions(options, migrateNames)
  return onMigrations(options, { create: true }, (site) =>
    locked(site, options, async (lock) => {
      const done: DoneMigration[] = []
      const entries = await site.state.read()
      const applied: Pick<Entry, 'version' | 'name'>[] = [...entries.values()].filter(isApplied)
      for (const migration of pendingOf(site, entries, options)) {
        done.push(...(await applyOne(site, migration, 'up', lock, options, { applied })))
        applied.push(migration)
      }
      return done
    }),
  )
}

/** Returns what `migrateDown` would execute. Changes nothing. */
export async function planDown(options: MigrateDownOptions): Promise<PlannedMigration[]> {
  checkOptions(options, downNames)
  return onMigrations(options, { create: false }, async (site) => {
    const entries = await site.state.read()
    return plannedAll(site, revertedOf(site, entries, options), 'down', entries)
  })
}

/** Reverts the latest migration, or all that are later than `to`. Rows are lost only after a confirmation. */
export async function migrateDown(options: MigrateDownOptions): Promise<DoneMigration[]> {
  checkOptions(options, downNames)
  return onMigrations(options, { create: false }, (site) =>
    locked(site, options, async (lock) => {
      const entries = await site.state.read()
      const migrations = revertedOf(site, entries, options)
      const refuseLosses = await agree(site, migrations, entries, options)
      const done: DoneMigration[] = []
      for (const migration of migrations) {
        done.push(...(await applyOne(site, migration, 'down', lock, options, { refuseLosses })))
      }
      return done
    }),
  )
}

/** How to open a database that is a file or does not exist. */
interface Opening {
  readonly create: boolean
  readonly mustExist?: boolean
  readonly onMissing?: OnMissing
}

/** Calls `onEach`, but rejects migrations that were written for another database. */
export async function onMigrations<T>(
  options: SharedOptions,
  file: Opening,
  work: (site: Site) => Promise<readonly T[]>,
): Promise<T[]> {
  const { config, files = disk } = options
  for (const connection of config.generator.connections) await checkMigrationPlatform(config, connection, files)
  return onEach(options, file, work)
}

/** Connects to each database and passes its migrations to the work. */
export async function onEach<T>(
  options: SharedOptions,
  file: Opening,
  work: (site: Site) => Promise<readonly T[]>,
  connections: readonly string[] = options.config.generator.connections,
): Promise<T[]> {
  const { config, files = disk, watchEvery } = options
  // All files are read before any statement runs, so that a broken one stops the run in time.
  const all: [string, readonly Migration[]][] = []
  for (const connection of connections) {
    all.push([connection, await readMigrations(config, connection, files)])
  }
  const versions = all.flatMap(([, migrations]) => migrations.map(({ version }) => version))
  versions.sort((a, b) => Number(a) - Number(b))
  const results: T[] = []
  for (const [connection, migrations] of all) {
    const own = config.connections[connection]!
    const connected = await connect(connection, own, { ...file, ...(watchEvery && { watchEvery }) })
    const { lexicon } = dialects[own.adapter]
    const state = new StateTable(config.migrations.tableName, own.adapter, connected)
    try {
      results.push(...(await work({ connection, config: own, connected, state, migrations, versions, lexicon })))
    } finally {
      await close(connected.session)
    }
  }
  return results
}

/** Runs the work with the lock held and the state table created. */
export async function locked<T>(site: Site, options: RunOptions, work: (lock: LockOptions) => Promise<T>): Promise<T> {
  const { connection, connected, state } = site
  const { lockTimeout = defaultLockTimeout, statementTimeout, onNotice } = options
  const rules = connected.driver.migrations
  if (statementTimeout !== undefined && !rules.hasStatementTimeout) {
    onNotice?.(`connection "${connection}": this database has no timeout for statements`)
  }
  const lock: LockOptions = {
    connection,
    tableName: options.config.migrations.tableName,
    lockTimeout,
    onWait: () =>
      onNotice?.(`connection "${connection}": another run holds the lock; waiting for ${lockTimeout} seconds at most`),
  }
  return withLock(connected, lock, async () => {
    if (rules.strictness) await connected.session.execute(rules.strictness)
    for (const statements of rules.timeouts(lockTimeout, statementTimeout)) await firstKnown(statements, connected)
    if (rules.lock || !rules.begin) await state.ensure()
    else if (!(await state.isComplete())) {
      await begin(rules.begin, connected, lock)
      await state.ensure()
      await connected.session.execute('COMMIT')
    }
    await state.settle()
    return work(lock)
  })
}

async function firstKnown(statements: readonly string[], { session }: Connected): Promise<void> {
  for (const [index, statement] of statements.entries()) {
    try {
      await session.execute(statement)
      return
    } catch (error) {
      if (problemOf(error).kind !== 'statement' || index === statements.length - 1) throw error
    }
  }
}

export async function applyOne(
  site: Site,
  migration: Migration,
  direction: Direction,
  lock: LockOptions,
  options: RunOptions,
  more: Pick<Surroundings, 'applied' | 'refuseLosses'> = {},
): Promise<DoneMigration[]> {
  const { connection } = site
  const { version, name } = migration
  const start = Date.now()
  let current: MigrationProgress | undefined
  let own: Pick<DoneMigration, 'batches' | 'rows'> = {}
  const statements = await apply(migration, direction, {
    ...site,
    lock,
    ...more,
    onStatement: (statement, done, total) => {
      current = { connection, migration: `${version}_${name}`, statement, done, total }
      options.onProgress?.(current)
    },
    onBatch: (batches, rows) => {
      own = { batches: (own.batches ?? 0) + 1, rows: (own.rows ?? 0) + rows }
      options.onProgress?.({ ...current!, batches })
    },
  })
  await site.state.goBack()
  if (statements === undefined) return []
  const done = {
    connection,
    version,
    name,
    direction,
    statements,
    seconds: (Date.now() - start) / 1000,
    ...own,
  }
  options.onDone?.(done)
  return [done]
}

/** Returns the pending migrations, oldest first. Throws if they cannot be applied. */
function pendingOf(site: Site, entries: ReadonlyMap<string, Entry>, options: MigrateOptions): Migration[] {
  const { connection, migrations } = site
  const problems = migrations.flatMap((migration) => changeProblems(migration, entries.get(migration.version), site))
  const known = new Set(migrations.map(({ version }) => version))
  for (const entry of entries.values()) {
    const isMissing = !known.has(entry.version)
    if (isHalfway(entry) && (isMissing || entry.direction === 'down')) {
      problems.push(stoppedHalfway(entry, connection, isMissing))
    } else if (entry.name !== undefined && isMissing) {
      options.onNotice?.(`connection "${connection}": ${labelOf(entry)} is applied, but its file is missing`)
    }
  }
  const pending = migrations.filter(({ version }) => !isApplied(entries.get(version)))
  const wanted = pending.filter(({ version }) => options.to === undefined || Number(version) <= Number(options.to))
  problems.push(...unknownVersion(site, options))
  const newest = [...entries.values()].filter((entry) => isApplied(entry) && entry.name !== undefined).at(-1)
  for (const migration of wanted) {
    if (!newest || Number(migration.version) > Number(newest.version)) continue
    if (options.strict) problems.push(migrationOutOfOrder(migration.path, connection, newest.version))
    else {
      options.onNotice?.(
        `${migration.path} is older than ${newest.version}, which is applied on connection "${connection}"`,
      )
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
  return wanted.slice(0, options.steps ?? wanted.length)
}

function changeProblems(migration: Migration, entry: Entry | undefined, site: Site): Diagnostic[] {
  if (!entry || !isChanged(migration, entry, site.lexicon)) return []
  return isApplied(entry)
    ? [migrationChanged(migration.path, site.connection)]
    : [doneStatementsChanged(migration.path, entry.version, site.connection, entry.statements)]
}

/** Returns whether the statements recorded as done differ from those in the file. */
export function isChanged(migration: Migration, entry: Entry, lexicon: Lexicon): boolean {
  // Another tool wrote this row, or the file was missing, so there is no checksum to compare.
  if (entry.name === undefined || entry.checksum === undefined) return false
  const checksums = migrationChecksums(statementsOf(migration, entry.direction), lexicon)
  const own = isApplied(entry) ? checksums.at(-1) : checksums[entry.statements]
  return own !== entry.checksum
}

/** Returns an error if no connection has a migration of the target version. */
export const unknownVersion = ({ versions }: Site, { to }: { readonly to?: string | undefined }): Diagnostic[] =>
  to === undefined || versions.includes(to) ? [] : [noSuchVersion(to, versions)]

/** Migrations to revert, latest first; throws if one of them cannot be reverted. */
function revertedOf(site: Site, entries: ReadonlyMap<string, Entry>, { to }: MigrateDownOptions): Migration[] {
  const { connection, migrations } = site
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  const unknown = to === '0' || entries.has(to ?? '') ? [] : unknownVersion(site, { to })
  if (unknown.length > 0) throw new OrmError(unknown)
  const newestFirst = [...entries.values()].reverse()
  const wanted =
    to === undefined ? newestFirst.slice(0, 1) : newestFirst.filter(({ version }) => Number(version) > Number(to))
  const problems: Diagnostic[] = []
  const reverted: Migration[] = []
  for (const entry of wanted) {
    const migration = byVersion.get(entry.version)
    const label = labelOf(entry)
    const cannot = (reason: string, hint?: string) => problems.push(cannotGoBack(label, connection, reason, hint))
    if (isHalfway(entry) && (!migration || entry.direction === 'up')) {
      problems.push(stoppedHalfway(entry, connection, !migration))
    } else if (entry.name === undefined) cannot('another tool applied it')
    else if (!migration) cannot('its file is missing')
    else if (migration.irreversible !== undefined) cannot(migration.irreversible)
    else if (!migration.down) cannot('its file has no part "down"', 'write one below a line "-- orm: down"')
    else if (isChanged(migration, entry, site.lexicon)) problems.push(...changeProblems(migration, entry, site))
    else reverted.push(migration)
  }
  if (problems.length > 0) throw new OrmError(problems)
  return reverted
}

/** Throws if rows would be lost and nobody agrees. Returns a function that does the same for rows written later. */
async function agree(
  site: Site,
  migrations: readonly Migration[],
  entries: ReadonlyMap<string, Entry>,
  { allowLoss, confirm }: MigrateDownOptions,
): Promise<Surroundings['refuseLosses']> {
  if (allowLoss) return undefined
  const lossesBy = (statements: readonly Statement[]) => lossesOf({ ...site, statements }, site.connected, true)
  const texts = (losses: readonly Loss[]) => losses.map((loss) => lossText(loss, 'would'))
  const losses = await lossesBy(migrations.flatMap((migration) => [...remaining(migration, 'down', entries)]))
  if (losses.length > 0) {
    if (!confirm) throw new OrmError([downLosesRows(texts(losses))])
    if (!(await confirm(losses))) throw new OrmError([downNotConfirmed()])
    return undefined
  }
  return async (label, statements) => {
    const later = await lossesBy(statements)
    if (later.length > 0) throw new OrmError([downLosesRows(texts(later), label)])
  }
}

/** Returns the statements of a migration that are not done yet. */
function remaining(
  migration: Migration,
  direction: Direction,
  entries: ReadonlyMap<string, Entry>,
): readonly MigrationStatement[] {
  const entry = entries.get(migration.version)
  const done = isHalfway(entry) && entry.direction === direction ? entry.statements : 0
  return statementsOf(migration, direction).slice(done)
}

async function plannedAll(
  { connection, connected, config }: Site,
  migrations: readonly Migration[],
  direction: Direction,
  entries: ReadonlyMap<string, Entry>,
): Promise<PlannedMigration[]> {
  const plans: PlannedMigration[] = []
  for (const migration of migrations) {
    const { version, name, path } = migration
    const statements: PlannedStatement[] = []
    for (const statement of remaining(migration, direction, entries)) {
      const rows = statement.batch && (await countRows(statement.batch, connected, config.adapter))
      statements.push({ ...statement, ...(rows !== undefined && { rows }) })
    }
    plans.push({ connection, version, name, path, statements })
  }
  return plans
}

function stateOf(migration: Migration, entry: Entry | undefined, site: Site): MigrationState {
  const { version, name } = migration
  const { connection } = site
  if (!entry) return { connection, version, name, state: 'pending' }
  if (isHalfway(entry)) return stoppedState(entry, migration, site)
  const state = isChanged(migration, entry, site.lexicon) ? 'changed' : 'applied'
  return { connection, version, name, state, ...timesOf(entry) }
}

/** Returns the state of a migration that stopped halfway. */
export function stoppedState(entry: Entry, migration: Migration | undefined, site: Site): MigrationState {
  const { version, direction, statements: done, error } = entry
  const isOther = migration !== undefined && isChanged(migration, entry, site.lexicon)
  const statements = migration && !isOther ? statementsOf(migration, direction) : undefined
  const next = statements?.[done]?.mark
  return {
    connection: site.connection,
    version,
    name: migration?.name ?? entry.name ?? '',
    state: 'stopped',
    ...(!statements && { file: isOther ? 'changed' : 'missing' }),
    direction,
    ...timesOf(entry),
    done,
    ...(statements && { total: statements.length }),
    ...(next && { next: `${next.source.file}:${next.source.placeAt(next.offset).line}` }),
    ...(entry.progress !== undefined && walkedOf(entry.progress)),
    ...(error !== undefined && { error }),
  }
}

function missingState(entry: Entry, site: Site): MigrationState {
  if (isHalfway(entry)) return stoppedState(entry, undefined, site)
  const { version, name = '' } = entry
  return { connection: site.connection, version, name, state: 'missing', ...timesOf(entry) }
}

function timesOf({ started, finished }: Entry): Pick<MigrationState, 'started' | 'finished' | 'seconds'> {
  return {
    ...(started !== undefined && { started }),
    ...(finished !== undefined && { finished }),
    ...(started && finished && { seconds: (Date.parse(finished) - Date.parse(started)) / 1000 }),
  }
}
