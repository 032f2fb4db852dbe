import { loadConfig, withConnections } from 'orm-core/internal'
import type { Drift } from 'orm-database'
import type { CommandWork } from '../command.js'
import { count } from '../report.js'

export const migrationDrift: CommandWork = {
  options: ['configDir', 'connection', 'plugins', 'format'],
  examples: [
    'orm migration:drift',
    'orm migration:drift --quiet   # for a watch: exit code 5 if somebody changed tables',
  ],
  async run({ configDir, connection, plugins }, io, report) {
    const loaded = await loadConfig({ ...(configDir && { configDir }), env: io.env, plugins })
    // Loaded here, so that commands without a database never load one.
    const { migrationDrift: driftOf } = await import('orm-database')
    const drifts = await driftOf({ config: withConnections(loaded, connection) })
    for (const drift of drifts) report.result('drift', [drift], linesOf(drift))
    return drifts.some(({ changes }) => changes.length > 0) ? 5 : undefined
  },
}

export function linesOf({ connection, changes, undo, follow, pending }: Drift): string[] {
  if (changes.length === 0) return [`connection "${connection}": the database is what the snapshot says`]
  return [
    `connection "${connection}": the database differs from the snapshot`,
    ...changes.map((change) => `  ${change}`),
    ...(pending > 0 ? [`${count(pending, 'migration')} pending: what they do is part of this`] : []),
    '',
    '-- makes the database what the snapshot says:',
    ...undo.map((sql) => `${sql};`),
    '',
    '-- makes other databases what this one is:',
    ...follow.map((sql) => `${sql};`),
  ]
}
