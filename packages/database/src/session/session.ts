import type { ConnectionConfig, Statement } from 'orm-core/internal'
import type { Address } from './address.js'
import type { BrowseRules, ResultTable } from './browse-rules.js'
import type { Problem } from './problem.js'

/** An open connection. Those of `connect` throw only a DatabaseError. */
export interface Session {
  /** Sends one statement as text, without parsing parameters in it, and returns the rows. */
  execute(statement: string): Promise<readonly Row[]>
  /**
   * Runs one statement and returns its first rows, so that a table of any size needs little memory. The server rejects a text
   * with several statements. Present if the driver has `browse`.
   */
  read?(statement: string, limit: number): Promise<ResultTable>
  /** Stops the running statement, which then fails. Present if the driver has `browse`. */
  cancel?(): Promise<void>
  close(): Promise<void>
  /** Closes the socket without notifying the server. */
  destroy(): void
}

export type Row = Readonly<Record<string, unknown>>

/** Parts of a PDO DSN: `mysql:host=db1;dbname=shop` or `sqlite:var/shop.sq3`. */
export interface Dsn {
  readonly driver: string
  /** Everything after the driver, as written, such as the path of an SQLite file. */
  readonly rest: string
  /** Parts by lower-case name. */
  readonly parts: Readonly<Record<string, string>>
}

/** What is needed to reach a database, derived from the connection's configuration without connecting. */
export interface Target {
  readonly address: Address
  /** Name of the database, for messages. */
  readonly database: string
  readonly user?: string
  /** Connection timeout in seconds. */
  readonly timeout: number
  /** Statements to run before those of the configuration. */
  readonly initQueries: readonly string[]
  /** Whether the database ends with its connection. */
  readonly isTransient?: boolean
}

/** How the statements of a run are combined into transactions. */
export type TransactionRule =
  /** DDL commits implicitly. */
  | { readonly by: 'nobody' }
  /** The files contain BEGIN and COMMIT. */
  | { readonly by: 'files' }
  /** The runner opens one transaction for all files. Statements without effect inside run before and after it. */
  | { readonly by: 'runner'; readonly begin: string; readonly outside?: RegExp; readonly check?: TableCheck }

/** Finds rows with broken references, if checks were off while they were written. */
export interface TableCheck {
  /** Check only if a statement that ran outside matches. */
  readonly when: RegExp
  query(table: string): string
}

/** Vendor rules for applying migrations. */
export interface MigrationRules {
  literal(text: string): string
  /** Makes the server reject values that do not fit, whatever its settings; absent if it always does, or never. */
  readonly strictness?: string
  /** Starts the transaction of a migration; absent if DDL commits implicitly. */
  readonly begin?: string
  /** Starts a transaction for a single statement and its entry in the state table; absent if transactions are not used. */
  readonly beginStatement?: string
  /** Returns whether a statement was rejected because it ran in a transaction. */
  refusesTransaction?(problem: Problem): boolean
  /** Statements without effect inside a transaction. At the start of a migration they run before it, otherwise after it. */
  readonly outside?: RegExp
  /** Statements that affect the session. A run that continues a migration executes them again. */
  readonly session: RegExp
  /** Finds rows with broken references, if a statement that ran outside has turned the checks off. */
  readonly references?: { readonly when: RegExp; readonly query: string }
  /**
   * Returns a query for objects that are lost when these statements drop and recreate a table: column `sql` recreates the
   * object, and column `query` returns a row if it already exists.
   */
  goesWith?(statement: string, all: readonly string[]): string | undefined
  /** Session lock; absent if the transaction of each migration is the lock. */
  lock?(table: string): SessionLock
  /** Returns whether a transaction could not start because another one is active. */
  isBusy?(problem: Problem): boolean
  /**
   * Statements that set the lock timeout and the statement timeout. Of each list, the first one that the server supports is
   * used.
   */
  timeouts(lock: number, statement: number | undefined): readonly (readonly [string, ...string[]])[]
  readonly hasStatementTimeout: boolean
  /** Returns whether a statement failed because it was executed before. Called only if that is unknown. */
  isDoneAlready(problem: Problem, statement: string): boolean
  /** Returns whether a statement failed because the object that it creates already exists, in any message language. */
  isThere(problem: Problem): boolean
  /**
   * Returns a query for where names without a schema are found, which a migration may change: column `home` has the schema
   * of this table, and column `back` a statement that changes back. Absent if the vendor's sessions cannot change it.
   */
  place?(table: string): string
  /** Returns a query for statements that clean up after an interrupted attempt. */
  leftovers?(statement: string): string | undefined
  /** Absent if statements cannot be executed in batches. */
  readonly batches?: BatchRules
  /** What follows the columns of the state table. */
  readonly tableOptions: string
  /** Returns statements that widen the `version` column of a table that another tool created. */
  widenVersion?(table: string, version: string): readonly string[]
}

