import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { type BuiltFile, buildSql, type Config, loadConfig, OrmError } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import { insertSql, migrate, migrationBaseline, migrationDrift, reverseDatabase } from 'orm-database'
import { close, connect } from '#database/connect/connect.js'
import type { Connected } from '#database/session/session.js'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { check } from '../support/fuzz.js'
import { memoryFiles } from '../support/memory-files.js'

/** SQL that a marker file or the missing row of a table called canary gives away. */
const attacks: Readonly<Record<DatabaseName, (marker: string) => string[]>> = {
  sqlite: (marker) => [`ATTACH DATABASE '${marker}' AS m; CREATE TABLE m.x (a);`],
  pgsql: (marker) => [`COPY (SELECT 1) TO '${marker}';`],
  mysql: (marker) => [`SELECT 1 INTO OUTFILE '${marker}';`],
}

const canary = ['DROP TABLE canary;', 'DELETE FROM canary;', 'DROP TABLE canary']

/** Parts of texts that end strings, names, brackets, comments, lines or statements, or that look like a default. */
const fragments = (
  `' '' " "" \` \\ \\\\ \\' ) ( ); )) ; ;; -- # /* */ /*! $$ $a$ ? :a @a , % { } [ ] ]] = || :: ::text E' N' q'[ f() abs(1) ` +
  `now NULL CURRENT_TIMESTAMP NOT DEFAULT GO DELIMITER x é`
).split(' ')

const payload = (name: DatabaseName, marker: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...fragments) },
        { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '\r\n', '\t', '\nGO\n', '\n/\n', '-- \n') },
        { weight: 3, arbitrary: fc.constantFrom(...canary, ...attacks[name](marker)) },
        { weight: 1, arbitrary: fc.constant('f()); DROP TABLE canary; CREATE TABLE zz (a INTEGER DEFAULT (abs(1)') },
      ),
      { minLength: 1, maxLength: 7, size: 'max' },
    )
    .map((parts) => parts.join(''))

const literal = (name: DatabaseName, text: string): string =>
  `'${(name === 'mysql' ? text.replaceAll('\\', '\\\\') : text).replaceAll("'", "''")}'`
const quoted = (name: DatabaseName, text: string): string =>
  name === 'mysql' ? `\`${text.replaceAll('`', '``')}\`` : `"${text.replaceAll('"', '""')}"`

/** Columns whose definition contains the text; `isText` where its default is the text. */
interface Definition {
  readonly sql: string
  readonly isText?: true
  readonly before?: readonly string[]
}

const definitions: Readonly<Record<DatabaseName, (text: string, index: number) => readonly Definition[]>> = {
  sqlite: (text) => {
    const value = literal('sqlite', text)
    return [
      ...['TEXT', 'VARCHAR(9)', 'CLOB', 'ODD', ''].map((type) => ({
        sql: `${type} DEFAULT ${value}`,
        isText: true as const,
      })),
      ...['DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'UUID', 'INTEGER', 'BOOLEAN', 'DECIMAL(9,2)', 'BLOB', 'JSON'].map(
        (type) => ({ sql: `${type} DEFAULT ${value}` }),
      ),
      { sql: `TEXT DEFAULT ${quoted('sqlite', text)}`, isText: true },
      { sql: `DATE DEFAULT ${quoted('sqlite', text)}` },
      { sql: `TEXT DEFAULT (${value} || 'x')` },
      { sql: `TEXT DEFAULT (lower(${value}))` },
      { sql: `TEXT DEFAULT (CASE WHEN 1 THEN ${value} ELSE 2 END)` },
      { sql: `TEXT DEFAULT (1 /* ${text.replaceAll('*/', '')} */)` },
      { sql: `TEXT DEFAULT (1 -- ${text.replaceAll('\n', '')}\n)` },
      { sql: `${quoted('sqlite', text)} DEFAULT 1` },
      { sql: `INT ${quoted('sqlite', text)}` },
      { sql: `TEXT CHECK (a <> ${value}) COLLATE nocase` },
      { sql: `TEXT GENERATED ALWAYS AS (${value})` },
    ]
  },
  pgsql: (text, index) => {
    const value = literal('pgsql', text)
    const own = quoted('pgsql', `${text.slice(0, 40)}${index}`)
    return [
      ...['text', 'varchar', 'varchar(900)', 'character(900)'].map((type) => ({
        sql: `${type} DEFAULT ${value}`,
        isText: true as const,
      })),
      { sql: `text DEFAULT E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`, isText: true },
      { sql: `text DEFAULT lower(${value})` },
      { sql: `text DEFAULT ${value}::text || ${value}` },
      { sql: `text DEFAULT CASE WHEN now() > '2000-01-01' THEN ${value} ELSE '' END` },
      { sql: `text[] DEFAULT ARRAY[${value}]` },
      { sql: `jsonb DEFAULT to_jsonb(${value}::text)` },
      { sql: `bytea DEFAULT convert_to(${value}, 'UTF8')` },
      { sql: `text COLLATE "C" DEFAULT ${value} COLLATE "C"` },
      { sql: own, before: [`CREATE TYPE ${own} AS ENUM (${literal('pgsql', text.slice(0, 20))})`] },
      { sql: own, before: [`CREATE DOMAIN ${own} AS text DEFAULT ${value} CHECK (VALUE <> ${value})`] },
      { sql: `text GENERATED ALWAYS AS (${value}) STORED` },
      { sql: `text CHECK (a <> ${value})` },
    ]
  },
  mysql: (text) => {
    const value = literal('mysql', text)
    return [
      ...['varchar(900)', 'varchar(900) CHARACTER SET latin1'].map((type) => ({
        sql: `${type} DEFAULT ${value}`,
        isText: true as const,
      })),
      { sql: `char(250) DEFAULT ${value}`, isText: true },
      { sql: `text DEFAULT ${value}` },
      { sql: `text DEFAULT (${value})` },
      { sql: `varchar(900) DEFAULT (concat(${value}, 'x'))` },
      { sql: `varchar(900) DEFAULT (${value} or ${value})` },
      { sql: `varchar(900) DEFAULT (CASE WHEN 1 THEN ${value} ELSE '' END)` },
      { sql: `json DEFAULT (json_quote(${value}))` },
      { sql: `enum(${value}, 'x') DEFAULT 'x'` },
      // Line ends of SQL files are read as one character, and the default would be none of the values.
      { sql: `enum(${value}) DEFAULT ${value}`.replaceAll('\r', '') },
      { sql: `set(${value.replaceAll(',', '')}) COMMENT ${value}` },
      { sql: `varbinary(900) DEFAULT ${value}` },
      { sql: `varchar(900) GENERATED ALWAYS AS (${value})` },
      { sql: `varchar(900) CHECK (a <> ${value})` },
    ]
  },
}

