import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'

const schema = (columns = '', behaviors = '<behavior name="closure_table"/>') => `
  <database name="d" defaultIdMethod="native">
    <table name="node">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      ${columns}${behaviors}
    </table>
  </database>`

test('closure_table: the table of pairs goes with the rows, on every database', async (t) => {
  const { sql } = await buildSchema(schema())
  for (const [vendor, text] of Object.entries(sql)) {
    t.regex(text, /CREATE TABLE .?node_closure/i, vendor)
    // SQL Server refuses several cascading keys between two tables.
    t.is(text.match(/ON DELETE CASCADE/g)?.length ?? 0, vendor === 'mssql' ? 0 : 3, vendor)
  }
})

test('closure_table: the pairs refer to the row above and the row below, each under its name', async (t) => {
  const { sql, php } = await buildSchema(schema())
  t.deepEqual(
    /CREATE TABLE \[node_closure\]\n\(([\s\S]*?)\n\);/
      .exec(sql.sqlite)![1]!
      .trim()
      .split(/,?\n\s*/),
    [
      '[ancestor_id] INTEGER NOT NULL',
      '[descendant_id] INTEGER NOT NULL',
      '[depth] INTEGER DEFAULT 0 NOT NULL',
      'PRIMARY KEY ([ancestor_id],[descendant_id])',
      'FOREIGN KEY ([ancestor_id]) REFERENCES [node] ([id])',
      'ON DELETE CASCADE',
      'FOREIGN KEY ([descendant_id]) REFERENCES [node] ([id])',
      'ON DELETE CASCADE',
    ],
  )
  t.regex(sql.sqlite, /CREATE INDEX \[\w+\] ON \[node_closure\] \(\[descendant_id\],\[depth\]\);/)
  const map = php['Map/NodeClosureTableMap.php']!
  t.deepEqual(map.match(/(?<=const )COL_.*/g), [
    "COL_ANCESTOR_ID = 'node_closure.ancestor_id';",
    "COL_DESCENDANT_ID = 'node_closure.descendant_id';",
    "COL_DEPTH = 'node_closure.depth';",
  ])
  t.deepEqual(
    /const RELATIONS = \[\n([\s\S]*?)\n {4}\];/
      .exec(map)![1]!
      .split(/,?\n? {8}|,$/)
      .filter(Boolean),
    [
      "'Ancestor' => ['node', 'MANY_TO_ONE', [['ancestor_id', 'id']], 'CASCADE']",
      "'Descendant' => ['node', 'MANY_TO_ONE', [['descendant_id', 'id']], 'CASCADE']",
    ],
  )
})

test('closure_table: what cannot be a tree is refused', async (t) => {
  const wrong = async (xml: string, message: RegExp) => {
    const error = await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError })
    t.regex(error!.message, message)
  }
  await wrong(schema('<column name="k" type="INTEGER" primaryKey="true"/>'), /needs a primary key of one column/)
  await wrong(schema('<column name="parent_id" type="VARCHAR" size="9"/>'), /is VARCHAR, but the key .* is INTEGER/)
  await wrong(schema('<column name="parent_id" type="INTEGER" required="true"/>'), /must be optional/)
  await wrong(
    schema('', '<behavior name="closure_table"/><behavior name="nested_set"/>'),
    /cannot have both nested_set and closure_table/,
  )
  const key = '<foreign-key foreignTable="node"><reference local="parent_id" foreign="id"/></foreign-key>'
  await wrong(schema(`<column name="parent_id" type="INTEGER"/>${key}`), /must have other names.*refPhpName="Child"/)
})

test('closure_table: a database gives it to the tables of the schema whose key has one column', async (t) => {
  const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
  const pairs = ['ancestor_id', 'descendant_id'].map(
    (name) => `<column name="${name}" type="INTEGER" primaryKey="true"/>`,
  )
  const { sql } = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <behavior name="closure_table"/>
      <table name="node">${id}<behavior name="versionable"/><behavior name="archivable"/></table>
      <table name="other">${id}<column name="t" type="VARCHAR" size="9"/>
        <behavior name="closure_table"><parameter name="closure_table" value="other_path"/></behavior>
        <behavior name="i18n"><parameter name="i18n_columns" value="t"/></behavior>
      </table>
      <table name="node_closure">${pairs.join('')}<column name="depth" type="INTEGER"/></table>
    </database>`)
  t.deepEqual(
    sql.pgsql.match(/(?<=CREATE TABLE ")\w+/g)?.filter((name) => /closure|path/.test(name)),
    ['node_closure', 'other_path'],
  )
  t.is(sql.pgsql.match(/"parent_id" INTEGER/g)?.length, 4, 'two tables, a version and an archive')
})
