import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { ormInProcess } from '../support/orm-in-process.js'
import { root } from '../support/root.mjs'
import { keys, Terminal } from '../support/terminal.js'

const script = join(root, 'packages', 'cli', 'bin', 'orm.js')

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-init-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const terminal = (folder: string, ...args: string[]) =>
  new Terminal([process.execPath, script, 'init', ...args], folder)
const plain = (folder: string, ...args: string[]) => ormInProcess(folder, ['init', ...args])
const down = (times: number): string => keys.down.repeat(times)

test('the happy path: answers at a terminal become a project', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'package.json'), '{\n    "name": "shop"\n}\n')
  const init = terminal(folder)
  await init.answer('Which database system', down(2))
  await init.answer('Path of the database file', 'shop.sq3')
  await init.answer('Character set')
  await init.expect('The database answers.')
  await init.answer('Directory of schema.xml')
  await init.answer('Directory of the PHP classes', 'lib')
  await init.answer('Namespace of the PHP classes', 'Shop')
  await init.answer('Format of the configuration file')
  await init.answer('Add scripts to package.json?')
  await init.answer('Write a gulpfile.mjs?', 'y')
  await init.answer('Everything correct?')
  t.is(await init.ended, 0, init.shown)
  t.deepEqual((await readdir(folder)).sort(), ['gulpfile.mjs', 'orm.yml', 'orm.yml.dist', 'package.json', 'schema.xml'])
  for (const name of ['schema.xml', 'orm.yml', 'orm.yml.dist', 'gulpfile.mjs', 'package.json'])
    t.true(init.shown.includes(` + ${name}`), name)
  t.regex(await readFile(join(folder, 'orm.yml'), 'utf8'), /dsn: sqlite:shop\.sq3/)
  t.regex(
    await readFile(join(folder, 'schema.xml'), 'utf8'),
    /<database name="default" defaultIdMethod="native" namespace="Shop"\n {4}xmlns:xsi=.*\n.*"node_modules\/orm-core\/orm\.xsd">/,
  )
  t.regex(await readFile(join(folder, 'package.json'), 'utf8'), /^ {4}"scripts": \{\n {8}"orm:sql"/m)
  t.deepEqual(commandsOf(init.shown), [
    'npm install --save-dev orm-cli',
    'npm install --save-dev gulp gulp-orm',
    'npm install orm-runtime',
    'npx orm build',
    'npx orm sql:insert',
  ])
  const [entries] = /^\{$.*^\}$/ms.exec(init.shown.replaceAll('\r', '')) ?? ['']
  t.deepEqual(JSON.parse(entries), {
    repositories: [{ type: 'path', url: 'node_modules/orm-runtime', options: { symlink: false } }],
    require: { 'orm/runtime': '^0.1.0' },
    autoload: { 'psr-4': { 'Shop\\': 'lib/' } },
  })
  t.notRegex(init.shown, /existing tables of the database/, 'a file that is not there has none')
})

/** The commands that init ends with, without what they are for. */
const commandsOf = (shown: string): string[] =>
  [...shown.slice(shown.indexOf('Next:')).matchAll(/^ {2}(\S.*?) +# /gm)].map(([, command]) => command!)

test('the commands at the end are those of the package manager, and leave out what is installed', async (t) => {
  for (const [lockFile, expected] of Object.entries({
    'package-lock.json': ['npx orm build', 'npx orm sql:insert'],
    'pnpm-lock.yaml': ['pnpm exec orm build', 'pnpm exec orm sql:insert'],
    'yarn.lock': ['yarn orm build', 'yarn orm sql:insert'],
    'bun.lock': ['bunx orm build', 'bunx orm sql:insert'],
  })) {
    const folder = await folderOf(t)
    for (const path of [lockFile, 'node_modules/.bin/orm', 'node_modules/orm-runtime/composer.json']) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), '')
    }
    t.deepEqual(commandsOf((await plain(folder, '--driver=sqlite', '--yes')).stdout), expected)
  }
})

