import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (parameters: Readonly<Record<string, string>> = {}, columns = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      ${columns}
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="timestampable">
        ${Object.entries(parameters)
          .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
          .join('')}
      </behavior>
    </table>
  </database>`

const run = async (code: string, parameters = {}, columns = '') =>
  (await runPhp(await buildSchema(schema(parameters, columns)), code, options)).trim()

/** Makes the dates of a saved row old, so that a new date can be told from them without waiting. */
const age = `
  $age = static function (Book $book): void {
      Orm\\Runtime\\Orm::getConnection('d')->exec("UPDATE book SET updated_at = '2001-01-01 00:00:00', created_at = '2000-01-01 00:00:00'");
      $book->reload();
  };
  $book = (new Book())->setTitle('a'); $book->save(); $age($book);`

test('B13: a new row has one instant with microseconds in both columns', async (t) => {
  const printed = await run(`
    $book = (new Book())->setTitle('a');
    $before = new DateTime();
    $book->save();
    echo $book->getCreatedAt() >= $before && $book->getCreatedAt() <= new DateTime() ? 'now ' : 'not now ';
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $found = BookQuery::create()->findOne();
    echo $found->getCreatedAt('Y-m-d H:i:s.u') === $book->getUpdatedAt('Y-m-d H:i:s.u') ? 'same' : 'differs';
    echo preg_match('/[1-9]/', $found->getCreatedAt('u')) || preg_match('/[1-9]/', $book->getCreatedAt('u')) ? ' micro' : ' whole';
  `)
  t.is(printed, 'now same micro')
})

test('B13: dates that the user sets are kept', async (t) => {
  t.is(
    await run(`
      $book = (new Book())->setCreatedAt('1999-01-01 10:00:00')->setUpdatedAt('1999-02-02 10:00:00');
      $book->save();
      echo $book->getCreatedAt('Y-m-d '), $book->getUpdatedAt('Y-m-d ');
      $book->setTitle('x')->setUpdatedAt('1999-03-03')->save();
      echo $book->getUpdatedAt('Y-m-d');
    `),
    '1999-01-01 1999-02-02 1999-03-03',
  )
})

test('B13: an update sets the date of the change only, a save without change sets nothing', async (t) => {
  t.is(
    await run(`${age}
      $book->save();
      echo $book->getUpdatedAt('Y');
      $book->setTitle('b')->save();
      echo ' ', $book->getUpdatedAt('Y') === date('Y') ? 'now' : 'old', ' ', $book->getCreatedAt('Y');
    `),
    '2001 now 2000',
  )
})

test('B13: setting the value that is there already is not a change', async (t) => {
  t.is(
    await run(`${age}
      $book->setTitle('b')->setUpdatedAt($book->getUpdatedAt())->save();
      echo $book->getUpdatedAt('Y') === date('Y') ? 'now' : 'old';
    `),
    'now',
  )
})

test('B13: keepUpdateDateUnchanged() counts for the next save', async (t) => {
  t.is(
    await run(`${age}
      $book->keepUpdateDateUnchanged()->setTitle('b')->save();
      echo $book->getUpdatedAt('Y');
      $book->setTitle('c')->save();
      echo $book->getUpdatedAt('Y') === date('Y') ? ' now' : ' old';
    `),
    '2001 now',
  )
})

test('a foreign key that comes with a new parent is a change', async (t) => {
  t.is(
    await run(`${age}
      $book->setAuthor((new Author())->setName('A'))->save();
      echo $book->getUpdatedAt('Y') === date('Y') ? 'now' : 'old';
    `),
    'now',
  )
})

test('a stub that says no leaves the object as it was', async (t) => {
  t.is(
    await run(`
      class LoudBook extends Book { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      $book = new LoudBook(); $book->setTitle('a'); $book->save();
      var_dump($book->getCreatedAt());
    `),
    'NULL',
  )
})

test('rows of a collection that are saved together have dates', async (t) => {
  t.is(
    await run(`
      $books = new Orm\\Runtime\\Collection\\ObjectCollection();
      $books->setModel(Book::class);
      for ($i = 0; $i < 5; ++$i) { $books->append((new Book())->setTitle('t')); }
      $books->save();
      echo BookQuery::create()->filterByCreatedAt(null, Orm\\Runtime\\ActiveQuery\\Criteria::ISNOTNULL)->count();
    `),
    '5',
  )
})

test('B13: columns of type INTEGER and BIGINT hold Unix seconds', async (t) => {
  const columns = '<column name="created_at" type="INTEGER"/><column name="updated_at" type="BIGINT"/>'
  t.is(
    await run(
      `
      $before = time();
      $book = (new Book())->setTitle('a'); $book->save();
      echo $book->getCreatedAt() >= $before && $book->getCreatedAt() <= time() ? 'seconds' : 'other';
      echo BookQuery::create()->recentlyUpdated()->lastCreatedFirst()->count();
      $book->setCreatedAt(5)->save();
      echo BookQuery::create()->recentlyCreated()->count();
    `,
      {},
      columns,
    ),
    'seconds10',
  )
})

test('B13: queries by date honour the alias', async (t) => {
  t.is(
    await run(`${age}
      $new = (new Book())->setTitle('new'); $new->save();
      $titles = static fn (BookQuery $query): string => implode('', $query->select('Title')->find()->getData()) . ' ';
      echo $titles(BookQuery::create('b')->recentlyUpdated());
      echo $titles(BookQuery::create()->recentlyCreated(1));
      echo $titles(BookQuery::create()->recentlyCreated(365 * 100)->firstCreatedFirst());
      echo $titles(BookQuery::create('b')->lastCreatedFirst());
      echo $titles(BookQuery::create()->lastUpdatedFirst());
      echo $titles(BookQuery::create('b')->firstUpdatedFirst());
    `),
    'new new anew newa newa anew',
  )
})

test('B13: update() of a query sets the date only if the schema says so', async (t) => {
  const update = `${age} BookQuery::create()->update(['Title' => 'b']); $book->reload();
    echo $book->getUpdatedAt('Y') === date('Y') ? 'now' : 'old';`
  t.is(await run(update), 'old')
  t.is(await run(update, { touch_on_query_update: 'true' }), 'now')
  const given = `${age} BookQuery::create()->update(['updated_at' => '1990-01-01']); $book->reload(); echo $book->getUpdatedAt('Y');`
  t.is(await run(given, { touch_on_query_update: 'true' }), '1990')
})

test('B13: columns can have other names, be declared, and be left out', async (t) => {
  const renamed = await buildSchema(schema({ create_column: 'made', update_column: 'changed' }))
  t.regex(renamed.sql.sqlite, /made\] TIMESTAMP|"made" TIMESTAMP|made TIMESTAMP/)
  t.regex(renamed.php['Base/BookQuery.php']!, /function recentlyUpdated.*\n.*\n.*filterByChanged/)
  const without = await buildSchema(schema({ disable_updated_at: 'true' }))
  t.false(without.sql.sqlite.includes('updated_at'))
  t.false(without.php['Base/Book.php']!.includes('keepUpdateDateUnchanged'))
  t.false(without.php['Base/BookQuery.php']!.includes('recentlyUpdated'))
  const none = await buildSchema(schema({ disable_updated_at: 'true', disable_created_at: 'true' }))
  t.false(none.sql.sqlite.includes('created_at'))
  const declared = await buildSchema(schema({}, '<column name="created_at" type="DATE"/>'))
  t.is(declared.sql.sqlite.match(/created_at/g)!.length, 1)
})

test('a column that can hold no date is refused with its place', async (t) => {
  const error = await t.throwsAsync(buildSchema(schema({}, '<column name="created_at" type="VARCHAR" size="20"/>')), {
    instanceOf: OrmError,
  })
  t.regex(error!.message, /created_at.*VARCHAR/)
})
