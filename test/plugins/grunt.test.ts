import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')
const broken = schema.replace('foreignTable="author"', 'foreignTable="autor"')

const gruntfile = (targets: string) => `module.exports = (grunt) => {
  grunt.initConfig({ ${targets} })
  grunt.loadNpmTasks('grunt-orm')
  grunt.registerTask('after', () => grunt.log.writeln('the next task ran'))
}
`
const targets = `
  orm_sql: { all: { src: '*schema.xml', dest: 'generated-sql' } },
  orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } },
  orm_config: { all: { src: 'orm.yaml', dest: 'generated-conf' } },
  orm_migration_diff: {
    all: { src: '*schema.xml', dest: 'generated-migrations' },
    rebase: { options: { rebase: true }, src: '*schema.xml', dest: 'generated-migrations' },
  },
  orm_migrate: { all: {} },
  orm_insert: { all: {}, agreed: { options: { yes: true } } },
`

async function project(t: ExecutionContext, text: string, tasks = targets): Promise<Project> {
  const made = await createProject(t, { schema: text, database: 'sqlite' })
  await symlink(join(root, 'node_modules'), join(made.folder, 'node_modules'))
  await made.write('Gruntfile.cjs', gruntfile(tasks))
  return made
}

/** Runs tasks in this process. */
const grunt = ({ folder }: Pick<Project, 'folder'>, ...args: string[]) => gruntInProcess(folder, ...args)

/** Starts grunt, for tests that are about its process. */
const startGrunt = (
  { folder, env }: Pick<Project, 'folder'> & { readonly env?: Readonly<Record<string, string>> },
  ...args: string[]
) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const command = ['node_modules/grunt/bin/grunt', '--gruntfile', 'Gruntfile.cjs', ...args]
    execFile(process.execPath, command, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })

test('the four tasks make a project that PHP can use', async (t) => {
  const made = await project(t, schema)
  const { code, output } = await startGrunt(made, 'orm_sql', 'orm_model', 'orm_config', 'orm_insert:all', '--no-color')
  t.is(code, 0, output)
  t.notRegex(output, /\u001b/)
  t.regex(output, /statements executed on connection "bookstore"/)
  t.is(await made.php('echo (new Bookstore\\Author())->setName("Octavia Butler")->save();'), '1')
})

test('tables with rows are dropped only where the target says yes', async (t) => {
  const made = await project(t, schema)
  t.is((await grunt(made, 'orm_sql', 'orm_model', 'orm_config', 'orm_insert:all')).code, 0)
  t.is((await grunt(made, 'orm_insert:all')).code, 0, 'nothing to lose')
  await made.php('echo (new Bookstore\\Author())->setName("Octavia Butler")->save();')
  const refused = await grunt(made, 'orm_insert:all', '--no-color')
  t.is(refused.code, 3)
  t.regex(
    refused.output,
    />> ORM-D010 nothing was executed, because rows would be lost: \[author\] on "bookstore" \(1 row\)/,
  )
  const count = 'echo Bookstore\\AuthorQuery::create()->count();'
  t.is(await made.php(count), '1')
  const agreed = await grunt(made, 'orm_insert:agreed', '--no-color')
  t.is(agreed.code, 0)
  t.regex(agreed.output, /table \[author\] on connection "bookstore" with 1 row will be dropped/)
  t.is(await made.php(count), '0')
})

test('orm_migration_diff makes the snapshot from the migration files again', async (t) => {
  const made = await project(t, schema)
  const first = await grunt(made, 'orm_migration_diff:all', '--no-color')
  t.is(first.code, 0, first.output)
  const directory = join(made.folder, 'generated-migrations')
  const snapshot = await readFile(join(directory, 'schema.json'), 'utf8')
  await made.write('generated-migrations/schema.json', '<<<<<<< ours\n')
  const { code, output } = await grunt(made, 'orm_migration_diff:rebase', '--no-color')
  t.is(code, 0, output)
  t.is(await readFile(join(directory, 'schema.json'), 'utf8'), snapshot)
  t.is((await readdir(directory)).length, 2)
})

