import { loadConfig } from 'orm-core/internal'
import type { CommandWork } from '../command.js'
import { agrees } from '../io.js'
import { progressLine } from '../progress-line.js'
import { progressShown, showDone, showPlan } from './migration-migrate.js'

export const migrationDown: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: false },
  options: [
    'configDir',
    'connection',
    'to',
    'lockTimeout',
    'statementTimeout',
    'allowLoss',
    'dryRun',
    'plugins',
    'format',
  ],
  examples: ['orm migration:down', 'orm migration:down --to=20261115203000   # reverts all newer ones'],
  async run(given, io, report) {
    const { configDir, connection, plugins, dryRun, to, lockTimeout, statementTimeout, allowLoss = false } = given
    const config = await loadConfig({ configDir, connection, env: io.env, keepEnv: false, plugins })
    // Loaded here, so that commands without a database never load one.
    const { lossText, migrateDown, planDown } = await import('orm-database')
    const settings = {
      config,
      allowLoss,
      ...(to !== undefined && { to }),
      ...(lockTimeout !== undefined && { lockTimeout }),
      ...(statementTimeout !== undefined && { statementTimeout }),
      onNotice: (text: string) => report.note(text),
    }
    if (dryRun) return showPlan(await planDown(settings), report)
    const progress = progressLine(io)
    const { ask } = io
    const done = await migrateDown({
      ...settings,
      ...(ask && {
        confirm: (losses) => {
          for (const loss of losses) io.stderr.write(`${lossText(loss, 'will')}\n`)
          return agrees(ask, 'Continue and lose these rows?')
        },
      }),
      onProgress: progressShown(io),
      onDone: (migration) => {
        progress.clear()
        showDone(migration, report)
      },
    }).finally(progress.clear)
    if (done.length === 0) report.notice('nothing to revert')
    return undefined
  },
}
