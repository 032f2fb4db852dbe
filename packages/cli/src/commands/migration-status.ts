import { loadConfig, resolveCommand } from 'orm-core/internal'
import type { MigrationState } from 'orm-database'
import type { CommandWork } from '../command.js'
import { count } from '../report.js'
import { tellUnwritten } from '../unwritten.js'

export const migrationStatus: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'plugins', 'format'],
  flags: {
    exitCode: {
      type: 'boolean',
      default: 'off',
      help: 'exit with 5 unless every migration is applied and unchanged, and the schema has no other changes',
    },
  },
  examples: ['orm migration:status', 'orm migration:status --exit-code --quiet   # for CI'],
  async run({ configDir, connection, plugins }, io, report, { flags }) {
    const config = await loadConfig({ configDir, connection, env: io.env, keepEnv: false, plugins })
    // Loaded here, so that commands without a database never load one.
    const { migrationStatus: statusOf } = await import('orm-database')
    const states = await statusOf({ config })
    report.result('migrations', states, [...table(states), summary(states)])
    const isAhead = await tellUnwritten(config, { configDir, plugins }, report)
    return flags.exitCode && (isAhead || states.some(({ state }) => state !== 'applied')) ? 5 : undefined
  },
}

function table(states: readonly MigrationState[]): string[] {
  const isOne = new Set(states.map(({ connection }) => connection)).size <= 1
  const nameOf = ({ connection, version, name }: MigrationState): string =>
    `${isOne ? '' : `${connection}: `}${version}_${name}`
  const width = Math.max(...states.map((each) => nameOf(each).length))
  return states.map((each) => `${nameOf(each).padEnd(width)}  ${each.state.padEnd(7)}  ${detailOf(each)}`.trimEnd())
}

function detailOf(migration: MigrationState): string {
  const { state, version, started, finished, seconds, next, file } = migration
  if (state === 'pending') return ''
  if (state === 'stopped') {
    const place = next ? ` (${next})` : ''
    const cure = file === undefined ? '' : `: restore it, or ${resolveCommand(version)}`
    return `${progressOf(migration)}${place}${cure}; since ${time(started)}`
  }
  const took = seconds === undefined ? '' : `, in ${seconds} s`
  return `${time(finished)}${took}`
}

/** Describes the progress of a stopped migration. */
export function progressOf(migration: MigrationState): string {
  const { done = 0, total, direction, error, file, rows, totalRows } = migration
  const number = total === undefined ? count(done, 'statement') : `${done} of ${count(total, 'statement')}`
  const unknown = rows === undefined ? 'the next may or may not have run' : 'which is executed in batches'
  const walked = rows === undefined ? '' : `and ${rows} of ${totalRows} rows of the next, `
  const why = walked + (error === undefined ? unknown : `the next one failed: ${error}`)
  const state = { missing: 'is missing', changed: 'has other statements now' }
  return `${number} ${direction} ${done === 1 ? 'is' : 'are'} done, ${why}${file ? `; its file ${state[file]}` : ''}`
}

/** Returns text such as `2026-11-15 20:30:00 UTC`. The format of another tool is kept. */
export const time = (text = ''): string => text.replace(/^(\S+)T(\S+?)(?:\.\d+)?Z$/, '$1 $2 UTC')

function summary(states: readonly MigrationState[]): string {
  if (states.length === 0) return 'there are no migrations'
  const kinds = ['pending', 'changed', 'missing', 'stopped'] as const
  const counts = kinds
    .map((kind) => [kind, states.filter(({ state }) => state === kind).length] as const)
    .filter(([, number]) => number > 0)
    .map(([kind, number]) => `${number} ${kind}`)
  return counts.length === 0 ? `all ${count(states.length, 'migration')} applied` : counts.join(', ')
}
