import { type Diagnostic, disk, findSchemas, loadConfig, planMigrations } from 'orm-core/internal'
import type { CommandWork } from '../command.js'
import { progressLine } from '../progress-line.js'
import { count } from '../report.js'
import { tellNotice } from '../visible-output.js'
import { progressText } from './migration-migrate.js'

export const dbPush: CommandWork = {
  options: [
    'configDir',
    'schemaDir',
    'recursive',
    'connection',
    'tablePrefix',
    'createDatabase',
    'dryRun',
    'yes',
    'plugins',
    'ignoreUnknownBehaviors',
    'allowUnknownConstraints',
    'strict',
    'format',
  ],
  flags: {
    rename: {
      type: 'list',
      default: 'drop the old one and add the new one',
      help: 'a rename: old:new for a table, table.old:new for a column',
    },
  },
  examples: ['orm db:push', 'orm db:push --dry-run', 'orm db:push --rename=book.title:name'],
  async run(options, io, report, { lists }) {
    const { schemaDir, recursive, strict = false, dryRun = false, yes = false, createDatabase } = options
    const config = await loadConfig({ ...options, env: io.env, keepEnv: false })
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const inputs = await findSchemas(schemaDir || config.paths.schemaDir, disk, {
      recursive: recursive ?? config.generator.recursive,
      ...(!strict && { onWarning }),
    })
    // Loaded here, so that commands without a database never load one.
    const { lossText, pushSchema } = await import('orm-database')
    const { ask } = io
    const agrees = async (question: string): Promise<boolean> =>
      /^y(es)?$/i.test(((await ask?.(`${question} [y/N] `)) ?? '').trim())
    const progress = progressLine(io)
    const reports = await pushSchema({
      config,
      dryRun,
      yes,
      plan: (from) =>
        planMigrations(inputs, {
          config,
          from,
          renames: lists.rename ?? [],
          strict,
          onWarning,
          plugins: options.plugins,
          ignoreUnknownBehaviors: options.ignoreUnknownBehaviors,
          allowUnknownConstraints: options.allowUnknownConstraints,
        }),
      onNotice: (text) => tellNotice(io, text),
      onLosses: (losses) => {
        for (const loss of losses) io.stderr.write(`${lossText(loss, 'will')}\n`)
      },
      ...(ask && { confirm: () => agrees('Continue and lose these rows?') }),
      ...((createDatabase || ask) && {
        onMissing: async (_: string, database: string) =>
          createDatabase || agrees(`The server has no database "${database}". Create it?`),
      }),
      onProgress: (state) => progress.show(progressText(state)),
    }).finally(progress.clear)
    report.diagnostics(warnings)
    for (const each of reports) {
      const { connection, changes, statements, losses } = each
      const verb = dryRun ? 'would be executed' : 'executed'
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
  },
}
