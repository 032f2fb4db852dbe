import test from 'ava'
import type { DialectName } from 'orm-core'
import { syntaxErrors } from '../../support/grammars.js'
import { planned } from '../../support/planned.js'

/** Two tables with the same columns and keys, so that all generated names take each other's place. */
const schema = (first: string, second: string, numbers: string) =>
  `<database name="shop" defaultIdMethod="native">${[first, second]
    .map(
      (name, position) => `<table name="${name}">
  <column name="id" type="INTEGER" primaryKey="true"${position === 0 ? numbers : numbered}/>
  <column name="${position === 0 ? 'n' : 'm'}" type="INTEGER"/>
  <column name="code" type="VARCHAR" size="20" defaultValue="x"/>
  <column name="up" type="INTEGER"/>
  <index><index-column name="code"/></index>
  <unique><unique-column name="code"/><unique-column name="up"/></unique>
  <foreign-key foreignTable="${name}"><reference local="up" foreign="id"/></foreign-key>
</table>`,
    )
    .join('')}</database>`

const numbered = ' autoIncrement="true"'

/** @param numbers what the first table has of them when it has its new name */
const statementsOf = (vendor: DialectName, numbers = numbered): Promise<string[]> =>
  planned(vendor, schema('a', 'b', numbered), schema('b', 'a', numbers), ['a:b', 'b:a'])

/** What a statement renames, by vendor: the old name and the new one. */
const patterns: Readonly<Record<string, RegExp>> = {
  mssql: /sp_rename N'(?:.*\.)?\[([^\]]+)\]', N'([^']+)'/,
  oracle: /RENAME (?:CONSTRAINT )?(?:TO )?(\w+)(?: TO (\w+))?$/,
}

for (const vendor of ['mssql', 'oracle'] as const) {
  test(`${vendor}: no step of two tables that swap names meets a name that is taken`, async (t) => {
    const statements = await statementsOf(vendor)
    // On SQL Server, each table has names of indexes of its own.
    const global = statements.filter((text) => !text.endsWith("N'INDEX'"))
    const renames = global.flatMap((text): [string, string][] => {
      const table = /^ALTER (?:TABLE|INDEX) (\w+) RENAME TO (\w+)$/.exec(text)
      const [, from, to] = table ?? patterns[vendor]!.exec(text) ?? []
      return from !== undefined && to !== undefined ? [[from, to]] : []
    })
    t.true(renames.length >= 9, statements.join('\n'))
    const names = new Set(renames.map(([from]) => from).filter((from) => !/__old/.test(from)))
    for (const [from, to] of renames) {
      t.true(names.delete(from), `${from} is there\n${statements.join('\n')}`)
      t.false(names.has(to), `${to} is free\n${statements.join('\n')}`)
      names.add(to)
    }
    for (const text of statements) t.deepEqual(syntaxErrors(vendor, `${text};`), [], text)
  })
}

test('oracle: the sequence of a table follows it', async (t) => {
  const renames = (await statementsOf('oracle')).filter((text) => text.startsWith('RENAME '))
  t.is(renames.length, 3, 'one of them in two steps')
})

test('oracle: the sequence of a table that loses its numbers makes room for that of another one', async (t) => {
  const sequences = (await statementsOf('oracle', '')).filter((text) => /SEQ/.test(text))
  t.deepEqual(sequences, ['DROP SEQUENCE a_SEQ', 'RENAME b_SEQ TO a_SEQ'])
})

test('oracle: another step of an identity is one of its sequence', async (t) => {
  const book = (step: number) => `<database name="shop"><table name="book">
    <column name="id" type="INTEGER" primaryKey="true" identity="always" increment="${step}"/></table></database>`
  t.deepEqual(await planned('oracle', book(1), book(10)), ['ALTER SEQUENCE book_SEQ INCREMENT BY 10'])
})

const computed = (expression: string) => `<database name="shop"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true"/><column name="price" type="INTEGER"/>
  <column name="total" type="INTEGER" generated="${expression}"/>
  <check name="sold" expression="total &gt; 0"/><check name="made" expression="price &gt; 0"/>
  <index name="dear" where="total &gt; 3" only="pgsql"><index-column name="price"/></index></table></database>`

for (const vendor of ['pgsql', 'mysql'] as const) {
  test(`${vendor}: what has a generated column in SQL is made anew with it`, async (t) => {
    const statements = await planned(vendor, computed('price * 2'), computed('price * 3'))
    const places = [
      /DROP CONSTRAINT .sold/,
      /DROP COLUMN .total/,
      /ADD (?:COLUMN )?.total/,
      /ADD CONSTRAINT .sold/,
    ].map((part) => statements.findIndex((text) => part.test(text)))
    t.false(places.includes(-1))
    t.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    t.is(statements.filter((text) => text.includes('dear')).length, vendor === 'pgsql' ? 2 : 0)
    t.false(statements.some((text) => text.includes('made')))
  })
}

test('a foreign key is dropped before the unique that it refers to changes, and is added after that', async (t) => {
  const shop = (first: string, second: string) => `<database name="shop">
  <table name="author"><column name="id" type="INTEGER" primaryKey="true"/><column name="code" type="INTEGER" required="true"/>
    <unique name="author_once"><unique-column name="${first}"/><unique-column name="${second}"/></unique></table>
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="author_id" type="INTEGER"/><column name="author_code" type="INTEGER"/>
    <foreign-key name="book_author" foreignTable="author"><reference local="author_id" foreign="id"/>
      <reference local="author_code" foreign="code"/></foreign-key></table>
</database>`
  for (const vendor of ['pgsql', 'mysql', 'mssql', 'oracle'] as const) {
    const statements = await planned(vendor, shop('id', 'code'), shop('code', 'id'))
    const names = statements.map((text) => /author_once|book_author/.exec(text)?.[0])
    // MySQL drops and adds an index in one statement.
    const order = names.filter((name, at) => name !== names[at - 1])
    t.deepEqual(order, ['book_author', 'author_once', 'book_author'], statements.join('\n'))
  }
})
