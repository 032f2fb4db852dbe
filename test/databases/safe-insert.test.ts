import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { buildSql, type DialectName, dialects, OrmError } from 'orm-core'
import { refusals, Source, significantTokens, splitStatements } from 'orm-core/internal'
import { insertSql } from 'orm-database'
import { close } from '#database/connect/connect.js'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { isFuzz } from '../support/fuzz.js'
import { memoryProject } from '../support/memory-project.js'
import { query } from '../support/query.js'
import { randomSchemas } from '../support/random-schemas.js'
import { root } from '../support/root.mjs'
import { attacks, canaryRows, clearCreated, connection, hostileDatabase } from '../support/safe-attacks.js'
import { seedOf } from '../support/seed.mjs'

async function databaseOf(t: ExecutionContext, name: DatabaseName, ...statements: readonly string[]) {
  const database = await createDatabase(name)
  t.teardown(() => database.drop())
  await query(database, ...statements)
  return database
}

const hostile = (t: ExecutionContext, name: DatabaseName): Promise<TestDatabase> =>
  databaseOf(t, name, ...hostileDatabase[name])

/** The message with which `--safe` stops; empty where it executes everything. */
async function insertSafely(
  database: TestDatabase,
  sql: string,
  { queries = [], onProgress }: { queries?: readonly string[]; onProgress?: () => void } = {},
): Promise<string> {
  const own = /dbname=(\w+)/.exec(database.dsn)?.[1] ?? ''
  const { config, files } = await memoryProject(database, { 'shop.sql': sql.replaceAll('@own@', own) })
  const shop = { ...config.connections.shop!, settings: { queries: { ...queries } } }
  try {
    await insertSql({
      config: { ...config, connections: { shop } },
      files,
      safe: true,
      ...(onProgress && { onProgress }),
    })
    return ''
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.message
  }
}

for (const name of databases) {
  test(`${name}: no attack passes --safe: all are refused, and no row changes`, async (t) => {
    let database = await hostile(t, name)
    const before = await canaryRows(database)
    t.notRegex(before, /rror/)
    const accepted: string[] = []
    const changed: string[] = []
    for (const sql of attacks[name]) {
      const message = await insertSafely(database, sql)
      const isRefused = /ORM-D010|ORM-D020|ORM-D005/.test(message)
      const isUnchanged = (await canaryRows(database)) === before
      if (!isRefused) accepted.push(`${sql} ${message}`)
      if (!isUnchanged) changed.push(sql)
      if (!isRefused || !isUnchanged) database = await hostile(t, name)
    }
    t.deepEqual({ accepted, changed }, { accepted: [], changed: [] })
  })
}

/** Every schema of the tests of SQL, of the golden cases and of the examples; of statements, `--safe` executes only some. */
const schemas = ['test/core/dialects/golden', 'test/golden', 'examples'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => existsSync(join(root, folder, name, 'schema.xml')))
    .map((name) => readFileSync(join(root, folder, name, 'schema.xml'), 'utf8'))
    .filter((schema) => !/<statement\b/.test(schema)),
)

const views = `<database name="shop">
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="price" type="INTEGER"/></table>
  <view name="dear_book" identity="id">
    <column name="id" type="INTEGER"/>
    <sql>SELECT id FROM book WHERE price &gt; 10</sql>
  </view>
  <view name="dear_again" identity="id"><column name="id" type="INTEGER"/><sql>SELECT id FROM dear_book</sql></view>
</database>`

const built = new Map<string, Promise<readonly string[]>>()

/** The files that `sql:build` writes; none where the vendor refuses the schema. */
function sqlOf(adapter: DialectName, schema: string): Promise<readonly string[]> {
  const key = `${adapter} ${schema}`
  const files = built.get(key) ?? buildSqlOf(adapter, schema)
  if (!isFuzz) built.set(key, files)
  return files
}

