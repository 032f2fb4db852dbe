import { loadConfig } from 'orm-core/internal'
import type { Drift } from 'orm-database'
import type { CommandWork } from '../command.js'
import { count } from '../report.js'

export const migrationDrift: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'plugins', 'format'],
  examples: [
    'orm migration:drift',
    'orm migration:drift --quiet   # for monitoring: exit code 5 if somebody changed tables',
  ],
  async run({ configDir, connection, plugins }, io, report) {
    const config = await loadConfig({ configDir, connection, env: io.env, plugins })
    // Loaded here, so that commands without a database never load one.
    const { migrationDrift: driftOf } = await import('orm-database')
    const drifts = await driftOf({ config, onNotice: (text) => report.notice(text) })
    for (const drift of drifts) report.result('drift', [drift], linesOf(drift))
    return drifts.some(({ changes }) => changes.length > 0) ? 5 : undefined
  },
}

export function linesOf({ connection, changes, undo, follow, pending }: Drift): string[] {
  if (changes.length === 0) return [`connection "${connection}": the database matches the snapshot`]
  return [
    `connection "${connection}": the database differs from the snapshot`,
    ...changes.map((change) => `  ${change}`),
    ...(pending > 0
      ? [
          `${count(pending, 'migration')} pending: ${pending === 1 ? 'its' : 'their'} changes are part of this difference`,
        ]
      : []),
    '',
    '-- changes the database to match the snapshot:',
    ...undo.map((sql) => `${sql};`),
    '',
    '-- changes other databases to match this one:',
    ...follow.map((sql) => `${sql};`),
  ]
}
