import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
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
  await init.expect('Connected to the database.')
  await init.answer('Directory of schema.xml')
  await init.answer('Directory of the PHP classes', 'lib')
  await init.answer('Namespace of the PHP classes', 'Shop')
  await init.answer('Format of the configuration file')
  await init.answer('Add scripts to package.json?')
  await init.answer('Add the PHP runtime and the classes to composer.json?')
  await init.answer('Write a gulpfile.mjs?', 'y')
  await init.answer('Everything correct?')
  t.is(await init.ended, 0, init.shown)
  t.deepEqual((await readdir(folder)).sort(), [
    '.gitignore',
    'composer.json',
    'gulpfile.mjs',
    'orm.yaml',
    'orm.yaml.dist',
    'package.json',
    'schema.xml',
  ])
  for (const name of ['schema.xml', 'orm.yaml', 'orm.yaml.dist', 'gulpfile.mjs', 'package.json'])
    t.true(init.shown.includes(` + ${name}`), name)
  // gulp's own dest() would not record what it writes, and the next `orm build` would take the files for edited.
  t.is((await readFile(join(folder, 'gulpfile.mjs'), 'utf8')).match(/\.pipe\(orm\.dest\(/g)?.length, 3)
  t.regex(await readFile(join(folder, 'orm.yaml'), 'utf8'), /dsn: sqlite:shop\.sq3/)
  t.regex(
    await readFile(join(folder, 'schema.xml'), 'utf8'),
    /<database name="default" defaultIdMethod="native" namespace="Shop"\n {4}xmlns:xsi=.*\n.*"node_modules\/orm-core\/orm\.xsd">/,
  )
  t.regex(await readFile(join(folder, 'package.json'), 'utf8'), /^ {4}"scripts": \{\n {8}"orm:build": "orm build"/m)
  t.deepEqual(commandsOf(init.shown), [
    'npm install --save-dev orm-cli',
    'npm install --save-dev gulp gulp-orm',
    'npm install orm-runtime',
    'npx orm build',
    'npx orm sql:insert',
    'composer install',
    ...later,
  ])
  t.deepEqual(JSON.parse(await readFile(join(folder, 'composer.json'), 'utf8')), {
    repositories: [{ type: 'path', url: 'node_modules/orm-*', options: { symlink: false } }],
    require: { 'orm/runtime': '^0.1.0' },
    autoload: { 'psr-4': { 'Shop\\': 'lib/' } },
  })
  t.notRegex(init.shown, /existing tables of the database/, 'a file that is not there has none')
})

/** How the story goes on after the first day. */
const later = ['npx orm build', 'npx orm migration:diff NAME', 'npx orm migrate']

/** The commands that init ends with, without what they are for. */
const commandsOf = (shown: string): string[] =>
  [...shown.slice(shown.indexOf('Next:')).matchAll(/^ {2}(\S.*?) +# /gm)].map(([, command]) => command!)

test('the commands at the end are those of the package manager, and leave out what is installed', async (t) => {
  for (const [lockFile, expected] of Object.entries({
    'package-lock.json': ['npx orm build', 'npx orm sql:insert', 'composer install'],
    'pnpm-lock.yaml': ['pnpm exec orm build', 'pnpm exec orm sql:insert', 'composer install'],
    'yarn.lock': ['yarn orm build', 'yarn orm sql:insert', 'composer install'],
    'bun.lock': ['bunx orm build', 'bunx orm sql:insert', 'composer install'],
    'composer.lock': ['npx orm build', 'npx orm sql:insert', 'composer update orm/runtime'],
  })) {
    const folder = await folderOf(t)
    for (const path of [lockFile, 'node_modules/.bin/orm', 'node_modules/orm-runtime/composer.json']) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), '')
    }
    t.deepEqual(commandsOf((await plain(folder, '--driver=sqlite', '--yes')).stdout).slice(0, -3), expected)
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
    const place = adapter === 'sqlite' ? '--file=x' : '--database=x'
    const { code, output } = await plain(folder, `--driver=${word}`, place, '--skip-connection-test', '--yes')
    t.is(code, 0, output)
    t.regex(await readFile(join(folder, 'orm.yaml'), 'utf8'), new RegExp(`adapter: ${adapter}\\n +dsn: ${adapter}:`))
  }
  const { code, stderr } = await plain(await folderOf(t), '--driver=access', '--yes')
  t.is(code, 2)
  t.regex(stderr, /--driver must be one of mysql, pgsql, sqlite, mssql, oracle, sqlsrv, got "access"/)
})

