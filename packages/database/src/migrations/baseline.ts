import {
  type BuiltFile,
  type CatalogTable,
  diffDatabases,
  disk,
  emptySnapshot,
  type Lexicon,
  migrationChecksums,
  migrationDirectory,
  migrationFileName,
  migrationStatements,
  newMigrationFile,
  OrmError,
  readMigration,
  Source,
  sqlSchemaOf,
  storedSnapshot,
  type Table,
  writeMigration,
  writeSnapshot,
} from 'orm-core/internal'
import { type Drift, driftOf, snapshotOf } from './drift.js'
import {
  locked,
  onEach,
  onMigrations,
  type RunOptions,
  type SharedOptions,
  type Site,
  unknownVersion,
} from './migrate.js'
import type { Migration } from './read-migrations.js'
import { catalogOf } from './rehearsal.js'
import { type Entry, isApplied } from './state.js'

export interface BaselineOptions extends RunOptions {
  /** Overwrite an existing snapshot. @default false */
  readonly overwrite?: boolean
  /** Writes the files of a connection to a directory before anything is recorded. */
  readonly write: (files: readonly BuiltFile[], directory: string) => Promise<void>
}

export interface Baseline {
  readonly connection: string
  readonly tables: number
  /** Versions that this run recorded as applied. */
  readonly recorded: readonly string[]
  /** Differences between the database and an existing snapshot that was kept. */
  readonly drift?: Drift
}

/**
 * Starts migrations on databases that already have tables. If there is no snapshot, it is written from the database, along with
 * a migration that creates the tables elsewhere. All migrations are recorded as applied, and none is executed.
 */
export async function migrationBaseline(options: BaselineOptions): Promise<Baseline[]> {
  const { config, files = disk, overwrite = false } = options
  const onConnections = overwrite ? onEach : onMigrations
  return onConnections(options, { create: false, mustExist: true }, async (site) => {
    const unknown = unknownVersion(site, options)
    if (unknown.length > 0) throw new OrmError(unknown)
    return locked(site, options, async () => {
      const stored = await storedSnapshot(config, site.connection, files)
      const own = await snapshotOf(site, options, overwrite ? undefined : stored)
      const isKept = stored !== undefined && !overwrite
      let { migrations } = site
      if (!isKept) {
        const made = migrations.length > 0 || own.tables.length === 0 ? undefined : firstMigration(site, own)
        const newest = made?.migration ?? migrations.at(-1)
        const contents = writeSnapshot({ ...own, ...(newest && { migration: `${newest.version}_${newest.name}` }) })
        const snapshot: BuiltFile = { path: 'schema.json', contents, kind: 'migration', keepExisting: false }
        await options.write([...(made ? [made.file] : []), snapshot], migrationDirectory(config, site.connection))
        if (made) migrations = [made.migration]
      }
      const recorded = await record(site, migrations, options)
      const drift = isKept ? await driftOf(site, config, stored, own) : undefined
      return [
        {
          connection: site.connection,
          tables: own.tables.length,
          recorded,
          ...(drift && drift.changes.length > 0 && { drift }),
        },
      ]
    })
  })
}

/** Returns a migration that recreates the tables of this database on an empty one. */
function firstMigration(
  { connection, lexicon }: Site,
  own: Awaited<ReturnType<typeof snapshotOf>>,
): { readonly migration: Migration; readonly file: BuiltFile } {
  const up = migrationStatements(diffDatabases(emptySnapshot(own.platform, own.settings), own))
  const contents = writeMigration({
    title: `the tables of connection "${connection}" when migrations began`,
    up,
    down: { irreversible: 'these tables existed before the migrations' },
    inTransaction: true,
  })
  const path = newMigrationFile([], 'baseline', new Date())
  const { version, name } = migrationFileName(path)!
  const source = new Source(path, contents)
  return {
    migration: { version, name, path, source, ...readMigration(source, lexicon) },
    file: { path, contents, kind: 'migration', keepExisting: false },
  }
}

/** Returns which of these tables already exist in the database, or none if it cannot be reached. */
export async function existingTables(
  options: SharedOptions,
  connection: string,
  tables: readonly Table[],
): Promise<Table[]> {
  try {
    return await onEach(
      options,
      { create: false },
      async (site) => {
        const catalog = await catalogOf(site, options.config)
        return tables.filter((table) => catalog.some((other) => isSameTable(table, other)))
      },
      [connection],
    )
  } catch (error) {
    if (error instanceof OrmError) return []
    throw error
  }
}

function isSameTable(table: Table, other: CatalogTable): boolean {
  const schema = sqlSchemaOf(table)
  const isHere = schema === undefined ? other.isInDefaultSchema !== false : (other.schema ?? schema) === schema
  return isHere && table.name.toLowerCase() === other.name.toLowerCase()
}

async function record(
  { state, connected, lexicon }: Site,
  migrations: readonly Migration[],
  { to }: BaselineOptions,
): Promise<string[]> {
  const entries = await state.read()
  const recorded: string[] = []
  for (const migration of migrations) {
    const { version } = migration
    const found = entries.get(version)
    if (isApplied(found) || (to !== undefined && Number(version) > Number(to))) continue
    // A migration that stopped halfway has failed because the tables existed.
    const entry = appliedEntry(migration, lexicon)
    await connected.session.execute(found ? state.update(entry) : state.insert(entry))
    recorded.push(version)
  }
  return recorded
}

/** Returns the entry of a migration whose statements need not run, because the tables are already as it would leave them. */
export function appliedEntry({ version, name, up }: Migration, lexicon: Lexicon): Entry {
  const now = new Date().toISOString()
  const checksum = migrationChecksums(up, lexicon).at(-1)!
  return { version, name, checksum, direction: 'up', started: now, finished: now, statements: up.length }
}
