import {
  type Config,
  disk,
  type FileReader,
  insertNotConfirmed,
  OrmError,
  type Statement,
  tablesHoldRows,
} from 'orm-core/build'
import { type Connected, close, connect } from './connect.js'
import { type Loss, lossesOf } from './losses.js'
import { type Plan, planOf } from './plan.js'
import { run } from './run.js'
import { readSqlMap } from './sql-map.js'

export interface InsertOptions {
  readonly config: Config
  /** Directory of `sqldb.map`; the configuration's by default. */
  readonly sqlDir?: string
  readonly files?: FileReader
  /** Refuse to drop tables that hold rows. @default false */
  readonly safe?: boolean
  /** Asked before tables that hold rows are dropped; without it, nobody is. */
  readonly confirm?: (losses: readonly Loss[]) => Promise<boolean>
  /** Told before each statement is sent. */
  readonly onProgress?: (progress: Progress) => void
  /** Told when a connection is done, before the next one starts. */
  readonly onReport?: (report: InsertReport) => void
  /** Seconds between two looks whether a busy server is still there. @default 30 */
  readonly watchEvery?: number
}

export interface Progress {
  readonly connection: string
  readonly statement: Statement
  /** Statements executed before this one. */
  readonly done: number
  readonly total: number
}

export interface InsertReport {
  readonly connection: string
  /** How many statements were executed. */
  readonly statements: number
  /** Drops of things that were not there: harmless, and gone with the second run. */
  readonly notices: readonly string[]
  /** Tables that were dropped with rows in them. */
  readonly losses: readonly Loss[]
}

/** What an insert would do, found out without changing anything. */
export interface InsertPlan {
  readonly connection: string
  readonly statements: readonly Statement[]
  readonly losses: readonly Loss[]
}

type Ready = Plan & { readonly connected: Connected; readonly losses: readonly Loss[] }

/** Shows what `insertSql` would do; connects to count rows, and writes nothing. */
export async function planInsert(options: InsertOptions): Promise<InsertPlan[]> {
  return withConnections(options, false, async (ready) =>
    ready.map(({ connection, statements, losses }) => ({ connection, statements, losses })),
  )
}

/**
 * Executes the SQL files of the map, connection by connection. Everything that can be known before is: the map, the
 * files, every connection and the rows that would go. The first problem ends the run.
 */
export async function insertSql(options: InsertOptions): Promise<InsertReport[]> {
  return withConnections(options, true, async (ready) => {
    const losses = ready.flatMap((plan) => plan.losses)
    if (losses.length > 0 && options.safe) throw new OrmError([tablesHoldRows(losses)])
    if (losses.length > 0 && options.confirm && !(await options.confirm(losses))) {
      throw new OrmError([insertNotConfirmed()])
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

async function insertOne(plan: Ready, { onProgress }: InsertOptions): Promise<InsertReport> {
  const { connection, statements, losses, connected } = plan
  const total = statements.length
  const { executed, notices } = await run(connected, {
    connection,
    statements,
    onStatement: (statement, done) => onProgress?.({ connection, statement, done, total }),
  })
  return { connection, statements: executed, notices, losses }
}

async function withConnections<T>(
  options: InsertOptions,
  create: boolean,
  work: (ready: readonly Ready[]) => Promise<T>,
): Promise<T> {
  const { config, sqlDir = config.paths.sqlDir, files = disk, watchEvery } = options
  const map = await readSqlMap(sqlDir, config.generator.connections, files)
  const ready: Ready[] = []
  const open: Connected[] = []
  try {
    for (const plan of planOf(map, config)) {
      const connected = await connect(plan.connection, plan.config, { create, ...(watchEvery && { watchEvery }) })
      open.push(connected)
      ready.push({ ...plan, connected, losses: await lossesOf(plan, connected) })
    }
    return await work(ready)
  } finally {
    await Promise.all(open.map(({ session }) => close(session)))
  }
}
