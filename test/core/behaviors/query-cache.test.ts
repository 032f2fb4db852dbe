import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (parameters = '', more = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <column name="pages" type="INTEGER"/>
      <behavior name="query_cache">${parameters}</behavior>${more}
    </table>
  </database>`

const books = `
  foreach (['a' => 1, 'b' => 2, 'c' => null] as $title => $pages) {
      (new Book())->setTitle($title)->setPages($pages)->save();
  }
  $titles = static fn ($query): string => implode('', $query->orderByTitle()->find()->getColumnValues('Title'));
  $sql = static fn (string $key): string => json_decode(BookQuery::create()->cacheFetch($key) ?? 'null', true)['sql'] ?? '-';
`

const run = async (code: string, xml = schema()) =>
  (await runPhp(await buildSchema(xml), `${books}${code}`, options)).trim()

test('B11.1: without a key nothing changes', async (t) => {
  t.is(
    await run(
      `echo $titles(BookQuery::create()->filterByPages(1)), var_export(BookQuery::create()->getQueryKey(), true);`,
    ),
    'aNULL',
  )
})

test('B11.2: the SQL is kept under the key and values are bound anew', async (t) => {
  t.is(
    await run(`
      $query = static fn (int $pages) => BookQuery::create()->setQueryKey('by pages')->filterByPages($pages);
      echo var_export(BookQuery::create()->cacheContains('by pages'), true), $titles($query(1)), $titles($query(2)), ' ';
      echo $query(1)->getQueryKey(), ' ', var_export(BookQuery::create()->cacheContains('by pages'), true), ' ';
      echo substr_count($sql('by pages'), ':p1'), substr_count(BookQuery::create()->cacheFetch('by pages'), '"value":null');
    `),
    'falseab by pages true 11',
  )
})

test('B11.3: what is in the cache is what is executed', async (t) => {
  t.is(
    await run(`
      $query = static fn () => BookQuery::create()->setQueryKey('k')->filterByPages(1);
      $titles($query());
      $entry = str_replace('book.pages=', 'book.pages<>', BookQuery::create()->cacheFetch('k'));
      BookQuery::create()->cacheStore('k', $entry);
      echo $titles($query());
    `),
    'b',
  )
})

test('B11.4: find(), findOne() and count() give their own results under one key', async (t) => {
  t.is(
    await run(`
      $query = static fn () => BookQuery::create()->setQueryKey('k')->filterByPages([1, 2])->orderByTitle();
      for ($i = 0; $i < 2; ++$i) {
          echo $query()->count(), count($query()->find()), $query()->findOne()->getTitle(), $query()->find()->count();
          echo $query()->doCount()->fetchColumn(), count(iterator_to_array($query()->doSelect())), ' ';
      }
      echo str_contains($sql('k count'), 'COUNT') ? 'apart' : 'together', $query()->findPk(1)->getTitle();
    `),
    '22a222 22a222 aparta',
  )
})

test('B11.5: the same key with another shape is built anew', async (t) => {
  t.is(
    await run(`
      $query = static fn () => BookQuery::create()->setQueryKey('k');
      foreach ([1, null, [1, 2], [1], [], 2] as $pages) { echo $titles($query()->filterByPages($pages)), ' '; }
      echo $titles($query()->filterByTitle('b')), ' ', $titles($query()->filterByPages(1)->_or()->filterByTitle('c'));
      echo ' ', $titles($query()->filterByTitle('b%', ' LIKE ')), ' ', $titles($query()->where('Book.Pages < ?', 2));
      echo ' ', implode(',', $query()->select('Title')->orderByTitle('DESC')->find()->getData());
      echo ' ', $query()->limit(2)->offset(1)->find()->count(), $query()->limit(1)->find()->count();
      echo ' ', $titles($query()->where('Book.Pages IN ?', [1, 2])), $titles($query()->where('Book.Pages IN ?', [2]));
      echo ' ', $query()->withColumn('UPPER(title)', 'Loud')->orderByTitle()->findOne()->getLoud();
    `),
    'a c ab a  b b ac b a c,b,a 21 abb A',
  )
})

test('B11.6: nothing is kept of a statement that fails', async (t) => {
  t.is(
    await run(`
      foreach (['find', 'count'] as $method) {
          try { BookQuery::create()->setQueryKey('bad')->where('nowhere = ?', 1)->$method(); } catch (Throwable) { echo 'failed '; }
      }
      echo var_export(BookQuery::create()->cacheContains('bad') || BookQuery::create()->cacheContains('bad count'), true);
    `),
    'failed failed false',
  )
})

test('B11.7: a page has the key with its offset and limit', async (t) => {
  t.is(
    await run(`
      $pager = BookQuery::create()->setQueryKey('page')->orderByTitle()->paginate(2, 2);
      echo count($pager->getResults()), $pager->getNbResults(), ' ', strlen($sql('page offset 2 limit 2')) > 1 ? 'kept' : 'lost';
      echo ' ', $sql('page'), ' ', $pager->getQuery()->getQueryKey();
    `),
    '13 kept - page',
  )
})

test('B11.8: the backend "custom" throws until its methods are written', async (t) => {
  t.is(
    await run(
      `
      echo BookQuery::create()->count();
      try { BookQuery::create()->setQueryKey('k')->find(); } catch (Orm\\Runtime\\Exception\\LogicException $e) { echo ' ', $e->getMessage(); }
      class OwnQuery extends BookQuery {
          public static array $kept = [];
          public function cacheContains($key): bool { return isset(self::$kept[$key]); }
          public function cacheFetch($key): mixed { return self::$kept[$key] ?? null; }
          public function cacheStore($key, $value, $lifetime = 5): void { self::$kept[$key] = $value; }
      }
      foreach ([1, 2] as $pages) { echo ' ', (new OwnQuery())->setQueryKey('k')->filterByPages($pages)->findOne()->getTitle(); }
      echo ' ', implode(',', array_keys(OwnQuery::$kept)), gettype(OwnQuery::$kept['k']);
    `,
      schema('<parameter name="backend" value="custom"/>'),
    ),
    '3 The backend "custom" of query_cache needs this method: write it in BookQuery a b kstring',
  )
})

test('B11.9: the lifetime is that of the schema', async (t) => {
  const { php } = await buildSchema(
    schema('<parameter name="lifetime" value="60"/><parameter name="backend" value="array"/>'),
  )
  const text = Object.entries(php).find(([path]) => path.endsWith('Base/BookQuery.php'))![1]
  t.regex(text, /cacheStore\(\$key, \$value, \$lifetime = 60\)/)
  t.is(
    await run(`
      BookQuery::create()->cacheStore('x', 'y', -1);
      echo var_export(BookQuery::create()->cacheFetch('x'), true);
      BookQuery::create()->cacheStore('x', 'y', 100);
      echo BookQuery::create()->cacheFetch('x');
    `),
    'NULLy',
  )
})

test('C22: hooks of queries run before the cache is asked', async (t) => {
  t.is(
    await run(`
      class FewQuery extends BookQuery {
          public static ?int $pages = 1;
          public function preSelect(Orm\\Runtime\\Connection\\ConnectionInterface $con): void { $this->filterByPages(self::$pages); }
      }
      echo $titles((new FewQuery())->setQueryKey('k'));
      FewQuery::$pages = 2;
      echo $titles((new FewQuery())->setQueryKey('k'));
    `),
    'ab',
  )
})

/** What the extension does, for machines without it. */
const apcu = (isOn: boolean) => `
  if (!function_exists('apcu_enabled')) {
      final class SharedMemory { public static array $entries = []; public static array $lifetimes = []; }
      function apcu_enabled(): bool { return ${isOn}; }
      function apcu_exists(string $key): bool { return isset(SharedMemory::$entries[$key]); }
      function apcu_fetch(string $key, ?bool &$success = null): mixed { $success = apcu_exists($key); return SharedMemory::$entries[$key] ?? false; }
      function apcu_store(string $key, mixed $value, int $ttl = 0): bool { SharedMemory::$entries[$key] = $value; SharedMemory::$lifetimes[$key] = $ttl; return true; }
  }
`

for (const backend of ['apc', 'apcu']) {
  test(`B11.11: the backend "${backend}" keeps the SQL in APCu where that is switched on, else in the process`, async (t) => {
    const work = `
      $query = static fn (int $pages) => BookQuery::create()->setQueryKey('by pages')->filterByPages($pages);
      echo $titles($query(1)), $titles($query(2)), $query(1)->count(), ' ';
      echo implode(',', array_keys(SharedMemory::$entries)), ' ', implode(',', array_unique(SharedMemory::$lifetimes)), ' ';
      echo var_export(BookQuery::create()->cacheContains('by pages'), true), ' ', var_export(BookQuery::create()->cacheFetch('nothing'), true), ' ';
      SharedMemory::$entries = []; echo var_export(BookQuery::create()->cacheContains('by pages'), true), $titles($query(2));`
    const xml = schema(`<parameter name="backend" value="${backend}"/><parameter name="lifetime" value="60"/>`)
    t.is(await run(apcu(true) + work, xml), 'ab1 by pages,by pages count 60 true NULL falseb')
    t.is(await run(apcu(false) + work, xml), 'ab1   true NULL trueb')
  })
}
