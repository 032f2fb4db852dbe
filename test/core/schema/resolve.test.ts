import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Column, Database, Table } from '#core/model/index.js'
import { root } from '../../support/root.mjs'
import { inMemory, resolve, resolveCleanly } from './support.js'

const id = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'
const db = (body: string, attributes = ''): string => `<database name="shop" ${attributes}>${body}</database>`
const table = (name: string, body = '', attributes = ''): string =>
  `<table name="${name}" ${attributes}>${id}${body}</table>`
const int = (name: string, attributes = ''): string => `<column name="${name}" type="integer" ${attributes}/>`
const fk = (foreign: string, local: string, attributes = '', column = 'id'): string =>
  `<foreign-key foreignTable="${foreign}" ${attributes}><reference local="${local}" foreign="${column}"/></foreign-key>`

const tableOf = (databases: readonly Database[], name: string): Table =>
  databases[0]!.tables.find((each) => each.name === name)!

const columnOf = (databases: readonly Database[], name: string): Column =>
  databases[0]!.tables[0]!.columns.find((column) => column.name === name)!

/** `Author` on the own side, `Book/Books` or a single `Book` on the other. */
const relationsOf = ({ relations }: Table): string[] =>
  relations.map(({ isLocal, kind, name, pluralName }) =>
    isLocal || kind === 'one-to-one' ? name : `${name}/${pluralName}`,
  )

test('the sample of the reference builds without a word, with the relations that it names', async (t) => {
  const schema = await readFile(join(root, 'test/core/schema/sample.schema.xml'), 'utf8')
  const { databases, diagnostics } = await resolve(schema.replace('name="bookstore"', 'name="shop"'), {
    adapter: 'mysql',
  })
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    [],
  )
  const book = tableOf(databases, 'book')
  t.deepEqual(relationsOf(book), ['Author', 'Predecessor', 'Sequel/Sequels', 'BookReadingList/BookReadingLists'])
  t.deepEqual(
    book.crossRelations.map(({ name, pluralName }) => [name, pluralName]),
    [['ReadingList', 'ReadingLists']],
  )
  t.deepEqual(relationsOf(tableOf(databases, 'author')), ['Book/Books'])
  t.deepEqual(
    tableOf(databases, 'reading_list').crossRelations.map(({ pluralName }) => pluralName),
    ['Books'],
  )
  t.deepEqual(
    book.indexes.map(({ name, addedFor }) => [name, addedFor]),
    [
      ['book_i_212392', undefined],
      ['book_fi_ea464c', 'foreign key'],
      ['book_fi_7c8a09', 'foreign key'],
    ],
  )
})

test('relation names: several foreign keys to one table', async (t) => {
  const databases = await resolveCleanly(
    db(
      table('author') +
        table(
          'essay',
          int('first_author_id') +
            int('second_author_id') +
            fk('author', 'first_author_id', 'phpName="FirstAuthor"') +
            fk('author', 'second_author_id'),
        ),
    ),
  )
  t.deepEqual(relationsOf(tableOf(databases, 'essay')), ['FirstAuthor', 'AuthorRelatedBySecondAuthorId'])
  t.deepEqual(relationsOf(tableOf(databases, 'author')), [
    'EssayRelatedByFirstAuthorId/EssaysRelatedByFirstAuthorId',
    'EssayRelatedBySecondAuthorId/EssaysRelatedBySecondAuthorId',
  ])
})

