import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { MigrationBench } from '../../support/migration-bench.js'
import { pairProblem } from '../../support/migration-pair.js'

/** A change that went wrong once, as small as it can be. */
interface Pair {
  readonly title: string
  readonly on?: readonly DatabaseName[]
  readonly before: string
  readonly after: string
  readonly renames?: readonly string[]
  /** Whether no column gets another type, for which the server would write the table anew. */
  readonly keepsTypes?: true
}

const id = (name = 'id') => `<column name="${name}" type="INTEGER" primaryKey="true" autoIncrement="true"/>`
const word = '<column name="word" type="VARCHAR" size="20"/>'
const translated = '<behavior name="i18n"><parameter name="i18n_columns" value="word"/></behavior>'
const charset = (name: string, value: string) =>
  `<vendor type="mysql"><parameter name="${name}" value="${value}"/></vendor>`
const native = (name: string, values: string, more = 'type="ENUM"') =>
  `<column name="${name}" valueSet="${values}" native="true" ${more}/>`
const child = (author: string, key: string) =>
  `<table name="book">${id()}<column name="${key}" type="INTEGER"/>
    <foreign-key foreignTable="${author}"><reference local="${key}" foreign="id"/></foreign-key></table>`

const dated = (type: string, number: string) => `<table name="visit">${id()}<column name="day" type="${type}"/>
  <column name="count" type="${number}"/>
  <check name="recent" expression="day &gt; '2020-01-01' AND count IN (1, 2, 3)"/>
  <index name="old" where="count IN (1, 2)"><index-column name="day"/></index>
  <unique name="counted"><unique-column name="id"/><unique-column expression="(count + 1)"/></unique></table>`
const priced = (condition: string) => `<domain name="price" type="DECIMAL" size="8" scale="2" ${condition}/>
  <table name="book">${id()}<column name="price" domain="price"/><check name="cheap" expression="price &lt; 1000"/></table>`
const ordered = (names: readonly string[]) => `<table name="shelf">
  ${names.map((name) => `<column name="${name}" type="INTEGER" primaryKey="true"/>`).join('')}
    <check name="spelled" expression="one IS NOT NULL AND one + 0 = one"/></table>
  <table name="book">${id()}${['one', 'two', 'three'].map((name) => `<column name="shelf_${name}" type="INTEGER"/>`).join('')}
    <foreign-key foreignTable="shelf">
      ${['one', 'two', 'three'].map((name) => `<reference local="shelf_${name}" foreign="${name}"/>`).join('')}
    </foreign-key></table>`
const seen = (key: string) => `<view name="seen" identity=${key}><column name=${key} type="UUID"/>${word}
  <sql vendor="mysql">SELECT \`key\`, word FROM book</sql><sql>SELECT "key", word FROM book</sql></view>`

const unique = (name: string, column: string) => `<unique name="${name}"><unique-column name="${column}"/></unique>`

