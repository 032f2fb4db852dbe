import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'

const shop =
  '<database name="shop"><table name="t"><column name="id" type="integer" primaryKey="true"/></table></database>'

const leave = '); DROP TABLE victim; --'

/** Catalogs that somebody made who wants text of theirs to be SQL where the schema is built; each statement is valid. */
const catalogs: Readonly<Record<DatabaseName, readonly string[]>> = {
  // SQLite tells a quoted type without its quotes, and defaults with the comments in them.
  sqlite: [
    ...['"', '`', "'"].map((quote) => `${quote}INT${leave}${quote}`),
    `[INT${leave}]`,
    `"[a]]${leave}]"`,
    `"INT REFERENCES victim ON DELETE CASCADE"`,
    `"INT DEFAULT (canary())"`,
    `"INT, x INT"`,
    `"'"`,
    `"/*"`,
    `INT /* ${leave} */ TEXT`,
    `INT -- ${leave}\n TEXT`,
    'INT DEFAULT (1 -- x\n)',
    'INT DEFAULT (1 /* x */)',
    `TEXT DEFAULT ('x' || '${leave}')`,
  ].map((definition, index) => `CREATE TABLE t${index} (id INTEGER PRIMARY KEY, a ${definition}, b INT)`),
  // What looks like a cast to a type of the database is text in a literal, or begins in one.
  pgsql: [
    `CREATE TYPE mood AS ENUM ('sad', 'ok')`,
    `CREATE TYPE "a.'::text COLLATE " AS ENUM ('x')`,
    `CREATE TYPE "${leave}" AS ENUM ('x')`,
    `CREATE DOMAIN "domain${leave}" AS integer DEFAULT 1 CHECK (VALUE > 0)`,
    `CREATE TABLE t0 (id integer PRIMARY KEY, a text DEFAULT lower('x::' COLLATE "C") || '${leave}')`,
    `CREATE TABLE t1 (id integer PRIMARY KEY, a text DEFAULT lower('::mood'), b mood DEFAULT 'sad'::mood)`,
    `CREATE TABLE t2 (id integer PRIMARY KEY, a "${leave}" DEFAULT 'x', b "domain${leave}", c "${leave}"[])`,
  ],
  mysql: [
    `CREATE TABLE t0 (id int PRIMARY KEY, a enum('x''${leave}', 'y\\\\', '${leave}') DEFAULT 'y\\\\', b set('''${leave}') COMMENT '''${leave}')`,
    `CREATE TABLE t1 (id int PRIMARY KEY, a varchar(60) DEFAULT '\\\\''${leave}', b varchar(60) DEFAULT (concat('x', '\\\\''${leave}')))`,
  ],
}

for (const database of databases) {
  test(`${database}: text of a catalog stays in its place in SQL`, async (t) => {
    const project = await createProject(t, { schema: shop, database })
    await query(project.database, 'CREATE TABLE victim (id INTEGER PRIMARY KEY)', ...catalogs[database])
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=reversed')
    t.is(reversed.code, 0, reversed.stderr)
    const built = await project.orm('build', '--schema-dir=reversed')
    t.is(built.code, 0, built.stderr)
    const sql = await readFile(join(project.folder, 'generated-sql', 'shop.sql'), 'utf8')
    const inserted = await project.orm('sql:insert')
    t.is(inserted.code, 0, `${inserted.stderr}\n${sql}`)
    await t.notThrowsAsync(query(project.database, 'SELECT * FROM victim'))
    t.regex(sql, /CREATE TABLE .victim./)
  })
}

/** Catalogs that end in SQL only when they are migrated: a marker file or a missing row gives them away. */
const journeys: Readonly<Record<DatabaseName, (marker: string) => readonly string[]>> = {
  sqlite: (marker) => {
    const attack = `ATTACH DATABASE '${marker}' AS m; CREATE TABLE m.x (a INTEGER DEFAULT (abs(1)`
    const text = `'${`f()); DROP TABLE canary; ${attack}`.replaceAll("'", "''")}'`
    return ['DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'UUID', 'TEXT', 'INTEGER', 'BLOB', 'BOOLEAN', 'ODD', ''].map(
      (type, index) => `CREATE TABLE t${index} (id INTEGER PRIMARY KEY, a ${type} DEFAULT ${text}, b INT)`,
    )
  },
  pgsql: (marker) => {
    const attack = `COPY (SELECT 1) TO '${marker}'; DROP TABLE canary; --`
    const text = `'${`now()); ${attack}`.replaceAll("'", "''")}'`
    return [
      `CREATE TABLE t2 (id integer PRIMARY KEY, a text DEFAULT '\\''); ${attack.replaceAll("'", "''")}')`,
      `CREATE DOMAIN moment AS text DEFAULT ${text}`,
      `CREATE TABLE t0 (id integer PRIMARY KEY, a text DEFAULT ${text}, b moment, c varchar(200) DEFAULT lower(${text}))`,
      `CREATE TABLE t1 (id integer PRIMARY KEY, a text DEFAULT ${text}::text || ${text})`,
    ]
  },
  mysql: () => {
    const text = `'uuid()); DROP TABLE canary; CREATE TABLE zz (a INTEGER DEFAULT (abs(1)'`
    return [
      `CREATE TABLE t0 (id int PRIMARY KEY, a varchar(200) DEFAULT ${text}, b char(200) DEFAULT ${text})`,
      `CREATE TABLE t1 (id int PRIMARY KEY, a text DEFAULT ${text}, b text DEFAULT (concat(${text}, ${text})))`,
    ]
  },
}