test('relation names: self reference, two of them, composite, mutual', async (t) => {
  const databases = await resolveCleanly(
    db(
      table('essay', int('next_essay_id') + fk('essay', 'next_essay_id')) +
        table(
          'twice',
          int('a') + int('b') + fk('twice', 'a', 'phpName="First"') + fk('twice', 'b', 'phpName="Second"'),
        ) +
        `<table name="node">${int('a', 'primaryKey="true"')}${int('b', 'primaryKey="true"')}${int('pa')}${int('pb')}
          <foreign-key foreignTable="node"><reference local="pa" foreign="a"/><reference local="pb" foreign="b"/></foreign-key>
        </table>` +
        table('man', int('wife_id') + fk('woman', 'wife_id')) +
        table('woman', int('husband_id') + fk('man', 'husband_id')),
    ),
  )
  t.deepEqual(relationsOf(tableOf(databases, 'essay')), [
    'EssayRelatedByNextEssayId',
    'EssayRelatedById/EssaysRelatedById',
  ])
  t.deepEqual(relationsOf(tableOf(databases, 'twice')), [
    'First',
    'Second',
    'TwiceRelatedById0/TwicesRelatedById0',
    'TwiceRelatedById1/TwicesRelatedById1',
  ])
  t.deepEqual(relationsOf(tableOf(databases, 'node')), ['NodeRelatedByPaPb', 'NodeRelatedByAB/NodesRelatedByAB'])
  t.deepEqual(relationsOf(tableOf(databases, 'man')), [
    'WomanRelatedByWifeId',
    'WomanRelatedByHusbandId/WomenRelatedByHusbandId',
  ])
  t.deepEqual(relationsOf(tableOf(databases, 'woman')), [
    'ManRelatedByHusbandId',
    'ManRelatedByWifeId/MenRelatedByWifeId',
  ])
})

test('relations: one-to-one on the whole key, literals of a polymorphic key', async (t) => {
  const databases = await resolveCleanly(
    db(
      table('author') +
        `<table name="portrait">${int('author_id', 'primaryKey="true"')}${fk('author', 'author_id')}</table>` +
        table(
          'note',
          int('target_id') +
            '<column name="kind" type="varchar"/>' +
            '<foreign-key foreignTable="author"><reference local="kind" value="author"/><reference local="target_id" foreign="id"/></foreign-key>',
        ),
    ),
  )
  const author = tableOf(databases, 'author')
  t.deepEqual(relationsOf(author), ['Note/Notes', 'Portrait'])
  t.deepEqual(
    author.relations[0]!.literals.map(({ column, value }) => [column.name, value]),
    [['kind', 'author']],
  )
})

const cross = (name: string, links: readonly string[], more = ''): string =>
  `<table name="${name}" isCrossRef="true">${links.map((link) => int(`${link}_id`, 'primaryKey="true"')).join('')}${more}${links
    .map((link) => fk(link, `${link}_id`))
    .join('')}</table>`

test('many-to-many: three tables, extra key columns, a table that is also related directly', async (t) => {
  const crossNames = (databases: readonly Database[], name: string) =>
    tableOf(databases, name).crossRelations.map(({ name: singular, pluralName, extraColumns }) => [
      singular,
      pluralName,
      extraColumns.map((column) => column.name).join(),
    ])
  const three = await resolveCleanly(
    db(`${table('usr')}${table('grp')}${table('role')}${cross('member', ['usr', 'grp', 'role'])}`),
  )
  t.deepEqual(crossNames(three, 'usr'), [['GrpRole', 'GrpRoles', '']])
  const typed = await resolveCleanly(
    db(
      table('usr') +
        table('grp') +
        cross('member', ['usr', 'grp'], '<column name="type" type="varchar" primaryKey="true"/>'),
    ),
  )
  t.deepEqual(crossNames(typed, 'usr'), [['GrpType', 'GrpTypes', 'type']])
  const direct = await resolveCleanly(
    db(table('usr', int('grp_id') + fk('grp', 'grp_id')) + table('grp') + cross('member', ['usr', 'grp'])),
  )
  t.deepEqual(crossNames(direct, 'usr'), [['CrossGrp', 'CrossGrps', '']])
})

test('settings come from the file that a table is written in, and tables of all files see each other', async (t) => {
  const { databases, diagnostics } = await resolve([
    {
      path: 'a.schema.xml',
      contents: db(table('author'), 'namespace="A" baseClass="Base\\A" defaultPhpNamingMethod="nochange"'),
    },
    {
      path: 'b.schema.xml',
      contents: db(table('book', int('author_id') + fk('author', 'author_id')), 'namespace="B"'),
    },
  ])
  t.deepEqual(diagnostics, [])
  const [author, book] = databases[0]!.tables
  t.deepEqual([author!.phpName, author!.namespace, author!.baseClass], ['author', 'A', 'Base\\A'])
  t.deepEqual([book!.phpName, book!.namespace, book!.baseClass], ['Book', 'B', undefined])
  t.deepEqual(relationsOf(author!), ['Book/Books'])
})

