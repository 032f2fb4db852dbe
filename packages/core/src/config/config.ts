import type { SqlSettings } from '../dialects/vendors.js'
import type { DialectName } from '../model/index.js'
import type { ConfigTree } from './keys.js'
import type { References } from './validate.js'

/** The configuration, including defaults. Sections have the names and types of `keys.ts`. */
export interface Config {
  readonly project: string
  /** Version printed in docblocks with a time stamp. Defaults to that of the generator. */
  readonly version?: string
  /** Names of tables to ignore, with `*` for any characters. */
  readonly excludeTables: readonly string[]
  readonly paths: ConfigPaths
  readonly connections: Readonly<Record<string, ConnectionConfig>>
  readonly adapters: SqlSettings
  readonly migrations: ConfigTree['migrations']
  readonly seeds: ConfigTree['seeds']
  readonly reverse: ConfigTree['reverse']
  readonly runtime: ConfigTree['runtime'] & ConnectionChoice
  readonly generator: ConfigTree['generator'] & ConnectionChoice
  /** Values that come from the environment: `config:convert` can leave them to PHP. */
  readonly references: References
}

/** Directories as written by the user. Relative ones are relative to the working directory. */
export type ConfigPaths = ConfigTree['paths']

export interface ConnectionConfig
  extends Omit<ConfigTree['database']['connections'][string], 'adapter' | 'model_paths'> {
  readonly adapter: DialectName
  readonly model_paths?: readonly string[]
  /** Name of the adapter in the PHP runtime, if it differs from that of the database. */
  readonly runtimeAdapter?: string
}

export interface ConnectionChoice {
  readonly defaultConnection: string
  readonly connections: readonly string[]
}

/** Any keys below `orm`, as in a configuration file. */
export type ConfigOverrides = Some<ConfigTree>

type Some<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Some<Value[Key]> | undefined }
    : Value
