import type { Config } from '../config/index.js'
import { migrationFileName } from './file.js'

/** Returns the migration directory of a connection: a subdirectory if there are several connections. */
export const migrationDirectory = (
  { paths, generator }: Pick<Config, 'paths' | 'generator'>,
  connection: string,
): string => (generator.connections.length > 1 ? `${paths.migrationDir}/${connection}` : paths.migrationDir)

/**
 * Returns a file name such as `20261115203000_add_isbn.sql`; characters other than letters, digits and dashes become
 * underscores.
 *
 * @param existing the names of the files in the directory; the new one is later than all of them, even if two are
 *   written in the same second or somebody's clock is ahead
 */
export function newMigrationFile(existing: readonly string[], name: string, now: Date): string {
  const word = name.replace(/[^\p{L}\p{N}-]+/gu, '_').replace(/^_+|_+$/g, '') || 'migration'
  const last = existing.reduce((latest, file) => {
    const version = migrationFileName(file)?.version ?? ''
    return version > latest ? version : latest
  }, '')
  const own = versionAt(now)
  return `${own > last ? own : secondAfter(last)}_${word}.sql`
}

const versionAt = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14)

function secondAfter(version: string): string {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(version)!.slice(1).map(Number)
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number]
  return versionAt(new Date(Date.UTC(year, month - 1, day, hour, minute, second + 1)))
}
