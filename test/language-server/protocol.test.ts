import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type {
  CodeLens,
  CompletionItem,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node'
import { until } from '../support/patience.mjs'
import { SchemaEditor, SchemaEditorProcess } from '../support/schema-editor.js'

const config = `orm:
  database:
    connections:
      default:
        adapter: sqlite
        dsn: 'sqlite:book.sq3'
`

async function start(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries({ 'orm.yaml': config, ...files })) write(name, text)
  const editor = await SchemaEditor.start()
  t.teardown(async () => {
    await editor.stop()
    await rm(folder, { recursive: true })
  })
  return { folder, editor, write, in: (name: string) => join(folder, name) }
}

/** Tables that refer to each other, with signs of two UTF-16 units before names. */
function shelves(tables: number, ending: string, sign: string): string {
  const texts = Array.from({ length: tables }, (_, at) => [
    `  <!-- ${sign} --><table name="t${at}" description="${sign}">`,
    `    <!--${sign}--><column name="id" description="${sign}" type="INTEGER" primaryKey="true"/>`,
    `    <column description="${sign}" name="parent_id" type="INTEGER"/><column name="title" type="VARCHAR" primaryString="true"/>`,
    `    <foreign-key foreignTable="t${(at * 7) % tables}" phpName="P${at}" refPhpName="R${at}">`,
    '      <reference local="parent_id" foreign="id"/>',
    '    </foreign-key>',
    `    <index><!--${sign}--><index-column name="slug"/></index>`,
    `    <!--${sign}--><behavior name="sluggable"><parameter name="scope_column" value="parent_id"/></behavior>`,
    '  </table>',
  ])
  return ['<database name="default" namespace="App">', ...texts.flat(), '</database>', ''].join(ending)
}

/** What is at a range of a text, as editors count. */
function pieceAt(text: string, { start, end }: Range): string {
  const starts = [0, ...[...text.matchAll(/\r\n|\n/g)].map((found) => found.index + found[0].length)]
  return text.slice(starts[start.line]! + start.character, starts[end.line]! + end.character)
}

const forms: Readonly<Record<string, string>> = {
  '5 tables': shelves(5, '\n', ''),
  '200 tables': shelves(200, '\n', ''),
  '1,000 tables': shelves(1000, '\n', ''),
  'lines that end with CRLF': shelves(5, '\r\n', ''),
  'a mark at the start': `\ufeff${shelves(5, '\n', '')}`,
  'signs of several units': shelves(5, '\r\n', '😀👩‍👩‍👧'),
  'one line': shelves(5, ' ', '😀'),
  'one line with a mark': `\ufeff${shelves(5, ' ', '😀')}`,
}

