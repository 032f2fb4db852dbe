import { loadConfig, type OptionName } from 'orm-core/internal'
import type {
  BatchProgress,
  DoneMigration,
  ExplainedMigration,
  MigrationProgress,
  PlannedMigration,
  PlannedStatement,
  StatementEffect,
} from 'orm-database'
import type { CommandWork, Conduct, FlagRule } from '../command.js'
import type { Io } from '../io.js'
import { firstWords, progressLine } from '../progress-line.js'
import { count, type Report } from '../report.js'
import { tellUnwritten } from '../unwritten.js'
import { tellProgress } from '../visible-output.js'

const does: Conduct = { writes: true, asks: false, takesTerminal: false, lasts: false }

const options: readonly OptionName[] = [
  'configDir',
  'connection',
  'lockTimeout',
  'statementTimeout',
  'dryRun',
  'plugins',
  'format',
]

const flags: Readonly<Record<string, FlagRule>> = {
  strict: {
    type: 'boolean',
    default: 'off',
    help: 'refuse migrations that are older than the newest applied one',
  },
  plan: {
    type: 'boolean',
    default: 'off',
    help: 'execute nothing, and show for each statement its lock, who waits, the rows, and an estimate of the time',
  },
}

const work =
  (steps?: number): CommandWork['run'] =>
  async ({ configDir, connection, plugins, dryRun, to, lockTimeout, statementTimeout }, io, report, own) => {
    const config = await loadConfig({ configDir, connection, env: io.env, keepEnv: false, plugins })
    // Loaded here, so that commands without a database never load one.
    const { explainMigrate, migrate, planMigrate } = await import('orm-database')
    const settings = {
      config,
      strict: own.flags.strict === true,
      ...(to !== undefined && { to }),
      ...(steps !== undefined && { steps }),
      ...(lockTimeout !== undefined && { lockTimeout }),
      ...(statementTimeout !== undefined && { statementTimeout }),
      onNotice: (text: string) => report.note(text),
    }
    const tellAhead = () => tellUnwritten(config, { configDir, plugins }, report)
    if (own.flags.plan || dryRun) {
      if (own.flags.plan) showEffects(await explainMigrate(settings), report)
      else showPlan(await planMigrate(settings), report)
      await tellAhead()
      return undefined
    }
    const progress = progressLine(io)
    const done = await migrate({
      ...settings,
      onNotice: (text) => {
        progress.clear()
        settings.onNotice(text)
      },
      onProgress: progressShown(io),
      onDone: (migration) => {
        progress.clear()
        showDone(migration, report)
      },
    }).finally(progress.clear)
    if (done.length === 0) report.notice('nothing to apply')
    await tellAhead()
    return undefined
  }

export const migrationMigrate: CommandWork = {
  does,
  options: [...options, 'to'],
  flags,
  examples: [
    'orm migrate',
    'orm migrate --dry-run',
    'orm migrate --plan   # for reviewers',
    'orm migrate --lock-timeout=5 --statement-timeout=60',
  ],
  run: work(),
}

export const migrationUp: CommandWork = { does, options, flags, examples: ['orm migration:up'], run: work(1) }

export function showDone(done: DoneMigration, report: Report): void {
  const { connection, version, name, direction, statements, seconds, batches, rows = 0 } = done
  const verb = direction === 'up' ? 'applied' : 'reverted'
  const walked = batches === undefined ? '' : ` (${count(rows, 'row')} in ${batches} batch${batches === 1 ? '' : 'es'})`
  report.result(
    'done',
    [done],
    [
      `${version}_${name} ${verb} on connection "${connection}": ${count(statements, 'statement')}${walked} in ${seconds} s`,
    ],
  )
}

