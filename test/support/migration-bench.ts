import { buildSql, type Config, dialects, loadConfig } from 'orm-core'
import {
  type CatalogTable,
  describeDiff,
  type MigrationPlan,
  planMigrations,
  type Snapshot,
  Source,
  splitStatements,
} from 'orm-core/internal'
import { databaseSnapshots, migrate, migrateDown, migrationDrift } from 'orm-database'
import type { AlterRules } from '#core/dialects/index.js'
import { qualifiedName, type ReferentialAction } from '#core/model/index.js'
import { close, connect } from '#database/connect/connect.js'
import { catalogReaderOf } from '#database/dialects/index.js'
import type { Row, Session } from '#database/session/session.js'
import { createDatabase, type DatabaseName, type TestDatabase } from './databases.js'
import { memoryFiles } from './memory-files.js'
import { unchecked } from './random-rows.js'

/** Rows by qualified table name. */
export type Rows = ReadonlyMap<string, readonly Row[]>

export interface BenchOptions {
  /** SQL schemas that tables may use, if the vendor supports them. */
  readonly sqlSchemas?: readonly string[]
  /** Statements that create what tables refer to, such as types. */
  readonly setUp?: readonly string[]
}

/** An in-memory project with an open database that is emptied between uses. It runs the same functions as the commands. */
export class MigrationBench {
  /** The files of the project, by path. */
  #files: Record<string, string> = {}

  constructor(
    readonly database: TestDatabase,
    readonly config: Config,
    readonly session: Session,
    readonly options: BenchOptions,
  ) {}

  static async open(name: DatabaseName, options: BenchOptions = {}): Promise<MigrationBench> {
    const database = await createDatabase(name)
    const { dsn, user, password } = database
    const orm = { database: { connections: { shop: { adapter: name, dsn, user, password } } } }
    const config = await loadConfig({
      files: memoryFiles({ 'orm.json': JSON.stringify({ orm }).replaceAll('%', '%%') }),
    })
    const { session } = await connect('shop', config.connections.shop!, { create: true })
    return new MigrationBench(database, config, session, options)
  }

  async close(): Promise<void> {
    await close(this.session)
    await this.database.drop()
  }

  /** Removes every table and every file. */
  async clear(): Promise<void> {
    this.#files = {}
    const { name } = this.database
    const { sqlSchemas = [], setUp = [] } = this.options
    if (name === 'pgsql') {
      const schemas = ['public', ...sqlSchemas]
      await this.run(
        schemas.flatMap((schema) => [`DROP SCHEMA IF EXISTS "${schema}" CASCADE`, `CREATE SCHEMA "${schema}"`]),
      )
      return this.run(setUp)
    }
    const query =
      name === 'sqlite'
        ? "SELECT name AS n FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        : 'SELECT table_name AS n FROM information_schema.tables WHERE table_schema = DATABASE()'
    const tables = (await this.session.execute(query)).map(({ n }) => String(n))
    const [off, on] = unchecked[name]
    await this.run([off, ...tables.map((table) => `DROP TABLE ${dialects[name].quote(table)}`), on])
  }

