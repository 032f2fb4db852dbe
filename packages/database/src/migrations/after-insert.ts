import { isDeepStrictEqual } from 'node:util'
import {
  type BuildOptions,
  type BuiltFile,
  type Config,
  dialects,
  type FileReader,
  findSchemas,
  formatDiagnostic,
  isBuiltSql,
  type Lexicon,
  migrationDirectory,
  OrmError,
  Source,
  schemasByConnection,
  splitStatements,
  type WriteResult,
} from 'orm-core/internal'
import type { SqlMap } from '../execute/sql-map.js'
import { appliedEntry } from './baseline.js'
import { isChanged, locked, onEach, type Site } from './migrate.js'
import { readMigrations } from './read-migrations.js'
import { isApplied } from './state.js'

/** How migrations continue once the tables of a connection are created. */
export interface Continuation {
  readonly connection: string
  /** The first migration and the snapshot, relative to the migrations directory, if the project has none yet. */
  readonly files: readonly BuiltFile[]
  /** Differences from the schema that no migration contains, one line each. */
  readonly changes: readonly string[]
}

/** Why migrations cannot continue, and what to do about it. */
export interface Obstacle {
  readonly obstacle: string
}

/** Migration files that were written and versions that were recorded. */
export interface RecordedMigrations {
  readonly written: readonly WriteResult[]
  /** Versions recorded as applied. */
  readonly recorded: readonly string[]
  /** What the user must do before migrations can continue. */
  readonly advice?: string
}

export interface ContinuationOptions extends Pick<BuildOptions, 'configDir' | 'plugins'> {
  readonly config: Config
  readonly files: FileReader
}

/**
 * Determines how migrations continue after an insert, before any statement runs. Files that `sql:build` did not write are
 * ignored, because no schema says what they create.
 */
export async function continuationsOf(
  map: SqlMap,
  options: ContinuationOptions,
): Promise<ReadonlyMap<string, Continuation | Obstacle>> {
  const { config, files } = options
  const built = new Map(
    [...map].flatMap(([connection, sources]) => {
      const source = sources.find(({ file, text }) => file.endsWith(`/${connection}.sql`) && isBuiltSql(text))
      return source ? [[connection, source] as const] : []
    }),
  )
  const found = new Map<string, Continuation | Obstacle>()
  if (built.size === 0) return found
  let schemas: Awaited<ReturnType<typeof schemasByConnection>>
  try {
    const inputs = await findSchemas(config.paths.schemaDir, files, { recursive: config.generator.recursive })
    const { configDir, plugins } = options
    schemas = await schemasByConnection(inputs, { config, files, plugins, ...(configDir && { configDir }) })
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    const obstacle = `${formatDiagnostic(error.diagnostics[0]!)}; "orm migration:baseline" records them later`
    return new Map([...built.keys()].map((connection) => [connection, { obstacle }]))
  }
  for (const [connection, source] of built) {
    const schema = schemas.get(connection)
    const { lexicon } = dialects[config.connections[connection]!.adapter]
    const state = await stateOf(migrationDirectory(config, connection), files)
    const obstacle =
      schema && isSame(source, schema.sql, lexicon)
        ? state.obstacle
        : `${source.file} is not what the schema and the configuration say now: run "orm build" and "orm sql:insert" again`
    if (obstacle) found.set(connection, { obstacle })
    else if (state.hasSnapshot) found.set(connection, { connection, files: [], changes: schema!.plan.changes })
    else found.set(connection, { connection, files: schema!.plan.files, changes: [] })
  }
  return found
}

const unrecorded = 'these tables are not recorded for migrations'

/** Compares two files, ignoring comments and line endings, which version control may change. */
function isSame(source: Source, sql: string, lexicon: Lexicon): boolean {
  const statementsOf = (file: Source) => splitStatements(file, lexicon).statements.map(({ text }) => text)
  return source.text === sql || isDeepStrictEqual(statementsOf(source), statementsOf(new Source(source.file, sql)))
}

/** Returns whether a migrations directory has a snapshot, and otherwise why none can be written. */
async function stateOf(directory: string, files: FileReader): Promise<{ hasSnapshot: boolean; obstacle?: string }> {
  let names: readonly string[]
  try {
    names = (await files.list(directory)).filter((name) => !name.startsWith('.'))
  } catch (error) {
    return { hasSnapshot: false, obstacle: `${directory} cannot be read: ${(error as Error).message}` }
  }
  if (names.includes('schema.json')) return { hasSnapshot: true }
  if (names.length === 0) return { hasSnapshot: false }
  const obstacle = names.some((name) => name.endsWith('.sql'))
    ? `${directory} has migrations, but no schema.json: run "orm migration:diff --rebase", then "orm migration:baseline"`
    : `${directory} has other files already: "orm migration:baseline" starts migrations there`
  return { hasSnapshot: false, obstacle }
}

/** Returns a notice for the user before the tables are created. */
export const obstacleText = (connection: string, { obstacle }: Obstacle): string =>
  `connection "${connection}": ${unrecorded}: ${obstacle}`

interface GoOnOptions extends ContinuationOptions {
  readonly onNotice?: (text: string) => void
  /** Writes files to a directory. */
  readonly write: (files: readonly BuiltFile[], directory: string) => Promise<readonly WriteResult[]>
}

/**
 * Updates migrations after an insert: writes the first migration and the snapshot if they do not exist, and records all as
 * applied. The tables already exist, so a failure becomes advice for the user instead of an error.
 */
export async function goOn(
  { connection, files, changes }: Continuation,
  options: GoOnOptions,
): Promise<RecordedMigrations> {
  const { config } = options
  let written: readonly WriteResult[] = []
  try {
    if (files.length > 0) written = await options.write(files, config.paths.migrationDir)
    // Opens another connection, because a file may have changed the database or search path of the first.
    const versions = await versionsOf(options)
    const recorded = await onEach(
      options,
      { create: false, mustExist: true },
      (site) => locked(site, options, () => record(site, versions)),
      [connection],
    )
    const advice =
      changes.length > 0 &&
      `connection "${connection}": the schema has changes that no migration contains (${changes.join('; ')}): run "orm migration:diff" to write them, then "orm migration:baseline" to record that this database has them`
    return { written, recorded, ...(advice && { advice }) }
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    const advice = `connection "${connection}": ${unrecorded}: ${formatDiagnostic(error.diagnostics[0]!)}; "orm migration:baseline" records them later`
    return { written, recorded: [], advice }
  }
}

/** Returns the versions of all connections, because two of them may share a database. */
async function versionsOf({ config, files }: ContinuationOptions): Promise<ReadonlySet<string>> {
  const versions = new Set<string>()
  for (const connection of config.generator.connections) {
    for (const { version } of await readMigrations(config, connection, files)) versions.add(version)
  }
  return versions
}

/**
 * Records every file as applied and removes all other entries. Migrations that stopped halfway, or whose files were changed or
 * removed, were applied to tables that have been recreated since. Rows of another tool stay.
 */
async function record(
  { state, connected: { session }, migrations, lexicon }: Site,
  versions: ReadonlySet<string>,
): Promise<string[]> {
  const entries = await state.read()
  const recorded: string[] = []
  for (const migration of migrations) {
    const found = entries.get(migration.version)
    if (found && isApplied(found) && !isChanged(migration, found, lexicon)) continue
    const entry = appliedEntry(migration, lexicon)
    await session.execute(found ? state.update(entry) : state.insert(entry))
    recorded.push(migration.version)
  }
  for (const entry of entries.values()) {
    if (entry.name !== undefined && !versions.has(entry.version)) await session.execute(state.remove(entry))
  }
  return recorded
}
