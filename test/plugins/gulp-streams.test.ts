import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test, { type ExecutionContext } from 'ava'
import orm from 'gulp-orm'
import { loadConfig } from 'orm-core'
import Vinyl from 'vinyl'
import { memoryFiles } from '../support/memory-files.js'

// It has no types.
const gulp = createRequire(import.meta.url)('gulp')

interface PluginError extends Error {
  readonly plugin: string
  readonly fileName: string
  readonly lineNumber: number
  readonly showStack: boolean
}

const yaml = 'orm: {database: {connections: {shop: {adapter: sqlite, dsn: "sqlite:shop.sq3"}}}}'
const placedConfig = (paths: object) => loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }), overrides: { paths } })
const config = await placedConfig({})

const table = (name: string, more = '') =>
  `<table name="${name}"><column name="id" type="integer" primaryKey="true"/>${more}</table>`
const schema = (...tables: string[]) => `<database name="shop">${tables.join('')}</database>`
const reference = (to: string) =>
  `<column name="r" type="integer"/><foreign-key foreignTable="${to}"><reference local="r" foreign="id"/></foreign-key>`

const file = (path: string, text: string) => new Vinyl({ path, contents: Buffer.from(text) })

async function collect(stream: NodeJS.ReadWriteStream, inputs: Vinyl[]): Promise<Vinyl[]> {
  const result: Vinyl[] = []
  for await (const output of Readable.from(inputs).pipe(stream as never) as AsyncIterable<Vinyl>) result.push(output)
  return result
}

async function folder(t: ExecutionContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'orm-gulp-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  return directory
}

test('one PluginError carries all problems, with file and line of the first, and no file comes out', async (t) => {
  const stream = orm.modelBuild({ config })
  const errors: PluginError[] = []
  stream.on('data', () => t.fail('a file came out'))
  stream.on('error', (error) => errors.push(error as unknown as PluginError))
  stream.end(file('schema.xml', schema('\n', table('a', reference('b')), '\n', table('c', reference('d')))) as never)
  await finished(stream).catch(() => {})
  t.is(errors.length, 1)
  const [error] = errors
  t.is(error!.plugin, 'gulp-orm')
  t.is(error!.fileName, 'schema.xml')
  t.is(error!.lineNumber, 2)
  t.regex(error!.message, /schema\.xml:2:\d+ ORM-S501.*\n.*schema\.xml:3:\d+ ORM-S501/)
  t.false(error!.showStack)
})

test('options are checked when the stream is made', async (t) => {
  const makers = [orm.sqlBuild, orm.modelBuild, orm.configConvert] as ((options: object) => unknown)[]
  for (const make of makers) {
    const error = t.throws(() => make({ outputDri: 'x' }), { any: true }) as PluginError
    t.is(error.plugin, 'gulp-orm')
    t.regex(error.message, /unknown option "outputDri"/)
    t.throws(() => make('strict' as never), { any: true, message: /options must be an object, got a string/ })
  }
  for (const directory of [undefined, () => 'x']) {
    t.throws(() => orm.dest(directory as never), { any: true, message: /"directory" must be a string, got/ })
  }
  await t.throwsAsync(orm.sqlInsert({ sqldir: 'x' } as never), { any: true, message: /did you mean "sqlDir"/ })
})

test('the order of arrival does not matter', async (t) => {
  const inputs = [file('a.schema.xml', schema(table('a', reference('b')))), file('b.schema.xml', schema(table('b')))]
  const build = async (files: Vinyl[]) =>
    (await collect(orm.modelBuild({ config }), files)).map(({ path, contents }) => [path, String(contents)])
  t.deepEqual(await build(inputs), await build([...inputs].reverse()))
})

const accented = (declaration: string) =>
  `${declaration}${schema('<table name="a" description="Grüße"><column name="id" type="integer" primaryKey="true"/></table>')}`
const latin1 = '<?xml version="1.0" encoding="ISO-8859-1"?>'

const readings: Record<string, { bytes: Buffer; encoding: false | 'utf8' | 'latin1' }> = {
  'UTF-8 with a byte order mark': { bytes: Buffer.from(`\uFEFF${accented('')}`), encoding: 'utf8' },
  'UTF-8 with a byte order mark, as bytes': { bytes: Buffer.from(`\uFEFF${accented('')}`), encoding: false },
  'ISO-8859-1 as bytes': { bytes: Buffer.from(accented(latin1), 'latin1'), encoding: false },
  'ISO-8859-1 that gulp decoded': { bytes: Buffer.from(accented(latin1), 'latin1'), encoding: 'latin1' },
}

