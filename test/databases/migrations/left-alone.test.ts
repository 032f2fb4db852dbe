import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const schema = ({ book = '', author = '', more = '' } = {}) => `<database name="shop">
  <table name="author">${id}<column name="name" type="VARCHAR" size="40"/>${author}</table>
  <table name="book" ${book}>
    ${id}<column name="title" type="VARCHAR" size="100"/><column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  ${more}
</database>`
const born = '<column name="born" type="INTEGER"/>'

const migrations = async ({ folder }: Project): Promise<string> => {
  const directory = join(folder, 'generated-migrations')
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('\n')
}
const rows = async ({ database }: Project): Promise<number> => (await query(database, 'SELECT * FROM book')).length

for (const database of databases) {
  for (const [way, book, exclude] of [
    ['skipSql', 'skipSql="true"', undefined],
    ['exclude_tables', '', '  exclude_tables: ["bo*"]\n'],
  ] as const) {
    test(`${database}: ${way} keeps the rows of a table that exists, whatever is compared`, async (t) => {
      const project = await createProject(t, { schema: schema(), database })
      t.is((await project.orm('migration:diff', 'first')).code, 0)
      t.is((await project.orm('migrate')).code, 0)
      await query(
        project.database,
        "INSERT INTO author (name) VALUES ('Jane')",
        "INSERT INTO book (title) VALUES ('E')",
      )
      const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
      await project.write('orm.yaml', config + (exclude ?? ''))
      const ofDatabase = await project.orm('migration:diff', '--from=database')
      t.is(ofDatabase.code, 0, ofDatabase.stderr)

      await project.write('schema.xml', schema({ book, author: born }))
      const early = await project.orm('migration:drift')
      t.is(early.code, 0, early.stdout)
      for (const args of [['--from=database'], []]) {
        const diff = await project.orm('migration:diff', 'later', ...args)
        t.is(diff.code, 0, diff.stderr)
      }
      t.is((await project.orm('migrate')).code, 0)
      await query(project.database, "UPDATE author SET born = 1775 WHERE name = 'Jane'")
      t.is(await rows(project), 1)
      // Somebody else may do what they like with it.
      await query(project.database, 'ALTER TABLE book ADD COLUMN other INTEGER')
      const drift = await project.orm('migration:drift')
      t.is(drift.code, 0, drift.stdout)
      t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
      const rebased = await project.orm('migration:diff', '--rebase')
      t.is(rebased.code, 0, rebased.stderr)
      t.regex(rebased.stdout, /has not changed/)
      t.regex((await project.orm('migration:diff')).stdout, /has not changed/)
      t.is((await project.orm('migration:down', '--allow-loss')).code, 0)
      t.is(await rows(project), 1)
      t.is((await project.orm('migrate')).code, 0)

      await project.write('orm.yaml', config)
      await project.write('schema.xml', schema({ author: born }))
      const back = await project.orm('migration:diff', 'back', '--from=database')
      t.regex(back.stdout, /book: column other is dropped/)
      t.is((await project.orm('migrate')).code, 0)
      t.is((await project.orm('migration:drift')).code, 0)
      t.is(await rows(project), 1)
      t.notRegex((await migrations(project)).replace(/-- orm: down[\s\S]*?(?=-- orm: up|$)/g, ''), /DROP TABLE/)
    })
  }

  test(`${database}: a foreign table that the schema only describes is no drift, and --from=database keeps it`, async (t) => {
    const described = `<table name="visit" skipSql="true">${id}</table>`
    const project = await createProject(t, { schema: schema({ more: described }), database })
    await query(project.database, 'CREATE TABLE visit (id INTEGER NOT NULL PRIMARY KEY, at_all INTEGER)')
    t.is((await project.orm('migration:diff', 'first')).code, 0)
    t.is((await project.orm('migrate')).code, 0)
    const drift = await project.orm('migration:drift')
    t.is(drift.code, 0, drift.stdout)
    t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
    if (database === 'pgsql') {
      await project.write('schema.xml', schema({ more: described.replace('skipSql', 'schema="public" skipSql') }))
      const { stdout } = await project.orm('migration:diff', '--from=database')
      t.regex(stdout, /has not changed/)
    }
    t.notRegex(await migrations(project), /visit/)
  })

  test(`${database}: a baseline that contains a table with skipSql does not make it part of migrations`, async (t) => {
    const project = await createProject(t, { schema: schema(), database })
    await project.orm('sql:build')
    await project.orm('sql:insert')
    await query(project.database, "INSERT INTO book (title) VALUES ('E')")
    await project.write('schema.xml', schema({ book: 'skipSql="true"' }))
    t.is((await project.orm('migration:baseline')).code, 0)
    const { stdout } = await project.orm('migration:diff')
    t.regex(stdout, /table book is left alone from now on/)
    t.is((await project.orm('migrate')).code, 0)
    t.is(await rows(project), 1)
  })
}
