import type { Config } from '../config/index.js'

/** Where the migrations of a connection are: in a folder of their own where there are several connections. */
export const migrationDirectory = (
  { paths, generator }: Pick<Config, 'paths' | 'generator'>,
  connection: string,
): string => (generator.connections.length > 1 ? `${paths.migrationDir}/${connection}` : paths.migrationDir)

/** `20261115203000_add_isbn.sql`; what is no letter, digit or dash becomes an underscore. */
export const newMigrationFile = (version: string, name: string): string =>
  `${version}_${name.replace(/[^\p{L}\p{N}-]+/gu, '_').replace(/^_+|_+$/g, '') || 'migration'}.sql`
