import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'

const schema = (...columns: string[]) => `<database name="shop">
  <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="sold" type="BOOLEAN" defaultValue="false"/>
    <column name="state" type="ENUM" valueSet="new, used"/>
    ${columns.join('\n    ')}
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`
const isbn = '<column name="isbn" type="VARCHAR" size="24"/>'
const price = '<column name="price" type="DECIMAL" size="8" scale="2" defaultValue="1.50"/>'
const pages = '<column name="pages" type="SMALLINT"/>'

const directory = (project: Project) => join(project.folder, 'generated-migrations')
const snapshot = (project: Project) => readFile(join(directory(project), 'schema.json'), 'utf8')

/** Two branches that each add a migration, with the conflict that version control leaves. */
async function merged(project: Project): Promise<void> {
  const files = directory(project)
  await project.write('schema.xml', schema())
  await project.orm('migration:diff', 'first')
  const common = await snapshot(project)
  await project.write('schema.xml', schema(isbn))
  await project.orm('migration:diff', 'isbn')
  const theirs = await snapshot(project)
  await writeFile(join(files, 'schema.json'), common)
  await project.write('schema.xml', schema(price))
  await project.orm('migration:diff', 'price')
  const ours = await snapshot(project)
  await writeFile(join(files, 'schema.json'), `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`)
}

for (const database of databases) {
  // One after the other, as each looks for scratch databases that are left.
  test.serial(`${database}: --rebase makes the snapshot from the files of two branches`, async (t) => {
    const project = await createProject(t, { schema: schema(), database })
    await merged(project)
    await project.write('schema.xml', schema(isbn, price))
    const conflict = await project.orm('migration:diff')
    t.regex(conflict.stderr, /ORM-M004 .*--rebase/s)
    const count = (await readdir(directory(project))).length
    const rebased = await project.orm('migration:diff', '--rebase')
    t.is(rebased.code, 0, rebased.stderr)
    t.regex(rebased.stdout, /the schema has not changed/)
    t.is((await readdir(directory(project))).length, count)
    t.regex(await snapshot(project), /"migration": "\d{14}_price"/)
    t.regex(await snapshot(project), /"type":"BOOLEAN"/)
    t.is((await project.orm('migration:diff', '--check')).code, 0)
    t.is((await project.orm('migrate')).code, 0)
    t.is((await project.orm('migration:drift')).code, 0)
  })

  test.serial(`${database}: what neither branch did is left for the next migration`, async (t) => {
    const project = await createProject(t, { schema: schema(), database })
    await merged(project)
    await project.write('schema.xml', schema(isbn, price, pages))
    t.is((await project.orm('migration:diff', '--rebase', '--check')).code, 5)
    t.regex(await snapshot(project), /^<<<<<<</)
    const rebased = await project.orm('migration:diff', '--rebase')
    t.is(rebased.code, 0, rebased.stderr)
    t.is(
      rebased.stdout.replace(/^(created|updated) .*\n/gm, ''),
      'book: column pages is added\nno migration contains these changes yet: run "orm migration:diff"\n',
    )
    const { stdout } = await project.orm('migration:diff', 'pages')
    t.regex(stdout, /^book: column pages is added\ncreated /)
    t.is((await project.orm('migrate')).code, 0)
    t.is((await project.orm('migration:drift')).code, 0)
  })

  test.serial(`${database}: --rebase touches nothing but the scratch database`, async (t) => {
    const project = await createProject(t, { schema: schema(), database })
    await project.orm('migration:diff', 'first')
    const before = await snapshot(project)
    const file = join(directory(project), '20990101000000_by_hand.sql')
    for (const statement of {
      sqlite: ["ATTACH 'other.sq3' AS other"],
      pgsql: ['CREATE ROLE orm_somebody', 'GRANT pg_monitor TO CURRENT_USER'],
      mysql: ['CREATE USER orm_somebody', 'DELETE FROM `mysql`.`user`', 'drop table mysql . user', 'USE mysql'],
    }[database]) {
      await writeFile(file, `-- orm: up\n${statement};\n-- orm: irreversible no\n`)
      const { code, stderr } = await project.orm('migration:diff', '--rebase')
      t.is(code, 1)
      t.regex(stderr, /20990101000000_by_hand\.sql:2:1 ORM-D036/)
    }
    // A migration that fails leaves no database behind.
    await writeFile(file, '-- orm: up\nDROP TABLE nothing_like_this;\n-- orm: irreversible no\n')
    t.is((await project.orm('migration:diff', '--rebase')).code, 1)
    t.is(await snapshot(project), before)
    await rm(file)
    t.is((await project.orm('migration:diff', '--rebase')).code, 0)
    t.is(await snapshot(project), before)
    const own = {
      sqlite: 'SELECT name FROM sqlite_master',
      pgsql:
        "SELECT datname FROM pg_database WHERE datname LIKE 'orm_scratch_%' UNION SELECT relname FROM pg_class WHERE relname = 'book'",
      mysql:
        "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'orm_scratch_%' UNION SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
    }
    t.deepEqual(await query(project.database, own[database]), [])
  })
}

test('sqlite: --rebase refuses a second statement of settings.queries that opens another file', async (t) => {
  const config = `        settings: { queries: { a: "PRAGMA cache_size = 100; ATTACH 'other.sq3' AS other" } }\n`
  const project = await createProject(t, { schema: schema(), database: 'sqlite', config })
  const { code, stderr } = await project.orm('migration:diff', '--rebase')
  t.is(code, 1, stderr)
  t.regex(stderr, /ORM-D036/)
  t.false(existsSync(join(project.folder, 'other.sq3')))
})
