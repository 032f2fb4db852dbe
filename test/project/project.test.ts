import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { disk, type FileReader, OrmError } from 'orm-core'
import { Project } from 'orm-project'
import { isChange } from 'orm-project/internal'

const table = (name: string, more = '') =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${more}</table>`

const schema = (...tables: string[]) => `<database name="shop" defaultIdMethod="native">${tables.join('')}</database>`

async function folder(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'orm-project-'))
  t.teardown(() => rm(directory, { recursive: true, force: true }))
  const paths = ['schemaDir: schema', 'sqlDir: sql', 'phpDir: php', 'phpConfDir: conf']
    .map((line) => line.replace(': ', `: ${directory}/`))
    .join('\n    ')
  await mkdir(join(directory, 'schema'))
  await writeFile(
    join(directory, 'orm.yaml'),
    `orm:\n  paths:\n    ${paths}\n  database:\n    connections:\n      shop: {adapter: sqlite, dsn: "sqlite::memory:"}\n`,
  )
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, 'schema', name), text)
  return directory
}

async function tree(directory: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const part of ['sql', 'php', 'conf']) {
    for (const entry of await readdir(join(directory, part), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      files.set(path.slice(directory.length), await readFile(path, 'utf8'))
    }
  }
  return files
}

test('one run writes SQL, classes and configuration; a second one writes nothing', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book')) })
  const project = new Project({ configDir: directory })
  const first = await project.build()
  t.deepEqual(first.files.map(({ path, outcome }) => `${outcome} ${path.slice(directory.length + 1)}`).sort(), [
    'created conf/config.php',
    'created conf/loadDatabase.php',
    'created php/Base/Book.php',
    'created php/Base/BookQuery.php',
    'created php/Book.php',
    'created php/BookQuery.php',
    'created php/Map/BookTableMap.php',
    'created sql/shop.sql',
    'created sql/sqldb.map',
  ])
  for (const again of [project, new Project({ configDir: directory })]) {
    t.deepEqual((await again.build()).files.filter(isChange), [])
  }
})

test('an error in one file leaves every output as it was', async (t) => {
  const directory = await folder(t, { 'a.schema.xml': schema(table('book')) })
  const project = new Project({ configDir: directory })
  await project.build()
  const before = await tree(directory)
  await writeFile(join(directory, 'schema/a.schema.xml'), schema(table('author')))
  await writeFile(join(directory, 'schema/b.schema.xml'), schema(table('book', '<column name="x" type="INTEGR"/>')))
  await t.throwsAsync(project.build(), { instanceOf: OrmError, message: /b\.schema\.xml.*INTEGR/ })
  t.deepEqual(await tree(directory), before)
})

test('a file of a failed build is still what the last good one read', async (t) => {
  const plain = table('book', '<column name="title" type="VARCHAR"/>')
  const directory = await folder(t, { 'schema.xml': schema(plain) })
  const project = new Project({ configDir: directory })
  await project.build()
  const path = join(directory, 'schema/schema.xml')
  const before = await project.schemaModule(path)
  t.regex(before?.code ?? '', /title/)
  // Its accessor is there already, which is known only when the class is rendered.
  const twice = '<column name="tags" type="ARRAY"/><column name="tag" type="ARRAY" phpSingularName="Tag"/>'
  await writeFile(path, schema(plain.replace('</table>', `${twice}</table>`)))
  await t.throwsAsync(project.build(), { instanceOf: OrmError })
  t.deepEqual(await project.schemaModule(path), before)
})

test('an imported schema has all of its columns as values of JavaScript, and the same as types', async (t) => {
  const item = `<column name="sold" type="BOOLEAN" defaultValue="yes"/>
    <column name="serial" type="BIGINT" defaultValue="9007199254740993"/>
    <column name="stock" type="INTEGER" required="true" defaultValue="5"/>
    <column name="price" type="DECIMAL" size="9" scale="2" defaultValue="1.50" description="With tax"/>
    <column name="made" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>
    <column name="state" type="ENUM" valueSet="new, old"/>
    <column name="code" type="VARCHAR" size="9" defaultValue="7"/>`
  const named = (name: string, attributes: string) => table(name).replace('>', ` ${attributes}>`)
  const tables = [
    table('item', item).replace('>', ' description="Things">'),
    named('old_item', 'phpName="Item" namespace="\\Old\\Shop"'),
    named('older_item', 'phpName="Item" namespace="\\Old_Shop"'),
    named('wait', 'phpName="await" namespace="\\Shop"'),
  ]
  const directory = await folder(t, { 'schema.xml': schema(...tables), 'b.schema.xml': schema(table('other')) })
  const project = new Project({ configDir: directory })
  await project.build()
  const { code, types } = (await project.schemaModule(join(directory, 'schema/schema.xml')))!
  const values = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const key = { required: true, primaryKey: true, autoIncrement: true }
  const plain = { required: false, primaryKey: false, autoIncrement: false }
  t.deepEqual(
    { ...values.Item },
    {
      name: 'item',
      phpName: 'Item',
      namespace: '',
      description: 'Things',
      columns: {
        id: { name: 'id', phpName: 'Id', type: 'INTEGER', ...key },
        sold: { name: 'sold', phpName: 'Sold', type: 'BOOLEAN', ...plain, default: true },
        serial: { name: 'serial', phpName: 'Serial', type: 'BIGINT', ...plain, default: '9007199254740993' },
        stock: { name: 'stock', phpName: 'Stock', type: 'INTEGER', ...plain, required: true, default: 5 },
        price: {
          name: 'price',
          phpName: 'Price',
          type: 'DECIMAL',
          size: 9,
          scale: 2,
          ...plain,
          default: '1.50',
          description: 'With tax',
        },
        made: { name: 'made', phpName: 'Made', type: 'TIMESTAMP', ...plain },
        state: { name: 'state', phpName: 'State', type: 'ENUM', ...plain, values: ['new', 'old'] },
        code: { name: 'code', phpName: 'Code', type: 'VARCHAR', size: 9, ...plain, default: '7' },
      },
      relations: {},
    },
  )
  t.deepEqual(
    Object.entries<{ name: string }>(values).map(([constant, { name }]) => [constant, name]),
    [
      ['Item', 'item'],
      ['Old_Shop_Item', 'old_item'],
      ['Old_Shop_Item_', 'older_item'],
      ['Shop_await', 'wait'],
    ],
  )
  const declared = types.matchAll(/^export declare const (\w+): ([\s\S]*?\n\})\n/gm)
  const literals = [...declared].map(([, constant, type]) => {
    const json = type!.replaceAll('readonly ', '').replace(/(?<!\{)\n(?=\s*")/g, ',')
    return [constant, JSON.parse(json)]
  })
  t.deepEqual(Object.fromEntries(literals), { ...values })
})

test('change, add and remove: what a project that remembers writes is what a clean build writes', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book'), table('author')) })
  const project = new Project({ configDir: directory })
  const steps: [string, string | undefined][] = [
    ['schema.xml', schema(table('book', '<column name="title" type="VARCHAR"/>'), table('author'))],
    ['more.schema.xml', schema(table('shelf'))],
    ['more.schema.xml', undefined],
  ]
  await project.build()
  for (const [name, text] of steps) {
    const path = join(directory, 'schema', name)
    await (text === undefined ? rm(path) : writeFile(path, text))
    t.false(await project.isCurrent())
    await project.build()
    t.true(await project.isCurrent())
    const kept = await tree(directory)
    const { files } = await new Project({ configDir: directory }).build()
    t.deepEqual(files.filter(isChange), [])
    t.deepEqual(await tree(directory), kept)
  }
  t.deepEqual((await readdir(join(directory, 'php'))).filter((name) => name.startsWith('Shelf')).sort(), [
    'Shelf.php',
    'ShelfQuery.php',
  ])
})

test('a behavior that is missing or broken is looked for again, though the schema is the same', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book', '<behavior name="./own.cjs"/>')) })
  const project = new Project({ configDir: directory })
  const built = (one: Project) =>
    one.build().then(
      () => 'built',
      (error: OrmError) => error.message,
    )
  const good = "module.exports = { name: 'own', api: 1 }"
  const states = [undefined, '', good, 'module.exports = {}', "throw new Error('no')", good, undefined, good]
  for (const text of states) {
    const path = join(directory, 'schema/own.cjs')
    await (text === undefined ? rm(path, { force: true }) : writeFile(path, text))
    const outcome = await built(project)
    t.is(outcome, await built(new Project({ configDir: directory })), text)
    t.is(outcome === 'built', text === good, outcome)
  }
})

test('a class that no manifest lists is removed by a project that remembers, and each file is reported once', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book'), table('author')) })
  const project = new Project({ configDir: directory })
  await project.build()
  const left = join(directory, 'php/Base/Gone.php')
  await writeFile(left, await readFile(join(directory, 'php/Base/Book.php')))
  await writeFile(
    join(directory, 'schema/schema.xml'),
    schema(table('book', '<column name="title" type="VARCHAR"/>'), table('author')),
  )
  const { files } = await project.build()
  const removed = files.filter(({ outcome }) => outcome === 'removed')
  t.deepEqual(removed, [{ path: left, outcome: 'removed' }])
  const updated = files
    .filter(({ outcome }) => outcome === 'updated')
    .map(({ path }) => path.slice(directory.length + 1))
  t.deepEqual(updated.sort(), [
    'php/Base/Book.php',
    'php/Base/BookQuery.php',
    'php/Map/BookTableMap.php',
    'sql/shop.sql',
  ])
  t.is(new Set(files.map(({ path }) => path)).size, files.length)
  const written = await tree(directory)
  await rm(join(directory, 'php'), { recursive: true })
  await new Project({ configDir: directory }).build()
  t.deepEqual(await tree(directory), written)
})

test('an output that somebody removed is written again, one that somebody edited with overwrite only', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book')) })
  const project = new Project({ configDir: directory })
  await project.build()
  const [changed, removed] = [join(directory, 'php/Base/Book.php'), join(directory, 'sql/shop.sql')]
  await writeFile(changed, '<?php\n')
  await rm(removed)
  const another = new Project({ configDir: directory })
  await t.throwsAsync(another.build(), { message: /ORM-C207 .*Base\/Book\.php was edited/ })
  await t.throwsAsync(stat(removed))
  const { files } = await new Project({ configDir: directory, overwrite: true }).build()
  t.deepEqual(
    files.filter(isChange).map(({ path, outcome }) => `${outcome} ${path}`),
    [`created ${removed}`, `updated ${changed}`],
  )
})

test('a project that remembers reads none of the files that it wrote', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book'), table('author')) })
  const project = new Project({ configDir: directory })
  await project.build()
  const output = join(directory, 'php/Base/Book.php')
  // Access times tell who read.
  await promisify(execFile)('touch', ['-a', '-d', '@0', output])
  await project.build()
  t.is((await stat(output)).atimeMs, 0)
})

test('sources are what was read: configuration, schemas, external ones, and files that are missing', async (t) => {
  const directory = await folder(t, {
    'schema.xml': schema('<external-schema filename="shared.xml"/>', table('book')),
  })
  const project = new Project({ configDir: directory })
  await t.throwsAsync(project.build(), { message: /shared\.xml/ })
  const { files, directories } = project.sources
  t.true(files.includes(join(directory, 'schema/shared.xml')))
  t.true(files.includes(join(directory, 'orm.yaml')))
  t.true(directories.includes(join(directory, 'schema')))
  t.false(files.some((file) => file.endsWith('sqldb.map')))
})

test('progress is told for each table', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book'), table('author')) })
  const told: string[] = []
  const project = new Project({
    configDir: directory,
    mode: 'dry-run',
    onProgress: (done, total) => told.push(`${done}/${total}`),
  })
  await project.build()
  t.deepEqual(told, ['1/2', '2/2'])
})

test('the reader of the caller is used', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book')) })
  const read: string[] = []
  const files: FileReader = {
    ...disk,
    read(path) {
      read.push(path)
      return disk.read(path)
    },
  }
  await new Project({ configDir: directory, files, mode: 'dry-run' }).build()
  t.true(read.includes(join(directory, 'schema/schema.xml')))
})

test('a directory below that cannot be read is passed over with a warning; with strict, it is an error', async (t) => {
  const directory = await folder(t, { 'schema.xml': schema(table('book')) })
  await mkdir(join(directory, 'schema/closed'))
  const files: FileReader = {
    ...disk,
    list: (path) => (path.endsWith('closed') ? Promise.reject(new Error('no permission')) : disk.list(path)),
  }
  const build = (strict: boolean) =>
    new Project({ configDir: directory, files, mode: 'dry-run', recursive: true, strict }).build()
  t.deepEqual(
    (await build(false)).warnings.map(({ code }) => code),
    ['ORM-W001'],
  )
  const error = await t.throwsAsync(build(true), { instanceOf: OrmError })
  t.regex(error.message, /schema\/closed.*no permission/)
})