/** How key values are read, so that a value has the same text in every run. */
export interface BatchRules {
  /** Returns a query for the `type` of a column, if `value` depends on it. */
  typeQuery?(table: readonly string[], column: string): string
  /**
   * Returns an expression for a value as text: `n:` and a number, `t:` and a text, `b:` and bytes in hexadecimal digits, or
   * `x:` and the bytes of a text in hexadecimal digits. Undefined if the type is not sorted the way it is compared.
   */
  value(column: string, type: string): string | undefined
}

export interface SessionLock {
  /** Returns a row with the single value 1 if this session now has the lock. Does not wait. */
  readonly take: string
  readonly release: string
}

export interface Driver<T extends Target = Target> {
  /** Query for the server version, in the column `version`. */
  readonly versionQuery: string
  /** Query for settings of the database that lose data, in the columns `message` and `cure`; absent if none are known. */
  readonly doubtsQuery?: string
  readonly transaction: TransactionRule
  readonly migrations: MigrationRules
  /** Schemes of database URLs, such as `postgres` in `postgres://user@host/database`; absent if URLs are not supported. */
  readonly urlSchemes?: readonly string[]
  /** Parses the DSN after the driver, if its form is not `name=value;name=value`. */
  dsnParts?(rest: string): Readonly<Record<string, string>>
  /** Known DSN part names, used to find misspelled ones. */
  readonly dsnNames?: readonly string[]
  target(dsn: Dsn, connection: ConnectionConfig): T
  /** Loads the npm package of the driver, so that loading does not count towards the connection timeout. */
  load(): Promise<unknown>
  open(target: T, options: OpenOptions): Promise<Session>
  /** Classifies an exception of the driver package. Sessions have done so already: see `DatabaseError`. */
  problemOf(error: unknown): Problem
  /** Returns whether a statement failed because an object that it names does not exist. */
  isMissing(problem: Problem): boolean
  /** Returns queries for what a statement can reach. `texts` are statements that may name other databases of the server. */
  facts(query: Query, texts: readonly string[]): Promise<FactQueries>
  /** Returns a query that counts the rows of a table, if `COUNT(*)` may not see all of them; null if that is not possible. */
  countRows?(table: string): string
  /** Returns a query for tables that lose rows or columns when this table or sequence is dropped, in the column `written`. */
  dependents?(name: string): string
  /** Prevents other sessions from writing to a table until the transaction ends or `release` is executed. */
  readonly hold?: { take(tables: readonly string[]): string; readonly release?: string }
  /** How to write to a table that the runtime's list locks protect; absent if that is not known to be safe. */
  readonly writeAlone?: WriteAlone
  /** Query for whether a backslash in a string is an escape character, in the column `escapes`. */
  readonly escapes?: string
  /** Returns whether a DROP among these statements deletes the rows first, so that foreign keys act on the deletion. */
  dropActsOnForeignKeys?(statements: readonly Statement[]): boolean
  /** Statements that open another database, whose tables cannot be inspected. */
  readonly opensDatabases?: RegExp
  /** How to create a temporary database next to the real one; absent if that is not known to be safe. */
  readonly scratch?: Scratch<T>
  /**
   * How to create tables temporarily in SQL schemas of the same database. `ownSchema` queries the `database`, and the `schema`
   * of unqualified names. If absent, a scratch database is used.
   */
  readonly stage?: {
    readonly ownSchema: string
    /** Returns a query for how the server writes SQL schema names in types and expressions: `name` and `spelled`. */
    spelling(schemas: readonly string[]): string
    /** Returns a statement after which names without an SQL schema are searched in this one first, until `end`. */
    searchFirst(schema: string): string
    readonly begin: string
    readonly end: string
    /** Statement that grants a user the required privilege. */
    readonly right: string
  }
  /**
   * Returns how the server rewrites each view query, or undefined for a rejected one. Absent if the server keeps queries as
   * written.
   */
  viewTexts?(
    connected: Connected,
    queries: readonly string[],
    connection: string,
  ): Promise<readonly (string | undefined)[]>
  /** How to create a database: where to connect, and the statement. Absent if the database is a file or needs more steps. */
  readonly newDatabase?: { target(target: T): T; create(quotedName: string): string }
  /** How users browse rows; absent if not supported. */
  readonly browse?: BrowseRules
  /** Determines how migration statements affect others; absent if not supported. */
  readonly effects?: EffectRules
  /** Creates tables under other names first, because a DROP cannot be rolled back. */
  rehearse?(connected: Connected, connection: string, statements: readonly Statement[]): Promise<void>
}

