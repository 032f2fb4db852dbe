import test from 'ava'
import { buildSchema } from 'orm-core/behavior'

const book = (behavior: string, more = '') => `<database name="d" defaultIdMethod="native"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="title" type="VARCHAR" size="100"><check name="titled" expression="title &lt;&gt; ''"/></column>
  <column name="price" type="INTEGER"/>
  <check expression="price &gt; 0"/>
  ${behavior}</table>${more}</database>`

/** The names of the checks of a table. */
const checksOf = (sql: string, table: string): string[] =>
  [
    ...(new RegExp(`CREATE TABLE \\[${table}\\]\\n\\(([\\s\\S]*?)\\n\\)`).exec(sql)?.[1] ?? '').matchAll(
      /CONSTRAINT (\S+) CHECK/g,
    ),
  ].map(([, name]) => name!)

test('archives and versions have no checks', async (t) => {
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book('<behavior name="archivable"/><behavior name="versionable"/>'))
  t.is(checksOf(sql, 'book').length, 2)
  t.regex(sql, /CREATE TABLE \[book_archive\]/)
  t.deepEqual(checksOf(sql, 'book_archive'), [])
  t.deepEqual(checksOf(sql, 'book_version'), [])
})

test('the check of a column moves with it to the table of translations', async (t) => {
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book('<behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>'))
  t.is(checksOf(sql, 'book').length, 1)
  t.deepEqual(checksOf(sql, 'book_i18n'), ['[titled]'])
})

test('a child of concrete_inheritance has the checks of its parent once', async (t) => {
  const child = `<table name="novel"><check expression="price &gt; 0"/><behavior name="concrete_inheritance"><parameter name="extends" value="book"/></behavior></table>`
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book('', child))
  t.is(checksOf(sql, 'novel').length, 2)
  t.false(checksOf(sql, 'novel').includes('[titled]'), 'a name of its own')
})

test('archives and versions hold computed values in plain columns', async (t) => {
  const column = '<column name="double" type="INTEGER" generated="price * 2"/>'
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book(`${column}<behavior name="archivable"/><behavior name="versionable"/>`))
  t.is(sql.match(/\[double\] INTEGER GENERATED/g)?.length, 1)
  t.is(sql.match(/\[double\] INTEGER,/g)?.length, 2)
})
