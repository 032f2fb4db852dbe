import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { configFormats } from 'orm-core/internal'
import { run } from '../support/command.mjs'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { runPhp } from '../support/php.js'
import { root } from '../support/root.mjs'
import { keys, Terminal } from '../support/terminal.js'

const script = join(root, 'packages', 'cli', 'bin', 'orm.js')
const prelude = join(root, 'test', 'support', 'project.php')

async function newProject(t: ExecutionContext, name: DatabaseName) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-init-'))
  const database = await createDatabase(name)
  t.teardown(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const orm = async (...args: string[]) => {
    const outcome = await ormInProcess(folder, args)
    t.is(outcome.code, 0, outcome.output)
    return outcome
  }
  return { folder, database, orm }
}

/** Flags that say how to reach the database. */
function reach({ name, dsn, user, password }: TestDatabase): string[] {
  if (name === 'sqlite') return [`--file=${dsn.replace('sqlite:', '')}`]
  const part = (key: string) => new RegExp(`${key}=([^;]+)`).exec(dsn)?.[1] ?? ''
  return [
    `--host=${part('host')}`,
    `--port=${part('port')}`,
    `--database=${part('dbname')}`,
    `--user=${user}`,
    `--password=${password}`,
  ]
}

/** Each format once, on one database after the other. */
const formatsOn = configFormats.map((format, index) => ({ format, database: databases[index % databases.length]! }))

for (const { format, database: name } of formatsOn) {
  test(`${name}: a project that init wrote in ${format} goes through the six steps of the build`, async (t) => {
    const { folder, database, orm } = await newProject(t, name)
    await orm('init', `--driver=${name}`, ...reach(database), `--config-format=${format}`, '--yes')
    await orm('sql:build')
    await orm('model:build')
    await orm('config:convert')
    await orm('sql:insert')
    const code = `
      $note = (new ExampleNote())->setTitle('Hello')->setBody('world');
      $note->save();
      echo ExampleNoteQuery::create()->findPk($note->getId())->getTitle();`
    t.is(await runPhp(code, { cwd: folder, prepend: prelude }), 'Hello')
  })
}

for (const name of databases) {
  test(`${name}: an existing database is taken over and builds the same tables`, async (t) => {
    const { folder, database, orm } = await newProject(t, name)
    await orm('init', `--driver=${name}`, ...reach(database), '--yes')
    await orm('sql:build')
    await orm('sql:insert')
    // As if another tool had created them.
    await rm(join(folder, 'generated-migrations'), { recursive: true })
    const before = await readFile(join(folder, 'generated-sql', 'default.sql'), 'utf8')
    const { stdout } = await orm(
      'init',
      `--driver=${name}`,
      ...reach(database),
      '--existing',
      '--namespace=Shop',
      '--yes',
      '--overwrite',
    )
    t.regex(stdout, /^1 table imported\.$/m)
    t.notRegex(stdout, /sql:insert/, 'inserting would drop rows')
    t.regex(stdout, /^ \+ generated-migrations\/\d{14}_baseline\.sql$/m)
    t.regex(stdout, /^Later, after changing the schema:\n {2}npx orm build /m)
    t.regex(
      await readFile(join(folder, 'schema.xml'), 'utf8'),
      /xsi:noNamespaceSchemaLocation="node_modules\/orm-core\/orm\.xsd"/,
    )
    t.regex((await orm('migrate')).stdout, /nothing to apply/)
    t.regex((await orm('migration:diff')).stdout, /has not changed/)
    t.regex((await orm('migration:drift')).stdout, /the database matches the snapshot/)
    t.regex(await readFile(join(folder, 'schema.xml'), 'utf8'), /namespace="Shop"/)
    await orm('sql:build')
    t.is(await readFile(join(folder, 'generated-sql', 'default.sql'), 'utf8'), before)
  })
}

