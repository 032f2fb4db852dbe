import test, { type ExecutionContext } from 'ava'
import { OrmError } from 'orm-core'
import { insertSql, planInsert } from 'orm-database'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { memoryProject } from '../support/memory-project.js'
import { query } from '../support/query.js'

/**
 * Every way in which SQL is known to take rows away, on tables `keep` (two rows), `child` (two rows that go with those of
 * `keep`) and `empty`. None may lose a row without consent, be it with or without `safe`.
 */
const everywhere = [
  'DROP TABLE child',
  'DROP TABLE IF EXISTS child; DROP TABLE keep',
  'DELETE FROM child',
  'DELETE FROM keep',
  'UPDATE child SET x = 3',
  'UPDATE keep SET id = id + 10',
  'ALTER TABLE child DROP COLUMN x',
  'ALTER TABLE child RENAME TO other; DROP TABLE other',
  'INSERT INTO hidden VALUES (1)',
  'CREATE VIEW v AS SELECT * FROM child; DELETE FROM v',
]

const ways: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: [
    'TRUNCATE child',
    '/*!40000 DROP TABLE child */',
    'DROP TABLES child',
    'CREATE OR REPLACE TABLE child (x INTEGER)',
    'RENAME TABLE child TO other; DROP TABLE other',
    "EXECUTE IMMEDIATE 'DROP TABLE child'",
    "SET @s = 'DROP TABLE child'; PREPARE p FROM @s; EXECUTE p",
    'DROP DATABASE @own@; CREATE DATABASE @own@',
    'REPLACE INTO keep VALUES (1)',
    'DELETE c FROM child c JOIN keep k ON k.id = c.keep_id',
    'UPDATE child c JOIN keep k ON k.id = c.keep_id SET c.x = 9',
    'ALTER TABLE child ENGINE = BLACKHOLE',
    'INSERT INTO keep (id) VALUES (1) ON DUPLICATE KEY UPDATE id = 7',
    'CREATE PROCEDURE p() DELETE FROM child; CALL p()',
    'DELIMITER //\nCREATE FUNCTION f() RETURNS INT BEGIN DELETE FROM child; RETURN 1; END//\nDELIMITER ;\nSELECT f()',
    'DELIMITER //\nBEGIN NOT ATOMIC DELETE FROM child; END//',
    'ANALYZE DELETE FROM child',
    'ANALYZE FORMAT=JSON UPDATE child SET x = 4',
    'SET STATEMENT max_statement_time = 9 FOR DELETE FROM child',
  ],
  pgsql: [
    'TRUNCATE child',
    'TRUNCATE keep CASCADE',
    'BEGIN; TRUNCATE keep CASCADE; COMMIT',
    'DO $$ BEGIN DELETE FROM child; END $$',
    "DO $$ BEGIN EXECUTE 'DR' || 'OP TABLE child'; END $$",
    'DROP SCHEMA public CASCADE',
    'DROP OWNED BY CURRENT_USER',
    'WITH gone AS (DELETE FROM child RETURNING x) SELECT * FROM gone',
    'INSERT INTO keep (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 9',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DELETE FROM child $$; SELECT f()',
    'CREATE PROCEDURE p() LANGUAGE sql AS $$ DELETE FROM child $$; CALL p()',
    'ALTER TABLE child SET SCHEMA pg_temp; DROP TABLE child',
    'CREATE SCHEMA s; ALTER TABLE child SET SCHEMA s; DROP TABLE s.child',
    'SET search_path TO elsewhere; DROP TABLE child',
    'ALTER TABLE child ALTER COLUMN x TYPE text USING NULL',
    'CREATE RULE r AS ON INSERT TO empty DO ALSO DELETE FROM child; INSERT INTO empty VALUES (1)',
    'ALTER INDEX child RENAME TO other; DROP TABLE other',
    'CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS $$ DELETE FROM child RETURNING x $$; CREATE TABLE n (x integer DEFAULT f()); INSERT INTO n DEFAULT VALUES',
    'EXPLAIN ANALYZE DELETE FROM child',
    'PREPARE p AS DELETE FROM child; EXECUTE p',
  ],
  sqlite: [
    'DROP TABLE keep',
    'INSERT OR REPLACE INTO keep VALUES (1)',
    'REPLACE INTO keep VALUES (1)',
    'INSERT INTO keep (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 9',
    'PRAGMA writable_schema = 1; DELETE FROM sqlite_master',
    'CREATE TRIGGER t AFTER INSERT ON empty BEGIN DELETE FROM child; END; INSERT INTO empty VALUES (1)',
    'WITH one AS (SELECT 1) DELETE FROM child',
    "INSERT INTO replacing VALUES (1, 'new')",
  ],
}

