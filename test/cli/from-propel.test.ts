import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { loadConfig } from 'orm-core'
import { ormInProcess } from '../support/orm-in-process.js'

async function folderOf(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-propel-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const init = (folder: string, ...args: string[]) => ormInProcess(folder, ['init', '--from-propel', ...args])

/** One configuration in the five formats of Propel 2. */
const formats: Readonly<Record<string, string>> = {
  'propel.yaml': `propel:
  database:
    connections:
      bookstore:
        adapter: mysql
        classname: Propel\\Runtime\\Connection\\ConnectionWrapper
        dsn: mysql:host=localhost;dbname=books
        user: me
        password: "%env.SECRET%"
        attributes: []
  runtime:
    defaultConnection: bookstore
    connections: [bookstore]
  generator:
    defaultConnection: bookstore
    connections: [bookstore]
    oldToy: 1
`,
  'propel.php': `<?php
return ['propel' => [
  'database' => ['connections' => ['bookstore' => [
    'adapter' => 'mysql',
    'classname' => 'Propel\\\\Runtime\\\\Connection\\\\ConnectionWrapper',
    'dsn' => 'mysql:host=localhost;dbname=books', 'user' => 'me', 'password' => '%env.SECRET%', 'attributes' => [],
  ]]],
  'runtime' => ['defaultConnection' => 'bookstore', 'connections' => ['bookstore']],
  'generator' => ['defaultConnection' => 'bookstore', 'connections' => ['bookstore'], 'oldToy' => 1],
]];
`,
  'propel.json': JSON.stringify({
    propel: {
      database: {
        connections: {
          bookstore: {
            adapter: 'mysql',
            classname: 'Propel\\Runtime\\Connection\\ConnectionWrapper',
            dsn: 'mysql:host=localhost;dbname=books',
            user: 'me',
            password: '%env.SECRET%',
            attributes: [],
          },
        },
      },
      runtime: { defaultConnection: 'bookstore', connections: ['bookstore'] },
      generator: { defaultConnection: 'bookstore', connections: ['bookstore'], oldToy: 1 },
    },
  }),
  'propel.ini': `[propel]
database.connections.bookstore.adapter = mysql
database.connections.bookstore.classname = Propel\\Runtime\\Connection\\ConnectionWrapper
database.connections.bookstore.dsn = "mysql:host=localhost;dbname=books"
database.connections.bookstore.user = me
database.connections.bookstore.password = %env.SECRET%
runtime.defaultConnection = bookstore
runtime.connections[0] = bookstore
generator.defaultConnection = bookstore
generator.connections[0] = bookstore
generator.oldToy = 1
`,
  'propel.xml': `<?xml version="1.0"?>
<config><propel>
  <database><connections><connection id="bookstore">
    <adapter>mysql</adapter>
    <classname>Propel\\Runtime\\Connection\\ConnectionWrapper</classname>
    <dsn>mysql:host=localhost;dbname=books</dsn><user>me</user><password>%env.SECRET%</password>
  </connection></connections></database>
  <runtime><defaultConnection>bookstore</defaultConnection><connections><connection>bookstore</connection></connections></runtime>
  <generator><defaultConnection>bookstore</defaultConnection><connections><connection>bookstore</connection></connections>
    <oldToy>1</oldToy></generator>
</propel></config>
`,
}

for (const [name, text] of Object.entries(formats)) {
  test(`${name} becomes ${name.replace('propel', 'orm')}`, async (t) => {
    const folder = await folderOf(t, { [name]: text })
    const { code, stdout, stderr } = await init(folder)
    t.is(code, 0, stderr)
    t.regex(stdout, new RegExp(`^ \\+ ${name.replace('propel', 'orm')}$`, 'm'))
    t.regex(stderr, /no counterpart for propel\.generator\.oldToy/)
    const written = await readFile(join(folder, name.replace('propel', 'orm')), 'utf8')
    t.notRegex(written, /propel/i)
    const config = await loadConfig({ configDir: folder, env: { SECRET: 'x' } })
    t.like(config.connections.bookstore, {
      adapter: 'mysql',
      classname: 'Orm\\Runtime\\Connection\\ConnectionWrapper',
      dsn: 'mysql:host=localhost;dbname=books',
      user: 'me',
      password: 'x',
    })
    t.like(config.generator, { defaultConnection: 'bookstore', connections: ['bookstore'] })
    t.like(config.generator.objectModel, { nativeReturnTypes: false, objectClasses: ['any'] })
    t.is(await readFile(join(folder, name), 'utf8'), text, 'the old file stays')
  })
}

test('elements that repeat in propel.xml are lists and loggers with names', async (t) => {
  const connection = (name: string) =>
    `<connection id="${name}"><adapter>sqlite</adapter><dsn>sqlite:${name}.db</dsn>
      <slaves><slave><dsn>sqlite:${name}.copy.db</dsn></slave></slaves></connection>`
  const log = (name: string) => `<log name="${name}"><type>stream</type><path>${name}.log</path></log>`
  const folder = await folderOf(t, {
    'propel.xml': `<config><propel>
      <database><connections>${connection('a')}${connection('b')}</connections></database>
      <runtime><defaultConnection>a</defaultConnection><connection>a</connection><connection>b</connection>
        ${log('defaultLogger')}${log('b')}</runtime>
    </propel></config>`,
  })
  const { code, stderr } = await init(folder)
  t.is(code, 0, stderr)
  const { connections, runtime } = await loadConfig({ configDir: folder })
  t.deepEqual(connections.b?.replicas, [{ dsn: 'sqlite:b.copy.db' }])
  t.deepEqual(runtime.connections, ['a', 'b'])
  t.like(runtime.log, { defaultLogger: { path: 'defaultLogger.log' }, b: { path: 'b.log' } })
})

test('texts that look like numbers or booleans stay as they are written', async (t) => {
  const texts = { user: '1.50', password: '007' }
  const ini = 'database.connections.a'
  for (const [name, text] of Object.entries({
    'propel.yaml':
      'propel: { general: { version: 2.0, project: yes }, database: { connections: { a: { adapter: mysql, user: 1.50, password: 007 } } } }',
    'propel.ini': `[propel]\ngeneral.version = 2.0\ngeneral.project = yes\n${ini}.adapter = mysql\n${ini}.user = 1.50\n${ini}.password = 007\n`,
    'propel.xml': `<config><propel><general version="2.0"><project>yes</project></general>
      <database><connections><connection id="a"><adapter>mysql</adapter><user>1.50</user><password>007</password></connection></connections></database>
    </propel></config>`,
    'propel.php': `<?php return ['propel' => ['general' => ['version' => '2.0', 'project' => 'yes'],
      'database' => ['connections' => ['a' => ['adapter' => 'mysql', 'user' => '1.50', 'password' => '007']]]]];`,
  })) {
    const folder = await folderOf(t, { [name]: text })
    const { code, stderr } = await init(folder)
    t.is(code, 0, stderr)
    const config = await loadConfig({ configDir: folder })
    t.like(config, { project: 'yes', version: '2.0' }, name)
    t.like(config.connections.a, texts, name)
  }
  const folder = await folderOf(t, {
    'propel.json':
      '{ "propel": { "database": { "connections": { "a": { "adapter": "mysql", "password": 1234567890123456789 } } } } }',
  })
  t.is((await init(folder)).code, 0)
  t.is((await loadConfig({ configDir: folder })).connections.a?.password, '1234567890123456789')
})

test('classes and attributes get the names that code gets by migrate-code', async (t) => {
  const folder = await folderOf(t, {
    'propel.yaml': `propel:
  database:
    connections:
      default:
        adapter: sqlite
        classname: \\Propel\\Runtime\\Connection\\PropelPDO
        dsn: sqlite:my.sq3
        attributes: {PROPEL_ATTR_CACHE_PREPARES: true, ATTR_CASE: PDO::CASE_NATURAL}
  generator:
    dateTime: {dateTimeClass: Propel\\Runtime\\Util\\PropelDateTime}
`,
  })
  const { code, stderr } = await init(folder)
  t.is(code, 0, stderr)
  const { connections, generator } = await loadConfig({ configDir: folder })
  t.is(connections.default?.classname, '\\Orm\\Runtime\\Connection\\OrmPDO')
  t.deepEqual(connections.default?.attributes, { ORM_ATTR_CACHE_PREPARES: true, ATTR_CASE: 'PDO::CASE_NATURAL' })
  t.is(generator.dateTime.dateTimeClass, 'Orm\\Runtime\\Util\\OrmDateTime')
})

test('classes in place of parts of the generator are omitted, and the schema files are still looked at', async (t) => {
  const folder = await folderOf(t, {
    'propel.yaml': `propel:
  database: {connections: {default: {adapter: sqlite, dsn: "sqlite:my.sq3"}}}
  generator:
    platformClass: Acme\\AcmePlatform
    objectModel:
      pluralizerClass: \\Acme\\FrenchPluralizer
      builders: {object: \\Acme\\ObjectBuilder, query: \\Propel\\Generator\\Builder\\Om\\QueryBuilder}
`,
    'a.schema.xml': '<database name="default"><table name="a"><column name="id" type="INTEGER"/></table></database>',
    'b.schema.xml': '<database name="default"><table name="a"><column name="b" type="INTEGER"/></table></database>',
  })
  const { code, stderr } = await init(folder)
  t.is(code, 0, stderr)
  const builder = 'propel.generator.objectModel.builders.object'
  t.true(
    stderr.includes(
      `no counterpart for propel.generator.platformClass, propel.generator.objectModel.pluralizerClass, ${builder}\n`,
    ),
    stderr,
  )
  const { generator } = await loadConfig({ configDir: folder })
  t.true(generator.schema.merge)
  t.is(generator.objectModel.builders.query, 'QueryBuilder')
})

test('a file of the machine and one that is shared, in config/', async (t) => {
  const folder = await folderOf(t, {
    'config/propel.yml.dist': 'propel:\n  paths:\n    phpDir: src\n',
    'config/propel.yml':
      'propel:\n  database:\n    connections:\n      d:\n        adapter: sqlite\n        dsn: sqlite:d.sq3\n',
  })
  t.is((await init(folder)).code, 0)
  const config = await loadConfig({ configDir: folder })
  t.is(config.paths.phpDir, 'src')
  t.like(config.generator.objectModel, { nativeReturnTypes: false, objectClasses: ['any'] })
  t.notRegex(await readFile(join(folder, 'config/orm.yml'), 'utf8'), /nativeReturnTypes|objectClasses/)
})

test('the table of migrations that Propel applied stays, with its rows', async (t) => {
  const yaml = formats['propel.yaml']!
  const folder = await folderOf(t, {
    'propel.yaml': yaml,
    'generated-migrations/PropelMigration_1500000000.php': '<?php',
  })
  t.is((await init(folder)).code, 0)
  t.regex(await readFile(join(folder, 'orm.yaml'), 'utf8'), /migrations:\s+tableName: propel_migration/)
  const own = await folderOf(t, {
    'propel.yaml': `${yaml}  paths:\n    migrationDir: changes\n  migrations:\n    tableName: changes\n`,
    'changes/PropelMigration_1500000000_x.php': '<?php',
  })
  t.is((await init(own)).code, 0)
  t.regex(await readFile(join(own, 'orm.yaml'), 'utf8'), /tableName: changes/)
})

test('migrations are found in a directory that another file names, or that is composed', async (t) => {
  const yaml = formats['propel.yaml']!
  const migration = { 'changes/PropelMigration_1500000000.php': '<?php' }
  const composed = `${yaml}  paths:\n    projectDir: .\n    migrationDir: "%paths.projectDir%/changes"\n`
  const alone = await folderOf(t, { 'propel.yaml': composed, ...migration })
  const beside = await folderOf(t, {
    'propel.yaml.dist': yaml,
    'propel.yaml': 'propel:\n  paths:\n    migrationDir: changes\n',
    ...migration,
  })
  for (const folder of [alone, beside]) {
    t.is((await init(folder)).code, 0)
    t.is((await loadConfig({ configDir: folder, env: { SECRET: 'x' } })).migrations.tableName, 'propel_migration')
  }
})

test('a configuration that exists is not overwritten, and one that is missing is said', async (t) => {
  const folder = await folderOf(t, { 'propel.json': formats['propel.json']!, 'orm.json': 'mine' })
  const refused = await init(folder)
  t.is(refused.code, 1)
  t.regex(refused.stderr, /orm\.json would be overwritten/)
  t.is(await readFile(join(folder, 'orm.json'), 'utf8'), 'mine')
  t.is((await init(folder, '--overwrite')).code, 0)
  t.is((await init(await folderOf(t, {}))).code, 3)
  const other = await folderOf(t, { 'propel.json': formats['propel.json']!, 'orm.xml': 'mine' })
  t.regex((await init(other, '--overwrite')).stderr, /^ORM-C002 more than one configuration file: orm\.xml, orm\.json /)
  t.false((await readdir(other)).includes('orm.json'))
})

test('paths of a PHP file are those of the project, not of this machine; the next commands fit the project', async (t) => {
  const folder = await folderOf(t, {
    'config/propel.php': `<?php
return ['propel' => [
  'paths' => ['phpDir' => __DIR__ . '/../lib', 'sqlDir' => '/srv/sql', 'schemaDir' => __DIR__ . '/..'],
  'database' => ['connections' => ['default' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:' . __DIR__ . '/../my.sq3']]],
]];
`,
    'generated-migrations/PropelMigration_1500000000.php': '<?php',
  })
  const { stdout } = await init(folder)
  t.regex(stdout, /orm migrate-code \. /)
  t.regex(stdout, /orm migration:import /)
  const { paths, connections } = await loadConfig({ configDir: join(folder, 'config') })
  t.like(paths, { phpDir: 'lib', sqlDir: '/srv/sql', schemaDir: '.' })
  t.is(connections.default!.dsn, 'sqlite:my.sq3')
})

test('other paths of a PHP file start at __DIR__ again, such as those of logs and certificates', async (t) => {
  const folder = await folderOf(t, {
    'config/propel.php': `<?php
$root = dirname(__DIR__);
return ['propel' => [
  'database' => ['connections' => [
    'default' => [
      'adapter' => 'mysql', 'dsn' => 'mysql:host=h', 'user' => '', 'password' => '',
      'options' => ['MYSQL_ATTR_SSL_CA' => $root . "/certs/it's.pem", 'MYSQL_ATTR_SSL_KEY' => '/etc/key.pem'],
    ],
    'small' => ['adapter' => 'sqlite', 'dsn' => "sqlite:$root/a.sq3", 'slaves' => [['dsn' => "sqlite:$root/b.sq3"]]],
  ]],
  'runtime' => ['log' => ['defaultLogger' => ['type' => 'stream', 'path' => __DIR__ . '/../logs/orm.log', 'level' => 300]]],
]];
`,
  })
  const { code, stderr } = await init(folder)
  t.is(code, 0, stderr)
  const written = await readFile(join(folder, 'config/orm.php'), 'utf8')
  t.false(written.includes(folder), written)
  t.regex(written, /'path' => __DIR__ \. '\/\.\.\/logs\/orm\.log'/)
  const { runtime, connections } = await loadConfig({ configDir: join(folder, 'config') })
  t.is(resolve(runtime.log!.defaultLogger!.path!), join(folder, 'logs/orm.log'))
  t.deepEqual(connections.default!.options, {
    MYSQL_ATTR_SSL_CA: `${join(folder, 'config')}/../certs/it's.pem`,
    MYSQL_ATTR_SSL_KEY: '/etc/key.pem',
  })
  t.is(connections.small!.replicas![0]!.dsn, 'sqlite:b.sq3')
})

test('two configurations of Propel are a mistake, before anything is written', async (t) => {
  const folder = await folderOf(t, {
    'propel.yaml': formats['propel.yaml']!,
    'conf/propel.json': formats['propel.json']!,
  })
  const { code, stderr } = await init(folder)
  t.is(code, 2)
  t.is(stderr, 'orm: more than one configuration of Propel: conf/propel.json, propel.yaml (keep one)\n')
  t.deepEqual(await readdir(folder), ['conf', 'propel.yaml'])
})
