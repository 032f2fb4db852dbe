import {
  type Config,
  disk,
  findSchemas,
  formatDiagnostic,
  migrationDirectory,
  OrmError,
  planMigrations,
} from 'orm-core/internal'
import { count, type Report } from './report.js'

/** Schema changes of a connection that no migration contains. */
interface Unwritten {
  readonly connection: string
  readonly changes: readonly string[]
}

interface Options {
  readonly configDir?: string | undefined
  readonly plugins?: boolean | undefined
}

/** What to do about unwritten changes. */
export const writeThem = 'run "orm migration:diff NAME"'

/** Maximum number of changes that are listed. */
const mostListed = 3

/**
 * Returns the schema changes that no migration contains. Without them in a migration, classes use columns that the tables lack.
 * Needs no database. A server that has only the migrations has nothing to compare.
 */
export async function unwrittenChanges(config: Config, { configDir, plugins }: Options): Promise<Unwritten[]> {
  const { paths, generator } = config
  const compared = new Set<string>()
  for (const connection of generator.connections) {
    const names = await disk.list(migrationDirectory(config, connection))
    // Migrations by hand or of another tool need no snapshot.
    if (names.includes('schema.json') || !names.some((name) => name.endsWith('.sql'))) compared.add(connection)
  }
  if (compared.size === 0) return []
  const inputs = await findSchemas(paths.schemaDir, disk, { recursive: generator.recursive }).catch((error) => {
    if (error instanceof OrmError && error.diagnostics.every(({ code }) => missing.has(code))) return []
    throw error
  })
  if (inputs.length === 0) return []
  const plans = await planMigrations(inputs, {
    config,
    ...(plugins !== undefined && { plugins }),
    ...(configDir && { configDir }),
  })
  return plans
    .filter(({ connection, changes }) => compared.has(connection) && changes.length > 0)
    .map(({ connection, changes }) => ({ connection, changes }))
}

/** Codes for a directory without schemas. */
const missing: ReadonlySet<string> = new Set(['ORM-S001'])

/** Reports the schema changes that no migration contains. Returns whether there are any. */
export async function tellUnwritten(config: Config, options: Options, report: Report): Promise<boolean> {
  try {
    const found = await unwrittenChanges(config, options)
    for (const each of found) report.result('unwritten', [each], linesOf(each))
    return found.length > 0
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    report.notice(`the schema cannot be compared with the migrations: ${formatDiagnostic(error.diagnostics[0]!)}`)
    return false
  }
}

function linesOf({ connection, changes }: Unwritten): string[] {
  const number = count(changes.length, 'change')
  const more = changes.length - mostListed
  return [
    `connection "${connection}": the schema has ${number} that no migration contains: ${writeThem}`,
    ...changes.slice(0, mostListed).map((change) => `  ${change}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}
