import test from 'ava'
import { buildSql, type Config, dialects, loadConfig, OrmError } from 'orm-core'
import {
  describeDiff,
  diffDatabases,
  isEmpty,
  type MigrationPlan,
  planMigrations,
  readMigration,
  type Snapshot,
  Source,
  splitStatements,
  writeSnapshot,
} from 'orm-core/internal'
import { reverseDatabase } from 'orm-database'
import { close, connect } from '#database/connect/connect.js'
import type { Row, Session } from '#database/session/session.js'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { memoryFiles } from '../support/memory-files.js'
import { coverageOf, wantedCoverage } from '../support/migration-coverage.js'
import { rowsOf, unchecked } from '../support/random-rows.js'
import { randomSchemas } from '../support/random-schemas.js'

/** The long form: ORM_MIGRATIONS=1, with `npm run test:migrations`. ORM_MIGRATION_SEED runs one pair. */
const isLong = process.env.ORM_MIGRATIONS === '1'
const counts: Readonly<Record<DatabaseName, number>> = isLong
  ? { sqlite: 2000, pgsql: 300, mysql: 300 }
  : { sqlite: 40, pgsql: 8, mysql: 8 }
const only = process.env.ORM_MIGRATION_SEED
/** Where to begin, so that several processes can share the work. */
const from = Number(process.env.ORM_MIGRATION_FROM ?? 1)
const pairs = Number(process.env.ORM_MIGRATION_PAIRS ?? 0)

/** A database that is emptied between pairs, and kept open. */
class Bench {
  constructor(
    readonly database: TestDatabase,
    readonly config: Config,
    readonly session: Session,
  ) {}

  static async open(name: DatabaseName): Promise<Bench> {
    const database = await createDatabase(name)
    const { dsn, user, password } = database
    const orm = { database: { connections: { shop: { adapter: name, dsn, user, password } } } }
    const config = await loadConfig({
      files: memoryFiles({ 'orm.json': JSON.stringify({ orm }).replaceAll('%', '%%') }),
    })
    const { session } = await connect('shop', config.connections.shop!, { create: true })
    return new Bench(database, config, session)
  }

  async close(): Promise<void> {
    await close(this.session)
    await this.database.drop()
  }

  /** Removes every table. */
  async clear(): Promise<void> {
    const { name } = this.database
    if (name === 'pgsql') return this.run(['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public'])
    const query =
      name === 'sqlite'
        ? "SELECT name AS n FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        : 'SELECT table_name AS n FROM information_schema.tables WHERE table_schema = DATABASE()'
    const tables = (await this.session.execute(query)).map(({ n }) => String(n))
    const [off, on] = unchecked[name]
    await this.run([off, ...tables.map((table) => `DROP TABLE ${dialects[name].quote(table)}`), on])
  }

