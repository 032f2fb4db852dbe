import { join, relative, resolve } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import test from 'ava'
import { configConvert, migrationDiff, modelBuild, OrmError, sqlBuild } from 'orm-core'
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

test('a built file is an ordinary vinyl file below the directory that it belongs to', async (t) => {
  const own = memory({ 'orm.yaml': yaml.replace('orm: {', 'orm: {paths: {sqlDir: out/sql, phpDir: lib/model},') })
  const streams = { 'out/sql': sqlBuild({ files: own }), 'lib/model': modelBuild({ files: own }) }
  for (const [directory, stream] of Object.entries(streams)) {
    const files = await collect(stream, [file('schema.xml', schema)])
    t.true(files.length > 1)
    for (const built of files) {
      t.is(Object.getPrototypeOf(built), Vinyl.prototype)
      t.is(built.cwd, process.cwd())
      t.is(built.base, resolve(directory))
      t.is(built.path, resolve(directory, built.relative))
      t.true(built.isBuffer())
      const copy = built.clone()
      copy.path = resolve('elsewhere/File.php')
      t.is(copy.path, resolve('elsewhere/File.php'))
      t.is(copy.relative, relative(resolve(directory), copy.path))
      t.deepEqual(copy.contents, built.contents)
    }
  }
})

test('outputDir is where the files will be', async (t) => {
  const given = { files, outputDir: 'here' }
  for (const stream of [sqlBuild(given), modelBuild(given)]) {
    const bases = (await collect(stream, [file('schema.xml', schema)])).map(({ base }) => base)
    t.deepEqual([...new Set(bases)], [resolve('here')])
  }
  const [converted] = await collect(configConvert(given), [file('orm.yaml', yaml)])
  t.is(converted?.path, resolve('here/config.php'))
})

test('a stub class that exists comes out as it is', async (t) => {
  const stub = resolve('generated-classes/Item.php')
  const own = memory({ 'orm.yaml': yaml, [stub]: '<?php // mine\n' })
  const built = await collect(modelBuild({ files: own }), [file('schema.xml', schema)])
  const contents = (name: string) => built.find(({ relative }) => relative === name)?.contents?.toString()
  t.is(contents('Item.php'), '<?php // mine\n')
  t.regex(contents('ItemQuery.php') ?? '', /class ItemQuery extends/)
})

test('a stub class in another encoding keeps its bytes', async (t) => {
  const stub = resolve('generated-classes/Item.php')
  const bytes = Buffer.from('<?php // Gr\xfc\xdfe\n', 'latin1')
  const own = { ...files, read: async (path: string) => (path === stub ? bytes : files.read(path)) }
  const built = await collect(modelBuild({ files: own }), [file('schema.xml', schema)])
  t.deepEqual(built.find(({ relative }) => relative === 'Item.php')?.contents, bytes)
})

test('the loader belongs beside config.php', async (t) => {
  const built = await collect(modelBuild({ files }), [file('schema.xml', schema)])
  const loader = built.find(({ orm }) => orm.kind === 'loader')
  t.is(loader?.path, resolve('generated-conf/loadDatabase.php'))
  t.is(loader?.relative, join('..', 'generated-conf', 'loadDatabase.php'))
})

test('options of the configuration change SQL and classes alike', async (t) => {
  const text = async (stream: NodeJS.ReadWriteStream) =>
    (await collect(stream, [file('schema.xml', schema)])).map(({ contents }) => String(contents)).join('')
  const given = { files, tablePrefix: 'x_', platform: 'pgsql' }
  t.regex(await text(sqlBuild(given)), /CREATE TABLE "x_item"/)
  t.regex(await text(modelBuild(given)), /'x_item'/)
  const overrides = { generator: { tablePrefix: 'y_' } }
  t.regex(await text(sqlBuild({ files, overrides })), /CREATE TABLE \[y_item\]/)
  t.regex(await text(modelBuild({ files, overrides })), /'y_item'/)
  const connection = ['shop=mysql:host=h;dbname=d']
  t.regex(await text(sqlBuild({ files, connection })), /CREATE TABLE `item`/)
})

test('without plugins no code of the project is run', async (t) => {
  const own = schema.replace('</table>', '<behavior name="./mine.js"/></table>')
  await t.throwsAsync(collect(modelBuild({ files, plugins: false }), [file('schema.xml', own)]), {
    message: /code of the project is not loaded/,
  })
  const dynamic = '<?php $a = []; foreach ([1] as $b) { $a[] = $b; } return ["orm" => $a];'
  await t.throwsAsync(collect(configConvert({ files, plugins: false }), [file('orm.php', dynamic)]), {
    message: /no code is run/,
  })
})

const half = (name: string) => schema.replace('"item"', `"${name}"`)