test('help lists drivers and formats', async (t) => {
  const { stdout } = await plain(await folderOf(t), '--help')
  t.regex(stdout, /--driver=… .*\(mysql, pgsql, sqlite, mssql, oracle, sqlsrv; default/)
  t.regex(stdout, /--config-format=… .*\(yaml, xml, json, ini, php; default/)
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
    '--no-composer',
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
  t.is(await init.ended, 130, init.shown)
  t.true(init.shown.includes('Aborted: nothing was changed.'))
  t.deepEqual(await readdir(folder), [])
})

test('without a terminal it names the missing flags', async (t) => {
  const folder = await folderOf(t)
  const nothing = await plain(folder)
  t.is(nothing.code, 2)
  t.regex(nothing.stderr, /^orm: no terminal for prompts; pass --driver, /)
  const some = await plain(folder, '--driver=pgsql', '--yes')
  t.deepEqual([some.code, some.stderr], [2, 'orm: no terminal for prompts; pass --database\n'])
  const wrong = await plain(folder, '--driver=db2')
  t.deepEqual(
    [wrong.code, wrong.stderr],
    [2, 'orm: --driver must be one of mysql, pgsql, sqlite, mssql, oracle, sqlsrv, got "db2"\n'],
  )
  const port = await plain(folder, '--driver=pgsql', '--database=x', '--port=abc', '--yes')
  t.deepEqual([port.code, port.stderr], [2, 'orm: --port: a port is a number below 65536\n'])
  t.deepEqual(await readdir(folder), [])
})

test('--yes takes the defaults; what exists is not overwritten without asking', async (t) => {
  const folder = await folderOf(t)
  const first = await plain(folder, '--driver=sqlite', '--file=a.sq3', '--yes')
  t.is(first.code, 0, first.output)
  const before = await readFile(join(folder, 'orm.yaml'), 'utf8')
  const second = await plain(folder, '--driver=sqlite', '--file=b.sq3', '--yes')
  t.is(second.code, 1)
  t.regex(second.stderr, /^orm: orm\.yaml, orm\.yaml\.dist would be overwritten; nothing was written/)
  t.is(await readFile(join(folder, 'orm.yaml'), 'utf8'), before)
  t.is((await plain(folder, '--driver=sqlite', '--file=b.sq3', '--yes', '--overwrite')).code, 0)
  t.not(await readFile(join(folder, 'orm.yaml'), 'utf8'), before)
})

test('beside a configuration in another format or directory, nothing is written', async (t) => {
  for (const [existing, ...flags] of [
    ['orm.json', '--config-format=yaml'],
    ['orm.json.dist', '--config-format=yaml'],
    ['orm.yml'],
    ['conf/orm.yaml'],
    ['config/orm.xml.dist'],
  ] as const) {
    const folder = await folderOf(t)
    await mkdir(dirname(join(folder, existing)), { recursive: true })
    await writeFile(join(folder, existing), 'mine')
    const { code, stdout, stderr } = await plain(folder, '--driver=sqlite', '--yes', '--overwrite', ...flags)
    t.is(code, 3, existing)
    t.regex(stderr, /^ORM-C002 more than one configuration file: /, existing)
    t.true(stderr.includes(existing), existing)
    t.is(stdout, '')
    t.deepEqual(await readdir(folder), [existing.replace(/\/.*/, '')])
  }
})

test('a file of the project that cannot be read is named, and nothing is written', async (t) => {
  for (const name of ['orm.yaml', 'composer.json', 'package.json', '.gitignore']) {
    const folder = await folderOf(t)
    await mkdir(join(folder, name))
    const { code, stderr } = await plain(folder, '--driver=sqlite', '--yes')
    t.is(code, 3, name)
    t.true(stderr.startsWith(`ORM-C011 ${name} cannot be read: EISDIR`), stderr)
    t.deepEqual(await readdir(folder), [name])
  }
  const folder = await folderOf(t)
  await symlink('nowhere', join(folder, 'propel.yaml'))
  const { code, stderr } = await plain(folder, '--from-propel')
  t.is(code, 3)
  t.regex(stderr, /^ORM-C011 propel\.yaml cannot be read: the symbolic link leads to no file/)
})

test('without --config-format, the configuration has the format of the one that exists', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'orm.json.dist'), '{ "orm": {} }')
  const { code, output } = await plain(folder, '--driver=sqlite', '--yes', '--overwrite')
  t.is(code, 0, output)
  t.true((await readdir(folder)).includes('orm.json'))
})