for (const [form, text] of Object.entries(forms)) {
  test(`${form}: every answer is about the text that it names`, async (t) => {
    const { editor, in: inFolder } = await start(t, { 'schema.xml': text })
    const path = inFolder('schema.xml')
    await editor.open(path, text)
    t.deepEqual(await editor.problems(path), [])
    const last = text.lastIndexOf('<table')
    for (const piece of ['foreignTable="|t', 'local="|parent_id', 'foreign="|id', 'value="|parent_id']) {
      const mark = piece.replace('|', '')
      const offset = text.indexOf(mark, last) + piece.indexOf('|')
      const name = /^\w+/.exec(text.slice(offset))![0]
      for (const at of [offset, offset + name.length]) {
        const found = await editor.askAt<Location[]>('definition', path, at)
        t.is(found.length, 1)
        const context = { includeDeclaration: true }
        const uses = await editor.askAt<Location[]>('references', path, at, { context })
        t.true(uses.length > 1)
        for (const { range } of [...found, ...uses]) t.is(pieceAt(text, range), name)
        t.is(pieceAt(text, await editor.askAt<Range>('prepareRename', path, at)), name)
        const { contents } = await editor.askAt<Hover>('hover', path, at)
        t.true(JSON.stringify(contents).includes(name), name)
        const [item] = await editor.askAt<CompletionItem[]>('completion', path, at)
        const { range } = item!.textEdit as TextEdit
        t.is(pieceAt(text, range), piece.startsWith('value') ? text.slice(offset, at) : name)
      }
      const edit = await editor.askAt<WorkspaceEdit>('rename', path, offset, { newName: 'renamed' })
      const renamed = Object.values(edit.changes!).flat()
      t.true(renamed.length > 1)
      for (const { range } of renamed) t.is(pieceAt(text, range), name)
    }
    const added = await editor.askAt<Location[]>('definition', path, text.lastIndexOf('"slug"') + 2)
    t.is(pieceAt(text, added[0]!.range), '<behavior')
    const check = ({ range, selectionRange, children = [] }: DocumentSymbol): void => {
      const whole = pieceAt(text, range)
      t.regex(whole, /^<[a-z].*>$/s)
      t.true(whole.startsWith(pieceAt(text, selectionRange)))
      for (const child of children) check(child)
    }
    const [database] = await editor.symbols(path)
    t.is(database!.children!.length, text.split('<table').length - 1)
    for (const child of [database!, database!.children!.at(-1)!])
      check({ ...child, children: child.children!.slice(-3) })
    const lenses = await editor.askAt<CodeLens[]>('codeLens', path, 0)
    t.true(lenses.length > 1)
    for (const { range } of lenses) t.regex(pieceAt(text, range), /^<(?:table|database)$/)
    const lines = text.split(/\r?\n/)
    const folds = await editor.askAt<FoldingRange[]>('foldingRange', path, 0)
    t.is(folds.length > 0, lines.length > 2)
    for (const { startLine, endLine } of folds) {
      t.true(startLine < endLine && endLine < lines.length && /<[a-z-]+/.test(lines[startLine]!))
    }
    const formatted = await editor.askAt<TextEdit[]>('formatting', path, 0, { options: {} })
    t.is(formatted.length, 1)
    for (const { range } of formatted) t.is(pieceAt(text, range), text)
    const wrong = text.lastIndexOf('foreignTable="') + 'foreignTable="'.length
    await editor.edit(path, wrong, wrong, 'x')
    const changed = editor.text(path)
    const [problem, ...others] = await editor.diagnostics(path)
    t.is(others.length, 0)
    t.regex(pieceAt(changed, problem!.range), /^xt\d+$/)
    const fixes = await editor.fixes(path)
    t.true(fixes.length > 0)
    for (const fix of fixes) {
      for (const { range, newText } of Object.values(fix.edit!.changes!).flat()) {
        t.true([pieceAt(changed, problem!.range), ''].includes(pieceAt(changed, range)), fix.title)
        t.is(/[^\r]\n/.test(newText) && text.includes('\r\n'), false, fix.title)
      }
    }
  })
}

interface Failure {
  readonly code: number
  readonly message: string
}

const failure = (answer: Promise<unknown>): Promise<Failure | undefined> =>
  answer.then(
    () => undefined,
    ({ code, message }: Failure) => ({ code, message }),
  )

const position = { line: 0, character: 0 }

test('requests come after initialize and before shutdown', async (t) => {
  const editor = new SchemaEditorProcess()
  const hover = () => editor.request('textDocument/hover', { textDocument: { uri: 'file:///a/schema.xml' }, position })
  const initialize = () => editor.request('initialize', { processId: process.pid, rootUri: null, capabilities: {} })
  t.is((await failure(hover()))?.code, -32002)
  t.is(await failure(initialize()), undefined)
  t.is((await failure(initialize()))?.code, -32600)
  t.is((await failure(editor.request('orm/unknown', {})))?.code, -32601)
  t.is((await failure(editor.request('textDocument/hover', {})))?.code, -32603)
  t.is(await hover(), null)
  await editor.notify('textDocument/unknown', {})
  await editor.stop()
  t.deepEqual(editor.messages, [])
})