for (const [name, { bytes, encoding }] of Object.entries(readings)) {
  test(`${name} is read as what it says`, async (t) => {
    const directory = await folder(t)
    await writeFile(join(directory, 'schema.xml'), bytes)
    const stream = gulp.src('*schema.xml', { cwd: directory, encoding }).pipe(orm.modelBuild({ config }))
    const built: Vinyl[] = []
    for await (const output of stream as AsyncIterable<Vinyl>) built.push(output)
    t.true(built.some(({ contents }) => String(contents).includes('Grüße')))
  })
}

test('ISO-8859-1 that gulp read as UTF-8 is refused, as its characters are lost', async (t) => {
  const directory = await folder(t)
  await writeFile(join(directory, 'schema.xml'), Buffer.from(accented(latin1), 'latin1'))
  const stream = gulp.src('*schema.xml', { cwd: directory }).pipe(orm.modelBuild({ config }))
  await t.throwsAsync(finished(stream.resume() as never), { any: true, message: /ORM-C205 .*encoding: false/ })
})

test('dest keeps stubs and files that are right, and removes classes of tables that are gone', async (t) => {
  const directory = await folder(t)
  const target = join(directory, 'classes')
  const placed = await placedConfig({ phpConfDir: join(directory, 'conf') })
  const build = async (...tables: string[]) => {
    const input = file(join(directory, 'schema.xml'), schema(...tables))
    const model = Readable.from([input]).pipe(orm.modelBuild({ config: placed }) as never) as NodeJS.ReadWriteStream
    await finished(model.pipe(orm.dest('classes', { cwd: directory })).resume() as never)
  }
  await mkdir(target)
  await writeFile(join(target, 'A.php'), '<?php // mine\n')
  await build(table('a'), table('b'))
  const before = await stat(join(target, 'Base/A.php'))
  await build(table('a'))
  t.is((await stat(join(target, 'Base/A.php'))).mtimeMs, before.mtimeMs)
  t.is(await readFile(join(target, 'A.php'), 'utf8'), '<?php // mine\n')
  t.deepEqual((await readdir(join(target, 'Base'))).sort(), ['A.php', 'AQuery.php'])
  t.true((await readdir(target)).includes('B.php'))
})

test("gulp's own dest keeps stubs in the directory that the configuration or outputDir names", async (t) => {
  const directory = await folder(t)
  const placed = await placedConfig({ phpDir: join(directory, 'configured'), phpConfDir: join(directory, 'conf') })
  for (const name of ['configured/B.php', 'elsewhere/A.php']) {
    await mkdir(join(directory, name, '..'), { recursive: true })
    await writeFile(join(directory, name), '<?php // mine\n')
  }
  const build = async (target: string, options: object) => {
    const input = file(join(directory, 'schema.xml'), schema(table('a'), table('b')))
    const model = Readable.from([input]).pipe(orm.modelBuild({ config: placed, ...options }) as never)
    const written: Vinyl[] = []
    const destination = (model as NodeJS.ReadWriteStream).pipe(gulp.dest(target, { cwd: directory }))
    for await (const output of destination as never as AsyncIterable<Vinyl>) written.push(output)
    t.true(written.every(({ contents }) => Buffer.isBuffer(contents)))
  }
  await build('configured', {})
  await build('elsewhere', { outputDir: join(directory, 'elsewhere') })
  t.is(await readFile(join(directory, 'configured/B.php'), 'utf8'), '<?php // mine\n')
  t.is(await readFile(join(directory, 'elsewhere/A.php'), 'utf8'), '<?php // mine\n')
  t.regex(await readFile(join(directory, 'elsewhere/B.php'), 'utf8'), /class B extends/)
  t.regex(await readFile(join(directory, 'conf/loadDatabase.php'), 'utf8'), /ATableMap/)
  t.deepEqual((await readdir(directory)).sort(), ['conf', 'configured', 'elsewhere'])
})

test('dest decides about files in its own directory, wherever the configuration says that they go', async (t) => {
  const directory = await folder(t)
  const placed = await placedConfig({ phpDir: join(directory, 'configured'), phpConfDir: join(directory, 'conf') })
  await mkdir(join(directory, 'a/b/c'), { recursive: true })
  await writeFile(join(directory, 'a/b/c/A.php'), '<?php // mine\n')
  const input = file(join(directory, 'schema.xml'), schema(table('a'), table('b')))
  const model = Readable.from([input]).pipe(orm.modelBuild({ config: placed }) as never) as NodeJS.ReadWriteStream
  await finished(model.pipe(orm.dest('a/b/c', { cwd: directory })).resume() as never)
  t.is(await readFile(join(directory, 'a/b/c/A.php'), 'utf8'), '<?php // mine\n')
  t.regex(await readFile(join(directory, 'a/b/c/B.php'), 'utf8'), /class B extends/)
  t.regex(await readFile(join(directory, 'conf/loadDatabase.php'), 'utf8'), /ATableMap/)
})

