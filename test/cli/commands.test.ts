import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

test('a typo in a schema is one line with code, place and suggestion, and nothing is written', async (t) => {
  const broken = schema.replace('foreignTable="author"', 'foreignTable="autor"')
  for (const command of ['sql:build', 'model:build']) {
    const project = await createProject(t, { schema: broken, database: 'sqlite' })
    const { code, stdout, stderr } = await project.orm(command)
    t.is(
      stderr,
      'schema.xml:15:32 ORM-S501 table "book": foreign key to unknown table "autor" (did you mean "author"?)\n' +
        'run "orm explain ORM-S501" for causes and fixes\n',
    )
    t.is(stdout, '')
    t.is(code, 1)
    t.deepEqual((await readdir(project.folder)).sort(), ['orm.yaml', 'schema.xml'])
  }
})

test('a second build writes nothing', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  for (const command of ['sql:build', 'model:build', 'config:convert']) {
    const { code, stdout } = await project.orm(command)
    t.is(code, 0)
    t.regex(stdout, /^(?:(\d+) of \1 files were up to date|no change required: \S+)\n$/, command)
  }
})

test('an unknown command or flag is wrong usage', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const command = await project.orm('sql:biuld')
  t.is(command.code, 2)
  t.is(command.stderr, 'orm: there is no command "sql:biuld" (did you mean "sql:build"?)\n')
  const flag = await project.orm('sql:build', '--outputdir=x')
  t.is(flag.code, 2)
  t.regex(flag.stderr, /--outputdir/)
})

test('help names every command', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const { code, stdout } = await project.orm('--help')
  t.is(code, 0)
  for (const name of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) t.true(stdout.includes(name), name)
})

test('a database that cannot be reached ends with exit code 4 and no password', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.orm('sql:build')
  await project.write(
    'orm.yaml',
    `orm:
  database:
    connections:
      bookstore: {adapter: pgsql, dsn: "pgsql:host=127.0.0.1;port=1;dbname=x", user: me, password: s3cret-word}
`,
  )
  const { code, stderr } = await project.orm('sql:insert')
  t.is(code, 4)
  t.regex(stderr, /^ORM-D001 connection "bookstore": no server listens on 127\.0\.0\.1:1\n/)
  t.notRegex(stderr, /s3cret-word/)
})

test('the list of commands has aliases and exit codes', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const { stdout } = await project.orm('--help')
  t.regex(stdout, /^ {2}migration:migrate +apply all pending migrations \(alias: migrate\)$/m)
  t.regex(stdout, /^Exit codes:\n {2}0 +done\n {2}1 +the input/m)
  const help = await project.orm('help', 'migrate')
  t.regex(help.stdout, /^Apply all pending migrations\. "orm migrate" does the same\.$/m)
  t.regex(stdout, /\(alias: datadictionary, md\)$/m)
  t.regex((await project.orm('help', 'md')).stdout, /"orm datadictionary" and "orm md" do the same\.$/m)
})

const misspelt: Readonly<Record<string, string>> = {
  'migrate:diff': 'did you mean "migration:diff"?',
  'migrations:status': 'did you mean "migration:status"?',
  'migrate:baselin': 'did you mean "migration:baseline"?',
  'build:sql': 'did you mean "build-sql"?',
  'modle-bild': 'did you mean "model:build"?',
  'database-reverse': 'did you mean "database:reverse"?',
  'reverse:databse': 'did you mean "database:reverse"?',
  biuld: 'did you mean "build"?',
  'migrate:rollback': 'did you mean "migration:down"?',
  'migrate:quux':
    'similar: migrate-code, migration:diff, migration:create, migration:import, migration:status, migration:migrate, migrate, migration:up, migration:down, migration:resolve, migration:check, migration:drift, migration:baseline',
  quux: 'run "orm" for the list',
}

for (const [name, hint] of Object.entries(misspelt)) {
  test(`a command that does not exist: ${name}`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const { code, stderr } = await project.orm(name)
    t.is(code, 2)
    t.is(stderr, `orm: there is no command "${name}" (${hint})\n`)
  })
}

test('wrong options end with exit code 2, also those that only the configuration can judge', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  for (const option of ['--platform=foo', '--connection=foo', '--connection=a=b:c', '--table-prefix=a\nb']) {
    const { code, stderr } = await project.orm('validate', option)
    t.is(code, 2, stderr)
    // Build tools have the same message, and no flags.
    t.notRegex(stderr, /--/)
  }
  t.is((await project.orm('validate', '--platform=foo', '--config-dir=nowhere')).code, 3)
  for (const args of [['--foo'], ['list', '--foo'], ['--config-dir=x'], ['-x']]) {
    const { code, stderr } = await project.orm(...args)
    t.deepEqual([code, stderr], [2, `orm: no command for ${args.at(-1)!.replace('=x', '')} (run "orm" for the list)\n`])
  }
  for (const args of [[], ['-v'], ['list', '--no-ansi'], ['-qn'], ['--version']])
    t.is((await project.orm(...args)).code, 0)
})
