import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildSql, dialects, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

// Needs a process of its own: dialects that a configuration names stay registered.

const example = join(root, 'examples/custom-outputs/plugins/cockroach.mjs')

interface Parts {
  readonly dialects?: unknown
  readonly adapter?: string
  readonly module?: string
  readonly database?: object
}

/** The folder of a project that names a dialect. */
async function project(t: ExecutionContext, parts: Parts): Promise<string> {
  const { dialects: named = ['./dialect.mjs'], adapter = 'cockroach', module, database = {} } = parts
  const folder = await mkdtemp(join(tmpdir(), 'orm-dialect-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
  const connections = { shop: { adapter, dsn: 'pgsql:dbname=shop' } }
  const config = { database: { connections, ...database }, generator: { dialects: named } }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm: config }, null, 2))
  if (module === undefined) await cp(example, join(folder, 'dialect.mjs'))
  else if (module) await writeFile(join(folder, 'dialect.mjs'), module)
  return folder
}

const contents = `<database name="shop"><table name="a"><column name="id" type="integer" primaryKey="true"/>
<column name="b" type="blob"/></table></database>`

test('a configuration names a dialect, and its name is an adapter', async (t) => {
  const configDir = await project(t, {})
  const config = await loadConfig({ configDir })
  t.is(config.connections.shop?.adapter as string, 'cockroach')
  const [sql] = await buildSql([{ path: 'schema.xml', contents }], { config, configDir })
  t.regex(String(sql?.contents), /"b" BYTES/)
  t.notRegex(String(sql?.contents), /BEGIN/)
})

test('other configurations of the process do not take its name', async (t) => {
  await loadConfig({ configDir: await project(t, {}) })
  t.true('cockroach' in dialects)
  const text = '{"orm":{"database":{"connections":{"shop":{"adapter":"cockroach"}}}}}'
  await t.throwsAsync(loadConfig({ files: memoryFiles({ 'orm.json': text }) }), {
    instanceOf: OrmError,
    message: /ORM-C104 .*orm\.database\.connections\.shop\.adapter.*"cockroach"/,
  })
})

test('a dialect is named by a map too, by a file as configDir, and beside conf/', async (t) => {
  const folder = await project(t, { dialects: { cockroach: './dialect.mjs#default' } })
  t.is((await loadConfig({ configDir: join(folder, 'orm.json') })).connections.shop?.adapter as string, 'cockroach')
})

test('its settings are keys of the configuration', async (t) => {
  const module = `import { dialects, section, boolean } from 'orm-core/dialect'
export default { ...dialects.pgsql, name: 'roach', aliases: [], words: ['rr'], settings: section('', { quick: boolean('fast', { default: false }) }) }`
  const configDir = await project(t, { module, adapter: 'roach', database: { adapters: { roach: { quick: true } } } })
  const { adapters } = await loadConfig({ configDir })
  t.deepEqual((adapters as unknown as Record<string, unknown>).roach, { quick: true })
})

const refused: Readonly<Record<string, [Parts, RegExp, object?]>> = {
  'does not exist': [
    { module: '' },
    /orm\.json:\d+:\d+ ORM-P001 dialect "\.\/dialect\.mjs" cannot be loaded: there is no module "\.\/dialect\.mjs"$/,
  ],
  'is broken': [{ module: 'export default {' }, /ORM-P001 dialect "\.\/dialect\.mjs" cannot be loaded: /],
  'is not a dialect': [
    { module: 'export default 1' },
    /its export is not a dialect: "name" must be a word of small letters$/,
  ],
  'lacks members': [
    { module: 'export default { name: "x", typeOf() {} }' },
    /dialect "x" has no quote\(\), header\(\), footer\(\), dropTable\(\).*types, lexicon/,
  ],
  'has a name that is taken': [
    { module: `import { dialects } from 'orm-core/dialect'\nexport default dialects.mysql` },
    /cannot be loaded: there is already a dialect "mysql"$/,
  ],
  'has another name than the map says': [
    { dialects: { crdb: './dialect.mjs' } },
    /cannot be loaded: its name is "cockroach", not "crdb"$/,
  ],
  'is not to be loaded': [
    { module: 'globalThis.hackedByDialect = true' },
    /ORM-P001 dialect "\.\/dialect\.mjs" cannot be loaded: code of the project is not loaded because of --no-plugins$/,
    { plugins: false },
  ],
  'is not text': [{ dialects: [1.5, {}] }, /ORM-/],
}

for (const [what, [parts, message, options]] of Object.entries(refused)) {
  test(`a dialect that ${what} is a problem where the configuration names it`, async (t) => {
    const configDir = await project(t, parts)
    await t.throwsAsync(loadConfig({ configDir, ...options }), { instanceOf: OrmError, message })
    t.false('hackedByDialect' in globalThis)
  })
}

test('a word that people use for the database is suggested', async (t) => {
  const configDir = await project(t, { adapter: 'crdb' })
  await t.throwsAsync(loadConfig({ configDir }), { instanceOf: OrmError, message: /ORM-C104 .*cockroach/ })
})