test('without --driver, only what it needs is asked for', async (t) => {
  const { code, stderr } = await plain(await folderOf(t), '--yes')
  t.is(code, 2)
  t.is(stderr, 'orm: no terminal for prompts; pass --driver\n')
})

test('--yes keeps existing schemas, and names the connection after their database', async (t) => {
  const schema = (name: string) =>
    `<database name="${name}"><table name="book"><column name="id" type="integer" primaryKey="true"/></table></database>`
  for (const [path, ...flags] of [['schema.xml'], ['shop.schema.xml'], ['db/schema.xml', '--schema-dir=db']] as const) {
    const folder = await folderOf(t)
    await mkdir(join(folder, 'db'))
    await writeFile(join(folder, path), schema('shop'))
    // The second time, the database has tables.
    for (const more of [[], ['--config-format=json']]) {
      const { code, stdout, output } = await plain(
        folder,
        '--driver=sqlite',
        '--file=a.sq3',
        '--yes',
        ...flags,
        ...more,
      )
      t.is(code, 0, output)
      t.true(stdout.includes(` = ${path} (exists)\n`), stdout)
      t.notRegex(stdout, /describe your tables/)
      t.is(await readFile(join(folder, path), 'utf8'), schema('shop'))
      t.deepEqual(
        (await readdir(folder)).filter((name) => name.endsWith('schema.xml')),
        path.includes('/') ? [] : [path],
      )
      for (const command of ['build', 'sql:insert']) {
        const done = await ormInProcess(folder, [command])
        t.is(done.code, 0, done.output)
      }
      for (const name of ['orm.yaml', 'orm.yaml.dist']) await rm(join(folder, name), { force: true })
    }
  }
  const folder = await folderOf(t)
  await writeFile(join(folder, 'schema.xml'), schema('shop'))
  const replaced = await plain(folder, '--driver=sqlite', '--file=a.sq3', '--yes', '--overwrite')
  t.is(replaced.code, 0, replaced.output)
  t.regex(await readFile(join(folder, 'schema.xml'), 'utf8'), /<database name="default"/)
})

