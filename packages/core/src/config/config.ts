import type { SqlSettings } from '../dialects/vendors.js'
import type { DialectName } from '../model/index.js'
import type { ConfigTree } from './keys.js'
import type { References } from './validate.js'

/** The configuration with its defaults filled in. Sections are named and typed as in `keys.ts`. */
export interface Config {
  readonly project: string
  /** Printed in docblocks that have a time stamp; that of the generator when absent. */
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
  /** Which values come from the environment: `config:convert` can leave them to PHP. */
  readonly references: References
}

/** Directories as the user wrote them; relative ones are relative to the working directory. */
export type ConfigPaths = ConfigTree['paths']

export interface ConnectionConfig
  extends Omit<ConfigTree['database']['connections'][string], 'adapter' | 'model_paths'> {
  readonly adapter: DialectName
  readonly model_paths?: readonly string[]
  /** What the PHP runtime calls the adapter, where its name is not that of the vendor. */
  readonly runtimeAdapter?: string
}

export interface ConnectionChoice {
  readonly defaultConnection: string
  readonly connections: readonly string[]
}

/** Keys below `orm` as a file has them, any of them. */
export type ConfigOverrides = Some<ConfigTree>

type Some<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Some<Value[Key]> | undefined }
    : Value
