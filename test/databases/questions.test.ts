import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject, ormScript, type Project } from '../support/project.js'
import { keys, Terminal } from '../support/terminal.js'

const schemaWith = (...columns: string[]) => `<database name="shop">
  <table name="a">
    <column name="id" type="integer" primaryKey="true"/>
    ${columns.map((name) => `<column name="${name}" type="varchar" size="20"/>`).join('')}
  </table>
</database>`

/** A project whose last migration has added a column, and a row with a value in it. */
async function projectWithRow(t: ExecutionContext, database: DatabaseName): Promise<Project> {
  const project = await createProject(t, { schema: schemaWith(), database })
  await project.build()
  await project.write('schema.xml', schemaWith('name'))
  for (const command of [['migration:diff', 'add_name'], ['migrate'], ['build']]) {
    const { code, stderr } = await project.orm(...command)
    t.is(code, 0, stderr)
  }
  await mkdir(join(project.folder, 'seeds'))
  await project.write('seeds/a.yaml', 'a: [{ id: 2, name: two }]\n')
  await project.php("(new A())->setId(1)->setName('one')->save();")
  return project
}

const rows = 'foreach (AQuery::create()->orderById()->find() as $a) { echo $a->getId(), $a->getName(); }'

/** Commands that ask, with the schema that they ask about. */
const asking: readonly (readonly [command: string, schema: string])[] = [
  ['sql:insert', schemaWith('name')],
  ['db:push', schemaWith()],
  ['seed --reset', schemaWith('name')],
  ['migration:down', schemaWith('name')],
  ['migration:diff', schemaWith('title')],
]

for (const database of databases) {
  test.serial(`${database}: Ctrl-C at a question ends it with 130, and nothing was changed`, async (t) => {
    const project = await projectWithRow(t, database)
    for (const [command, schema] of asking) {
      await project.write('schema.xml', schema)
      const terminal = new Terminal([process.execPath, ormScript, ...command.split(' ')], project.folder)
      await terminal.expect('[y/N]')
      terminal.type(keys.interrupt)
      t.is(await terminal.ended, 130, terminal.shown)
      t.regex(terminal.shown, /\[y\/N\] \s*Aborted: nothing was changed\.\s*$/, command)
      t.is(await project.php(rows), '1one', command)
    }
  })

  test.serial(`${database}: an exception at a question is shown as a bug, not as a broken database`, async (t) => {
    const project = await projectWithRow(t, database)
    for (const [command, schema] of asking) {
      await project.write('schema.xml', schema)
      let shown = ''
      const output = { write: (text: string) => (shown += text) }
      const ask = async () => {
        throw new TypeError('a bug of ours')
      }
      const before = process.cwd()
      process.chdir(project.folder)
      try {
        t.is(await run(command.split(' '), { env: process.env, stdout: output, stderr: output, ask }), 1, command)
      } finally {
        process.chdir(before)
      }
      t.regex(shown, /^orm: unexpected error: a bug of ours \(at .*; this is a bug in Orm/m, command)
      t.notRegex(shown, /ORM-D001/, command)
      t.is(await project.php(rows), '1one', command)
    }
  })
}

test('what was done before the question is said', async (t) => {
  const table = (name: string) => `<database name="${name}">
    <table name="${name}_row"><column name="id" type="integer" primaryKey="true"/></table></database>`
  const project = await createProject(t, {
    schema: { 'first.schema.xml': table('first'), 'second.schema.xml': table('second') },
    database: 'sqlite',
  })
  await project.build()
  await project.php('(new SecondRow())->setId(1)->save();')
  await mkdir(join(project.folder, 'seeds'))
  await project.write('seeds/rows.yaml', 'first_row: [{ id: 1 }]\nsecond_row: [{ id: 2 }]\n')
  const terminal = new Terminal([process.execPath, ormScript, 'seed', '--reset'], project.folder)
  await terminal.expect('first_row on connection "first": 1 row inserted')
  await terminal.expect('Delete these rows? [y/N]')
  terminal.type(keys.interrupt)
  t.is(await terminal.ended, 130, terminal.shown)
  t.regex(terminal.shown, /Aborted: what is reported above was done\.\s*$/)
  t.is(await project.php('echo FirstRowQuery::create()->count(), SecondRowQuery::create()->findOne()->getId();'), '11')
})
