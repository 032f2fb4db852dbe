import { loadConfig, loadConfigOrDefaults } from 'orm-core/internal'
import type { InsertPlan, InsertReport, Loss, Progress } from 'orm-database'
import { writeFiles } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'
import { type Ask, agrees, type Io } from '../io.js'
import { firstWords, progressLine } from '../progress-line.js'
import { count, type Report, tellCreated } from '../report.js'

export const sqlInsert: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: false },
  options: ['configDir', 'sqlDir', 'connection', 'dryRun', 'createDatabase', 'safe', 'yes', 'plugins', 'format'],
  examples: ['orm sql:insert --safe'],
  async run({ configDir, sqlDir, connection, dryRun, createDatabase, safe = false, yes, plugins }, io, report) {
    // With both options, no configuration file is needed.
    const load = sqlDir && connection ? loadConfigOrDefaults : loadConfig
    const config = await load({ configDir, connection, env: io.env, keepEnv: false, plugins })
    const onNotice = (text: string) => report.note(text)
    const options = {
      config,
      onNotice,
      plugins,
      write: writeFiles,
      ...(configDir && { configDir }),
      ...(sqlDir && { sqlDir }),
    }
    // Loaded here, so that commands without a database never load one.
    const { insertSql, lossText, planInsert } = await import('orm-database')
    if (dryRun) {
      const plans = await planInsert(options)
      for (const plan of plans) showPlan(plan, (loss) => lossText(loss, 'would'), report)
      if (plans.length === 0) report.notice(nothingToDo)
      return
    }
    const { ask } = io
    const progress = progressLine(io)
    const reports = await insertSql({
      ...options,
      safe,
      ...(yes && { yes }),
      onLosses: (losses) => {
        for (const loss of losses) io.stderr.write(`${lossText(loss, 'will')}\n`)
      },
      ...(ask && { confirm: () => agrees(ask, 'Continue and lose these rows?') }),
      ...((createDatabase || ask) && {
        onMissing: (name, database) => isCreated(name, database, createDatabase ? undefined : ask, report),
      }),
      onProgress: (state) => progress.show(progressText(state)),
      onReport: (inserted) => {
        progress.clear()
        showReport(inserted, io, report)
      },
    }).finally(progress.clear)
    if (reports.length === 0) report.notice(nothingToDo)
  },
}

const nothingToDo = 'sqldb.map lists no SQL file: nothing to execute'

/** Asks whether to create a missing database. With a flag, the user is not asked. */
export async function isCreated(
  connection: string,
  database: string,
  ask: Ask | undefined,
  report: Report,
): Promise<boolean> {
  const agreed = !ask || (await agrees(ask, `The server has no database "${database}". Create it?`))
  if (agreed) tellCreated(connection, database, report)
  return agreed
}

function showReport({ connection, statements, notices, migrations }: InsertReport, io: Io, report: Report): void {
  for (const notice of notices) report.note(notice)
  if (notices.length > 0 && !io.isQuiet) {
    io.stderr.write(`${count(notices.length, 'notice')}; they are harmless, and the next run shows none\n`)
  }
  const text = statements === 0 ? 'no statements' : `${count(statements, 'statement')} executed`
  report.result('inserted', [{ connection, statements }], [`${text} on connection "${connection}"`])
  if (!migrations) return
  report.files(migrations.written)
  const { length } = migrations.recorded
  if (length > 0) report.notice(`${count(length, 'migration')} recorded as applied on connection "${connection}"`)
  if (migrations.advice) report.note(migrations.advice)
}

function showPlan(plan: InsertPlan, lossText: (loss: Loss) => string, report: Report): void {
  const { connection, statements, losses, migrations } = plan
  const placed = statements.map(({ text, mark }) => ({ text, ...mark.source.placeAt(mark.offset) }))
  const written = migrations && migrations.files.length > 0
  report.result(
    'planned',
    [{ connection, statements: placed.map(({ text, file, line }) => ({ sql: text, file, line })), losses }],
    [
      ...placed.map(({ text, file, line }) => `-- ${file}:${line}\n${text};\n`),
      ...losses.map(lossText),
      `${count(statements.length, 'statement')} would be executed on connection "${connection}"`,
      ...(written ? ['a first migration would be written and recorded as applied'] : []),
      ...(migrations && !written ? ['all migrations would be recorded as applied'] : []),
      ...(migrations?.changes ?? []).map((change) => `no migration contains: ${change}`),
    ],
  )
}

const progressText = ({ connection, statement, done, total }: Progress): string =>
  `${connection}: ${done + 1} of ${total}  ${firstWords(statement.text)}`
