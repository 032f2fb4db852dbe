import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'

const schemaWith = (...columns: string[]) => `<database name="shop" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    ${columns.map((name) => `<column name="${name}" type="varchar" size="20"/>`).join('')}
  </table>
</database>`

const ahead = `connection "shop": the schema has 1 change that no migration contains: run "orm migration:diff NAME"
  book: column title is added
`

/** The message of the exception that PHP code ends with. */
const failure = (project: Project, code: string): Promise<string> =>
  project.php(`try { ${code} } catch (Throwable $e) { echo $e->getMessage(); }`)

for (const database of databases) {
  test(`${database}: commands and PHP say that the schema has changes that no migration contains`, async (t) => {
    const project = await createProject(t, { schema: schemaWith(), database })
    await project.build()
    for (const command of ['migrate', 'migration:status', 'doctor'])
      t.notRegex((await project.orm(command)).stdout, /no migration contains/, command)
    await project.write('schema.xml', schemaWith('title'))
    await project.orm('build')

    const migrate = await project.orm('migrate')
    t.deepEqual([migrate.code, migrate.stdout], [0, `nothing to apply\n${ahead}`])
    t.is((await project.orm('migration:up')).stdout, `nothing to apply\n${ahead}`)
    for (const option of ['--dry-run', '--plan']) t.true((await project.orm('migrate', option)).stdout.endsWith(ahead))
    const status = await project.orm('migration:status')
    t.is(status.code, 0)
    t.true(status.stdout.endsWith(`all 1 migration applied\n${ahead}`), status.stdout)
    t.is((await project.orm('migration:status', '--exit-code')).code, 5)
    const { unwritten } = JSON.parse((await project.orm('migration:status', '--format=json')).stdout)
    t.deepEqual(unwritten, [{ connection: 'shop', changes: ['book: column title is added'] }])
    const doctor = JSON.parse((await project.orm('doctor', '--format=json')).stdout)
    t.like(
      doctor.checks.find(({ check }: { check: string }) => check === 'schema of "shop"'),
      {
        status: 'warning',
        message: 'the schema has 1 change that no migration contains, as "book: column title is added"',
        cure: 'run "orm migration:diff NAME"',
      },
    )

    // PHP is where it would be noticed otherwise.
    const hint =
      '; `orm migrate` brings the tables up to date, after `orm migration:diff NAME` if the schema has changed)'
    for (const code of [
      'BookQuery::create()->find();',
      "BookQuery::create()->filterByTitle('x')->count();",
      "(new Book())->setTitle('x')->save();",
      "BookQuery::create()->filterById(1)->update(['Title' => 'x']);",
    ]) {
      const message = await failure(project, code)
      t.true(message.includes(hint), `${code} ${message}`)
    }
    await query(project.database, 'DROP TABLE book')
    t.regex(await failure(project, 'BookQuery::create()->find();'), /`orm sql:insert` creates the tables/)
    await query(project.database, 'CREATE TABLE book (id INTEGER PRIMARY KEY)')

    t.is((await project.orm('migration:diff', 'title')).code, 0)
    t.is((await project.orm('migration:status', '--exit-code')).code, 5)
    t.regex((await project.orm('migrate')).stdout, /_title applied .*\n$/)
    t.is((await project.orm('migration:status', '--exit-code')).code, 0)
  })
}

test('without a snapshot, all tables are changes; a server with the migrations alone compares nothing', async (t) => {
  const project = await createProject(t, { schema: schemaWith(), database: 'sqlite' })
  t.regex(
    (await project.orm('migrate')).stdout,
    /^nothing to apply\nconnection "shop": the schema has 1 change that no/,
  )
  await project.orm('migration:diff', 'first')
  await project.write('schema.xml', schemaWith('a', 'b', 'c', 'd', 'e'))
  const { stdout } = await project.orm('migrate')
  t.regex(stdout, /the schema has 5 changes .*\n(?: {2}book: column [abc] is added\n){3} {2}and 2 more\n$/)
  await project.write('schema.xml', schemaWith().replace('integer', 'integr'))
  const broken = await project.orm('migrate')
  t.is(broken.code, 0)
  t.regex(broken.stdout, /the schema cannot be compared with the migrations: schema\.xml:3:\d+ ORM-S302/)
  await rm(join(project.folder, 'schema.xml'))
  t.is((await project.orm('migrate')).stdout, 'nothing to apply\n')
})
