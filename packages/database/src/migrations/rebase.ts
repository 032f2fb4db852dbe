import { dialects, disk, type Snapshot } from 'orm-core/internal'
import { snapshotOf } from './drift.js'
import { applyOne, locked, type RunOptions, type Site } from './migrate.js'
import { type Migration, readMigrations } from './read-migrations.js'
import { inScratch } from './scratch.js'
import { StateTable } from './state.js'

/** Runs the work in a scratch database that has the tables of all or some migrations of a connection, and no rows. */
export async function inMigratedScratch<T>(
  connection: string,
  options: RunOptions,
  isWanted: (migration: Migration) => boolean,
  work: (site: Site) => Promise<T>,
): Promise<T> {
  const { config, files = disk } = options
  const own = config.connections[connection]!
  const migrations = await readMigrations(config, connection, files)
  return inScratch(connection, own, migrations, async (connected) => {
    const { lexicon } = dialects[own.adapter]
    const state = new StateTable(config.migrations.tableName, own.adapter, connected)
    const versions = migrations.map(({ version }) => version)
    const site = { connection, config: own, connected, state, migrations, versions, lexicon }
    await locked(site, options, async (lock) => {
      for (const migration of migrations.filter(isWanted)) await applyOne(site, migration, 'up', lock, options)
    })
    return work(site)
  })
}

/**
 * Returns the tables that the migrations of each connection create on an empty database. They are applied to a scratch
 * database, which is in memory or is created on the server and dropped again. The database of the connection is not changed.
 */
export async function rebasedSnapshots(
  options: RunOptions & { readonly desired?: ReadonlyMap<string, Snapshot> },
): Promise<ReadonlyMap<string, Snapshot>> {
  const snapshots = new Map<string, Snapshot>()
  for (const connection of options.config.generator.connections) {
    const made = await inMigratedScratch(
      connection,
      options,
      () => true,
      async (site) => {
        const newest = site.migrations.at(-1)
        const snapshot = await snapshotOf(site, options, options.desired?.get(connection))
        return { ...snapshot, ...(newest && { migration: `${newest.version}_${newest.name}` }) }
      },
    )
    snapshots.set(connection, made)
  }
  return snapshots
}
