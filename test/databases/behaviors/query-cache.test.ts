import { testOnEachDatabase } from '../../support/project.js'

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

testOnEachDatabase('B11: random queries under one key give what they give without', schema, async (t, project) => {
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
