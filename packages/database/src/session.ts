import type { Adapter, ConnectionConfig } from 'orm-core/build'
import type { Address } from './address.js'
import type { Dsn } from './dsn.js'
import type { Problem } from './problem.js'

/** An open connection. */
export interface Session {
  /** Sends one statement as text, without looking for parameters in it, and gives the rows that come back. */
  execute(statement: string): Promise<readonly Row[]>
  close(): Promise<void>
  /** Ends at once, without a word to the server. */
  destroy(): void
}

export type Row = Readonly<Record<string, unknown>>

/** What is needed to reach a database; made of a connection's configuration without connecting. */
export interface Target {
  readonly address: Address
  /** Name of the database, for messages. */
  readonly database: string
  readonly user?: string
  /** Seconds that connecting may take. */
  readonly timeout: number
  /** Statements to run first, before those of the configuration. */
  readonly initQueries: readonly string[]
}

/** How the statements of a run are kept together (sql-reference §15.4). */
export type TransactionRule =
  /** DDL commits by itself. */
  | { readonly by: 'nobody' }
  /** The files bring BEGIN and COMMIT. */
  | { readonly by: 'files' }
  /** The runner opens one for all files; statements that have no effect inside run before and after it. */
  | { readonly by: 'runner'; readonly begin: string; readonly outside?: RegExp; readonly check?: TableCheck }

/** Finds rows that refer to nothing, where the checks were off while they were written. */
export interface TableCheck {
  /** Only where one of the statements that ran outside says so. */
  readonly when: RegExp
  query(table: string): string
}

export interface Driver<T extends Target = Target> {
  readonly transaction: TransactionRule
  /** Whether tables are made under other names first, because a DROP cannot be taken back. */
  readonly isRehearsed?: true
  target(dsn: Dsn, connection: ConnectionConfig): T
  /** Loads the npm package behind it, so that the time this takes does not count as the server's. */
  load(): Promise<unknown>
  open(target: T, options: OpenOptions): Promise<Session>
  problemOf(error: unknown): Problem
  /** Whether a statement failed because what it names does not exist. */
  isMissing(problem: Problem): boolean
}

export interface OpenOptions {
  /** Whether a database that is only a file may come into being. */
  readonly create: boolean
  /** Aborted when the attempt has taken too long. */
  readonly signal: AbortSignal
}

export type Drivers = Readonly<Record<Adapter, () => Promise<Driver>>>

/** Seconds without an answer after which a server counts as unreachable. */
const defaultTimeout = 10

/** Seconds to wait for a table that another session holds, instead of for ever. */
export const lockTimeout = 30

/** `ATTR_TIMEOUT` of the configuration, in seconds. */
export const timeoutOf = ({ attributes, options }: ConnectionConfig, given?: string): number =>
  positive(attributes?.ATTR_TIMEOUT) ?? positive(options?.ATTR_TIMEOUT) ?? positive(given) ?? defaultTimeout

const positive = (value: unknown): number | undefined => (Number(value) > 0 ? Number(value) : undefined)
