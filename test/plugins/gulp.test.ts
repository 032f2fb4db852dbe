import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { gulpInProcess } from '../support/gulp-in-process.js'
import { linkPackages } from '../support/link-packages.js'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

const gulpfile = `
import { dest, series, src } from 'gulp'
import orm from 'gulp-orm'

export const sql = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(dest('generated-sql'))
export const model = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
export const checked = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(orm.dest('generated-sql', { check: true }))
export const plainModel = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(dest('generated-classes'))
export const conf = () => src('orm.yaml').pipe(orm.configConvert()).pipe(dest('generated-conf'))
export const insert = () => orm.sqlInsert()
export const diff = () => src('*schema.xml').pipe(orm.migrationDiff({ name: 'first' })).pipe(dest('generated-migrations'))
export const rebase = () => src('*schema.xml').pipe(orm.migrationDiff({ rebase: true })).pipe(dest('generated-migrations'))
export const migrate = () => orm.migrate({ lockTimeout: 5 })
export const agreed = () => orm.sqlInsert({ yes: true })
export default series(sql, model, conf, insert)
`

const script = join(root, 'node_modules/gulp/bin/gulp.js')

async function prepare({ folder }: Project): Promise<void> {
  if (existsSync(join(folder, 'gulpfile.mjs'))) return
  await writeFile(join(folder, 'gulpfile.mjs'), gulpfile)
  await linkPackages(folder, 'gulp', 'gulp-orm')
}

async function gulp(project: Project, ...tasks: string[]): Promise<void> {
  await prepare(project)
  await promisify(execFile)(process.execPath, [script, ...tasks], { cwd: project.folder })
}

/** The same without a process of its own, for what tasks do. */
async function task(project: Project, name?: string): Promise<void> {
  await prepare(project)
  const { code, output } = await gulpInProcess(project.folder, name)
  if (code !== 0) throw new Error(output)
}

test('one pipeline makes a project that PHP can use', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await gulp(project)
  t.is(
    await project.php(`
      (new Bookstore\\Author())->setName('Octavia Butler')->save();
      echo Bookstore\\AuthorQuery::create()->findOneByName('Octavia Butler')->getName();
    `),
    'Octavia Butler',
  )
})

test('tables with rows are dropped only where the task says yes', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await task(project)
  await task(project, 'insert')
  await project.php('(new Bookstore\\Author())->setName("Octavia Butler")->save();')
  const refused = await t.throwsAsync(task(project, 'insert'))
  t.regex(refused.message, /ORM-D010 .*: \[author\] on "bookstore" \(1 row\) \(to accept this, use --yes/)
  const count = 'echo Bookstore\\AuthorQuery::create()->count();'
  t.is(await project.php(count), '1')
  await task(project, 'agreed')
  t.is(await project.php(count), '0')
})

test('rebase makes the snapshot from the migration files again', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await task(project, 'diff')
  const directory = join(project.folder, 'generated-migrations')
  const snapshot = await readFile(join(directory, 'schema.json'), 'utf8')
  await writeFile(join(directory, 'schema.json'), '<<<<<<< ours\n')
  await task(project, 'rebase')
  t.is(await readFile(join(directory, 'schema.json'), 'utf8'), snapshot)
  t.is((await readdir(directory)).length, 2)
})

test('migrate applies what is pending', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await mkdir(join(project.folder, 'generated-migrations'))
  const path = 'generated-migrations/20260101000000_a.sql'
  await project.write(path, '-- orm: up\nCREATE TABLE a (id INTEGER);\n')
  await task(project, 'migrate')
  t.regex((await project.orm('migration:status')).stdout, /^20260101000000_a {2}applied /)
  await project.write(path, '-- orm: up\nCREATE TABLE b (id INTEGER);\n')
  const refused = await t.throwsAsync(task(project, 'migrate'))
  t.regex(refused.message, /ORM-D026/)
})

