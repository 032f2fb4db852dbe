import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const versionable = (parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="versionable">${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}</behavior>`

const schema = (parameters: Readonly<Record<string, string>> = {}, { author = '', book = '', database = '' } = {}) => `
  <database name="d" defaultIdMethod="native">
    ${database}
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      ${author}
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <index><index-column name="title"/></index>
      ${book}
      ${database === '' ? versionable(parameters) : ''}
    </table>
  </database>`

const run = async (code: string, parameters = {}, more = {}) =>
  (
    await runPhp(
      await buildSchema(schema(parameters, more)),
      `$con = Orm\\Runtime\\Orm::getConnection('d'); ${code}`,
      options,
    )
  ).trim()

const book = `$book = (new Book())->setTitle('a'); $book->save();`

test('B15: version 1 on insert, the next on a change, none without', async (t) => {
  t.is(
    await run(`$new = new Book(); echo $new->getVersion(), ' '; ${book} echo $book->getVersion();
      $book->save(); echo $book->getVersion(); $book->setTitle('b')->save(); echo $book->getVersion(), ' ';
      echo implode(',', BookVersionQuery::create()->orderByVersion()->select('Title')->find()->getData());`),
    '0 112 a,b',
  )
})

test('B15: enforced, disabled and asked for', async (t) => {
  t.is(
    await run(`${book} echo (int) $book->isVersioningNecessary(); $book->enforceVersioning(); echo (int) $book->isVersioningNecessary();
      $book->save(); echo ' ', $book->getVersion(); $book->save(); echo $book->getVersion(), ' ';
      BookQuery::disableVersioning(); echo (int) BookQuery::isVersioningEnabled(); $book->setTitle('x'); echo (int) $book->isVersioningNecessary(); $book->save(); echo $book->getVersion(), ' ';
      BookQuery::enableVersioning(); $book->setTitle('y')->save(); echo $book->getVersion(), ' ', $book->getLastVersionNumber(), (int) $book->isLastVersion();`),
    '01 22 002 3 31',
  )
})

test('B15: back to a version, and what is not there', async (t) => {
  t.is(
    await run(`${book} $book->setTitle('b')->save(); $book->toVersion(1); echo $book->getTitle(), $book->getVersion(), (int) $book->isLastVersion(), (int) $book->isModified(), ' ';
      $book->save(); echo $book->getVersion(), ' ', count($book->getAllVersions()), ' ';
      foreach ([static fn () => $book->toVersion(9), static fn () => $book->compareVersion(8)] as $call) {
          try { $call(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' '; }
      }
      var_dump($book->getOneVersion(7));`),
    'a101 3 3 This Book has no version 9 This Book has no version 8 NULL',
  )
})

test('B15: who, when and why, with names of their own, and a renamed version column', async (t) => {
  const parameters = {
    version_column: 'revision',
    version_table: 'book_history',
    log_created_at: 'true',
    log_created_by: 'true',
    log_comment: 'true',
    version_created_at_column: 'at',
    version_created_by_column: 'who',
    version_comment_column: 'why',
  }
  t.is(
    await run(
      `$book = (new Book())->setTitle('a')->setWho('me')->setWhy('new'); $book->save();
      $book->setTitle('b')->setWho('you')->setAt('2001-01-01')->save();
      echo $book->getVersion(), ' ', $book->getOneVersion(1)->getWho(), ' ', $book->getOneVersion(1)->getAt('Y') === date('Y') ? 'now' : 'old', ' ';
      echo $book->getOneVersion(2)->getAt('Y'), ' ', json_encode($book->compareVersions(1, 2)), ' ';
      echo $book->getLastVersions(1)[0]->getTitle(), ' ';
      $book->toVersion(2)->setTitle('c')->save(); echo $book->getAt('Y') === date('Y') ? 'now' : 'old', ' ';
      echo BookQuery::create()->filterByVersion(3)->orderByVersion('DESC')->count();`,
      parameters,
    ),
    '2 me now 2001 {"Title":{"1":"a","2":"b"}} b now 1',
  )
})

test('B15: what differs', async (t) => {
  t.is(
    await run(`${book} $book->setTitle('b')->setAuthorId(null)->save(); $book->setTitle('c');
      echo json_encode($book->compareVersion(1)), json_encode($book->compareVersions(1, 2, 'versions')), json_encode($book->compareVersions(1, 2, 'columns', null, ['Title']));`),
    '{"Title":{"2":"c","1":"a"}}{"1":{"Title":"a"},"2":{"Title":"b"}}[]',
  )
})

test('B15: deleting the row deletes its versions', async (t) => {
  t.is(
    await run(`${book} $book->setTitle('b')->save(); $book->delete(); echo BookVersionQuery::create()->count();`),
    '0',
  )
})

test('B15: versions know those of related rows, and bring them back', async (t) => {
  const printed = await run(
    `$author = (new Author())->setName('A'); $book = (new Book())->setTitle('a')->setAuthor($author); $author->save();
    echo $author->getVersion(), $book->getVersion(), ' ';
    $author->setName('B'); $book->setTitle('b'); $author->save();
    echo $author->getVersion(), $book->getVersion(), ' ';
    $row = $author->getOneVersion(2); echo json_encode([$row->getBookIds(), $row->getBookVersions()]), ' ', $book->getOneVersion(2)->getAuthorIdVersion(), ' ';
    $book->setTitle('c'); echo (int) $author->isVersioningNecessary(), ' '; $author->save(); echo $author->getVersion(), ' ';
    $book->toVersion(1); echo $book->getTitle(), $book->getAuthor()->getName(), ' ';
    $author->toVersion(2); echo $author->getName(), $author->getBooks()[0]->getTitle();
    $author->save(); echo ' ', $author->getVersion();`,
    { log_comment: 'true' },
    { author: versionable({ log_comment: 'true' }) },
  )
  t.is(printed, '11 22 [["1"],["2"]] 2 1 3 aA Bb 4')
})

test('B15: a foreign key that comes with a new object makes a version', async (t) => {
  t.is(
    await run(
      `${book} $book->setAuthor((new Author())->setName('A'))->save(); echo $book->getVersion(), $book->getOneVersion(2)->getAuthorId();`,
    ),
    '21',
  )
})

test('B15: a stub that says no makes no version', async (t) => {
  t.is(
    await run(`class No extends Book { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      $no = new No(); $no->setTitle('a')->save(); echo $no->getVersion(), BookVersionQuery::create()->count();`),
    '00',
  )
})

test('Part C: versionable with timestampable and sortable', async (t) => {
  t.is(
    await run(
      `${book} (new Book())->setTitle('z')->save(); $book->setTitle('b')->save(); $book->moveToBottom(); $book->toVersion(1)->save();
      echo $book->getTitle(), $book->getRank(), ' ', $book->getOneVersion(1)->getCreatedAt('Y') === date('Y') ? 'dated' : 'undated';`,
      {},
      { book: '<behavior name="timestampable"/><behavior name="sortable"/>' },
    ),
    'a2 dated',
  )
})

test('B15: the table of the versions', async (t) => {
  const { sql } = await buildSchema(schema({ indices: 'true' }, { book: '<behavior name="timestampable"/>' }))
  const table = sql.pgsql.slice(sql.pgsql.indexOf('CREATE TABLE "book_version"'))
  t.regex(table, /"updated_at" TIMESTAMP/)
  t.regex(table, /PRIMARY KEY \("id", ?"version"\)/)
  t.regex(sql.pgsql, /book_version.*title/)
  t.regex(sql.pgsql, /ALTER TABLE "book_version"[^;]*ON DELETE CASCADE/)
})

test('B15: at database level versions have no versions', async (t) => {
  const { sql } = await buildSchema(schema({}, { database: '<behavior name="versionable"/>' }))
  t.regex(sql.sqlite, /author_version/)
  t.regex(sql.sqlite, /book_version/)
  t.false(sql.sqlite.includes('version_version'))
})

test('B15: a declared table of versions is used as it is', async (t) => {
  const declared = schema().replace(
    '</database>',
    `<table name="book_version">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="version" type="INTEGER" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="50"/>
    </table></database>`,
  )
  const built = await buildSchema(declared)
  t.is(
    await runPhp(built, `${book} $book->setTitle('b')->save(); $book->toVersion(1); echo $book->getTitle();`, options),
    'a',
  )
})

test('B15: a table without key is refused', async (t) => {
  await t.throwsAsync(
    buildSchema(
      `<database name="d"><table name="a"><column name="b" type="INTEGER"/><behavior name="versionable"/></table></database>`,
    ),
    { instanceOf: OrmError, message: /primary key/ },
  )
})