async function buildSqlOf(adapter: DialectName, schema: string): Promise<readonly string[]> {
  const [, name] = /<database\s[^>]*?name="([^"]+)"/.exec(schema)!
  const { config } = await memoryProject({ name: 'sqlite', dsn: 'sqlite::memory:', user: '', password: '' }, {})
  const shop = { ...config.connections.shop!, adapter }
  const generator = { ...config.generator, connections: [name!] }
  try {
    const files = await buildSql([{ path: 'schema.xml', contents: schema }], {
      config: { ...config, connections: { [name!]: shop }, generator },
    })
    return files.filter(({ path }) => path.endsWith('.sql')).map(({ contents }) => contents)
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return []
  }
}

/** Without conditions and expressions of indexes, and types of extensions, which `--safe` does not know. */
const randomOf = (name: DatabaseName, count: number): string[] =>
  Array.from({ length: count }, (_, seed) => randomSchemas(name, seed, { native: false }))
    .flatMap(({ before, after }) => [before, after])
    .filter((schema) => !/ (?:where|expression)="| type="(?:CITEXT|HSTORE)"/.test(schema))

for (const vendor of Object.keys(dialects) as DialectName[]) {
  test(`${vendor}: --safe knows every statement that sql:build writes`, async (t) => {
    let count = 0
    for (const schema of [...schemas, ...randomOf(vendor === 'pgsql' ? 'pgsql' : 'mysql', isFuzz ? 500 : 8)]) {
      for (const sql of await sqlOf(vendor, schema)) {
        count++
        const { statements } = splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon)
        t.deepEqual(
          refusals(statements, dialects[vendor]).map(({ statement, reason }) => `${reason}: ${statement.text}`),
          [],
        )
      }
    }
    t.log(`${count} files`)
    t.true(count > 12, `${count}`)
  })
}

for (const name of databases) {
  test(`${name}: --safe creates what sql:build writes, and once more while it is empty`, async (t) => {
    let executed = 0
    for (const schema of [...schemas, views, ...randomOf(name, isFuzz ? 50 : 2)]) {
      const files = await sqlOf(name, schema)
      if (files.length === 0) continue
      const database = await createDatabase(name)
      for (const _ of ['first', 'again']) {
        const message = await insertSafely(database, files.join('\n'))
        t.notRegex(message, /ORM-D010|ORM-D020/)
        // Some want an extension, or another database of the server.
        if (message === '') executed++
      }
      await database.drop()
    }
    t.log(`${executed} runs`)
    t.true(executed > 16, `${executed}`)
  })
}

if (databases.includes('mysql')) {
  test('mysql: --safe reads strings as sql_mode says', async (t) => {
    const database = await hostile(t, 'mysql')
    const before = await canaryRows(database)
    const sql = "CREATE TABLE n (x INTEGER COMMENT '\\', y INTEGER) SELECT touch() AS y -- ')"
    t.is(await insertSafely(database, sql), '', 'one string to its end')
    t.regex(await insertSafely(database, sql, { queries: ["SET sql_mode = 'NO_BACKSLASH_ESCAPES'"] }), /ORM-D020/)
    t.regex(
      await insertSafely(database, sql.replaceAll("'", '"'), { queries: ["SET sql_mode = 'ANSI_QUOTES'"] }),
      /ORM-D020/,
    )
    t.is(await canaryRows(database), before)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: --safe reads strings as standard_conforming_strings says', async (t) => {
    const database = await hostile(t, 'pgsql')
    const before = await canaryRows(database)
    const sql = "COMMENT ON TABLE keep IS '\\' /* '; DELETE FROM child -- */"
    t.is(await insertSafely(database, sql), '', 'a string and a comment')
    t.regex(
      await insertSafely(database, sql, { queries: ['SET standard_conforming_strings = off'] }),
      /ORM-D020|ORM-D005/,
    )
    t.is(await canaryRows(database), before)
  })

  test('pgsql: --safe does not drop rows that a policy hides, nor the next table of the same name', async (t) => {
    const database = await hostile(t, 'pgsql')
    const role = `orm_owner_${process.pid}`
    await query(
      database,
      `CREATE ROLE ${role} LOGIN PASSWORD 'x'`,
      `GRANT CREATE, USAGE ON SCHEMA public, first TO ${role}`,
      `ALTER TABLE behind OWNER TO ${role}`,
      `ALTER TABLE public.twice OWNER TO ${role}`,
      `ALTER TABLE first.twice OWNER TO ${role}`,
      'ALTER TABLE behind ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE behind FORCE ROW LEVEL SECURITY',
    )
    t.teardown(() => query(database, `DROP OWNED BY ${role} CASCADE`, `DROP ROLE ${role}`))
    const owned = { ...database, user: role, password: 'x' }
    t.deepEqual(await query(owned, 'SELECT * FROM behind'), [])
    const before = await canaryRows(database)
    t.regex(await insertSafely(owned, 'DROP TABLE IF EXISTS behind CASCADE'), /ORM-D010 .*behind/)
    t.regex(
      await insertSafely(owned, 'DROP TABLE twice; DROP TABLE twice', { queries: ['SET search_path = first, public'] }),
      /ORM-D002 .*table twice holds 1 row.*nothing was changed/,
    )
    t.is(await canaryRows(database), before)
  })
}

