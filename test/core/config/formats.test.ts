import test from 'ava'
import { convertConfig, type LoadConfigOptions, loadConfig } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'
import { sameInFiveFormats } from './five-formats.js'

const load = (files: Record<string, string>, options: LoadConfigOptions = {}) =>
  loadConfig({ files: memoryFiles(files), ...options })

const connection = 'database.connections.shop.adapter = sqlite\ndatabase.connections.shop.dsn = sqlite:x\n'
const ini = (text: string) => load({ 'orm.ini': `[orm]\n${connection}${text}` })

const xml = (text: string, rest = '') =>
  load({
    'orm.xml': `<config><orm><database><connections><connection id="shop"><adapter>sqlite</adapter><dsn>sqlite:x</dsn>${text}</connection></connections></database>${rest}</orm></config>`,
  })

const yaml = (text: string, rest = '') =>
  load({
    'orm.yaml': `orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: sqlite:x\n${text}${rest}`,
  })

const env = { DB_USER: 'me', DB_PASSWORD: 'secret' }

test('the five formats of the reference give the same configuration and the same config.php', async (t) => {
  const configs = await Promise.all(
    Object.entries(sameInFiveFormats).map(([name, text]) => load({ [name]: text }, { env })),
  )
  const files = await Promise.all(configs.map(async (config) => (await convertConfig(config))[0]?.contents))
  t.is(configs.length, 5)
  for (const config of configs) t.deepEqual(config, configs[0]!)
  for (const file of files) t.is(file, files[0])
  t.is(configs[0]?.connections.main?.replicas?.[0]?.dsn, 'mysql:host=db2;dbname=cinema')
  t.deepEqual(configs[0]?.runtime.log, { defaultLogger: { type: 'stream', path: './var/orm.log', level: 300 } })
})

test('extensions: yml, properties and inc are formats too', async (t) => {
  const expected = await load({ 'orm.yaml': sameInFiveFormats['orm.yaml']! }, { env })
  for (const [name, as] of [
    ['orm.yaml', 'orm.yml'],
    ['orm.ini', 'orm.properties'],
    ['orm.php', 'orm.inc'],
  ] as const) {
    t.deepEqual(await load({ [as]: sameInFiveFormats[name]! }, { env }), expected)
  }
})

test('ini: a data source name without quotes keeps everything behind a semicolon', async (t) => {
  const text =
    '[orm]\ndatabase.connections.shop.adapter = mysql ; ours\ndatabase.connections.shop.dsn = mysql:host=h;dbname=d;port=1 # here\n'
  const { connections } = await load({ 'orm.ini': text })
  t.is(connections.shop?.dsn, 'mysql:host=h;dbname=d;port=1')
  t.is(connections.shop?.adapter, 'mysql')
})

test('ini: an empty value is an empty map or list', async (t) => {
  const { connections, excludeTables } = await ini('database.connections.shop.attributes =\nexclude_tables =\n')
  t.deepEqual(connections.shop?.attributes, {})
  t.deepEqual(excludeTables, [])
})

test('ini: nested brackets, bracket lists and dotted lists are the same', async (t) => {
  const key = 'database.connections.shop'
  for (const line of [
    `${key}.slaves[0][dsn]=sqlite:y`,
    `${key}.replicas.0.dsn=sqlite:y`,
    `${key}[replicas][][dsn]=sqlite:y`,
  ]) {
    t.deepEqual((await ini(line)).connections.shop?.replicas, [{ dsn: 'sqlite:y' }], line)
  }
  t.deepEqual((await ini('exclude_tables[]=a\nexclude_tables[]=b')).excludeTables, ['a', 'b'])
})

test('xml: elements that repeat in an unknown section do not hide that it is unknown', async (t) => {
  const rest = '<runtim><connection>shop</connection><connection>shop</connection></runtim><old>1</old><old>2</old>'
  await t.throwsAsync(xml('', rest), { message: /ORM-C102 .*"runtim"[\s\S]*ORM-C102 .*"old"/ })
  await t.throwsAsync(xml('', rest), { message: /^(?!.*ORM-C008)/s })
})

test('ini: sections nest by dots', async (t) => {
  const text = '[orm.database.connections.shop]\nadapter=sqlite\ndsn=sqlite:x\n[orm.general]\nproject = "a ; b"\n'
  t.is((await load({ 'orm.ini': text })).project, 'a ; b')
})

test('ini: on, off, yes and no are booleans where one is wanted', async (t) => {
  for (const [word, value] of [
    ['on', true],
    ['Off', false],
    ['YES', true],
    ['no', false],
    ['TRUE', true],
    ['0', false],
  ] as const) {
    t.is((await ini(`generator.recursive = ${word}`)).generator.recursive, value, word)
  }
})

