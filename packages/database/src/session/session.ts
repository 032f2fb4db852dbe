import type { ConnectionConfig, OrmError, Statement } from 'orm-core/internal'
import type { Address } from './address.js'
import type { BrowseRules, ResultTable } from './browse-rules.js'
import type { Problem } from './problem.js'

/** An open connection. */
export interface Session {
  /** Sends one statement as text, without looking for parameters in it, and gives the rows that come back. */
  execute(statement: string): Promise<readonly Row[]>
  /**
   * Runs one statement and returns its first rows, so that a table of any size needs little memory. The server rejects a text
   * with several statements. Present where the driver has `browse`.
   */
  read?(statement: string, limit: number): Promise<ResultTable>
  /** Stops the statement that is running, which then fails. Present where the driver has `browse`. */
  cancel?(): Promise<void>
  close(): Promise<void>
  /** Closes the socket without telling the server. */
  destroy(): void
}

export type Row = Readonly<Record<string, unknown>>

/** The parts of a PDO data source name: `mysql:host=db1;dbname=shop` or `sqlite:var/shop.sq3`. */
export interface Dsn {
  readonly driver: string
  /** Everything after the driver, as written: the path of an SQLite file. */
  readonly rest: string
  /** By name in lower case. */
  readonly parts: Readonly<Record<string, string>>
}

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
  /** Whether the database ends with its connection. */
  readonly isTransient?: boolean
}

/** How the statements of a run are kept together. */
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

/** What applying migrations needs to know of a vendor. */
export interface MigrationRules {
  literal(text: string): string
  /** Opens the transaction of a migration; absent where DDL commits by itself. */
  readonly begin?: string
  /** Opens one for a single statement and its entry in the state table; absent where there is none at all. */
  readonly beginStatement?: string
  /** Whether a statement was refused because of the transaction around it. */
  refusesTransaction?(problem: Problem): boolean
  /** Statements that have no effect inside a transaction: those at the start run before it, the others after it. */
  readonly outside?: RegExp
  /** Statements that hold for the session: a run that continues a migration executes them again. */
  readonly session: RegExp
  /** Finds rows that refer to nothing, where a statement that ran outside has turned the checks off. */
  readonly references?: { readonly when: RegExp; readonly query: string }
  /**
   * A query for what goes with a table that these statements drop and make anew, and that they may not know of: columns
   * `sql`, which makes it again, and `query`, which gives a row where it is there already.
   */
  goesWith?(statement: string, all: readonly string[]): string | undefined
  /** Holds for the session; absent where the transaction of each migration is the lock. */
  lock?(table: string): SessionLock
  /** Whether a transaction could not begin because somebody else has one. */
  isBusy?(problem: Problem): boolean
  /** Seconds to wait for others, and that a statement may take; of each list, the first that the server knows. */
  timeouts(lock: number, statement: number | undefined): readonly (readonly [string, ...string[]])[]
  readonly hasStatementTimeout: boolean
  /** Whether a statement fails because it was executed before; asked only where that is not known. */
  isDoneAlready(problem: Problem, statement: string): boolean
  /** Whether a statement fails because what it creates is there already, whatever the language of the message. */
  isThere(problem: Problem): boolean
  /** A query for statements that clear away what is left of an attempt. */
  leftovers?(statement: string): string | undefined
  /** Absent where statements cannot be executed for some rows at a time. */
  readonly batches?: BatchRules
  /** What follows the columns of the state table. */
  readonly tableOptions: string
  /** Makes room for long numbers in the `version` of a table that another tool made. */
  widenVersion?(table: string, version: string): readonly string[]
}

/** How the values of keys are read, so that the same text stands for them in every run. */
export interface BatchRules {
  /** Asks for the `type` of a column, where `value` depends on it. */
  typeQuery?(table: readonly string[], column: string): string
  /**
   * An expression for a value as text: `n:` and a number, `t:` and a text, `b:` and the bytes in hexadecimal digits, or `x:`
   * for those of a text. Undefined where the values of the type are not sorted as they are compared.
   */
  value(column: string, type: string): string | undefined
}

