import { once } from 'node:events'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { until } from '../support/patience.mjs'
import { createProject, type Project } from '../support/project.js'
import { SchemaEditor } from '../support/schema-editor.js'

const schema = `<database name="default" namespace="App">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" required="true"/>
  </table>
  <table name="Order">
    <column name="id" type="INTEGER" primaryKey="true"/>
  </table>
</database>
`

const capabilities = { window: { showDocument: { support: true } } }
const ownDocuments = { ...capabilities, workspace: { textDocumentContent: {} } }

interface Started {
  readonly editor: SchemaEditor
  readonly project: Project
  readonly path: string
  readonly uri: string
}

async function start(t: ExecutionContext, options: object = {}, client: object = { capabilities }): Promise<Started> {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const editor = await SchemaEditor.start(options, client)
  t.teardown(() => editor.stop())
  const path = join(project.folder, 'schema.xml')
  await editor.open(path, schema)
  return { editor, project, path, uri: pathToFileURL(path).href }
}

test('lenses show commands, and the rows of tables', async (t) => {
  const { editor, project, path } = await start(t)
  const commands = ['1: Build', '1: Preview migration', '1: Diagram', '1: Studio']
  t.deepEqual(await editor.lenses(path), [...commands, '2: rows not known', '6: rows not known'])
  await project.build()
  await project.php("foreach (['A', 'B'] as $title) (new App\\Book())->setTitle($title)->save();")
  // Numbers are kept for some seconds.
  const other = await SchemaEditor.start({}, { capabilities })
  t.teardown(() => other.stop())
  await other.open(path, schema)
  t.deepEqual((await other.lenses(path)).slice(commands.length), ['2: 2 rows', '6: 0 rows'])
})

test('without trust there are neither rows nor commands that run code of the project', async (t) => {
  const { editor, path, uri } = await start(t, { plugins: false })
  t.deepEqual(await editor.lenses(path), ['1: Preview migration'])
  t.is(await editor.execute('orm.buildNow', uri), null)
  t.regex(editor.messages.join(), /not trusted/)
})

test('rows are not counted if the editor does not want it', async (t) => {
  const { editor, path } = await start(t, { rowCounts: false })
  t.false((await editor.lenses(path)).join().includes('row'))
})

test('the next migration of the unsaved schema is shown in a document that cannot be edited', async (t) => {
  const { editor, project, path, uri } = await start(t)
  const first = await editor.execute<string>('orm.previewMigration', uri)
  t.regex(first, /^-- Preview of the next migration/)
  t.regex(first, /CREATE TABLE "book"|CREATE TABLE \[book\]|CREATE TABLE book/)
  const [shown] = editor.shown
  t.is(readFileSync(fileURLToPath(shown!), 'utf8'), first)
  t.is(statSync(fileURLToPath(shown!)).mode & 0o222, 0)
  rmSync(dirname(fileURLToPath(shown!)), { recursive: true })
  t.is((await project.orm('migration:diff')).code, 0)
  t.regex(await editor.execute('orm.previewMigration', uri), /the schema has not changed since the last migration/)
  const at = schema.indexOf('  </table>')
  await editor.edit(path, at, at, '  <column name="isbn" type="VARCHAR" size="13"/>\n  ')
  const changed = await editor.execute<string>('orm.previewMigration', uri)
  t.regex(changed, /^-- - .*isbn/m)
  t.regex(changed, /ALTER TABLE .*ADD .*isbn/)
  for (const other of editor.shown.slice(1)) rmSync(dirname(fileURLToPath(other)), { recursive: true })
})

test('an editor with documents of servers shows the preview as one of them', async (t) => {
  const { editor, path, uri } = await start(t, {}, { capabilities: ownDocuments })
  const read = () => editor.request<{ text: string }>('workspace/textDocumentContent', { uri: editor.shown.at(-1) })
  const first = await editor.execute<string>('orm.previewMigration', uri)
  t.regex(editor.shown[0]!, /^orm-migration:.*\/next-migration\.sql$/)
  t.is((await read()).text, first)
  await editor.edit(path, schema.indexOf('title'), schema.indexOf('title') + 5, 'name')
  const second = await editor.execute<string>('orm.previewMigration', uri)
  t.is((await read()).text, second)
  t.not(second, first)
  t.is(editor.shown[0], editor.shown[1])
})

test('a schema with errors has no preview, and says so', async (t) => {
  const { editor, path, uri } = await start(t)
  await editor.edit(path, schema.indexOf('VARCHAR'), schema.indexOf('VARCHAR') + 7, 'VARCHR')
  t.is(await editor.execute('orm.previewMigration', uri), null)
  t.regex(editor.messages.join(), /ORM-S302/)
  t.deepEqual(editor.shown, [])
})

test('build now writes the files, and tells what is wrong', async (t) => {
  const { editor, project, uri } = await start(t)
  await editor.execute('orm.buildNow', uri)
  t.regex(editor.messages.join('\n'), /Orm: \d\d files written, 0 up to date\./)
  t.true(statSync(join(project.folder, 'generated-classes/App/Base/Book.php')).isFile())
  writeFileSync(join(project.folder, 'schema.xml'), schema.replace('VARCHAR', 'VARCHR'))
  await editor.execute('orm.buildNow', uri)
  t.regex(editor.messages.join('\n'), /the build failed\. ORM-S302 /)
})

test('the diagram opens in the browser, at the database, and ends with the server', async (t) => {
  const { editor, uri } = await start(t, {}, { capabilities, clientInfo: { name: 'Zed' } })
  await editor.execute('orm.openDiagram', uri, 'default')
  const [address] = editor.shown
  t.regex(address!, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/d\/default$/)
  let page = ''
  await until(async () => {
    const answer = await fetch(address!)
    page = await answer.text()
    return answer.ok
  })
  t.regex(page, /zed:\/\/file/)
  await editor.execute('orm.openDiagram', uri, 'default')
  t.is(editor.shown[1], address)
  await editor.request('shutdown', undefined)
  await until(() =>
    fetch(address!).then(
      () => false,
      () => true,
    ),
  )
})

test('the data browser opens in the browser', async (t) => {
  const { editor, project, uri } = await start(t)
  await project.build()
  await editor.execute('orm.openStudio', uri, 'default')
  t.deepEqual(editor.messages, [])
  const { host, port, pathname } = new URL(editor.shown[0]!)
  // Only browsers resolve the name everywhere.
  const asked = get({ host: '127.0.0.1', port, path: pathname, headers: { host } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  t.is(answer.statusCode, 200, editor.shown[0])
})
