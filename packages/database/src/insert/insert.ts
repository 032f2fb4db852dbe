import {
  type BuiltFile,
  type Config,
  checkOptions,
  dialects,
  disk,
  type FileReader,
  insertNotConfirmed,
  OrmError,
  type Refusal,
  refusals,
  type Statement,
  statementNotSafe,
  tablesHoldRows,
  type WriteResult,
  withoutComments,
} from 'orm-core/internal'
import { close, connect, type OnMissing } from '../connect/connect.js'
import { countRows, type Loss, lossesOf } from '../execute/losses.js'
import { type Plan, planOf } from '../execute/plan.js'
import { run } from '../execute/run.js'
import { readSqlMap } from '../execute/sql-map.js'
import { readFacts } from '../introspect/facts.js'
import {
  type Continuation,
  continuationsOf,
  goOn,
  obstacleText,
  type RecordedMigrations,
} from '../migrations/after-insert.js'
import { StateTable } from '../migrations/state.js'
import type { Connected } from '../session/session.js'
import { agreementGuard, dropGuard } from './drop-guard.js'
import { withLaterColumns } from './later-columns.js'

export interface InsertOptions {
  readonly config: Config
  /** Directory of `sqldb.map`; defaults to the configured one. */
  readonly sqlDir?: string
  readonly files?: FileReader
  /** Directory of the configuration, in which project behaviors are looked up. @default '.' */
  readonly configDir?: string
  /** Whether behaviors of the project and of packages are loaded. @default true */
  readonly plugins?: boolean | undefined
  /** Writes the first migration and the snapshot to a directory. If absent, migrations are not recorded. */
  readonly write?: (files: readonly BuiltFile[], directory: string) => Promise<readonly WriteResult[]>
  /** Execute only statements that are known to keep every row, and reject all others. @default false */
  readonly safe?: boolean
  /** Drop and change tables that contain rows without asking. @default false */
  readonly yes?: boolean
  /** Called with the tables whose rows would be lost, if any, before any statement runs. */
  readonly onLosses?: (losses: readonly Loss[]) => void
  /** Called to confirm that these rows may be lost. If absent, the run is rejected. */
  readonly confirm?: (losses: readonly Loss[]) => Promise<boolean>
  /** Called to confirm that a missing database should be created. If absent, the run is rejected. */
  readonly onMissing?: OnMissing
  /** Called with notices, one sentence each, before any statement runs. */
  readonly onNotice?: (text: string) => void
  /** Called before each statement is sent. */
  readonly onProgress?: (progress: Progress) => void
  /** Called when a connection is done, before the next one starts. */
  readonly onReport?: (report: InsertReport) => void
  /** Seconds between checks whether a busy server is still running. @default 30 */
  readonly watchEvery?: number
}

const insertNames = [
  'config',
  'sqlDir',
  'files',
  'configDir',
  'plugins',
  'write',
  'safe',
  'yes',
  'onLosses',
  'confirm',
  'onMissing',
  'onNotice',
  'onProgress',
  'onReport',
  'watchEvery',
] satisfies (keyof InsertOptions)[]

export interface Progress {
  readonly connection: string
  readonly statement: Statement
  /** Number of statements executed before this one. */
  readonly done: number
  readonly total: number
}

export interface InsertReport {
  readonly connection: string
  /** Number of executed statements. */
  readonly statements: number
  /** Drops of missing objects. They are harmless and do not occur in a second run. */
  readonly notices: readonly string[]
  /** Tables whose rows were dropped or changed. */
  readonly losses: readonly Loss[]
  /** How migrations continue from these tables; absent if nothing was recorded. */
  readonly migrations?: RecordedMigrations
}

/** What an insert would do, determined without changing anything. */
export interface InsertPlan {
  readonly connection: string
  readonly statements: readonly Statement[]
  readonly losses: readonly Loss[]
  /** How migrations would continue from these tables; absent if nothing would be recorded. */
  readonly migrations?: Continuation
}

interface Ready extends Plan {
  readonly connected: Connected
  readonly losses: readonly Loss[]
  /** Statements that `safe` rejects. */
  readonly refused: readonly Refusal[]
  /** Statements to execute: those of the files, and those that tables of the library need. */
  readonly all: readonly Statement[]
  readonly migrations?: Continuation
}

/** Returns what `insertSql` would do. Connects to count rows, but writes nothing. */
export async function planInsert(options: InsertOptions): Promise<InsertPlan[]> {
  checkOptions(options, insertNames)
  return withConnections(options, false, async (ready) =>
    ready.map(({ connection, all, losses, migrations }) => ({
      connection,
      statements: all,
      losses,
      ...(migrations && { migrations }),
    })),
  )
}

/**
 * Executes the SQL files of the map, one connection after another. The map, the files, every connection and possible row losses
 * are checked before the first statement. Rows are lost only after a confirmation. The first problem ends the run.
 */
export async function insertSql(options: InsertOptions): Promise<InsertReport[]> {
  checkOptions(options, insertNames)
  return withConnections(options, true, async (ready) => {
    await agree(ready, options)
    for (const { losses, connected, connection, statements } of ready) {
      if (losses.length > 0) await connected.driver.rehearse?.(connected, connection, statements)
    }
    const reports: InsertReport[] = []
    for (const plan of ready) {
      const report = await insertOne(plan, options)
      reports.push(report)
      options.onReport?.(report)
    }
    return reports
  })
}

