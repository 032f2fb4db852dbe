import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const columns =
  '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/><column name="title" type="VARCHAR" size="20"/>'

const columnsOf = async (xml: string, table: string) => {
  const { sql } = await buildSchema(xml)
  const [create = ''] = new RegExp(`CREATE TABLE \\[${table}\\][^;]*;`).exec(sql.sqlite) ?? []
  return [...create.matchAll(/^\s+\[(\w+)\] /gm)].map(([, column]) => column).join(' ')
}

const dates = `<behavior name="config_store" behavior="timestampable" id="dates">
    <parameter name="create_column" value="made_at"/><parameter name="disable_updated_at" value="true"/>
  </behavior>`

test('B18.1: config_load uses a behavior with stored parameters, its own go before', async (t) => {
  const xml = `<database name="d">
    <table name="book">${columns}<behavior name="config_load" ref="dates"/></table>
    <table name="author">${columns}${dates}
      <behavior name="config_load" ref="dates">
        <parameter name="disable_updated_at" value="false"/><parameter name="update_column" value="changed_at"/>
      </behavior>
    </table>
  </database>`
  t.is(await columnsOf(xml, 'book'), 'id title made_at')
  t.is(await columnsOf(xml, 'author'), 'id title made_at changed_at')
  t.is(
    await runPhp(
      await buildSchema(xml),
      `echo json_encode(Map\\BookTableMap::getTableMap()->getBehaviors());
       $book = (new Book())->setTitle('a'); $book->save(); echo $book->getMadeAt() === null ? 'none' : 'date';`,
      options,
    ),
    '{"timestampable":{"create_column":"made_at","update_column":"updated_at","disable_created_at":"false","disable_updated_at":"true","touch_on_query_update":"false"}}date',
  )
})

test('B18.2: a store alone adds nothing, and at database level a load is for all tables', async (t) => {
  const alone = `<database name="d">${dates}<table name="book">${columns}</table></database>`
  t.is(await columnsOf(alone, 'book'), 'id title')
  const all = `<database name="d">${dates}<behavior name="config_load" ref="dates"/><table name="book">${columns}</table>
    <table name="author">${columns}<behavior name="timestampable"/></table></database>`
  t.is(await columnsOf(all, 'book'), 'id title made_at')
  t.is(await columnsOf(all, 'author'), 'id title created_at updated_at')
})

test('B18.3: multiple gives each use an id of its own', async (t) => {
  const xml = `<database name="d">
    <behavior name="config_store" behavior="synced_table" id="copies"><parameter name="sync_pk_only" value="true"/></behavior>
    <table name="book">${columns}
      <behavior name="config_load" ref="copies" multiple="true"><parameter name="table_name" value="one"/></behavior>
      <behavior name="config_load" ref="copies" multiple="true"><parameter name="table_name" value="two"/></behavior>
      <behavior name="config_load" ref="copies" id="third"><parameter name="table_name" value="three"/></behavior>
    </table>
  </database>`
  for (const table of ['one', 'two', 'three']) t.is(await columnsOf(xml, table), 'id')
  t.is(
    await runPhp(
      await buildSchema(xml),
      `echo implode(',', array_keys(Map\\BookTableMap::getTableMap()->getBehaviors()));`,
      options,
    ),
    'copies_1,copies_2,third',
  )
})

test('attributes that are missing are named, with the behavior that needs them', async (t) => {
  const xml = `<database name="d">
<table name="book">${columns}
<behavior name="config_store"/>
<behavior name="config_load"/></table></database>`
  await t.throwsAsync(buildSchema(xml), {
    message: [
      'schema.xml:3:1 ORM-S107 <behavior name="config_store"> needs attribute "id"',
      'schema.xml:3:1 ORM-S107 <behavior name="config_store"> needs attribute "behavior"',
      'schema.xml:4:1 ORM-S107 <behavior name="config_load"> needs attribute "ref"',
    ].join('\n'),
  })
})