for (const name of databases.filter((candidate) => candidate !== 'sqlite')) {
  test(`${name}: a wrong password is told, asked again, and never shown`, async (t) => {
    const { folder, database } = await newProject(t, name)
    const flags = reach(database).filter((flag) => !flag.startsWith('--password'))
    const rest = [
      '--charset=utf8',
      '--no-existing',
      '--schema-dir=.',
      '--php-dir=lib',
      '--namespace=',
      '--config-format=yml',
      '--no-composer',
      '--no-gulpfile',
    ]
    const init = new Terminal([process.execPath, script, 'init', `--driver=${name}`, ...flags, ...rest], folder)
    await init.answer('Password', 'Wr0ng-Pa55')
    await init.answer('Environment variable that holds the password')
    await init.expect('denied access to user "orm": wrong user name or password')
    for (const question of ['Host of the server', 'Port of the server', 'Name of the database', 'User name'])
      await init.answer(question)
    await init.answer('Password', database.password)
    await init.answer('Character set')
    await init.expect('Connected to the database.')
    await init.answer('no, stop here')
    t.is(await init.ended, 0, init.shown)
    t.notRegex(init.shown, /Wr0ng-Pa55/)
    t.false(init.shown.includes(database.password))
    t.deepEqual((await readdir(folder)).sort(), ['.gitignore', 'orm.yaml', 'orm.yaml.dist', 'schema.xml'])
    t.true((await readFile(join(folder, 'orm.yaml'), 'utf8')).includes(database.password))
  })

  test(`${name}: a missing database is created where somebody agrees`, async (t) => {
    const { folder, database } = await newProject(t, name)
    const missing = { ...database, dsn: database.dsn.replace(/dbname=[^;]+/, '$&_New-é') }
    const mark = name === 'mysql' ? '`' : '"'
    const dropped = `DROP DATABASE IF EXISTS ${mark}${/dbname=([^;]+)/.exec(missing.dsn)![1]}${mark}`
    const drop = () =>
      runPhp('[, $dsn, $user, $password, $sql] = $argv; (new PDO($dsn, $user, $password))->exec($sql);', {
        args: [database.dsn, database.user, database.password, dropped],
      })
    t.teardown(drop)
    const flags = [`--driver=${name}`, ...reach(missing), '--yes']
    const refused = await run(process.execPath, [script, 'init', ...flags], { cwd: folder })
    t.is(refused.code, 4)
    t.regex(refused.stderr, /has no database ".*_New-é" \(correct the name, or let "orm sql:insert --create-database"/)
    t.deepEqual(await readdir(folder), [])

    const skipped = await run(process.execPath, [script, 'init', ...flags, '--skip-connection-test'], { cwd: folder })
    t.is(skipped.code, 0, skipped.output)
    t.is((await run(process.execPath, [script, 'build'], { cwd: folder })).code, 0)
    const insert = new Terminal([process.execPath, script, 'sql:insert'], folder)
    await insert.answer('Create it? [y/N]')
    t.is(await insert.ended, 4, insert.shown)
    const created = await run(process.execPath, [script, 'sql:insert', '--create-database'], { cwd: folder })
    t.is(created.code, 0, created.output)
    t.regex(created.stdout, /^creating database ".*_New-é"\n/)
    await drop()

    const init = new Terminal([process.execPath, script, 'init', ...flags.slice(0, -1)], folder)
    await init.answer('Environment variable that holds the password')
    await init.answer('Character set')
    await init.answer('The server has no database')
    await init.expect('Connected to the database.')
    await init.expect('Directory of schema.xml')
    init.type(keys.interrupt)
    t.is(await init.ended, 130, init.shown)
    t.regex(init.shown, /creating database ".*_New-é".*Aborted: what is reported above was done\./s)
    t.notRegex(init.shown, /existing tables of the database/, 'a new database has none')
  })

  test(`${name}: without a terminal a wrong password is an error and nothing is written`, async (t) => {
    const { folder, database } = await newProject(t, name)
    const flags = reach({ ...database, password: 'Wr0ng-Pa55' })
    const outcome = await run(process.execPath, [script, 'init', `--driver=${name}`, ...flags, '--yes'], {
      cwd: folder,
    })
    t.is(outcome.code, 4)
    t.regex(outcome.stderr, /^ORM-D001 /)
    t.notRegex(outcome.output, /Wr0ng-Pa55/)
    t.deepEqual(await readdir(folder), [])
  })
}

test('a file that exists is overwritten only when the user agrees', async (t) => {
  const { folder } = await newProject(t, 'sqlite')
  await writeFile(join(folder, 'schema.xml'), 'mine')
  const flags = [
    '--driver=sqlite',
    '--file=x.sq3',
    '--charset=utf8',
    '--no-existing',
    '--schema-dir=.',
    '--php-dir=lib',
    '--namespace=',
    '--config-format=yml',
    '--no-composer',
    '--no-gulpfile',
  ]
  const init = new Terminal([process.execPath, script, 'init', ...flags], folder)
  await init.answer('no, stop here')
  await init.answer('schema.xml exists. Overwrite it?')
  t.is(await init.ended, 0, init.shown)
  t.is(await readFile(join(folder, 'schema.xml'), 'utf8'), 'mine')
  t.true((await readdir(folder)).includes('orm.yaml'))
})
