import { adapterNames, type ConfigFormat, type Vendor, vendorOf, vendorOfAdapter } from 'orm-core/internal'

/** What `orm init` needs to know. Members are named like the flags that answer them. */
export interface Answers {
  /** As `adapter` of the connection. */
  driver: string
  host: string
  port: string
  /** Name of the database on its server. */
  database: string
  /** Path of a database that is a file. */
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
  /** Whether composer.json gets the runtime and the classes. */
  composer: boolean
  gulpfile: boolean
}

export type AnswerName = keyof Answers

/** What the first question offers: the names that `adapter` of a connection has. */
export const drivers: readonly string[] = adapterNames

/** Undefined while nobody has chosen one. */
function vendorOfAnswer(driver: string | undefined): Vendor | undefined {
  const name = driver === undefined ? undefined : vendorOfAdapter(driver)
  return name && vendorOf(name)
}

/** What a data source name of the driver consists of. */
export const dsnOfDriver = (driver: string | undefined): Vendor['dsn'] | undefined => vendorOfAnswer(driver)?.dsn

export const utf8Of = (driver: string | undefined): Vendor['utf8'] | undefined => vendorOfAnswer(driver)?.utf8

/** A driver that needs no server. */
export const fileDriver = drivers.find((driver) => dsnOfDriver(driver)?.kind === 'file')
