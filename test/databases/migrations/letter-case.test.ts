import test from 'ava'
import { defaultConfig } from 'orm-core'
import { close, connect } from '#database/connect/connect.js'
import { catalogReaderOf } from '#database/dialects/index.js'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'

const schema = `<database name="shop">
  <table name="Book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20"/>
  </table>
  <table name="page">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="book_id" type="INTEGER"/>
    <foreign-key foreignTable="Book"><reference local="book_id" foreign="id"/></foreign-key>
  </table>
</database>`

if (databases.includes('sqlite')) {
  test('sqlite: a table that is spelled in another case in the database keeps its rows', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    t.is((await project.orm('migration:diff', 'first')).code, 0)
    t.is((await project.orm('migrate')).code, 0)
    await query(
      project.database,
      'DROP TABLE page',
      'DROP TABLE Book',
      'CREATE TABLE BOOK (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, title VARCHAR(20))',
      'CREATE TABLE page (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, book_id INTEGER, FOREIGN KEY (BOOK_ID) REFERENCES bOOk (ID))',
      "INSERT INTO BOOK (title) VALUES ('Emma')",
      'INSERT INTO page (book_id) VALUES (1)',
    )
    const { drift } = JSON.parse((await project.orm('migration:drift', '--format=json')).stdout)
    t.deepEqual(drift[0].changes, ['table Book is renamed to BOOK'])
    await query(project.database, ...drift[0].undo)
    t.is((await project.orm('migration:drift')).code, 0)
    t.deepEqual(await query(project.database, 'SELECT title FROM page JOIN Book ON Book.id = book_id'), [
      { title: 'Emma' },
    ])
  })
}

if (databases.includes('mysql')) {
  test('mysql: the catalog says whether the server ignores the case of tables', async (t) => {
    const project = await createProject(t, { schema, database: 'mysql' })
    t.is((await project.orm('migration:diff', 'first')).code, 0)
    t.is((await project.orm('migrate')).code, 0)
    const { name, dsn, user, password } = project.database
    const { session } = await connect('x', { adapter: name, classname: '', dsn, user, password }, { create: false })
    t.teardown(() => close(session))
    const read = await catalogReaderOf('mysql')
    const settings = (await defaultConfig()).adapters
    for (const [folding, ignores] of [
      ['0', undefined],
      ['1', true],
      ['2', true],
    ] as const) {
      const tables = await read({
        query: (sql) => session.execute(sql.replace('@@lower_case_table_names', folding)),
        withOptions: false,
        withLosses: false,
        settings,
        notice: () => {},
      })
      t.deepEqual(
        tables.map(({ name: table, ignoresCase }) => [table, ignoresCase]),
        ['Book', 'orm_migration', 'page'].map((table) => [table, ignores]),
      )
    }
  })
}