export function showPlan(plans: readonly PlannedMigration[], report: Report): undefined {
  for (const plan of plans) {
    const sql = plan.statements.map((statement) => {
      const { text, mark } = statement
      const { line } = mark.source.placeAt(mark.offset)
      return { line, text, ...batchRecord(statement) }
    })
    const { connection, path, version, name } = plan
    report.result(
      'planned',
      [{ connection, version, name, path, statements: sql }],
      [
        `-- ${path} on connection "${connection}"`,
        ...plan.statements.flatMap((each) => [...batchLines(each), `${each.text};`]),
        '',
      ],
    )
  }
  report.notice(`${count(plans.length, 'migration')} would be executed`)
}

function showEffects(plans: readonly ExplainedMigration[], report: Report): void {
  for (const { connection, path, version, name, effects } of plans) {
    const statements = effects.map(({ statement, ...effect }) => ({
      line: statement.mark.source.placeAt(statement.mark.offset).line,
      text: statement.text,
      ...effect,
      ...batchRecord(statement),
    }))
    report.result(
      'planned',
      [{ connection, version, name, path, statements }],
      [
        `-- ${path} on connection "${connection}"`,
        ...effects.flatMap((effect) => [
          ...effectLines(effect),
          ...batchLines(effect.statement),
          `${effect.statement.text};`,
        ]),
        '',
      ],
    )
  }
  report.notice(`${count(plans.length, 'migration')} would be executed`)
}

/** Returns the JSON record of a statement in batches. The pause is in milliseconds. */
const batchRecord = ({ batch, rows }: PlannedStatement) =>
  batch && { batch: { table: batch.table.join('.'), key: batch.key, size: batch.size, pause: batch.pause, rows } }

function batchLines({ batch, rows }: PlannedStatement): string[] {
  if (!batch) return []
  const pause = batch.pause === 0 ? '' : `, with a pause of ${batch.pause} ms`
  const all = rows === undefined ? '' : `: ${rows.toLocaleString('en')} rows`
  return [`-- in batches of ${batch.size.toLocaleString('en')} rows by ${batch.key.join(', ')}${pause}${all}`]
}

function effectLines({ locks, work, rows, bytes, seconds }: StatementEffect): string[] {
  if (locks.length === 0) return ['-- locks no table that exists']
  const done = { rewrites: 'writes all rows anew', reads: 'reads all rows', none: 'does not read the rows' }[work]
  const size = `${rows.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB`
  return [
    ...locks.map(
      ({ table, lock, waits }) => `-- ${table}: ${lock}, ${waits === 'nothing' ? 'nobody waits' : `${waits} wait`}`,
    ),
    `-- ${done}: ${size}${seconds === undefined ? '' : `, about ${seconds} s`}`,
  ]
}

export const progressText = ({ connection, migration, statement, done, total, batches }: MigrationProgress): string =>
  `${connection}: ${migration}: ${done + 1} of ${total}  ${batches ? batchText(batches) : firstWords(statement.text)}`

/**
 * Returns a function that shows progress on the terminal line. Without a terminal, it prints a line for each tenth of the rows
 * or each half minute.
 */
export function progressShown(io: Io): (state: MigrationProgress) => void {
  const { progress } = io
  if (progress) return (state) => progress.show(progressText(state))
  let [tenth, time] = [0, Date.now()]
  return (state) => {
    const { batches } = state
    const now = batches ? Math.floor((batches.rows * 10) / Math.max(batches.total, 1)) : 0
    if (batches && (now > tenth || Date.now() - time >= 30_000)) {
      tellProgress(io, progressText(state))
      time = Date.now()
    }
    tenth = now
  }
}

const batchText = ({ rows, total, rowsPerSecond, secondsLeft }: BatchProgress): string => {
  const number = (value: number): string => value.toLocaleString('en')
  return `${number(rows)} of ${number(total)} rows, ${number(rowsPerSecond)} rows/s, ${timeText(secondsLeft)} left`
}

/** Returns text such as `2 h 5 min`, `3 min 20 s` or `7 s`. */
function timeText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
