import test, { type ExecutionContext } from 'ava'
import { buildOutputs, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

const schema = `<database name="shop" defaultIdMethod="native">
  <table name="author" description="Who wrote it">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="varchar" size="80" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" required="true"/>
    <column name="author_id" type="integer" required="true"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`

interface Entry {
  readonly template?: string
  readonly to?: string
  readonly per?: string
}

/** The files of one template; `text` is its contents. */
async function render(text: string, entry: Entry = {}, options = {}, xml = schema): Promise<Record<string, string>> {
  const templates = [{ template: 'x.tpl', to: 'out/<%= table.phpName %>.txt', ...entry }]
  const config = { database: { connections: { shop: { adapter: 'sqlite' } } }, generator: { templates } }
  const files = memoryFiles({ 'orm.json': JSON.stringify({ orm: config }, null, 2), 'x.tpl': text })
  const built = await buildOutputs([{ path: 'schema.xml', contents: xml }], {
    config: await loadConfig({ files }),
    files,
    ...options,
  })
  return Object.fromEntries(
    built.flatMap(({ directory, files }) => files.map(({ path, contents }) => [`${directory}/${path}`, contents])),
  )
}

async function problems(t: ExecutionContext, rendering: Promise<unknown>): Promise<string> {
  const error = await t.throwsAsync(rendering, { instanceOf: OrmError })
  return (error as OrmError).message
}

test('a template is rendered once for each table, from the linked model', async (t) => {
  const text = `export interface <%= table.phpName %> {
<% for (const column of table.columns) { %>
  <%= column.name %>: <%= column.type === 'INTEGER' ? 'number' : 'string' %> // \${kept}
<% } %>
<% for (const { isLocal, name, table: other } of table.relations) { if (!isLocal) continue %>
  <%= name %>: <%= other.phpName %> of <%= database.name %>
<% } %>
}
`
  t.deepEqual(await render(text), {
    'out/Author.txt': 'export interface Author {\n  id: number // ${kept}\n  name: string // ${kept}\n}\n',
    'out/Book.txt':
      'export interface Book {\n  id: number // ${kept}\n  title: string // ${kept}\n  author_id: number // ${kept}\n  Author: Author of shop\n}\n',
  })
})

test('a template is rendered once for each database', async (t) => {
  const text = '<%= database.tables.map((table) => table.name).join() %> <%= config.paths.phpDir %>'
  t.deepEqual(await render(text, { to: 'doc/<%= database.name %>.md', per: 'database' }), {
    'doc/shop.md': 'author,book generated-classes',
  })
})

test('optional members print nothing, <%- %> escapes for HTML, comparisons see the same objects', async (t) => {
  const text = `<%= table.description %><%- '<b>' %><% if (table.relations[0].table.relations.some((back) => back.table === table)) { %>!<% } %>`
  t.deepEqual(await render(text), { 'out/Author.txt': 'Who wrote it&#60;b&#62;!', 'out/Book.txt': '&#60;b&#62;!' })
})

test('print(), variables of a template and functions work; a variable does not reach the next file', async (t) => {
  const text = `<% seen = typeof globalThis.seen + table.name; var other = 1; function twice(x) { return x + x } %><% print(twice(seen) + other) %>`
  t.deepEqual(await render(text), {
    'out/Author.txt': 'undefinedauthorundefinedauthor1',
    'out/Book.txt': 'undefinedbookundefinedbook1',
  })
  t.false('seen' in globalThis)
})

test('lines with Windows ends, a byte order mark and the text of a marker are kept', async (t) => {
  const text = '<% if (true) { %>\r\na /*@0*/\r\n<% } %>\r\n<%= 1 %>\r\n'
  t.is((await render(text))['out/Book.txt'], 'a /*@0*/\r\n1\r\n')
})

const mistakes: Readonly<Record<string, [text: string, expected: RegExp]>> = {
  'an unknown member': [
    'a\nb\n<%= table.phpNme %>\n',
    /^x\.tpl:3:1 ORM-P007 template x\.tpl, table "author": table "author" has no member "phpNme" \(did you mean "phpName"\?\)$/,
  ],
  'an unknown member of a column': [
    '<% for (const column of table.columns) { %>\n  x\n  <%= column.nam %>\n<% } %>',
    /^x\.tpl:3:3 ORM-P007 .*column "id" has no member "nam" \(did you mean "name"\?\)$/,
  ],
  'an unknown member of a list': [
    '\n<%= table.columns.lenght %>',
    /^x\.tpl:2:1 ORM-P007 .*a list has no member "lenght" \(did you mean "length"\?\)$/,
  ],
  'an unknown variable': [
    '\n\n\n<% if (tabel) { %>\n<% } %>',
    /^x\.tpl:4:1 ORM-P007 .*tabel is not defined \(did you mean "table"\?\)$/,
  ],
  'a syntax error in a value': ['a\n<%= table. %>\n', /^x\.tpl:2:1 ORM-P007 template x\.tpl: Unexpected token/],
  'a syntax error in a statement': [
    'a\n<% for (const of) { %>\nb\n<% } %>\n',
    /^x\.tpl:2:1 ORM-P007 template x\.tpl: Missing initializer/,
  ],
  'a syntax error in the middle of code of many lines': [
    'a\n<%\nconst a = 1\nconst b = = 2\nconst c = 3\n%>\n',
    /^x\.tpl:4:1 ORM-P007 template x\.tpl: Unexpected token '='/,
  ],
  'an error in the middle of code of many lines': [
    'a\n<%\nconst a = 1\nnothing.here()\n%>\n',
    /^x\.tpl:4:1 ORM-P007 template x\.tpl, table "author": nothing is not defined$/,
  ],
  'a bracket that is not closed': ['a\n<% if (true) { %>\nb\n', /^x\.tpl:\d+:1 ORM-P007 template x\.tpl: /],
  'a tag that is not closed': [
    'a\n\n  <%= table.name\n',
    /^x\.tpl:3:3 ORM-P007 template x\.tpl: this tag is not closed by %>$/,
  ],
  'an empty tag': ['\n<%= %>', /^x\.tpl:2:1 ORM-P007 /],
  'an error that is thrown': [
    `\n<% throw new Error('no ' + table.name) %>`,
    /^x\.tpl:2:1 ORM-P007 template x\.tpl, table "author": no author$/,
  ],
  'a text that is thrown': [`<% throw 'no' %>`, /^x\.tpl:1:1 ORM-P007 .*: no$/],
  'a change of the model': ['\n<% table.phpName = "x" %>', /^x\.tpl:2:1 ORM-P007 .*the model is read-only$/],
  'a change of a list of the model': [
    '\n<% table.columns.push(1) %>',
    /^x\.tpl:2:1 ORM-P007 .*the model is read-only$/,
  ],
  'endless recursion': [
    '\n<% function f() { return f() + 1 } %>\n<%= f() %>',
    /^x\.tpl:\d:1 ORM-P007 .*Maximum call stack/,
  ],
}

for (const [what, [text, expected]] of Object.entries(mistakes)) {
  test(`a mistake in a template is reported with its file and line: ${what}`, async (t) => {
    t.regex(await problems(t, render(text)), expected)
  })
}

test('mistakes of several lines are all reported, each once for all tables', async (t) => {
  const text = '<% if (table.name === "author") { %>\n<%= table.nme %>\n<% } else { %>\n<%= table.nam %>\n<% } %>'
  t.is((await problems(t, render(text))).split('\n').length, 2)
})

test('a template that does not exist is reported where the configuration names it', async (t) => {
  t.regex(
    await problems(t, render('', { template: 'y.tpl' })),
    /^orm\.json:\d+:\d+ ORM-P006 cannot read template y\.tpl: it does not exist$/,
  )
})

for (const to of [
  '../<%= table.phpName %>.txt',
  '/tmp/<%= table.phpName %>.txt',
  'C:/<%= table.phpName %>.txt',
  'out/<%= "../../x/" + table.phpName %>.txt',
  'out/<%= "../other/" + table.phpName %>.txt',
  'out/.orm-manifest.json',
  'out/<%= table.phpName %>/',
  '<%= "" %>',
  'out/<%= "a\\u0000" %>',
]) {
  test(`to: ${JSON.stringify(to)} is not a path inside the project`, async (t) => {
    t.regex(
      await problems(t, render('x', { to })),
      /ORM-P003 output "template x\.tpl": file ".*" is not a file below "/,
    )
  })
}

test('text of a schema cannot lead out of the directory of a template', async (t) => {
  const xml = schema.replace('<table name="book"', '<table name="book" description="../../book"')
  t.regex(
    await problems(t, render('x', { to: 'out/<%= table.description %>.txt' }, {}, xml)),
    /ORM-P003 output "template x\.tpl": file "out\/\.\.\/\.\.\/book\.txt" is not a file below "out"/,
  )
})

test('a mistake in to is reported where the configuration names the template', async (t) => {
  t.regex(
    await problems(t, render('x', { to: 'out/<%= table.nme %>' })),
    /^orm\.json:\d+:\d+ ORM-P007 template x\.tpl, "to": table "author" has no member "nme"/,
  )
  t.regex(await problems(t, render('x', { to: 'out/<%= ( %>' })), /^orm\.json:\d+:\d+ ORM-P007 template x\.tpl, "to": /)
})

test('one path for all tables is refused, also where it differs in case only', async (t) => {
  t.regex(
    await problems(t, render('x', { to: 'out/all.txt' })),
    /ORM-P004 output "template x\.tpl" writes "out\/all\.txt" twice/,
  )
  const to = 'out/<%= table.name === "book" ? "A" : "a" %>'
  t.regex(await problems(t, render('x', { to })), /ORM-P004 output "template x\.tpl" writes "out\/A" twice/)
})

test('with plugins off no template runs: a warning says so', async (t) => {
  const warnings: string[] = []
  const onWarning = ({ code, message }: { code: string; message: string }) => void warnings.push(`${code} ${message}`)
  t.deepEqual(await render('<% globalThis.hacked = true %>', {}, { plugins: false, onWarning }), {})
  t.deepEqual(warnings, ['ORM-W003 template "x.tpl" is not run because of --no-plugins'])
  t.false('hacked' in globalThis)
  t.regex(await problems(t, render('x', {}, { plugins: false, strict: true })), /ORM-W003/)
})

test('tags in to are no parameters of the configuration', async (t) => {
  t.deepEqual(Object.keys(await render('x', { to: 'out/<%=table.phpName%>_<%=table.name%>_<%= table.name %>' })), [
    'out/Author_author_author',
    'out/Book_book_book',
  ])
})

test('a value of per that does not exist is refused by the configuration', async (t) => {
  t.regex(await problems(t, render('x', { per: 'column' })), /ORM-C104.*generator\.templates\.0\.per/)
})