  /** Removes every row. */
  async empty({ tables }: Snapshot): Promise<void> {
    const { name } = this.database
    const [off, on] = unchecked[name]
    await this.run([off, ...tables.map((table) => `DELETE FROM ${dialects[name].quote(table.name)}`), on])
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

  async create(schema: string): Promise<void> {
    const [sql] = await buildSql([{ path: 'schema.xml', contents: schema }], {
      config: this.config,
      files: memoryFiles({}),
    })
    const { statements } = splitStatements(new Source('shop.sql', sql!.contents), dialects[this.database.name].lexicon)
    await this.run(statements.map(({ text }) => text))
  }

  /** Runs one way of a migration as the runner does: in a transaction where there is one, with foreign keys checked. */
  async migrate(text: string, way: 'up' | 'down'): Promise<void> {
    const { name } = this.database
    const file = readMigration(new Source('migration.sql', text), dialects[name].lexicon)
    const statements = file[way]!.map((statement) => statement.text)
    if (name === 'mysql') return this.run(statements)
    const isOutside = (statement: string) => /^PRAGMA foreign_keys/.test(statement)
    try {
      await this.run(statements.filter((each) => /foreign_keys = OFF/.test(each)))
      await this.run([name === 'sqlite' ? 'BEGIN IMMEDIATE' : 'BEGIN'])
      await this.run(statements.filter((each) => !isOutside(each)))
      const broken = name === 'sqlite' ? await this.session.execute('PRAGMA foreign_key_check') : []
      if (broken.length > 0)
        throw new Error(`broken references: ${broken.map((row) => Object.values(row).join(' ')).join()}`)
      await this.run(['COMMIT'])
    } catch (error) {
      await this.session.execute('ROLLBACK').catch(() => {})
      throw error
    } finally {
      await this.run(statements.filter((each) => /foreign_keys = ON/.test(each)))
    }
  }

  /** What the catalog says. */
  async reversed(): Promise<Snapshot> {
    const { schema } = await reverseDatabase({
      name: 'shop',
      connection: this.config.connections.shop!,
      database: 'shop',
      config: this.config,
      withViews: false,
    })
    return (await planOf(schema, this.config)).diff.after
  }
}

async function planOf(
  schema: string,
  config: Config,
  more: { readonly snapshot?: Snapshot; readonly renames?: readonly string[] } = {},
): Promise<MigrationPlan> {
  const { snapshot, renames = [] } = more
  const files = memoryFiles(snapshot ? { 'generated-migrations/schema.json': writeSnapshot(snapshot) } : {})
  const [plan] = await planMigrations([{ path: 'schema.xml', contents: schema }], { config, files, renames })
  return plan!
}

/** The catalog as text, with columns by name: their order is nobody's business. */
const catalogText = (snapshot: Snapshot): string =>
  writeSnapshot({
    ...snapshot,
    tables: snapshot.tables.map((table) => ({
      ...table,
      columns: [...table.columns]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((column) => {
          const { size: _size, scale: _scale, ...rest } = column
          const { type } = dialects[snapshot.platform].alter.columnFacts(column, table, snapshot.settings)
          return { ...rest, type: 'VARCHAR' as const, sqlType: type }
        }),
      ...(dialects[snapshot.platform].alter.nameless.includes('unique') && {
        uniques: table.uniques.map((unique) => ({
          ...unique,
          name: unique.columns.map(({ name }) => name).join(),
          explicitName: false,
        })),
      }),
      // NO ACTION is what servers do by themselves; MariaDB has two words for it and remembers which one was used.
      foreignKeys: table.foreignKeys.map(({ onDelete, onUpdate, ...key }) => ({
        ...key,
        ...(onDelete && onDelete !== 'NO ACTION' && { onDelete }),
        ...(onUpdate && onUpdate !== 'NO ACTION' && { onUpdate }),
      })),
    })),
  })

/** What is wrong with a pair; undefined where nothing is, `none` where it is no pair at all. */
async function problemOf(first: Bench, second: Bench, seed: number, reached: Set<string>): Promise<string | undefined> {
  const { config } = first
  const { name } = first.database
  const { before, after, renames, steps } = randomSchemas(name, seed)
  let planned: MigrationPlan
  let start: Snapshot
  try {
    start = (await planOf(before, config)).diff.after
    planned = await planOf(after, config, { snapshot: start, renames })
  } catch (error) {
    // Not every change at random makes a schema that compiles.
    if (error instanceof OrmError && error.diagnostics.every(({ code }) => /^ORM-[SBW]/.test(code))) return 'none'
    throw error
  }
  for (const label of coverageOf(planned.diff)) reached.add(label)
  const sql = planned.files.find(({ path }) => path.endsWith('.sql'))?.contents
  const title = `seed ${seed}: ${steps.join('; ')} (${renames.join(' ')})\n${before}${after}\n${sql}`
  try {
    await first.clear()
    await second.clear()
    await first.create(before)
    const asBefore = await first.reversed()
    // A schema that was read says nothing of tables of the library.
    const fromDatabase = (actual: Snapshot, wanted: Snapshot) =>
      describeDiff(diffDatabases({ ...actual, ownTables: wanted.ownTables }, wanted)).join('\n')
    same(fromDatabase(asBefore, start), '', 'a database that was just made is what the schema says')
    await first.run(rowsOf(start, name))
    const rows = await read(first, start)
    if (sql === undefined) {
      same(
        isEmpty(planned.diff) || planned.diff.changed.every(({ columns }) => columns.length > 0),
        true,
        'nothing to do',
      )
      return undefined
    }
    await first.migrate(sql, 'up')
    await second.create(after)
    const [migrated, fresh] = [await first.reversed(), await second.reversed()]
    same(catalogText(migrated), catalogText(fresh), 'the catalog is that of a new database')
    same(fromDatabase(migrated, planned.diff.after), '', 'from the database, nothing is left to do')
    const end = (await planOf(after, config, { snapshot: planned.diff.after })).changes
    same(end.join('\n'), '', 'from the snapshot, nothing is left to do')
    const kept = await read(first, planned.diff.after)
    compareRows(planned, rows, kept)
    if (needsLostRows(planned.diff)) await first.empty(planned.diff.after)
    await first.migrate(sql, 'down')
    same(catalogText(await first.reversed()), catalogText(asBefore), 'down gives the catalog of before')
  } catch (error) {
    return `${(error as Error).message}\n${title}`
  }
  return undefined
}

/** Whether rows that are there stop the way back: what they need is gone. */
function needsLostRows({ before, dropped, changed }: MigrationPlan['diff']): boolean {
  const isNeeded = (table: string, column?: string): boolean =>
    before.tables.some(({ foreignKeys }) =>
      foreignKeys.some(
        ({ foreignTable, references }) =>
          foreignTable === table &&
          (column === undefined || references.some((each) => 'foreign' in each && each.foreign === column)),
      ),
    )
  return (
    dropped.some(({ name }) => isNeeded(name)) ||
    changed.some(({ before: table, droppedColumns }) =>
      droppedColumns.some(
        (column) =>
          isNeeded(table.name, column.name) ||
          ((column.required || column.primaryKey) && column.default === undefined) ||
          // All rows get the default again, which may be the only thing that tells them apart.
          (column.default !== undefined &&
            (column.primaryKey ||
              table.uniques.some(({ columns }) => columns.some(({ name }) => name === column.name)))),
      ),
    )
  )
}

function same(actual: unknown, expected: unknown, what: string): void {
  if (actual === expected) return
  const [a, b] = [actual, expected].map((value) => String(value).split('\n'))
  const only = (left: string[], right: string[], sign: string) =>
    left.filter((line) => !right.includes(line)).map((line) => `${sign} ${line.trim()}`)
  throw new Error(`${what}\n${[...only(b!, a!, '-'), ...only(a!, b!, '+')].slice(0, 20).join('\n')}`)
}

type Rows = ReadonlyMap<string, readonly Row[]>

async function read({ session, database }: Bench, { tables, platform }: Snapshot): Promise<Rows> {
  const { quote } = dialects[platform]
  const rows = new Map<string, readonly Row[]>()
  for (const { name, columns } of tables) {
    const list = columns.map((column) => quote(column.name)).join(', ')
    rows.set(name, await session.execute(`SELECT ${list} FROM ${quote(name)}`))
  }
  void database
  return rows
}

const comparable = (value: unknown): string =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('hex')
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)