/** Where the classes go by what the schema says. */
const locations: Record<string, { table: string; database: string; namespace: string; directory: string }> = {
  'namespace of the database': {
    table: '',
    database: 'namespace="\\Foo\\Bar\\"',
    namespace: 'Foo\\Bar',
    directory: 'Foo/Bar',
  },
  'appended namespace': {
    table: 'namespace="Baz"',
    database: 'namespace="Foo\\Bar"',
    namespace: 'Foo\\Bar\\Baz',
    directory: 'Foo/Bar/Baz',
  },
  'absolute namespace': { table: 'namespace="\\Baz"', database: 'namespace="Foo"', namespace: 'Baz', directory: 'Baz' },
  'no namespace': { table: '', database: '', namespace: '', directory: '' },
  'package of the table': {
    table: 'package="pk.sub"',
    database: 'namespace="Foo" package="other"',
    namespace: 'Foo',
    directory: 'pk/sub',
  },
  'namespace before the package of the database, as PSR-4 looks for it': {
    table: '',
    database: 'namespace="Foo" package="core.db"',
    namespace: 'Foo',
    directory: 'Foo',
  },
  'package of the database': { table: '', database: 'package="core.db"', namespace: '', directory: 'core/db' },
  'package as a path': { table: 'package="a/b.c"', database: '', namespace: '', directory: 'a/b.c' },
}

for (const [name, { table: own, database, namespace, directory }] of Object.entries(locations)) {
  test(`location: ${name}`, async (t) => {
    const [book] = (await resolveCleanly(db(table('book', '', own), database)))[0]!.tables
    t.deepEqual([book!.namespace, book!.directory], [namespace, directory])
  })
}

test('table prefix and SQL schema', async (t) => {
  const schema = db(
    table('author') + table('book', int('author_id') + fk('author', 'author_id')),
    'tablePrefix="app_" schema="stock"',
  )
  const databases = await resolveCleanly(schema, { adapter: 'pgsql' })
  const book = tableOf(databases, 'app_book')
  t.like(book, { commonName: 'book', phpName: 'Book', schema: 'stock' })
  t.is(book.foreignKeys[0]!.foreignTable, 'app_author')
  t.regex(book.foreignKeys[0]!.name, /^app_book_fk_/)
  const auto = await resolveCleanly(schema, {
    adapter: 'pgsql',
    settings: {
      autoPrefix: true,
      autoNamespace: true,
      tablePrefix: 'no_',
      autoPackage: true,
      namespaceAutoPackage: false,
    },
  })
  t.like(tableOf(auto, 'app_book'), { phpName: 'StockBook', namespace: 'stock', package: 'stock' })
})

test('columns: domains, prefixes, defaults, singular names, legacy types', async (t) => {
  const { databases } = await resolve(
    db(
      `<domain name="money" type="decimal" size="10" scale="2" default="0" description="Euro"/>
       <table name="book" columnPrefix="b_">${id}
         <column name="b_price" domain="money" size="12"/>
         <column name="b_tags" type="array"/><column name="b_status" type="set" valueSet="a"/><column name="b_class" type="array" phpSingularName="Kind"/>
         <column name="at" type="bu_timestamp" defaultExpr="CURRENT_TIMESTAMP"/>
         <column name="none" type="varchar" defaultValue="NULL"/><column name="empty" type="varchar" default=""/>
         <column name="zero" type="decimal" size="10" scale="0"/>
       </table>`,
    ),
  )
  t.like(columnOf(databases, 'b_price'), { phpName: 'Price', type: 'DECIMAL', size: 12, scale: 2, description: 'Euro' })
  t.deepEqual(columnOf(databases, 'b_price').default, { kind: 'value', text: '0' })
  t.like(columnOf(databases, 'b_tags'), { phpSingularName: 'Tag', hasSingular: true })
  t.like(columnOf(databases, 'b_status'), { phpSingularName: 'Statu', hasSingular: false })
  t.like(columnOf(databases, 'b_class'), { phpSingularName: 'Kind', hasSingular: true })
  t.like(columnOf(databases, 'at'), { type: 'TIMESTAMP', default: { kind: 'expression', text: 'CURRENT_TIMESTAMP' } })
  t.is(columnOf(databases, 'none').default, undefined)
  t.deepEqual(columnOf(databases, 'empty').default, { kind: 'value', text: '' })
  t.is(columnOf(databases, 'zero').scale, 0)
})