test('addresses that are no files of this machine are no mistake', async (t) => {
  const { editor } = await start(t, {})
  const addresses = ['untitled:schema.xml', 'file://host/share/schema.xml', 'file:///a%2Fb/schema.xml', 'x y', '']
  for (const uri of addresses) {
    const textDocument = { uri, languageId: 'xml', version: 1, text: '<database' }
    await editor.notify('textDocument/didOpen', { textDocument })
    for (const method of ['hover', 'completion', 'documentSymbol', 'codeLens', 'definition']) {
      t.is(await failure(editor.request(`textDocument/${method}`, { textDocument: { uri }, position })), undefined, uri)
    }
    t.is(await editor.execute('orm.previewMigration', uri), null)
    await editor.notify('textDocument/didClose', { textDocument: { uri } })
  }
  t.is(await editor.execute('orm.nothing', 1, {}), null)
  t.deepEqual(editor.messages, [])
})

test('a file has the address that the editor gives it', async (t) => {
  const text = shelves(5, '\n', '')
  const files = { 'c++ (me@home)/orm.yaml': config, 'c++ (me@home)/schema.xml': text }
  const { editor, in: inFolder } = await start(t, files)
  const path = inFolder('c++ (me@home)/schema.xml')
  await editor.open(path, text)
  t.deepEqual(await editor.problems(path), [])
  const at = text.indexOf('"t0" phpName') + 1
  await editor.edit(path, at, at + 2, 'nothing')
  t.regex((await editor.problems(path)).join(), /unknown table "nothing"/)
  t.deepEqual(await editor.places('definition', path, 'foreignTable="|t2"'), [
    '20: <!--  --><table name="t2" description="">',
  ])
  await editor.close(path)
  await until(() => editor.published(path)!.length === 0, { seconds: 20 })
})

test('a name that would break the schema is refused', async (t) => {
  const text = shelves(5, '\n', '')
  const { editor, in: inFolder } = await start(t, { 'schema.xml': text })
  await editor.open(inFolder('schema.xml'), text)
  for (const newName of ['', ' ', 'a"b', 'a<b', 'a&b', 'a,b', 'a.b', 'a\nb']) {
    const asked = editor.ask('rename', inFolder('schema.xml'), 'name="|t1"', { newName })
    t.regex((await failure(asked))!.message, /^A name /, newName)
  }
  t.deepEqual(editor.messages, [])
})

test('a file that is closed while it is compiled shows nothing any more', async (t) => {
  const text = shelves(200, '\n', '').replace('foreignTable="t7"', 'foreignTable="nothing"')
  const { editor, in: inFolder } = await start(t, { 'schema.xml': text })
  const path = inFolder('schema.xml')
  await editor.open(path, text)
  const asked = editor.symbols(path)
  await editor.close(path)
  t.is((await asked).length, 1)
  await editor.open(path, text)
  t.is((await editor.problems(path)).length, 1)
  await editor.close(path)
  await until(() => editor.published(path)!.length === 0, { seconds: 20 })
  await editor.notify('workspace/didChangeWorkspaceFolders', {
    event: { added: [], removed: [{ uri: pathToFileURL(dirname(path)).href, name: 'x' }] },
  })
  await editor.open(path, text)
  t.is((await editor.problems(path)).length, 1)
})

test('files that are not on the disk yet, or not any more, count while they are open', async (t) => {
  const text = shelves(5, '\n', '')
  const { editor, write, in: inFolder } = await start(t, { 'schema.xml': text })
  const [path, other] = [inFolder('schema.xml'), inFolder('other.schema.xml')]
  await editor.open(path, text.replace('foreignTable="t2"', 'foreignTable="later"'))
  t.is((await editor.problems(path)).length, 1)
  const key = '<column name="id" type="INTEGER" primaryKey="true"/>'
  await editor.open(other, `<database name="default"><table name="later">${key}</table></database>`)
  await until(() => editor.published(path)!.length === 0, { seconds: 20 })
  rmSync(path)
  await until(async () => (await editor.problems(path)).length === 0, { seconds: 20 })
  await editor.close(other)
  await until(() => editor.published(path)!.length === 1, { seconds: 20 })
  // A file that no editor has open.
  write('other.schema.xml', `<database name="default"><table name="later">${key}</table></database>`)
  await until(() => editor.published(path)!.length === 0, { seconds: 20 })
  rmSync(other)
  await until(() => editor.published(path)!.length === 1, { seconds: 20 })
})