/** A transaction in which nobody else can write to some tables, even based on rows that they have already read. */
export interface WriteAlone {
  begin(...tables: readonly string[]): readonly string[]
  readonly commit: readonly string[]
  readonly rollBack: readonly string[]
  /** Second alias of the first table in a statement, besides `t`. Aliases of the next table end with 2, and so on. */
  readonly alias: string
  /** Returns an UPDATE of a column in the rows of a table `t` that match rows of a query `v`. */
  update(change: JoinedUpdate): string
  /** Query that returns a row if other servers accept writes to the same table. */
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
  /** Executes a statement in a database without rows, and returns its effect on the existing tables. */
  observe(connected: Connected, statement: string): Promise<Effect>
  /** Returns the `name`, `rows` and `bytes` of each table. */
  sizes(query: Query): Promise<readonly Row[]>
}

/** How a statement affects others who use the database at the same time. */
export interface Effect {
  readonly locks: readonly TableLock[]
  /** What the statement does with the rows: rewrites all, reads all, or neither. */
  readonly work: 'rewrites' | 'reads' | 'none'
}

export interface TableLock {
  readonly table: string
  /** Vendor's name of the lock. */
  readonly lock: string
  /** What must wait until the transaction of the statement ends. */
  readonly waits: 'reads and writes' | 'writes' | 'nothing'
}

export interface Scratch<T extends Target = Target> {
  /** Returns the target of the database with this name. */
  target(target: T, name: string): T
  /** How to create and drop the database; absent if opening and closing it does that. */
  readonly make?: {
    create(name: string, query: Query): Promise<string>
    drop(name: string): string
    /** Statement that grants a user both privileges. */
    readonly right: string
  }
  /** Statements that change more than the current database. */
  readonly reachesOut: RegExp
  /** Query for databases that a statement can reach by name. */
  readonly otherDatabases?: string
}

export type Query = (sql: string) => Promise<readonly Row[]>

/** Queries that `Facts` are read with. */
export interface FactQueries {
  /** Query with columns `written` and `name`. */
  readonly tables: string
  /** Query that returns a row if something acts on new rows. */
  readonly acts: string
  /** Query with the column `name`. */
  readonly watchers?: string
}

export interface OpenOptions {
  /** Whether a database that is only a file may be created. */
  readonly create: boolean
  /** Whether a missing file is an error instead of an empty database. */
  readonly mustExist: boolean
  /** Present for the studio: statements can be canceled, and write only if `write` is set. */
  readonly browse?: { readonly write: boolean }
  /** Aborted when the connection timeout has expired. */
  readonly signal: AbortSignal
}

/** A session with what its error messages need. */
export interface Connected {
  readonly driver: Driver
  readonly session: Session
  /** Removes the password from a text written by the server or driver. */
  readonly censor: (text: string) => string
  /** Whether the database ends with its connection. */
  readonly isTransient?: boolean
}

/** Seconds without an answer after which a server counts as unreachable, unless `ORM_CONNECT_TIMEOUT` is set. */
const defaultTimeout = 10

/** Seconds to wait for a table that another session has locked, instead of forever. */
export const lockTimeout = 30

/** Returns the connection timeout in seconds, from `ATTR_TIMEOUT` of the configuration if it is set. */
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
