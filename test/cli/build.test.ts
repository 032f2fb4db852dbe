import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { run } from 'orm-cli'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')
const broken = schema.replace('foreignTable="author"', 'foreignTable="autor"')

test('build makes what the three commands make', async (t) => {
  const [one, three] = [
    await createProject(t, { schema, database: 'sqlite' }),
    await createProject(t, { schema, database: 'sqlite' }),
  ]
  t.is((await one.orm('build')).code, 0)
  for (const command of ['sql:build', 'model:build', 'config:convert']) t.is((await three.orm(command)).code, 0)
  const files = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((name) => name.startsWith('generated-')).sort()
  t.deepEqual(await files(one.folder), await files(three.folder))
  t.is((await one.orm('build')).stdout, '14 of 14 files were up to date\n')
})

test('of many files people get the number, and the names with -v', async (t) => {
  const table = (index: number) =>
    `<table name="t${index}"><column name="id" type="integer" primaryKey="true"/></table>`
  const tables = Array.from({ length: 12 }, (_, index) => table(index)).join('')
  const project = await createProject(t, { schema: `<database name="shop">${tables}</database>`, database: 'sqlite' })
  t.is((await project.orm('model:build')).stdout, 'created 61 files (-v names them)\n')
  await rm(join(project.folder, 'generated-classes'), { recursive: true })
  const { stdout } = await project.orm('model:build', '-v')
  t.regex(stdout, /^created generated-classes\/Base\/T0\.php$/m)
  t.is((await project.orm('model:build', '-q')).stdout, '')
})

test('an error anywhere writes nothing, and is one line', async (t) => {
  const project = await createProject(t, { schema: broken, database: 'sqlite' })
  const { code, stdout, stderr } = await project.orm('build')
  t.is(code, 1)
  t.is(stdout, '')
  t.regex(stderr, /^schema\.xml:15:32 ORM-S501 .* \(did you mean "author"\?\)\nrun "orm explain ORM-S501" .*\n$/)
  t.deepEqual((await readdir(project.folder)).sort(), ['orm.yaml', 'schema.xml'])
})

test('--check writes nothing and fails on outdated output only', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const before = await project.orm('build', '--check', '--quiet')
  t.deepEqual(before, { code: 5, stdout: '', stderr: '' })
  t.deepEqual((await readdir(project.folder)).sort(), ['orm.yaml', 'schema.xml'])
  await project.orm('build')
  t.is((await project.orm('build', '--check')).code, 0)
  await rm(join(project.folder, 'generated-conf/config.php'))
  const after = await project.orm('build', '--check')
  t.is(after.code, 5)
  t.regex(after.stdout, /^created generated-conf\/config\.php\n/)
})

test('--quiet prints errors only; --verbose every file', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  t.deepEqual(await project.orm('-q', 'build'), { code: 0, stdout: '', stderr: '' })
  t.regex((await project.orm('build', '-v')).stdout, /^unchanged .*\n(?:(?:unchanged|kept) .*\n){13}14 of 14/)
  await project.write('schema.xml', broken)
  t.regex((await project.orm('build', '-q')).stderr, /ORM-S501/)
})

test('--format=json is one document', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const { files, diagnostics } = JSON.parse((await project.orm('build', '--format=json', '-q')).stdout)
  t.is(files.length, 14)
  t.deepEqual(diagnostics, [])
})

test('colours are for terminals, --ansi asks for them elsewhere', async (t) => {
  const project = await createProject(t, { schema: broken, database: 'sqlite' })
  t.notRegex((await project.orm('build')).stderr, /\u001b/)
  t.regex((await project.orm('build', '--ansi')).stderr, /\u001b\[31mORM-S501\u001b\[39m/)
  t.notRegex((await project.orm('build', '--no-ansi')).stderr, /\u001b/)
})

/** The script without a process of its own: nothing here touches a file. */
const orm = (...args: string[]) => ormWith({}, ...args)

async function ormWith({ isTTY = false, ...env }: { isTTY?: boolean; NO_COLOR?: string }, ...args: string[]) {
  const written = { stdout: '', stderr: '' }
  const to = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write(text: string) {
      written[name] += text
    },
  })
  const code = await run(args, { env, stdout: to('stdout'), stderr: to('stderr') })
  return { code, ...written }
}

test('a terminal gets colours unless NO_COLOR is set', async (t) => {
  const args = ['build', '--config-dir=nowhere']
  t.regex((await ormWith({ isTTY: true }, ...args)).stderr, /\u001b\[31mORM-C001/)
  t.regex((await ormWith({ isTTY: true, NO_COLOR: '1' }, ...args)).stderr, /^ORM-C001/)
  t.regex((await ormWith({ isTTY: true, NO_COLOR: '' }, ...args)).stderr, /\u001b\[31mORM-C001/)
})

const usage: [string[], string][] = [
  [['sql'], 'orm: "sql" is a group of commands: sql:build, sql:insert\n'],
  [['biuld'], 'orm: there is no command "biuld" (did you mean "build"?)\n'],
  [['build', '--wacth'], 'orm: build has no option --wacth (did you mean "--watch"?)\n'],
  [['build', '--no-plugns'], 'orm: build has no option --no-plugns (did you mean "--no-plugins"?)\n'],
  [['build', '--no-schema-dir'], 'orm: build has no option --no-schema-dir (run "orm help build" for a list)\n'],
  [['build', '--zzz'], 'orm: build has no option --zzz (run "orm help build" for a list)\n'],
  [['build', 'now'], 'orm: too many arguments: now\n'],
  [['build', 'watch'], 'orm: too many arguments: watch (did you mean "--watch"?)\n'],
  [['build', '-watch'], 'orm: build has no option -watch (did you mean "--watch"?)\n'],
  [['migrate', 'status'], 'orm: too many arguments: status (did you mean "migration:status"?)\n'],
  [['db', 'push'], 'orm: "db" is a group of commands: db:push (did you mean "db:push"?)\n'],
  [['make:migration'], 'orm: there is no command "make:migration" (did you mean "migration:diff"?)\n'],
  [['build', '--format=xml'], 'orm: --format must be one of text, json, got "xml"\n'],
  [
    ['model:build', '--output-dir=~/model'],
    'orm: --output-dir=~/model would be a directory named "~": write --output-dir ~/model\n',
  ],
]

for (const [args, stderr] of usage) {
  test(`orm ${args.join(' ')} is wrong usage`, async (t) => {
    t.deepEqual(await orm(...args), { code: 2, stdout: '', stderr })
  })
}

test('commands have the names of Propel 2', async (t) => {
  t.is((await orm('help', 'build-model')).stdout, (await orm('help', 'model:build')).stdout)
})

test('every command has help with an example, and the version is shown', async (t) => {
  for (const name of [
    'init',
    'build',
    'sql:build',
    'model:build',
    'config:convert',
    'sql:insert',
    'database:reverse',
  ]) {
    const { code, stdout } = await orm('help', name)
    t.is(code, 0)
    t.regex(stdout, new RegExp(`Examples?:\\n  orm ${name}`))
    t.is((await orm(name, '--help')).stdout, stdout)
  }
  t.regex((await orm('--version')).stdout, /^Orm \d+\.\d+\.\d+\n$/)
})