test('heavy indexing, id methods, joins and vendor parameters', async (t) => {
  const databases = await resolveCleanly(
    db(
      `<vendor type="mysql"><parameter name="Engine" value="InnoDB"/><parameter name="Charset" value="utf8mb4"/></vendor>
       <table name="edition" heavyIndexing="true">${int('a', 'primaryKey="true"')}${int('b', 'primaryKey="true"')}${int('c', 'primaryKey="true"')}
         <vendor type="mysql"><parameter name="Engine" value="MyISAM"/></vendor>
         <vendor type="pgsql"><parameter name="whatever" value="1"/></vendor>
       </table>` +
        table(
          'book',
          `${int('author_id', 'required="true"')}${int('editor_id')}${fk('author', 'author_id', 'phpName="Author"')}${fk('author', 'editor_id', 'phpName="Editor"')}`,
        ) +
        table('author'),
    ),
    { adapter: 'mysql' },
  )
  const edition = tableOf(databases, 'edition')
  t.deepEqual(
    edition.indexes.map(({ columns }) => columns.map(({ name }) => name).join()),
    ['b,c', 'c'],
  )
  t.is(edition.idMethod, 'none')
  t.deepEqual(
    [...edition.vendor],
    [
      ['Engine', 'MyISAM'],
      ['Charset', 'utf8mb4'],
    ],
  )
  t.deepEqual(
    tableOf(databases, 'book').foreignKeys.map(({ defaultJoin }) => defaultJoin),
    ['INNER JOIN', 'LEFT JOIN'],
  )
})

test('external schemas: relative to their file, nested, in circles, once', async (t) => {
  const files = inMemory({
    'shop/author.xml': db(
      `<external-schema filename="city.xml" referenceOnly="true"/>${table('author', int('city_id') + fk('city', 'city_id'))}`,
      'tablePrefix="x_"',
    ),
    'shop/city.xml': db(
      `<external-schema filename="author.xml" referenceOnly="true"/>${table('city')}`,
      'tablePrefix="x_"',
    ),
  })
  const book = db(
    `<external-schema filename="shop/author.xml" referenceOnly="true"/><external-schema filename="shop/city.xml" referenceOnly="true"/>${table('book', int('author_id') + fk('author', 'author_id'))}`,
  )
  const { databases, diagnostics } = await resolve(book, { files })
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    ['ORM-W204'],
  )
  t.deepEqual(
    databases[0]!.tables.map(({ name, referenceOnly }) => [name, referenceOnly]),
    [
      ['book', false],
      ['x_author', true],
      ['x_city', true],
    ],
  )
  t.is(tableOf(databases, 'book').foreignKeys[0]!.foreignTable, 'x_author')
  const included = await resolve(book.replace('author.xml" referenceOnly="true"', 'author.xml"'), { files })
  t.true(
    included.databases[0]!.tables.every(({ referenceOnly }) => !referenceOnly),
    'the outermost include counts',
  )
})

test('a file that cannot be read hides its tables, which is not worth a second error', async (t) => {
  const { diagnostics } = await resolve([
    { path: 'a.schema.xml', contents: '<database name="shop"><table name="author">' },
    { path: 'b.schema.xml', contents: db(table('book', int('author_id') + fk('author', 'author_id'))) },
  ])
  t.deepEqual(
    diagnostics.map(({ code }) => code),
    ['ORM-S003'],
  )
})

