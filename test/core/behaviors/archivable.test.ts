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

test('B4: rows are archived before they are deleted, by objects and by queries', async (t) => {
  t.is(
    await run(`$a = $add('a'); $b = $add('b'); $add('c'); $add('d'); $add('e');
      $a->delete(); echo $show(); $b->deleteWithoutArchive(); echo $show();
      BookQuery::create('x')->filterByTitle('c')->delete(); echo $show();
      echo BookQuery::create()->filterByTitle('d')->setArchiveOnDelete(false)->delete(), ' ', $show();
      BookQuery::create()->deleteAll(); echo $show(); $add('f'); BookQuery::create()->deleteAllWithoutArchive(); echo $show();
      echo BookArchiveQuery::create()->findOne()->getArchivedAt('Y') === date('Y') ? 'dated' : 'undated';`),
    'a a a,c 1 a,c a,c,e a,c,e dated',
  )
})

test('B4: archive(), getArchive() and back', async (t) => {
  t.is(
    await run(`$book = $add('a'); var_dump((new Book())->getArchive(), $book->getArchive());
      foreach ([static fn () => (new Book())->archive(), static fn () => $book->restoreFromArchive()] as $call) {
          try { $call(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' '; }
      }
      echo $book->archive()->getTitle(), ' '; $book->setTitle('b')->save(); echo $book->getArchive()->getTitle(), ' ';
      $book->restoreFromArchive(); echo $book->getTitle(), (int) $book->isModified(), ' '; $book->setTitle('c')->archive(); echo $show();
      $new = (new Book())->populateFromArchive($book->getArchive()); echo $new->getTitle(), $new->getId() ?? 'new', ' ';
      echo (new Book())->populateFromArchive($book->getArchive(), true)->getId();`),
    'NULL\nNULL\nA new Book cannot be archived This Book was never archived a a a1 c cnew 1',
  )
})

test('B4: on insert and on update', async (t) => {
  const both = archivable({ archive_on_insert: 'true', archive_on_update: 'true', archive_on_delete: 'false' })
  t.is(
    await run(
      `$book = $add('a'); echo $show(); $book->setTitle('b')->save(); echo $show(); $book->setTitle('c')->saveWithoutArchive(); echo $show();
      BookQuery::create()->filterByTitle('c')->update(['Title' => 'd']); echo $show();
      BookQuery::create()->filterByTitle('d')->updateWithoutArchive(['Title' => 'e']); echo $show();
      $query = BookQuery::create(); echo (int) ($query->setArchiveOnUpdate(false) === $query), ' ';
      BookQuery::create()->update(['Title' => 'f'], null, true); echo $show(); $book->delete(); echo $show(), method_exists($book, 'deleteWithoutArchive') ? 'has' : 'has not';`,
      both,
    ),
    'a b b d d 1 f f has not',
  )
})

test('B4: archive() of a query takes few statements', async (t) => {
  t.is(
    await run(`foreach (range(1, 50) as $i) { $add("t$i"); } $con->useDebug(true); $before = $con->getQueryCount();
      echo BookQuery::create()->filterById(10, '>')->archive(), ' ', $con->getQueryCount() - $before < 8 ? 'few' : 'many', ' ', BookQuery::create()->archive(), ' ', BookArchiveQuery::create()->count();`),
    '40 few 50 50',
  )
})

test('B4: the archive table', async (t) => {
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

test('B4: foreign keys of the archive itself', async (t) => {
  const item = `<parameter-list name="foreign_keys"><parameter-list-item>
    <parameter name="localColumn" value="author_id"/><parameter name="foreignColumn" value="id"/><parameter name="foreignTable" value="author"/>
    <parameter name="onDelete" value="setnull"/></parameter-list-item></parameter-list>`
  const { sql } = await buildSchema(schema(archivable({ inherit_foreign_key_relations: 'true' }, item)))
  t.is(sql.pgsql.match(/ALTER TABLE "book_archive" ADD/g)?.length, 1)
  t.regex(sql.pgsql, /ALTER TABLE "book_archive"[^;]*ON DELETE SET NULL/)
})

test('B4: at database level archives are not archived, nor versions', async (t) => {
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

test('B4: a declared archive is used as it is, or gets what it lacks', async (t) => {
  const tables = `<table name="old_book" phpName="BookArchive"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="title" type="VARCHAR" size="50"/><column name="more" type="INTEGER" defaultValue="5"/></table>`
  const code = `$add('a')->delete(); echo $show(), BookArchiveQuery::create()->findOne()->getMore();`
  t.is(await run(code, archivable({ archive_table: 'old_book' }), { tables }), 'a 5')
  const synced = await buildSchema(schema(archivable({ archive_table: 'old_book', sync: 'true' }), { tables }))
  t.regex(synced.sql.sqlite, /old_book[\s\S]*archived_at/)
  t.is(synced.sql.sqlite.match(/\[more\]/g)?.length, 1)
})

test('B4: another class as archive', async (t) => {
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
