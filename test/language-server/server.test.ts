import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { CompletionItem, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node'
import { randomOf } from '../support/random-tables.js'
import { SchemaEditor } from '../support/schema-editor.js'
import { seedOf } from '../support/seed.mjs'

const config = `orm:
  database:
    connections:
      default:
        adapter: sqlite
        dsn: 'sqlite:book.sq3'
`

const bookstore = `<?xml version="1.0" encoding="UTF-8"?>
<database name="default" namespace="App">
  <domain name="money" type="DECIMAL" size="10" scale="2"/>
  <table name="book" description="What is sold">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" required="true"/>
    <column name="price" domain="money"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
    <index>
      <index-column name="title"/>
    </index>
    <behavior name="sortable">
      <parameter name="rank_column" value="position"/>
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="author_id"/>
    </behavior>
  </table>
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR"/>
  </table>
</database>
`

interface Started {
  readonly editor: SchemaEditor
  readonly folder: string
  readonly schema: string
}

async function start(t: ExecutionContext, files: Readonly<Record<string, string>> = {}): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
  const all: Record<string, string> = { 'orm.yaml': config, 'schema.xml': bookstore, ...files }
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text)
  const editor = await SchemaEditor.start()
  t.teardown(async () => {
    await editor.stop()
    await rm(folder, { recursive: true })
  })
  const schema = join(folder, 'schema.xml')
  await editor.open(schema, all['schema.xml']!)
  return { editor, folder, schema }
}

const replaced = async ({ editor, schema }: Started, before: string, after: string): Promise<void> => {
  const at = editor.text(schema).indexOf(before)
  await editor.edit(schema, at, at + before.length, after)
}

test('problems are shown while a schema is typed, and go with their reason', async (t) => {
  const started = await start(t)
  const { editor, schema } = started
  t.deepEqual(await editor.problems(schema), [])
  await replaced(started, 'foreignTable="author"', 'foreignTable="authr"')
  t.deepEqual(await editor.problems(schema), ['9:32 ORM-S501 table "book": foreign key to unknown table "authr"'])
  await replaced(started, '"authr"', '"author"')
  t.deepEqual(await editor.problems(schema), [])
})

test('a problem of one file that another open file causes', async (t) => {
  const other =
    '<database name="default"><table name="shelf"><column name="id" type="INTEGER" primaryKey="true"/></table></database>'
  const started = await start(t, { 'shop.schema.xml': other })
  const { editor, schema, folder } = started
  const path = join(folder, 'shop.schema.xml')
  await editor.open(path, other)
  await replaced(started, 'foreignTable="author"', 'foreignTable="shelf"')
  t.deepEqual(await editor.problems(schema), [])
  await editor.edit(path, other.indexOf('shelf'), other.indexOf('shelf') + 5, 'rack')
  await editor.diagnostics(path)
  await replaced(started, 'What is sold', 'What we sell')
  t.deepEqual(await editor.problems(schema), ['9:32 ORM-S501 table "book": foreign key to unknown table "shelf"'])
})

test('a mistake in the configuration is shown in its file', async (t) => {
  const { editor, folder } = await start(t)
  const path = join(folder, 'orm.yaml')
  await editor.open(path, config.replace('adapter:', 'adaptr:'))
  const problems = await editor.problems(path)
  t.regex(problems.join('\n'), /5:9 ORM-C\d+ .*adaptr/)
})

test('completion offers elements, attributes, values and names', async (t) => {
  const { editor, schema } = await start(t)
  const labels = async (piece: string) => (await editor.completions(schema, piece)).map(({ label }) => label)
  t.true((await labels('<col|umn name="title"')).includes('column'))
  t.deepEqual(
    (await labels('|<table name="author">')).filter((each) => ['table', 'domain', 'column'].includes(each)),
    ['domain', 'table'],
  )
  t.true((await labels('type="VARCHAR" |required')).includes('size'))
  t.false((await labels('type="VARCHAR" |required')).includes('name'))
  t.deepEqual(await labels('foreignTable="|author"'), ['book', 'author'])
  t.deepEqual(await labels('foreign="|id"'), ['id', 'name'])
  t.deepEqual(await labels('local="|author_id"'), ['id', 'title', 'price', 'author_id', 'position'])
  t.true((await labels('type="|VARCHAR" required')).includes('LONGVARCHAR'))
  t.deepEqual(await labels('required="|true"'), ['true', 'false'])
  t.deepEqual(await labels('domain="|money"'), ['money'])
  t.true((await labels('behavior name="|sortable"')).includes('nested_set'))
  t.true((await labels('<parameter name="|rank_column"')).includes('use_scope'))
  t.true((await labels('name="rank_column" value="|position"')).includes('title'))
})

