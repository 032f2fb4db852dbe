import { planMigrations } from 'orm-core/internal'
import type { PushReport } from 'orm-database'
import type { CommandWork } from '../command.js'
import { agrees } from '../io.js'
import { progressLine } from '../progress-line.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count } from '../report.js'
import { progressText } from './migration-migrate.js'
import { isCreated } from './sql-insert.js'

export const dbPush: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: false },
  options: [...schemaOptions.filter((option) => option !== 'platform'), 'createDatabase', 'dryRun', 'yes'],
  flags: {
    rename: {
      type: 'list',
      default: 'drop the old one and add the new one',
      help: 'a rename: old:new for a table, table.old:new for a column, table.column.old:new for a value',
    },
  },
  examples: ['orm db:push', 'orm db:push --dry-run', 'orm db:push --rename=book.title:name'],
  async run(options, io, report, { lists }) {
    const { dryRun = false, yes = false, createDatabase } = options
    const { config, inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: false })
    // Loaded here, so that commands without a database never load one.
    const { lossText, pushSchema } = await import('orm-database')
    const { ask } = io
    const progress = progressLine(io)
    const told = (each: PushReport): void => {
      const { connection, changes, statements, losses } = each
      const verb = dryRun ? 'would be executed' : 'executed'
      progress.clear()
      report.result(
        'pushed',
        [each],
        [
          ...changes,
          ...(dryRun ? [...statements.map((sql) => `${sql};`), ...losses.map((loss) => lossText(loss, 'would'))] : []),
          changes.length === 0
            ? `connection "${connection}": the database is what the schema says`
            : `connection "${connection}": ${count(statements.length, 'statement')} ${verb}`,
        ],
      )
    }
    await pushSchema({
      config,
      dryRun,
      yes,
      plan: (from) => planMigrations(inputs, { ...compiling, from, renames: lists.rename ?? [] }),
      onNotice: (text) => report.note(text),
      onLosses: (losses) => {
        for (const loss of losses) io.stderr.write(`${lossText(loss, 'will')}\n`)
      },
      ...(ask && { confirm: () => agrees(ask, 'Continue and lose these rows?') }),
      ...((createDatabase || ask) && {
        onMissing: (name: string, database: string) =>
          isCreated(name, database, createDatabase ? undefined : ask, report),
      }),
      onProgress: (state) => progress.show(progressText(state)),
      onReport: told,
    }).finally(progress.clear)
    report.diagnostics(warnings)
  },
}