test('drivers are known by what people call them', async (t) => {
  for (const [word, adapter] of [
    ['mariadb', 'mysql'],
    ['MariaDB', 'mysql'],
    ['postgres', 'pgsql'],
    ['PostgreSQL', 'pgsql'],
    ['sqlite3', 'sqlite'],
  ]) {
    const folder = await folderOf(t)
    const { code, output } = await plain(folder, `--driver=${word}`, '--database=x', '--skip-connection-test', '--yes')
    t.is(code, 0, output)
    t.regex(await readFile(join(folder, 'orm.yml'), 'utf8'), new RegExp(`adapter: ${adapter}\\n +dsn: ${adapter}:`))
  }
  const { code, stderr } = await plain(await folderOf(t), '--driver=access', '--yes')
  t.is(code, 2)
  t.regex(stderr, /--driver must be one of mysql, pgsql, sqlite, mssql, oracle, sqlsrv, is "access"/)
})

test('help lists drivers and formats', async (t) => {
  const { stdout } = await plain(await folderOf(t), '--help')
  t.regex(stdout, /--driver=… .*\(mysql, pgsql, sqlite, mssql, oracle, sqlsrv; default/)
  t.regex(stdout, /--config-format=… .*\(yml, xml, json, ini, php; default/)
})

test('an empty database has nothing to take over', async (t) => {
  const folder = await folderOf(t)
  const { code, stderr } = await plain(folder, '--driver=sqlite', '--existing', '--yes')
  t.is(code, 1)
  t.regex(stderr, /the database has no tables to import; omit --existing/)
  t.deepEqual(await readdir(folder), [])
})

test('an answer can be changed in the summary', async (t) => {
  const folder = await folderOf(t)
  const init = terminal(
    folder,
    '--driver=sqlite',
    '--file=a.sq3',
    '--charset=utf8',
    '--no-existing',
    '--schema-dir=.',
    '--php-dir=lib',
    '--namespace=Old',
    '--no-gulpfile',
  )
  await init.answer('Format of the configuration file', down(2))
  await init.expect('change namespace: Old')
  await init.answer('change gulpfile.mjs: no', down(6))
  await init.answer('Namespace of the PHP classes', '\x15New\\Shop')
  await init.expect('change namespace: New\\Shop')
  await init.answer('no, stop here')
  t.is(await init.ended, 0, init.shown)
  t.regex(await readFile(join(folder, 'schema.xml'), 'utf8'), /namespace="New\\Shop"/)
  t.truthy(JSON.parse(await readFile(join(folder, 'orm.json'), 'utf8')).orm.database.connections.default)
})

test('Ctrl-C writes nothing', async (t) => {
  const folder = await folderOf(t)
  const init = terminal(folder, '--driver=sqlite')
  await init.answer('Path of the database file')
  await init.expect('Character set')
  init.type(keys.interrupt)
  t.is(await init.ended, 1, init.shown)
  t.true(init.shown.includes('Aborted: nothing was written.'))
  t.deepEqual(await readdir(folder), [])
})

test('without a terminal it names the missing flags', async (t) => {
  const folder = await folderOf(t)
  const nothing = await plain(folder)
  t.is(nothing.code, 2)
  t.regex(nothing.stderr, /^orm: init cannot ask here; give --driver, /)
  const some = await plain(folder, '--driver=pgsql', '--yes')
  t.deepEqual([some.code, some.stderr], [2, 'orm: init cannot ask here; give --database\n'])
  const wrong = await plain(folder, '--driver=db2')
  t.deepEqual(
    [wrong.code, wrong.stderr],
    [2, 'orm: --driver must be one of mysql, pgsql, sqlite, mssql, oracle, sqlsrv, is "db2"\n'],
  )
  const port = await plain(folder, '--driver=pgsql', '--database=x', '--port=abc', '--yes')
  t.deepEqual([port.code, port.stderr], [2, 'orm: --port: a port is a number below 65536\n'])
  t.deepEqual(await readdir(folder), [])
})

test('--yes takes the defaults; what exists is not overwritten without asking', async (t) => {
  const folder = await folderOf(t)
  const first = await plain(folder, '--driver=sqlite', '--file=a.sq3', '--yes')
  t.is(first.code, 0, first.output)
  const before = await readFile(join(folder, 'orm.yml'), 'utf8')
  const second = await plain(folder, '--driver=sqlite', '--file=b.sq3', '--yes')
  t.is(second.code, 1)
  t.regex(second.stderr, /schema\.xml, orm\.yml, orm\.yml\.dist would be overwritten; nothing was written/)
  t.is(await readFile(join(folder, 'orm.yml'), 'utf8'), before)
  t.is((await plain(folder, '--driver=sqlite', '--file=b.sq3', '--yes', '--overwrite')).code, 0)
  t.not(await readFile(join(folder, 'orm.yml'), 'utf8'), before)
})

test('a password goes to a file for its owner, or to a variable and to no file', async (t) => {
  const folder = await folderOf(t)
  const args = ['--driver=mysql', '--database=shop', '--password=it\'s 100% "x"', '--skip-connection-test', '--yes']
  t.is((await plain(folder, ...args, '--config-format=ini')).code, 0)
  t.is(((await stat(join(folder, 'orm.ini'))).mode & 0o777).toString(8), '600')
  t.regex(await readFile(join(folder, 'orm.ini'), 'utf8'), /password = "it's 100%% \\"x\\""/)
  const kept = await plain(folder, ...args, '--config-format=php', '--password-env=SHOP_PW', '--overwrite')
  t.is(kept.code, 0, kept.output)
  t.regex(await readFile(join(folder, 'orm.php'), 'utf8'), /'password' => '%env\.SHOP_PW%'/)
  t.regex(kept.stdout, /Set the environment variable SHOP_PW/)
})

test('composer.json gets the runtime and the classes, and keeps what it has', async (t) => {
  const folder = await folderOf(t)
  const before = {
    name: 'a/shop',
    require: { php: '>=8.1' },
    repositories: [{ type: 'vcs', url: 'x' }],
    autoload: { 'psr-4': { 'App\\': 'src/' } },
  }
  await writeFile(join(folder, 'composer.json'), `${JSON.stringify(before, null, 2)}\n`)
  const args = ['--driver=sqlite', '--namespace=App\\Model', '--php-dir=src/Model', '--yes']
  const { code, output } = await plain(folder, ...args)
  t.is(code, 0, output)
  t.regex(output, /composer update orm\/runtime/)
  const text = await readFile(join(folder, 'composer.json'), 'utf8')
  t.deepEqual(JSON.parse(text), {
    ...before,
    repositories: [
      ...before.repositories,
      { type: 'path', url: 'node_modules/orm-runtime', options: { symlink: false } },
    ],
    require: { php: '>=8.1', 'orm/runtime': '^0.1.0' },
    autoload: { 'psr-4': { 'App\\': 'src/', 'App\\Model\\': 'src/Model/' } },
  })
  t.is((await plain(folder, ...args, '--overwrite')).code, 0)
  t.is(await readFile(join(folder, 'composer.json'), 'utf8'), text)
  // The classes are where PSR-4 looks for them.
  t.is((await run(process.execPath, [script, 'build'], { cwd: folder })).code, 0)
  t.deepEqual((await readdir(join(folder, 'src/Model'))).sort(), [
    'Base',
    'ExampleNote.php',
    'ExampleNoteQuery.php',
    'Map',
  ])
})

test('a composer.json that is not what Composer takes is left alone', async (t) => {
  for (const text of ['{"autoload": "x"}', '{"autoload": {"psr-4": [1]}}', '{"require": 1}', '[]', '{']) {
    const folder = await folderOf(t)
    await writeFile(join(folder, 'composer.json'), text)
    const { code, output } = await plain(folder, '--driver=sqlite', '--namespace=App', '--yes')
    t.is(code, 0, output)
    t.is(await readFile(join(folder, 'composer.json'), 'utf8'), text)
  }
})
