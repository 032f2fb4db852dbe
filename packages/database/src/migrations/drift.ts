import {
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
  withCountersOf,
} from 'orm-core/internal'
import { onEach, onMigrations, type SharedOptions, type Site } from './migrate.js'
import { catalogOf, rehearsed, withAll } from './rehearsal.js'
import { isApplied } from './state.js'
import { withKnownTexts, withStatementsOf } from './view-texts.js'

/** What a database has that its snapshot has not, and the other way round. */
export interface Drift {
  readonly connection: string
  /** As a person would say it, one line each; none where they are the same. */
  readonly changes: readonly string[]
  /** Statements that make the database what the snapshot says. */
  readonly undo: readonly string[]
  /** Statements that make other databases what this one is. */
  readonly follow: readonly string[]
  /** Migrations that are not applied; what they would do is part of the difference. */
  readonly pending: number
}

/** Compares each database with the snapshot of its newest migration; changes nothing. */
export async function migrationDrift(options: SharedOptions): Promise<Drift[]> {
  const { config, files = disk } = options
  return onMigrations(options, { create: false }, async (site) => {
    const { connection } = site
    const stored = await storedSnapshot(config, connection, files)
    if (!stored) throw new OrmError([noSnapshot(`${migrationDirectory(config, connection)}/schema.json`, connection)])
    return [await driftOf(site, config, stored, await snapshotOf(site, options, stored))]
  })
}

/** The tables that are in each database, by connection, in the words of `wanted`. */
export async function databaseSnapshots(
  options: SharedOptions & { readonly wanted: ReadonlyMap<string, Snapshot> },
): Promise<ReadonlyMap<string, Snapshot>> {
  return new Map(
    await onEach(options, { create: false, mustExist: true }, async (site) => [
      [site.connection, await snapshotOf(site, options, options.wanted.get(site.connection))] as const,
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
  // Extensions are there for others too, and so may be tables of the library.
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
 * The tables of a database, in the words of another snapshot where the server makes the same of both. It is asked only about
 * tables that seem to differ.
 */
export async function snapshotOf(
  site: Site,
  { config, onNotice }: SharedOptions,
  wanted?: Snapshot,
): Promise<Snapshot> {
  const read = await readDatabase(site, config, wanted)
  if (wanted?.platform !== read.snapshot.platform) return read.snapshot
  const placed = { ...read, snapshot: withStatementsOf(wanted, inSchemasOf(wanted, read)) }
  const tables = doubtful(wanted, placed)
  try {
    const snapshot = await withKnownTexts(site, wanted, placed.snapshot)
    if (tables.length === 0) return snapshot
    const made = await rehearsed(site, config, { ...wanted, tables })
    const catalog = withCountersOf(wanted, await catalogOf(site, withAll(config)))
    return inWordsOf(wanted, { snapshot, catalog }, withCountersOf(wanted, made))
  } catch (error) {
    onNotice?.(
      `connection "${site.connection}": some of these differences may be two spellings of one thing, as the server could not be asked: ${reasonOf(error, site)}`,
    )
    return placed.snapshot
  }
}

const reasonOf = (error: unknown, { connected: { driver, censor } }: Site): string =>
  error instanceof OrmError
    ? error.diagnostics.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join('; ')
    : censor(driver.problemOf(error).text)

/** A sequence that the other snapshot does not name may be there for others. */
async function readDatabase(site: Site, config: Config, wanted?: Snapshot): Promise<ReadDatabase> {
  const [extensions, sequences]: [Extension[], Sequence[]] = [[], []]
  const read = await catalogOf(site, config, {
    extension: (extension) => extensions.push(extension),
    sequence: (sequence) => sequences.push(sequence),
  })
  const catalog = wanted ? withCountersOf(wanted, read) : read
  const snapshot = await catalogSnapshot(catalog, dialects[site.config.adapter], config, sequences)
  const known = wanted && new Set(wanted.sequences.map(({ name }) => name))
  return {
    catalog,
    snapshot: {
      ...snapshot,
      extensions,
      sequences: known ? sequences.filter(({ name }) => known.has(name)) : snapshot.sequences,
    },
  }
}
