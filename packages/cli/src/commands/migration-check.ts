import {
  type Config,
  comparedSnapshots,
  type Diagnostic,
  describeDiff,
  dialects,
  diffDatabases,
  disk,
  lintFile,
  migrationDirectory,
  planMigrations,
  type Snapshot,
  Source,
  storedSnapshot,
  switched,
} from 'orm-core/internal'
import type { CommandWork } from '../command.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count, type Report } from '../report.js'

/** Result of a check for a connection. */
interface Check {
  readonly connection: string
  readonly check: 'schema' | 'convergence' | 'lint'
  /** Findings for the user, one line each; empty if there are none. */
  readonly findings: readonly string[]
}

/** Texts for users: without findings, and with findings. */
const answers: Readonly<Record<Check['check'], readonly [good: string, bad: string]>> = {
  schema: ['every change of the schema is in a migration', 'the schema has changes that no migration contains'],
  convergence: [
    'the migrations make the tables of the snapshot on an empty database',
    'the migrations make other tables than the snapshot has',
  ],
  lint: ['the lint finds nothing in the pending migrations', 'pending migrations may lose rows or block others'],
}

export const migrationCheck: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: schemaOptions,
  examples: [
    'orm migration:check',
    'orm migration:check --format=json   # for CI: exit code 5 if one of the checks found something',
  ],
  async run(options, io, report) {
    const { config, inputs, warnings, compiling } = await readSchemas(options, io)
    const plans = await planMigrations(inputs, compiling)
    report.diagnostics(warnings)
    const checks: Check[] = [
      ...plans.map(({ connection, changes }): Check => ({ connection, check: 'schema', findings: changes })),
      ...(await convergence(config, report)),
      ...(await lint(config, report)),
    ]
    for (const check of checks) report.result('checks', [check], linesOf(check))
    return checks.some(({ findings }) => findings.length > 0) ? 5 : undefined
  },
}

/** Applies the files to a scratch database and compares its tables with the snapshot. */
async function convergence(config: Config, report: Report): Promise<Check[]> {
  const desired = new Map<string, Snapshot>()
  for (const connection of config.generator.connections) {
    const stored = await storedSnapshot(config, connection, disk)
    if (stored) desired.set(connection, stored)
  }
  // Loaded here, so that commands without a database never load one.
  const { rebasedSnapshots } = await import('orm-database')
  const made = await rebasedSnapshots({ config, desired, onNotice: (text) => report.notice(text) })
  return [...desired].map(([connection, stored]) => {
    const [snapshot, tables] = comparedSnapshots(stored, made.get(connection)!, config)
    return { connection, check: 'convergence', findings: describeDiff(diffDatabases(tables, snapshot)) }
  })
}

async function lint(config: Config, report: Report): Promise<Check[]> {
  const { migrationStatus } = await import('orm-database')
  const states = await migrationStatus({ config })
  const checks: Check[] = []
  for (const connection of config.generator.connections) {
    const found: Diagnostic[] = []
    const dialect = dialects[config.connections[connection]!.adapter]
    for (const { version, name } of states.filter(
      (each) => each.connection === connection && each.state === 'pending',
    )) {
      const path = `${migrationDirectory(config, connection)}/${version}_${name}.sql`
      const bytes = await disk.read(path)
      if (bytes) found.push(...lintFile(new Source(path, new TextDecoder().decode(bytes)), dialect))
    }
    const lint = switched(found, config.migrations.lint)
    report.diagnostics(lint)
    checks.push({ connection, check: 'lint', findings: lint.map(({ code, message }) => `${code} ${message}`) })
  }
  return checks
}

function linesOf({ connection, check, findings }: Check): string[] {
  const [good, bad] = answers[check]
  if (findings.length === 0) return [`connection "${connection}": ${good}`]
  // The lint has already shown its findings with their locations.
  const shown = check === 'lint' ? [] : findings.map((finding) => `  ${finding}`)
  return [`connection "${connection}": ${bad} (${count(findings.length, 'finding')})`, ...shown]
}
