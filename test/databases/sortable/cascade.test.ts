import { join } from 'node:path'
import { runPhpFile } from '../../support/php.js'
import { testOnEachDatabase } from '../../support/project.js'
import { root } from '../../support/root.mjs'
import { walkSeed, walkSteps } from '../../support/walks.js'
import { folder } from './project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const key = (name: string, table: string, onDelete: string) =>
  `<column name="${name}" type="INTEGER"/><foreign-key foreignTable="${table}" onDelete="${onDelete}"><reference local="${name}" foreign="id"/></foreign-key>`

const sortable = (scopes: string) =>
  `<behavior name="sortable">${
    scopes && `<parameter name="use_scope" value="true"/><parameter name="scope_column" value="${scopes}"/>`
  }</behavior>`

/** Members of lists that go with rows of other tables, at once and over others, or with one another. */
const schema = `<database name="lists" namespace="Cascade">
  <table name="company">${id}</table>
  <table name="person">${id}${key('company_id', 'company', 'cascade')}${key('boss_id', 'person', 'cascade')}</table>
  <table name="task">${id}${key('person_id', 'person', 'cascade')}<column name="part" type="INTEGER"/>${sortable('part')}</table>
  <table name="card">${id}${key('person_id', 'person', 'setnull')}${sortable('person_id')}</table>
  <table name="note">${id}${key('task_id', 'task', 'cascade')}${key('note_id', 'note', 'cascade')}<column name="kind" type="VARCHAR" size="5"/>${sortable('kind')}</table>
  <table name="line">${id}<column name="place" type="INTEGER"/>${key('note_id', 'note', 'cascade')}
    <unique><unique-column name="place"/></unique>
    <behavior name="sortable"><parameter name="rank_column" value="place"/></behavior></table>
</database>`

testOnEachDatabase(
  `lists have no gaps after the rows are deleted that members refer to (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    const options = { cwd: project.folder, prepend: join(root, 'test', 'support', 'project.php') }
    const args = [walkSeed, walkSteps(60)]
    t.is(await runPhpFile(join(folder, 'cascade.php'), { ...options, args }), 'ok')
  },
)

testOnEachDatabase(
  'fractional numbers stay as they are when members go with the rows that they refer to',
  `<database name="lists" namespace="Cascade">
    <table name="person">${id}</table>
    <table name="clip">${id}${key('person_id', 'person', 'cascade')}
      <behavior name="sortable"><parameter name="rank_type" value="fractional"/></behavior></table>
  </database>`,
  async (t, project) => {
    const left = await project.php(`use Cascade\\{Clip, ClipQuery, Person};
      ($first = new Person())->save(); ($second = new Person())->save();
      foreach ([$first, $second, $first, $second] as $person) { (new Clip())->setPerson($person)->save(); }
      $numbers = ClipQuery::create()->filterByPerson($second)->orderById()->select('SortableRank')->find()->getData();
      $first->delete();
      echo json_encode($numbers === ClipQuery::create()->orderById()->select('SortableRank')->find()->getData());`)
    t.is(left, 'true')
  },
)