for (const name of databases.filter((database) => database !== 'sqlite')) {
  test(`${name}: --safe does not drop rows that another session commits meanwhile`, async (t) => {
    const database = await hostile(t, name)
    const { session } = await connection(database)
    await session.execute('BEGIN')
    await session.execute('INSERT INTO hollow VALUES (7)')
    const sql = 'DROP TABLE IF EXISTS hollow; CREATE TABLE hollow (x INTEGER)'
    const message = await insertSafely(database, sql, {
      // Rows are counted by then, and the statement waits for the other session.
      onProgress: () => void wait(300).then(() => session.execute('COMMIT')),
    })
    await close(session)
    t.regex(message, /ORM-D002 .*table hollow holds 1 row.*nothing was changed/)
    t.is((await query(database, 'SELECT * FROM hollow')).length, 1)
  })
}

/** Accepted files to begin with. */
const seeds: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [
    "SET FOREIGN_KEY_CHECKS = 0; DROP TABLE IF EXISTS `hollow`; CREATE TABLE `hollow` (`x` INTEGER DEFAULT 5 NOT NULL COMMENT 'a', INDEX `i` (`x`)) ENGINE=InnoDB COMMENT='b'; SET FOREIGN_KEY_CHECKS = 1",
    "CREATE TABLE n (x DATETIME DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, y VARCHAR(9)); INSERT INTO n (x, y) VALUES (NOW(), 'a'), (NULL, 'it\\'s')",
    'CREATE TABLE p (id INTEGER NOT NULL PRIMARY KEY, k INTEGER, FOREIGN KEY (k) REFERENCES keep (id) ON DELETE CASCADE) ENGINE=InnoDB; INSERT INTO p VALUES (1, 1)',
    'CREATE TABLE n (x INTEGER); CREATE UNIQUE INDEX i ON n (x); ALTER TABLE n ADD CONSTRAINT u UNIQUE (x); INSERT INTO n VALUES (1)',
  ],
  pgsql: [
    'BEGIN; DROP TABLE IF EXISTS "hollow" CASCADE; CREATE TABLE "hollow" ("x" INTEGER DEFAULT 5 NOT NULL); COMMENT ON TABLE "hollow" IS \'b\'; CREATE INDEX "i" ON "hollow" ("x"); COMMIT',
    "CREATE TABLE n (x TIMESTAMP DEFAULT CURRENT_TIMESTAMP, y VARCHAR(9) DEFAULT lower('A'), z integer); INSERT INTO n (x, y) VALUES (now(), 'a'), (NULL, 'it''s')",
    "CREATE SEQUENCE s; CREATE TABLE p (id INTEGER DEFAULT nextval('s') PRIMARY KEY, k INTEGER); ALTER TABLE p ADD CONSTRAINT f FOREIGN KEY (k) REFERENCES keep (id) ON DELETE CASCADE DEFERRABLE; INSERT INTO p VALUES (1, 1)",
    'CREATE TABLE n (x touched, y integer DEFAULT touch(), z integer[]); CREATE INDEX i ON n (x)',
    "DROP SEQUENCE IF EXISTS s CASCADE; CREATE SCHEMA IF NOT EXISTS t; CREATE TABLE t.n (x text); INSERT INTO t.n VALUES (E'a')",
  ],
  sqlite: [
    'PRAGMA foreign_keys = OFF; DROP TABLE IF EXISTS [hollow]; CREATE TABLE [hollow] ([x] INTEGER DEFAULT 5 NOT NULL); CREATE INDEX [i] ON [hollow] ([x]); PRAGMA foreign_keys = ON',
    "CREATE TABLE n (x TIMESTAMP DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')), y VARCHAR(9)); INSERT INTO n (x, y) VALUES (CURRENT_TIMESTAMP, 'a'), (NULL, 'it''s')",
    'CREATE TABLE p (id INTEGER NOT NULL PRIMARY KEY, k INTEGER, FOREIGN KEY (k) REFERENCES keep (id) ON DELETE CASCADE); INSERT INTO p VALUES (1, 1); INSERT INTO p VALUES (2, 1)',
    'CREATE TABLE p (id INTEGER PRIMARY KEY AUTOINCREMENT, UNIQUE (id)); DROP TABLE IF EXISTS p; CREATE TABLE p (x)',
  ],
}

