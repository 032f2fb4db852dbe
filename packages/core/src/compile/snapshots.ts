import type { Config } from '../config/index.js'
import type { CatalogTable, Dialect } from '../dialects/index.js'
import { isError, OrmError, Source } from '../errors/index.js'
import { lostInSnapshot, otherPlatform } from '../errors/migration-errors.js'
import { cannotRead } from '../errors/schema/schema-file-errors.js'
import {
  describeDiff,
  diffDatabases,
  draftSchema,
  emptySnapshot,
  leaveAlone,
  managedTables,
  migrationDirectory,
  platformOf,
  presentOwnTables,
  Repair,
  readSnapshot,
  type Snapshot,
  snapshotOf,
  writeDraft,
} from '../evolve/index.js'
import type { FileReader } from '../files.js'
import type { Database, Extension, Sequence } from '../model/index.js'
import { compile } from './compile.js'
import { isLeftOutOf } from './migration.js'

/** The maximum number of attempts to compile the schema of a catalog. */
const maxAttempts = 50

const nothing: FileReader = { read: async () => undefined, list: async () => [] }

/** What a catalog has besides tables, and what happens to that which no snapshot can have. */
export interface CatalogParts {
  readonly extensions?: readonly Extension[]
  readonly sequences?: readonly Sequence[]
  /** Called with what a schema cannot express, one sentence each. */
  readonly notice?: (text: string) => void
}

/**
 * Returns the snapshot of a catalog, like one of a connection. Throws if the compiler rejects a part of it: without this part, the
 * snapshot would describe another database.
 */
export async function catalogSnapshot(
  catalog: readonly CatalogTable[],
  dialect: Dialect,
  config: Config,
  { extensions = [], sequences = [], notice = () => {} }: CatalogParts = {},
): Promise<Snapshot> {
  // Any name will do, as the schema is not written to disk.
  const database = 'snapshot'
  const draft = draftSchema(catalog, dialect, { database, config, extensions, sequences, notice })
  const foundOwnTables = presentOwnTables(dialect, catalog)
  if (draft.children.every(({ name }) => name === 'extension'))
    return { ...emptySnapshot(dialect.name, config.adapters), foundOwnTables }
  const losses: string[] = []
  const repair = new Repair(draft, dialect, (text) => losses.push(text))
  const connections = { [database]: { adapter: dialect.name, classname: '', dsn: '' } }
  const generator = { ...config.generator, connections: [database], tablePrefix: '' }
  for (let attempt = 1; ; attempt++) {
    const inputs = [{ path: 'schema.xml', contents: writeDraft(draft) }]
    const options = { config: { ...config, connections, generator }, files: nothing }
    const made = await compile(inputs, options).catch((error: unknown) => {
      if (!(error instanceof OrmError)) throw error
      if (attempt === maxAttempts || !repair.apply(error.diagnostics.filter(isError))) throw error
    })
    if (made && losses.length > 0) throw new OrmError(losses.map(lostInSnapshot))
    if (made) return { ...snapshotOf(made.databases[0]!, config.adapters, isLeftOutOf(config)), foundOwnTables }
  }
}

/** Returns the snapshot in the `schema.json` of a connection, or undefined if there is none. */
export async function storedSnapshot(
  config: Config,
  connection: string,
  files: FileReader,
): Promise<Snapshot | undefined> {
  const source = await snapshotSource(config, connection, files)
  return source && readSnapshot(source, config.adapters)
}

async function snapshotSource(config: Config, connection: string, files: FileReader): Promise<Source | undefined> {
  const path = `${migrationDirectory(config, connection)}/schema.json`
  const bytes = await files.read(path).catch((error: Error) => {
    throw new OrmError([cannotRead(undefined, path, error.message)])
  })
  return bytes && new Source(path, new TextDecoder().decode(bytes))
}

/** Throws if the migrations of a connection were written for another database than its adapter. */
export async function checkMigrationPlatform(config: Config, connection: string, files: FileReader): Promise<void> {
  const source = await snapshotSource(config, connection, files)
  const { adapter } = config.connections[connection]!
  const platform = source && platformOf(source.text)
  if (platform !== undefined && platform !== adapter)
    throw new OrmError([otherPlatform(source!.file, platform, adapter)])
}

/** Returns a stored snapshot and that of its database, without the tables that migrations ignore. */
export const comparedSnapshots = (
  stored: Snapshot,
  database: Snapshot,
  config: Config,
): [stored: Snapshot, database: Snapshot] => managedTables(stored, database, isLeftOutOf(config))

/** Returns the schema changes that no migration contains yet, one line each. Connections without snapshot are skipped. */
export async function unwrittenChanges(
  databases: readonly Database[],
  config: Config,
  files: FileReader,
): Promise<string[]> {
  const changes: string[] = []
  for (const database of databases) {
    const before = await storedSnapshot(config, database.name, files)
    const isExcluded = isLeftOutOf(config)
    const after = before && snapshotOf(database, config.adapters, isExcluded)
    if (after && before.platform === after.platform)
      changes.push(...describeDiff(diffDatabases(...leaveAlone(before, after, { isExcluded }))))
  }
  return changes
}
