import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import {
  buildModel,
  buildSql,
  type Config,
  type ConvertOptions,
  convertConfig,
  type InputFile,
  loadConfig,
  OrmError,
} from 'orm-core'
import { writeFiles } from 'orm-project'
import { memoryFiles } from '../../support/memory-files.js'

const convert = async (yaml: string, options: ConvertOptions = {}) => {
  const { outputDir, outputFile, loaderScriptDir, ...reading } = options
  const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }), ...reading })
  return convertConfig(config, options)
}

const cinema = `orm:
  database:
    connections:
      cinema:
        adapter: sqlite
        classname: Orm\\Runtime\\Connection\\ConnectionWrapper
        dsn: sqlite:var/cinema.sq3
        user: ""
        password: ""
        attributes: {}
`

test('the whole file, to the byte', async (t) => {
  const [file, loader] = await convert(cinema)
  t.is(
    file?.contents,
    `<?php
$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer();
$serviceContainer->checkVersion(2);
$serviceContainer->setAdapterClass('cinema', 'sqlite');
$manager = new \\Orm\\Runtime\\Connection\\ConnectionManagerSingle('cinema');
$manager->setConfiguration(array (
  'classname' => 'Orm\\\\Runtime\\\\Connection\\\\ConnectionWrapper',
  'dsn' => 'sqlite:' . __DIR__ . '/../var/cinema.sq3',
  'user' => '',
  'password' => '',
  'attributes' =>
  array (
    'ATTR_EMULATE_PREPARES' => false,
    'ATTR_TIMEOUT' => 30,
  ),
  'model_paths' =>
  array (
    0 => 'src',
    1 => 'vendor',
  ),
));
$serviceContainer->setConnectionManager($manager);
$serviceContainer->setDefaultDatasource('cinema');
require_once __DIR__ . '/./loadDatabase.php';
`,
  )
  t.is(loader?.path, 'loadDatabase.php')
  t.true(loader?.keepExisting)
  t.regex(loader?.contents ?? '', /^<\?php\n\/\/ /)
})

