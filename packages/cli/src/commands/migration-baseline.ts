import { loadConfig } from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'
import { count } from '../report.js'
import { linesOf } from './migration-drift.js'

export const migrationBaseline: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'to', 'lockTimeout', 'plugins', 'format'],
  flags: {
    overwrite: {
      type: 'boolean',
      default: 'off',
      help: 'write the snapshot from the database, even if a snapshot exists',
    },
  },
  examples: ['orm migration:baseline', 'orm migration:baseline --to=20261115203000   # newer migrations stay pending'],
  async run({ configDir, connection, plugins, to, lockTimeout }, io, report, { flags }) {
    const config = await loadConfig({ configDir, connection, env: io.env, plugins })
    // Loaded here, so that commands without a database never load one.
    const { migrationBaseline: baselineOf } = await import('orm-database')
    const baselines = await baselineOf({
      config,
      overwrite: flags.overwrite === true,
      ...(to !== undefined && { to }),
      ...(lockTimeout !== undefined && { lockTimeout }),
      onNotice: (text) => report.note(text),
      write: async (files, directory) => report.files(await writeFiles(files, directory)),
    })
    for (const baseline of baselines) {
      const { connection: name, tables, recorded, drift } = baseline
      report.result(
        'baselines',
        [baseline],
        [
          `connection "${name}": ${count(tables, 'table')}; ${count(recorded.length, 'migration')} recorded as applied`,
          ...(drift ? linesOf(drift) : []),
        ],
      )
    }
    return baselines.some(({ drift }) => drift) ? 5 : undefined
  },
}
