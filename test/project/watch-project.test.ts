import fs, { mkdir, mkdtemp, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { disk, type FileReader } from 'orm-core'
import { Project, type ProjectOptions, watchProject } from 'orm-project'
import { until } from '../support/patience.mjs'

const table = (name: string, more = '') =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>${more}</table>`

const schema = (...tables: string[]) => `<database name="shop">${tables.join('')}</database>`

/** A project that is watched: its folder, and everything that was told. */
class Watched {
  readonly told: string[] = []

  constructor(readonly folder: string) {}

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(this.path(name), text)
  }

  /** Waits until the classes are those of these tables. */
  async built(...names: string[]): Promise<void> {
    await this.until(async () => {
      const maps = await disk.list(this.path('php/Map'))
      return maps.join() === names.map((name) => `${name}TableMap.php`).join()
    }, `tables ${names}`)
  }

  async failed(reason: RegExp): Promise<void> {
    await this.until(async () => this.told.some((text) => reason.test(text)), `failure ${reason}`)
    this.told.length = 0
  }

  until(holds: () => Promise<boolean>, what: string): Promise<void> {
    return until(holds, { otherwise: () => `${what}; told: ${this.told.join('\n')}` })
  }
}

async function watched(t: ExecutionContext, options: ProjectOptions = {}): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-watch-'))
  const project = new Watched(folder)
  await mkdir(project.path('db/schema'), { recursive: true })
  await project.write('db/schema/schema.xml', schema(table('book')))
  const paths = { schemaDir: 'db/schema', sqlDir: 'sql', phpDir: 'php', phpConfDir: 'conf' }
  const orm = {
    paths: Object.fromEntries(Object.entries(paths).map(([key, name]) => [key, project.path(name)])),
    database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } },
  }
  await project.write('orm.json', JSON.stringify({ orm }))
  const ending = new AbortController()
  const watching = watchProject(new Project({ configDir: folder, ...options }), {
    signal: ending.signal,
    onBuild: () => {},
    onError: (error) => project.told.push(String(error)),
  })
  t.teardown(async () => {
    ending.abort()
    await watching
    await rm(folder, { recursive: true, force: true })
  })
  await project.built('Book')
  return project
}

test('a schema that becomes a directory is an error, and a schema again', async (t) => {
  const project = await watched(t)
  await unlink(project.path('db/schema/schema.xml'))
  await mkdir(project.path('db/schema/schema.xml'))
  await project.failed(/ORM-S002 .*EISDIR/)
  await rm(project.path('db/schema/schema.xml'), { recursive: true })
  await project.write('db/schema/schema.xml', schema(table('author')))
  await project.built('Author')
  t.pass()
})

test('a directory of schemas may be removed and made again, slowly or at once', async (t) => {
  const project = await watched(t)
  await rm(project.path('db'), { recursive: true })
  await project.failed(/ORM-S001/)
  await mkdir(project.path('db'))
  await sleep(100)
  await mkdir(project.path('db/schema'))
  await sleep(100)
  await project.write('db/schema/schema.xml', schema(table('author')))
  await project.built('Author')

  await rm(project.path('db/schema'), { recursive: true })
  await mkdir(project.path('db/schema'))
  await project.write('db/schema/schema.xml', schema(table('author')))
  await sleep(1500)
  await project.write('db/schema/schema.xml', schema(table('author'), table('book')))
  await project.built('Author', 'Book')
  t.pass()
})

test('directories above may be exchanged, and links led elsewhere', async (t) => {
  const project = await watched(t)
  await mkdir(project.path('other/schema'), { recursive: true })
  await project.write('other/schema/schema.xml', schema(table('author')))
  await rename(project.path('db'), project.path('old'))
  await rename(project.path('other'), project.path('db'))
  await project.built('Author')

  await rename(project.path('db'), project.path('new'))
  await symlink('old', project.path('db'))
  await project.built('Book')
  await unlink(project.path('db'))
  await symlink('new', project.path('db'))
  await project.built('Author')
  t.pass()
})

test('what cannot be read is told, and read as soon as it can be', async (t) => {
  let refused = ''
  const failing = async <Value>(path: string, reading: () => Promise<Value>): Promise<Value> => {
    if (refused === '' || !path.includes('schema')) return reading()
    throw Object.assign(new Error(`${refused}: refused, open '${path}'`), { code: refused })
  }
  const files: FileReader = {
    ...disk,
    read: (path) => failing(path, () => disk.read(path)),
    list: (path) => failing(path, () => disk.list(path)),
  }
  const project = await watched(t, { files })
  for (const [code, name] of Object.entries({ EBUSY: 'Author', EPERM: 'Book', EACCES: 'Author' })) {
    refused = code
    await project.write('db/schema/schema.xml', schema(table(name.toLowerCase())))
    await project.failed(new RegExp(code))
    // No event tells of this.
    refused = ''
    await project.built(name)
  }
  t.pass()
})

test('an error that is not ours does not end it', async (t) => {
  let isBroken = false
  const project = await watched(t, {
    takesPart: () => {
      if (isBroken) throw new TypeError('somebody is at fault')
      return true
    },
  })
  isBroken = true
  await project.write('db/schema/schema.xml', schema(table('author')))
  await project.failed(/somebody is at fault/)
  isBroken = false
  await project.write('db/schema/schema.xml', schema(table('author'), table('book')))
  await project.built('Author', 'Book')
  t.pass()
})

test.serial('where the system watches nothing more, sources are looked at', async (t) => {
  const { watch } = fs
  fs.watch = () => {
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' })
  }
  syncBuiltinESMExports()
  t.teardown(() => {
    fs.watch = watch
    syncBuiltinESMExports()
  })
  const project = await watched(t)
  await sleep(300)
  await project.write('db/schema/schema.xml', schema(table('author')))
  await project.built('Author')
  await sleep(300)
  await project.write('db/schema/more.schema.xml', schema(table('book')))
  await project.built('Author', 'Book')
  t.pass()
})

const adds = (column: string) =>
  `{ name: 'adds', api: 1, modifyTable: ({ table }) => table.ensureColumn({ name: '${column}', type: 'INTEGER' }) }`

const forms: Readonly<Record<string, (column: string) => string>> = {
  'adds.cjs': (column) => `module.exports = ${adds(column)}`,
  'adds.mjs': (column) => `export default ${adds(column)}`,
}

for (const [name, text] of Object.entries(forms)) {
  test(`a behavior in ${name} is read again when it changes, breaks and is mended`, async (t) => {
    const project = await watched(t)
    const map = () => readFile(project.path('php/Map/BookTableMap.php'), 'utf8')
    const hasColumn = (column: string) =>
      project.until(async () => (await map()).includes(`COL_${column.toUpperCase()}`), `column ${column}`)
    const file = `db/schema/${name}`
    await project.write('db/schema/schema.xml', schema(table('book', `<behavior name="./${name}"/>`)))
    await project.failed(/ORM-S701/)
    await project.write(file, text('one'))
    await hasColumn('one')
    await project.write(file, text('two'))
    await hasColumn('two')
    await project.write(file, `${text('three')} }}`)
    await project.failed(/adds/)
    await project.write(file, text('four'))
    await hasColumn('four')
    t.false((await map()).includes('COL_TWO'))
    await rm(project.path(file))
    await project.failed(/adds/)
    await project.write(file, text('five'))
    await hasColumn('five')
  })
}

test('so is what a behavior requires', async (t) => {
  const project = await watched(t)
  const hasColumn = (column: string) =>
    project.until(
      async () => (await readFile(project.path('php/Map/BookTableMap.php'), 'utf8')).includes(`COL_${column}`),
      column,
    )
  await mkdir(project.path('lib'))
  await project.write('lib/name.cjs', "module.exports = 'one'")
  await project.write(
    'db/schema/adds.cjs',
    `module.exports = ${adds('x').replace("'x'", "require('../../lib/name.cjs')")}`,
  )
  await project.write('db/schema/schema.xml', schema(table('book', '<behavior name="./adds.cjs"/>')))
  await hasColumn('ONE')
  await project.write('lib/name.cjs', "module.exports = 'two'")
  await hasColumn('TWO')
  t.pass()
})

const waits = 'const { promise, resolve } = { promise: Promise.resolve() }\nvoid resolve\nawait promise\n'

for (const [what, beginning] of Object.entries({ 'ES module': '', 'ES module with a top-level await': waits })) {
  test(`an ${what} is read again when a module that it imports, or one that this imports, changes`, async (t) => {
    const project = await watched(t)
    const hasColumn = (column: string) =>
      project.until(
        async () => (await readFile(project.path('php/Map/BookTableMap.php'), 'utf8')).includes(`COL_${column}`),
        column,
      )
    await mkdir(project.path('lib'))
    await project.write('lib/part.mjs', "export const part = 'one'")
    await project.write('lib/name.mjs', "import { part } from './part.mjs'\nexport const name = part")
    await project.write(
      'db/schema/adds.mjs',
      `import { name } from '../../lib/name.mjs'\n${beginning}export default ${adds('x').replace("'x'", 'name')}`,
    )
    await project.write('db/schema/schema.xml', schema(table('book', '<behavior name="./adds.mjs"/>')))
    await hasColumn('ONE')
    await project.write('lib/part.mjs', "export const part = 'two'")
    await hasColumn('TWO')
    await project.write('lib/name.mjs', "export const name = 'three'")
    await hasColumn('THREE')
    t.pass()
  })
}

test('a PHP file that orm.php includes is watched', async (t) => {
  const project = await watched(t)
  const { orm } = JSON.parse(await readFile(project.path('orm.json'), 'utf8'))
  await project.write('prefix.php', "<?php return 'a_';")
  await project.write(
    'orm.php',
    `<?php $orm = json_decode('${JSON.stringify(orm)}', true);
    $orm['generator'] = ['tablePrefix' => require __DIR__ . '/prefix.php'];
    return ['orm' => $orm];`,
  )
  await rm(project.path('orm.json'))
  const hasTable = (name: string) =>
    project.until(async () => (await readFile(project.path('sql/shop.sql'), 'utf8')).includes(`[${name}]`), name)
  await hasTable('a_book')
  await project.write('prefix.php', "<?php return 'b_';")
  await hasTable('b_book')
  t.pass()
})
