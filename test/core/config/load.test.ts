import test from 'ava'
import { type LoadConfigOptions, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'

const load = (files: Record<string, string>, options: LoadConfigOptions = {}) =>
  loadConfig({ files: memoryFiles(files), ...options })

const minimal = 'orm: { database: { connections: { shop: { adapter: sqlite, dsn: "sqlite:x" } } } }'

for (const path of ['orm.yaml', 'conf/orm.yaml', 'config/orm.yaml']) {
  test(`discovery: ${path}`, async (t) => {
    t.deepEqual(Object.keys((await load({ [path]: minimal })).connections), ['shop'])
  })
}

test('discovery: another directory, or a file of any name with the dist file beside it', async (t) => {
  const files = { 'etc/my.yaml': minimal, 'etc/my.yaml.dist': 'orm: { general: { project: x } }' }
  t.is((await load(files, { configDir: 'etc/my.yaml' })).project, 'x')
  t.is((await load({ 'etc/conf/orm.json.dist': '{}', 'etc/orm.yaml': minimal }, { configDir: 'etc' })).project, '')
  await t.throwsAsync(load(files, { configDir: 'etc/other.yaml' }), { instanceOf: OrmError, message: /ORM-C001/ })
})

test('a dist file alone is enough', async (t) => {
  t.deepEqual(Object.keys((await load({ 'orm.yaml.dist': minimal })).connections), ['shop'])
})

test('layers: the file wins over the dist file, the command line over both, and a list replaces a list', async (t) => {
  const config = await load(
    {
      'orm.json.dist':
        '{ "orm": { "exclude_tables": ["a", "b"], "paths": { "sqlDir": "dist", "phpDir": "dist" }, "general": { "project": "dist" } } }',
      'orm.yaml': `${minimal.slice(0, -1)}, exclude_tables: [c], paths: { sqlDir: file, schemaDir: file } }`,
    },
    { overrides: { paths: { schemaDir: 'line', phpConfDir: undefined } } },
  )
  t.deepEqual(config.excludeTables, ['c'])
  t.like(config.paths, { sqlDir: 'file', phpDir: 'dist', schemaDir: 'line', phpConfDir: 'generated-conf' })
  t.is(config.project, 'dist')
})

test('layers: a section that is empty in the file keeps what the dist file says, in every format', async (t) => {
  const dist = `${minimal.slice(0, -1)}, generator: { tablePrefix: shop_ }, runtime: { log: { a: { level: 300 } } } }`
  const empty = {
    'orm.yaml': 'orm:\n  generator:\n  runtime:\n    log:\n',
    'orm.yml': 'orm:\n',
    'orm.json': '{"orm": {"generator": {}, "runtime": {"log": []}}}',
    'orm.ini': '[orm]\ngenerator =\nruntime.log =\n',
    'orm.xml': '<config><orm><generator/><runtime><log></log></runtime></orm></config>',
    'orm.php': "<?php return ['orm' => ['generator' => [], 'runtime' => ['log' => null]]];",
  }
  for (const [name, text] of Object.entries(empty)) {
    const config = await load({ 'orm.yaml.dist': dist, [name]: text })
    t.is(config.generator.tablePrefix, 'shop_', name)
    t.deepEqual(config.runtime.log, { a: { level: 300 } }, name)
  }
})

test('layers: a key in its older spelling is the same key', async (t) => {
  const profiler = (entry: string) => `${minimal.slice(0, -1)}, runtime: { profiler: { ${entry} } } }`
  const files = { 'orm.yaml.dist': profiler('slowTreshold: 2'), 'orm.yaml': profiler('slowThreshold: 3') }
  t.like((await load(files)).runtime.profiler, { slowThreshold: 3 })
})

test('defaults: nothing but a connection', async (t) => {
  const config = await load({ 'orm.yaml': minimal })
  t.deepEqual(config.connections.shop, {
    adapter: 'sqlite',
    dsn: 'sqlite:x',
    classname: 'Orm\\Runtime\\Connection\\ConnectionWrapper',
    model_paths: ['src', 'vendor'],
  })
  t.is(config.runtime.defaultConnection, 'shop')
  t.deepEqual(config.runtime.connections, ['shop'])
  t.is(config.runtime.profiler, undefined)
  t.true(config.generator.packageObjectModel)
  t.is(config.generator.objectModel.defaultKeyType, 'phpName')
  t.is(config.migrations.tableName, 'orm_migration')
  t.is(config.adapters.mysql.tableType, 'InnoDB')
})

test('defaults: paths lie in the output directory unless they are given', async (t) => {
  const { paths } = await load({
    'orm.yaml': `${minimal.slice(0, -1)}, paths: { outputDir: build/, phpDir: generated-classes } }`,
  })
  t.like(paths, { phpDir: 'generated-classes', sqlDir: 'build/generated-sql', phpConfDir: 'build/generated-conf' })
})

test('defaults: the profiler and its details apply when they are there', async (t) => {
  const text = `${minimal.slice(0, -1)}, runtime: { profiler: { slowTreshold: 0.5, details: { time: } } } }`
  const { runtime } = await load({ 'orm.yaml': text })
  t.deepEqual(runtime.profiler, {
    slowThreshold: 0.5,
    details: { time: { name: 'Time', precision: 3, pad: 8 } },
    classname: '\\Orm\\Runtime\\Util\\Profiler',
    innerGlue: ': ',
    outerGlue: ' | ',
  })
})

const withProject = (project: string, rest = '') =>
  `orm:\n  general: { project: ${JSON.stringify(project)}, version: 7 }\n  database: { connections: { shop: { adapter: sqlite, dsn: "sqlite:%%x" } } }\n${rest}`

test('parameters: by name, by path, from the environment, and a doubled percent sign', async (t) => {
  const project = async (text: string, files = {}) =>
    (await load({ 'orm.yaml': withProject(text), ...files }, { env: { HOME: 'h%version%' } })).project
  t.is(await project('%version%'), '7')
  t.is(await project('v%version%.%paths.sqlDir%', { 'orm.json.dist': '{"orm":{"paths":{"sqlDir":"s"}}}' }), 'v7.s')
  t.is(await project('%env.HOME%!'), 'h%version%!')
  t.is(await project('100%'), '100%')
  t.is(await project('%%version%%'), '%version%')
  t.is((await load({ 'orm.yaml': withProject('x') })).connections.shop?.dsn, 'sqlite:%x')
})

test('parameters: a value that is one parameter has its type, and keys may have them too', async (t) => {
  const { excludeTables, runtime, connections } = await load({
    'orm.yaml': withProject('x', '  generator: { connections: [shop] }\n  exclude_tables: "%generator.connections%"\n')
      .replace('shop:', '"%project%shop":')
      .replace('[shop]', '[xshop]'),
  })
  t.deepEqual(excludeTables, ['xshop'])
  t.deepEqual(Object.keys(connections), ['xshop'])
  t.is(runtime.defaultConnection, 'xshop')
})

test('parameters: text from the environment is taken for a number where one is wanted', async (t) => {
  const text = withProject(
    'x',
    '  runtime: { log: { defaultLogger: { level: "%env.LEVEL%", bubble: "%env.BUBBLE%" } } }\n',
  )
  const { runtime } = await load({ 'orm.yaml': text }, { env: { LEVEL: '400', BUBBLE: 'off' } })
  t.deepEqual(runtime.log, { defaultLogger: { level: 400, bubble: false } })
})

const secret =
  'orm: { database: { connections: { shop: { adapter: mysql, dsn: "mysql:host=h", password: "%env.PW%" } } } }'
const password = async (files: Record<string, string>, options: LoadConfigOptions) =>
  (await load(files, options)).connections.shop?.password

test('.env sets variables, .env.local goes before it, and the environment before both', async (t) => {
  const files = { 'orm.yaml': secret, '.env': 'PW="from file"\nOTHER=1', '.env.local': 'PW=local' }
  t.is(await password(files, { env: {} }), 'local')
  t.is(await password(files, { env: { PW: 'real' } }), 'real')
  t.is(await password({ ...files, '.env.local': '# nothing' }, { env: {} }), 'from file')
  // Whoever gives no environment wants none.
  await t.throwsAsync(password(files, {}), { message: /ORM-C106/ })
})

test('.env lies beside the configuration, or in the directory whose conf or config holds it', async (t) => {
  for (const [config, env] of [
    ['conf/orm.yaml', '.env'],
    ['config/orm.yaml', '.env'],
  ] as const) {
    t.is(await password({ [config]: secret, [env]: 'PW=x' }, { env: {} }), 'x')
  }
  t.is(await password({ 'etc/orm.yaml': secret, 'etc/.env': 'PW=x' }, { env: {}, configDir: 'etc' }), 'x')
  t.is(await password({ 'etc/conf/orm.yaml': secret, 'etc/.env': 'PW=x' }, { env: {}, configDir: 'etc' }), 'x')
  t.is(await password({ 'conf.d/orm.yaml': secret, 'conf.d/.env': 'PW=x' }, { env: {}, configDir: 'conf.d' }), 'x')
})

test('what has another encoding than UTF-8 is refused, .env too, and so is what an empty file lacks', async (t) => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const refused = { message: /^(\S+):1:\d+ ORM-C003 invalid text: bytes that are not UTF-8; save the file as UTF-8/ }
  const files = (contents: Record<string, string | Uint8Array>) => memoryFiles(contents as Record<string, string>)
  const both = { 'orm.yaml': secret, '.env': latin1('PW=ü') }
  await t.throwsAsync(loadConfig({ files: files(both), env: {} }), refused)
  await t.throwsAsync(loadConfig({ files: files({ 'orm.yaml': latin1('orm: ü') }) }), refused)
  await t.throwsAsync(loadConfig({ files: files({ 'orm.json': '' }), overrides: {} }), {
    message: 'orm.json:1:1 ORM-C108 invalid configuration: "orm.database.connections" is empty',
  })
})

