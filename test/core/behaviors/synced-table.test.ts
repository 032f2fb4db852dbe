import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`

const list = (name: string, ...items: readonly Readonly<Record<string, string>>[]) =>
  `<parameter-list name="${name}">${items
    .map((item) => {
      const parameters = Object.entries(item).map(([key, value]) => parameter(key, value))
      return `<parameter-list-item>${parameters.join('')}</parameter-list-item>`
    })
    .join('')}</parameter-list>`

const schema = (parameters = '', more = '', attributes = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    </table>
    <table name="book" ${attributes}>
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50" required="true"/>
      <column name="isbn" type="VARCHAR" size="20"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <index><index-column name="title"/></index>
      <unique><unique-column name="isbn"/></unique>
      <behavior name="synced_table">${parameters}</behavior>
      <behavior name="timestampable"/>
    </table>${more}
  </database>`

/** The table of a CREATE statement, and the indexes on it. */
async function tableOf(xml: string, name = 'book_synced') {
  const { sql } = await buildSchema(xml)
  const [create = ''] = new RegExp(`CREATE TABLE \\[${name}\\][^;]*;`).exec(sql.sqlite) ?? []
  const indexes = sql.sqlite.match(new RegExp(`CREATE (UNIQUE )?INDEX \\[[^\\]]*\\] ON \\[${name}\\][^;]*;`, 'g')) ?? []
  const columns = [...create.matchAll(/^\s+\[(\w+)\] /gm)].map(([, column]) => column).join(' ')
  return { create, columns, indexes: indexes.join('\n') }
}

const refused = async (xml: string): Promise<string> => {
  const error = await buildSchema(xml).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OrmError ? error.message : String(error)
}

test('B17.1: the other table has all columns and the key, no keys to others, no indexes', async (t) => {
  const { create, columns, indexes } = await tableOf(schema())
  t.is(columns, 'id title isbn author_id created_at updated_at')
  t.regex(create, /\[id\] INTEGER NOT NULL,[\s\S]*PRIMARY KEY \(\[id\]\)/)
  t.notRegex(create, /FOREIGN KEY|UNIQUE|AUTOINCREMENT/)
  t.is(indexes, '')
})

test('B17.2: table_name, synced_phpname and table_attributes', async (t) => {
  const { php, sql } = await buildSchema(
    schema(
      parameter('table_name', 'book_log') +
        parameter('synced_phpname', 'LoggedBook') +
        list('table_attributes', { readOnly: 'true', description: 'A log' }),
    ),
  )
  t.regex(sql.mysql, /CREATE TABLE `book_log`[^;]*COMMENT='A log'/)
  const base = Object.entries(php).find(([path]) => path.endsWith('Base/LoggedBook.php'))![1]
  t.regex(base, /protected function setTitle/)
  t.regex(await refused(schema(list('table_attributes', { readOnli: 'true' }))), /readOnli/)
  t.regex(await refused(schema(list('table_attributes', {}, {}))), /a list of one item/)
})

test('B17.3: add_pk gives a key of its own', async (t) => {
  const named = await tableOf(schema(parameter('add_pk', 'log_id')))
  t.is(named.columns, 'log_id id title isbn author_id created_at updated_at')
  t.regex(named.create, /\[log_id\] INTEGER NOT NULL PRIMARY KEY/)
  const prefixed = await tableOf(schema(parameter('add_pk', 'true') + parameter('column_prefix', 'true')))
  t.is(prefixed.columns, 'id book_id book_title book_isbn book_author_id book_created_at book_updated_at')
  const { warnings } = await buildSchema(schema(parameter('add_pk', 'true')))
  t.deepEqual(
    warnings.map(({ message }) => message),
    [
      'table "book", behavior "synced_table": column "id" is not copied: add_pk gives its name to the key of the synced table',
    ],
  )
})

test('B17.4: columns, ignore_columns, sync_pk_only', async (t) => {
  const more = list('columns', { name: 'reason', type: 'VARCHAR', size: '10' })
  t.is((await tableOf(schema(more))).columns, 'id title isbn author_id created_at updated_at reason')
  t.is((await tableOf(schema(more + parameter('sync_pk_only', 'true')))).columns, 'id reason')
  t.is(
    (await tableOf(schema(parameter('ignore_columns', 'isbn, created_at')))).columns,
    'id title author_id updated_at',
  )
  t.regex(
    await refused(schema(parameter('ignore_columns', 'nothing'))),
    /"ignore_columns": there is no column "nothing"/,
  )
})