test('SQL and migrations are not built from some of the schema files of a database', async (t) => {
  const own = memory({
    'orm.yaml': yaml,
    'a.schema.xml': half('a'),
    'b.schema.xml': half('b'),
    'other.schema.xml': half('c').replace('"shop"', '"other"'),
  })
  const [a, b] = [file('a.schema.xml', half('a')), file('b.schema.xml', half('b'))]
  for (const make of [sqlBuild, migrationDiff]) {
    await t.throwsAsync(collect(make({ files: own }), [a.clone()]), {
      message: /ORM-C206 b\.schema\.xml has tables of database "shop", but is left out of the build/,
    })
    await t.notThrowsAsync(collect(make({ files: own }), [a.clone(), b.clone()]))
  }
})

test('classes are not built without a schema file that refers to them, whose relations they would lose', async (t) => {
  const key = '<foreign-key foreignTable="a"><reference local="id" foreign="id"/></foreign-key></table>'
  const a = file('a.schema.xml', half('a'))
  const built = async (other: string) => {
    const own = memory({ 'orm.yaml': yaml, 'a.schema.xml': half('a'), 'b.schema.xml': other })
    return collect(modelBuild({ files: own }), [a.clone()])
  }
  await t.notThrowsAsync(built(half('b')))
  await t.throwsAsync(built(half('b').replace('</table>', key)), { message: /ORM-C206 b\.schema\.xml has/ })
})

test('a schema file that another one includes is not left out', async (t) => {
  const including = half('a').replace('>', '><external-schema filename="b.schema.xml"/>')
  const own = memory({ 'orm.yaml': yaml, 'a.schema.xml': including, 'b.schema.xml': half('b') })
  await t.notThrowsAsync(collect(sqlBuild({ files: own }), [file('a.schema.xml', including)]))
})

test('the same in directories that the pattern stands for', async (t) => {
  const paths = ['db/a/schema.xml', 'db/b/schema.xml', 'db/schema.xml', 'more/a/schema.xml']
  const list: Record<string, string[]> = { '.': ['orm.yaml'], db: ['a', 'b', 'schema.xml'], 'db/a': ['schema.xml'] }
  const own = {
    read: memory({ 'orm.yaml': yaml, ...Object.fromEntries(paths.map((path) => [path, half('x')])) }).read,
    list: async (directory: string) => list[directory] ?? (directory === 'db/b' ? ['schema.xml'] : []),
  }
  const input = (base: string) =>
    new Vinyl({ base: resolve(base), path: resolve('db/a/schema.xml'), contents: Buffer.from(half('a')) })
  await t.throwsAsync(collect(sqlBuild({ files: own }), [input('db')]), { message: /ORM-C206 db\/b\/schema\.xml has/ })
  await t.notThrowsAsync(collect(sqlBuild({ files: own }), [input('db/a')]))
})

test('the same in all directories that the configuration searches, at any depth', async (t) => {
  const texts: Readonly<Record<string, string>> = {
    'orm.yaml': yaml.replace('{database', '{paths: {schemaDir: db}, generator: {recursive: true}, database'),
    'db/a/schema.xml': half('a'),
    'db/b/deep/schema.xml': half('b'),
  }
  const list: Readonly<Record<string, string[]>> = {
    '.': ['orm.yaml', 'db'],
    db: ['a', 'b'],
    'db/a': ['schema.xml'],
    'db/b': ['deep'],
    'db/b/deep': ['schema.xml'],
  }
  const own = { read: memory(texts).read, list: async (directory: string) => list[directory] ?? [] }
  const input = (path: string) =>
    new Vinyl({ base: resolve('db'), path: resolve(path), contents: Buffer.from(texts[path] ?? half('c')) })
  const [a, b, elsewhere] = [input('db/a/schema.xml'), input('db/b/deep/schema.xml'), input('more/schema.xml')]
  for (const make of [sqlBuild, migrationDiff]) {
    await t.throwsAsync(collect(make({ files: own }), [a.clone()]), {
      message: /ORM-C206 db\/b\/deep\/schema\.xml has/,
    })
    await t.throwsAsync(collect(make({ files: own }), [b.clone()]), { message: /ORM-C206 db\/a\/schema\.xml has/ })
    await t.notThrowsAsync(collect(make({ files: own }), [b.clone(), a.clone()]))
    // These are schemas of another project.
    await t.notThrowsAsync(collect(make({ files: own }), [elsewhere.clone()]))
  }
})

test('a stream that receives no file says so', async (t) => {
  for (const make of [sqlBuild, modelBuild, configConvert, migrationDiff]) {
    await t.throwsAsync(collect(make({ files }), []), {
      message: new RegExp(
        `${make === configConvert ? 'ORM-C001' : 'ORM-S001'} no file reached ${make.name}\\(\\): the pattern of src\\(\\) matched no file`,
      ),
    })
  }
})