const setUp: Readonly<Record<DatabaseName, readonly string[]>> = {
  mysql: ['CREATE TRIGGER loses AFTER INSERT ON hidden FOR EACH ROW DELETE FROM child'],
  sqlite: [
    'CREATE TRIGGER loses AFTER INSERT ON hidden BEGIN DELETE FROM child; END',
    'CREATE TABLE replacing (id INTEGER PRIMARY KEY ON CONFLICT REPLACE, x TEXT)',
    "INSERT INTO replacing VALUES (1, 'old')",
  ],
  pgsql: [
    'CREATE FUNCTION loses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM child; RETURN NEW; END $$',
    'CREATE TRIGGER loses AFTER INSERT ON hidden FOR EACH ROW EXECUTE FUNCTION loses()',
    'CREATE SCHEMA elsewhere',
    'CREATE TABLE elsewhere.child (x INTEGER)',
    'INSERT INTO elsewhere.child VALUES (1)',
  ],
}

async function filled(t: ExecutionContext, name: DatabaseName): Promise<TestDatabase> {
  const database = await createDatabase(name)
  t.teardown(() => database.drop())
  const reference = 'FOREIGN KEY (keep_id) REFERENCES keep (id) ON DELETE CASCADE ON UPDATE CASCADE'
  await query(
    database,
    'CREATE TABLE keep (id INTEGER NOT NULL PRIMARY KEY)',
    `CREATE TABLE child (x INTEGER, keep_id INTEGER, ${reference})`,
    'CREATE TABLE empty (x INTEGER)',
    'CREATE TABLE hidden (x INTEGER)',
    'INSERT INTO keep VALUES (1), (2)',
    'INSERT INTO child VALUES (1, 1), (2, 2)',
    ...setUp[name],
  )
  return database
}

const contents = async (database: TestDatabase): Promise<string> =>
  JSON.stringify(
    [await query(database, 'SELECT * FROM keep ORDER BY id'), await query(database, 'SELECT * FROM child ORDER BY x')],
    (_, value) => (typeof value === 'bigint' ? Number(value) : value),
  )

const failure = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return ''
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.message
  }
}

