import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject } from '../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const key = (table: string) =>
  `<column name="${table}_id" type="INTEGER"/><foreign-key foreignTable="${table}"><reference local="${table}_id" foreign="id"/></foreign-key>`

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="match">${id}</table>
    <table name="9lives">${id}</table>
    <table name="club">${id}</table>
    <table name="goal">${id}<column name="minute" type="INTEGER"/>${key('match')}${key('club')}</table>
    <table name="typo">${id}<column name="n" type="INTEGRE"/></table>
    <table name="season">${id}
      <behavior name="aggregate_column">
        <parameter name="name" value="nb"/><parameter name="foreign_table" value="match"/><parameter name="expression" value="COUNT(id)"/>
      </behavior>
    </table>
  </database>`

test('tables with errors are omitted with what depends on them, and the others work', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  t.is((await project.orm('build')).code, 1)
  const { code, stderr } = await project.orm('build', '--keep-going')
  t.is(code, 6, stderr)
  for (const table of ['match', '9lives', 'typo', 'season']) {
    t.regex(stderr, new RegExp(`ORM-W805 table "${table}" has errors and is omitted`))
  }
  t.regex(stderr, /ORM-S802 class name "Match" is reserved/)
  t.regex(stderr, /ORM-W805 table "goal": the foreign key to "match" is omitted with that table/)
  t.false(existsSync(join(project.folder, 'generated-classes/Base/Match.php')))
  t.notRegex(await readFile(join(project.folder, 'generated-sql/d.sql'), 'utf8'), /match\b.*\(|9lives|season|typo/)
  t.is((await project.orm('sql:insert', '--yes')).code, 0)
  const used = `$goal = (new Goal())->setMinute(3)->setMatchId(5)->setClub(new Club()); $goal->save();
    echo GoalQuery::create()->joinWithClub()->count();`
  t.is(await project.php(used), '1')
})

for (const command of ['sql:build', 'model:build']) {
  test(`${command} --keep-going has exit code 6, and 0 where nothing is wrong`, async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    t.is((await project.orm(command, '--keep-going')).code, 6)
    t.is((await project.orm(command, '--keep-going', '--strict')).code, 1)
    const sound = await createProject(t, {
      schema: `<database name="d"><table name="a">${id}</table></database>`,
      database: 'sqlite',
    })
    t.is((await sound.orm(command, '--keep-going')).code, 0)
  })
}

test('an error outside of tables fails the build, as does a schema whose tables all have errors', async (t) => {
  for (const broken of [
    schema.replace('defaultIdMethod="native"', 'defaultIdMethod="whatever"'),
    schema.replace('</database>', ''),
    `<database name="d"><table name="match">${id}</table></database>`,
  ]) {
    const project = await createProject(t, { schema: broken, database: 'sqlite' })
    t.is((await project.orm('build', '--keep-going')).code, 1)
  }
})