interface Hostile {
  readonly text: string
  readonly which: number
  readonly hasName: boolean
}

const several = (name: DatabaseName, marker: string): fc.Arbitrary<readonly Hostile[]> =>
  fc.array(fc.record({ text: payload(name, marker), which: fc.nat(99), hasName: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
    size: 'max',
  })

const session = async (
  t: ExecutionContext,
  { name, dsn, user, password }: TestDatabase,
): Promise<Connected['session']> => {
  const connected = await connect('x', { adapter: name, classname: '', dsn, user, password }, { create: true })
  t.teardown(() => close(connected.session))
  return connected.session
}

const configFor = ({ name, dsn, user, password }: TestDatabase): Promise<Config> =>
  loadConfig({
    files: memoryFiles({
      'orm.json': JSON.stringify({
        orm: { database: { connections: { shop: { adapter: name, dsn, user, password } } } },
      }),
    }),
  })

/** The tables of a database, but for the canary. */
async function emptied(name: DatabaseName, run: Connected['session']): Promise<void> {
  const lists: Readonly<Record<DatabaseName, string>> = {
    sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'canary'",
    pgsql: `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> 'canary'`,
    mysql: `SELECT TABLE_NAME AS name FROM information_schema.TABLES
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME <> 'canary'`,
  }
  for (const { name: table } of await run.execute(lists[name])) {
    await run.execute(`DROP TABLE ${quoted(name, String(table))}${name === 'pgsql' ? ' CASCADE' : ''}`)
  }
  if (name !== 'pgsql') return
  const types = await run.execute(
    "SELECT t.typname AS name, t.typtype AS kind FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE n.nspname = 'public' AND t.typtype IN ('e', 'd')",
  )
  for (const { name: type, kind } of types) {
    await run.execute(`DROP ${kind === 'd' ? 'DOMAIN' : 'TYPE'} ${quoted(name, String(type))} CASCADE`)
  }
}

for (const name of databases) {
  test(`${name}: nothing in a foreign catalog is executed on the way through schema, SQL and migrations`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-marker-'))
    // A server writes as somebody else.
    await chmod(folder, 0o777)
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const marker = join(folder, 'marker')
    const [foreign, own] = [await createDatabase(name), await createDatabase(name)]
    t.teardown(() => Promise.all([foreign.drop(), own.drop()]))
    const [there, here] = [await session(t, foreign), await session(t, own)]
    const [config, ownConfig] = [await configFor(foreign), await configFor(own)]
    for (const each of [there, here]) {
      await each.execute('CREATE TABLE canary (id INTEGER PRIMARY KEY)')
      await each.execute('INSERT INTO canary VALUES (1)')
    }
    const connection = config.connections.shop!
    let [tried, compared] = [0, 0]

    await check(
      t,
      { short: 5, long: 2_000 },
      fc.asyncProperty(several(name, marker), async (cases) => {
        await emptied(name, there)
        const texts = new Map<string, string>()
        for (const [index, { text, which, hasName }] of cases.entries()) {
          const all = definitions[name](text, index)
          const { sql, isText, before = [] } = all[which % all.length]!
          const table = hasName && !isText ? `${text.slice(0, 30)}${index}` : `t${index}`
          try {
            for (const statement of before) await there.execute(statement)
            await there.execute(
              `CREATE TABLE ${quoted(name, table)} (id INTEGER PRIMARY KEY, a ${sql}, ${quoted(name, `b${text.slice(0, 20)}`)} INTEGER)`,
            )
          } catch {
            // The server itself refuses it.
            continue
          }
          // Line ends of SQL files are read as one character.
          if (isText && !text.includes('\r')) texts.set(table, text)
        }
        tried++
        const { schema, notices } = await reverseDatabase({
          name: 'shop',
          connection,
          database: 'shop',
          config: { ...config, excludeTables: ['canary'] },
        })
        if (!schema.includes('<table')) return
        const inputs = [{ path: 'schema.xml', contents: schema }]

        await unharmed('sql:insert', async () => {
          const built = await buildSql(inputs, { config: ownConfig, files: memoryFiles({}) })
          await insertSql({ config: ownConfig, files: filesOf(built, 'generated-sql'), yes: true })
        })
        await sameTexts('sql:insert')
        await unharmed('migrate', async () => {
          const [plan] = await planMigrations(inputs, { config: ownConfig, files: memoryFiles({}) })
          await migrate({ config: ownConfig, files: filesOf(plan!.files, 'generated-migrations') })
        })
        await sameTexts('migrate')
        // Tables that exist without the hostile columns get them, or get them changed.
        await unharmed('a later migration', async () => {
          const plain = schema.replace(/ (?:defaultValue|defaultExpr|sqlType|description)="[^"]*"/g, '')
          const first = await planMigrations([{ path: 'schema.xml', contents: plain }], {
            config: ownConfig,
            files: memoryFiles({}),
            now: new Date(0),
          }).catch(() => [])
          if (first.length === 0) return
          const before = filesOf(first[0]!.files, 'generated-migrations')
          const second = await planMigrations(inputs, { config: ownConfig, files: before })
          const files = filesOf([...first[0]!.files, ...second[0]!.files], 'generated-migrations')
          // Types may be changed in ways that the server cannot do.
          await migrate({ config: ownConfig, files }).catch(() => {})
        })
        await unharmed('a baseline', async () => {
          const files: BuiltFile[] = []
          const foreignConfig = { ...config, excludeTables: ['canary'] }
          try {
            await migrationBaseline({
              config: foreignConfig,
              files: memoryFiles({}),
              write: async (made) => void files.push(...made),
            })
          } catch (error) {
            // Names that a schema cannot have are refused.
            if (error instanceof OrmError && error.diagnostics.every(({ code }) => code === 'ORM-D039')) return
            throw error
          }
          await migrate({ config: ownConfig, files: filesOf(files, 'generated-migrations') })
          const [drift] = await migrationDrift({ config: foreignConfig, files: filesOf(files, 'generated-migrations') })
          if (drift!.changes.length > 0) throw new Error(`drift: ${drift!.changes.join('\n')}`)
        })

        function filesOf(built: readonly BuiltFile[], directory: string) {
          return memoryFiles(Object.fromEntries(built.map(({ path, contents }) => [`${directory}/${path}`, contents])))
        }

        async function unharmed(what: string, work: () => Promise<void>): Promise<void> {
          await emptied(name, here)
          try {
            await work()
          } catch (error) {
            throw new Error(`${what}: ${String(error)}\n${schema}`)
          } finally {
            await look(what)
          }
        }

        async function look(what: string): Promise<void> {
          for (const each of [there, here]) {
            const rows = await each.execute('SELECT * FROM canary').catch(() => [])
            if (rows.length !== 1) throw new Error(`${what}: the canary is dead\n${schema}`)
          }
          if ((await readdir(folder)).length > 0) throw new Error(`${what}: there is a marker\n${schema}`)
        }

        /** Defaults that are text have the same value here. */
        async function sameTexts(what: string): Promise<void> {
          for (const [table, text] of texts) {
            if (notices.some((notice) => notice.includes(`${table}.a`) || notice.includes(`table ${table} `))) continue
            const of = async (run: Connected['session']) => {
              await run.execute(`INSERT INTO ${quoted(name, table)} (id) VALUES (${what.length})`)
              return (await run.execute(`SELECT a FROM ${quoted(name, table)} WHERE id = ${what.length}`))[0]!.a
            }
            const [was, is] = [await of(there), await of(here)]
            if (was !== is)
              throw new Error(`${what}: ${JSON.stringify(text)}: ${JSON.stringify(was)} is ${JSON.stringify(is)}`)
            compared++
          }
        }
      }),
    )
    t.true(tried > 0 && compared > 0, `${tried} catalogs, ${compared} defaults`)
    t.log(`${tried} catalogs, ${compared} defaults compared`)
  })

  if (name !== 'mysql') {
    test(`${name}: the marker that hostile catalogs are to write can be written`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'orm-marker-'))
      await chmod(folder, 0o777)
      t.teardown(() => rm(folder, { recursive: true, force: true }))
      const database = await createDatabase(name)
      t.teardown(() => database.drop())
      const run = await session(t, database)
      for (const statement of attacks[name](join(folder, 'marker'))[0]!.split(/(?<=;) ?/)) {
        if (statement !== '') await run.execute(statement)
      }
      t.deepEqual(await readdir(folder), ['marker'])
    })
  }
}
