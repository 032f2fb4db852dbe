import type { Adapter } from './keys.js'

/** The configuration with its defaults filled in. */
export interface Config {
  readonly project: string
  readonly paths: ConfigPaths
  readonly connections: Readonly<Record<string, ConnectionConfig>>
  readonly adapters: AdapterSettings
  readonly runtime: ConnectionChoice
  readonly generator: ConnectionChoice
}

/** Directories as the user wrote them; relative ones are relative to the working directory. */
export interface ConfigPaths {
  readonly schemaDir: string
  readonly phpDir: string
  readonly phpConfDir: string
  readonly sqlDir: string
}

export interface ConnectionConfig {
  readonly adapter: Adapter
  readonly classname: string
  readonly dsn: string
  readonly user?: string
  readonly password?: string
  /** What PDO takes as fourth argument, and what is set afterwards. */
  readonly options?: Readonly<Record<string, Scalar>>
  readonly attributes?: Readonly<Record<string, Scalar>>
  readonly settings?: ConnectionSettings
}

export interface AdapterSettings {
  readonly mysql: {
    /** Engine of tables that name none. @default 'InnoDB' */
    readonly tableType: string
    /** @default 'ENGINE' */
    readonly tableEngineKeyword: string
    /** `native` for servers that have a type for UUIDs. @default 'binary' */
    readonly uuidColumnType: string
  }
  readonly sqlite: {
    /** Whether tables get foreign keys. @default true */
    readonly foreignKey: boolean
  }
}

export interface ConnectionSettings {
  readonly charset?: string
  /** Statements to run on connect, by name, in order. */
  readonly queries?: Readonly<Record<string, string>>
}

export interface ConnectionChoice {
  readonly defaultConnection: string
  readonly connections: readonly string[]
}

export type Scalar = string | number | boolean | null