for (const name of ['model', 'plainModel']) {
  test(`${name}: code in a stub class survives`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    const stub = join(project.folder, 'generated-classes/Bookstore/Book.php')
    await mkdir(join(project.folder, 'generated-classes/Bookstore'), { recursive: true })
    await writeFile(stub, '<?php // mine\n')
    await task(project, name)
    t.is(await readFile(stub, 'utf8'), '<?php // mine\n')
    t.true((await stat(join(project.folder, 'generated-classes/Bookstore/Base/Book.php'))).isFile())
  })
}

test('messages name files as those of other tools do: from the working directory', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await task(project, 'model')
  await writeFile(join(project.folder, 'generated-classes/Bookstore/Base/Book.php'), '<?php // edited\n')
  await t.throwsAsync(task(project, 'model'), { message: /ORM-C207 generated-classes\/Bookstore\/Base\/Book\.php / })
  await t.throwsAsync(task(project, 'checked'), {
    message: /files are outdated, as generated-sql\/\S+ \(run the build without the option check\)$/,
  })
})

test('a typo fails the task with its place, and nothing is written', async (t) => {
  const project = await createProject(t, {
    schema: schema.replace('foreignTable="author"', 'foreignTable="autor"'),
    database: 'sqlite',
  })
  const error = await t.throwsAsync<Error & { stdout: string; stderr: string }>(gulp(project, 'model'))
  t.regex(error.stderr + error.stdout, /schema\.xml:15:32 ORM-S501 .*did you mean "author"\?/)
  await t.throwsAsync(stat(join(project.folder, 'generated-classes')))
})

for (const [what, code] of Object.entries({
  'a stream of gulp-orm': "src('*schema.xml').pipe(orm.sqlBuild())",
  'a stream of orm-core': "src('*schema.xml').pipe(core.sqlBuild())",
  'into dest': "src('*schema.xml').pipe(core.sqlBuild()).pipe(dest('out'))",
  'into our dest': "src('*schema.xml').pipe(core.modelBuild()).pipe(orm.dest('out'))",
  'through another plugin':
    "src('*schema.xml').pipe(core.sqlBuild()).pipe(new PassThrough({ objectMode: true })).pipe(dest('out'))",
  'in pipeline()': "pipeline(src('*schema.xml'), core.sqlBuild(), dest('out'))",
})) {
  test(`gulp 5 prints every diagnostic of a stream that fails: ${what}`, async (t) => {
    const broken = schema.replace('foreignTable="author"', 'foreignTable="autor"').replace('"varchar"', '"varchr"')
    const project = await createProject(t, { schema: broken, database: 'sqlite' })
    await linkPackages(project.folder, 'gulp', 'gulp-orm', 'orm-core')
    await project.write(
      'gulpfile.mjs',
      `import { PassThrough } from 'node:stream'
      import { pipeline } from 'node:stream/promises'
      import { dest, src } from 'gulp'
      import orm from 'gulp-orm'
      import * as core from 'orm-core'
      export default () => ${code}`,
    )
    const run = promisify(execFile)(process.execPath, [script], { cwd: project.folder })
    const { stdout, stderr } = (await t.throwsAsync<Error & { stdout: string; stderr: string }>(run))!
    const printed = stdout + stderr
    t.regex(printed, /ORM-S302 .*varchr/)
    t.regex(printed, /ORM-S501 .*autor/)
    t.notRegex(printed, /did not complete/)
    await t.throwsAsync(stat(join(project.folder, 'out')))
  })
}

