import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'
import { buildSql, OrmError } from 'orm-core'
import { insertSql, planInsert } from 'orm-database'
import { close, connect } from '#database/connect/connect.js'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { memoryProject } from '../support/memory-project.js'
import { createProject, ormScript } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'
import { usableLibraries } from '../support/sqlite-libraries.js'
import { keys, Terminal } from '../support/terminal.js'

async function databaseOf(t: ExecutionContext, name: DatabaseName): Promise<TestDatabase> {
  const database = await createDatabase(name)
  t.teardown(() => database.drop())
  return database
}

const messageOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return ''
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.message
  }
}

const inTransaction: Readonly<Record<DatabaseName, (sql: string) => string>> = {
  pgsql: (sql) => `BEGIN; ${sql}; COMMIT;`,
  mysql: (sql) => sql,
  sqlite: (sql) => sql,
}

const countRows = async (database: TestDatabase, table: string): Promise<number> =>
  Number(Object.values((await query(database, `SELECT COUNT(*) FROM ${table}`))[0]!)[0])

test('without a configuration, --sql-dir and --connection say all that is needed', async (t) => {
  const project = await createProject(t, { schema: '<database name="shop"/>', database: 'sqlite' })
  await rm(join(project.folder, 'orm.yaml'))
  await mkdir(join(project.folder, 'sql'))
  await writeFile(join(project.folder, 'sql/sqldb.map'), 'a.sql=main\n')
  await writeFile(join(project.folder, 'sql/a.sql'), 'CREATE TABLE a (id INTEGER);')
  const insert = (...args: string[]) => project.orm('sql:insert', ...args)
  const connection = `--connection=main=${project.database.dsn}`
  t.is((await insert('--sql-dir=sql')).code, 3)
  t.is((await insert(connection)).code, 3)
  const { code, stdout, stderr } = await insert('--sql-dir=sql', connection)
  t.is(code, 0, stderr)
  t.is(stdout, '1 statement executed on connection "main"\n')
  t.is(await countRows(project.database, 'a'), 0)
})

/** Runs the `orm` script in this process on files in a folder. */
async function script(t: ExecutionContext, database: TestDatabase, sql: string, args: string[], answers?: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-insert-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'sql'))
  const { name: adapter, dsn, user, password } = database
  const config = { orm: { database: { connections: { shop: { adapter, dsn, user, password } } } } }
  await writeFile(join(folder, 'orm.yaml'), JSON.stringify(config))
  await writeFile(join(folder, 'sql/sqldb.map'), 'shop.sql=shop\n')
  await writeFile(join(folder, 'sql/shop.sql'), sql)
  let [stdout, stderr] = ['', '']
  const questions: string[] = []
  const code = await run(['sql:insert', `--config-dir=${folder}`, `--sql-dir=${folder}/sql`, ...args], {
    env: { NO_COLOR: '1' },
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY: answers !== undefined },
    ...(answers && {
      ask: async (question: string) => {
        questions.push(question)
        return answers.shift() ?? ''
      },
    }),
  })
  return {
    code,
    stdout,
    stderr: stderr.replaceAll(/\r\u001b\[2K(?:shop: \d+ of [^\r]*)?/g, ''),
    raw: stderr,
    questions,
    folder,
  }
}