/** Every row is there, with the same values in every column whose type both have. */
function compareRows({ diff }: MigrationPlan, before: Rows, after: Rows): void {
  const changes = new Map(diff.changed.map((change) => [change.before.name, change]))
  const dropped = new Set(diff.dropped.map(({ name }) => name))
  for (const table of diff.before.tables.filter(({ name }) => !dropped.has(name))) {
    const change = changes.get(table.name)
    const columns = change
      ? change.columns.filter(({ aspects }) => !aspects.has('type')).map((each) => [each.before.name, each.after.name])
      : table.columns.map(({ name }) => [name, name])
    const textOf = (rows: readonly Row[], side: 0 | 1): string =>
      rows
        .map((row) => JSON.stringify(columns.map((pair) => comparable(row[pair[side]!]))))
        .sort()
        .join('\n')
    const name = change?.after.name ?? table.name
    same(textOf(after.get(name)!, 1), textOf(before.get(table.name)!, 0), `the rows of ${name} are what they were`)
  }
}

for (const name of databases) {
  test(`${name}: random schemas become each other and back, with their rows`, async (t) => {
    const [first, second] = [await Bench.open(name), await Bench.open(name)]
    const problems: string[] = []
    const reached = new Set<string>()
    let none = 0
    try {
      const seeds =
        only === undefined ? Array.from({ length: pairs || counts[name] }, (_, index) => index + from) : [Number(only)]
      for (const seed of seeds) {
        const problem = await problemOf(first, second, seed, reached)
        if (problem === 'none') none++
        else if (problem !== undefined) {
          problems.push(problem)
          if (isLong) process.stderr.write(`${name}: ${problem.split('\n-- shop')[0]}\n`)
        }
        if (isLong && seed % 100 === 0) process.stderr.write(`${name}: ${seed} pairs\n`)
      }
      t.deepEqual(problems, [])
      if (isLong)
        t.deepEqual(
          wantedCoverage(name).filter((label) => !reached.has(label)),
          [],
        )
      t.true(none <= seeds.length * 0.2, `${none} of ${seeds.length} are no schemas`)
    } finally {
      await first.close()
      await second.close()
    }
  })
}
