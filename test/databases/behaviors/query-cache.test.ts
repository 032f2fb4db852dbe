import { testOnEachDatabase } from '../../support/project.js'
import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <behavior name="query_cache"><parameter name="backend" value="array"/></behavior>
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="50"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <column name="day" type="DATE"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
    </table>
  </database>`

testOnEachDatabase('B11.10: random queries under one key give what they give without', schema, async (t, project) => {
  const printed = await project.php(`
    mt_srand(3);
    foreach (['jane', 'emma', null] as $name) {
        $author = (new Author())->setName($name);
        foreach (['x', 'y', null] as $i => $title) {
            $author->addBook((new Book())->setTitle($title)->setDay($i === 0 ? null : '2020-01-0' . $i));
        }
        $author->save();
    }
    $values = [['x', 'y', null, 'Y'], ['jane', 'emma', null], ['2020-01-01', '2020-01-02', null]];
    $one = static fn (int $i): mixed => $values[$i][array_rand($values[$i])];
    $steps = [
        static function () use ($one) { $value = $one(0); return static fn ($q) => $q->filterByTitle($value); },
        static function () use ($one) { $list = array_filter([$one(0), $one(0)], is_string(...)); return static fn ($q) => $q->filterByTitle($list, ' IN '); },
        static function () use ($one) { $value = $one(1); return static fn ($q) => $q->joinAuthor()->where('Author.Name = ?', $value); },
        static function () use ($one) { $value = $one(2); return static fn ($q) => $q->filterByDay($value === null ? null : new DateTime($value)); },
        static function () use ($one) { $value = $one(2) ?? '2019-01-01'; return static fn ($q) => $q->filterByDay(['min' => $value]); },
        static function () { $n = mt_rand(1, 5); return static fn ($q) => $q->limit($n); },
        static fn () => static fn ($q) => $q->setIgnoreCase(true),
        static fn () => static fn ($q) => $q->orderByTitle(),
        static fn () => static fn ($q) => $q->_or(),
        static fn () => static fn ($q) => $q->joinWithAuthor(),
        static fn () => static fn ($q) => $q->distinct(),
        static fn () => static fn ($q) => $q->useAuthorQuery()->filterByName('jane')->endUse(),
    ];
    $different = 0;
    $found = 0;
    for ($i = 0; $i < 400; ++$i) {
        [$plain, $keyed] = [BookQuery::create(), BookQuery::create()->setQueryKey('key')];
        for ($k = mt_rand(0, 3); $k > 0; --$k) {
            $step = $steps[array_rand($steps)]();
            $step($plain);
            $step($keyed);
        }
        $ids = static fn ($q): array => $q->orderById()->find()->getColumnValues('Id');
        $found += count($expected = $ids(clone $plain));
        $different += $ids(clone $keyed) === $expected ? 0 : 1;
        $different += (clone $keyed)->count() === (clone $plain)->count() ? 0 : 1;
        $different += (clone $keyed)->orderById()->findOne()?->getId() === (clone $plain)->orderById()->findOne()?->getId() ? 0 : 1;
    }
    echo $different, $found > 500 ? ' of many' : " of $found";
  `)
  t.is(printed, '0 of many')
})

const books = `
  foreach (['a', 'b', 'c'] as $i => $title) { (new Book())->setTitle($title)->setDay($i === 2 ? null : '2020-01-0' . ($i + 1))->save(); }
  $query = static fn () => BookQuery::create()->setQueryKey('k');
  $titles = static fn ($query): string => implode('', $query->orderByTitle()->find()->getColumnValues('Title'));`

scenariosOnEachDatabase(
  schema,
  {
    'B11.2, B11.3: the SQL is kept under the key, is what is executed, and values are bound anew': [
      `${books} foreach (['a', 'b'] as $title) { echo $titles($query()->filterByTitle($title)); }
      $kept = BookQuery::create()->cacheFetch('k'); BookQuery::create()->cacheStore('k', str_replace('book.title=', 'book.title<>', $kept));
      echo ' ', $titles($query()->filterByTitle('a'));`,
      'ab bc',
    ],
    'B11.4: find(), findOne() and count() give their own results under one key': [
      `${books} foreach ([1, 2] as $_) { echo $query()->count(), count($query()->find()), $query()->orderByTitle()->findOne()->getTitle(), $query()->findPks(BookQuery::create()->select('Id')->find()->getData())->count(), ' '; }`,
      '33a3 33a3',
    ],
    'B11.5: the same key with another shape is built anew': [
      `${books} foreach (['2020-01-01', null, ['2020-01-01', '2020-01-02'], ['min' => '2020-01-02']] as $day) { echo $titles($query()->filterByDay($day)), ' '; }
      echo $query()->limit(2)->find()->count(), $query()->limit(1)->offset(2)->orderByTitle()->findOne()->getTitle();`,
      'a c ab b 2c',
    ],
    'B11.6: nothing is kept of a statement that fails': [
      `foreach (['find', 'count'] as $method) { try { BookQuery::create()->setQueryKey('bad')->where('nowhere = ?', 1)->$method(); } catch (Throwable) { echo 'failed '; } }
      echo BookQuery::create()->cacheContains('bad') || BookQuery::create()->cacheContains('bad count') ? 'kept' : 'gone';`,
      'failed failed gone',
    ],
    'B11.7: a page has the key with its offset and limit': [
      `${books} $pager = $query()->orderByTitle()->paginate(2, 2); echo count($pager->getResults()), $pager->getNbResults(), BookQuery::create()->cacheContains('k offset 2 limit 2') ? ' kept' : ' lost';`,
      '13 kept',
    ],
  },
  '',
)
