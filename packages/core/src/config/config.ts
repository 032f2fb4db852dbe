import type { Adapter, ConfigTree } from './keys.js'
import type { References } from './validate.js'

/** The configuration with its defaults filled in. Sections are named and typed as in `keys.ts`. */
export interface Config {
  readonly project: string
  /** Printed in docblocks that have a time stamp; that of the generator when absent. */
  readonly version?: string
  /** Names of tables to leave alone, with `*` for any characters. */
  readonly excludeTables: readonly string[]
  readonly paths: ConfigPaths
  readonly connections: Readonly<Record<string, ConnectionConfig>>
  readonly adapters: AdapterSettings
  readonly migrations: ConfigTree['migrations']
  readonly reverse: ConfigTree['reverse']
  readonly runtime: ConfigTree['runtime'] & ConnectionChoice
  readonly generator: ConfigTree['generator'] & ConnectionChoice
  /** Which values come from the environment: `config:convert` can leave them to PHP. */
  readonly references: References
}

/** Directories as the user wrote them; relative ones are relative to the working directory. */
export type ConfigPaths = ConfigTree['paths']

export interface ConnectionConfig
  extends Omit<ConfigTree['database']['connections'][string], 'adapter' | 'model_paths'> {
  readonly adapter: Adapter
  readonly model_paths?: readonly string[]
  /** What the PHP runtime calls the adapter, where its name is not that of the vendor. */
  readonly runtimeAdapter?: string
}

export type AdapterSettings = ConfigTree['database']['adapters']

export interface ConnectionChoice {
  readonly defaultConnection: string
  readonly connections: readonly string[]
}

/** What seed §2.4 says of each vendor: the name of UTF-8, and the statement that a new project gets. */
export const utf8: Readonly<Record<Adapter, { readonly charset: string; readonly query?: string }>> = {
  mysql: {
    charset: 'utf8mb4',
    query:
      'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, COLLATION_CONNECTION = utf8mb4_unicode_ci, ' +
      'COLLATION_DATABASE = utf8mb4_unicode_ci, COLLATION_SERVER = utf8mb4_unicode_ci',
  },
  pgsql: { charset: 'utf8', query: "SET NAMES 'UTF8'" },
  sqlite: { charset: 'utf8' },
  mssql: { charset: 'UTF-8' },
  oracle: { charset: 'UTF8' },
}