test('a directory called .env is not the file', async (t) => {
  const files = memoryFiles({ 'orm.yaml': minimal })
  const read = async (path: string) => {
    if (path === '.env')
      throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' })
    return files.read(path)
  }
  t.deepEqual(Object.keys((await loadConfig({ files: { ...files, read }, env: {} })).connections), ['shop'])
})

test('runtime.keepEnv: formats without types have the words that every boolean has', async (t) => {
  const contents = (word: string): string =>
    `[orm]\ndatabase.connections.shop.adapter = sqlite\ndatabase.connections.shop.dsn = "sqlite:%env.SHOP_FILE%"\nruntime.keepEnv = ${word}\n`
  t.true((await load({ 'orm.ini': contents('on') }, { env: {} })).runtime.keepEnv)
  await t.throwsAsync(load({ 'orm.ini': contents('off') }, { env: {} }), { message: /ORM-C106/ })
})

test('runtime.keepEnv: a variable need not be set, unless the caller says that it connects', async (t) => {
  const files = { 'orm.yaml': `${secret.slice(0, -1)}, runtime: { keepEnv: true } }` }
  t.true((await load(files, { env: {} })).runtime.keepEnv)
  await t.throwsAsync(load(files, { env: {}, keepEnv: false }), { message: /ORM-C106/ })
})

