import { loadConfig } from 'orm-core/internal'
import type { InsertPlan, InsertReport, Loss, Progress } from 'orm-database'
import { writeFiles } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'
import type { Io } from '../io.js'
import { firstWords, progressLine } from '../progress-line.js'
import { count, type Report } from '../report.js'
import { tellNotice } from '../visible-output.js'

export const sqlInsert: CommandWork = {
  options: ['configDir', 'sqlDir', 'connection', 'dryRun', 'createDatabase', 'safe', 'yes', 'plugins'],
  examples: ['orm sql:insert --safe'],
  async run({ configDir, sqlDir, connection, dryRun, createDatabase, safe = false, yes, plugins }, io, report) {
    const config = await loadConfig({ configDir, connection, env: io.env, keepEnv: false, plugins })
    const onNotice = (text: string) => tellNotice(io, text)
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
      for (const plan of plans) showPlan(plan, (loss) => lossText(loss, 'would'), io)
      if (plans.length === 0) io.stdout.write(nothingToDo)
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
      ...(ask && { confirm: () => confirmed(ask, 'Continue and lose these rows?') }),
      ...((createDatabase || ask) && {
        onMissing: (_, database) => isCreated(database, createDatabase ? undefined : ask, io),
      }),
      onProgress: (state) => progress.show(progressText(state)),
      onReport: (inserted) => {
        progress.clear()
        showReport(inserted, io, report)
      },
    }).finally(progress.clear)
    if (reports.length === 0) io.stdout.write(nothingToDo)
  },
}

const nothingToDo = 'sqldb.map lists no SQL file: nothing to execute\n'

type Ask = NonNullable<Io['ask']>

async function confirmed(ask: Ask, question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `)
  return /^y(es)?$/i.test(answer.trim())
}

/** Whether a missing database is to be created; with a flag the user is not asked. */
async function isCreated(database: string, ask: Ask | undefined, io: Io): Promise<boolean> {
  const agreed = !ask || (await confirmed(ask, `The server has no database "${database}". Create it?`))
  if (agreed) io.stdout.write(`creating database "${database}"\n`)
  return agreed
}

function showReport({ connection, statements, notices, migrations }: InsertReport, io: Io, report: Report): void {
  for (const notice of notices) tellNotice(io, notice)
  if (notices.length > 0 && !io.isQuiet) {
    io.stderr.write(`${count(notices.length, 'notice')}; they are harmless, and the next run shows none\n`)
  }
  const text = statements === 0 ? 'no statements' : `${count(statements, 'statement')} executed`
  io.stdout.write(`${text} on connection "${connection}"\n`)
  if (!migrations) return
  report.files(migrations.written)
  const { length } = migrations.recorded
  if (length > 0) io.stdout.write(`${count(length, 'migration')} recorded as applied on connection "${connection}"\n`)
  if (migrations.advice) tellNotice(io, migrations.advice)
}

function showPlan(plan: InsertPlan, lossText: (loss: Loss) => string, io: Io): void {
  const { connection, statements, losses, migrations } = plan
  for (const { text, mark } of statements) {
    const { file, line } = mark.source.placeAt(mark.offset)
    io.stdout.write(`-- ${file}:${line}\n${text};\n\n`)
  }
  for (const loss of losses) io.stdout.write(`${lossText(loss)}\n`)
  io.stdout.write(`${count(statements.length, 'statement')} would be executed on connection "${connection}"\n`)
  if (!migrations) return
  if (migrations.files.length > 0) io.stdout.write('a first migration would be written and recorded as applied\n')
  else io.stdout.write('all migrations would be recorded as applied\n')
  for (const change of migrations.changes) io.stdout.write(`no migration contains: ${change}\n`)
}

const progressText = ({ connection, statement, done, total }: Progress): string =>
  `${connection}: ${done + 1} of ${total}  ${firstWords(statement.text)}`
