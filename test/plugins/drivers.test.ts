import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { root } from '../support/root.mjs'

const schema = await readFile(join(root, 'examples/quickstart/schema.xml'), 'utf8')

const gulpfile = `
import { dest, series, src } from 'gulp'
import orm from 'gulp-orm'

export const insert = () => orm.sqlInsert()
export const sql = () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(dest('generated-sql'))
export const model = () => src('*schema.xml').pipe(orm.modelBuild()).pipe(orm.dest('generated-classes'))
export default series(sql, model, insert)
`

const gruntfile = `module.exports = (grunt) => {
  grunt.initConfig({
    orm_sql: { all: { src: '*schema.xml', dest: 'generated-sql' } },
    orm_model: { all: { src: '*schema.xml', dest: 'generated-classes' } },
    orm_insert: { all: {} },
  })
  grunt.loadNpmTasks('grunt-orm')
}
`

/** The script of each host with tasks that generate, and then one that connects. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  gulp: ['gulp/bin/gulp.js'],
  grunt: ['grunt/bin/grunt', 'orm_sql', 'orm_model', 'orm_insert'],
}

/** For each adapter a DSN, and what is to be installed. */
const adapters: Readonly<Record<string, readonly [dsn: string, hint: string]>> = {
  pgsql: ['pgsql:host=127.0.0.1;dbname=x', 'npm install pg'],
  mysql: ['mysql:host=127.0.0.1;dbname=x', 'npm install mysql2'],
  sqlite: ['sqlite:x.sq3', 'npm install libsql'],
}

async function project(t: ExecutionContext, adapter: string, dsn: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-drivers-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const connection = `{ adapter: ${adapter}, dsn: '${dsn}' }`
  await writeFile(join(folder, 'orm.yaml'), `orm: { database: { connections: { bookstore: ${connection} } } }\n`)
  await writeFile(join(folder, 'schema.xml'), schema)
  await writeFile(join(folder, 'gulpfile.mjs'), gulpfile)
  await writeFile(join(folder, 'Gruntfile.cjs'), gruntfile)
  await linkPackages(folder, ...hostPackages)
  return folder
}

for (const [name, [script = '', ...tasks]] of Object.entries(hosts)) {
  for (const [adapter, [dsn, hint]] of Object.entries(adapters)) {
    test(`${name}: ${adapter} is generated without a driver, and a task that connects names the one it needs`, async (t) => {
      const folder = await project(t, adapter, dsn)
      const hook = `${pathToFileURL(join(root, 'test/support/only-driver.mjs'))}?none`
      const path = join(root, 'node_modules', script)
      const { code, output } = await run(process.execPath, ['--import', hook, path, ...tasks], { cwd: folder })
      for (const file of ['generated-sql/bookstore.sql', 'generated-classes/Bookstore/Base/Book.php'])
        t.true(existsSync(join(folder, file)), output)
      t.not(code, 0)
      t.is(
        output.match(/ORM-[A-Z]\d+/g)?.every((found) => found === 'ORM-D007'),
        true,
        output,
      )
      t.true(output.includes(hint), output)
    })
  }
}

for (const name of ['gulp-orm', 'grunt-orm', 'rollup-plugin-orm', 'orm-database']) {
  test(`${name} brings no driver`, async (t) => {
    const manifests = new Map<string, Manifest>()
    const visit = async (each: string): Promise<void> => {
      if (manifests.has(each)) return
      const manifest = JSON.parse(await readFile(join(root, 'node_modules', each, 'package.json'), 'utf8')) as Manifest
      manifests.set(each, manifest)
      const ours = Object.keys(manifest.dependencies ?? {}).filter((need) => /^orm-/.test(need))
      await Promise.all(ours.map(visit))
    }
    await visit(name)
    const needs = [...manifests.values()].flatMap((each) =>
      Object.keys({ ...each.dependencies, ...each.optionalDependencies }),
    )
    for (const driver of ['better-sqlite3', 'libsql', 'mysql2', 'oracledb', 'pg', 'tedious'])
      t.false(needs.includes(driver), driver)
  })
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
