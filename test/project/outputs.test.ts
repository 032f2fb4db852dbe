import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { ormInProcess } from '../support/orm-in-process.js'
import { root } from '../support/root.mjs'

const table = (name: string): string =>
  `<table name="${name}"><column name="id" type="integer" primaryKey="true"/></table>`

const schemaOf = (...tables: string[]): string => `<database name="shop">${tables.map(table).join('')}</database>`

const module = (name: string, directory: string): string => `import { defineOutput } from 'orm-core/output'
export default defineOutput({ name: '${name}', directory: '${directory}', build: ([{ tables }]) =>
  tables.map(({ name }) => ({ path: \`sub/\${name}.${name}\`, contents: name })) })
`

/** A folder with these files, and the script in it. */
async function folderWith(t: ExecutionContext, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-outputs-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  const orm = async (...args: string[]): Promise<string> => {
    const { code, output } = await ormInProcess(folder, args)
    if (code !== 0) throw new Error(`exit code ${code}: ${output}`)
    return output
  }
  const made = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:a|b|ts)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort()
  return { folder, write, orm, made }
}

const configOf = (generator: object, paths = {}): string =>
  JSON.stringify({ orm: { database: { connections: { shop: { adapter: 'sqlite' } } }, generator, paths } })

const template = { template: 'type.tpl', to: 'types/<%= table.phpName %>.ts' }
const both = { outputs: ['./a.mjs', './b.mjs'], templates: [template] }
const files = {
  'schema.xml': schemaOf('book', 'author'),
  'a.mjs': module('a', 'doc'),
  'b.mjs': module('b', 'doc'),
  'type.tpl': '<%= table.name %>',
  'orm.json': configOf(both),
}

test.serial('files of an output or template that the configuration no longer names are removed', async (t) => {
  const { folder, write, orm, made } = await folderWith(t, files)
  await orm('build')
  t.deepEqual(made(), [
    'doc/sub/author.a',
    'doc/sub/author.b',
    'doc/sub/book.a',
    'doc/sub/book.b',
    'types/Author.ts',
    'types/Book.ts',
  ])
  await write('doc/mine.a', 'written by hand')
  await write('orm.json', configOf({ outputs: ['./b.mjs'] }))
  const { code, output } = await ormInProcess(folder, ['build', '--check', '--verbose'])
  t.is(code, 5)
  t.regex(output, /doc\/sub\/author\.a/)
  t.is(made().length, 7)
  await orm('sql:build')
  t.is(made().length, 7)
  await orm('build')
  t.deepEqual(made(), ['doc/mine.a', 'doc/sub/author.b', 'doc/sub/book.b'])
  t.false(existsSync(join(folder, 'types')))
  await write('orm.json', configOf({}))
  await orm('output:build')
  t.deepEqual(made(), ['doc/mine.a'])
  t.deepEqual(readdirSync(join(folder, 'doc')), ['mine.a'])
  t.false(existsSync(join(folder, '.orm-manifest.json')))
})

test.serial('an output that moves to another directory takes its files along', async (t) => {
  const { write, orm, made } = await folderWith(t, { ...files, 'orm.json': configOf({ outputs: { a: './a.mjs' } }) })
  await orm('build')
  await write('b.mjs', module('a', 'other'))
  await write('orm.json', configOf({ outputs: { a: './b.mjs' } }))
  await orm('build')
  t.deepEqual(made(), ['other/sub/author.a', 'other/sub/book.a'])
})

test.serial('a file that was edited stays when its output goes, until --overwrite', async (t) => {
  const { folder, write, orm, made } = await folderWith(t, files)
  await orm('build')
  await write('types/Book.ts', 'edited')
  await write('orm.json', configOf({ outputs: both.outputs }))
  const { code, output } = await ormInProcess(folder, ['build'])
  t.is(code, 1)
  t.regex(output, /ORM-C207 .*types\/Book\.ts/)
  t.is(made().length, 6)
  await orm('build', '--overwrite')
  t.is(made().length, 4)
})

test.serial('nothing goes while outputs are not loaded, or a build has only some schemas', async (t) => {
  const { write, orm, made } = await folderWith(t, { ...files, 'more/schema.xml': schemaOf('only') })
  await orm('build')
  await orm('build', '--no-plugins')
  t.is(made().length, 6)
  await write('orm.json', configOf({}))
  await orm('build', '--schema-dir=more')
  t.true(made().includes('types/Book.ts'))
})

test.serial('projects that share a directory keep the files of each other', async (t) => {
  const shared = { schemaDir: 'one', phpDir: 'x', sqlDir: 'y', phpConfDir: 'z' }
  const { write, orm, made } = await folderWith(t, {
    'one/schema.xml': schemaOf('book'),
    'two/schema.xml': schemaOf('author'),
    'one/orm.json': configOf({ outputs: ['../a.mjs'] }, shared),
    'two/orm.json': configOf({ outputs: ['../a.mjs'] }, { ...shared, schemaDir: 'two' }),
    'a.mjs': files['a.mjs'],
  })
  for (let turn = 0; turn < 2; turn++) {
    await orm('output:build', '--config-dir=one')
    await orm('output:build', '--config-dir=two')
    t.deepEqual(made(), ['doc/sub/author.a', 'doc/sub/book.a'])
  }
  await write('one/orm.json', configOf({}, shared))
  await orm('output:build', '--config-dir=one')
  t.deepEqual(made(), ['doc/sub/author.a'])
})

test.serial('lines of a manifest that lead out of its directory are ignored', async (t) => {
  const { folder, write, orm } = await folderWith(t, { ...files, 'orm.json': configOf({ outputs: ['./a.mjs'] }) })
  await orm('build')
  const path = 'doc/.orm-manifest.json'
  const manifest = JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const line = Object.values(manifest.files)[0]
  await write('victim.txt', 'author')
  await write(path, JSON.stringify({ ...manifest, files: { ...manifest.files, '../victim.txt': line } }))
  t.notRegex(await orm('build', '--verbose'), /victim/)
  t.true(existsSync(join(folder, 'victim.txt')))
})