const pairs: readonly Pair[] = [
  {
    title: 'a unique key that equals the primary key or another unique key is dropped, and the other one is kept',
    before: `<table name="author">${id()}${word}${unique('one', 'word')}${unique('two', 'word')}${unique('three', 'id')}</table>${child('author', 'author_id')}`,
    after: `<table name="author">${id()}${word}${unique('two', 'word')}</table>${child('author', 'author_id')}`,
  },
  {
    title: 'the table of versions of a table of translations follows the renames of a column and of a table',
    before: `<behavior name="versionable"/><table name="author">${id()}${word}${translated}</table>`,
    after: `<behavior name="versionable"/><table name="writer">${id('number')}${word}${translated}</table>`,
    renames: ['author:writer', 'author.id:number'],
  },
  {
    title: 'a column that the versions have named after a foreign key or a table follows them',
    before: `<behavior name="versionable"/><table name="author">${id()}</table>${child('author', 'author_id')}`,
    after: `<behavior name="versionable"/><table name="author">${id()}</table>${child('author', 'writer_id').replace('"book"', '"volume"')}`,
    renames: ['book:volume', 'book.author_id:writer_id'],
  },
  {
    title: 'a table goes to another schema and back to the default one',
    on: ['pgsql'],
    before: `<table name="book">${id()}${word}</table>`,
    after: `<table name="book" schema="stock">${id()}${word}</table>`,
    renames: ['book:stock.book'],
  },
  {
    title: 'tables of one name in two schemas get other names',
    on: ['pgsql'],
    before: `<table name="book" schema="stock">${id()}${word}</table><table name="book" phpName="Other">${id()}</table>`,
    after: `<table name="a" schema="stock">${id()}${word}</table><table name="b">${id()}</table>`,
    renames: ['stock.book:stock.a', 'book:b'],
  },
  {
    title: 'tables change their names and schemas with each other',
    on: ['pgsql'],
    before: `<table name="book" schema="stock">${id()}${word}</table><table name="shelf">${id()}</table>`,
    after: `<table name="shelf">${id()}${word}</table><table name="book" schema="stock">${id()}</table>`,
    renames: ['stock.book:shelf', 'shelf:stock.book'],
  },
  {
    title: 'tables change their names with each other and go to another schema',
    on: ['pgsql'],
    before: `<table name="book">${id()}${word}</table><table name="shelf">${id()}</table>`,
    after: `<table name="shelf" schema="stock">${id()}${word}</table><table name="book" schema="stock">${id()}</table>`,
    renames: ['book:stock.shelf', 'shelf:stock.book'],
  },
  {
    title: 'tables change their names with each other where one names the default schema',
    on: ['pgsql'],
    before: `<table name="book">${id()}${word}</table><table name="shelf">${id()}</table>`,
    after: `<table name="shelf">${id()}${word}</table><table name="book" schema="public">${id()}</table>`,
    renames: ['book:shelf', 'shelf:public.book'],
  },
  {
    title: 'a table with a sequence that the schema names goes to another schema',
    on: ['pgsql'],
    before: `<table name="book">${id()}<id-method-parameter value="numbers"/></table>`,
    after: `<table name="book" schema="stock">${id()}<id-method-parameter value="numbers"/></table>`,
    renames: ['book:stock.book'],
  },
  {
    title: 'a table with a collation of another character set than the database has goes back to that of the database',
    on: ['mysql'],
    before: `<table name="book">${id()}${word}${charset('Collate', 'latin1_german1_ci')}</table>`,
    after: `<table name="book">${id()}${word}</table>`,
  },
  {
    title: 'a collation takes the place of a character set, and the other way round',
    on: ['mysql'],
    before: `<table name="book">${id()}${word}${charset('Charset', 'utf8mb4')}</table>`,
    after: `<table name="book">${id()}${word}${charset('Collate', 'latin1_german1_ci')}</table>`,
  },
  {
    title: 'native types follow the renames of their tables and columns',
    on: ['pgsql'],
    before: `<behavior name="archivable"/><table name="book">${id()}${native('state', 'a, b')}${native('words', 'x, y', 'type="SET"')}</table>`,
    after: `<behavior name="archivable"/><table name="novel">${id()}${native('stage', 'a, b')}${native('words', 'x, y', 'type="SET"')}</table>`,
    renames: ['book:novel', 'book.state:stage'],
    keepsTypes: true,
  },
  {
    title: 'a native type gets a new name and more values',
    on: ['pgsql'],
    before: `<table name="book">${id()}${native('state', 'a, b', 'type="ENUM" enumName="one" defaultValue="b"')}</table>`,
    after: `<table name="book">${id()}${native('state', 'a, b, c', 'type="ENUM" enumName="two" defaultValue="b"')}</table>`,
    keepsTypes: true,
  },
  {
    title: 'a native type gets a new name, and its values other ones',
    on: ['pgsql'],
    before: `<table name="book">${id()}${native('state', 'a, b')}</table>`,
    after: `<table name="novel">${id()}${native('state', 'c, a')}</table>`,
    renames: ['book:novel', 'book.state.b:c'],
  },
  {
    title: 'two native types become one, one becomes two, and two change their names with each other',
    on: ['pgsql'],
    before: `<table name="one">${id()}${native('a', 'x, y')}${native('b', 'x, y')}</table>
      <table name="two">${id()}${native('a', 'x, y', 'type="ENUM" enumName="both"')}${native('b', 'x, y', 'type="ENUM" enumName="both"')}</table>
      <table name="three">${id()}${native('a', 'x, y', 'type="ENUM" enumName="p"')}${native('b', 'x, y', 'type="ENUM" enumName="q"')}</table>`,
    after: `<table name="one">${id()}${native('a', 'x, y', 'type="ENUM" enumName="same"')}${native('b', 'x, y', 'type="ENUM" enumName="same"')}</table>
      <table name="two">${id()}${native('a', 'x, y')}${native('b', 'x, y')}</table>
      <table name="three">${id()}${native('a', 'x, y', 'type="ENUM" enumName="q"')}${native('b', 'x, y', 'type="ENUM" enumName="p"')}</table>`,
  },
  {
    title: 'a native type goes with its table to another schema and gets a new name',
    on: ['pgsql'],
    before: `<table name="book">${id()}${native('state', 'x, y')}</table>`,
    after: `<table name="novel" schema="stock">${id()}${native('state', 'x, y')}</table>`,
    renames: ['book:stock.novel'],
  },
  {
    title: 'checks and indexes with SQL know the new type of a column',
    on: ['pgsql'],
    before: dated('DATE', 'INTEGER'),
    after: dated('TIMESTAMPTZ', 'BIGINT'),
  },
  {
    title: 'a check knows that its column has no domain any more',
    before: priced('expression="VALUE &gt;= 0"'),
    after: priced(''),
  },
  {
    title: 'a type in a schema whose name needs quotes is compared as the server writes it',
    on: ['pgsql'],
    before: `<domain name="price" type="DECIMAL" size="8" scale="2" schema="My Schema" expression="VALUE &gt;= 0"/>
      <table name="book" schema="My Schema">${id()}<column name="price" domain="price"/></table>`,
    after: `<domain name="price" type="DECIMAL" size="8" scale="2" schema="My Schema" expression="VALUE &gt; 0"/>
      <table name="book" schema="My Schema">${id()}<column name="price" domain="price"/>${native('state', 'x, y')}
        <check name="sold" expression="state &lt;&gt; 'y'"/></table>`,
  },
  {
    title: 'a key with its columns in another order, and a foreign key to it',
    before: ordered(['one', 'two', 'three']),
    after: ordered(['three', 'one', 'two']),
  },
  {
    title: 'a view whose rows are identified by bytes is read back',
    before: `<table name="book"><column name="key" type="UUID" primaryKey="true"/>${word}</table>${seen('"key"')}`,
    after: `<table name="book"><column name="key" type="UUID" primaryKey="true"/>${word}<column name="pages" type="INTEGER"/></table>
      ${seen('"key"')}`,
  },
]

const inDatabase = (tables: string) => `<database name="shop">${tables}</database>`

for (const database of databases) {
  test(`${database}: changes that went wrong once go there, back and there again, with their rows`, async (t) => {
    const open = () => MigrationBench.open(database, { sqlSchemas: ['stock', 'My Schema'] })
    const [first, second] = [await open(), await open()]
    try {
      for (const { title, on = databases, before, after, renames = [], keepsTypes } of pairs) {
        if (!on.includes(database)) continue
        const pair = { before: inDatabase(before), after: inDatabase(after), renames, steps: [title] }
        const problem = await pairProblem(first, second, pair, ({ dropped, created, changed }) => {
          const lost = changed.flatMap(({ droppedColumns }) => droppedColumns)
          t.deepEqual([...dropped, ...created, ...lost], [], title)
          const retyped = changed.flatMap(({ columns }) => columns.filter(({ aspects }) => aspects.has('type')))
          if (keepsTypes) t.deepEqual(retyped, [], title)
        })
        t.is(problem, undefined)
      }
    } finally {
      await first.close()
      await second.close()
    }
  })
}
