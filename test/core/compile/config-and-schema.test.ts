import test from 'ava'
import { type BuildOptions, buildSql, compileSchema, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

const table = (name: string, parts: string) =>
  `<table name="${name}"><column name="id" type="integer" primaryKey="true"/>${parts}</table>`

/** Wrong on every database, then on all but PostgreSQL. */
const wrong = `<database name="shop">${table('book', '<column name="title" type="varchr"/>')}</database>`
const ofPgsql = `<database name="shop"><extension name="btree_gist"/>${table(
  'book',
  `<column name="tags" type="integer" array="true"/>
  <column name="state" type="enum" native="true" valueSet="new, sold"/>
  <column name="year" type="smallint"/>
  <unique nullsNotDistinct="true" deferrable="deferred"><unique-column name="year"/></unique>
  <foreign-key foreignTable="book" match="full" deferrable="immediate"><reference local="year" foreign="id"/></foreign-key>
  <exclude name="one" using="gist"><exclude-column name="year" operator="="/></exclude>`,
)}</database>`

const good = 'connections: { shop: { adapter: sqlite, dsn: "sqlite:x" } }'
const orm = (database: string, more = ''): string => `orm: { database: { ${database} }${more} }\n`

async function codesOf(config: string, schema: string, options: BuildOptions = {}): Promise<string> {
  const files = memoryFiles({ 'orm.yaml': config })
  try {
    await buildSql([{ path: 'schema.xml', contents: schema }], { files, env: {}, ...options })
    return ''
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.map(({ code }) => code.slice('ORM-'.length)).join(' ')
  }
}

/** Configurations with errors, and what is reported with a schema that is wrong on every database. */
const cases: Readonly<Record<string, readonly [config: string, expected: string]>> = {
  'a value that no schema depends on': [orm(good, ', generator: { objectModel: { addHooks: maybe } }'), 'C103 S302'],
  'an unset password': [
    orm('connections: { shop: { adapter: sqlite, dsn: "sqlite:x", password: "%env.PW%" } }'),
    'C106 S302',
  ],
  'an unknown key': [orm(good, ', generator: { oldToy: 1 }'), 'C102 S302'],
  'an undefined connection': [orm(good, ', runtime: { defaultConnection: shp }'), 'C105 S302'],
  'a misspelled list of connections at runtime': [orm(good, ', runtime: { conections: [shop] }'), 'C102 S302'],
  'an adapter that does not exist': [orm('connections: { shop: { adapter: sqlight, dsn: x } }'), 'C104 S302'],
  'a misspelled adapter': [orm('connections: { shop: { adaptor: sqlite } }'), 'C102 S302'],
  'no adapter': [orm('connections: { shop: { dsn: x } }'), 'C101 S302'],
  'misspelled connections': [orm('conections: { shop: { adapter: sqlite } }'), 'C102 S302'],
  'no connections': [orm('connections: {}'), 'C108 S302'],
  'connections of a wrong name': [orm('connections: { "sh.op": { adapter: sqlite } }'), 'C109 S302'],
  'a misspelled section': ['orm: { databse: { connections: { shop: { adapter: sqlite } } } }\n', 'C102 S302'],
  'a section beside the root key': [`${orm(good)}database: {}\n`, 'C005 S302'],
  'generator connections that do not exist': [orm(good, ', generator: { connections: [shp] }'), 'C105 S302'],
  'a platform that does not exist': [orm(good, ', generator: { platformClass: foo }'), 'C104 S302'],
  'an unknown place of schemas': [orm(good, ', paths: { schemaDir: "%env.DIR%" }'), 'C106'],
  'paths of a wrong type': [orm(good, ', paths: [x]'), 'C103'],
  'a misspelled path': [orm(good, ', paths: { schemadir: x }'), 'C102'],
  'a misplaced path': [orm(good, ', schemaDir: x'), 'C102'],
  'a strictness that does not exist': [orm(good, ', generator: { schema: { strictness: mild } }'), 'C104'],
  'a misspelled strictness': [orm(good, ', generator: { schema: { strictnes: lenient } }'), 'C102'],
  'a misplaced strictness': [orm(good, ', generator: { strictness: lenient }'), 'C102'],
  'a generator in a wrong section': [orm(good, ', paths: { generator: { tablePrefix: x } }'), 'C102'],
  'an engine of a wrong type': [orm(`${good}, adapters: { mysql: { tableType: [MyISAM] } }`), 'C103 S302'],
  'a misspelled engine': [orm(`${good}, adapters: { mysql: { tableTyp: MyISAM } }`), 'C102 S302'],
  'a misplaced engine': [orm(`${good}, mysql: { tableType: MyISAM }`), 'C102 S302'],
  'behaviors of a wrong type': [orm(good, ', generator: { behaviors: 5 }'), 'C103'],
  'a generator of a wrong type': [orm(good, ', generator: 5'), 'C103'],
  'a generator beside the root key': [`${orm(good)}generator: { tablePrefix: x }\n`, 'C005'],
  'a file that cannot be parsed': ['orm: [\n', 'C003'],
}

for (const [title, [config, expected]] of Object.entries(cases)) {
  test(`the errors of a configuration and of the schemas in one run: ${title}`, async (t) => {
    t.is(await codesOf(config, wrong), expected)
    t.is(
      await codesOf(config, wrong.replace('varchr', 'varchar')),
      expected.replace(' S302', ''),
      'only its own errors',
    )
  })
}

test('where the database of a connection is not known, only the errors on every database are reported', async (t) => {
  for (const connection of [
    'adapter: sqlight',
    'adaptor: sqlite',
    'adapter: "%env.DB%"',
    'adapter: sqlite, dsn: "pgsql:x"',
  ])
    t.regex(await codesOf(orm(`connections: { shop: { ${connection} } }`), ofPgsql), /^C\d+$/, connection)
  for (const settings of ['adapters: { sqlite: { foreignKeys: false } }', 'sqlite: { foreignKey: false }'])
    t.is(
      await codesOf(orm(`${good}, ${settings}`, ', generator: { platformClass: sqlite }'), ofPgsql),
      'C102',
      settings,
    )
  const unset = 'connections: { shop: { adapter: sqlite, password: "%env.PW%" } }'
  t.is(await codesOf(orm(unset), ofPgsql), 'C106 S916 S911 S914 S912 S912 S912 S912')
  t.is(
    await codesOf(orm('connections: { shop: { adapter: sqlight } }'), ofPgsql, { platform: 'sqlite' }),
    'C104 S916 S911 S914 S912 S912 S912 S912',
  )
})

test('a database that no connection has is reported if the names of the connections are known', async (t) => {
  const other = wrong.replace('varchr', 'varchar').replace('"shop"', '"shp"')
  t.is(await codesOf(orm('connections: { shop: { adapter: sqlight } }'), other), 'C104 S201')
  t.is(await codesOf(orm('conections: { shop: { adapter: sqlite } }'), other), 'C102')
  t.is(await codesOf(orm('connections: { "%env.NAME%": { adapter: sqlite } }'), other), 'C106')
  const connection = ['main=sqlite:x']
  t.is(await codesOf(orm('conections: { shop: { adapter: sqlite } }'), other, { connection }), 'C102 S201')
})

test('a connection that is misspelled or misplaced is not reported again where a schema names it', async (t) => {
  const other = wrong.replace('"shop"', '"old"')
  for (const [database, more, expected] of [
    [good, ', runtime: { connections: [old] }', 'C105'],
    [good, ', generator: { defaultConnection: old }', 'C105'],
    [`${good}, old: { adapter: mysql }`, '', 'C102'],
    ['connections: { shop: { adapter: sqlite, old: { adapter: mysql } } }', '', 'C102'],
  ] as const)
    t.is(await codesOf(orm(database, more), other), `${expected} S302`, database + more)
})

test('unset variables of a PHP configuration', async (t) => {
  const php = (more: string): string =>
    `<?php return ['orm' => ['database' => ['connections' => ['shop' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:' . getenv('FILE')]]]${more}]];`
  const codes = async (text: string): Promise<string[]> => {
    const files = memoryFiles({ 'orm.php': text })
    const inputs = [{ path: 'schema.xml', contents: wrong }]
    const error = await t.throwsAsync(buildSql(inputs, { files, env: {} }), { instanceOf: OrmError })
    return error!.diagnostics.map(({ code }) => code)
  }
  t.deepEqual(await codes(php(", 'runtime' => ['defaultConnection' => 'shp']")), ['ORM-C106', 'ORM-C105', 'ORM-S302'])
  t.deepEqual(await codes(php(`, 'paths' => ['schemaDir' => "{$_ENV['DIR']}/x"]`)), ['ORM-C106', 'ORM-C106'])
  t.deepEqual(await codes(php(", 'generator' => [getenv('A') => 1, getenv('B') => 2]")).then((all) => all.length), 3)
})

test('a database that the build leaves out is not checked', async (t) => {
  const connections = 'connections: { shop: { adapter: sqlight }, log: { adapter: sqlite } }'
  const log = `<database name="log">${table('entry', '')}</database>`
  const files = memoryFiles({ 'orm.yaml': orm(connections, ', generator: { connections: [log] }') })
  const inputs = [wrong, log].map((contents, i) => ({ path: `${i}.schema.xml`, contents }))
  const error = await t.throwsAsync(compileSchema(inputs, { files }), { instanceOf: OrmError })
  t.deepEqual(
    error?.diagnostics.map(({ code }) => code),
    ['ORM-C104'],
  )
})

test('options that are wrong are reported with the configuration', async (t) => {
  const files = memoryFiles({ 'orm.yaml': orm(good, ', generator: { oldToy: 1 }') })
  await t.throwsAsync(loadConfig({ files, tablePrefix: 'a\nb' }), { message: /ORM-C102[\s\S]*ORM-C202/ })
})

test('that there are no schemas is not reported beside errors of the configuration', async (t) => {
  const files = memoryFiles({ 'orm.yaml': orm(good, ', generator: { oldToy: 1 }') })
  const error = await t.throwsAsync(buildSql([], { files }), { instanceOf: OrmError })
  t.deepEqual(
    error?.diagnostics.map(({ code }) => code),
    ['ORM-C102'],
  )
})