/** Returns if no rows are lost or the loss is confirmed. Throws otherwise. */
async function agree(ready: readonly Ready[], { safe, yes, confirm, onLosses }: InsertOptions): Promise<void> {
  const losses = ready.flatMap((plan) => plan.losses)
  if (safe) {
    const problems = [
      ...(losses.length > 0 ? [tablesHoldRows(losses, 'omit the option safe to lose them')] : []),
      ...ready
        .flatMap(({ refused }) => refused)
        .map(({ statement: { mark, text }, reason }) => statementNotSafe(mark, text, reason)),
    ]
    if (problems.length > 0) throw new OrmError(problems)
  }
  if (losses.length === 0) return
  if (!yes && !confirm)
    throw new OrmError([tablesHoldRows(losses, 'to accept this, use --yes, or yes: true in gulp and grunt')])
  onLosses?.(losses)
  if (!yes && !(await confirm?.(losses))) throw new OrmError([insertNotConfirmed()])
}

async function insertOne(plan: Ready, options: InsertOptions): Promise<InsertReport> {
  const { onProgress, safe, yes } = options
  const { connection, all, losses, connected } = plan
  const total = all.length
  const { executed, notices } = await run(connected, {
    connection,
    statements: all,
    ...(safe ? { guard: dropGuard(plan, connected) } : !yes && { guard: agreementGuard(plan, connected, losses) }),
    onStatement: (statement, done) => onProgress?.({ connection, statement, done, total }),
  })
  const { files = disk, write } = options
  const migrations = plan.migrations && write && (await goOn(plan.migrations, { ...options, files, write }))
  return { connection, statements: executed, notices, losses, ...(migrations && { migrations }) }
}

/**
 * Returns the statements that `safe` executes if none is rejected. Comments are removed, because servers disagree on where some
 * of them end.
 */
async function safely(plan: Plan, connected: Connected): Promise<Pick<Ready, 'statements' | 'refused'>> {
  const { forms, lexicon } = dialects[plan.config.adapter]
  const { session, driver } = connected
  const [settings] = driver.escapes === undefined ? [] : await session.execute(driver.escapes)
  const escaping = settings && { backslashQuotes: Number(settings.escapes) === 1 ? "'" : '' }
  const asRead = { lexicon: { ...lexicon, ...escaping }, ...(forms && { forms }) }
  const statements = plan.statements.map(({ text, mark }) => ({ text: withoutComments(text, asRead.lexicon), mark }))
  const [first] = statements
  const { watchers, tables } = await readFacts(connected, [])
  const watched = first && watchers.length > 0 && (await holdsRows(tables, connected)) ? watchers : []
  return {
    statements,
    refused: [
      ...watched.map((name) => ({
        statement: first!,
        reason: `event trigger ${name} acts on changes of the structure`,
      })),
      ...refusals(statements, asRead),
    ],
  }
}

async function holdsRows(tables: readonly { readonly written: string }[], connected: Connected): Promise<boolean> {
  for (const { written } of tables) if ((await countRows(written, connected)) !== 0) return true
  return false
}

/** Reports that migrations have been applied, because they could change the tables and keep the rows. */
async function tellOfMigrations(
  { connection, config: { adapter } }: Plan,
  connected: Connected,
  { config, onNotice }: InsertOptions,
): Promise<void> {
  const { tableName } = config.migrations
  const entries = await new StateTable(tableName, adapter, connected).read()
  if (entries.size === 0) return
  onNotice?.(
    `connection "${connection}" has migrations (table ${tableName}): "orm migrate" changes its tables and keeps their rows, sql:insert drops and creates them again`,
  )
}

async function withConnections<T>(
  options: InsertOptions,
  create: boolean,
  work: (ready: readonly Ready[]) => Promise<T>,
): Promise<T> {
  const { config, sqlDir = config.paths.sqlDir, files = disk, watchEvery, onMissing } = options
  const map = await readSqlMap(sqlDir, config, files)
  const plans = planOf(map, config)
  const continuations = options.write && (await continuationsOf(map, { ...options, files }))
  const ready: Ready[] = []
  const open: Connected[] = []
  try {
    for (const read of plans) {
      const connected = await connect(read.connection, read.config, {
        create,
        ...(watchEvery && { watchEvery }),
        ...(onMissing && { onMissing }),
      })
      open.push(connected)
      await tellOfMigrations(read, connected, options)
      const safe = options.safe ? await safely(read, connected) : { refused: [] }
      const plan = { ...read, ...safe }
      const losses = safe.refused.length > 0 ? [] : await lossesOf(plan, connected)
      const all = await withLaterColumns(plan, connected)
      const next = connected.isTransient ? undefined : continuations?.get(plan.connection)
      if (next && 'obstacle' in next) options.onNotice?.(obstacleText(plan.connection, next))
      ready.push({ ...plan, connected, losses, all, ...(next && 'files' in next && { migrations: next }) })
    }
    return await work(ready)
  } finally {
    await Promise.all(open.map(({ session }) => close(session)))
  }
}