test('an error ends the streams behind, with every diagnostic', async (t) => {
  const broken = () => file('schema.xml', schema.replace('integer', 'integr').replace('varchar', 'varchr'))
  const through = () => new Transform({ objectMode: true, transform: (chunk, _, done) => done(null, chunk) })
  const expected = { message: /integr.*\n.*varchr/ }
  const last = through()
  Readable.from([broken()])
    .pipe(sqlBuild({ files }) as never as Transform)
    .pipe(last)
  await t.throwsAsync(finished(last.resume()), expected)
  await t.throwsAsync(pipeline(Readable.from([broken()]), sqlBuild({ files }), through().resume()), expected)
  const one = sqlBuild({ files })
  Readable.from([broken()]).pipe(one as never)
  await t.throwsAsync(finished(one.resume()), expected)
})

test('an error that is known is not emitted where nobody listens, as gulp does with the last stream of a task', async (t) => {
  const broken = () => Readable.from([file('schema.xml', '<database name="shop"><table/></database>')])
  const last = sqlBuild({ files })
  const sink = new Writable({ objectMode: true, write: (_chunk, _encoding, done) => done() })
  broken().pipe(last as Transform)
  last.pipe(sink)
  const closed = new Promise((resolve) => sink.once('close', resolve))
  await t.throwsAsync(finished(last), { instanceOf: OrmError })
  await closed
  t.is(sink.errored, null)
  // Without a listener of its own, each stream that it is piped to has it.
  const first = sqlBuild({ files })
  const next = [1, 2].map(() => new Writable({ objectMode: true, write: (_chunk, _encoding, done) => done() }))
  broken().pipe(first as Transform)
  first.on('error', () => {})
  for (const destination of next) first.pipe(destination)
  await Promise.all(next.map((destination) => t.throwsAsync(finished(destination), { instanceOf: OrmError })))
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

test('what is no file with contents is refused by name', async (t) => {
  const expected = {
    'got text': 'schema.xml',
    'got something else': { path: 'schema.xml', contents: Buffer.from(schema) },
    'got a file without a path': new Vinyl({ contents: Buffer.from(schema) }),
    'db/a/schema.xml has no contents': new Vinyl({ base: 'db', path: 'db/a/schema.xml', contents: null }),
    'db/a/schema.xml: streams': new Vinyl({ base: 'db', path: 'db/a/schema.xml', contents: Readable.from(['']) }),
  }
  for (const [text, input] of Object.entries(expected)) {
    const error = await t.throwsAsync<OrmError>(collect(sqlBuild({ files }), [input as Vinyl]), {
      instanceOf: OrmError,
    })
    t.is(error.diagnostics[0]!.code, 'ORM-C203')
    t.true(error.message.includes(text), error.message)
  }
})

test('a file that arrives twice is built once; two configurations are refused', async (t) => {
  const built = await collect(modelBuild({ files }), [file('schema.xml', schema), file('schema.xml', schema)])
  t.is(new Set(built.map(({ path }) => path)).size, built.length)
  const configs = [file('orm.yaml', yaml), file('orm.yaml.dist', yaml)]
  t.is((await collect(configConvert({ files }), [...configs, configs[0]!])).length, 2)
  await t.throwsAsync(collect(configConvert({ files }), [...configs, file('other.yaml', yaml)]), {
    message: /ORM-C002 more than one configuration file: orm\.yaml, other\.yaml/,
  })
})

test('configConvert takes the input as a part of the configuration that configDir names', async (t) => {
  const elsewhere = {
    read: async (path: string) => {
      if (path === 'prod/orm.yaml') return new TextEncoder().encode(yaml)
      return path === 'prod/conf/orm.json.dist'
        ? new TextEncoder().encode('{"orm": {"migrations": {"tableName": "own"}}}')
        : undefined
    },
    list: async (directory: string) =>
      ({ prod: ['orm.yaml'], 'prod/conf': ['orm.json.dist'], '.': ['orm.yaml'] })[directory] ?? [],
  }
  const given = { files: elsewhere, configDir: 'prod' }
  const [config] = await collect(configConvert(given), [file('prod/orm.yaml', yaml.replace('shop.sq3', 'changed.sq3'))])
  t.regex(String(config!.contents), /changed\.sq3/, 'the contents of the stream count')
  t.regex(String(config!.contents), /own/, 'the other files of the configuration are read')
  await t.throwsAsync(collect(configConvert(given), [file('orm.yaml', yaml)]), {
    message:
      /ORM-C002 the file to convert is orm\.yaml, but configDir names prod\/orm\.yaml \(name the same configuration/,
  })
})

test('a stream that has ended is not piped again', async (t) => {
  const stream = modelBuild({ files })
  await collect(stream, [file('schema.xml', schema)])
  t.throws(() => stream.pipe(modelBuild({ files })), { message: /ORM-C210 .*modelBuild\(\)/ })
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
