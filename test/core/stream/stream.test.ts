import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import test from 'ava'
import { configConvert, modelBuild, OrmError, sqlBuild } from 'orm-core'
import { defineBehavior } from 'orm-core/behavior'
import Vinyl from 'vinyl'

const schema = `<database name="shop"><table name="item"><column name="id" type="integer" primaryKey="true"/><column name="name" type="varchar"/></table></database>`
const yaml = 'orm: {database: {connections: {shop: {adapter: sqlite, dsn: "sqlite:shop.sq3"}}}}'

const memory = (files: Record<string, string>) => ({
  read: async (path: string) => (path in files ? new TextEncoder().encode(files[path]) : undefined),
  list: async (directory: string) => (directory === '.' ? Object.keys(files) : []),
})
const files = memory({ 'orm.yaml': yaml })
const file = (path: string, contents: string) => new Vinyl({ path, contents: Buffer.from(contents) })

async function collect(stream: NodeJS.ReadWriteStream, inputs: Vinyl[]): Promise<Vinyl[]> {
  const result: Vinyl[] = []
  for await (const output of Readable.from(inputs).pipe(stream as never) as AsyncIterable<Vinyl>) result.push(output)
  return result
}

test('sqlBuild gives one SQL file per database and the map', async (t) => {
  const built = await collect(sqlBuild({ files }), [file('schema.xml', schema)])
  t.deepEqual(
    built.map(({ relative }) => relative),
    ['shop.sql', 'sqldb.map'],
  )
  t.true(built[0]!.contents!.toString().includes('CREATE TABLE [item]'))
})

test('a stub has no contents where one exists already, wherever it is moved to', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-stream-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'Item.php'), '<?php')
  const built = await collect(modelBuild({ files }), [file('schema.xml', schema)])
  for (const each of built.flatMap((output) => [output, output.clone()])) {
    t.false(each.isNull())
    each.path = join(folder, each.relative)
    t.is(each.isNull(), each.path === join(folder, 'Item.php'))
  }
})

test('the loader belongs beside config.php, whatever directory the classes are written to', async (t) => {
  const built = await collect(modelBuild({ files }), [file('schema.xml', schema)])
  const loader = built.find(({ orm }) => orm.kind === 'loader')
  t.is(loader?.relative, resolve('generated-conf/loadDatabase.php'))
  t.is(loader?.clone().relative, loader?.relative)
})

test('streams take behaviors at hand', async (t) => {
  const touched = defineBehavior({
    name: 'touched',
    modifyTable: ({ table }) => void table.ensureColumn({ name: 'touched_at', type: 'timestamp' }),
  })
  const text = schema.replace('</table>', '<behavior name="touched"/></table>')
  for (const stream of [sqlBuild, modelBuild]) {
    const built = await collect(stream({ files, behaviors: [touched] }), [file('schema.xml', text)])
    t.true(built.some(({ contents }) => contents?.toString().includes('touched_at')))
  }
})

test('configConvert reads the environment it is given', async (t) => {
  const input = file('orm.yaml', yaml.replace('sqlite:shop.sq3', 'sqlite:%env.SHOP_FILE%'))
  const [output] = await collect(configConvert({ files, env: { SHOP_FILE: 'var/x.sq3' } }), [input])
  t.true(output!.contents!.toString().includes("'dsn' => 'sqlite:' . __DIR__ . '/../var/x.sq3'"))
})

test('null files pass through; streaming contents are refused', async (t) => {
  const directory = new Vinyl({ path: 'folder', contents: null })
  const built = await collect(sqlBuild({ files }), [directory, file('schema.xml', schema)])
  t.is(built[0], directory)
  const streaming = new Vinyl({ path: 'schema.xml', contents: Readable.from(['']) })
  const error = await t.throwsAsync<OrmError>(() => collect(sqlBuild({ files }), [streaming]))
  t.is(error.diagnostics[0]!.code, 'ORM-C203')
})

test('one error carries every diagnostic and no file comes out', async (t) => {
  const broken = file('schema.xml', schema.replace('integer', 'integr').replace('<table ', '<table nme="x" '))
  const outputs: Vinyl[] = []
  const stream = sqlBuild({ files })
  stream.on('data', (output) => outputs.push(output))
  const error = await new Promise<OrmError>((resolve) => {
    stream.on('error', resolve as never)
    stream.end(broken as never)
  })
  t.true(error instanceof OrmError)
  t.deepEqual(
    error.diagnostics.map(({ code }) => code),
    ['ORM-S102', 'ORM-S302'],
  )
  t.deepEqual(outputs, [])
})

test('a directory of which only a shell knows where it is, is refused', (t) => {
  const error = t.throws(() => modelBuild({ configDir: '~/shop' }), { instanceOf: OrmError })
  t.regex(error.message, /ORM-C202 option "configDir": "~\/shop" is not a path \(only shells expand "~"/)
  t.notThrows(() => modelBuild({ configDir: '~shop' }))
})

test('an unknown option is refused when the stream is made', (t) => {
  const error = t.throws<OrmError>(() => sqlBuild({ confgDir: '.' } as never))
  t.regex(error.message, /unknown option "confgDir".*did you mean "configDir"\?/)
})
