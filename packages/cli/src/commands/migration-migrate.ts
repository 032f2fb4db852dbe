import { loadConfig, type OptionName } from 'orm-core/internal'
import type {
  DoneMigration,
  ExplainedMigration,
  MigrationProgress,
  PlannedMigration,
  StatementEffect,
} from 'orm-database'
import type { CommandWork, FlagRule } from '../command.js'
import { firstWords, progressLine } from '../progress-line.js'
import { count, type Report } from '../report.js'
import { tellNotice } from '../visible-output.js'

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
      onNotice: (text: string) => tellNotice(io, text),
    }
    if (own.flags.plan) return showEffects(await explainMigrate(settings), report)
    if (dryRun) return showPlan(await planMigrate(settings), report)
    const progress = progressLine(io)
    const done = await migrate({
      ...settings,
      onNotice: (text) => {
        progress.clear()
        settings.onNotice(text)
      },
      onProgress: (state) => progress.show(progressText(state)),
      onDone: (migration) => {
        progress.clear()
        showDone(migration, report)
      },
    }).finally(progress.clear)
    if (done.length === 0) report.notice('nothing to apply')
  }

export const migrationMigrate: CommandWork = {
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

export const migrationUp: CommandWork = { options, flags, examples: ['orm migration:up'], run: work(1) }

export function showDone(done: DoneMigration, report: Report): void {
  const { connection, version, name, direction, statements, seconds } = done
  const verb = direction === 'up' ? 'applied' : 'reverted'
  report.result(
    'done',
    [done],
    [`${version}_${name} ${verb} on connection "${connection}": ${count(statements, 'statement')} in ${seconds} s`],
  )
}

export function showPlan(plans: readonly PlannedMigration[], report: Report): undefined {
  for (const plan of plans) {
    const sql = plan.statements.map(({ text, mark }) => {
      const { line } = mark.source.placeAt(mark.offset)
      return { line, text }
    })
    const { connection, path, version, name } = plan
    report.result(
      'planned',
      [{ connection, version, name, path, statements: sql }],
      [`-- ${path} on connection "${connection}"`, ...sql.map(({ text }) => `${text};`), ''],
    )
  }
  report.notice(`${count(plans.length, 'migration')} would be executed`)
}

function showEffects(plans: readonly ExplainedMigration[], report: Report): undefined {
  for (const { connection, path, version, name, effects } of plans) {
    const statements = effects.map(({ statement: { text, mark }, ...effect }) => ({
      line: mark.source.placeAt(mark.offset).line,
      text,
      ...effect,
    }))
    report.result(
      'planned',
      [{ connection, version, name, path, statements }],
      [
        `-- ${path} on connection "${connection}"`,
        ...effects.flatMap((effect) => [...effectLines(effect), `${effect.statement.text};`]),
        '',
      ],
    )
  }
  report.notice(`${count(plans.length, 'migration')} would be executed`)
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

export const progressText = ({ connection, migration, statement, done, total }: MigrationProgress): string =>
  `${connection}: ${migration}: ${done + 1} of ${total}  ${firstWords(statement.text)}`