test('completion at the end of a text that is just begun', async (t) => {
  const { editor, schema } = await start(t)
  const first = async (text: string) => {
    await editor.edit(schema, 0, editor.text(schema).length, text)
    return (await editor.askAt<CompletionItem[]>('completion', schema, text.length))[0]?.label
  }
  const table = '<database name="default"><table name="book"><column name="id" type="INTEGER"/>'
  t.is(await first('<'), 'database')
  t.is(await first('<database '), 'name')
  t.is(await first('<database defaultIdMethod="'), 'native')
  t.is(await first('<database name="default">\n  '), 'external-schema')
  t.is(await first(table), 'column')
  t.is(await first(`${table}<`), 'column')
  t.is(await first(`${table}<foreign-key foreignTable="`), 'book')
  t.is(await first(`${table}<foreign-key foreignTable="book"><reference local="`), 'id')
})

test('completion replaces the value that is there', async (t) => {
  const started = await start(t)
  const { editor, schema } = started
  const [item] = (await editor.completions(schema, 'foreignTable="aut|hor"')).filter(({ label }) => label === 'book')
  await editor.applyEdits(schema, [item!.textEdit as TextEdit])
  t.true(editor.text(schema).includes('foreignTable="book"'))
})

test('hover shows SQL, PHP methods and the meaning of attributes', async (t) => {
  const { editor, schema } = await start(t)
  await editor.diagnostics(schema)
  const column = await editor.hover(schema, 'name="ti|tle"')
  t.regex(column, /VARCHAR\(255\) NOT NULL/)
  t.regex(column, /filterByTitle/)
  t.regex(await editor.hover(schema, 'table name="bo|ok"'), /App\\Book/)
  t.regex(await editor.hover(schema, 'prim|aryKey'), /Part of the primary key/)
  t.regex(await editor.hover(schema, '<foreign|-key'), /relations/)
})

test('definition and references of tables, columns and domains, also those of behaviors', async (t) => {
  const { editor, schema } = await start(t)
  await editor.diagnostics(schema)
  t.deepEqual(await editor.places('definition', schema, 'foreignTable="aut|hor"'), ['21: <table name="author">'])
  t.regex((await editor.places('definition', schema, 'foreign="i|d"')).join(), /^22: <column name="id"/)
  t.regex((await editor.places('definition', schema, 'domain="mo|ney"')).join(), /^3: <domain/)
  t.regex((await editor.places('definition', schema, 'value="posi|tion"')).join(), /^15: <behavior name="sortable">/)
  t.is((await editor.places('references', schema, 'column name="author|_id"')).length, 3)
})

test('attributes with other capitals, as the compiler accepts them', async (t) => {
  const { editor, schema } = await start(t, {
    'schema.xml': bookstore.replace('foreignTable=', 'ForeignTable=').replace('name="author_id"', 'NAME="author_id"'),
  })
  await editor.diagnostics(schema)
  t.deepEqual(await editor.places('definition', schema, 'ForeignTable="aut|hor"'), ['21: <table name="author">'])
  t.is((await editor.places('references', schema, 'NAME="author|_id"')).length, 3)
  t.deepEqual(
    (await editor.completions(schema, 'ForeignTable="|author"')).map(({ label }) => label),
    ['book', 'author'],
  )
  t.not(await editor.hover(schema, 'For|eignTable='), '')
})

test('methods whose names end in s, and those that join with the rows', async (t) => {
  const { editor, schema, folder } = await start(t, { 'schema.xml': bookstore.replaceAll('"title"', '"status"') })
  await editor.diagnostics(schema)
  const php = join(folder, 'list.php')
  await editor.open(
    php,
    '<?php\n$book = BookQuery::create()->joinWithAuthor()->findOneByStatus(1);\n$book->getStatus();$author = new Author(); $author->getBooks();\n',
  )
  const column = ['6: <column name="status" type="VARCHAR" required="true"/>']
  t.deepEqual(await editor.places('definition', php, 'get|Status'), column)
  t.deepEqual(await editor.places('definition', php, 'findOneBy|Status'), column)
  t.deepEqual(await editor.places('definition', php, 'joinWith|Author'), ['21: <table name="author">'])
  t.deepEqual(await editor.places('definition', php, 'get|Books'), [
    '4: <table name="book" description="What is sold">',
  ])
})

