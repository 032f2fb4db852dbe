import {
  type Config,
  catalogSnapshot,
  comparedSnapshots,
  describeDiff,
  describeOwnTable,
  dialects,
  diffDatabases,
  disk,
  migrationDirectory,
  migrationStatements,
  noSnapshot,
  OrmError,
  type Snapshot,
  storedSnapshot,
} from 'orm-core/internal'
import { catalogReaderOf } from '../dialects/index.js'
import { onEach, type SharedOptions, type Site } from './migrate.js'
import { isApplied } from './state.js'

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
  return onEach(options, { create: false }, async (site) => {
    const { connection } = site
    const stored = await storedSnapshot(config, connection, files)
    if (!stored) throw new OrmError([noSnapshot(`${migrationDirectory(config, connection)}/schema.json`, connection)])
    return [await driftOf(site, config, stored, await snapshotOf(site, config))]
  })
}

/** The tables that are in each database, by connection. */
export async function databaseSnapshots(options: SharedOptions): Promise<ReadonlyMap<string, Snapshot>> {
  return new Map(
    await onEach(options, { create: false, mustExist: true }, async (site) => [
      [site.connection, await snapshotOf(site, options.config)] as const,
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
  // A table of the library that nothing needs any more stays.
  const ownTables = own.ownTables.filter((name) => stored.ownTables.includes(name))
  const there = diffDatabases(stored, { ...own, ownTables })
  const back = diffDatabases(own, stored)
  const texts = (statements: ReturnType<typeof migrationStatements>): string[] => statements.map(({ text }) => text)
  return {
    connection,
    changes: [
      ...describeDiff(there),
      ...back.ownTables.map((name) => describeOwnTable(name, 'is missing', 'is missing')),
    ],
    undo: texts(migrationStatements(back)),
    follow: texts(migrationStatements(there)),
    pending: migrations.filter(({ version }) => !isApplied(entries.get(version))).length,
  }
}

/** Reads the catalog in few queries, however many tables there are. */
export async function snapshotOf({ connected, config: { adapter } }: Site, config: Config): Promise<Snapshot> {
  const read = await catalogReaderOf(adapter)
  const catalog = await read({
    query: (sql) => connected.session.execute(sql),
    withViews: false,
    withOptions: config.migrations.addVendorInfo,
    withLosses: false,
    settings: config.adapters,
    notice: () => {},
  })
  return catalogSnapshot(catalog, dialects[adapter], config)
}