test('B17.5: foreign keys of the table, inherited ones and a relation to the main table', async (t) => {
  const given = list('foreign_keys', {
    localColumn: 'author_id',
    foreignColumn: 'id',
    foreignTable: 'author',
    onDelete: 'cascade',
  })
  t.regex(
    (await tableOf(schema(given))).create,
    /FOREIGN KEY \(\[author_id\]\) REFERENCES \[author\] \(\[id\]\)\s+ON DELETE CASCADE/,
  )
  const both = given + parameter('inherit_foreign_key_constraints', 'true')
  t.is((await tableOf(schema(both))).create.match(/FOREIGN KEY/g)?.length, 1)
  const constraints = parameter('inherit_foreign_key_constraints', 'true') + parameter('column_prefix', 'x_')
  t.regex(
    (await tableOf(schema(constraints))).create,
    /FOREIGN KEY \(\[x_author_id\]\) REFERENCES \[author\] \(\[id\]\)/,
  )
  const relations = await buildSchema(schema(parameter('inherit_foreign_key_relations', 'true')))
  t.regex(relations.php['Base/BookSynced.php'] ?? JSON.stringify(relations.php), /function getAuthor\(/)
  t.notRegex((await tableOf(schema(parameter('inherit_foreign_key_relations', 'true')))).create, /FOREIGN KEY/)
  t.regex(
    (await tableOf(schema(parameter('relation', 'true')))).create,
    /FOREIGN KEY \(\[id\]\) REFERENCES \[book\] \(\[id\]\)(?!\s+ON)/,
  )
  t.notRegex((await tableOf(schema(parameter('relation', 'skipSql')))).create, /FOREIGN KEY/)
  const cascade = list('relation', { onDelete: 'cascade', refPhpName: 'Copy' })
  t.regex((await tableOf(schema(cascade))).create, /REFERENCES \[book\] \(\[id\]\)\s+ON DELETE CASCADE/)
  t.regex(await refused(schema(parameter('relation', 'often'))), /must be true, skipSql or a list with attributes/)
  t.regex(
    await refused(schema(parameter('relation', 'true') + parameter('ignore_columns', 'id'))),
    /needs the primary key/,
  )
})

test('B17.6: sync_indexes and sync_unique_as', async (t) => {
  t.regex(
    (await tableOf(schema(parameter('sync_indexes', 'true')))).indexes,
    /^CREATE INDEX \[\w+\] ON \[book_synced\] \(\[title\]\);$/,
  )
  t.regex(
    (await tableOf(schema(parameter('sync_unique_as', 'index')))).indexes,
    /^CREATE INDEX \[\w+\] ON \[book_synced\] \(\[isbn\]\);$/,
  )
  const unique = await tableOf(schema(parameter('sync_unique_as', 'unique') + parameter('column_prefix', 'b_')))
  t.regex(unique.create + unique.indexes, /UNIQUE[^;]*\(\[b_isbn\]\)/)
})

test('B17.7: a declared table gets what it lacks, unless sync is false', async (t) => {
  const declared = `<table name="book_synced"><column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="LONGVARCHAR"/></table>`
  t.is((await tableOf(schema('', declared))).columns, 'id title isbn author_id created_at updated_at')
  t.regex((await tableOf(schema('', declared))).create, /\[title\] (TEXT|MEDIUMTEXT)/)
  t.is((await tableOf(schema(parameter('sync', 'false'), declared))).columns, 'id title')
  t.regex(await refused(schema(parameter('table_name', 'book'))), /"book" is the name of the table itself/)
})

test('B17.8: empty accessors do nothing', async (t) => {
  const run = async (parameters: string) =>
    await runPhp(
      await buildSchema(schema(parameters)),
      `$copy = (new BookSynced())->setId(1)->setTitle('t')->setIsbn('x')->setOther('y');
       echo $copy->save(), var_export($copy->getIsbn(), true), var_export($copy->getOther(), true);`,
      options,
    )
  t.is(
    await run(parameter('ignore_columns', 'isbn') + parameter('empty_accessor_columns', 'isbn, other, title')),
    '1NULLNULL',
  )
  const ignored = await buildSchema(
    schema(parameter('ignore_columns', 'isbn') + parameter('empty_accessor_columns', 'true')),
  )
  t.is(await runPhp(ignored, `echo (new BookSynced())->setIsbn('x')->getIsbn() ?? 'none';`, options), 'none')
})

test('B17.9: on_skip_sql', async (t) => {
  const built = (value: string) => buildSchema(schema(value && parameter('on_skip_sql', value), '', 'skipSql="true"'))
  const classes = async (value: string) =>
    Object.keys((await built(value)).php).filter((path) => path.endsWith('Base/BookSynced.php'))
  t.is((await classes('')).length, 0)
  t.is((await classes('inherit')).length, 1)
  t.notRegex((await built('inherit')).sql.sqlite, /book_synced/)
  t.regex((await built('ignore')).sql.sqlite, /CREATE TABLE \[book_synced\]/)
})

test('B17.10: inherit_from makes the classes extend those of another table', async (t) => {
  const thing = `<table name="thing"><column name="kind" type="VARCHAR" size="10"/><column name="id" type="INTEGER" primaryKey="true"/></table>`
  for (const parameters of [parameter('inherit_from', 'thing'), list('inherit_from', { source_table: 'thing' })]) {
    const built = await buildSchema(schema(parameters, thing))
    t.is(
      await runPhp(
        built,
        `$b = (new BookSynced())->setKind('k'); echo $b instanceof Thing ? $b->getKind() : 'no';`,
        options,
      ),
      'k',
    )
  }
  t.regex(await refused(schema(list('inherit_from', { sync: '1' }))), /"inherit_from" needs "source_table"/)
})

test('B17.11: several instances, and the form for a database', async (t) => {
  const twice = schema(parameter('sync_pk_only', 'true')).replace(
    '<behavior name="timestampable"/>',
    `<behavior name="synced_table" id="log">${parameter('table_name', 'book_log')}</behavior>`,
  )
  t.is((await tableOf(twice, 'book_log')).columns, 'id title isbn author_id')
  t.is((await tableOf(twice)).columns, 'id')
  const whole = `<database name="d"><behavior name="synced_table"/>
    <table name="a"><column name="id" type="INTEGER" primaryKey="true"/></table>
    <table name="b"><column name="id" type="INTEGER" primaryKey="true"/></table>
    <table name="b_synced"><column name="id" type="INTEGER" primaryKey="true"/></table>
  </database>`
  const { sql } = await buildSchema(whole)
  const names = [...sql.sqlite.matchAll(/CREATE TABLE \[(\w+)\]/g)].map(([, name]) => name)
  t.deepEqual(names.sort(), ['a', 'a_synced', 'b', 'b_synced'])
})