  async run(statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      try {
        await this.session.execute(statement)
      } catch (error) {
        throw new Error(`${(error as Error).message}\n  ${statement}`)
      }
    }
  }

  /** Creates the tables from the output of `sql:build`, without migrations. */
  async create(schema: string): Promise<void> {
    const [sql] = await buildSql(inputsOf(schema), { config: this.config, files: memoryFiles({}) })
    const { statements } = splitStatements(new Source('shop.sql', sql!.contents), dialects[this.database.name].lexicon)
    await this.run(statements.map(({ text }) => text))
  }

  /** Returns the plan of `migration:diff`. `keep()` stores its files. */
  async plan(schema: string, renames: readonly string[] = []): Promise<MigrationPlan> {
    const [plan] = await planMigrations(inputsOf(schema), { ...this.#shared(), renames })
    return plan!
  }

  keep({ files }: Pick<MigrationPlan, 'files'>): void {
    for (const { path, contents } of files) this.#files[`generated-migrations/${path}`] = contents
  }

  /** Stores hand-written statements as a migration after the latest one. */
  keepStatements(up: readonly string[], down: readonly string[]): void {
    const newest = Object.keys(this.#files)
      .sort()
      .filter((path) => path.endsWith('.sql'))
      .at(-1)!
    const version = Number(/\d{14}/.exec(newest)![0]) + 1
    const text = (statements: readonly string[]): string => statements.map((statement) => `${statement};\n`).join('')
    this.#files[`generated-migrations/${version}_data.sql`] = `-- orm:up\n${text(up)}-- orm:down\n${text(down)}`
  }

  async up(): Promise<void> {
    await migrate(this.#shared())
  }

  /** Reverts the latest migration, or all that are newer than the given version. */
  async down(to?: string): Promise<void> {
    await migrateDown({ ...this.#shared(), allowLoss: true, ...(to !== undefined && { to }) })
  }

  /**
   * Returns the differences that `migration:drift` and `migration:diff` report for a migrated schema; an empty string if there
   * are none.
   */
  async differences(schema: string): Promise<string> {
    const notices: string[] = []
    const shared = { ...this.#shared(), onNotice: (text: string) => notices.push(text) }
    const [drift] = await migrationDrift(shared)
    const [plan] = await planMigrations(inputsOf(schema), {
      ...shared,
      from: (desired) => databaseSnapshots({ ...shared, desired }),
    })
    const [stored] = await planMigrations(inputsOf(schema), shared)
    return [
      ...drift!.changes.map((change) => `drift: ${change}`),
      ...describeDiff(plan!.diff).map((change) => `from the database: ${change}`),
      ...stored!.changes.map((change) => `from the snapshot: ${change}`),
      ...notices,
    ].join('\n')
  }

  /** Returns the server's table definitions as text, independent of the order of columns. */
  async catalog(): Promise<string> {
    const read = await catalogReaderOf(this.database.name)
    const tables = await read({
      query: (sql) => this.session.execute(sql),
      withOptions: true,
      withLosses: false,
      settings: this.config.adapters,
      notice: () => {},
    })
    return tables
      .filter(({ name }) => name !== this.config.migrations.tableName)
      .flatMap((table) => catalogLines(table, dialects[this.database.name].alter))
      .sort()
      .join('\n')
  }

  async read({ tables }: Snapshot): Promise<Rows> {
    const rows = new Map<string, readonly Row[]>()
    const { quote, alter } = dialects[this.database.name]
    for (const table of tables) {
      const list = table.columns.map((column) => quote(column.name)).join(', ')
      rows.set(qualifiedName(table), await this.session.execute(`SELECT ${list} FROM ${alter.tableName(table)}`))
    }
    return rows
  }

  /** Removes every row. */
  async empty({ tables }: Snapshot): Promise<void> {
    const [off, on] = unchecked[this.database.name]
    const { tableName } = dialects[this.database.name].alter
    await this.run([off, ...tables.map((table) => `DELETE FROM ${tableName(table)}`), on])
  }

  #shared() {
    return { config: this.config, files: memoryFiles(this.#files) }
  }
}

const inputsOf = (schema: string) => [{ path: 'schema.xml', contents: schema }]

function catalogLines(
  { columns, indexes, foreignKeys, ...table }: CatalogTable,
  { nameless, noAction }: AlterRules,
): string[] {
  const id = `${table.schema ?? ''}.${table.name}`
  // Servers have several words for no action and store the one that was used.
  const keyText = (key: object): string =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(key).filter(
          ([name, value]) => !/^on/.test(name) || !noAction.includes(value as ReferentialAction),
        ),
      ),
    )
  return [
    `${id} ${JSON.stringify(table)}`,
    // A server may store a default of 1.5 as 1.50.
    ...columns.map(
      (column) =>
        `${id} column ${JSON.stringify(column).replace(/("default":"-?\d+(?:\.\d*?[1-9])?)\.?0*(?=")/, '$1')}`,
    ),
    ...indexes.map(({ name, ...index }) => {
      const isNameless = index.unique && nameless.includes('unique')
      return `${id} index ${isNameless ? '' : name} ${JSON.stringify(index)}`
    }),
    ...foreignKeys.map(
      ({ name, ...key }) => `${id} foreign key ${nameless.includes('foreign key') ? '' : name} ${keyText(key)}`,
    ),
  ]
}

/** Converts a value of a row to the same form for all drivers. */
export const comparable = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** Throws an error with the lines that differ if two strings are not equal. */
export function same(actual: string, expected: string, what: string): void {
  if (actual === expected) return
  const [a, b] = [actual, expected].map((text) => text.split('\n')) as [string[], string[]]
  const only = (left: string[], right: string[], sign: string) =>
    left.filter((line) => !right.includes(line)).map((line) => `${sign} ${line.trim()}`)
  throw new Error(`${what}\n${[...only(b, a, '-'), ...only(a, b, '+')].slice(0, 20).join('\n')}`)
}