test("gulp's own dest keeps what another build has registered in the loader, as ours does", async (t) => {
  for (const dest of [gulp.dest, orm.dest]) {
    const directory = await folder(t)
    const paths = { schemaDir: directory, phpDir: join(directory, 'classes'), phpConfDir: join(directory, 'conf') }
    const placed = await placedConfig(paths)
    const build = async (name: string, ...tables: string[]) => {
      const path = join(directory, name, 'schema.xml')
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, schema(...tables))
      const model = Readable.from([file(path, schema(...tables))]).pipe(orm.modelBuild({ config: placed }) as never)
      await finished((model as NodeJS.ReadWriteStream).pipe(dest('classes', { cwd: directory })).resume() as never)
    }
    const registered = async () => {
      const loader = await readFile(join(directory, 'conf/loadDatabase.php'), 'utf8')
      return [...loader.matchAll(/(\w+)TableMap', \/\//g)].map(([, name]) => name)
    }
    await build('users', table('a'), table('b'))
    await build('orders', table('c'))
    t.deepEqual(await registered(), ['A', 'B', 'C'])
    await build('users', table('a'))
    t.deepEqual(await registered(), ['A', 'C'], 'a table that is gone')
    await rm(join(directory, 'orders/schema.xml'))
    await build('users', table('a'))
    t.deepEqual(await registered(), ['A', 'C'], 'of a directory that this build does not speak for')
  }
})

test('dest refuses files that a plugin gave the same path, and merges the loaders of merged streams', async (t) => {
  const directory = await folder(t)
  const placed = await placedConfig({ phpDir: directory, phpConfDir: directory })
  const build = (name: string) =>
    collect(orm.modelBuild({ config: placed }), [file(`${name}.schema.xml`, schema(table(name)))])
  const [one, two] = [await build('one'), await build('two')]
  await collect(orm.dest(directory), [...one, ...two])
  const loader = await readFile(join(directory, 'loadDatabase.php'), 'utf8')
  for (const name of ['OneTableMap', 'TwoTableMap']) t.true(loader.includes(name), loader)
  const other = join(directory, 'other')
  const renamed = one.map((built) => Object.assign(built, { path: join(built.base, 'Same.php') }))
  await t.throwsAsync(collect(orm.dest(other), renamed), {
    any: true,
    message: /ORM-C211 .*Base.One\.php and .*Base.OneQuery\.php would both be written to .*other.Same\.php/,
  })
  t.false(existsSync(other))
})

test('dest writes files that are not ours as gulp does: bytes, streams, directories, modes', async (t) => {
  const directory = await folder(t)
  const bytes = Buffer.from([0, 255, 128, 0xd8, 10])
  const inputs = [
    new Vinyl({ path: 'image.png', contents: bytes, stat: { mode: 0o100755 } as never }),
    new Vinyl({ path: 'deep/stream.bin', contents: Readable.from([bytes, bytes]) }),
    new Vinyl({ path: 'empty', contents: null, stat: { isDirectory: () => true, mode: 0o40755 } as never }),
  ]
  const written = await collect(orm.dest('out', { cwd: directory }), inputs)
  t.deepEqual(written.map(({ path }) => relative(directory, path)).sort(), [
    'out/deep/stream.bin',
    'out/empty',
    'out/image.png',
  ])
  t.deepEqual(await readFile(join(directory, 'out/image.png')), bytes)
  t.is((await stat(join(directory, 'out/image.png'))).mode & 0o777, 0o755)
  t.deepEqual(await readFile(join(directory, 'out/deep/stream.bin')), Buffer.concat([bytes, bytes]))
  t.true((await stat(join(directory, 'out/empty'))).isDirectory())
})

test('what is looked for beside a schema is looked for beside its file', async (t) => {
  const directory = await folder(t)
  await mkdir(join(directory, 'db'))
  await writeFile(join(directory, 'db/schema.xml'), schema('<external-schema filename="more.xml"/>', table('a')))
  await writeFile(join(directory, 'db/more.xml'), schema(table('b')))
  const stream = gulp.src('db/*schema.xml', { cwd: directory }).pipe(orm.modelBuild({ config }))
  await t.notThrowsAsync(finished(stream.resume() as never))
})

test('many builds in one process leave nothing behind', async (t) => {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const inputs = Array.from({ length: 5 }, (_, index) => file(`${index}.schema.xml`, schema(table(`t${index}`))))
  const heapAfter = async (builds: number) => {
    for (let build = 0; build < builds; build++) await collect(orm.modelBuild({ config }), inputs)
    gc()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(10)
  const after = await heapAfter(40)
  t.true(after - before < 3e6, `${Math.round((after - before) / 1024)} KiB more after 40 builds`)
})
