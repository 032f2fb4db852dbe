import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, type Project, type ProjectOptions } from '../../support/project.js'
import { query } from '../../support/query.js'
import { migrationProject, run, runners, statusOf, tables } from './runners.js'

const schema = (columns = '', name = 'shop') => `<database name="${name}" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="varchar" size="80" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="author_id" type="integer"/>${columns}
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`
const isbn = '<column name="isbn" type="varchar" size="24"/>'
const pages = '<column name="pages" type="integer"/>'

/** Runs a command that has to succeed. */
async function orm(t: ExecutionContext, project: Project, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.orm(...args)
  t.is(code, 0, `orm ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout + stderr
}

const projectOf = (t: ExecutionContext, options: Partial<ProjectOptions> & Pick<ProjectOptions, 'database'>) =>
  createProject(t, { schema: schema(), ...options })

const build = (t: ExecutionContext, project: Project) => orm(t, project, 'build')

/** The files of the migrations, with names instead of versions. */
const migrationsOf = async ({ folder }: Project, ...path: string[]): Promise<string[]> =>
  (await readdir(join(folder, 'generated-migrations', ...path)).catch(() => [])).map((name) =>
    name.replace(/^\d{14}_/, ''),
  )

/** The states of all migrations; both runners must agree on them. */
async function states(t: ExecutionContext, project: Project): Promise<string[]> {
  const [node, php] = await Promise.all(runners.map((runner) => statusOf(runner, project)))
  t.deepEqual(node, php)
  return node!.map((line) => line.replace(/^\d{14} |\/\d+$/g, ''))
}

for (const database of databases) {
  test(`${database}: after sql:insert, migration:diff writes only the change, and each runner applies it`, async (t) => {
    for (const runner of runners) {
      const project = await projectOf(t, { database })
      await build(t, project)
      const told = await orm(t, project, 'sql:insert')
      t.regex(told, /created generated-migrations\/\d{14}_baseline\.sql\ncreated generated-migrations\/schema\.json\n/)
      t.regex(told, /1 migration recorded as applied on connection "shop"/)
      t.deepEqual(await migrationsOf(project), ['baseline.sql', 'schema.json'])
      t.deepEqual(await states(t, project), ['applied'])
      t.regex(await orm(t, project, 'migration:diff', '--check'), /has not changed/)
      t.is((await project.orm('migration:drift')).code, 0)

      await query(project.database, "INSERT INTO author (name) VALUES ('Mary Shelley')")
      await project.write('schema.xml', schema(isbn))
      const diff = await orm(t, project, 'migration:diff', 'add_isbn')
      t.regex(diff, /^book: column isbn is added$/m)
      t.notRegex(diff, /created(?! generated)|table author/)
      t.is((await run(runner, project, ['migrate'])).code, 0)
      t.deepEqual(await states(t, project), ['applied', 'applied'])
      t.is((await query(project.database, 'SELECT isbn FROM book')).length, 0)
      t.is((await query(project.database, 'SELECT name FROM author')).length, 1, 'the rows stay')
      t.is((await project.orm('migration:drift')).code, 0)
    }
  })

  test(`${database}: the first migration creates on an empty database what sql:insert created, and can be reverted`, async (t) => {
    const first = await projectOf(t, { database })
    await build(t, first)
    await orm(t, first, 'sql:insert')
    const other = await projectOf(t, { database })
    await mkdir(join(other.folder, 'generated-migrations'))
    for (const name of await readdir(join(first.folder, 'generated-migrations'))) {
      const text = await readFile(join(first.folder, 'generated-migrations', name), 'utf8')
      await other.write(`generated-migrations/${name}`, text)
    }
    await orm(t, other, 'migrate')
    t.is((await other.orm('migration:drift')).code, 0)
    await orm(t, other, 'migration:down', '--allow-loss')
    t.deepEqual(await tables(other), [])
  })

  test(`${database}: migrations whose snapshot is the schema are recorded, whatever was recorded before`, async (t) => {
    const project = await projectOf(t, { database })
    await build(t, project)
    await orm(t, project, 'migration:diff', 'first')
    await project.write('schema.xml', schema(isbn))
    await orm(t, project, 'migration:diff', 'add_isbn')
    await build(t, project)
    t.regex(await orm(t, project, 'sql:insert'), /2 migrations recorded as applied/)
    t.deepEqual(await states(t, project), ['applied', 'applied'])
    t.regex(await orm(t, project, 'migrate'), /nothing to apply/)

    // Stopped halfway, changed since it was applied, without a file: the tables were created anew since.
    await query(
      project.database,
      "UPDATE orm_migration SET finished = NULL, statements = 0, error = 'x' WHERE name = 'first'",
      "UPDATE orm_migration SET checksum = 'x' WHERE name = 'add_isbn'",
      "INSERT INTO orm_migration (version, name, finished) VALUES (20200101000000, 'gone', 'x')",
    )
    t.deepEqual(await states(t, project), ['missing', 'stopped 0/changed', 'changed'])
    t.regex(await orm(t, project, 'sql:insert'), /2 migrations recorded as applied/)
    t.deepEqual(await states(t, project), ['applied', 'applied'])
    t.notRegex(await orm(t, project, 'sql:insert'), /recorded/, 'nothing new to record')
  })

  test(`${database}: sql:insert of a schema with changes that no migration contains says how to go on`, async (t) => {
    const project = await projectOf(t, { database })
    await build(t, project)
    await orm(t, project, 'sql:insert')
    await project.write('schema.xml', schema(pages))
    await build(t, project)
    const told = await orm(t, project, 'sql:insert')
    t.regex(
      told,
      /notice: connection "shop": the schema has changes that no migration contains \(book: column pages is added\): run "orm migration:diff" to write them, then "orm migration:baseline" to record that this database has them/,
    )
    await orm(t, project, 'migration:diff', 'add_pages')
    // Who does not read it is told again.
    for (const runner of runners) {
      const { code, stderr, stdout } = await run(runner, project, ['migrate'])
      t.is(code, 1, stdout)
      t.regex(stderr, /if the database has all of this migration, "orm migration:baseline --to=\d{14}" records it as/)
    }
    await orm(t, project, 'migration:baseline')
    t.deepEqual(await states(t, project), ['applied', 'applied'])
    t.is((await project.orm('migration:drift')).code, 0)
  })

  test(`${database}: the first migration:diff of a project whose database has the tables names migration:baseline`, async (t) => {
    const project = await migrationProject(t, database)
    const diff = (...args: string[]) => project.orm('migration:diff', ...args)
    t.is((await diff('--dry-run')).stderr, '', 'the database is empty')
    await query(project.database, 'CREATE TABLE a (id INTEGER NOT NULL PRIMARY KEY)')
    const { code, stderr } = await diff('first')
    t.is(code, 0)
    t.is(
      stderr,
      'notice: connection "shop": the database already has the tables of this migration (a), so "orm migrate" would fail: if they are as in the schema, "orm migration:baseline" records the migration as applied there\n',
    )
    for (const runner of runners) {
      const failed = await run(runner, project, ['migrate'])
      t.is(failed.code, 1)
      t.regex(failed.stderr, /"orm migration:baseline --to=\d{14}" records it as applied/)
    }
    await orm(t, project, 'migration:baseline')
    t.deepEqual(await states(t, project), ['applied'])
    t.is((await diff()).stderr, '', 'there is a snapshot')
  })

  test(`${database}: an insert that fails, or that is refused, records nothing`, async (t) => {
    const project = await projectOf(t, { database })
    await build(t, project)
    await project.write('generated-sql/more.sql', 'INSERT INTO missing VALUES (1);')
    await project.write('generated-sql/sqldb.map', 'shop.sql=shop\nmore.sql=shop\n')
    t.is((await project.orm('sql:insert')).code, 1)
    t.deepEqual(await migrationsOf(project), [])
    await project.write('generated-sql/sqldb.map', 'shop.sql=shop\n')
    await orm(t, project, 'sql:insert')
    await query(project.database, "INSERT INTO author (name) VALUES ('Mary Shelley')")
    await rm(join(project.folder, 'generated-migrations'), { recursive: true })
    for (const args of [[], ['--safe'], ['--no-interaction']]) {
      t.is((await project.orm('sql:insert', ...args)).code, 1)
      t.deepEqual(await migrationsOf(project), [])
    }
    await orm(t, project, 'sql:insert', '--yes')
    t.deepEqual(await migrationsOf(project), ['baseline.sql', 'schema.json'])
    t.deepEqual(await states(t, project), ['applied'], 'the row of the migration that was removed is removed too')
  })
}

test('--safe records as well, and --dry-run says what would be recorded', async (t) => {
  const project = await projectOf(t, { database: 'sqlite' })
  await build(t, project)
  t.regex(
    await orm(t, project, 'sql:insert', '--dry-run'),
    /a first migration would be written and recorded as applied/,
  )
  t.deepEqual(await migrationsOf(project), [])
  await orm(t, project, 'sql:insert', '--safe')
  t.deepEqual(await states(t, project), ['applied'])
  t.regex(await orm(t, project, 'sql:insert', '--dry-run'), /all migrations would be recorded as applied/)
  await project.write('schema.xml', schema(isbn))
  await build(t, project)
  t.regex(await orm(t, project, 'sql:insert', '--dry-run'), /no migration contains: book: column isbn is added/)
})

test('several connections have a folder each, and versions of their own', async (t) => {
  const schemas = {
    'shop.schema.xml': schema(),
    'blog.schema.xml': schema('', 'blog').replaceAll('author', 'writer').replace('"book"', '"post"'),
  }
  const project = await projectOf(t, { database: 'sqlite', schema: schemas })
  const other = await projectOf(t, { database: 'sqlite' })
  const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
  const [before, after] = config.split('"blog":')
  await project.write('orm.yaml', `${before}"blog":${after!.replace(/dsn: .*/, `dsn: "${other.database.dsn}"`)}`)
  await build(t, project)
  await orm(t, project, 'sql:insert')
  for (const connection of ['shop', 'blog']) {
    t.deepEqual(await migrationsOf(project, connection), ['baseline.sql', 'schema.json'])
  }
  t.deepEqual(await states(t, project), ['applied', 'applied'])
  await project.write('blog.schema.xml', schemas['blog.schema.xml'].replace('</table>', `${isbn}</table>`))
  t.regex(await orm(t, project, 'migration:diff', 'add_isbn'), /^blog: writer: column isbn is added$/m)
  await orm(t, project, 'migrate')
  t.deepEqual(await states(t, project), ['applied', 'applied', 'applied'])

  // Both connections lead to one database: each keeps what the other has recorded.
  const shared = await projectOf(t, { database: 'sqlite', schema: schemas })
  await build(t, shared)
  for (let times = 0; times < 2; times++) await orm(t, shared, 'sql:insert')
  t.is((await query(shared.database, 'SELECT version FROM orm_migration')).length, 2)
  t.regex(await orm(t, shared, 'migrate'), /nothing to apply/)
})

test('tables with a prefix, and those that migrations leave alone', async (t) => {
  const config = '  generator:\n    tablePrefix: px_\n  exclude_tables: [px_author]\n'
  const project = await projectOf(t, { database: 'sqlite', config })
  await build(t, project)
  await orm(t, project, 'sql:insert')
  const [file = ''] = await readdir(join(project.folder, 'generated-migrations'))
  const sql = await readFile(join(project.folder, 'generated-migrations', file), 'utf8')
  t.deepEqual(sql.match(/^CREATE TABLE.*$/gm), ['CREATE TABLE [px_book]'])
  t.regex(await orm(t, project, 'migration:diff', '--check'), /has not changed/)
})

test('without a way to go on, sql:insert creates the tables and gives the reason', async (t) => {
  const project = await projectOf(t, { database: 'sqlite' })
  const insert = async () => (await orm(t, project, 'sql:insert')).replace(/^notice: connection "shop" has.*\n/m, '')
  const reasons: [change: () => Promise<unknown>, reason: RegExp][] = [
    [
      () => project.write('schema.xml', schema(isbn)),
      /generated-sql\/shop\.sql is not what the schema and the configuration say now: run "orm build" and "orm sql:insert" again/,
    ],
    [() => project.write('schema.xml', schema('<column name="x" type="nonsense"/>')), /schema\.xml:9:\S+ ORM-S302/],
    [
      () => rm(join(project.folder, 'schema.xml')),
      /no schema file found: .*"orm migration:baseline" records them later/,
    ],
    [
      async () => {
        await project.write('schema.xml', schema())
        await mkdir(join(project.folder, 'generated-migrations'))
        await project.write('generated-migrations/20260101000000_a.sql', '-- orm: up\nSELECT 1;\n')
      },
      /has migrations, but no schema\.json: run "orm migration:diff --rebase"/,
    ],
    [
      async () => {
        await rm(join(project.folder, 'generated-migrations/20260101000000_a.sql'))
        await project.write('generated-migrations/PropelMigration_1.php', '')
      },
      /has other files already: "orm migration:baseline" starts migrations there/,
    ],
    [
      async () => {
        await project.write('generated-migrations/schema.json', '<<<<<<< ours\n')
      },
      /ORM-M/,
    ],
  ]
  await build(t, project)
  for (const [change, reason] of reasons) {
    await change()
    const told = await insert()
    t.regex(told, reason)
    t.regex(told, /notice: connection "shop": these tables are not recorded for migrations: /)
    t.regex(told, /statements executed on connection "shop"/)
  }
})

test('SQL files that the user wrote are executed without a word about migrations', async (t) => {
  const project = await projectOf(t, { database: 'sqlite' })
  await mkdir(join(project.folder, 'generated-sql'))
  await writeFile(join(project.folder, 'generated-sql/sqldb.map'), 'mine.sql=shop\n')
  await writeFile(join(project.folder, 'generated-sql/mine.sql'), 'CREATE TABLE mine (x INTEGER);\n')
  t.is(await orm(t, project, 'sql:insert'), '1 statement executed on connection "shop"\n')
  t.deepEqual(await migrationsOf(project), [])
})

test('a database in memory leaves nothing to go on from', async (t) => {
  const project = await projectOf(t, { database: 'sqlite' })
  const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
  await project.write('orm.yaml', config.replace(/dsn: .*/, 'dsn: "sqlite::memory:"'))
  await build(t, project)
  t.regex(await orm(t, project, 'sql:insert'), /^\d+ statements executed on connection "shop"\n$/)
  t.deepEqual(await migrationsOf(project), [])
})

test('where migrations cannot be written, the tables are created, and a notice names the file', async (t) => {
  const project = await projectOf(t, { database: 'sqlite' })
  await build(t, project)
  await project.write('generated-migrations', 'a file')
  t.regex(await orm(t, project, 'sql:insert'), /not recorded for migrations: \S+ .*generated-migrations/)
})

test('the first migration:diff says which of its tables exist, and nothing if the database cannot be asked', async (t) => {
  const project = await migrationProject(t, 'sqlite')
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const table = (name: string) => `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/></table>`
  await project.write('schema.xml', `<database name="shop">${names.map(table).join('')}</database>`)
  await query(project.database, ...names.slice(1).map((name) => `CREATE TABLE "${name.toUpperCase()}" (id INTEGER)`))
  const some = await project.orm('migration:diff', '--dry-run')
  t.regex(
    some.stderr,
    /has 6 of the 7 tables of this migration \(b, c, d, e, f and others\), so "orm migrate" would fail/,
  )
  t.is((await project.orm('migration:diff', '--check')).stderr, '')
  const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
  await writeFile(join(project.folder, 'orm.yaml'), config.replace(/dsn:.*/, 'dsn: "sqlite:/nowhere/at/all.sq3"'))
  const none = await project.orm('migration:diff', 'first')
  t.deepEqual([none.code, none.stderr], [0, ''])
})
