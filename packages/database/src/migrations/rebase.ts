import { dialects, disk, type Snapshot } from 'orm-core/internal'
import { snapshotOf } from './drift.js'
import { applyOne, locked, type RunOptions } from './migrate.js'
import { readMigrations } from './read-migrations.js'
import { inScratch } from './scratch.js'
import { StateTable } from './state.js'

/**
 * The tables that the migrations of each connection make on an empty database. They are applied to a scratch database: one in
 * memory, or one that is created on the server and dropped again. The database of the connection is not changed.
 */
export async function rebasedSnapshots(
  options: RunOptions & { readonly wanted?: ReadonlyMap<string, Snapshot> },
): Promise<ReadonlyMap<string, Snapshot>> {
  const { config, files = disk } = options
  const snapshots = new Map<string, Snapshot>()
  for (const connection of config.generator.connections) {
    const own = config.connections[connection]!
    const migrations = await readMigrations(config, connection, files)
    const newest = migrations.at(-1)
    const made = await inScratch(connection, own, migrations, async (connected) => {
      const { lexicon } = dialects[own.adapter]
      const state = new StateTable(config.migrations.tableName, own.adapter, connected)
      const site = { connection, config: own, connected, state, migrations, lexicon }
      await locked(site, options, async (lock) => {
        for (const migration of migrations) await applyOne(site, migration, 'up', lock, options)
      })
      return snapshotOf(site, options, options.wanted?.get(connection))
    })
    snapshots.set(connection, { ...made, ...(newest && { migration: `${newest.version}_${newest.name}` }) })
  }
  return snapshots
}