test('stub classes of a table, and columns of a PHP method', async (t) => {
  const { editor, schema, folder } = await start(t)
  await editor.diagnostics(schema)
  const stubs = await editor.places('implementation', schema, 'name="ti|tle"')
  t.true(stubs[0]!.endsWith('/Book.php'))
  t.true(stubs[1]!.endsWith('/BookQuery.php'))
  const php = join(folder, 'list.php')
  await editor.open(php, '<?php\n$books = BookQuery::create()->filterByTitle("x")->find();\n')
  t.regex((await editor.places('definition', php, 'filterBy|Title')).join(), /^6: <column name="title"/)
  t.regex((await editor.places('definition', php, 'Book|Query')).join(), /^4: <table name="book"/)
})

test('a rename changes every reference, names the option for the migration and the PHP that uses the old name', async (t) => {
  const started = await start(t, { 'list.php': '<?php\necho $book->getAuthorId();\n' })
  const { editor, schema } = started
  await editor.diagnostics(schema)
  const edit = await editor.ask<WorkspaceEdit>('rename', schema, 'column name="author|_id"', { newName: 'writer_id' })
  await editor.apply(edit)
  t.deepEqual(await editor.problems(schema), [])
  t.false(editor.text(schema).includes('author_id'))
  t.is(editor.text(schema).split('writer_id').length - 1, 3)
  t.true(editor.messages.some((message) => message.includes('--rename=book.author_id:writer_id')))
  t.true(editor.messages.some((message) => message.includes('list.php:2 getAuthorId')))
})

test('tables of the same name in two SQL schemas are different tables', async (t) => {
  const key = '<column name="id" type="INTEGER" primaryKey="true"/>'
  const reference = '<reference local="book_id" foreign="id"/>'
  const entry = (name: string, attributes: string) =>
    `<table name="${name}">${key}<column name="book_id" type="INTEGER"/><foreign-key ${attributes}>${reference}</foreign-key></table>`
  const text = `<database name="default" schema="shop">
<table name="book">${key}<column name="price" type="INTEGER"/></table>
<table name="book" schema="stock" phpName="Copy">${key}<column name="shelf" type="INTEGER"/></table>
${entry('sale', 'foreignTable="book"')}
${entry('loan', 'foreignTable="book" foreignSchema="stock"')}
${entry('move', 'foreignTable="stock.book"')}
</database>`
  const pgsql = config.replace('sqlite\n', 'pgsql\n').replace('sqlite:book.sq3', 'pgsql:host=none;dbname=none')
  const { editor, schema } = await start(t, { 'orm.yaml': pgsql, 'schema.xml': text })
  t.regex((await editor.problems(schema)).join(), /^6:\d+ ORM-W107 [^,]*$/)
  const lineOf = async (piece: string) => (await editor.places('definition', schema, piece)).map((place) => place[0])
  t.deepEqual(await lineOf('foreignTable="bo|ok">'), ['2'])
  t.deepEqual(await lineOf('foreignTable="bo|ok" foreignSchema'), ['3'])
  t.deepEqual(await lineOf('foreignTable="stock.bo|ok"'), ['3'])
  t.regex(await editor.hover(schema, 'foreignTable="bo|ok" foreignSchema'), /stock\.book.*`Copy`/)
  const labels = async (piece: string) => (await editor.completions(schema, piece)).map(({ label }) => label)
  t.deepEqual(await labels(`foreignTable="book" foreignSchema="stock">${reference.replace('"id"', '"|id"')}`), [
    'id',
    'shelf',
  ])
  t.deepEqual(await labels('foreignTable="|book" foreignSchema'), ['book'])
  const offered = await editor.completions(schema, 'foreignTable="|book">')
  t.deepEqual(
    offered.map(({ label, detail }) => `${label} ${detail ?? ''}`),
    ['book ', 'sale ', 'loan ', 'move ', 'book in stock'],
  )
  t.is(offered.at(-1)!.additionalTextEdits![0]!.newText, 'foreignSchema="stock" ')

  await editor.apply(
    await editor.ask<WorkspaceEdit>('rename', schema, '<table name="bo|ok" schema', { newName: 'copy' }),
  )
  t.regex((await editor.problems(schema)).join(), /^6:\d+ ORM-W107 [^,]*$/)
  t.is(
    editor.text(schema),
    text
      .replace('name="book" schema', 'name="copy" schema')
      .replace('foreignTable="book" foreignSchema', 'foreignTable="copy" foreignSchema')
      .replace('stock.book', 'stock.copy'),
  )
  t.true(editor.messages.some((message) => message.includes('--rename=stock.book:stock.copy')))
  await editor.apply(await editor.ask<WorkspaceEdit>('rename', schema, '"sh|elf"', { newName: 'rack' }))
  t.true(editor.messages.some((message) => message.includes('--rename=stock.copy.shelf:rack')))
})