test('names too long for the vendor are shortened uniquely, wherever they stand', async (t) => {
  const long = (end: string) => `a_name_that_is_much_too_long_for_oracle_${end}`
  const { databases, diagnostics } = await resolve(
    `<database name="shop">
      <table name="${long('one')}">
        <column name="${long('id')}" type="integer" primaryKey="true"/>
        <column name="${long('ip')}" type="integer"/>
        <unique name="${long('u')}"><unique-column name="${long('ip')}"/></unique>
      </table>
      <table name="${long('two')}">
        <column name="id" type="integer" primaryKey="true"/>
        <column name="${long('ref')}" type="integer"/>
        <foreign-key foreignTable="${long('one')}" name="${long('fk')}">
          <reference local="${long('ref')}" foreign="${long('id')}"/>
        </foreign-key>
      </table>
    </database>`,
    { adapter: 'oracle' },
  )
  t.deepEqual(new Set(diagnostics.map(({ code }) => code)), new Set(['ORM-W407']))
  const [one, two] = databases[0]!.tables
  const names = [one!, two!].flatMap((table) => [
    table.name,
    ...table.columns.map(({ name }) => name),
    ...[...table.uniques, ...table.foreignKeys].map(({ name }) => name),
  ])
  t.true(names.every((name) => name.length <= 30))
  t.is(new Set(names).size, names.length)
  t.is(two!.foreignKeys[0]!.foreignTable, one!.name)
  t.deepEqual(
    two!.relations[0]!.columns.map(({ own, other }) => [own.writtenName, other.writtenName]),
    [[long('ref'), long('id')]],
  )
  t.is(one!.uniques[0]!.columns[0]!.name, one!.columns[1]!.name)
  t.is(one!.columns[0]!.phpName, 'ANameThatIsMuchTooLongForOracleId')
})

test('CHAR refers to VARCHAR on every vendor', async (t) => {
  for (const adapter of ['mysql', 'pgsql', 'sqlite'] as const) {
    const { diagnostics } = await resolve(
      `<database name="shop">
        <table name="a"><column name="id" type="varchar" size="10" primaryKey="true"/></table>
        <table name="b">
          <column name="id" type="char" size="10" primaryKey="true"/>
          <foreign-key foreignTable="a"><reference local="id" foreign="id"/></foreign-key>
        </table>
      </database>`,
      { adapter },
    )
    t.deepEqual(diagnostics, [])
  }
})

test('one name for foreign keys of two tables stays where the server keeps them apart', async (t) => {
  const table = (name: string, column: string) => `<table name="${name}">
    <column name="id" type="integer" primaryKey="true"/><column name="${column}" type="integer"/>
    <foreign-key foreignTable="a" name="to_a"><reference local="${column}" foreign="id"/></foreign-key></table>`
  const schema = `<database name="shop">${table('a', 'x')}${table('b', 'y')}</database>`
  for (const [adapter, codes, name] of [
    ['pgsql', [], 'to_a'],
    ['sqlite', [], 'to_a'],
    ['mysql', ['ORM-W408'], 'b_to_a'],
  ] as const) {
    const { databases, diagnostics } = await resolve(schema, { adapter })
    t.deepEqual(
      diagnostics.map(({ code }) => code),
      [...codes],
    )
    t.deepEqual(
      databases[0]!.tables.map(({ foreignKeys }) => foreignKeys[0]!.name),
      ['to_a', name],
    )
  }
})

test('a class of single table inheritance without extends extends the class of the table', async (t) => {
  const [database] = await resolveCleanly(
    `<database name="shop">
      <table name="book">
        <column name="id" type="integer" primaryKey="true"/>
        <column name="kind" type="integer" inheritance="single">
          <inheritance key="1" class="Book"/>
          <inheritance key="2" class="Essay"/>
          <inheritance key="3" class="Poem" extends="lib.model.Essay"/>
        </column>
      </table>
    </database>`,
  )
  t.deepEqual(
    database!.tables[0]!.columns[1]!.inheritance!.children.map((child) => child.extends),
    [undefined, 'Book', 'Essay'],
  )
})