test('runtime.keepEnv: PHP reads every key of a connection and a logger; a variable that the build needs must be set', async (t) => {
  const connection =
    'dsn: "%env.DSN%", attributes: { ATTR_TIMEOUT: "%env.TIMEOUT%" }, replicas: [{ dsn: "%env.REPLICA%" }]'
  const log = 'log: { a: { type: "%env.TYPE%", level: "%env.LEVEL%" } }'
  const text = (adapter: string, more = ''): string =>
    `orm: { database: { connections: { shop: { adapter: ${adapter}, ${connection} } } }, runtime: { ${log} }${more} }`
  const options = { env: {}, keepEnv: true }
  const { references } = await load({ 'orm.yaml': text('mysql') }, options)
  t.deepEqual(references['orm.database.connections.shop.attributes.ATTR_TIMEOUT'], [{ env: 'TIMEOUT' }])
  const wrong = text('"%env.ADAPTER%"', ', paths: { phpDir: "%env.DIRECTORY%" }')
  const error = await t.throwsAsync(load({ 'orm.yaml': wrong }, options), { instanceOf: OrmError })
  t.deepEqual(
    error?.diagnostics.map(({ message }) => message),
    ['environment variable ADAPTER is not set', 'environment variable DIRECTORY is not set'],
  )
})