test('a password of digits is text in every format', async (t) => {
  const passwords = await Promise.all([
    ini('database.connections.shop.password = 123'),
    ini('database.connections.shop.password = 007'),
    xml('<password>1e5</password>'),
    yaml('        password: 0123\n'),
    yaml('        password: 1.50\n'),
    load({ 'orm.json': '{"orm":{"database":{"connections":{"shop":{"adapter":"sqlite","dsn":"x","password":1e5}}}}}' }),
    load({
      'orm.php':
        "<?php return ['orm'=>['database'=>['connections'=>['shop'=>['adapter'=>'sqlite','dsn'=>'x','password'=>0777]]]]];",
    }),
  ])
  t.deepEqual(
    passwords.map(({ connections }) => connections.shop?.password),
    ['123', '007', '1e5', '0123', '1.50', '1e5', '0777'],
  )
})

test('xml: an empty element is an empty map', async (t) => {
  t.deepEqual((await xml('<attributes></attributes>')).connections.shop?.attributes, {})
})

test('xml: one element or many, with or without an element around them, make a list', async (t) => {
  for (const text of [
    '<exclude_table>a</exclude_table><exclude_table>b</exclude_table>',
    '<exclude_tables><table>a</table><table>b</table></exclude_tables>',
    '<exclude_tables><exclude_table>a</exclude_table><exclude_table>b</exclude_table></exclude_tables>',
  ]) {
    t.deepEqual((await xml('', text)).excludeTables, ['a', 'b'], text)
  }
  t.deepEqual((await xml('', '<exclude_table>a</exclude_table>')).excludeTables, ['a'])
  for (const text of [
    '<slave><dsn>sqlite:y</dsn></slave>',
    '<replicas><replica><dsn>sqlite:y</dsn></replica></replicas>',
    '<slaves><slave><dsn>sqlite:y</dsn></slave></slaves>',
  ]) {
    t.deepEqual((await xml(text)).connections.shop?.replicas, [{ dsn: 'sqlite:y' }], text)
  }
  t.deepEqual((await xml('<model_path>lib</model_path>')).connections.shop?.model_paths, ['lib'])
})

test('xml: queries with an id, with a name of their own, or with none', async (t) => {
  const queries = async (text: string) =>
    (await xml(`<settings>${text}</settings>`)).connections.shop?.settings?.queries
  t.deepEqual(await queries('<query>A</query>'), ['A'])
  t.deepEqual(await queries('<queries><query id="a">A</query><query id="b">B</query></queries>'), { a: 'A', b: 'B' })
  t.deepEqual(await queries('<queries><utf8>A</utf8></queries>'), { utf8: 'A' })
})

test('xml: one logger or two, by name or by id', async (t) => {
  const logs = async (text: string) => Object.keys((await xml('', `<runtime>${text}</runtime>`)).runtime.log ?? {})
  t.deepEqual(await logs('<log name="a"><path>x</path></log>'), ['a'])
  t.deepEqual(await logs('<log name="a"><path>x</path></log><log name="b" path="y"/>'), ['a', 'b'])
  t.deepEqual(await logs('<log><logger id="a"><path>x</path></logger></log>'), ['a'])
  t.deepEqual(await logs('<log><logger name="a" path="x"/><logger name="b"><path>x</path></logger></log>'), ['a', 'b'])
  const masks = '<masks><mask column="email">text</mask><mask column="book.isbn">keep</mask></masks>'
  t.deepEqual((await xml('', `<seeds>${masks}</seeds>`)).seeds.masks, { email: 'text', 'book.isbn': 'keep' })
})

test('xml: a byte order mark and blank lines may come first', async (t) => {
  const text = sameInFiveFormats['orm.xml']!
  const expected = await load({ 'orm.xml': text }, { env })
  t.deepEqual(await load({ 'orm.xml': `\uFEFF${text}` }, { env }), expected)
  t.deepEqual(await load({ 'orm.xml': `\n \n${text}` }, { env }), expected)
})

test('xml: comments, CDATA and XInclude', async (t) => {
  const { connections, project } = await load({
    'conf/orm.xml': `<config xmlns:xi="http://www.w3.org/2001/XInclude"><orm>
      <general><project><![CDATA[ a & b ]]></project></general>
      <xi:include href="database.part"/>
      <xi:include href="nothing.part"><xi:fallback><exclude_table>t</exclude_table></xi:fallback></xi:include>
    </orm></config>`,
    'conf/database.part':
      '<database><connections><shop><adapter>sqlite<!-- or not --></adapter><dsn>sqlite:x</dsn></shop></connections></database>',
  })
  t.is(project, ' a & b ')
  t.is(connections.shop?.adapter, 'sqlite')
})

