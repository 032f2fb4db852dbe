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

  // A key of the same name stands for the inherited one, though it is over another column.
  const named = item
    .replace('<parameter name="localColumn" value="author_id"/>', '<parameter name="localColumn" value="id"/>')
    .replace('<parameter name="onDelete"', '<parameter name="name" value="fk_author"/>$&')
    .replace('setnull', 'cascade')
  const other = schema(archivable({ inherit_foreign_key_constraints: 'true' }, named))
  const instead = await buildSchema(other.replace('<foreign-key ', '<foreign-key name="fk_author" '))
  t.is(instead.sql.pgsql.match(/ALTER TABLE "book_archive" ADD/g)?.length, 1)
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

test('C8: at database level declared archives are not archived, whatever their names', async (t) => {
  const key = '<column name="id" type="INTEGER" primaryKey="true"/>'
  const { sql } = await buildSchema(
    schema(archivable({ archive_table: 'attic' }), {
      database: '<behavior name="archivable"/>',
      tables: `<table name="author_archive">${key}</table><table name="attic">${key}</table>
        <table name="paper">${key}<behavior name="versionable"/></table><table name="paper_version">${key}<column name="version" type="INTEGER" primaryKey="true"/></table>`,
    }),
  )
  const archives = [...sql.sqlite.matchAll(/CREATE TABLE \[(\w+)\]/g)].map(([, name]) => name).sort()
  t.deepEqual(
    archives.filter((name) => /archive|attic|version/.test(name!)),
    ['attic', 'author_archive', 'paper_archive', 'paper_version'],
  )
})

test('the class of an archive is named by a parameter, or after the table', async (t) => {
  const classesOf = async (parameters: Readonly<Record<string, string>>) =>
    Object.keys((await buildSchema(schema(archivable(parameters)))).php)
      .filter((name) => /^\w+\.php$/.test(name) && !/Query/.test(name))
      .sort()
  t.deepEqual(await classesOf({}), ['Author.php', 'Book.php', 'BookArchive.php'])
  t.deepEqual(await classesOf({ archive_table: 'attic' }), ['Attic.php', 'Author.php', 'Book.php'])
  t.deepEqual(await classesOf({ archive_phpname: 'Cellar' }), ['Author.php', 'Book.php', 'Cellar.php'])
})

const wrong: Readonly<Record<string, [schema: string, message: RegExp, hint: RegExp]>> = {
  'no primary key': [
    `<database name="d"><table name="book"><column name="a" type="INTEGER"/>${archivable()}</table></database>`,
    /an archive needs a primary key/,
    /mark a column with primaryKey/,
  ],
  'a class and a table': [
    schema(archivable({ archive_class: 'Attic', archive_table: 'x' })),
    /archive_class and archive_table exclude each other/,
    /remove one of them/,
  ],
  'a class that PHP has no such name for': [
    schema(archivable({ archive_class: 'no class' })),
    /parameter "archive_class" must be a PHP class, not "no class"/,
    /^$/,
  ],
  'a declared archive without the key': [
    schema(archivable({ archive_table: 'old_book' }), {
      tables: '<table name="old_book"><column name="other" type="INTEGER" primaryKey="true"/></table>',
    }),
    /table "old_book" has no column "id"/,
    /declare "id"/,
  ],
  'a date that is none': [
    schema(archivable({ archived_at_column: 'title' })),
    /column "title" is VARCHAR, which cannot hold a date/,
    /name another column by archived_at_column/,
  ],
  'a foreign key that the archive declares': [
    schema(
      archivable(
        { archive_table: 'old_book' },
        `<parameter-list name="foreign_keys"><parameter-list-item><parameter name="name" value="fk_author"/>
          <parameter name="localColumn" value="author_id"/><parameter name="foreignColumn" value="id"/>
          <parameter name="foreignTable" value="author"/></parameter-list-item></parameter-list>`,
      ),
      {
        tables: `<table name="old_book"><column name="id" type="INTEGER" primaryKey="true"/><column name="author_id" type="INTEGER"/>
          <foreign-key name="fk_author" foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key></table>`,
      },
    ),
    /table "old_book" already has a foreign key "fk_author"/,
    /^$/,
  ],
}

for (const [title, [text, message, hint]] of Object.entries(wrong)) {
  test(`an archive is refused: ${title}`, async (t) => {
    const error = await t.throwsAsync(buildSchema(text), { instanceOf: OrmError, message })
    t.regex(error.diagnostics[0]!.hint ?? '', hint)
  })
}

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