export interface SessionLock {
  /** Gives a row whose only value is 1 where the lock is ours now; does not wait. */
  readonly take: string
  readonly release: string
}

export interface Driver<T extends Target = Target> {
  /** A query for the version of the server, in the column `version`. */
  readonly versionQuery: string
  readonly transaction: TransactionRule
  readonly migrations: MigrationRules
  /** How database URLs of the vendor begin, such as `postgres` in `postgres://user@host/database`; none where absent. */
  readonly urlSchemes?: readonly string[]
  /** The parts of a data source name after the driver, where they are not `name=value;name=value`. */
  dsnParts?(rest: string): Readonly<Record<string, string>>
  /** Names of parts of a data source name that other names are compared with, to find misspelled ones. */
  readonly dsnNames?: readonly string[]
  target(dsn: Dsn, connection: ConnectionConfig): T
  /** Loads the npm package behind it, so that the time this takes does not count as the server's. */
  load(): Promise<unknown>
  open(target: T, options: OpenOptions): Promise<Session>
  problemOf(error: unknown): Problem
  /** Whether a statement failed because what it names does not exist. */
  isMissing(problem: Problem): boolean
  /** Queries for what a statement can reach; `texts` are statements that may name other databases of the server. */
  facts(query: Query, texts: readonly string[]): Promise<FactQueries>
  /** Counts the rows of a table, where `COUNT(*)` may not see all; null where that is not possible. */
  countRows?(table: string): string
  /** A query for tables that lose rows or columns when this one, or this sequence, is dropped: column `written`. */
  dependents?(name: string): string
  /** Keeps other sessions from writing to a table until the transaction ends, or `release` is sent. */
  readonly hold?: { take(tables: readonly string[]): string; readonly release?: string }
  /** How a table is written that the list locks of the runtime protect; absent where that is not known to be safe. */
  readonly writeAlone?: WriteAlone
  /** Asks whether a backslash in a string takes the meaning from the next character: column `escapes`. */
  readonly escapes?: string
  /** Whether a DROP among these statements deletes the rows first, so that foreign keys act on that. */
  dropActsOnForeignKeys?(statements: readonly Statement[]): boolean
  /** Statements that open another database, whose tables are out of sight. */
  readonly opensDatabases?: RegExp
  /** How a database is made for a while, beside the real one; absent where that is not known to be safe. */
  readonly scratch?: Scratch<T>
  /**
   * How tables are created for a while in SQL schemas of the database itself, so that nothing of it stays; `ownSchema` asks
   * for the `database`, and the `schema` of names without one. Absent where that takes a scratch database.
   */
  readonly stage?: {
    readonly ownSchema: string
    /** Asks how the server writes the names of SQL schemas in types and expressions: `name` and `spelled`. */
    spelling(schemas: readonly string[]): string
    readonly begin: string
    readonly end: string
    /** The statement that gives a user the right to do it. */
    readonly right: string
  }
  /**
   * What the server makes of queries that views are made of, one by one; undefined for one that it refuses. Absent where it
   * keeps their texts.
   */
  viewTexts?(
    connected: Connected,
    queries: readonly string[],
    connection: string,
  ): Promise<readonly (string | undefined)[]>
  /** How a database comes into being: where to ask for it, and the statement. Absent where it is a file, or takes more. */
  readonly newDatabase?: { target(target: T): T; create(quotedName: string): string }
  /** How people look at rows; absent where that has not been tried. */
  readonly browse?: BrowseRules
  /** Finds out what statements of migrations do to others; absent where that takes a scratch database. */
  readonly effects?: EffectRules
  /** Makes tables under other names first, where a DROP cannot be taken back. */
  rehearse?(connected: Connected, connection: string, statements: readonly Statement[]): Promise<void>
}