test('the default SQL schema may be written or omitted', async (t) => {
  const table = (name: string, more: string) =>
    `<table name="${name}"${more}><column name="id" type="INTEGER" primaryKey="true"/></table>`
  const text = `<database name="default">${table('book', ' schema="public"')}${table('book', ' schema="stock" phpName="Copy"')}
<table name="sale"><column name="id" type="INTEGER" primaryKey="true"/>
<foreign-key foreignTable="book"><reference local="id" foreign="id"/></foreign-key></table></database>`
  const pgsql = config.replace('sqlite\n', 'pgsql\n').replace('sqlite:book.sq3', 'pgsql:host=none;dbname=none')
  const { editor, schema } = await start(t, { 'orm.yaml': pgsql, 'schema.xml': text })
  t.deepEqual(await editor.problems(schema), [])
  await editor.apply(await editor.ask<WorkspaceEdit>('rename', schema, 'foreignTable="bo|ok"', { newName: 'volume' }))
  t.is(editor.text(schema), text.replace('"book"', '"volume"').replace('foreignTable="book"', 'foreignTable="volume"'))
})

test('a column is renamed wherever an element of its table or view names it', async (t) => {
  const text = `<database name="default">
<table name="stay">
<column name="id" type="INTEGER" primaryKey="true"/>
<column name="day" type="DATE" primaryKey="true"/>
<column name="room" type="INTEGER"/>
<partition by="range" columns="day"><part name="first" to="2030-01-01"/></partition>
<exclude><exclude-column name="room" operator="="/></exclude>
</table>
<view name="last_stay" identity="id, day">
<column name="id" type="INTEGER"/>
<column name="day" type="DATE"/>
<sql>SELECT 1 AS id, CURRENT_DATE AS day</sql>
</view>
</database>`
  const { editor, schema } = await start(t, { 'schema.xml': text })
  await editor.diagnostics(schema)
  const view = text.indexOf('<view')
  for (const [piece, from] of [
    ['"|day"', 0],
    ['"|room"', 0],
    ['"|day"', view],
  ] as const) {
    const offset = editor.offset(schema, piece, from)
    await editor.apply(await editor.askAt<WorkspaceEdit>('rename', schema, offset, { newName: 'renamed' }))
  }
  t.is(editor.text(schema), text.replaceAll(/\bday\b(?=")|\broom\b/g, 'renamed'))
})

test('completion offers nothing in comments, CDATA sections, declarations and end tags', async (t) => {
  const text = `<?xml version="1.0"?>
<!-- first -->
<database name="default">
  <!-- second <table -->
  <view name="book">
    <column name="id" type="INTEGER"/>
    <sql><![CDATA[SELECT 1 AS id]]></sql>
  </view>
  <!-- third`
  const { editor, schema } = await start(t, { 'schema.xml': text })
  const labels = async (piece: string) => (await editor.completions(schema, piece)).map(({ label }) => label)
  for (const piece of ['<?xm|l', '<!-|- first', 'fir|st', 'sec|ond', '<tab|le -', 'SELECT| 1', '</vi|ew', 'third|']) {
    t.deepEqual(await labels(piece), [], piece)
  }
  t.deepEqual(await labels('-->|\n<database'), ['database'])
  for (const piece of ['-->|\n  <view', '</view>|']) t.true((await labels(piece)).includes('table'), piece)
})

test('symbols, formatting and quick fixes', async (t) => {
  const started = await start(t)
  const { editor, schema } = started
  const [database] = await editor.symbols(schema)
  t.deepEqual(
    database!.children!.map(({ name }) => name),
    ['money', 'book', 'author'],
  )
  await replaced(started, '    <index>', '<index>')
  await editor.applyEdits(schema, await editor.askAt('formatting', schema, 0, { options: {} }))
  t.is(editor.text(schema), bookstore)
  await replaced(started, 'foreignTable="author"', 'foreignTable="athor"')
  await replaced(started, 'type="VARCHAR" required', 'type="VARCHR" required')
  for (let round = 0; round < 3; round++) {
    const [fix] = (await editor.fixes(schema)).filter(({ title }) => title.startsWith('Change to'))
    if (fix) await editor.apply(fix.edit!)
  }
  t.deepEqual(await editor.problems(schema), [])
  t.is(editor.text(schema), bookstore)
})

test('a table that a foreign key needs is created', async (t) => {
  const started = await start(t)
  const { editor, schema } = started
  await replaced(started, 'foreignTable="author"', 'foreignTable="publishing_house"')
  const create = (await editor.fixes(schema)).find(({ title }) => title === 'Create table "publishing_house"')
  await editor.apply(create!.edit!)
  t.deepEqual(await editor.problems(schema), [])
})

test('a table that a foreign key of two columns needs, in a schema with tabs', async (t) => {
  const schemaText = `<database name="default">
\t<table name="book">
\t\t<column name="a" type="INTEGER" primaryKey="true"/>
\t\t<column name="b" type="INTEGER"/>
\t\t<foreign-key foreignTable="shelf">
\t\t\t<reference local="a" foreign="x"/>
\t\t\t<reference local="b" foreign="y"/>
\t\t</foreign-key>
\t</table>
</database>
`
  const { editor, schema } = await start(t, { 'schema.xml': schemaText })
  await editor.apply((await editor.fixes(schema)).find(({ title }) => title === 'Create table "shelf"')!.edit!)
  t.deepEqual(await editor.problems(schema), [])
  t.true(editor.text(schema).includes('\n\t<table name="shelf">\n\t\t<column name="x" type="INTEGER"'))
})

test('the type of a foreign key is mended in a schema that never had a model', async (t) => {
  const { editor, schema } = await start(t, {
    'schema.xml': bookstore.replace('"author_id" type="INTEGER"', '"author_id" type="VARCHAR"'),
  })
  const [fix] = await editor.fixes(schema)
  t.is(fix?.title, 'Change the type of "author_id" to INTEGER')
  await editor.apply(fix!.edit!)
  t.is(editor.text(schema), bookstore)
})

test('every beginning of a schema has diagnostics and completions', async (t) => {
  const { editor, schema } = await start(t)
  let isComplete = false
  for (let length = bookstore.length; length > 0; length -= 7) {
    await editor.edit(schema, length, editor.text(schema).length, '')
    const items = await editor.askAt<unknown[]>('completion', schema, length)
    isComplete ||= items.length > 0
    t.true(Array.isArray(items))
  }
  t.true(isComplete)
  t.true((await editor.problems(schema)).length > 0)
})

test(`random edits end in the diagnostics of a fresh server (seed ${seedOf()})`, async (t) => {
  const { editor, schema } = await start(t)
  const random = randomOf(seedOf())
  const edits = process.env.ORM_FUZZ ? 10_000 : 150
  const pieces = [
    '<',
    '>',
    '"',
    '/>',
    'x',
    ' ',
    '<column name="a" type="INTEGER"/>',
    '</table>',
    '&',
    '\n',
    '<!--',
    '-->',
    'é',
  ]
  for (let step = 0; step < edits; step++) {
    const text = editor.text(schema)
    const at = Math.floor(random() * (text.length + 1))
    const isBack = text.length > 2 * bookstore.length || random() < 0.02
    if (isBack) await editor.edit(schema, 0, text.length, bookstore)
    else {
      const end = random() < 0.5 ? at : Math.min(text.length, at + Math.floor(random() * 6))
      await editor.edit(schema, at, end, random() < 0.6 ? pieces[Math.floor(random() * pieces.length)]! : '')
    }
    if (step % 10 === 0) await editor.askAt('completion', schema, Math.floor(random() * editor.text(schema).length))
    if (step % 25 !== 0) continue
    const fresh = await SchemaEditor.start()
    await fresh.open(schema, editor.text(schema))
    t.deepEqual(await editor.problems(schema), await fresh.problems(schema), `after ${step} edits`)
    await fresh.stop()
  }
  t.deepEqual(
    editor.messages.filter((message) => /error/i.test(message)),
    [],
  )
})
