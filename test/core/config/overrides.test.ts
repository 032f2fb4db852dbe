import test from 'ava'
import { loadConfig, OrmError } from 'orm-core'
import { buildSql, withOptions } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

const config = await loadConfig({
  files: memoryFiles({
    'orm.yaml':
      'orm: { database: { connections: { shop: { adapter: sqlite, dsn: "sqlite:x" } } }, generator: { tablePrefix: old_ } }',
  }),
})

test('a prefix of tables replaces the configured one, also by none', (t) => {
  t.is(withOptions(config, {}).generator.tablePrefix, 'old_')
  t.is(withOptions(config, { tablePrefix: 'shop_' }).generator.tablePrefix, 'shop_')
  t.is(withOptions(config, { tablePrefix: '' }).generator.tablePrefix, '')
})

test('a prefix that SQL has no such name for is refused', (t) => {
  const error = t.throws(() => withOptions(config, { tablePrefix: 'a\0b' }), { instanceOf: OrmError })
  t.regex(error.message, /tablePrefix/)
})

test('a platform is that of every connection, by its name or a word for it', (t) => {
  const adapterOf = (platform: string) => withOptions(config, { platform }).connections.shop?.adapter
  t.is(adapterOf('pgsql'), 'pgsql')
  t.is(adapterOf('mariadb'), 'mysql')
  t.is(adapterOf(''), 'sqlite')
  t.throws(() => adapterOf('nothing'), { instanceOf: OrmError, message: /nothing/ })
})

test('the platform of the configuration is that of the SQL, by name or by class, unless an option names another', async (t) => {
  const contents = '<database name="shop"><table name="a"><column name="b" type="boolean"/></table></database>'
  const typeFor = async (platformClass: string, platform?: string) => {
    const text = `orm: { database: { connections: { shop: { adapter: sqlite, dsn: "sqlite:x" } } }, generator: { platformClass: ${platformClass} } }`
    const given = await loadConfig({ files: memoryFiles({ 'orm.yaml': text }) })
    t.is(given.connections.shop?.adapter, 'sqlite')
    const [sql] = await buildSql([{ path: 'schema.xml', contents: Buffer.from(contents) }], { config: given, platform })
    return /^-- shop \((\w+)\)/.exec(sql!.contents)?.[1]
  }
  t.is(await typeFor('mysql'), 'mysql')
  t.is(await typeFor('PgsqlPlatform'), 'pgsql')
  t.is(await typeFor('Propel\\Generator\\Platform\\SqlsrvPlatform'), 'mssql')
  t.is(await typeFor('~'), 'sqlite')
  t.is(await typeFor('pgsql', 'oracle'), 'oracle')
})

test('an empty override of a section changes nothing, and a wrong one is in the options', async (t) => {
  const files = memoryFiles({
    'orm.yaml': 'orm: { database: { connections: { shop: { adapter: sqlite } } }, generator: { tablePrefix: old_ } }',
  })
  const { generator } = await loadConfig({ files, overrides: { generator: null } as never })
  t.is(generator.tablePrefix, 'old_')
  const error = await t.throwsAsync(loadConfig({ files, overrides: { generator: { recursive: 'maybe' } } as never }))
  t.regex(error?.message ?? '', /^the options:1:1 ORM-C103 .*"orm\.generator\.recursive" must be a boolean/)
})

test('overrides do not hide that a file is no configuration', async (t) => {
  const messages = {
    'propel: { a: 1 }':
      'orm.yaml:1:1 ORM-C004 root key "orm" missing; found "propel" (name the file propel.<ext> and run "orm init --from-propel")',
    '- a': 'orm.yaml:1:1 ORM-C006 the configuration must be a map with the key "orm", got a list',
    'orm: text': 'orm.yaml:1:6 ORM-C103 invalid configuration: "orm" must be a map, got a string',
    'orm:': 'orm.yaml:1:1 ORM-C108 invalid configuration: "orm.database.connections" is empty',
  }
  for (const [text, message] of Object.entries(messages)) {
    const files = memoryFiles({ 'orm.yaml': text })
    const error = await t.throwsAsync(loadConfig({ files, overrides: { generator: { recursive: true } } }))
    t.is(error?.message, message)
  }
})