const words =
  `SELECT INSERT UPDATE DELETE REPLACE DROP CREATE ALTER TABLE TEMPORARY VIEW TRIGGER FROM INTO VALUES WHERE AS LIKE IF NOT
  EXISTS OR IGNORE ON CONFLICT DO DUPLICATE KEY RETURNING DEFAULT CHECK GENERATED ALWAYS STORED EXCLUDE USING REFERENCES CASCADE
  UNION INHERITS PARTITION EXCHANGE CONVERT WITH RENAME TO ENGINE MEMORY MERGE TRUNCATE CALL EXECUTE SET GLOBAL search_path PRAGMA
  writable_schema ATTACH keep child hollow hidden orphan merged parts typed stored touching_view child_view n p touch() now () calm()
  touched wrapped rowtype ( ) , ; . = :: [] ' " \` \\ /* */ /*! /*M! -- # $$ E' N' 1 NULL IN GRANT LOCK ROLLBACK COMMIT BEGIN`
    .split(/\s+/)
    .filter(Boolean)

/** A repeatable sequence of numbers below a limit. */
function random(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** The file with some of its tokens taken away, replaced or doubled, and with words or pieces of attacks put in. */
function mutated(name: DatabaseName, pick: (limit: number) => number): string {
  const { lexicon } = dialects[name]
  const tokens = significantTokens(seeds[name][pick(seeds[name].length)]!, lexicon)
  for (let count = 1 + pick(4); count > 0; count--) {
    const at = pick(tokens.length)
    const attack = significantTokens(attacks[name][pick(attacks[name].length)]!, lexicon)
    const start = pick(attack.length)
    const piece = pick(3) === 0 ? attack.slice(start, start + 1 + pick(8)) : [words[pick(words.length)]!]
    tokens.splice(at, pick(2), ...(pick(6) === 0 ? [] : pick(6) === 0 ? [tokens[at]!, tokens[at]!] : piece))
  }
  // Names before a parenthesis stay there, as functions do.
  return tokens.join(' ').replaceAll(/(\w) \(/g, (text, letter) => (pick(2) === 0 ? text : `${letter}(`))
}

for (const name of databases) {
  test(`${name}: accepted statements with words put in or replaced change no rows`, async (t) => {
    const cases = Number(process.env.ORM_SAFE_CASES ?? (isFuzz ? 200_000 : 400))
    const seed = seedOf(31)
    t.log(`ORM_SEED=${seed}`)
    const pick = random(seed)
    const database = await hostile(t, name)
    const before = await canaryRows(database)
    let executed = 0
    for (let count = 0; count < cases; count++) {
      const sql = mutated(name, pick)
      const { statements, problem } = splitStatements(new Source('x.sql', sql), dialects[name].lexicon)
      if (problem || statements.length === 0 || refusals(statements, dialects[name]).length > 0) continue
      const message = await insertSafely(database, sql)
      executed++
      if (!t.is(await canaryRows(database), before, `${sql}\n${message}`)) return
      // What the run has created is in the way of the next.
      await clearCreated(database)
    }
    t.log(`${executed} of ${cases} were executed`)
    t.true(executed > cases / 200, `${executed}`)
  })
}
