import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { defaultConfig, dialects } from 'orm-core'
import { close, connect } from '#database/connect/connect.js'
import { catalogReaderOf } from '#database/dialects/index.js'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'

const schema = `<database name="shop">
  <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="name" type="VARCHAR" size="40" required="true"/></table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="DECIMAL" size="8" scale="2" defaultValue="0.00"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
    <index name="by_title"><index-column name="title"/></index>
  </table>
</database>`

for (const database of databases) {
  test(`${database}: drift is what somebody changed by hand, with SQL for either direction`, async (t) => {
    const project = await createProject(t, { schema, database })
    t.is((await project.orm('migration:drift')).code, 1, 'there is no snapshot yet')
    t.is((await project.orm('migration:diff', 'first')).code, 0)
    const early = await project.orm('migration:drift')
    t.is(early.code, 5)
    t.regex(early.stdout, /1 migration pending/)
    t.is((await project.orm('migrate')).code, 0)
    const same = await project.orm('migration:drift')
    t.is(same.stdout, 'connection "shop": the database matches the snapshot\n')
    t.is(same.code, 0)

    await query(project.database, 'ALTER TABLE book ADD COLUMN isbn VARCHAR(24)', 'CREATE TABLE extra (id INTEGER)')
    const { code, stdout } = await project.orm('migration:drift')
    t.is(code, 5)
    t.regex(stdout, /isbn/)
    t.regex(stdout, /extra/)
    const json = JSON.parse((await project.orm('migration:drift', '--format=json')).stdout)
    const [{ undo, changes }] = json.drift
    t.true(changes.length >= 2)
    await query(project.database, ...undo)
    t.is((await project.orm('migration:drift')).code, 0)
  })

  test(`${database}: migration:diff --from=database writes what the tables lack`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.orm('sql:build')
    await project.orm('sql:insert')
    await query(project.database, 'ALTER TABLE book DROP COLUMN price')
    const { code, stdout, stderr } = await project.orm('migration:diff', 'price', '--from=database')
    t.is(code, 0, stderr)
    t.regex(stdout, /price/)
    t.notRegex(stdout, /author/)
    t.is((await project.orm('migrate')).code, 0)
    t.is((await project.orm('migration:drift')).code, 0)
    t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
  })

  test(`${database}: a baseline records tables that are there, and other databases get them by migrate`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.orm('sql:build')
    await project.orm('sql:insert')
    // As if another tool had created them.
    await rm(join(project.folder, 'generated-migrations'), { recursive: true })
    await query(project.database, 'DROP TABLE orm_migration', "INSERT INTO author (name) VALUES ('Jane')")
    const first = await project.orm('migration:baseline')
    t.is(first.code, 0, first.stderr)
    t.regex(first.stdout, /2 tables; 1 migration recorded as applied/)
    const files = await readdir(join(project.folder, 'generated-migrations'))
    t.is(files.length, 2)
    t.regex(files[0]!, /^\d{14}_baseline\.sql$/)
    t.regex((await project.orm('migrate')).stdout, /nothing to apply/)
    t.is((await project.orm('migration:drift')).code, 0)
    t.regex((await project.orm('migration:diff')).stdout, /has not changed/)
    t.is((await query(project.database, 'SELECT * FROM author')).length, 1)
    t.is((await project.orm('migration:down')).code, 1)

    // A second database with the same tables, and one without any.
    const again = await project.orm('migration:baseline')
    t.is(again.code, 0, again.stdout + again.stderr)
    t.regex(again.stdout, /0 migrations recorded/)
    const quoted = (name: string) => dialects[database].quote(name)
    await query(project.database, `DROP TABLE ${quoted('orm_migration')}`)
    await query(project.database, 'ALTER TABLE author ADD extra INTEGER')
    const { code, stdout } = await project.orm('migration:baseline')
    t.is(code, 5)
    t.regex(stdout, /2 tables; 1 migration recorded as applied[\s\S]*column extra/)
    t.notRegex(stdout, /pending/)
    await query(project.database, 'DROP TABLE book', 'DROP TABLE author', `DROP TABLE ${quoted('orm_migration')}`)
    t.is((await project.orm('migrate')).code, 0)
    t.is((await project.orm('migration:drift')).code, 0)
  })

  test(`${database}: the catalog of many tables takes five queries`, async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `t${index}`)
    const project = await createProject(t, { schema, database })
    await query(
      project.database,
      ...names.map((name) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, b VARCHAR(5) DEFAULT 'x' UNIQUE)`),
    )
    const { name, dsn, user, password } = project.database
    const { session } = await connect('x', { adapter: name, classname: '', dsn, user, password }, { create: false })
    t.teardown(() => close(session))
    const read = await catalogReaderOf(database)
    let queries = 0
    const tables = await read({
      query: (sql) => {
        queries++
        return session.execute(sql)
      },
      withOptions: false,
      withLosses: false,
      settings: (await defaultConfig()).adapters,
      notice: () => {},
    })
    t.is(tables.length, 60)
    t.true(queries <= 5, String(queries))
  })

  for (const golden of ['author-and-book', 'cinema', 'every-shape', 'sortable-two-scopes']) {
    test(`${database}: ${golden} has no drift after its first migration`, async (t) => {
      const folder = join(root, 'test/golden', golden)
      const names = (await readdir(folder)).filter((name) => name.endsWith('schema.xml'))
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const project = await createProject(t, {
        schema: Object.fromEntries(names.map((name, index) => [name, texts[index]!])),
        database,
      })
      const diff = await project.orm('migration:diff')
      t.is(diff.code, 0, diff.stderr)
      const applied = await project.orm('migrate')
      t.is(applied.code, 0, applied.stderr)
      const { code, stdout, stderr } = await project.orm('migration:drift')
      t.is(code, 0, stdout + stderr)
    })
  }
}
