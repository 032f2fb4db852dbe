import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import test from 'ava'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { createProject, type Project } from '../support/project.js'
import { rollupInProcess } from '../support/rollup-in-process.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

interface Outcome {
  readonly code: number
  readonly output: string
}

interface Host {
  /** Files that describe the build; `overwrite` agrees to replace files. */
  readonly files?: (overwrite: boolean) => Readonly<Record<string, string>>
  readonly command: (project: Project, overwrite: boolean) => Promise<Outcome>
}

const node =
  (...args: string[]): Host['command'] =>
  async ({ folder }) =>
    promisify(execFile)(process.execPath, args, { cwd: folder }).then(
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        output: error.stdout + error.stderr,
      }),
    )

const script =
  (...commands: string[]): Host['command'] =>
  async (project, overwrite) => {
    let outcome: Outcome = { code: 0, output: '' }
    for (const command of commands) {
      const { code, stdout, stderr } = await project.orm(command, ...(overwrite ? ['--overwrite'] : []))
      outcome = { code: outcome.code || code, output: outcome.output + stdout + stderr }
    }
    return outcome
  }

const hosts: Readonly<Record<string, Host>> = {
  'orm build': { command: script('build') },
  'orm sql:build, model:build, config:convert': { command: script('sql:build', 'model:build', 'config:convert') },
  gulp: {
    files: (overwrite) => ({
      'gulpfile.mjs': `import { series, src } from 'gulp'
import orm from 'gulp-orm'
const options = { overwrite: ${overwrite} }
const sql = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(orm.dest('generated-sql', options))
const model = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes', options))
const config = () => src('orm.yaml').pipe(orm.configConvert()).pipe(orm.dest('generated-conf', options))
export default series(sql, model, config)
`,
    }),
    command: node('node_modules/gulp/bin/gulp.js', '--continue'),
  },
  grunt: {
    files: (overwrite) => ({
      'Gruntfile.cjs': `module.exports = (grunt) => {
  const options = { overwrite: ${overwrite} }
  grunt.initConfig({
    orm_sql: { options, all: { src: '*schema.xml', dest: 'generated-sql' } },
    orm_model: { options, all: { src: '*schema.xml', dest: 'generated-classes' } },
    orm_config: { options, all: { src: 'orm.yaml', dest: 'generated-conf' } },
  })
  grunt.loadNpmTasks('grunt-orm')
}
`,
    }),
    command: ({ folder }) => gruntInProcess(folder, '--force', 'orm_sql', 'orm_model', 'orm_config'),
  },
  rollup: {
    files: (overwrite) => ({
      'rollup.config.mjs': `import orm from 'rollup-plugin-orm'
export default { input: 'app.js', plugins: [orm({ overwrite: ${overwrite} })], output: { file: 'out.js' } }
`,
      'app.js': 'export default 1\n',
    }),
    command: ({ folder }) => rollupInProcess(folder),
  },
}

const byHand = {
  'generated-conf/config.php': '<?php return 1; // mine\n',
  'generated-classes/Bookstore/Base/Book.php': '<?php // mine\n',
  'generated-sql/bookstore.sql': '-- mine\n',
}

const none: NonNullable<Host['files']> = () => ({})

