import {
  asWanted,
  type Config,
  catalogSnapshot,
  comparedSnapshots,
  describeDiff,
  describeOwnTable,
  dialects,
  diffDatabases,
  disk,
  doubtful,
  type Extension,
  inSchemasOf,
  inWordsOf,
  migrationDirectory,
  migrationStatements,
  noSnapshot,
  OrmError,
  type ReadDatabase,
  type Sequence,
  type Snapshot,
  storedSnapshot,
} from 'orm-core/internal'
import { DatabaseError, problemOf } from '../session/database-error.js'
import { onEach, onMigrations, type SharedOptions, type Site } from './migrate.js'
import { catalogOf, rehearsed, withAll } from './rehearsal.js'
import { isApplied } from './state.js'
import { withKnownTexts, withStatementsOf } from './view-texts.js'

/** Differences between a database and its snapshot. */
export interface Drift {
  readonly connection: string
  /** Differences for the user, one line each; empty if there are none. */
  readonly changes: readonly string[]
  /** Statements that change the database to match the snapshot. */
  readonly undo: readonly string[]
  /** Statements that change other databases to match this one. */
  readonly follow: readonly string[]
  /** Number of migrations that are not applied. Their changes are part of the differences. */
  readonly pending: number
}

/** Compares each database with the snapshot of its latest migration. Changes nothing. */
export async function migrationDrift(options: SharedOptions): Promise<Drift[]> {
  const { config, files = disk } = options
  return onMigrations(options, { create: false }, async (site) => {
    const { connection } = site
    const stored = await storedSnapshot(config, connection, files)
    if (!stored) throw new OrmError([noSnapshot(`${migrationDirectory(config, connection)}/schema.json`, connection)])
    return [await driftOf(site, config, stored, await snapshotOf(site, options, stored))]
  })
}

/** Returns the tables of each database by connection, in the spelling of `desired`. */
export async function databaseSnapshots(
  options: SharedOptions & { readonly desired: ReadonlyMap<string, Snapshot> },
): Promise<ReadonlyMap<string, Snapshot>> {
  return new Map(
    await onEach(options, { create: false, mustExist: true }, async (site) => [
      [site.connection, await snapshotOf(site, options, options.desired.get(site.connection))] as const,
    ]),
  )
}

export async function driftOf(
  { connection, state, migrations }: Site,
  config: Config,
  snapshot: Snapshot,
  database: Snapshot,
): Promise<Drift> {
  const [stored, own] = comparedSnapshots(snapshot, database, config)
  const entries = await state.read()
  // Extensions and tables of the library may exist for other applications.
  const { ownTables, foundOwnTables, extensions } = stored
  const there = diffDatabases(stored, { ...own, ownTables, foundOwnTables, extensions })
  const back = diffDatabases(own, stored)
  const texts = (statements: ReturnType<typeof migrationStatements>): string[] => statements.map(({ text }) => text)
  return {
    connection,
    changes: [
      ...describeDiff(there),
      ...back.extensions.map(({ name }) => `extension ${name} is missing`),
      ...back.ownTables.map((name) => describeOwnTable(name, 'is missing', 'is missing')),
    ],
    undo: texts(migrationStatements(back)),
    follow: texts(migrationStatements(there)),
    pending: migrations.filter(({ version }) => !isApplied(entries.get(version))).length,
  }
}

/**
 * Returns the tables of a database, in the spelling of another snapshot if both mean the same to the server. The server is
 * asked only about tables that seem to differ. Without the other snapshot, notices say what the result omits.
 */
export async function snapshotOf(site: Site, options: SharedOptions, desired?: Snapshot): Promise<Snapshot> {
  const { config, onNotice } = options
  const read = await readDatabase(site, options, desired)
  if (desired?.platform !== read.snapshot.platform) return read.snapshot
  const placed = { ...read, snapshot: withStatementsOf(desired, inSchemasOf(desired, read)) }
  const tables = doubtful(desired, placed)
  try {
    const snapshot = await withKnownTexts(site, desired, placed.snapshot)
    if (tables.length === 0) return snapshot
    const made = await rehearsed(site, config, { ...desired, tables })
    const catalog = asWanted(desired, await catalogOf(site, withAll(config)))
    return inWordsOf(desired, { snapshot, catalog }, asWanted(desired, made))
  } catch (error) {
    onNotice?.(
      `connection "${site.connection}": some of these differences may be two spellings of one thing, as the server could not be asked: ${reasonOf(error, site)}`,
    )
    return placed.snapshot
  }
}

const reasonOf = (error: unknown, { connected: { censor } }: Site): string =>
  error instanceof OrmError && !(error instanceof DatabaseError)
    ? error.diagnostics.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('; ')
    : censor(problemOf(error).text)

/**
 * Reads a database. A sequence that the other snapshot does not name is ignored, because it may belong to another application.
 */
async function readDatabase(
  site: Site,
  { config, onNotice }: SharedOptions,
  desired?: Snapshot,
): Promise<ReadDatabase> {
  const [extensions, sequences]: [Extension[], Sequence[]] = [[], []]
  const told = desired === undefined && onNotice ? { notice: onNotice } : {}
  const read = await catalogOf(site, config, {
    ...told,
    extension: (extension) => extensions.push(extension),
    sequence: (sequence) => sequences.push(sequence),
  })
  const catalog = desired ? asWanted(desired, read) : read
  const parts = { extensions, sequences, ...told }
  const snapshot = await catalogSnapshot(catalog, dialects[site.config.adapter], config, parts)
  const known = desired && new Set(desired.sequences.map(({ name }) => name))
  return {
    catalog,
    snapshot: {
      ...snapshot,
      extensions,
      sequences: known ? sequences.filter(({ name }) => known.has(name)) : snapshot.sequences,
    },
  }
}