/** A transaction in which nobody else writes to some tables, not even who has read what he will write. */
export interface WriteAlone {
  begin(...tables: readonly string[]): readonly string[]
  readonly commit: readonly string[]
  readonly rollBack: readonly string[]
  /**
   * The second name that the first table may have in a statement, besides its own as `t`; those of the next table end with 2, and so
   * on.
   */
  readonly alias: string
  /** Writes a column of rows of a table, as `t`, that match rows of a query, as `v`. */
  update(change: JoinedUpdate): string
  /** Gives a row where other servers accept writes to the same table. */
  readonly isClustered?: string
}

export interface JoinedUpdate {
  readonly table: string
  readonly column: string
  readonly value: string
  readonly source: string
  readonly condition: string
}

export interface EffectRules {
  /** Executes a statement, in a database without rows, and tells what it did to the tables that were there before. */
  observe(connected: Connected, statement: string): Promise<Effect>
  /** The `name`, `rows` and `bytes` of each table. */
  sizes(query: Query): Promise<readonly Row[]>
}

/** What a statement does to those who work with the database meanwhile. */
export interface Effect {
  readonly locks: readonly TableLock[]
  /** What it does with the rows: writes them all anew, reads them all, or neither. */
  readonly work: 'rewrites' | 'reads' | 'none'
}

export interface TableLock {
  readonly table: string
  /** As the vendor calls it. */
  readonly lock: string
  /** What has to wait until the transaction of the statement ends. */
  readonly waits: 'reads and writes' | 'writes' | 'nothing'
}

export interface Scratch<T extends Target = Target> {
  /** Where the database of this name is. */
  target(target: T, name: string): T
  /** What makes it and takes it away; absent where opening and closing it does. */
  readonly make?: {
    create(name: string, query: Query): Promise<string>
    drop(name: string): string
    /** The statement that gives a user the right to do both. */
    readonly right: string
  }
  /** Statements that change more than the database they are executed in. */
  readonly reachesOut: RegExp
  /** Databases that a statement can reach by name. */
  readonly otherDatabases?: string
}

export type Query = (sql: string) => Promise<readonly Row[]>

/** What `Facts` are made from. */
export interface FactQueries {
  /** Columns `written` and `name`. */
  readonly tables: string
  /** Gives a row where something acts on new rows. */
  readonly acts: string
  /** Column `name`. */
  readonly watchers?: string
}

export interface OpenOptions {
  /** Whether a database that is only a file may come into being. */
  readonly create: boolean
  /** Whether a missing file is an error, instead of an empty database. */
  readonly mustExist: boolean
  /** Whether a person looks at rows: statements can be canceled, and write only where this is asked for. */
  readonly browse?: { readonly write: boolean }
  /** Aborted when the attempt has taken too long. */
  readonly signal: AbortSignal
}

/** A session with what its errors need. */
export interface Connected {
  readonly driver: Driver
  readonly session: Session
  /** Takes a password out of a text that somebody else wrote. */
  readonly censor: (text: string) => string
  readonly unreachable: (problem: Problem) => OrmError
  /** Whether the database ends with its connection. */
  readonly isTransient?: boolean
}

/** Seconds without an answer after which a server counts as unreachable, unless `ORM_CONNECT_TIMEOUT` says otherwise. */
const defaultTimeout = 10

/** Seconds to wait for a table that another session holds, instead of for ever. */
export const lockTimeout = 30

/** `ATTR_TIMEOUT` of the configuration, in seconds. */
export const timeoutOf = ({ attributes, options }: ConnectionConfig, given?: string): number =>
  positive(attributes?.ATTR_TIMEOUT) ??
  positive(options?.ATTR_TIMEOUT) ??
  positive(given) ??
  positive(process.env.ORM_CONNECT_TIMEOUT) ??
  defaultTimeout

const positive = (value: unknown): number | undefined => (Number(value) > 0 ? Number(value) : undefined)

/** `UPDATE … FROM`, which most vendors have. */
export const updateFrom: WriteAlone['update'] = ({ table, column, value, source, condition }) =>
  `UPDATE ${table} AS t SET ${column} = ${value} FROM (${source}) v WHERE ${condition}`
