import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

test('B5.1, B5.2, B5.5: a table without a primary key gets one, as its last column', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <table name="tag"><column name="label" type="VARCHAR" size="20"/><behavior name="auto_add_pk"/></table>
      <table name="usage">
        <column name="tag_id" type="INTEGER"/>
        <foreign-key foreignTable="tag"><reference local="tag_id" foreign="id"/></foreign-key>
        <behavior name="auto_add_pk">
          <parameter name="name" value="use_key"/>
          <parameter name="type" value="BIGINT"/>
          <parameter name="phpName" value="Key"/>
        </behavior>
      </table>
    </database>`)
  const printed = await runPhp(
    built,
    `$tag = (new Tag())->setLabel('x');
     $use = (new Usage())->setTag($tag); $use->save();
     echo $tag->getId(), $use->getKey(), implode(',', Map\\TagTableMap::getFieldNames('fieldName'));`,
    options,
  )
  t.is(printed, '11label,id')
})

test('B5.3: at database level, only tables without a key get it', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <behavior name="auto_add_pk"/>
      <table name="tag"><column name="label" type="VARCHAR" size="20"/></table>
      <table name="keyed"><column name="code" type="VARCHAR" size="20" primaryKey="true"/></table>
    </database>`)
  t.regex(built.php['Map/TagTableMap.php']!, /auto_add_pk/)
  t.notRegex(built.php['Map/KeyedTableMap.php']!, /auto_add_pk/)
  t.false(/getId\(/.test(built.php['Base/Keyed.php']!))
})

test('at database level, views get no key', async (t) => {
  const view = '<view name="labels"><column name="label" type="VARCHAR"/><sql>SELECT label FROM tag</sql></view>'
  const built = await buildSchema(`
    <database name="d"><behavior name="auto_add_pk"/>
      <table name="tag"><column name="label" type="VARCHAR" size="20"/></table>${view}
    </database>`)
  t.regex(built.php['Map/TagTableMap.php']!, /auto_add_pk/)
  t.notRegex(built.php['Map/LabelsTableMap.php']!, /auto_add_pk/)
})

test('B5.2: a parameter that is not an attribute of columns is reported', async (t) => {
  const error = await t.throwsAsync(
    buildSchema(`<database name="d">
      <table name="tag"><column name="label" type="VARCHAR"/><behavior name="auto_add_pk"><parameter name="typ" value="INTEGER"/></behavior></table>
    </database>`),
    { instanceOf: OrmError },
  )
  t.regex(error!.message, /typ/)
})