test('orm_migrate applies what is pending', async (t) => {
  const made = await project(t, schema)
  await mkdir(join(made.folder, 'generated-migrations'))
  await made.write('generated-migrations/20260101000000_a.sql', '-- orm: up\nCREATE TABLE a (id INTEGER);\n')
  const { code, output } = await grunt(made, 'orm_migrate:all', '--no-color')
  t.is(code, 0, output)
  t.regex(output, />> 20260101000000_a applied on connection "bookstore"/)
  t.regex((await grunt(made, 'orm_migrate:all', '--no-color')).output, />> nothing to apply/)
  await made.write('generated-migrations/20260101000000_a.sql', '-- orm: up\nCREATE TABLE b (id INTEGER);\n')
  const refused = await grunt(made, 'orm_migrate:all', '--no-color')
  t.is(refused.code, 3)
  t.regex(refused.output, />> ORM-D026/)
})

test('a problem fails the task with exit code 3 and stops; --force goes on', async (t) => {
  const made = await project(t, broken)
  const { code, output } = await startGrunt(made, 'orm_model', 'after', '--no-color')
  t.is(code, 3)
  t.regex(output, />> schema\.xml:15:32 ORM-S501 .*did you mean "author"\?/)
  t.notRegex(output, /the next task ran/)
  t.false(existsSync(join(made.folder, 'generated-classes')))
  // FORCE_COLOR shows the line of the file, and the caret below the place.
  const framed = await startGrunt({ ...made, env: { FORCE_COLOR: '1' } }, 'orm_model', '--no-color')
  const [line = '', caret = ''] = framed.output.split('\n').filter((text) => /^>> (?:> )?\s*(?:15)? \| /.test(text))
  t.is(caret.indexOf('^'), line.indexOf('"autor"') + 1, framed.output)
  const forced = await grunt(made, 'orm_model', 'after', '--force')
  t.is(forced.code, 0)
  t.regex(forced.output, /the next task ran/)
})

test('--no-write writes nothing and says what would be; --verbose names every file', async (t) => {
  const made = await project(t, schema)
  const { code, output } = await grunt(
    made,
    'orm_sql',
    'orm_model',
    'orm_config',
    '--no-write',
    '--verbose',
    '--no-color',
  )
  t.is(code, 0, output)
  t.regex(output, /2 of 2 files would be written to generated-sql/)
  t.regex(output, /created generated-classes\/Bookstore\/Base\/Book\.php/)
  t.deepEqual(
    (await readdir(made.folder)).filter((name) => name.startsWith('generated')),
    [],
  )
})

test('options come from task and target; a misspelt one is refused', async (t) => {
  const made = await project(
    t,
    schema,
    `orm_sql: { options: { strict: true }, all: { options: { overwite: true }, src: '*schema.xml' } },
     orm_config: { all: { options: { outputFile: 'runtime.php' }, src: 'orm.yaml', dest: 'conf' } }`,
  )
  const { code, output } = await grunt(made, 'orm_sql', '--no-color')
  t.is(code, 3)
  t.regex(output, /ORM-C201 unknown option "overwite".*did you mean "overwrite"\?/)
  t.is((await grunt(made, 'orm_config')).code, 0)
  t.true(existsSync(join(made.folder, 'conf/runtime.php')))
})