for (const name of databases) {
  const drop = 'DROP TABLE IF EXISTS keep; CREATE TABLE keep (x INTEGER); INSERT INTO keep VALUES (7)'

  test(`${name}: a wrong statement leaves everything as it was`, async (t) => {
    const database = await databaseOf(t, name)
    await query(database, 'CREATE TABLE keep (x INTEGER)', 'INSERT INTO keep VALUES (1)', 'INSERT INTO keep VALUES (2)')
    const sql = inTransaction[name](`${drop};\nCREATE TABLE broken (x INTEGER,)`)
    const project = await memoryProject(database, { 'first.sql': sql, 'second.sql': 'SELECT 1' })
    const message = await messageOf(insertSql({ ...project, yes: true }))
    t.regex(
      message,
      /^generated-sql\/first\.sql:2:1 ORM-D002 connection "shop": .*the statement was: CREATE TABLE broken \(x INTEGER,\) \(.*\)$/,
    )
    t.true(message.endsWith('(nothing was changed on this connection)'), message)
    t.is(await countRows(database, 'keep'), 2)
  })

  test(`${name}: of a wrong statement that nobody could foresee, it is said what stays`, async (t) => {
    const database = await databaseOf(t, name)
    await query(database, 'CREATE TABLE keep (x INTEGER)', 'INSERT INTO keep VALUES (1)', 'INSERT INTO keep VALUES (2)')
    const sql = inTransaction[name](`${drop};\nINSERT INTO missing VALUES (1)`)
    const message = await messageOf(insertSql({ ...(await memoryProject(database, { 'first.sql': sql })), yes: true }))
    const stays =
      name === 'mysql'
        ? '3 of 4 statements were executed and stay, the others were not'
        : 'nothing was changed on this connection'
    t.true(message.endsWith(`(${stays})`), message)
    t.is(await countRows(database, 'keep'), name === 'mysql' ? 1 : 2)
  })

  test(`${name}: tables with rows are counted before they go`, async (t) => {
    const database = await databaseOf(t, name)
    const project = await memoryProject(database, {
      'shop.sql': inTransaction[name](`${drop}; DROP TABLE IF EXISTS other`),
    })
    t.deepEqual((await planInsert(project))[0]!.losses, [])
    await insertSql(project)
    const loss = { connection: 'shop', table: 'keep', rows: 1, fate: 'dropped' }
    t.deepEqual((await planInsert(project))[0]!.losses, [loss])
    t.is(
      await messageOf(insertSql({ ...project, safe: true })),
      'ORM-D010 nothing was executed, because rows would be lost: keep on "shop" (1 row) (omit the option safe to lose them)',
    )
    const asked: unknown[] = []
    const confirm = async (losses: readonly unknown[]) => {
      asked.push(...losses)
      return false
    }
    t.is(await messageOf(insertSql({ ...project, confirm })), 'ORM-D011 cancelled; nothing was executed')
    t.deepEqual(asked, [loss])
    t.is(
      await messageOf(insertSql(project)),
      'ORM-D010 nothing was executed, because rows would be lost: keep on "shop" (1 row) (to accept this, use --yes, or yes: true in gulp and grunt)',
    )
    t.deepEqual((await insertSql({ ...project, yes: true }))[0]!.losses, [loss])
  })

  test(`${name}: the script asks, obeys, and reports`, async (t) => {
    const database = await databaseOf(t, name)
    const sql = inTransaction[name](drop)
    const total = name === 'pgsql' ? 5 : 3
    const first = await script(t, database, sql, [], ['no'])
    t.deepEqual([first.code, first.questions], [0, []], 'nothing to lose, nothing to ask')
    t.is(first.stdout, `${total} statements executed on connection "shop"\n`)
    t.true(first.raw.includes(`shop: 1 of ${total}`), 'progress on a terminal')

    const warning = 'table keep on connection "shop" with 1 row will be dropped\n'
    const refused = await script(t, database, sql, [], ['n'])
    t.deepEqual([refused.code, refused.questions.length, refused.stdout], [1, 1, ''])
    t.is(
      refused.stderr,
      `${warning}ORM-D011 cancelled; nothing was executed\nrun "orm explain ORM-D011" for causes and fixes\n`,
    )

    const agreed = await script(t, database, sql, [], ['yes'])
    t.deepEqual([agreed.code, agreed.questions.length], [0, 1])
    const told = await script(t, database, sql, ['--yes'], [])
    t.deepEqual([told.code, told.questions.length, told.stderr], [0, 0, warning])
    const nobody = await script(t, database, sql, [])
    t.deepEqual([nobody.code, nobody.stdout], [1, ''], 'nobody to ask')
    t.regex(nobody.stderr, /^ORM-D010 .*: keep on "shop" \(1 row\) \(to accept this, use --yes/)

    const safe = await script(t, database, sql, ['--safe'])
    t.deepEqual([safe.code, safe.stdout], [1, ''])
    const dry = await script(t, database, sql, ['--dry-run'])
    t.is(dry.code, 0)
    t.true(dry.stdout.includes(`sql/shop.sql:1\nDROP TABLE IF EXISTS keep;\n`))
    t.true(
      dry.stdout.endsWith(
        `table keep on connection "shop" with 1 row would be dropped\n${total} statements would be executed on connection "shop"\n`,
      ),
    )
    t.is(await countRows(database, 'keep'), 1)
  })

  test(`${name}: a drop without IF EXISTS is a notice the first time only`, async (t) => {
    const database = await databaseOf(t, name)
    const sql = 'DROP TABLE keep; CREATE TABLE keep (x INTEGER)'
    const first = await script(t, database, sql, [])
    t.is(
      first.stderr,
      'notice: cannot drop table keep: it does not exist\n1 notice; they are harmless, and the next run shows none\n',
    )
    const second = await script(t, database, sql, [])
    t.deepEqual([second.code, second.stderr], [0, ''])
  })

  test(`${name}: users' own files run after the generated one, in map order`, async (t) => {
    const database = await databaseOf(t, name)
    const own: Readonly<Record<DatabaseName, string>> = {
      mysql:
        'DELIMITER //\nCREATE TRIGGER tr BEFORE INSERT ON keep FOR EACH ROW BEGIN SET NEW.x = NEW.x + 1; SET NEW.x = NEW.x * 2; END//\nDELIMITER ;\n',
      pgsql: `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.x := NEW.x + 1; NEW.x := NEW.x * 2; RETURN NEW; END $$;
CREATE TRIGGER tr BEFORE INSERT ON keep FOR EACH ROW EXECUTE FUNCTION f();`,
      sqlite: 'CREATE TRIGGER tr AFTER INSERT ON keep BEGIN UPDATE keep SET x = x + 1; UPDATE keep SET x = x * 2; END;',
    }
    const project = await memoryProject(database, {
      'shop.sql': inTransaction[name]('DROP TABLE IF EXISTS keep; CREATE TABLE keep (x INTEGER)'),
      'triggers.sql': own[name],
      'fixtures.sql': "INSERT INTO keep VALUES (20); -- it's; a trap\n/* ; */",
    })
    await insertSql(project)
    t.is(String((await query(database, 'SELECT x FROM keep'))[0]!.x), '42')
  })

  test(`${name}: text in every alphabet arrives`, async (t) => {
    const database = await databaseOf(t, name)
    const text = "Ünïcödé 漢字 עברית 😀👩‍👩‍👧 '' \\\\ ?  :name $1 %s"
    const sql = `CREATE TABLE t (x VARCHAR(200)); INSERT INTO t VALUES ('${text}')`
    await insertSql(await memoryProject(database, { 'shop.sql': sql }))
    const expected = text.replace("''", "'").replace('\\\\', name === 'mysql' ? '\\' : '\\\\')
    t.is((await query(database, 'SELECT x FROM t'))[0]!.x, expected)
  })

  if (name !== 'sqlite') {
    const failures = [
      ['wrong password', { password: 'wrong' }, /denied access to user "orm": wrong user name or password/],
      ['no password', { password: '' }, /denied access to user "orm": wrong user name or password/],
      ['no such user', { user: 'stranger' }, /denied access to user "stranger": wrong user name or password/],
    ] as const
    for (const [what, change, expected] of failures) {
      test(`${name}: ${what} ends with code 4`, async (t) => {
        const database = await databaseOf(t, name)
        const { code, stderr } = await script(t, { ...database, ...change }, 'SELECT 1', [])
        t.is(code, 4)
        t.regex(stderr, expected)
        t.regex(stderr, /^ORM-D001 connection "shop": [^\n]+\nrun "orm explain ORM-D001" [^\n]+\n$/)
        t.notRegex(stderr, /orm secret/)
        const project = await memoryProject({ ...database, ...change }, { 'shop.sql': 'SELECT 1' })
        const error = await t.throwsAsync(insertSql(project))
        t.notRegex(inspect(error, { depth: 20, showHidden: true }), /orm secret|wrong'/, 'not in a trace either')
      })
    }

    test(`${name}: a missing database ends with code 4`, async (t) => {
      const database = await databaseOf(t, name)
      const dsn = database.dsn.replace(/dbname=.*/, 'dbname=missing')
      const { code, stderr } = await script(t, { ...database, dsn }, 'SELECT 1', [])
      t.is(code, 4)
      t.regex(
        stderr,
        /^ORM-D001 connection "shop": the server at 127\.0\.0\.1:\d+ has no database "missing" \(.*--create-database.*\)\n/,
      )
    })

    test(`${name}: a connection that the server ends is reported with code 4`, async (t) => {
      const database = await databaseOf(t, name)
      const end = name === 'pgsql' ? 'SELECT pg_terminate_backend(pg_backend_pid())' : 'KILL CONNECTION_ID()'
      const { code, stderr } = await script(
        t,
        database,
        `CREATE TABLE a (x INTEGER); ${end}; CREATE TABLE b (x INTEGER)`,
        [],
      )
      t.is(code, 4)
      t.true(
        stderr.includes(
          `shop.sql:1:29 ORM-D008 connection "shop": the connection was lost during: ${end} (1 of 3 statements`,
        ),
        stderr,
      )
    })
  }
}

const utf8: Readonly<Record<DatabaseName, object>> = {
  mysql: {
    charset: 'utf8mb4',
    queries: {
      utf8: 'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, COLLATION_CONNECTION = utf8mb4_unicode_ci, COLLATION_DATABASE = utf8mb4_unicode_ci, COLLATION_SERVER = utf8mb4_unicode_ci',
    },
  },
  pgsql: { charset: 'utf8', queries: { utf8: "SET NAMES 'UTF8'" } },
  sqlite: { charset: 'utf8' },
}

for (const name of databases) {
  test(`${name}: the UTF-8 settings of the specification keep an emoji`, async (t) => {
    const database = await databaseOf(t, name)
    const sql = "CREATE TABLE t (x VARCHAR(20)); INSERT INTO t VALUES ('😀')"
    const { config, files } = await memoryProject(database, { 'shop.sql': sql })
    const shop = { ...config.connections.shop!, settings: utf8[name] as { charset: string } }
    await insertSql({ config: { ...config, connections: { shop } }, files, yes: true })
    t.is((await query(database, 'SELECT x FROM t'))[0]!.x, '😀')
  })

  test(`${name}: --connection goes before the configuration`, async (t) => {
    const database = await databaseOf(t, name)
    const { dsn, user, password } = database
    const parts = `${dsn};user=${encodeURIComponent(user)};password=${encodeURIComponent(password)}`
    const nowhere = { ...database, dsn: name === 'sqlite' ? 'sqlite:/nowhere/x' : `${name}:host=nowhere.invalid` }
    const outcome = await script(t, nowhere, 'CREATE TABLE keep (x INTEGER)', [`--connection=shop=${parts}`])
    t.deepEqual([outcome.code, outcome.stderr], [0, ''])
    t.is(await countRows(database, 'keep'), 0)
  })
}

if (databases.includes('mysql')) {
  test('mysql: a table with a character set of its own keeps an emoji in a database that has none', async (t) => {
    const database = await databaseOf(t, 'mysql')
    const [, name] = /dbname=(.*)/.exec(database.dsn)!
    await query(database, `ALTER DATABASE ${name} CHARACTER SET latin1`)
    const schema = `<database name="shop"><table name="t">
      <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
      <column name="x" type="varchar" size="20" defaultValue="😀"/>
      <vendor type="mysql"><parameter name="Charset" value="utf8mb4"/></vendor></table></database>`
    const { config } = await memoryProject(database, {})
    const [sql] = await buildSql([{ path: 'schema.xml', contents: schema }], { config })
    await insertSql(await memoryProject(database, { 'shop.sql': sql!.contents }))
    t.is((await query(database, 'INSERT INTO t () VALUES ()', 'SELECT x FROM t'))[0]!.x, '😀')
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: a table that somebody else holds is not waited for for ever', async (t) => {
    const database = await databaseOf(t, 'pgsql')
    await query(database, 'CREATE TABLE keep (x INTEGER)')
    const { config, files } = await memoryProject(database, { 'shop.sql': 'BEGIN; DROP TABLE keep; COMMIT' })
    const settings = { queries: { lock: "SET lock_timeout = '200ms'" } }
    const other = await connect('other', config.connections.shop!, { create: false })
    await other.session.execute('BEGIN')
    await other.session.execute('LOCK TABLE keep')
    const shop = { ...config.connections.shop!, settings }
    const message = await messageOf(insertSql({ config: { ...config, connections: { shop } }, files, yes: true }))
    await close(other.session)
    t.regex(message, /55P03 canceling statement due to lock timeout.*\(nothing was changed on this connection\)$/)
  })
}

for (const { name, nodeArguments } of usableLibraries) {
  test(`sqlite: inserts with ${name} alone`, async (t) => {
    const database = await databaseOf(t, 'sqlite')
    const { folder } = await script(t, database, 'DROP TABLE keep; CREATE TABLE keep (x); SELECT 1', ['--dry-run'])
    const insert = () =>
      new Promise<readonly [number, string, string]>((resolve) => {
        const orm = join(root, 'packages/cli/bin/orm.js')
        execFile(
          process.execPath,
          [...nodeArguments, orm, 'sql:insert', `--config-dir=${folder}`, `--sql-dir=${folder}/sql`],
          (error, stdout, stderr) => resolve([error ? 1 : 0, stdout, stderr]),
        )
      })
    const [, notice] = /(notice: .*\n.*\n)/.exec((await insert())[2]) ?? []
    t.is(
      notice,
      'notice: cannot drop table keep: it does not exist\n1 notice; they are harmless, and the next run shows none\n',
    )
    t.deepEqual(await insert(), [0, '3 statements executed on connection "shop"\n', ''])
    t.is(await countRows(database, 'keep'), 0)
  })
}

test('nothing runs when one of several connections cannot be reached', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const project = await memoryProject(database, { 'shop.sql': 'CREATE TABLE a (x)' })
  const files = {
    ...project.files,
    read: async (path: string) =>
      path.endsWith('sqldb.map') ? new TextEncoder().encode('shop.sql=shop\nshop.sql=far\n') : project.files.read(path),
  }
  const far = { adapter: 'mysql', classname: '', dsn: 'mysql:unix_socket=/nowhere/x.sock' } as const
  const config = {
    ...project.config,
    connections: { ...project.config.connections, far },
    generator: { ...project.config.generator, connections: ['shop', 'far'] },
  }
  t.is(
    await messageOf(insertSql({ config, files })),
    'ORM-D001 connection "far": no server listens on socket /nowhere/x.sock',
  )
  t.deepEqual(await query(database, "SELECT name FROM sqlite_master WHERE type = 'table'"), [])
})

test('a map is checked as a whole before anything runs', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const project = await memoryProject(database, { 'shop.sql': "CREATE TABLE a (x); 'unfinished" })
  const withMap = (map: string) => ({
    ...project,
    files: {
      ...project.files,
      read: async (path: string) =>
        path.endsWith('sqldb.map') ? new TextEncoder().encode(map) : project.files.read(path),
    },
  })
  t.is(
    await messageOf(insertSql(withMap('# c\n; c\n\nshop.sql\n missing.sql = shop\nshop.sql=other\n'))),
    [
      'generated-sql/sqldb.map:4:1 ORM-D004 "shop.sql" is not of the form file=connection',
      'generated-sql/sqldb.map:5:2 ORM-D004 there is no file missing.sql',
      'generated-sql/sqldb.map:6:1 ORM-D004 no connection "other" is configured',
    ].join('\n'),
  )
  t.regex(await messageOf(insertSql(withMap('shop.sql=shop\n'))), /^generated-sql\/shop\.sql:1:21 ORM-D005 the string/)
  t.deepEqual(await insertSql(withMap('# nothing\n')), [])
})