test('a file of any name that a schema includes counts as it is in the editor', async (t) => {
  const key = '<column name="id" type="INTEGER" primaryKey="true"/>'
  const included = `<database name="other">\r\n<!-- 😀 --><table name="author">${key}</table>\r\n</database>`
  const text = `<database name="default">
<external-schema filename="parts/people.xml"/>
<table name="book">${key}<column name="a" type="INTEGER"/>
<foreign-key foreignTable="author"><reference local="a" foreign="id"/></foreign-key></table>
</database>`
  const { editor, in: inFolder } = await start(t, { 'schema.xml': text, 'parts/people.xml': included })
  const [path, part] = [inFolder('schema.xml'), inFolder('parts/people.xml')]
  await editor.open(path, text)
  t.deepEqual(await editor.problems(path), [])
  const [declared] = await editor.ask<Location[]>('definition', path, 'foreignTable="aut|hor"')
  t.is(declared!.uri, pathToFileURL(part).href)
  t.is(pieceAt(included, declared!.range), 'author')
  const [file] = await editor.ask<Location[]>('definition', path, 'filename="par|ts')
  t.is(file!.uri, pathToFileURL(part).href)
  await editor.open(part, included.replace('author', 'writer'))
  await until(() => editor.published(path)!.length === 1, { seconds: 20 })
  t.true((await editor.completions(part, '<col|umn')).length > 0)
  await editor.edit(part, editor.offset(part, '|INTEGER'), editor.offset(part, 'INTEGER|'), 'INTEGR')
  t.regex((await editor.problems(part)).join(), /2:\d+ ORM-S302/)
  await editor.edit(part, editor.offset(part, '|INTEGR'), editor.offset(part, 'INTEGR|'), 'INTEGER')
  await editor.edit(part, editor.offset(part, '|writer'), editor.offset(part, 'writer|'), 'author')
  await until(() => editor.published(path)!.length === 0, { seconds: 20 })
  await editor.apply(await editor.ask<WorkspaceEdit>('rename', part, 'name="aut|hor"', { newName: 'person' }))
  t.true(editor.text(path).includes('foreignTable="person"'))
  t.true(editor.text(part).includes('name="person"'))
})

test('tables of the same name in two databases have nothing to do with each other', async (t) => {
  const key = '<column name="id" type="INTEGER" primaryKey="true"/>'
  const textOf = (name: string, column: string) => `<database name="${name}" namespace="${name}">
<table name="user">${key}<column name="${column}" type="INTEGER"/></table>
<table name="entry">${key}<column name="user_id" type="INTEGER"/>
<foreign-key foreignTable="user"><reference local="user_id" foreign="id"/></foreign-key></table>
</database>`
  const both = config.replace(
    'connections:',
    "connections:\n      log:\n        adapter: sqlite\n        dsn: 'sqlite:l.sq3'",
  )
  const files = { 'orm.yaml': both, 'a.schema.xml': textOf('default', 'age'), 'b.schema.xml': textOf('log', 'level') }
  const { editor, in: inFolder } = await start(t, files)
  const [first, second] = [inFolder('a.schema.xml'), inFolder('b.schema.xml')]
  await editor.open(first, files['a.schema.xml'])
  await editor.open(second, files['b.schema.xml'])
  t.deepEqual(await editor.problems(second), [])
  t.deepEqual(await editor.places('definition', second, 'foreignTable="us|er"'), [
    `2: ${files['b.schema.xml'].split('\n')[1]}`,
  ])
  const labels = async (piece: string) => (await editor.completions(second, piece)).map(({ label }) => label)
  t.deepEqual(await labels('foreign="|id"'), ['id', 'level'])
  t.deepEqual(await labels('foreignTable="|user"'), ['user', 'entry'])
  t.regex(await editor.hover(second, 'table name="us|er"'), /log\\User/)
  await editor.apply(await editor.ask<WorkspaceEdit>('rename', second, 'name="us|er"', { newName: 'person' }))
  t.is(editor.text(first), files['a.schema.xml'])
  t.is(editor.text(second), files['b.schema.xml'].replaceAll('"user"', '"person"'))
})
