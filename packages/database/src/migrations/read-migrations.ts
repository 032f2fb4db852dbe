import {
  type Config,
  type Diagnostic,
  dialects,
  type FileReader,
  type MigrationFile,
  migrationDirectory,
  migrationFileName,
  misnamedMigration,
  notUtf8,
  OrmError,
  readMigration,
  Source,
  sqlFileUnreadable,
  transactionInMigration,
  versionTwice,
} from 'orm-core/internal'
import { decode, read } from '../execute/sql-map.js'

/** A migration of a connection. */
export interface Migration extends MigrationFile {
  /** UTC as `yyyymmddhhmmss`, or Unix seconds in files imported from Propel. */
  readonly version: string
  readonly name: string
  readonly path: string
  readonly source: Source
}

/** Reads the migrations of a connection, oldest first. Throws an OrmError with all mistakes in any of them. */
export async function readMigrations(config: Config, connection: string, files: FileReader): Promise<Migration[]> {
  const directory = migrationDirectory(config, connection)
  const { lexicon } = dialects[config.connections[connection]!.adapter]
  const migrations: Migration[] = []
  const problems: Diagnostic[] = []
  for (const file of await files.list(directory)) {
    if (!file.endsWith('.sql')) continue
    const path = `${directory}/${file}`
    const named = migrationFileName(file)
    const bytes = named ? await read(path, files) : undefined
    const text = bytes instanceof Uint8Array ? decode(bytes) : undefined
    if (!named) problems.push(misnamedMigration(path))
    else if (bytes === undefined || typeof bytes === 'string')
      problems.push(sqlFileUnreadable(path, bytes ?? 'it is gone'))
    else if (text === undefined) problems.push(notUtf8(path))
    else {
      try {
        const source = new Source(path, text)
        const migration = { ...named, path, source, ...readMigration(source, lexicon) }
        migrations.push(migration)
        problems.push(...ownTransactions(migration))
      } catch (error) {
        if (!(error instanceof OrmError)) throw error
        problems.push(...error.diagnostics)
      }
    }
  }
  migrations.sort((a, b) => Number(a.version) - Number(b.version))
  for (const [index, { version, path }] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.version === version) problems.push(versionTwice(version, before.path, path))
  }
  if (problems.length > 0) throw new OrmError(problems)
  return migrations
}

const control =
  /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT)(?:\s+(?:WORK|TRAN|TRANSACTION|DEFERRED|IMMEDIATE|EXCLUSIVE))*$/i

/** Reports transaction statements, which would end the transaction in which the migration is applied. */
const ownTransactions = ({ up, down = [] }: MigrationFile): Diagnostic[] =>
  [...up, ...down].flatMap(({ text, mark }) => (control.test(text) ? [transactionInMigration(mark, text)] : []))