test('a file in another encoding is refused', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const project = await memoryProject(database, { 'shop.sql': '' })
  const latin1 = Buffer.from("INSERT INTO t VALUES ('é')", 'latin1')
  const read = async (path: string) => (path.endsWith('.sql') ? latin1 : project.files.read(path))
  t.is(
    await messageOf(insertSql({ ...project, files: { ...project.files, read } })),
    'ORM-D015 generated-sql/shop.sql is not UTF-8 (convert it, for example with iconv)',
  )
})

test('a directory instead of a map or a file is a problem with a place', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const { folder } = await script(t, database, 'SELECT 1', ['--dry-run'])
  const { config } = await memoryProject(database, {})
  const sqlDir = join(folder, 'sql')
  await mkdir(join(sqlDir, 'inner'))
  await writeFile(join(sqlDir, 'sqldb.map'), '.=shop\ninner=shop\n../sql=shop\nshop.sql/x=shop\n')
  t.is(
    await messageOf(insertSql({ config, sqlDir })),
    [
      `${sqlDir}/sqldb.map:1:1 ORM-D022 . cannot be read: it is a directory`,
      `${sqlDir}/sqldb.map:2:1 ORM-D022 inner cannot be read: it is a directory`,
      `${sqlDir}/sqldb.map:3:1 ORM-D022 ../sql cannot be read: it is a directory`,
      `${sqlDir}/sqldb.map:4:1 ORM-D004 there is no file shop.sql/x`,
    ].join('\n'),
  )
  await rm(join(sqlDir, 'sqldb.map'))
  await mkdir(join(sqlDir, 'sqldb.map'))
  t.is(await messageOf(insertSql({ config, sqlDir })), `ORM-D022 ${sqlDir}/sqldb.map cannot be read: it is a directory`)
})

