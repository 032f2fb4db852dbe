import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { WorkspaceEdit } from 'vscode-languageserver/node'
import { until } from '../support/patience.mjs'
import { SchemaEditor } from '../support/schema-editor.js'

const interfaceModule = import.meta.resolve('orm-core/behavior')

const moduleOf = (name: string, parameters: string): string => `import { defineBehavior, p } from '${interfaceModule}'
export default defineBehavior({ name: '${name}', parameters: { ${parameters} } })
`

const columnParameter = `column: p.column({ default: 'touched_at', doc: 'Where the time is kept.' })`

const config = `orm:
  database:
    connections:
      default:
        adapter: sqlite
        dsn: 'sqlite:book.sq3'
  generator:
    behaviors:
      touchable: ./behaviors/touchable.mjs
`

const schema = `<database name="default">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="touched_at" type="TIMESTAMP"/>
    <behavior name="touchable">
      <parameter name="column" value="touched_at"/>
    </behavior>
  </table>
</database>
`

const files: Readonly<Record<string, string>> = {
  'orm.yaml': config,
  'schema.xml': schema,
  'behaviors/touchable.mjs': moduleOf('touchable', columnParameter),
  'package.json': '{ "devDependencies": { "stamps": "1" } }',
  'node_modules/stamps/package.json': '{ "name": "stamps", "orm": { "behaviors": { "stampable": "./index.mjs" } } }',
  'node_modules/stamps/index.mjs': moduleOf('stampable', `kind: p.enum(['blue', 'red'], { required: true })`),
}

async function start(t: ExecutionContext, options: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const editor = await SchemaEditor.start(options)
  t.teardown(async () => {
    await editor.stop()
    await rm(folder, { recursive: true })
  })
  const path = join(folder, 'schema.xml')
  await editor.open(path, schema)
  const labels = async (piece: string) => (await editor.completions(path, piece)).map(({ label }) => label)
  const replace = (before: string, after: string): Promise<void> => {
    const at = editor.offset(path, `|${before}`)
    return editor.edit(path, at, at + before.length, after)
  }
  return { editor, path, write, labels, replace }
}

test('behaviors of the configuration and of packages are completed and explained', async (t) => {
  const { editor, path, labels, replace } = await start(t)
  t.deepEqual(await editor.problems(path), [])
  const names = await labels('behavior name="|touchable"')
  for (const name of ['touchable', 'stampable', 'sortable']) t.true(names.includes(name), name)
  t.false(names.includes('sortable_parent'))
  t.deepEqual(await labels('parameter name="|column"'), ['column'])
  t.deepEqual(await labels('value="|touched_at"'), ['id', 'touched_at'])
  const about = '**column**: a column name, default `touched_at`. Where the time is kept.'
  t.is(await editor.hover(path, 'parameter name="col|umn"'), about)
  t.is(await editor.hover(path, 'behavior name="touch|able"'), `**touchable**\n\n- ${about}`)
  await replace('"touchable"', '"stampable"')
  t.deepEqual(await labels('parameter name="|column"'), ['kind'])
  await replace('"column"', '"kind"')
  t.deepEqual(await labels('value="|touched_at"'), ['blue', 'red'])
  t.regex((await editor.problems(path)).join('\n'), /ORM-B002 .*"kind"/)
})

test('a column is renamed in the parameters of such a behavior', async (t) => {
  const { editor, path } = await start(t)
  await editor.diagnostics(path)
  const at = { newName: 'changed_at' }
  await editor.apply(await editor.ask<WorkspaceEdit>('rename', path, 'column name="touch|ed_at"', at))
  t.is(editor.text(path), schema.replaceAll('touched_at', 'changed_at'))
})

test('an edited module counts without a word of the editor', async (t) => {
  const { editor, path, write, labels, replace } = await start(t)
  await replace('</behavior>', '<parameter name="format" value="c"/></behavior>')
  t.deepEqual(await editor.problems(path), ['7:22 ORM-S703 behavior "touchable" has no parameter "format"'])
  write('behaviors/touchable.mjs', moduleOf('touchable', `${columnParameter}, format: p.string()`))
  await until(async () => (await editor.problems(path)).length === 0, { seconds: 10 })
  t.deepEqual(await labels('parameter name="|column"'), ['column', 'format'])
  write('behaviors/touchable.mjs', 'export default nonsense')
  await until(async () => /nonsense/.test((await editor.problems(path)).join()), { seconds: 10 })
  t.true((await labels('behavior name="|touchable"')).includes('touchable'))
  write('behaviors/touchable.mjs', moduleOf('touchable', 'format: p.string()'))
  await until(async () => /"column"/.test((await editor.problems(path)).join()), { seconds: 10 })
  t.deepEqual(await labels('parameter name="|column"'), ['format'])
})

test('code of the project is not run without trust', async (t) => {
  const { editor, path, labels } = await start(t, { plugins: false })
  t.regex((await editor.problems(path)).join(), /touchable/)
  t.deepEqual(await labels('parameter name="|column"'), [])
})