test('statements come in the order that the runtime needs', async (t) => {
  const [file] = await convert(`${cinema}        replicas: [{ dsn: "sqlite:a" }, { dsn: "sqlite:b", user: u }]
      other: { adapter: mysql, dsn: "mysql:host=h" }
  runtime:
    connections: [other, cinema]
    defaultConnection: cinema
    profiler: { slowThreshold: 0.2 }
    log: { defaultLogger: { type: stream, path: x, level: 300 }, cinema: { type: syslog } }
`)
  const statements = [...file!.contents.matchAll(/^\$\w+(?:->| = )[^(]*\([^,)\n]*/gm)].map(([text]) => text)
  t.deepEqual(statements, [
    '$serviceContainer = \\Orm\\Runtime\\Orm::getServiceContainer(',
    '$serviceContainer->checkVersion(2',
    "$serviceContainer->setAdapterClass('other'",
    "$manager = new \\Orm\\Runtime\\Connection\\ConnectionManagerSingle('other'",
    '$manager->setConfiguration(array (',
    '$serviceContainer->setConnectionManager($manager',
    "$serviceContainer->setAdapterClass('cinema'",
    "$manager = new \\Orm\\Runtime\\Connection\\ConnectionManagerPrimaryReplica('cinema'",
    '$manager->setReadConfiguration(array (',
    '$manager->setWriteConfiguration(array (',
    '$serviceContainer->setConnectionManager($manager',
    "$serviceContainer->setDefaultDatasource('cinema'",
    "$serviceContainer->setProfilerClass('\\\\Orm\\\\Runtime\\\\Util\\\\Profiler'",
    '$serviceContainer->setProfilerConfiguration(array (',
    "$serviceContainer->setLoggerConfiguration('defaultLogger'",
    "$serviceContainer->setLoggerConfiguration('cinema'",
  ])
  t.notRegex(file!.contents, /[ \t]$/m, 'no trailing blanks')
})

test('replicas have weights, a greatest lag, and a time in which reads go to the primary after a write', async (t) => {
  const [file] = await convert(`${cinema}        stickySeconds: 1.5
        stickyUntilReplicated: true
        maxLag: 10
        replicas: [{ dsn: "sqlite:a", weight: 3 }, { dsn: "sqlite:b" }]
`)
  t.regex(file!.contents, /'weight' => 3,/)
  t.regex(file!.contents, /^\$manager->setStickToPrimaryAfterWrite\(1\.5\);$/m)
  t.regex(file!.contents, /^\$manager->setStickUntilReplicated\(true\);$/m)
  t.regex(file!.contents, /^\$manager->setMaxLag\(10\);$/m)
  t.notRegex(file!.contents, /stickySeconds|stickyUntil|'maxLag/)
  const [single] = await convert(`${cinema}        stickySeconds: 0\n        maxLag: 1\n`)
  t.notRegex(single!.contents, /stick|lag/i)
})

test('connections that the runtime does not name are not written', async (t) => {
  const [file] = await convert(`${cinema}      admin: { adapter: mysql, dsn: "mysql:host=h", password: T0pSecret }
  runtime: { connections: [cinema] }
`)
  t.notRegex(file!.contents, /T0pSecret|admin/)
})

test('the loader follows the output directory unless something names its own', async (t) => {
  const loaderOf = async (yaml: string, options: ConvertOptions = {}) => {
    const [file, loader] = await convert(yaml, options)
    return [/__DIR__ \. '(.*)';/.exec(file!.contents)?.[1], loader!.path]
  }
  t.deepEqual(await loaderOf(cinema, { outputDir: 'build/conf' }), ['/./loadDatabase.php', 'loadDatabase.php'])
  const named = `${cinema}  paths: { phpConfDir: build/conf, loaderScriptDir: build/loader }\n`
  t.deepEqual(await loaderOf(named), ['/../loader/loadDatabase.php', '../loader/loadDatabase.php'])
  t.deepEqual(await loaderOf(named, { loaderScriptDir: 'build/conf' }), ['/./loadDatabase.php', 'loadDatabase.php'])
})

const secret = cinema.replace('password: ""', 'password: "%env.PW%"').replace('sqlite:var', 'sqlite:%env.DIR%')

test('variables can stay references, and need not be set then', async (t) => {
  const [file] = await convert(secret, { keepEnv: true })
  t.regex(file!.contents, /'password' => getenv\('PW'\),/)
  t.regex(file!.contents, /'dsn' => 'sqlite:' \. getenv\('DIR'\) \. '\/cinema\.sq3',/)
  t.is(file?.secret, undefined)
  await t.throwsAsync(convert(secret), { message: /environment variable DIR is not set/ })
  const [written] = await convert(secret, { env: { PW: 'pw', DIR: 'd' } })
  t.regex(written!.contents, /'password' => 'pw'/)
  t.true(written?.secret)
})

test('a parameter that refers to a variable stays a reference too', async (t) => {
  const [file] = await convert(secret.replace('user: ""', 'user: "%password%"'), { keepEnv: true })
  t.regex(file!.contents, /'user' => getenv\('PW'\),/)
})

test('a file with a password is for its owner only, also when it was there before', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-mode-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const files = await convert(cinema.replace('password: ""', 'password: x'))
  const mode = async (name: string) => ((await stat(join(folder, name))).mode & 0o777).toString(8)
  t.like(await writeFiles(files, folder), { 0: { outcome: 'created' } })
  t.is(await mode('config.php'), '600')
  t.not(await mode('loadDatabase.php'), '600')
  await chmod(join(folder, 'config.php'), 0o644)
  t.like(await writeFiles(files, folder), { 0: { outcome: 'unchanged' }, 1: { outcome: 'kept' } })
  t.is(await mode('config.php'), '600')
  t.is(await readFile(join(folder, 'config.php'), 'utf8'), files[0]!.contents)
})

test('variables that stay references have the types of their keys in PHP', async (t) => {
  const server = 'dsn: "mysql:host=%env.HOST%", options: { ATTR_PERSISTENT: "%env.KEEP%", ATTR_CASE: "%env.CASE%" }'
  const yaml = `orm:
  database: { connections: { shop: { adapter: mysql, ${server}, maxLag: "%env.LAG%", stickyUntilReplicated: "%env.STICK%",
    replicas: [{ ${server}, weight: "1%env.WEIGHT%", attributes: { ATTR_TIMEOUT: "%env.TIME%" } }] } } }
  runtime: { log: { a.b: { type: stream, level: "%env.LEVEL%", bubble: "%env.BUBBLE%" } },
    profiler: { slowThreshold: "%env.SLOW%", details: { time: { name: "%env.NAME%", pad: "%env.PAD%" } } } }
`
  const [unset] = await convert(yaml, { keepEnv: true })
  const env = {
    KEEP: 'no',
    LAG: '2.5',
    STICK: 'yes',
    WEIGHT: '0',
    TIME: '5',
    LEVEL: '100',
    BUBBLE: '0',
    SLOW: '1',
    PAD: '2',
  }
  const [set] = await convert(yaml, { keepEnv: true, env: { ...env, HOST: 'h', CASE: '1', NAME: 'n' } })
  t.is(set!.contents, unset!.contents)
  for (const code of [
    "'ATTR_PERSISTENT' => filter_var(getenv('KEEP'), FILTER_VALIDATE_BOOLEAN),",
    "'ATTR_CASE' => getenv('CASE'),",
    "'dsn' => 'mysql:host=' . getenv('HOST'),",
    "'weight' => (int) ('1' . getenv('WEIGHT')),",
    "'ATTR_TIMEOUT' => (int) getenv('TIME'),",
    "setMaxLag((float) getenv('LAG'));",
    "setStickUntilReplicated(filter_var(getenv('STICK'), FILTER_VALIDATE_BOOLEAN));",
    "'level' => (int) getenv('LEVEL'),",
    "'bubble' => filter_var(getenv('BUBBLE'), FILTER_VALIDATE_BOOLEAN),",
    "'slowThreshold' => (float) getenv('SLOW'),",
    "'name' => getenv('NAME'),",
    "'pad' => (int) getenv('PAD'),",
  ])
    t.true(unset!.contents.includes(code), `${code} in ${unset!.contents}`)
})

const phpConfig = (dsn: string, password: string) => `<?php
return ['orm' => ['database' => ['connections' => ['shop' => [
    'adapter' => 'mysql', 'dsn' => ${dsn}, 'user' => '%env.DB_USER%', 'password' => ${password},
]]]]];`

const converted = (contents: string, env: Record<string, string>, keepEnv = true) =>
  convertConfig({ path: 'orm.php', contents }, { env, keepEnv, php: () => Promise.reject(new Error('PHP was run')) })

test('variables of a PHP configuration are left to PHP too, whether they are set or not', async (t) => {
  const text = phpConfig(
    "'mysql:host=' . getenv('DB_HOST') . ';dbname=%env.DB_NAME%'",
    "getenv('DB_PASSWORD') ?: 'dev'",
  )
  const unset = await converted(text, {})
  const set = await converted(text, { DB_HOST: 'h', DB_NAME: 'n', DB_USER: 'u', DB_PASSWORD: '50%off%' })
  t.is(unset[0]!.contents, set[0]!.contents)
  for (const code of [
    "'mysql:host=' . getenv('DB_HOST') . ';dbname=' . getenv('DB_NAME')",
    "'user' => getenv('DB_USER')",
    "'password' => (getenv('DB_PASSWORD') ?: 'dev')",
  ]) {
    t.true(unset[0]!.contents.includes(code), unset[0]!.contents)
  }
  t.true(unset[0]!.secret)
  const other = phpConfig("'mysql:host=h'", "$_ENV['DB_PASSWORD'] ?? 'dev'")
  t.true(
    (await converted(other, {}))[0]!.contents.includes(
      "(getenv('DB_PASSWORD') === false ? 'dev' : getenv('DB_PASSWORD'))",
    ),
  )
  await t.throwsAsync(converted(text, {}, false), { message: /DB_HOST|DB_USER|DB_NAME/ })
  const plain = await converted(text, { DB_HOST: 'h', DB_NAME: 'n', DB_USER: 'u', DB_PASSWORD: '50%off%' }, false)
  t.true(plain[0]!.contents.includes("'password' => '50%off%'"))
})

test('a PHP configuration that must be run cannot leave its variables to PHP, and no value of theirs is written', async (t) => {
  const text = phpConfig("'mysql:host=h'", "strtoupper(getenv('DB_PASSWORD'))")
  await t.throwsAsync(converted(text, { DB_PASSWORD: 'x', DB_USER: 'u' }), { message: /ORM-C007 .*%env\.NAME%/ })
})

test('runtime.keepEnv is --keep-env, and a URL with a password is a secret', async (t) => {
  const text = (more: string) =>
    `orm: { database: { connections: { shop: { adapter: pgsql, dsn: "%env.DATABASE_URL%" } } } ${more} }`
  const convert = async (contents: string) =>
    (await convertConfig({ path: 'orm.yaml', contents }, { env: { DATABASE_URL: 'postgres://me:pw@h/x' } }))[0]!
  const kept = await convert(text(', runtime: { keepEnv: true }'))
  t.regex(kept.contents, /getenv\('DATABASE_URL'\)/)
  t.notRegex(kept.contents, /postgres:/)
  t.is(kept.secret, undefined)
  const written = await convert(text(''))
  t.regex(written.contents, /postgres:/)
  t.true(written.secret)
})

test('what is no configuration and no file is rejected by name, not by a TypeError', async (t) => {
  const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': cinema }) })
  const raw = { orm: { generator: {} } } as unknown as Config
  const contents = '<database name="cinema"/>'
  const inputs = [{ path: 'schema.xml', contents }]
  const wrongConfig = /^ORM-C202 the configuration must be one that loadConfig\(\) returned/
  await t.throwsAsync(buildSql(inputs, { config: raw }), { instanceOf: OrmError, message: wrongConfig })
  for (const given of [raw, null, [inputs[0]]] as unknown as Config[])
    await t.throwsAsync(convertConfig(given), { instanceOf: OrmError, message: wrongConfig })
  const wrong: readonly (readonly [unknown, string])[] = [
    [contents, 'a string'],
    [null, 'null'],
    [[contents], 'a string'],
    [[undefined], 'undefined'],
    [[{ path: 'schema.xml' }], 'an object without them'],
    [[{ path: 1, contents }], 'an object without them'],
    [[...inputs, { path: 'schema.xml', contents: null }], 'an object without them'],
  ]
  for (const [given, what] of wrong) {
    const message = new RegExp(`^ORM-C203 inputs must be a list of \\{ path, contents \\}, got ${what} `)
    await t.throwsAsync(buildModel(given as InputFile[], { config }), { instanceOf: OrmError, message })
  }
})