for (const database of databases) {
  test(`${database}: text of a catalog that is reversed, migrated and built again executes nothing`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-marker-'))
    await chmod(folder, 0o777)
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const foreign = await createProject(t, { schema: shop, database })
    await query(foreign.database, ...journeys[database](join(folder, 'marker')))
    const reversed = await foreign.orm('database:reverse', 'shop', '--output-dir=reversed')
    t.is(reversed.code, 0, reversed.stderr)
    const schema = await readFile(join(foreign.folder, 'reversed', 'schema.xml'), 'utf8')
    for (const commands of [
      [['migration:diff', 'first'], ['migrate']],
      [['build'], ['sql:insert', '--yes']],
    ]) {
      const own = await createProject(t, { schema, database })
      await query(own.database, 'CREATE TABLE canary (id INTEGER PRIMARY KEY)', 'INSERT INTO canary VALUES (1)')
      // There, a backslash would keep a string from ending.
      const [, name] = /dbname=(\w+)/.exec(own.database.dsn) ?? []
      if (database === 'pgsql')
        await query(own.database, `ALTER DATABASE ${name} SET standard_conforming_strings = off`)
      for (const command of commands) {
        const { code, stderr } = await own.orm(...command)
        t.is(code, 0, stderr)
      }
      t.is((await query(own.database, 'SELECT * FROM canary')).length, 1)
      t.deepEqual(await readdir(folder), [])
    }
  })
}

/** Defaults that call what the server itself offers for files, other sessions and text that is SQL. */
const reaching: Readonly<Record<DatabaseName, (marker: string) => readonly string[]>> = {
  sqlite: () => ["load_extension('x')", "LOAD_EXTENSION ('x')", "lower(readfile('/etc/hosts'))", "writefile('x', 'y')"],
  pgsql: (marker) => [
    `lo_export(lo_from_bytea(0, 'x'), '${marker}')`,
    `abs(pg_catalog."lo_export"(lo_from_bytea(0, 'x'), '${marker}'))`,
    "length(pg_read_file('/etc/hosts'))",
    "length(query_to_xml('SELECT 1', true, true, '')::text)",
    'CASE WHEN pg_terminate_backend(0) THEN 1 ELSE 0 END',
  ],
  mysql: () => [],
}

for (const database of databases.filter((name) => name !== 'mysql')) {
  test(`${database}: a foreign default does not reach files when a migration adds its column to rows`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'orm-marker-'))
    await chmod(folder, 0o777)
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    const foreign = await createProject(t, { schema: shop, database })
    const defaults = reaching[database](join(folder, 'marker'))
    const columns = defaults.map((text, index) => `c${index} INTEGER DEFAULT (${text})`)
    await query(
      foreign.database,
      `CREATE TABLE t (id INTEGER PRIMARY KEY, ${columns.join(', ')}, d INTEGER DEFAULT (abs(-5)))`,
    )
    const reversed = await foreign.orm('database:reverse', 'shop', '--output-dir=reversed')
    t.is(reversed.code, 0, reversed.stderr)
    for (const [index] of defaults.entries())
      t.regex(reversed.stderr + reversed.stdout, new RegExp(`c${index}: the default .* calls \\w+\\(\\)`, 's'))
    const own = await createProject(t, { schema: shop, database })
    t.is((await own.orm('migration:diff', 'first')).code, 0)
    t.is((await own.orm('migrate')).code, 0)
    await query(own.database, 'INSERT INTO t VALUES (1)')
    await own.write('schema.xml', await readFile(join(foreign.folder, 'reversed', 'schema.xml'), 'utf8'))
    const planned = await own.orm('migration:diff', 'second')
    t.is(planned.code, 0, planned.stderr)
    const migrated = await own.orm('migrate')
    t.is(migrated.code, 0, migrated.stderr)
    t.deepEqual(await readdir(folder), [])
    t.is(Number((await query(own.database, 'SELECT * FROM t'))[0]!.d), 5)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: a literal keeps what looks like a cast', async (t) => {
    const project = await createProject(t, { schema: shop, database: 'pgsql' })
    await query(project.database, ...catalogs.pgsql)
    await project.orm('database:reverse', 'shop', '--output-dir=reversed')
    const schema = await readFile(join(project.folder, 'reversed', 'schema.xml'), 'utf8')
    t.true(schema.includes(`defaultExpr="lower('::mood'::text)"`), schema)
    t.true(
      schema.includes(
        `<column name="b" type="ENUM" valueSet="sad, ok" native="true" enumName="mood" defaultValue="sad"/>`,
      ),
      schema,
    )
  })
}

if (databases.includes('sqlite')) {
  test('a terminal obeys nothing in names of a catalog', async (t) => {
    const project = await createProject(t, { schema: shop, database: 'sqlite' })
    const name = '\u001b[2J\u009b31m\nnotice: all is well'
    await query(
      project.database,
      `CREATE TABLE x (id INTEGER PRIMARY KEY, a TEXT CHECK (a <> '${name}'), b INT REFERENCES "${name}")`,
      `CREATE TABLE "${name}" (id INTEGER PRIMARY KEY, a "${name}")`,
      `CREATE VIEW "v${name}" AS SELECT 1`,
      `CREATE TRIGGER "t${name}" AFTER INSERT ON x BEGIN SELECT 1; END`,
      `CREATE INDEX "i${name}" ON x (a || b)`,
    )
    const { code, stdout, stderr } = await project.orm('database:reverse', 'shop')
    t.is(code, 0)
    t.notRegex(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
    t.notRegex(stderr, /^notice: all is well/m)
  })
}
