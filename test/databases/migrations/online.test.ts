import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'
import { run, runners } from './runners.js'

/** Tables with a foreign key between them, in parts that a test changes. */
interface Parts {
  readonly counts?: boolean
  readonly options?: string
  readonly authorId?: string
  readonly price?: string
  readonly key?: string
}

const key = '<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>'

const schemaOf = (parts: Parts): string => `<database name="shop">
  <table name="author">${parts.options ?? ''}<column name="id" type="INTEGER" primaryKey="true" autoIncrement="${parts.counts ?? true}"/></table>
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="author_id" type="INTEGER"${parts.authorId ?? ''}/><column name="price" type="${parts.price ?? 'INTEGER'}"/>${parts.key ?? key}
    <index name="by_author"><index-column name="author_id"/></index></table>
</database>`

/** A project whose database has rows; the result is the text of the migration to the second schema. */
async function changed(
  t: ExecutionContext,
  database: DatabaseName,
  [before, after]: readonly [Parts, Parts],
  ...options: readonly string[]
): Promise<{ readonly project: Project; readonly text: string }> {
  const project = await createProject(t, { schema: schemaOf(before), database })
  await project.orm('config:convert')
  await project.orm('migration:diff', 'first')
  await project.orm('migrate')
  await query(project.database, 'INSERT INTO author (id) VALUES (1)', 'INSERT INTO book VALUES (1, 1, 7)')
  await project.write('schema.xml', schemaOf(after))
  const { code, stderr } = await project.orm('migration:diff', 'second', ...options)
  t.is(code, 0, stderr)
  const folder = join(project.folder, 'generated-migrations')
  const file = (await readdir(folder)).find((name) => name.endsWith('_second.sql'))!
  return { project, text: (await readFile(join(folder, file), 'utf8')).split('-- orm: down')[0]! }
}

const keyAndRequired = [{ key: '' }, { authorId: ' required="true"' }] as const

if (databases.includes('pgsql')) {
  for (const runner of runners) {
    test(`pgsql, ${runner.name}: --online holds no lock while a constraint is validated`, async (t) => {
      const { project } = await changed(t, 'pgsql', keyAndRequired, '--online')
      await query(
        project.database,
        'CREATE TABLE seen (statement TEXT, lock TEXT)',
        `CREATE FUNCTION see() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
           INSERT INTO seen SELECT current_query(), string_agg(mode, ' ') FROM pg_locks
             WHERE pid = pg_backend_pid() AND relation IN ('book'::regclass, 'author'::regclass);
         END $$`,
        "CREATE EVENT TRIGGER see ON ddl_command_start WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION see()",
      )
      const { code, stdout, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 0, stdout + stderr)
      const seen = await query(project.database, "SELECT * FROM seen WHERE statement LIKE '%VALIDATE CONSTRAINT%'")
      t.deepEqual(
        seen.map(({ lock }) => lock),
        [null, null],
      )
      t.is((await project.orm('migration:drift', '--format=json')).stdout.match(/author/g), null)
    })
  }
}

if (databases.includes('mysql')) {
  for (const runner of runners) {
    test(`mysql, ${runner.name}: --online adds a foreign key without a copy, and finds rows that refer to nothing`, async (t) => {
      const { project, text } = await changed(t, 'mysql', [{ key: '' }, {}], '--online')
      t.regex(text, /ADD CONSTRAINT[^;]*FOREIGN KEY[^;]*ALGORITHM=INPLACE, LOCK=NONE;/)
      await query(project.database, 'INSERT INTO book VALUES (2, 99, 7), (3, NULL, 7)')
      const refused = await run(runner, project, ['migrate'])
      t.is(refused.code, 1)
      t.regex(refused.stdout + refused.stderr, /Subquery returns more than 1 row/)
      await query(project.database, 'DELETE FROM book WHERE author_id = 99')
      const { code, stdout, stderr } = await run(runner, project, ['migrate'])
      t.is(code, 0, stdout + stderr)
      await t.throwsAsync(query(project.database, 'INSERT INTO book VALUES (4, 99, 7)'), { message: /foreign key/ })
      t.is((await project.orm('migration:drift')).code, 0)
    })
  }
}

const rowFormat = '<vendor type="mysql"><parameter name="RowFormat" value="COMPRESSED"/></vendor>'
const latin1 = '<vendor type="mysql"><parameter name="Charset" value="latin1"/></vendor>'

/** Changes of tables that leave their foreign keys alone. */
const harmless: Readonly<Record<string, readonly [Parts, Parts]>> = {
  'a column becomes required': [{}, { authorId: ' required="true"' }],
  'a column becomes optional': [{ authorId: ' required="true"' }, {}],
  'a column becomes required, and the server copies the table': [
    {},
    { authorId: ' required="true"', price: 'DECIMAL' },
  ],
  'the parent stops counting': [{}, { counts: false }],
  'the parent begins to count': [{ counts: false }, {}],
  'the parent has another row format': [{}, { options: rowFormat }],
  'the parent has another character set': [{}, { options: latin1 }],
}

for (const database of databases) {
  for (const [title, parts] of Object.entries(harmless)) {
    if (parts.some(({ options }) => options) && database !== 'mysql') continue
    test(`${database}: no foreign key is dropped when ${title}`, async (t) => {
      const { project, text } = await changed(t, database, parts)
      if (database !== 'sqlite') t.notRegex(text, /FOREIGN KEY [^_]|DROP CONSTRAINT|ADD CONSTRAINT/)
      const { code, stdout, stderr } = await project.orm('migrate')
      t.is(code, 0, stdout + stderr)
      const pragma = database === 'sqlite' ? ['PRAGMA foreign_keys = ON'] : []
      await t.throwsAsync(query(project.database, ...pragma, 'INSERT INTO book VALUES (4, 99, 7)'), { any: true })
      t.is((await project.orm('migration:down', '--allow-loss')).code, 0)
    })
  }
}
