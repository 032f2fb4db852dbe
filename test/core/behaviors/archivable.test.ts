import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const archivable = (parameters: Readonly<Record<string, string>> = {}, more = '') =>
  `<behavior name="archivable">${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}${more}</behavior>`

const schema = (behaviors = archivable(), { tables = '', database = '' } = {}) => `
  <database name="d" defaultIdMethod="native">
    ${database}
    <table name="author"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="isbn" type="VARCHAR" size="20"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <unique><unique-column name="isbn"/></unique>
      ${behaviors}
    </table>
    ${tables}
  </database>`

const prelude = `$con = Orm\\Runtime\\Orm::getConnection('d');
  $add = static function (string $title): Book { $book = (new Book())->setTitle($title); $book->save(); return $book; };
  $show = static fn (): string => implode(',', BookArchiveQuery::create()->orderById()->select('Title')->find()->getData()) . ' ';`

const run = async (code: string, behaviors = archivable(), more = {}) =>
  (await runPhp(await buildSchema(schema(behaviors, more)), prelude + code, options)).trim()

test('B4.6: the archive table', async (t) => {
  const { sql } = await buildSchema(
    schema(`${archivable()}<behavior name="timestampable"/><behavior name="sluggable"/>`),
  )
  const archive = /CREATE TABLE "book_archive"[^;]*;/.exec(sql.pgsql)![0]
  t.regex(archive, /"created_at" TIMESTAMP/)
  t.regex(archive, /"slug" VARCHAR/)
  t.regex(archive, /"archived_at" TIMESTAMP/)
  t.false(archive.includes('UNIQUE'))
  t.false(archive.includes('SERIAL'))
  t.notRegex(sql.pgsql, /ALTER TABLE "book_archive"[^;]*REFERENCES/)
  const inherited = await buildSchema(schema(archivable({ inherit_foreign_key_constraints: 'true' })))
  t.regex(inherited.sql.pgsql, /ALTER TABLE "book_archive"[^;]*REFERENCES "author"/)
  const relations = await buildSchema(schema(archivable({ inherit_foreign_key_relations: 'true' })))
  t.regex(relations.php['Base/BookArchive.php']!, /function getAuthor\(/)
  t.notRegex(relations.sql.pgsql, /ALTER TABLE "book_archive"[^;]*REFERENCES "author"/)
})

test('B4.6: the archive has the indexes of the table, unique ones as plain ones, and none twice', async (t) => {
  const indexes = '<index name="by_title"><index-column name="title"/></index>'
  const over = (sql: string, table: string) =>
    [...sql.matchAll(new RegExp(`CREATE (UNIQUE )?INDEX "\\w+" ON "${table}" \\(([^)]*)\\)`, 'g'))]
      .map(([, unique = '', columns]) => unique + columns)
      .sort()
  const { sql } = await buildSchema(schema(indexes + archivable()))
  t.deepEqual(over(sql.pgsql, 'book_archive'), ['"isbn"', '"title"'])
  const tables = `<table name="old_book" phpName="BookArchive"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="50"/><index name="mine"><index-column name="title"/></index></table>`
  const declared = await buildSchema(schema(indexes + archivable({ archive_table: 'old_book' }), { tables }))
  t.deepEqual(over(declared.sql.pgsql, 'old_book'), ['"title"'])
  const synced = await buildSchema(
    schema(indexes + archivable({ archive_table: 'old_book', sync: 'true' }), { tables }),
  )
  t.deepEqual(over(synced.sql.pgsql, 'old_book'), ['"isbn"', '"title"'])
})

test('B4.7: foreign keys of the archive itself', async (t) => {
  const item = `<parameter-list name="foreign_keys"><parameter-list-item>
    <parameter name="localColumn" value="author_id"/><parameter name="foreignColumn" value="id"/><parameter name="foreignTable" value="author"/>
    <parameter name="onDelete" value="setnull"/></parameter-list-item></parameter-list>`
  const { sql } = await buildSchema(schema(archivable({ inherit_foreign_key_relations: 'true' }, item)))
  t.is(sql.pgsql.match(/ALTER TABLE "book_archive" ADD/g)?.length, 1)
  t.regex(sql.pgsql, /ALTER TABLE "book_archive"[^;]*ON DELETE SET NULL/)
})

test('B4.8, C8: at database level archives are not archived, nor versions', async (t) => {
  const { sql } = await buildSchema(
    schema('<behavior name="versionable"><parameter name="version_table" value="old_version"/></behavior>', {
      database: '<behavior name="archivable"/>',
    }),
  )
  t.regex(sql.sqlite, /book_archive/)
  t.regex(sql.sqlite, /author_archive/)
  t.false(sql.sqlite.includes('archive_archive'))
  t.false(sql.sqlite.includes('version_archive'))
})

test('B4.9: a declared archive is used as it is, or gets what it lacks', async (t) => {
  const tables = `<table name="old_book" phpName="BookArchive"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="50"/><column name="more" type="INTEGER" defaultValue="5"/></table>`
  const code = `$add('a')->delete(); echo $show(), BookArchiveQuery::create()->findOne()->getMore();`
  t.is(await run(code, archivable({ archive_table: 'old_book' }), { tables }), 'a 5')
  const synced = await buildSchema(schema(archivable({ archive_table: 'old_book', sync: 'true' }), { tables }))
  t.regex(synced.sql.sqlite, /old_book[\s\S]*archived_at/)
  t.is(synced.sql.sqlite.match(/\[more\]/g)?.length, 1)
})

test('B4.10, B4.13: another class as archive', async (t) => {
  const tables = `<table name="attic"><column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="50"/><column name="archived_at" type="TIMESTAMP"/></table>`
  const behaviors = archivable({ archive_class: 'Attic' })
  t.is(
    await run(
      `$add('a')->delete(); $attic = AtticQuery::create()->findOne(); echo $attic->getTitle(), $attic->getArchivedAt('Y') === date('Y') ? ' dated' : '';`,
      behaviors,
      { tables },
    ),
    'a dated',
  )
  await t.throwsAsync(buildSchema(schema(archivable({ archive_class: 'Attic', archive_table: 'x' }), { tables })), {
    instanceOf: OrmError,
    message: /exclude/,
  })
})