const shop = (text: string) =>
  `<?php\nreturn ['orm' => ['database' => ['connections' => ['shop' => ['adapter' => 'sqlite', 'dsn' => ${text}]]]]];`
const neverRun = () => Promise.reject(new Error('this is static'))

test('php: what is static is read without PHP', async (t) => {
  const dsn = async (code: string) =>
    (await load({ 'orm.php': code }, { env: { HOST: 'db', EMPTY: '' }, php: neverRun })).connections.shop?.dsn
  t.is(await dsn(shop("'it''s' . \"\\x41\\n\"").replace("'it''s'", "'it\\'s'")), "it'sA\n")
  t.is(await dsn(shop("getenv('HOST')")), 'db')
  t.is(await dsn(shop("$_ENV['HOST'] . ';x'")), 'db;x')
  t.is(await dsn(shop("getenv('NONE') ?: 'none'")), 'none')
  t.is(await dsn(shop("$_ENV['NONE'] ?? 'none'")), 'none')
  t.is(await dsn(shop("getenv('EMPTY') ?: \\Foo\\Bar::class")), 'Foo\\Bar')
  t.is(await dsn(shop("'a' . DIRECTORY_SEPARATOR . 'b' . PATH_SEPARATOR . 'c' . PHP_EOL")), 'a/b:c\n')
  t.is(await dsn(`<?php const HOST = 'h'; define('NAME', 'n'); ${shop('HOST . NAME').slice(5)}`), 'hn')
  t.is(await dsn(shop("__DIR__ . '/x'")), `${process.cwd()}/x`)
  t.is(await dsn(`<?php declare(strict_types=1); namespace App; ${shop("<<<'A'\nx\nA").slice(5)}`), 'x')
})

test('yaml: anchors and aliases', async (t) => {
  const text = 'orm:\n  database:\n    connections:\n      a: &a { adapter: sqlite, dsn: "sqlite:x" }\n      b: *a\n'
  t.is((await load({ 'orm.yaml': text })).connections.b?.dsn, 'sqlite:x')
})

test('yaml: merge keys', async (t) => {
  const shared = '      shared: &shared\n        adapter: sqlite\n        dsn: sqlite:y\n        user: me\n'
  const one = await yaml(`${shared}      own:\n        dsn: sqlite:z\n        <<: *shared\n`)
  t.like(one.connections.own, { adapter: 'sqlite', dsn: 'sqlite:z', user: 'me' }, 'a key of the map itself wins')
  const two = await yaml(
    `${shared}      other: &other\n        <<: *shared\n        user: you\n        password: x\n      own:\n        <<: [*shared, *other]\n`,
  )
  t.like(two.connections.own, { dsn: 'sqlite:y', user: 'me', password: 'x' }, 'the first map wins')
  await t.throwsAsync(yaml('        <<: text\n'), {
    message: /orm\.yaml:7:9 ORM-C003 .*"<<" must be followed by a map/,
  })
  await t.throwsAsync(yaml('        "<<": {user: me}\n'), { message: /unknown key "<<"/ })
})

test('options and attributes by their numbers, whichever they are', async (t) => {
  const base = { adapter: 'sqlite', dsn: 'sqlite:x' }
  const json = {
    orm: { database: { connections: { shop: { ...base, options: { 0: 1, 1002: 'x' }, attributes: { 0: 2 } } } } },
  }
  const expected = (await load({ 'orm.json': JSON.stringify(json) })).connections.shop
  t.deepEqual(expected?.options, { 0: 1, 1002: 'x' })
  const key = 'database.connections.shop'
  const { connections } = await ini(`${key}.options.0 = 1\n${key}.options[1002] = x\n${key}.attributes[0] = 2\n`)
  t.deepEqual(connections.shop, expected)
  const php = `'adapter' => 'sqlite', 'dsn' => 'sqlite:x', 'options' => [0 => 1, 1002 => 'x'], 'attributes' => [0 => 2]`
  const text = `<?php return ['orm' => ['database' => ['connections' => ['shop' => [${php}]]]]];`
  t.deepEqual((await load({ 'orm.php': text })).connections.shop, expected)
  const named = '[orm]\ndatabase.connections.1.adapter = sqlite\n'
  t.deepEqual(Object.keys((await load({ 'orm.ini': named })).connections), ['1'], 'names of numbers, too')
  await t.throwsAsync(load({ 'orm.yaml': 'orm: {database: {connections: [{adapter: sqlite}]}}' }), {
    message: /"orm\.database\.connections" must be a map, got a list/,
  })
})

test('names that JavaScript finds special are names like others', async (t) => {
  const { connections } = await load({
    'orm.json': '{"orm":{"database":{"connections":{"__proto__":{"adapter":"sqlite","dsn":"x"}}}}}',
  })
  t.deepEqual(Object.keys(connections), ['__proto__'])
})