test('a missing map names its path and the command that writes it', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const { config, files } = await memoryProject(database, {})
  t.is(
    await messageOf(insertSql({ config, files, sqlDir: 'elsewhere' })),
    'ORM-D003 elsewhere/sqldb.map does not exist (run "orm sql:build" first)',
  )
})

for (const [name, key] of [
  ['Ctrl-C', keys.interrupt],
  ['Ctrl-D', '\x04'],
] as const) {
  test(`sqlite: ${name} at the question ends it with one line, and the rows stay`, async (t) => {
    const schema =
      '<database name="shop"><table name="a"><column name="id" type="integer" primaryKey="true"/></table></database>'
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.build()
    await project.php('(new A())->setId(1)->save();')
    const insert = new Terminal([process.execPath, ormScript, 'sql:insert'], project.folder)
    await insert.expect('lose these rows? [y/N]')
    insert.type(key)
    t.is(await insert.ended, 130, insert.shown)
    t.regex(insert.shown, /\[y\/N\] \s*Aborted: nothing was changed\.\s*$/)
    t.is(await project.php('echo AQuery::create()->count();'), '1')
  })
}

for (const name of databases) {
  const files: Readonly<Record<string, string>> = {
    'as sql:build writes it': inTransaction[name](
      'DROP TABLE IF EXISTS a; DROP TABLE IF EXISTS b; CREATE TABLE a (x INT); CREATE TABLE b (x INT)',
    ),
    'without a transaction':
      'DROP TABLE IF EXISTS a; DROP TABLE IF EXISTS b; CREATE TABLE a (x INT); CREATE TABLE b (x INT)',
    ...(name === 'sqlite'
      ? { 'by DELETE': 'DELETE FROM b; DELETE FROM a' }
      : { 'several tables at once': 'DROP TABLE IF EXISTS b, a; CREATE TABLE a (x INT); CREATE TABLE b (x INT)' }),
  }
  for (const [how, sql] of Object.entries(files)) {
    test(`${name}: rows written after the count or the question are not lost: ${how}`, async (t) => {
      const tables = 'CREATE TABLE a (x INT); CREATE TABLE b (x INT)'
      for (const late of ['a', 'b']) {
        const database = await databaseOf(t, name)
        await query(database, ...tables.split(';'), 'INSERT INTO a VALUES (1), (2)')
        const project = await memoryProject(database, { 'shop.sql': sql })
        const confirm = async () => {
          await query(database, `INSERT INTO ${late} VALUES (3)`)
          return true
        }
        const message = await messageOf(insertSql({ ...project, confirm }))
        t.regex(message, new RegExp(`table "?${late}"? holds ${late === 'a' ? '3 rows' : '1 row'}, more than`))
        t.is(await countRows(database, late), late === 'a' ? 3 : 1)
        // Who is asked again, or says --yes, decides.
        t.is(await messageOf(insertSql({ ...project, confirm: async () => true })), '')
        t.is(await countRows(database, late), 0)
        await query(database, `INSERT INTO ${late} VALUES (3)`)
        t.is(await messageOf(insertSql({ ...project, yes: true })), '')
        t.is(await countRows(database, late), 0)
      }
    })
  }

  test(`${name}: what a file itself puts into a table, it may drop again`, async (t) => {
    const database = await databaseOf(t, name)
    const sql = 'CREATE TABLE a (x INT); INSERT INTO a VALUES (1); DROP TABLE a; CREATE TABLE b (x INT)'
    const project = await memoryProject(database, { 'shop.sql': sql })
    t.is(await messageOf(insertSql(project)), '')
    t.is(await countRows(database, 'b'), 0)
  })
}

