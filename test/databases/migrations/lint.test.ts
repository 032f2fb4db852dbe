import test, { type ExecutionContext } from 'ava'
import { dialects, loadConfig } from 'orm-core'
import { planMigrations, readMigration, Source } from 'orm-core/internal'
import { close, connect } from '#database/connect/connect.js'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../../support/databases.js'
import { memoryFiles } from '../../support/memory-files.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'

/** What the lint says of a change, run on a real server: that it really hurts. */
interface Case {
  readonly on: readonly DatabaseName[]
  readonly before: string
  readonly after: string
  readonly rows?: readonly string[]
  readonly fails: RegExp
}

const table = (columns: string) =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`
const number = (more = '') => `<column name="a" type="INTEGER" ${more}/>`
const text = (size: number) => `<column name="a" type="VARCHAR" size="${size}"/>`

const cases: Readonly<Record<string, Case>> = {
  M103: {
    on: ['pgsql', 'mysql'],
    before: table(text(50)),
    after: table(text(5)),
    rows: ["INSERT INTO book VALUES (1, 'longer than five')"],
    fails: /too long|truncated/i,
  },
  M105: {
    on: ['pgsql', 'mysql', 'sqlite'],
    before: table(number()),
    after: table(number('required="true"')),
    rows: ['INSERT INTO book VALUES (1, NULL)'],
    fails: /null value|not null|truncated|NULL/i,
  },
  M106: {
    on: ['pgsql', 'mysql', 'sqlite'],
    before: table(number()),
    after: table(`${number()}<unique name="u"><unique-column name="a"/></unique>`),
    rows: ['INSERT INTO book VALUES (1, 7)', 'INSERT INTO book VALUES (2, 7)'],
    fails: /unique|duplicate/i,
  },
  M107: {
    on: ['pgsql', 'sqlite'],
    before: table(''),
    after: table(number('required="true"')),
    rows: ['INSERT INTO book VALUES (1)'],
    fails: /null value|not null/i,
  },
}

async function statementsOf(name: DatabaseName, before: string, after: string) {
  const orm = { database: { connections: { shop: { adapter: name, dsn: `${name}:x` } } } }
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
  const plan = async (schema: string, snapshot?: string) => {
    const files = memoryFiles(snapshot ? { 'generated-migrations/schema.json': snapshot } : {})
    const [made] = await planMigrations([{ path: 'schema.xml', contents: schema }], { config, files })
    // Where only the list of values changes, there is nothing to run.
    const text = made!.files.find(({ path }) => path.endsWith('.sql'))?.contents ?? '-- orm: up\n-- orm: down\n'
    const { up, down } = readMigration(new Source('x.sql', text), dialects[name].lexicon)
    return { ...made!, up: up.map((statement) => statement.text), down: down!.map((statement) => statement.text), text }
  }
  const first = await plan(before)
  return { first, second: await plan(after, first.files.find(({ path }) => path === 'schema.json')!.contents) }
}

async function inDatabase(t: ExecutionContext, name: DatabaseName): Promise<TestDatabase> {
  const database = await createDatabase(name)
  t.teardown(() => database.drop())
  return database
}

for (const name of databases) {
  for (const [code, { on, before, after, rows = [], fails }] of Object.entries(cases)) {
    if (!on.includes(name)) continue
    test(`${name}: ${code} fails on rows that are there, and passes without`, async (t) => {
      const { first, second } = await statementsOf(name, before, after)
      t.true(second.lint.some((found) => found.code === `ORM-${code}`))
      const [full, empty] = [await inDatabase(t, name), await inDatabase(t, name)]
      await query(full, ...first.up, ...rows)
      const message = await query(full, ...second.up).then(
        () => 'no error',
        // Those of SQLite are no instances of Error.
        (error) => String((error as Error).message),
      )
      t.regex(message, fails)
      const finds = /stop this: (SELECT .*)/.exec(second.text)?.[1]
      if (finds) t.true((await query(empty, ...first.up, finds)).length === 0 && (await query(full, finds)).length > 0)
      else await query(empty, ...first.up)
      await t.notThrowsAsync(query(empty, ...second.up))
    })
  }
}

for (const name of databases) {
  test(`${name}: M101, M102 and M202 lose rows and values, and the way back does not bring them`, async (t) => {
    const gone = '<table name="gone"><column name="id" type="INTEGER" primaryKey="true"/></table></database>'
    const { first, second } = await statementsOf(
      name,
      table(`${number()}<column name="d" type="DATE"/>`).replace('</database>', gone),
      table(number().replace('"a"', '"b"')),
    )
    t.deepEqual(
      ['ORM-M101', 'ORM-M102', 'ORM-M202'].filter((code) => second.lint.every((found) => found.code !== code)),
      [],
    )
    const database = await inDatabase(t, name)
    await query(database, ...first.up)
    await query(database, "INSERT INTO book (id, a, d) VALUES (1, 7, '2020-01-31')", 'INSERT INTO gone VALUES (1)')
    await query(database, ...second.up, ...second.down)
    t.deepEqual(await query(database, 'SELECT a, d FROM book'), [{ a: null, d: null }])
    t.is((await query(database, 'SELECT * FROM gone')).length, 0)
  })
}

if (databases.includes('sqlite')) {
  test('M104 and M201: a row has another value, or none, when the list of values changes', async (t) => {
    const schema = (values: string) =>
      table(`<column name="a" type="ENUM" valueSet="${values}"/>`).replace('name="book"', 'name="book" phpName="Book"')
    const project = await createProject(t, { schema: schema('x, y'), database: 'sqlite' })
    await project.build()
    await project.php('(new Book())->setId(1)->setA("y")->save();')
    const read = 'try { echo BookQuery::create()->findPk(1)->getA(); } catch (Throwable) { echo "no such value"; }'
    t.is(await project.php(read), 'y')
    for (const [values, code, expected] of [
      ['new, x, y', 'ORM-M201', 'x'],
      ['x', 'ORM-M104', 'no such value'],
    ] as const) {
      const { second } = await statementsOf('sqlite', schema('x, y'), schema(values))
      t.true(second.lint.some((found) => found.code === code))
      await project.write('schema.xml', schema(values))
      await project.orm('model:build')
      t.is(await project.php(read), expected)
    }
  })
}

if (databases.includes('pgsql')) {
  const rewritten = async (database: TestDatabase, statement: string): Promise<boolean> => {
    const file = async () => (await query(database, "SELECT pg_relation_filenode('book') AS node"))[0]!.node
    const before = await file()
    await query(database, statement)
    return before !== (await file())
  }

  test('pgsql: M301 and M304 write the table anew, what the lint passes over does not', async (t) => {
    const database = await inDatabase(t, 'pgsql')
    await query(database, 'CREATE TABLE book (id INTEGER PRIMARY KEY, a INTEGER, b VARCHAR(10), c NUMERIC(5,2))')
    await query(database, "INSERT INTO book VALUES (1, 2, 'x', 1.5)")
    t.true(await rewritten(database, 'ALTER TABLE book ALTER COLUMN a TYPE BIGINT'))
    t.true(await rewritten(database, 'ALTER TABLE book ADD d UUID DEFAULT gen_random_uuid()'))
    t.true(await rewritten(database, 'ALTER TABLE book ADD e serial'))
    t.true(await rewritten(database, 'ALTER TABLE book SET UNLOGGED'), 'M308')
    t.false(await rewritten(database, 'ALTER TABLE book ALTER COLUMN b TYPE VARCHAR(20)'))
    t.false(await rewritten(database, 'ALTER TABLE book ALTER COLUMN b TYPE TEXT'))
    t.false(await rewritten(database, 'ALTER TABLE book ALTER COLUMN c TYPE NUMERIC(9,2)'))
    t.false(await rewritten(database, 'ALTER TABLE book ADD f TIMESTAMP DEFAULT CURRENT_TIMESTAMP'))
  })

  const blocks = async (database: TestDatabase, statement: string, other: string): Promise<boolean> => {
    const { dsn, user, password } = database
    const { session } = await connect(
      'test',
      { adapter: 'pgsql', classname: '', dsn, user, password },
      { create: false },
    )
    try {
      await session.execute('BEGIN')
      await session.execute(statement)
      const waits = query(database, "SET lock_timeout = '300ms'", other)
      return await waits.then(
        () => false,
        (error: Error) => /lock timeout/.test(error.message),
      )
    } finally {
      await session.execute('ROLLBACK')
      await close(session)
    }
  }

  test('pgsql: M302, M303, M305, M306, M401 and M402 block others as long as they run', async (t) => {
    const database = await inDatabase(t, 'pgsql')
    await query(database, 'CREATE TABLE author (id INTEGER PRIMARY KEY)', 'CREATE TABLE book (id INTEGER, a INTEGER)')
    const write = 'INSERT INTO book VALUES (1, NULL)'
    const key = 'ALTER TABLE book ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES author (id)'
    t.true(await blocks(database, 'CREATE INDEX i ON book (a)', write))
    t.true(await blocks(database, key, 'INSERT INTO author VALUES (1)'))
    t.true(await blocks(database, 'ALTER TABLE book ALTER COLUMN a SET NOT NULL', 'SELECT a FROM book'))
    t.true(await blocks(database, 'ALTER TABLE book ADD PRIMARY KEY (id)', 'SELECT a FROM book'))
    t.true(await blocks(database, 'ALTER TABLE book RENAME COLUMN a TO b', 'SELECT a FROM book'))
    t.true(await blocks(database, 'ALTER TABLE book DROP COLUMN a', 'SELECT a FROM book'))
    await query(database, `${key} NOT VALID`)
    t.false(await blocks(database, 'ALTER TABLE book VALIDATE CONSTRAINT k', write), 'the form of --online does not')
    await query(database, 'CREATE INDEX CONCURRENTLY i ON book (a)')
  })
}

if (databases.includes('mysql')) {
  test('mysql: M303 and M307 let nobody write, M305, M306 and M308 write the table anew, and other options do not', async (t) => {
    const database = await inDatabase(t, 'mysql')
    const accepts = async (change: string, demand: string): Promise<boolean> => {
      await query(
        database,
        'DROP TABLE IF EXISTS book, author',
        'CREATE TABLE author (id INTEGER PRIMARY KEY) ENGINE=InnoDB',
        'CREATE TABLE book (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER NOT NULL) ENGINE=InnoDB',
      )
      return query(database, `ALTER TABLE book ${change}, ${demand}`).then(
        () => true,
        () => false,
      )
    }
    for (const change of ['ADD FOREIGN KEY (a) REFERENCES author (id)', 'ENGINE=MyISAM', 'DROP PRIMARY KEY'])
      t.false(await accepts(change, 'LOCK=NONE'), change)
    for (const change of [
      'CHANGE a a INTEGER NOT NULL',
      'DROP PRIMARY KEY, ADD PRIMARY KEY (b)',
      'ROW_FORMAT=COMPRESSED',
      'KEY_BLOCK_SIZE=4',
    ]) {
      t.true(await accepts(change, 'ALGORITHM=INPLACE, LOCK=NONE'), `${change}: what --online demands`)
      t.false(await accepts(change, 'ALGORITHM=NOCOPY'), change)
    }
    for (const change of ['MAX_ROWS=1000', 'AVG_ROW_LENGTH=100', 'CHECKSUM=1', 'PACK_KEYS=1', "COMMENT='x'"])
      t.true(await accepts(change, 'ALGORITHM=INSTANT, LOCK=NONE'), change)
  })

  test('mysql: M203 loses what the new character set lacks, and --online refuses to copy', async (t) => {
    const database = await inDatabase(t, 'mysql')
    await query(
      database,
      'CREATE TABLE book (id INTEGER PRIMARY KEY, a VARCHAR(10)) CHARACTER SET utf8mb4',
      "INSERT INTO book VALUES (1, _utf8mb4 X'E6BCA2')",
    )
    await t.throwsAsync(query(database, 'ALTER TABLE book CHANGE a a VARCHAR(10), CHARACTER SET=latin1'), {
      message: /Incorrect string value/,
    })
    await t.throwsAsync(query(database, 'ALTER TABLE book CHANGE id id BIGINT, ALGORITHM=INPLACE, LOCK=NONE'), {
      message: /not supported/,
    })
  })
}