test('a named file that does not exist, and a link that leads to none, are errors that name it', async (t) => {
  await t.throwsAsync(load({ 'orm.yaml': minimal }, { configDir: 'conf/orm.yaml' }), {
    message: 'ORM-C001 no configuration file found: conf/orm.yaml does not exist',
  })
  const files = memoryFiles({ 'orm.yaml.dist': minimal })
  const linked = {
    ...files,
    list: async (directory: string) => (directory === '.' ? ['orm.yaml', 'orm.yaml.dist'] : []),
  }
  await t.throwsAsync(loadConfig({ files: linked }), {
    message: 'ORM-C011 orm.yaml cannot be read: the symbolic link leads to no file',
  })
})

test('an empty map is an empty list, as in files that PHP or another program has written', async (t) => {
  const connection = { adapter: 'sqlite', replicas: {}, settings: { queries: {} } }
  const orm = { database: { connections: { shop: connection } }, exclude_tables: {} }
  const config = await load({ 'orm.json': JSON.stringify({ orm }) })
  t.deepEqual([config.excludeTables, config.connections.shop?.replicas], [[], []])
})

test('an attribute that no PDO driver has is refused, and every spelling that PHP reads is accepted', async (t) => {
  const withOptions = (options: object) => ({
    'orm.json': JSON.stringify({
      orm: {
        database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:host=h', options, attributes: options } } },
      },
    }),
  })
  const right = [
    'ATTR_STRINGIFY_FETCHES',
    'PDO::ATTR_CASE',
    '\\PDO::MYSQL_ATTR_FOUND_ROWS',
    'Pdo\\Mysql::ATTR_FOUND_ROWS',
    'PGSQL_ATTR_DISABLE_PREPARES',
    'SQLSRV_ATTR_ENCODING',
    'App\\Db\\Connection::LIMIT',
    '1002',
  ]
  await t.notThrowsAsync(load(withOptions(Object.fromEntries(right.map((name) => [name, 1])))))
  for (const [wrong, meant] of [
    ['MYSQL_ATTR_SSL_VERIFY_SERVER_CERTT', 'MYSQL_ATTR_SSL_VERIFY_SERVER_CERT'],
    ['ATTR_PERSISTANT', 'ATTR_PERSISTENT'],
    ['PDO::ATTR_NOTHING', undefined],
    ['Pdo\\Mysql::ATTR_FOUND_ROW', undefined],
  ] as const) {
    const message = new RegExp(
      `ORM-C102 .*"${wrong.replaceAll('\\', '\\\\')}"${meant ? `.*did you mean "${meant}"` : ''}`,
    )
    await t.throwsAsync(load(withOptions({ [wrong]: 1 })), { message })
  }
})

test('an empty name of a connection is refused', async (t) => {
  const files = { 'orm.yaml': minimal.replace('shop:', '"":') }
  await t.throwsAsync(load(files), { message: /ORM-C115 .*"" is not a valid connection name/ })
})

test('half of a character in a value or a key is refused at its place', async (t) => {
  const json = '{"orm": {"database": {"connections": {"shop": {"adapter": "sqlite", "dsn": "sqlite:x"}}}}}'
  for (const [path, text] of [
    ['orm.json', json.replace('sqlite:x', 'sqlite:\\ud800')],
    ['orm.json', json.replace('"shop"', '"a\\udc00"')],
    ['orm.yaml', minimal.replace('sqlite:x', 'sqlite:\\uD800')],
  ] as const)
    await t.throwsAsync(load({ [path]: text }), { message: /^orm\.\w+:1:\d+ ORM-C003 .*half of a character/ })
  await t.notThrowsAsync(load({ 'orm.json': json.replace('sqlite:x', 'sqlite:\\ud83d\\ude00') }))
})
