import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type RollupError, rollup } from 'rollup'
import orm, { type RollupOrmOptions } from 'rollup-plugin-orm'
import { build, createLogger, createServer } from 'vite'
import { run } from '../support/command.mjs'
import { until } from '../support/patience.mjs'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="item" description="Things to buy">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="80" required="true"/>
    <column name="state" type="ENUM" valueSet="new, old" default="new"/>
    <column name="sold" type="BOOLEAN" default="false"/>
    <column name="shelf_id" type="INTEGER"/>
    <foreign-key foreignTable="shelf"><reference local="shelf_id" foreign="id"/></foreign-key>
  </table>
  <table name="shelf">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  </table>
</database>
`

/** Rollup and Vite work in the current directory, so these tests run one at a time. */
async function inProject(t: ExecutionContext, text: string, work: (project: Project) => Promise<void>): Promise<void> {
  const project = await createProject(t, { schema: text, database: 'sqlite' })
  await symlink(join(root, 'node_modules'), join(project.folder, 'node_modules'))
  await mkdir(join(project.folder, 'src'))
  await writeFile(join(project.folder, 'src/app.js'), "import { Item } from '../schema.xml'\nexport default Item\n")
  const before = process.cwd()
  process.chdir(project.folder)
  try {
    await work(project)
  } finally {
    process.chdir(before)
  }
}

async function bundle(options: RollupOrmOptions = {}): Promise<string> {
  const built = await rollup({ input: 'src/app.js', plugins: [orm(options)] })
  const { output } = await built.generate({ format: 'es' })
  await built.close()
  return output[0].code
}

test.serial('a schema with changes that are in no migration is a warning, and nothing is applied', async (t) => {
  await inProject(t, schema, async (project) => {
    const warnings: string[] = []
    const warned = async () => {
      warnings.length = 0
      const built = await rollup({
        input: 'src/app.js',
        plugins: [orm()],
        onwarn: ({ message }) => void warnings.push(message),
      })
      await built.close()
      return warnings
    }
    t.deepEqual(await warned(), [], 'the project has no migrations')
    t.is((await project.orm('migration:diff', 'first')).code, 0)
    t.deepEqual(await warned(), [])
    await project.write(
      'schema.xml',
      schema.replace('name="shelf_id"', 'name="isbn" type="VARCHAR"/><column name="shelf_id"'),
    )
    const [warning] = await warned()
    t.regex(warning!, /the schema has changes that are in no migration yet: .*isbn.* \(run "orm migration:diff"\)$/)
    t.regex((await project.orm('migration:status')).stdout, /1 pending/)
    const lines: string[] = []
    const logger = { ...createLogger(), warn: (text: string) => void lines.push(text) }
    const server = await createServer({
      logLevel: 'silent',
      customLogger: logger,
      plugins: [orm()],
      server: { middlewareMode: true },
    })
    await until(() => lines.length > 0)
    await server.close()
    t.regex(lines[0]!, /^\[orm\] the schema has changes that are in no migration yet/)
  })
})

test.serial('an imported schema is data; tables that nobody imports are left out', async (t) => {
  await inProject(t, schema, async ({ folder }) => {
    const code = await bundle()
    t.notRegex(code, /const Shelf/)
    await writeFile(join(folder, 'bundle.mjs'), code)
    const { default: item } = await import(join(folder, 'bundle.mjs'))
    t.deepEqual(item.columns.name, {
      name: 'name',
      phpName: 'Name',
      type: 'VARCHAR',
      size: 80,
      required: true,
      primaryKey: false,
      autoIncrement: false,
    })
    t.deepEqual(item.columns.state.values, ['new', 'old'])
    t.is(item.columns.sold.default, false)
    t.deepEqual(item.relations, {
      Shelf: { kind: 'many-to-one', table: 'shelf', model: 'Shelf', columns: { shelf_id: 'id' } },
    })
    t.true((await readFile(join(folder, 'generated-classes/Shop/Base/Item.php'), 'utf8')).includes('class Item'))
  })
})

test.serial('the declarations beside the schema let TypeScript check what is used of it', async (t) => {
  await inProject(t, schema, async ({ folder }) => {
    await bundle()
    const check = async (use: string) => {
      await writeFile(join(folder, 'use.ts'), `import { Item } from './schema.xml'\n${use}\n`)
      const flags = ['--noEmit', '--strict', '--allowArbitraryExtensions', '--module', 'nodenext', '--types', '']
      return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'use.ts'], { cwd: folder })
    }
    const good = await check(
      "const size: 80 = Item.columns.name.size\nconst state: 'new' | 'old' = Item.columns.state.values[0]",
    )
    t.is(good.code, 0, good.output)
    const bad = await check('Item.columns.nmae')
    t.regex(bad.output, /nmae/)
  })
})

test.serial('a question mark in the name of a directory is not the start of a query', async (t) => {
  await inProject(t, schema, async () => {
    await mkdir('what?/src', { recursive: true })
    await writeFile('what?/schema.xml', schema)
    await writeFile('what?/orm.yaml', await readFile('orm.yaml'))
    await writeFile('what?/src/app.js', await readFile('src/app.js'))
    process.chdir('what?')
    t.regex(await bundle(), /const Item/)
  })
})

test.serial('include and exclude choose whose imports are ours; types can be left out', async (t) => {
  await inProject(t, schema, async ({ folder }) => {
    await t.throwsAsync(bundle({ exclude: '**/schema.xml' }), { message: /schema\.xml|Unexpected|parse/i })
    await bundle({ types: false })
    await t.throwsAsync(readFile(join(folder, 'schema.d.xml.ts')), { code: 'ENOENT' })
  })
})

test.serial('a problem has place and frame; a misspelt option is refused at once', async (t) => {
  await inProject(t, schema.replace('"BOOLEAN"', '"BOOLAEN"'), async () => {
    const error = (await t.throwsAsync(bundle())) as RollupError
    t.is(error.plugin, 'orm')
    t.deepEqual(error.loc, { file: 'schema.xml', line: 6, column: 30 })
    t.regex(error.frame ?? '', /6 \| {5}<column name="sold" type="BOOLAEN"/)
    t.regex(error.message, /ORM-S302 .*did you mean "BOOLEAN"/)
    // rollup prints loc, so the message has no place of its own.
    t.notRegex(error.message, /schema\.xml:6/)
    t.is(error.stack, '')
  })
  t.throws(() => orm({ shcema: 'x' } as never), { message: /did you mean "schema"/ })
  t.throws(() => orm('strict' as never), { message: /options must be an object, got a string/ })
  t.throws(() => orm({ schema: 5, exclude: ['x', 5], types: 'x' } as never), {
    message:
      /"schema" must be a glob.*got a number\n.*"exclude" must be a glob.*got a list\n.*"types" must be a boolean/,
  })
})

for (const [pattern, schemaDir] of [
  ['*schema.xml', '.'],
  ['schema.xml', '.'],
  ['./*schema.xml', '.'],
  ['**/*.xml', '.'],
  ['{,more.}schema.xml', 'db'],
  ['*schema.xml', 'db'],
  ['./schema.xml', './db/'],
  ['db/*schema.xml', 'db'],
  ['%/db/*', 'db'],
  [['nothing', 'db/schema.xml'], '../project/db'],
] as const) {
  test.serial(`schema: ${pattern} names schemas in ${schemaDir}`, async (t) => {
    await inProject(t, schema, async (project) => {
      await mkdir(join(project.folder, 'project/db'), { recursive: true })
      await mkdir(join(project.folder, 'project/src'))
      await project.write(
        'project/orm.yaml',
        `${await readFile('orm.yaml', 'utf8')}  paths: { schemaDir: ${schemaDir} }\n`,
      )
      await project.write(join('project', schemaDir === '.' ? '.' : 'db', 'schema.xml'), schema)
      await project.write(join('project', schemaDir === '.' ? '.' : 'db', 'other.sql.schema.xml'), 'broken')
      await project.write('project/src/app.js', 'export default 1')
      process.chdir('project')
      const isAll = ['**/*.xml', '%/db/*', '*schema.xml', './*schema.xml', 'db/*schema.xml'].includes(String(pattern))
      if (isAll)
        await project.write(
          join('project', schemaDir === '.' ? '.' : 'db', 'other.sql.schema.xml'),
          schema.replaceAll('item', 'thing').replaceAll('shelf', 'rack'),
        )
      await bundle({ schema: typeof pattern === 'string' ? pattern.replace('%', process.cwd()) : pattern })
      t.true(existsSync('generated-classes/Shop/Base/Item.php'))
      t.is(existsSync('generated-classes/Shop/Base/Thing.php'), isAll)
    })
  })
}

test.serial('vite: an error that is not ours is shown too, and no page waits for ever', async (t) => {
  await inProject(t, schema.replace('</table>', '<behavior name="./fault.cjs"/></table>'), async (project) => {
    await project.write(
      'fault.cjs',
      "module.exports = { name: 'fault', api: 1, get order() { throw new TypeError('at fault') } }",
    )
    const server = await createServer({
      root: project.folder,
      logLevel: 'silent',
      plugins: [orm()],
      server: { port: 0 },
    })
    t.teardown(() => server.close())
    const load = () => server.transformRequest('/schema.xml?import').then((result) => result?.code ?? '')
    await t.throwsAsync(load(), { any: true, message: /at fault/ })
    await project.write('fault.cjs', "module.exports = { name: 'fault', api: 1 }")
    await until(async () => (await load().catch(() => '')).includes('export const Item'))
  })
})

test.serial('vite: a build has the imported schema', async (t) => {
  await inProject(t, schema, async ({ folder }) => {
    const lib = { entry: 'src/app.js', formats: ['es' as const], fileName: () => 'app.js' }
    await build({ root: folder, logLevel: 'silent', plugins: [orm()], build: { lib, outDir: 'out', minify: false } })
    t.regex(await readFile(join(folder, 'out/app.js'), 'utf8'), /"?phpName"?: "Item"/)
  })
})

test.serial('vite: pages are told to load anew, or what is wrong with the schema and where', async (t) => {
  await inProject(t, schema, async (project) => {
    const server = await createServer({
      root: project.folder,
      logLevel: 'silent',
      plugins: [orm()],
      server: { port: 0, host: '127.0.0.1' },
    })
    t.teardown(() => server.close())
    const messages: { type: string; err?: { loc: object; message: string; frame: string } }[] = []
    server.ws.send = (message: never) => messages.push(message)
    await server.listen()
    const { port } = server.httpServer!.address() as { port: number }
    const load = () => fetch(`http://127.0.0.1:${port}/schema.xml?import`).then((answer) => answer.text())
    t.regex(await load(), /export const Item/)
    // A file that is just being written may be read while it is empty: that is another error, and the first one.
    const next = async (type: string, text = '') => {
      const find = () =>
        messages.find((message) => message.type === type && (message.err?.message ?? '').includes(text))
      await until(find, { otherwise: () => `${type} in ${JSON.stringify(messages)}` })
      return find()!
    }
    await project.write('schema.xml', schema.replace('size="80"', 'size="90"'))
    await next('full-reload')
    await project.write('schema.xml', schema.replace('"BOOLEAN"', '"BOOLAEN"'))
    const { err } = await next('error', 'ORM-S302')
    t.deepEqual(err?.loc, { file: 'schema.xml', line: 6, column: 30 })
    t.regex(await load(), /ORM-S302/)
    await project.write('schema.xml', schema)
    // Vite sends one of its own as soon as the file has changed; ours comes when it is built.
    do {
      messages.length = 0
      await next('full-reload')
    } while (!(await load()).includes('export const Item'))
  })
})

test.serial('a pattern that leaves out schema files of a database is refused', async (t) => {
  await inProject(t, schema, async (project) => {
    const other = '<table name="b"><column name="id" type="integer" primaryKey="true"/></table>'
    await project.write('more.schema.xml', `<database name="other">${other}</database>`)
    await project.write(
      'orm.yaml',
      (await readFile('orm.yaml', 'utf8')).replace(/^( +)shop:/m, '$1other: { adapter: sqlite }\n$1shop:'),
    )
    t.regex(await bundle({ schema: 'schema.xml' }), /item/)
    await project.write('more.schema.xml', `<database name="shop">${other}</database>`)
    await t.throwsAsync(bundle({ schema: 'schema.xml' }), {
      message: /ORM-C206 more\.schema\.xml has tables of database "shop", but is left out of the build/,
    })
  })
})

test('a CommonJS configuration requires the plugin itself, as it does other plugins', (t) => {
  const required = createRequire(import.meta.url)('rollup-plugin-orm')
  t.is(required, orm)
  t.is(required.default, orm)
})
