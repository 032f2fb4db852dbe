import test from 'ava'
import { buildSql, loadConfig } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { memoryFiles } from '../../support/memory-files.js'

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

test('a check of the table moves with the only columns that it reads', async (t) => {
  const i18n = '<behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>'
  const more = (xml: string) => buildSchema(book(xml + i18n))
  const { sql } = await more(`<check name="lengthy" expression="length(title) &gt; 3 AND title &lt;&gt; 'price'"/>`)
  t.deepEqual(checksOf(sql.sqlite, 'book_i18n'), ['[titled]', '[lengthy]'])
  const refused = [
    ['<check name="both" expression="title &lt;&gt; \'x\' OR price = 1"/>', 'check "both"'],
    ['<column name="low" type="VARCHAR" generated="lower(title)"/>', 'generated column "low"'],
  ] as const
  for (const [xml, what] of refused) {
    const error = await t.throwsAsync<Error>(more(xml))
    t.regex(error.message, new RegExp(`:6:\\d+ ORM-B001 .*${what} has columns that move and columns that stay`))
  }
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

test('tables that refer to rows by their key do not number them', async (t) => {
  const id = '<column name="id" type="INTEGER" primaryKey="true" identity="by default"/>'
  const title = '<column name="title" type="VARCHAR"/>'
  const {
    sql: { pgsql: sql },
  } = await buildSchema(`<database name="d">
    <table name="text">${id}${title}
      <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior></table>
    <table name="tree">${id}<behavior name="closure_table"/></table>
    <table name="book">${id}${title}</table>
    <table name="novel"><behavior name="concrete_inheritance"><parameter name="extends" value="book"/></behavior></table>
    <table name="account">${id}<behavior name="delegate"><parameter name="to" value="profile, badge"/></behavior></table>
    <table name="profile">${title}</table>
    <table name="badge">${id}</table>
  </database>`)
  const tables = [...sql.matchAll(/CREATE TABLE "(\w+)"\n\(([^;]*)/g)]
  t.is(tables.length, 9)
  t.deepEqual(
    tables.filter(([, , body]) => body!.includes('AS IDENTITY')).map(([, table]) => table),
    ['text', 'tree', 'book', 'account'],
  )
})

/** The indexes of a table that CREATE INDEX makes. */
const indexesOf = (sql: string, table: string): string[] =>
  [...sql.matchAll(new RegExp(`CREATE( UNIQUE)? INDEX \\S+ ON \\[${table}\\] (.*);`, 'g'))].map(
    ([, unique = '', text]) => `${text}${unique}`,
  )

const special = `<unique name="alive" only="sqlite" where="price IS NULL"><unique-column name="title"/></unique>
  <index name="lowered" only="sqlite"><index-column expression="lower(title)"/></index>`

test('archives have indexes with conditions and expressions, which are unique for no row of theirs', async (t) => {
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book(`${special}<behavior name="archivable"/>`))
  t.deepEqual(indexesOf(sql, 'book'), ['([title]) WHERE price IS NULL UNIQUE', '((lower(title)))'])
  t.deepEqual(indexesOf(sql, 'book_archive'), ['([title]) WHERE price IS NULL', '((lower(title)))'])
})

test('an index over an expression moves with the only column that it reads', async (t) => {
  const lowered = '<unique only="sqlite"><unique-column expression="lower(title)"/></unique>'
  const moved = '<behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>'
  const {
    sql: { sqlite: sql },
  } = await buildSchema(book(`${lowered}${moved}`))
  t.deepEqual(indexesOf(sql, 'book'), [])
  t.deepEqual(indexesOf(sql, 'book_i18n'), ['((lower(title))) UNIQUE'])
  await t.throwsAsync(buildSchema(book(`${special}${moved}`)), { message: /columns that move and columns that stay/ })
})

test('a foreign key needs a unique key over all rows, and a diagram shows no other', async (t) => {
  const foreign = (key: string) =>
    book(
      key,
      `<table name="copy"><column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100"/>
        <foreign-key foreignTable="book"><reference local="title" foreign="title"/></foreign-key></table>`,
    )
  const madeUnique = async (key: string): Promise<boolean> => {
    const { sql } = await buildSchema(foreign(key))
    return /CREATE TABLE \[book\]\n\([\s\S]*?UNIQUE \(\[title\]\)[\s\S]*?\n\)/.test(sql.sqlite)
  }
  t.true(await madeUnique('<unique only="sqlite" where="price IS NULL"><unique-column name="title"/></unique>'))
  t.true(await madeUnique('<unique only="sqlite"><unique-column expression="title"/></unique>'))
  t.true(await madeUnique('<unique only="sqlite"><unique-column name="title" collate="NOCASE"/></unique>'))
  t.false(await madeUnique('<unique><unique-column name="title" order="desc"/></unique>'))
  t.false(await madeUnique('<unique method="btree"><unique-column name="title"/></unique>'))
})

test('tables that behaviors add to an unlogged table are unlogged too, except archives', async (t) => {
  const named = (name: string, parameters = '') => `<behavior name="${name}">${parameters}</behavior>`
  const behaviors = [
    named('archivable'),
    named('closure_table'),
    named('i18n', '<parameter name="i18n_columns" value="price"/>'),
    named('versionable'),
  ].join('')
  const schema = `<database name="d"><table name="book" unlogged="true">
    <column name="id" type="INTEGER" primaryKey="true"/><column name="price" type="INTEGER"/>${behaviors}</table>
    <table name="book_i18n" unlogged="true">${named('versionable')}</table></database>`
  const orm = { database: { connections: { d: { adapter: 'pgsql', dsn: 'pgsql:x' } } } }
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
  const [sql] = await buildSql([{ path: 'schema.xml', contents: schema }], { config })
  const tables = [...sql!.contents.matchAll(/CREATE (UNLOGGED )?TABLE "(\w+)"/g)]
  t.deepEqual(Object.fromEntries(tables.map(([, unlogged, name]) => [name, unlogged !== undefined])), {
    book: true,
    book_archive: false,
    book_closure: true,
    book_i18n: true,
    book_i18n_version: true,
    book_version: true,
  })
})