test('every form of a target names its schemas and its directory; one that names none is refused', async (t) => {
  const made = await project(
    t,
    schema,
    `orm_model: {
      expand: { expand: true, flatten: true, cwd: 'more', src: ['**/*schema.xml', '!no.schema.xml'], dest: 'expanded' },
      cwd: { cwd: 'more', src: '*schema.xml', dest: 'from-cwd' },
      twice: { src: ['schema.xml', './schema.xml'], dest: 'twice' },
      none: { dst: 'x' },
      number: { src: 'schema.xml', dest: 5 },
      text: { options: 'strict', src: 'schema.xml' },
    },
    orm_config: { none: { src: 'orm.jsn' }, two: { src: ['orm.yaml', 'other.yaml'] }, dist: { src: 'orm.yaml*' }, usual: {},
      prod: { options: { configDir: 'prod' } }, same: { options: { configDir: 'prod' }, src: 'prod/orm.json' },
      other: { options: { configDir: 'prod' }, src: 'orm.yaml' } }`,
  )
  const shelf = (name: string) =>
    `<database name="bookstore"><table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`
  await mkdir(join(made.folder, 'more/deep'), { recursive: true })
  await made.write('more/shelf.schema.xml', shelf('shelf'))
  await made.write('more/deep/board.schema.xml', shelf('board'))
  for (const name of ['other.yaml', 'orm.yaml.dist'])
    await made.write(name, await readFile(join(made.folder, 'orm.yaml'), 'utf8'))
  const names = (directory: string) => readdir(join(made.folder, directory, 'Base'))
  for (const target of ['expand', 'cwd', 'twice']) t.is((await grunt(made, `orm_model:${target}`)).code, 0, target)
  t.deepEqual((await names('expanded')).sort(), ['Board.php', 'BoardQuery.php', 'Shelf.php', 'ShelfQuery.php'])
  t.deepEqual((await names('from-cwd')).sort(), ['Shelf.php', 'ShelfQuery.php'])
  await mkdir(join(made.folder, 'prod'))
  await made.write(
    'prod/orm.json',
    '{"orm": {"database": {"connections": {"a": {"adapter": "sqlite", "dsn": "sqlite:a.sq3"}}}}}',
  )
  for (const target of ['dist', 'usual', 'prod', 'same'])
    t.is((await grunt(made, `orm_config:${target}`)).code, 0, target)
  const refused = {
    'orm_model:none': /ORM-S001 no schema file found: the target has no "src"/,
    'orm_model:number': /ORM-C202 option "dest" must be a string, got a number/,
    'orm_model:text': /ORM-C202 options must be an object, got a string/,
    'orm_config:none': /ORM-C001 no configuration file found: nothing matches "orm\.jsn"/,
    'orm_config:other': /ORM-C002 the file to convert is orm\.yaml, but configDir names prod\/orm\.json/,
    'orm_config:two': /ORM-C002 more than one configuration file: orm\.yaml, other\.yaml/,
  }
  for (const [task, message] of Object.entries(refused)) {
    const { code, output } = await grunt(made, task, '--no-color')
    t.is(code, 3, task)
    t.regex(output, message)
  }
})

test('targets that write to one directory leave the classes of each other alone', async (t) => {
  const made = await project(
    t,
    schema,
    `orm_model: {
      books: { src: 'schema.xml', dest: 'generated-classes' },
      shelves: { src: 'shelf.schema.xml', dest: 'generated-classes' },
    }`,
  )
  await made.write(
    'shelf.schema.xml',
    '<database name="bookstore"><table name="shelf"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
  )
  for (let run = 0; run < 2; run++) t.is((await grunt(made, 'orm_model')).code, 0)
  t.true(existsSync(join(made.folder, 'generated-classes/Bookstore/Base/Book.php')))
  t.true(existsSync(join(made.folder, 'generated-classes/Base/Shelf.php')))
})

test('a filter that leaves out schema files of a database is refused by every task that reads schemas', async (t) => {
  const tasks = ['orm_sql', 'orm_model', 'orm_migration_diff', 'orm_output']
  const target = `all: { src: '*schema.xml', filter: (path) => path === 'schema.xml' }`
  const one = (table: string, more = '') =>
    `<database name="bookstore"><table name="${table}"><column name="id" type="integer" primaryKey="true"/>${more}</table></database>`
  const key = '<foreign-key foreignTable="a"><reference local="id" foreign="id"/></foreign-key>'
  const made = await project(t, one('a'), tasks.map((task) => `${task}: { ${target} }`).join(', '))
  for (const task of tasks) t.is((await grunt(made, task)).code, 0, task)
  await made.write('more.schema.xml', one('b', key))
  for (const task of tasks) {
    const { code, output } = await grunt(made, task)
    t.not(code, 0, task)
    t.regex(output, /ORM-C206 more\.schema\.xml has tables of database "bookstore", but is left out of the build/, task)
  }
})

test('orm_migration_diff: check writes nothing, and fails if the schema has changes that no migration contains', async (t) => {
  const target = `{ src: '*schema.xml', dest: 'generated-migrations'`
  const made = await project(
    t,
    schema,
    `orm_migration_diff: { all: ${target} }, check: ${target}, options: { check: true } } }`,
  )
  const { code, output } = await grunt(made, 'orm_migration_diff:check')
  t.not(code, 0)
  t.regex(output, /files are outdated/)
  t.false(existsSync(join(made.folder, 'generated-migrations')))
  t.is((await grunt(made, 'orm_migration_diff:all')).code, 0)
  t.is((await grunt(made, 'orm_migration_diff:check')).code, 0)
})