test('a password goes to a file for its owner, or to a variable and to no file', async (t) => {
  const folder = await folderOf(t)
  const args = ['--driver=mysql', '--database=shop', '--password=it\'s 100% "x"', '--skip-connection-test', '--yes']
  t.is((await plain(folder, ...args, '--config-format=ini')).code, 0)
  t.is(((await stat(join(folder, 'orm.ini'))).mode & 0o777).toString(8), '600')
  t.regex(await readFile(join(folder, 'orm.ini'), 'utf8'), /password = "it's 100%% \\"x\\""/)
  const other = await folderOf(t)
  const kept = await plain(other, ...args, '--config-format=php', '--password-env=SHOP_PW')
  t.is(kept.code, 0, kept.output)
  t.regex(await readFile(join(other, 'orm.php'), 'utf8'), /'password' => '%env\.SHOP_PW%'/)
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
  t.regex(output, /composer install/)
  const text = await readFile(join(folder, 'composer.json'), 'utf8')
  t.deepEqual(JSON.parse(text), {
    ...before,
    repositories: [...before.repositories, { type: 'path', url: 'node_modules/orm-*', options: { symlink: false } }],
    require: { php: '>=8.1', 'orm/runtime': '^0.1.0' },
    autoload: { 'psr-4': { 'App\\': 'src/', 'App\\Model\\': 'src/Model/' } },
  })
  t.is((await plain(folder, ...args, '--overwrite')).code, 0)
  t.is(await readFile(join(folder, 'composer.json'), 'utf8'), text)
  // The classes are where PSR-4 looks for them.
  t.is((await run(process.execPath, [script, 'build'], { cwd: folder })).code, 0)
  t.deepEqual((await readdir(join(folder, 'src/Model'))).sort(), [
    '.orm-manifest.json',
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
    // What it lacks is printed.
    t.regex(output, /composer\.json is not valid, and was left as it is.*"orm\/runtime": "\^0\.1\.0"/s)
  }
})

test('.gitignore gets what belongs to one machine, and keeps what it has', async (t) => {
  const folder = await folderOf(t)
  const server = ['--driver=mysql', '--database=shop', '--skip-connection-test', '--yes']
  const ignored = () => readFile(join(folder, '.gitignore'), 'utf8')
  t.regex((await plain(folder, ...server)).stdout, /^ \+ \.gitignore$/m)
  t.is(await ignored(), '/orm.yaml\n/generated-conf/\n/node_modules/\n/vendor/\n')
  await writeFile(join(folder, '.gitignore'), 'node_modules\ngenerated-conf')
  for (const name of ['orm.yaml', 'orm.yaml.dist']) await rm(join(folder, name))
  await plain(folder, '--driver=sqlite', '--file=./var/shop.sq3', '--yes', '--overwrite', '--config-format=json')
  t.is(await ignored(), 'node_modules\ngenerated-conf\n/orm.json\n/var/shop.sq3\n')
  const again = await plain(
    folder,
    '--driver=sqlite',
    '--file=/tmp/shop.sq3',
    '--yes',
    '--overwrite',
    '--config-format=json',
  )
  t.notRegex(again.stdout, /gitignore/, 'nothing is missing, and the file is elsewhere')
})

test('the default user is the one that a new server of the system has', async (t) => {
  for (const [driver, user] of Object.entries({ mysql: 'root', pgsql: 'postgres' })) {
    const folder = await folderOf(t)
    t.is((await plain(folder, `--driver=${driver}`, '--database=x', '--skip-connection-test', '--yes')).code, 0)
    t.regex(await readFile(join(folder, 'orm.yaml'), 'utf8'), new RegExp(`user: ${user}\\n`))
  }
})

test('tables that were found are imported unless somebody says no', async (t) => {
  const folder = await folderOf(t)
  const first = await plain(folder, '--driver=sqlite', '--file=a.sq3', '--yes')
  t.is(first.code, 0, first.output)
  for (const command of ['build', 'sql:insert']) {
    const { code, output } = await run(process.execPath, [script, command], { cwd: folder })
    t.is(code, 0, output)
  }
  const again = ['--driver=sqlite', '--file=a.sq3', '--yes', '--overwrite']
  t.regex((await plain(folder, ...again)).stdout, /^1 table imported\.$/m)
  t.regex(
    await readFile(join(folder, 'schema.xml'), 'utf8'),
    /<database name="default"[^>]*\n {4}xmlns:xsi="[^"]+"\n {4}xsi:noNamespaceSchemaLocation="node_modules\/orm-core\/orm\.xsd">/,
  )
  t.notRegex((await plain(folder, ...again, '--no-existing')).stdout, /imported/)
  const init = terminal(folder, '--driver=sqlite', '--file=a.sq3', '--charset=utf8')
  await init.expect('Write the schema from the existing tables of the database? (Y/n)')
  init.type(keys.interrupt)
  await init.ended
})