for (const [name, { files = none, command }] of Object.entries(hosts)) {
  test(`${name}: files written by hand are named, and replaced only with overwrite`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await linkPackages(project.folder, ...hostPackages)
    const prepare = async (overwrite: boolean) => {
      for (const [file, text] of Object.entries(files(overwrite))) await project.write(file, text)
    }
    for (const [file, text] of Object.entries(byHand)) {
      await mkdir(join(project.folder, file, '..'), { recursive: true })
      await project.write(file, text)
    }
    await prepare(false)
    const refused = await command(project, false)
    for (const [file, text] of Object.entries(byHand)) {
      t.true(refused.output.includes(file.split('/').at(-1)!), `${file} in ${refused.output}`)
      t.is(await readFile(join(project.folder, file), 'utf8'), text)
    }
    t.regex(refused.output, /ORM-C207/)
    await prepare(true)
    const agreed = await command(project, true)
    t.is(agreed.code, 0, agreed.output)
    for (const [file, text] of Object.entries(byHand)) {
      t.not(await readFile(join(project.folder, file), 'utf8'), text, file)
    }
    // A generated file that somebody edited is theirs, too.
    const base = join(project.folder, 'generated-classes/Bookstore/Base/Book.php')
    const edited = `${await readFile(base, 'utf8')}// mine\n`
    await writeFile(base, edited)
    await prepare(false)
    t.regex((await command(project, false)).output, /ORM-C207[\s\S]*Book\.php/)
    t.is(await readFile(base, 'utf8'), edited)
  })

  test(`${name}: stubs of removed tables are named, empty folders go, links and modes stay`, async (t) => {
    const people = schema.replace('<table name="author"', '<table namespace="\\People" name="author"')
    const project = await createProject(t, { schema: people, database: 'sqlite' })
    await linkPackages(project.folder, ...hostPackages)
    for (const [file, text] of Object.entries(files(false))) await project.write(file, text)
    const first = await command(project, false)
    t.is(first.code, 0, first.output)
    const path = (file: string) => join(project.folder, 'generated-classes', file)
    await rename(path('Bookstore/Base/Book.php'), join(project.folder, 'Book.php'))
    await symlink(join(project.folder, 'Book.php'), path('Bookstore/Base/Book.php'))
    await chmod(path('Bookstore/Map/BookTableMap.php'), 0o600)
    const without = people
      .replace(/\s*<table namespace="\\People"[\s\S]*?<\/table>/, '')
      .replace(/\s*<foreign-key foreignTable="author"[\s\S]*?<\/foreign-key>/g, '')
    t.not(without, people)
    await project.write('schema.xml', without)
    const second = await command(project, false)
    t.is(second.code, 0, second.output)
    t.regex(second.output, /People\/Author\.php: the table of this stub class is gone/)
    await t.throwsAsync(lstat(path('People/Base')))
    await t.throwsAsync(lstat(path('People/Map')))
    t.true((await lstat(path('Bookstore/Base/Book.php'))).isSymbolicLink())
    t.is((await stat(path('Bookstore/Map/BookTableMap.php'))).mode & 0o777, 0o600)
  })
}

test('database:reverse replaces a schema.xml that was written by hand, or edited, only with --overwrite', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
  const path = join(project.folder, 'schema.xml')
  const reverse = (...args: string[]) => project.orm('database:reverse', '--output-dir=.', ...args)
  const refused = await reverse()
  t.is(refused.code, 1)
  t.regex(refused.stderr, /ORM-C207 schema\.xml exists, and Orm did not generate it/)
  t.is(await readFile(path, 'utf8'), schema)
  t.is((await reverse('--overwrite')).code, 0)
  t.is((await reverse()).code, 0)
  const edited = `${await readFile(path, 'utf8')}<!-- mine -->\n`
  await writeFile(path, edited)
  t.regex((await reverse()).stderr, /ORM-C207 schema\.xml was edited/)
  t.is(await readFile(path, 'utf8'), edited)
})

test('model:build --check and build --check compare contents, not size and time', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await mkdir(join(project.folder, 'node_modules'))
  t.is((await project.orm('build')).code, 0)
  t.is((await project.orm('model:build')).code, 0)
  const base = join(project.folder, 'generated-classes/Bookstore/Base/Book.php')
  const { atime, mtime } = await stat(base)
  const text = await readFile(base, 'utf8')
  await writeFile(base, text.replace('<?php', '<?PHP'))
  await utimes(base, atime, mtime)
  for (const command of ['model:build', 'build']) {
    const { code, stderr } = await project.orm(command, '--check')
    t.is(code, 1)
    t.regex(stderr, /ORM-C207 \S+Base\/Book\.php was edited/)
    t.is((await project.orm(command, '--check', '--overwrite')).code, 5)
  }
  await writeFile(base, text)
  await utimes(base, atime, mtime)
  for (const command of ['model:build', 'build']) t.is((await project.orm(command, '--check')).code, 0)
})

test('--check finds nothing a second later with addTimeStamp', async (t) => {
  const config = '  generator:\n    objectModel:\n      addTimeStamp: true\n'
  const project = await createProject(t, { schema, database: 'sqlite', config })
  for (const command of ['build', 'model:build']) {
    t.is((await project.orm(command)).code, 0)
    await sleep(1100)
    t.is((await project.orm(command, '--check')).code, 0)
  }
  await rm(join(project.folder, 'generated-classes/Bookstore/Base/Book.php'))
  t.is((await project.orm('build', '--check')).code, 5)
})
