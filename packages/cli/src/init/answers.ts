import type { Adapter, ConfigFormat } from 'orm-core/build'

/** What `orm init` needs to know. Members are named like the flags that answer them. */
export interface Answers {
  driver: Adapter | 'sqlsrv'
  host: string
  port: string
  /** Name of the database on its server. */
  database: string
  /** Path of an SQLite file. */
  file: string
  /** For systems whose data source names take more than host, port and name. */
  dsn: string
  user: string
  password: string
  /** The environment variable that holds the password instead of the file; empty for the file. */
  passwordEnv: string
  charset: string
  /** Whether the schema is taken from the tables that are there. */
  existing: boolean
  schemaDir: string
  phpDir: string
  namespace: string
  configFormat: ConfigFormat
  /** Whether package.json gets scripts. */
  scripts: boolean
  gulpfile: boolean
}

export type AnswerName = keyof Answers

export const drivers = ['mysql', 'sqlite', 'pgsql', 'oracle', 'sqlsrv', 'mssql'] as const satisfies Answers['driver'][]

export const isServer = (driver: string | undefined): boolean => driver === 'mysql' || driver === 'pgsql'

export const needsDsn = (driver: string | undefined): boolean => driver !== 'sqlite' && !isServer(driver)
