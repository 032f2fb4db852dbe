import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { gruntInProcess } from '../support/grunt-in-process.js'
import { gulpInProcess } from '../support/gulp-in-process.js'
import { hostPackages, linkPackages } from '../support/link-packages.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { rollupInProcess } from '../support/rollup-in-process.js'

const schema = (name: string, table = name) => `<database name="${name}">
  <table name="${table}_item"><column name="id" type="INTEGER" primaryKey="true"/></table>
</database>`

interface Host {
  readonly file?: string
  readonly text?: string
  readonly build: (folder: string) => Promise<{ readonly code: number; readonly output: string }>
}

const gulpfile = (dest: string) => `import { dest, src } from 'gulp'
import orm from 'gulp-orm'
export default () => src('*schema.xml').pipe(orm.sqlBuild()).pipe(${dest}('generated-sql'))
`
const hosts: Readonly<Record<string, Host>> = {
  'sql:build': { build: (folder) => ormInProcess(folder, ['sql:build']) },
  build: { build: (folder) => ormInProcess(folder, ['build', '--strict']) },
  'gulp.dest': { file: 'gulpfile.mjs', text: gulpfile('dest'), build: gulpInProcess },
  'orm.dest': { file: 'gulpfile.mjs', text: gulpfile('orm.dest'), build: gulpInProcess },
  grunt: {
    file: 'Gruntfile.cjs',
    text: `module.exports = (grunt) => {
  grunt.initConfig({ orm_sql: { all: { src: '*schema.xml', dest: 'generated-sql' } } })
  grunt.loadNpmTasks('grunt-orm')
}
`,
    build: (folder) => gruntInProcess(folder, 'orm_sql'),
  },
  rollup: {
    file: 'rollup.config.mjs',
    text: `import orm from 'rollup-plugin-orm'
export default { input: 'app.js', plugins: [orm()], output: { file: 'out.js' } }
`,
    build: rollupInProcess,
  },
}

const said = /ORM-W002 shop\.sql was written for database "shop", which no schema has any more/

for (const [host, { file, text, build: buildIn }] of Object.entries(hosts)) {
  for (const database of host === 'sql:build' ? databases : (['sqlite'] as const)) {
    test(`${database}, ${host}: the SQL of a database that is gone is not executed, and one of another name is`, async (t) => {
      const schemas = { 'audit-schema.xml': schema('audit'), 'shop-schema.xml': schema('shop') }
      const project = await createProject(t, { schema: schemas, database })
      await linkPackages(project.folder, ...hostPackages)
      await project.write('app.js', 'export default 1\n')
      if (file) await project.write(file, text!)
      const build = () => buildIn(project.folder)
      t.is((await build()).code, 0)
      t.is((await project.orm('sql:insert')).code, 0)
      await query(project.database, 'INSERT INTO shop_item VALUES (1)', 'INSERT INTO audit_item VALUES (1)')

      await rm(join(project.folder, 'shop-schema.xml'))
      const deleted = await build()
      t.is(deleted.code, 0, deleted.output)
      t.regex(deleted.output, said)
      t.is((await project.orm('sql:insert', '--yes')).code, 0)
      t.is((await query(project.database, 'SELECT * FROM shop_item')).length, 1, 'rows of a database that is gone')
      t.is((await query(project.database, 'SELECT * FROM audit_item')).length, 0)
      t.notRegex((await build()).output, said)

      await project.write('shop-schema.xml', schema('shop'))
      t.is((await build()).code, 0)
      t.regex(await readFile(join(project.folder, 'generated-sql/sqldb.map'), 'utf8'), /^shop\.sql=shop$/m)
      const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
      await project.write('orm.yaml', config.replaceAll('"shop"', '"store"'))
      await project.write('shop-schema.xml', schema('store', 'shop'))
      const renamed = await build()
      t.is(renamed.code, 0, renamed.output)
      t.regex(renamed.output, said)
      const inserted = await project.orm('sql:insert', '--yes')
      t.is(inserted.code, 0, inserted.stderr)
      t.regex(inserted.stdout, /connection "store"/)
    })
  }
}