test('since: lastRun() does not take the tables of unchanged files out of the SQL', async (t) => {
  const one = (name: string) =>
    `<database name="bookstore"><table name="${name}"><column name="id" type="integer" primaryKey="true"/></table></database>`
  const project = await createProject(t, { schema: one('a'), database: 'sqlite' })
  await project.write('more.schema.xml', one('b'))
  await linkPackages(project.folder, 'gulp', 'gulp-orm')
  await project.write(
    'gulpfile.mjs',
    `import { utimesSync, writeFileSync } from 'node:fs'
    import { dest, lastRun, series, src } from 'gulp'
    import orm from 'gulp-orm'
    export const sql = () => src('*schema.xml', { since: lastRun(sql) }).pipe(orm.sqlBuild()).pipe(dest('sql'))
    const change = async () => {
      writeFileSync('schema.xml', ${JSON.stringify(one('c'))})
      utimesSync('schema.xml', new Date('2100-01-01'), new Date('2100-01-01'))
    }
    export default series(sql, change, sql)`,
  )
  const run = promisify(execFile)(process.execPath, [script], { cwd: project.folder })
  const { stdout, stderr } = (await t.throwsAsync<Error & { stdout: string; stderr: string }>(run))!
  t.regex(stdout + stderr, /ORM-C206 more\.schema\.xml has tables of database "bookstore".*since/)
  t.regex(
    await readFile(join(project.folder, 'sql/bookstore.sql'), 'utf8'),
    /CREATE TABLE \[b\][\s\S]*CREATE TABLE \[a\]/,
  )
})

test('the same from CommonJS; the file that everybody shares is read too; a screen sees the line', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const shared = { orm: { paths: { phpConfDir: 'shared-conf' }, runtime: { defaultConnection: 'bookstore' } } }
  await project.write('orm.yaml.dist', JSON.stringify(shared))
  await linkPackages(project.folder, 'gulp', 'gulp-orm')
  await project.write(
    'gulpfile.js',
    `const { dest, src } = require('gulp')
    const { configConvert, modelBuild, sqlBuild } = require('gulp-orm')
    const orm = require('gulp-orm')
    exports.sql = () => src('*schema.xml').pipe(sqlBuild()).pipe(dest('generated-sql'))
    exports.model = () => src('*schema.xml').pipe(modelBuild()).pipe(orm.dest('generated-classes'))
    exports.conf = () => src('orm.yaml').pipe(configConvert()).pipe(dest('generated-conf'))
    exports.both = () => src('orm.yaml*').pipe(configConvert()).pipe(dest('both-conf'))`,
  )
  const run = (env: object, ...tasks: string[]) =>
    promisify(execFile)(process.execPath, [script, ...tasks], {
      cwd: project.folder,
      env: { ...process.env, ...env },
    })
  const { stderr } = await run({}, 'sql', 'model', 'conf', 'both')
  t.is(stderr, '')
  t.is((await project.orm('config:convert')).code, 0)
  const converted = (folder: string) => readFile(join(project.folder, folder, 'config.php'), 'utf8')
  t.is(await converted('generated-conf'), await converted('shared-conf'))
  t.is(await converted('both-conf'), await converted('shared-conf'))
  await project.write('schema.xml', schema.replace('foreignTable="author"', 'foreignTable="autor"'))
  const failed = await t.throwsAsync<Error & { stderr: string }>(run({ FORCE_COLOR: '1' }, 'sql'))
  t.regex(
    failed!.stderr,
    /schema\.xml:15:32 \u001b\[31mORM-S501\u001b\[39m .*\n.*\n.*foreignTable="autor".*\n.* {27}\^/,
  )
  const plain = await t.throwsAsync<Error & { stderr: string }>(run({ NO_COLOR: '1' }, 'sql'))
  t.regex(
    plain!.stderr,
    /gulp-orm:\nschema\.xml:15:32 ORM-S501 .*\nexplained in node_modules\/orm-core\/errors\.html#orm-s501-\S+\n$/,
  )
})

test('a migration is a stream like the others', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await task(project, 'diff')
  const files = (await readdir(join(project.folder, 'generated-migrations'))).sort()
  t.deepEqual(
    files.map((file) => file.replace(/^\d{14}/, 'N')),
    ['N_first.sql', 'schema.json'],
  )
  await task(project, 'diff')
  t.deepEqual((await readdir(join(project.folder, 'generated-migrations'))).sort(), files, 'nothing is new')
})
