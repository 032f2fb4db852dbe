import { adapterNames, type ConfigFormat, type Vendor, vendorOf, vendorOfAdapter } from 'orm-core/internal'

/** Answers for `orm init`. Members are named like the flags. */
export interface Answers {
  /** `adapter` of the connection. */
  driver: string
  host: string
  port: string
  /** Name of the database on the server. */
  database: string
  /** Path of a database file. */
  file: string
  /** DSN of a database that needs more than host, port and name. */
  dsn: string
  user: string
  password: string
  /** Environment variable for the password; empty if the password is stored in the file. */
  passwordEnv: string
  charset: string
  /** Whether the schema is imported from existing tables. */
  existing: boolean
  schemaDir: string
  phpDir: string
  namespace: string
  configFormat: ConfigFormat
  /** Whether scripts are added to package.json. */
  scripts: boolean
  /** Whether the runtime and the classes are added to composer.json. */
  composer: boolean
  gulpfile: boolean
}

export type AnswerName = keyof Answers

/** Choices of the first question: the values of `adapter`. */
export const drivers: readonly string[] = adapterNames

/** Returns the vendor of a driver, or undefined if none has been chosen. */
function vendorOfAnswer(driver: string | undefined): Vendor | undefined {
  const name = driver === undefined ? undefined : vendorOfAdapter(driver)
  return name && vendorOf(name)
}

/** Returns how the DSN of a driver is composed. */
export const dsnOfDriver = (driver: string | undefined): Vendor['dsn'] | undefined => vendorOfAnswer(driver)?.dsn

export const utf8Of = (driver: string | undefined): Vendor['utf8'] | undefined => vendorOfAnswer(driver)?.utf8

/** A driver that needs no server. */
export const fileDriver = drivers.find((driver) => dsnOfDriver(driver)?.kind === 'file')