for (const name of databases) {
  test(`${name}: no way to take rows is open without consent`, async (t) => {
    const database = await filled(t, name)
    const before = await contents(database)
    const own = /dbname=(\w+)/.exec(database.dsn)?.[1] ?? ''
    for (const sql of [...everywhere, ...ways[name]]) {
      const project = await memoryProject(database, { 'shop.sql': sql.replaceAll('@own@', own) })
      for (const safe of [true, false]) {
        const message = await failure(insertSql({ ...project, safe }))
        t.regex(message, /ORM-D010|ORM-D020/, `${sql} (safe: ${safe})`)
        t.is(await contents(database), before, `${sql} (safe: ${safe})`)
      }
    }
  })

  if (name === 'pgsql') {
    test('pgsql: safe refuses to change the structure where an event trigger acts on that, and there are rows', async (t) => {
      const database = await filled(t, name)
      await query(
        database,
        `CREATE FUNCTION notice_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM keep; END $$`,
        'CREATE EVENT TRIGGER on_ddl ON ddl_command_end EXECUTE FUNCTION notice_ddl()',
      )
      const before = await contents(database)
      const project = await memoryProject(database, { 'shop.sql': 'CREATE TABLE plain (x INTEGER)' })
      t.regex(await failure(insertSql({ ...project, safe: true })), /ORM-D020 .*event trigger on_ddl/)
      t.is(await contents(database), before)
      await query(database, 'ALTER EVENT TRIGGER on_ddl DISABLE')
      t.is(await failure(insertSql({ ...project, safe: true })), '', 'it does nothing any more')
    })
  }

  const harmless: Readonly<Record<DatabaseName, readonly string[]>> = {
    mysql: ['SET NAMES utf8mb4; LOCK TABLES keep WRITE; UNLOCK TABLES'],
    pgsql: [
      "COMMENT ON TABLE keep IS 'DROP TABLE keep'",
      'CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM keep; RETURN NEW; END $$',
    ],
    sqlite: ['PRAGMA foreign_keys = OFF; CREATE TABLE p (x); PRAGMA foreign_keys = ON'],
  }

  test(`${name}: what takes no rows needs no consent`, async (t) => {
    const database = await filled(t, name)
    await query(database, `DROP TRIGGER loses${name === 'pgsql' ? ' ON hidden' : ''}`)
    if (name === 'sqlite') await query(database, 'DROP TABLE replacing')
    if (name === 'pgsql') await query(database, 'DROP FUNCTION loses()')
    const statements = [
      'DROP TABLE IF EXISTS empty; CREATE TABLE empty (x INTEGER)',
      'DROP TABLE IF EXISTS missing',
      'CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (1)',
      'INSERT INTO keep VALUES (8)',
      'ALTER TABLE child ADD y INTEGER',
      'CREATE INDEX i_child ON child (x)',
      'CREATE VIEW w AS SELECT * FROM child',
      ...harmless[name],
    ]
    for (const sql of statements) {
      t.is(await failure(insertSql(await memoryProject(database, { 'shop.sql': sql }))), '', sql)
    }
    t.deepEqual(
      (await query(database, 'SELECT x FROM child ORDER BY x')).map(({ x }) => Number(x)),
      [1, 2],
    )
  })

  test(`${name}: every table that is reached is named with its rows`, async (t) => {
    const database = await filled(t, name)
    const project = await memoryProject(database, { 'shop.sql': 'DELETE FROM keep' })
    const [plan] = await planInsert(project)
    t.deepEqual(
      plan!.losses
        .map(({ table, rows, fate }) => [table.replace(/^public\./, '').replaceAll(/["`]/g, ''), rows, fate])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      [
        ['child', 2, 'unknown'],
        ...(name === 'pgsql' ? [['elsewhere.child', 1, 'unknown']] : []),
        ['keep', 2, 'unknown'],
        ...(name === 'sqlite' ? [['replacing', 1, 'unknown']] : []),
      ],
    )
    await insertSql({ ...project, yes: true })
    t.is(Number(Object.values((await query(database, 'SELECT COUNT(*) FROM child'))[0]!)[0]), 0)
  })
}

for (const name of databases) {
  test(`${name}: of several files and connections none runs before all are agreed to`, async (t) => {
    const [first, second] = [await filled(t, name), await filled(t, name)]
    const before = [await contents(first), await contents(second)]
    const project = await memoryProject(first, {
      'one.sql': 'CREATE TABLE one (x INTEGER)',
      'two.sql': 'INSERT INTO empty VALUES (1)',
      'three.sql': 'DELETE FROM child',
    })
    const { adapter, classname } = project.config.connections.shop!
    const other = { adapter, classname, dsn: second.dsn, user: second.user, password: second.password }
    const map = 'one.sql=shop\ntwo.sql=shop\none.sql=other\nthree.sql=other\n'
    const options = {
      config: {
        ...project.config,
        connections: { ...project.config.connections, other },
        generator: { ...project.config.generator, connections: ['shop', 'other'] },
      },
      files: {
        ...project.files,
        read: async (path: string) =>
          path.endsWith('sqldb.map') ? new TextEncoder().encode(map) : project.files.read(path),
      },
    }
    for (const safe of [true, false]) {
      t.regex(
        await failure(insertSql({ ...options, safe })),
        safe ? /three.sql:1:1 ORM-D020/ : /ORM-D010 .*child\W* on "other" \(2 rows\)/,
      )
      t.deepEqual([await contents(first), await contents(second)], before)
      await t.throwsAsync(
        query(first, 'SELECT * FROM one'),
        { any: true },
        'nothing ran on the other connection either',
      )
    }
    t.is(await failure(insertSql({ ...options, yes: true })), '')
  })
}

if (databases.includes('mysql')) {
  const wrong: readonly (readonly [what: string, sql: string, reason: RegExp])[] = [
    [
      'a foreign key of another type',
      'CREATE TABLE keep (id BIGINT NOT NULL PRIMARY KEY); CREATE TABLE child (keep_id INTEGER, FOREIGN KEY (keep_id) REFERENCES keep (id))',
      /1005 .*child/,
    ],
    ['a column twice', 'CREATE TABLE keep (id INTEGER, id INTEGER)', /1060/],
    ['a name that is too long', `CREATE TABLE \`${'x'.repeat(65)}\` (id INTEGER)`, /1059|1103/],
    ['an unknown type', 'CREATE TABLE keep (id NONSENSE)', /4161|1064/],
    ['a wrong default', "CREATE TABLE keep (id INTEGER DEFAULT 'x')", /1067/],
  ]
  for (const [what, sql, reason] of wrong) {
    test(`mysql: ${what} is found before the first DROP`, async (t) => {
      const database = await filled(t, 'mysql')
      const before = await contents(database)
      const text = `SET FOREIGN_KEY_CHECKS = 0; DROP TABLE IF EXISTS keep; DROP TABLE IF EXISTS child; ${sql}; SET FOREIGN_KEY_CHECKS = 1`
      const project = await memoryProject(database, { 'shop.sql': text })
      const message = await failure(insertSql({ ...project, yes: true }))
      t.regex(message, reason)
      t.regex(message, /nothing was changed on this connection\)$/)
      t.notRegex(message, /orm_rehearsal/)
      t.is(await contents(database), before)
      t.deepEqual((await query(database, "SHOW TABLES LIKE 'orm\\_%'")).length, 0)
    })
  }

  test('mysql: a table that stays and would not fit the new one is found before the first DROP', async (t) => {
    const database = await filled(t, 'mysql')
    const before = await contents(database)
    const sql =
      'SET FOREIGN_KEY_CHECKS = 0; DROP TABLE IF EXISTS keep; CREATE TABLE keep (id BIGINT NOT NULL PRIMARY KEY); SET FOREIGN_KEY_CHECKS = 1'
    const message = await failure(insertSql({ ...(await memoryProject(database, { 'shop.sql': sql })), yes: true }))
    t.regex(message, /nothing was changed on this connection\)$/)
    t.is(await contents(database), before)
  })

  test('mysql: a right that is missing is found before the first DROP', async (t) => {
    const database = await filled(t, 'mysql')
    const before = await contents(database)
    const [, own] = /dbname=(.*)/.exec(database.dsn)!
    const user = `few_rights_${process.pid}`
    await query(
      database,
      `CREATE USER ${user}@'%' IDENTIFIED BY 'x'`,
      `GRANT SELECT, INSERT, DROP ON ${own}.* TO ${user}@'%'`,
    )
    t.teardown(() => query(database, `DROP USER ${user}@'%'`))
    const sql = 'SET FOREIGN_KEY_CHECKS = 0; DROP TABLE IF EXISTS child; CREATE TABLE child (x INTEGER)'
    const project = await memoryProject({ ...database, user, password: 'x' }, { 'shop.sql': sql })
    t.regex(await failure(insertSql({ ...project, yes: true })), /1142 CREATE command denied/)
    t.is(await contents(database), before)
  })

  test('mysql: what is rehearsed succeeds when it is done, and nothing is left of the rehearsal', async (t) => {
    const database = await filled(t, 'mysql')
    const sql = `SET FOREIGN_KEY_CHECKS = 0; DROP TABLE IF EXISTS child; DROP TABLE IF EXISTS keep;
      CREATE TABLE child (x INTEGER, keep_id INTEGER, CONSTRAINT c1 FOREIGN KEY (keep_id) REFERENCES \`keep\` (id), CONSTRAINT CHECK (x > 0));
      CREATE TABLE IF NOT EXISTS \`keep\` (id INTEGER NOT NULL PRIMARY KEY, n VARCHAR(20) COMMENT 'REFERENCES child; CONSTRAINT x');
      CREATE INDEX i_n ON keep (n); ALTER TABLE keep ADD CONSTRAINT u_n UNIQUE (n);
      DROP TABLE IF EXISTS twice; CREATE TABLE twice (x INTEGER); DROP TABLE IF EXISTS twice; CREATE TABLE twice (x INTEGER);
      SET FOREIGN_KEY_CHECKS = 1`
    const project = await memoryProject(database, { 'shop.sql': sql })
    t.is(await failure(insertSql({ ...project, yes: true })), '')
    t.is(await failure(insertSql(project)), '', 'again, with nothing in it')
    const tables = (await query(database, 'SHOW TABLES')).map((row) => String(Object.values(row)[0]))
    t.deepEqual(tables.sort(), ['child', 'empty', 'hidden', 'keep', 'twice'])
  })
}
