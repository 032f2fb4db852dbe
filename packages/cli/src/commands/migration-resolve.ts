import { loadConfig } from 'orm-core/internal'
import type { ResolvedMigration, ResolveOptions } from 'orm-database'
import { type CommandWork, UsageError } from '../command.js'
import { count } from '../report.js'
import { progressOf, time } from './migration-status.js'

export const migrationResolve: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'lockTimeout', 'dryRun', 'plugins', 'format'],
  flags: {
    applied: {
      type: 'boolean',
      default: 'off',
      help: 'the tables are as all of the migration leaves them: record it as applied',
    },
    rolledBack: {
      type: 'boolean',
      default: 'off',
      help: 'the tables are as before the migration: forget it, so that "orm migrate" applies it from its start',
    },
  },
  argument: {
    name: 'version',
    help: 'version of a migration that stopped halfway, as "orm migration:status" shows it',
  },
  examples: [
    'orm migration:resolve 20261115203000 --applied --dry-run   # shows which statements were executed',
    'orm migration:resolve 20261115203000 --applied',
    'orm migration:resolve 20261115203000 --rolled-back',
  ],
  async run({ configDir, connection, plugins, lockTimeout, dryRun = false }, io, report, { argument, flags }) {
    if (argument === undefined) throw new UsageError('migration:resolve needs the version of a migration')
    if (flags.applied === flags.rolledBack) throw new UsageError('give one of --applied and --rolled-back')
    const as = flags.applied ? 'applied' : 'rolled-back'
    const config = await loadConfig({ configDir, connection, env: io.env, keepEnv: false, plugins })
    // Loaded here, so that commands without a database never load one.
    const { migrationResolve: resolve } = await import('orm-database')
    const resolved = await resolve({
      config,
      version: argument,
      as,
      dryRun,
      ...(lockTimeout !== undefined && { lockTimeout }),
      onNotice: (text) => report.note(text),
      onFound: (found) => report.result(dryRun ? 'planned' : 'resolved', [found], linesOf(found)),
    })
    if (dryRun) report.notice(`${count(resolved.length, 'migration')} would be recorded as ${wordOf(as)}`)
    else for (const each of resolved) report.notice(outcomeOf(each))
    return undefined
  },
}

const wordOf = (as: ResolveOptions['as']): string => (as === 'applied' ? 'applied' : 'rolled back')

const labelOf = ({ version, name, connection }: ResolvedMigration, words = ''): string =>
  `${version}_${name}${words} on connection "${connection}"`

function outcomeOf(migration: ResolvedMigration): string {
  const { as, file } = migration
  const label = labelOf(migration, ` recorded as ${wordOf(as)}`)
  return as === 'rolled-back' && file !== 'missing' ? `${label}: "orm migrate" applies it from its start` : label
}

/** Returns SQL that a user can complete by hand: what was executed and what was not. */
function linesOf(migration: ResolvedMigration): string[] {
  const { started, error, statements, rows, totalRows } = migration
  return [
    `-- ${labelOf(migration)}: ${progressOf(migration)}; since ${time(started)}`,
    ...statements.flatMap(({ line, text, state }) => {
      const states = {
        ...words,
        failed: `failed: ${error}`,
        'partly executed': `executed for ${rows} of ${totalRows} rows`,
      }
      return [`-- line ${line}: ${states[state]}`, `${text};`]
    }),
    '',
  ]
}

const words = { executed: 'executed', unknown: 'may or may not have run', 'not executed': 'not executed' }