test('an external schema of another database name gives its tables to the one that includes it', async (t) => {
  const other =
    '<database name="archive"><table name="box"><column name="id" type="integer" primaryKey="true"/></table></database>'
  const schema = (flag: string) => `<database name="shop"><external-schema filename="other.xml"${flag}/>
    <table name="item"><column name="id" type="integer" primaryKey="true"/>
      <foreign-key foreignTable="box"><reference local="id" foreign="id"/></foreign-key></table></database>`
  for (const [flag, referenceOnly] of [
    ['', false],
    [' referenceOnly="true"', true],
  ] as const) {
    const { databases, diagnostics } = await resolve(schema(flag), { files: inMemory({ 'other.xml': other }) })
    t.is(databases.length, 1)
    t.deepEqual(
      databases[0]!.tables.map((table) => [table.name, table.referenceOnly]),
      [
        ['item', false],
        ['box', referenceOnly],
      ],
    )
    t.deepEqual(
      diagnostics.map(({ code }) => code),
      referenceOnly ? ['ORM-W204'] : [],
    )
  }
})

test('what old schemas write in an odd way is read as they mean it', async (t) => {
  const {
    databases: [database],
  } = await resolve(
    `<database name="shop">
      <table name="crm.author"><column name="id" type="integer" primaryKey="true"/></table>
      <table name="stock.book">
        <column name="id" type="integer" primaryKey="true"/>
        <column name="author_id" type="integer"/>
        <column name="price" type="decimal" size="10,2"/>
        <column name="made" type="timestamp" default="now"/>
        <column name="sold" type="timestamp" default="CURRENT_TIMESTAMP"/>
        <column name="stock" type="integer" default="'7'"/>
        <column name="state" type="enum" valueSet="new, used, new, lost" default="lost"/>
        <foreign-key foreignTable="crm.author"><reference local="author_id" foreign="id"/></foreign-key>
      </table>
    </database>`,
    { adapter: 'pgsql' },
  )
  const [author, book] = database!.tables
  const columns = new Map(book!.columns.map((column) => [column.name, column]))
  t.deepEqual([author!.schema, author!.name, author!.phpName], ['crm', 'author', 'Author'])
  t.deepEqual([book!.schema, book!.name, book!.relations[0]!.table], ['stock', 'book', author])
  t.deepEqual([columns.get('price')!.size, columns.get('price')!.scale], [10, 2])
  t.deepEqual(columns.get('made')!.default, { kind: 'expression', text: 'CURRENT_TIMESTAMP' })
  t.deepEqual(columns.get('sold')!.default, { kind: 'expression', text: 'CURRENT_TIMESTAMP' })
  t.deepEqual(columns.get('stock')!.default, { kind: 'value', text: '7' })
  // Values behind the repeated one are stored under the numbers that they had.
  t.is(columns.get('state')!.valueSet.indexOf('lost'), 3)
})

test('a zero date is no default of objects where the server has none, and stops SQL only', async (t) => {
  const schema = `<database name="shop"><table name="book">
    <column name="id" type="integer" primaryKey="true"/><column name="sold" type="date" default="0000-00-00"/>
  </table></database>`
  for (const [makesSql, severity] of [
    [true, 'error'],
    [false, 'warning'],
  ] as const) {
    const { databases, diagnostics } = await resolve(schema, { adapter: 'pgsql', makesSql })
    t.deepEqual(
      diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.severity]),
      [['ORM-S906', severity]],
    )
    if (!makesSql) t.is(databases[0]!.tables[0]!.columns[1]!.default, undefined)
  }
  t.deepEqual((await resolve(schema, { adapter: 'mysql' })).diagnostics, [])
})

test('indexes behind foreign keys have names of their own', async (t) => {
  const column = (name: string) => `<column name="${name}" type="integer"/>
    <foreign-key foreignTable="a" phpName="To${name}" name="fk${name}"><reference local="${name}" foreign="id"/></foreign-key>`
  const { databases } = await resolve(
    `<database name="shop"><table name="a"><column name="id" type="integer" primaryKey="true"/></table>
      <table name="b"><column name="id" type="integer" primaryKey="true"/>${column('1')}${column('2')}</table></database>`,
    { adapter: 'mysql' },
  )
  t.deepEqual(
    databases[0]!.tables[1]!.indexes.map(({ name }) => name),
    ['fi_', 'fi_fk2'],
  )
})