test('sqlite: a dry run makes no file', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const project = await memoryProject(database, { 'shop.sql': 'DROP TABLE a; CREATE TABLE a (x)' })
  t.is((await planInsert(project))[0]!.statements.length, 2)
  const { access } = await import('node:fs/promises')
  await t.throwsAsync(access(database.dsn.slice('sqlite:'.length)))
})

test('sqlite: rows that refer to nothing are found although the checks were off', async (t) => {
  const database = await databaseOf(t, 'sqlite')
  const project = await memoryProject(database, {
    'shop.sql': `PRAGMA foreign_keys = OFF; DROP TABLE IF EXISTS [b]; DROP TABLE IF EXISTS [a];
CREATE TABLE [a] (id INTEGER PRIMARY KEY); CREATE TABLE [b] (a_id INTEGER REFERENCES a (id)); PRAGMA foreign_keys = ON;`,
    'fixtures.sql': 'INSERT INTO b VALUES (5)',
  })
  const message = await messageOf(insertSql(project))
  t.regex(message, /a row of table "b" refers to a row of table "a" that does not exist/)
  t.deepEqual(await query(database, "SELECT name FROM sqlite_master WHERE type = 'table'"), [])
})

if (databases.includes('mysql')) {
  test('mysql: the table of list locks of an older version gets its new column and keeps its rows', async (t) => {
    const schema = `<database name="shop"><table name="a"><column name="id" type="integer" primaryKey="true"/>
      <behavior name="sortable"/></table></database>`
    const project = await createProject(t, { schema, database: 'mysql' })
    const { database } = project
    await query(
      database,
      'CREATE TABLE orm_list_lock (id INTEGER UNSIGNED NOT NULL PRIMARY KEY) ENGINE=InnoDB',
      'INSERT INTO orm_list_lock VALUES (7)',
    )
    await project.orm('sql:build')
    t.regex((await project.orm('sql:insert', '--dry-run')).stdout, /ALTER TABLE `orm_list_lock` ADD COLUMN .*revision/)
    // Once with tables that hold no rows, once with such that do.
    for (const args of [['--safe'], ['--yes']]) {
      const { code, stderr } = await project.orm('sql:insert', ...args)
      t.is(code, 0, stderr)
      t.deepEqual(await query(database, 'SELECT * FROM orm_list_lock'), [{ id: 7, revision: '0' }])
      await query(database, 'INSERT INTO a (id) VALUES (1)', 'ALTER TABLE orm_list_lock DROP COLUMN revision')
    }
    await project.orm('sql:insert', '--yes')
    t.notRegex((await project.orm('sql:insert', '--dry-run')).stdout, /ADD COLUMN/)
  })
}
