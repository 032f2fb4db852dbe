import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'

const versionable = (parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="versionable">${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}</behavior>`

const schema = (parameters: Readonly<Record<string, string>> = {}, { author = '', book = '', database = '' } = {}) => `
  <database name="d" defaultIdMethod="native">
    ${database}
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      ${author}
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <index><index-column name="title"/></index>
      ${book}
      ${database === '' ? versionable(parameters) : ''}
    </table>
  </database>`

test('B15.8: the table of the versions', async (t) => {
  const { sql } = await buildSchema(schema({ indices: 'true' }, { book: '<behavior name="timestampable"/>' }))
  const table = sql.pgsql.slice(sql.pgsql.indexOf('CREATE TABLE "book_version"'))
  t.regex(table, /"updated_at" TIMESTAMP/)
  t.regex(table, /PRIMARY KEY \("id", ?"version"\)/)
  t.regex(sql.pgsql, /book_version.*title/)
  t.regex(sql.pgsql, /ALTER TABLE "book_version"[^;]*ON DELETE CASCADE/)
})

test('versions of rows that refer to a row are listed by table; a second foreign key has its column in the names', async (t) => {
  const { sql } = await buildSchema(
    schema(
      {},
      {
        author: versionable(),
        book: `<column name="editor_id" type="INTEGER"/>
          <foreign-key foreignTable="author"><reference local="editor_id" foreign="id"/></foreign-key>`,
      },
    ),
  )
  const table = sql.pgsql.slice(sql.pgsql.indexOf('CREATE TABLE "author_version"'))
  const [columns = ''] = table.split(');')
  t.deepEqual(columns.match(/"book\w*"/g), [
    '"book_ids"',
    '"book_versions"',
    '"book_editor_id_ids"',
    '"book_editor_id_versions"',
  ])
})

test('B15.9: at database level versions have no versions', async (t) => {
  const { sql } = await buildSchema(schema({}, { database: '<behavior name="versionable"/>' }))
  t.regex(sql.sqlite, /author_version/)
  t.regex(sql.sqlite, /book_version/)
  t.false(sql.sqlite.includes('version_version'))
  const declared = `<database name="d"><behavior name="versionable"/>
    <table name="a"><column name="id" type="INTEGER" primaryKey="true"/></table>
    <table name="a_version"><column name="id" type="INTEGER" primaryKey="true"/>
      <column name="version" type="INTEGER" primaryKey="true"/></table></database>`
  const tables = [...(await buildSchema(declared)).sql.sqlite.matchAll(/CREATE TABLE \[(\w+)\]/g)]
  t.deepEqual(
    tables.map(([, name]) => name),
    ['a', 'a_version'],
  )
})

test('B15.8: a table without key is refused', async (t) => {
  await t.throwsAsync(
    buildSchema(
      `<database name="d"><table name="a"><column name="b" type="INTEGER"/><behavior name="versionable"/></table></database>`,
    ),
    { instanceOf: OrmError, message: /primary key/ },
  )
})