test('the scripts of package.json build and migrate, and drop no table', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'package.json'), '{"scripts": {"orm:build": "mine"}}')
  await plain(folder, '--driver=sqlite', '--yes')
  t.deepEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).scripts, {
    'orm:build': 'mine',
    'orm:watch': 'orm build --watch',
    'orm:diff': 'orm migration:diff',
    'orm:migrate': 'orm migrate',
  })
})

test('orm.yaml and orm.yml are both read, also where the other one is named', async (t) => {
  const folder = await folderOf(t)
  await plain(folder, '--driver=sqlite', '--yes')
  const build = (...args: string[]) => run(process.execPath, [script, 'build', ...args], { cwd: folder })
  const other = await build('--config-dir=orm.yml')
  t.is(other.code, 0, other.output)
  t.is(other.stderr, 'notice: orm.yml does not exist; orm.yaml is used\n')
  t.is((await build('--config-dir=orm.yaml')).stderr, '')
  for (const name of ['orm.yaml', 'orm.yaml.dist']) {
    await rename(join(folder, name), join(folder, name.replace('yaml', 'yml')))
  }
  t.is((await build()).code, 0)
  t.is((await build('--config-dir=orm.yaml')).stderr, 'notice: orm.yaml does not exist; orm.yml is used\n')
})

test('after a build, new classes that Composer finds by a class map are pointed out', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'composer.json'), '{"autoload": {"classmap": ["generated-classes/"]}}')
  await plain(folder, '--driver=sqlite', '--no-composer', '--yes')
  const notice = /^composer\.json finds these classes by a class map: run "composer dump-autoload" for the new ones$/m
  const orm = (...args: string[]) => run(process.execPath, [script, ...args], { cwd: folder })
  t.notRegex((await orm('build')).stdout, notice, 'Composer has not installed anything yet')
  await mkdir(join(folder, 'vendor/composer'), { recursive: true })
  await writeFile(join(folder, 'vendor/composer/autoload_classmap.php'), '')
  t.notRegex((await orm('build')).stdout, notice, 'no class is new')
  const schema = await readFile(join(folder, 'schema.xml'), 'utf8')
  await writeFile(join(folder, 'schema.xml'), schema.replace('  <!--\n  <table', '  <table').replace('  -->\n', ''))
  t.notRegex((await orm('build', '--dry-run')).stdout, notice)
  t.regex((await orm('model:build')).stdout, notice)
  await rm(join(folder, 'generated-classes'), { recursive: true })
  t.regex((await orm('build')).stdout, notice)
})

test('options that are wrong, or of another system, are all named; what they would write must be a configuration', async (t) => {
  const folder = await folderOf(t)
  const init = (...args: string[]) => plain(folder, '--yes', '--skip-connection-test', ...args)
  const wrong = await init('--driver=sqlite', '--database=my.sq3', '--php-dir=~/src', '--namespace=1x')
  t.is(wrong.code, 2)
  t.is(
    wrong.stderr,
    `orm: --database: it is not for sqlite, which has --file
orm: --php-dir: only shells expand "~": write the whole path
orm: --namespace: write it like App\\Model
`,
  )
  const secrets = await init('--driver=sqlite', '--user=me', '--password=secret', '--password-env=DB_PASSWORD')
  t.is(secrets.code, 2)
  t.is(
    secrets.stderr,
    `orm: --user: it is not for sqlite, which has --file
orm: --password: it is not for sqlite, which has --file
orm: --password-env: it is not for sqlite, which has --file
`,
  )
  t.is((await init('--driver=mysql', '--database=a;b')).stderr, 'orm: --database: it cannot contain a semicolon\n')
  const other = await init('--driver=mssql', '--dsn=sqlite:x')
  t.is(other.code, 1)
  t.regex(other.stderr, /ORM-C116 .* is for sqlite, but the adapter is mssql/)
  t.deepEqual(await readdir(folder), [])
})
