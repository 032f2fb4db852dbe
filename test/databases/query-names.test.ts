import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="shop">
    <column name="city" type="INTEGER" primaryKey="true"/>
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
  </table>
  <table name="staff" phpName="Person">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="name" phpName="FullName" type="VARCHAR" size="40" required="true"/>
    <column name="age" type="INTEGER"/>
    <column name="info" type="JSON"/>
    <column name="boss_id" type="INTEGER"/>
    <column name="shop_city" type="INTEGER"/>
    <column name="shop_code" type="VARCHAR" size="10"/>
    <column name="kind" type="INTEGER" inheritance="single" defaultValue="1">
      <inheritance key="1" class="Person"/><inheritance key="2" class="Manager" extends="Person"/>
    </column>
    <foreign-key foreignTable="staff" phpName="Boss" refPhpName="Report"><reference local="boss_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="shop">
      <reference local="shop_city" foreign="city"/><reference local="shop_code" foreign="code"/>
    </foreign-key>
  </table>
  <table name="note">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="person_id" type="INTEGER"/>
    <foreign-key foreignTable="staff"><reference local="person_id" foreign="id"/></foreign-key>
    <behavior name="soft_delete"/>
  </table>
  <table name="tag"><column name="id" type="INTEGER" primaryKey="true"/></table>
  <table name="person_tag" isCrossRef="true">
    <column name="person_id" type="INTEGER" primaryKey="true"/>
    <column name="tag_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="staff"><reference local="person_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="tag"><reference local="tag_id" foreign="id"/></foreign-key>
  </table>
  <table name="place">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="region" type="INTEGER"/>
    <behavior name="nested_set"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/><parameter name="scope_column" value="region"/>
    </behavior>
  </table>
</database>`

/** Ann is the boss of Bob and Cid, Bob of Dan and Eve, Cid of Fay and Gus; the first three are managers. */
const rows = `
use Bookstore\\{Manager, ManagerQuery, Note, NoteQuery, Person, PersonQuery, Shop, ShopQuery};
use Orm\\Runtime\\ActiveQuery\\Criteria;

foreach ([[1, 'a'], [1, 'b'], [2, 'a']] as [$city, $code]) {
    (new Shop())->setCity($city)->setCode($code)->save();
}
foreach (['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus'] as $i => $name) {
    ($i < 3 ? new Manager() : new Person())->setId($i + 1)->setFullName($name)->setAge($i === 4 ? null : 20 + 5 * $i)
        ->setBossId($i === 0 ? null : intdiv($i + 1, 2))->setInfo(['n' => -$i / 2])
        ->setShop(ShopQuery::create()->findPk([[1, 'a'], [1, 'b'], [2, 'a']][$i % 3]))->save();
}
foreach ([1, 1, 2] as $person) {
    $note = (new Note())->setPersonId($person);
    $note->save();
}
$note->delete();

/** @return string the names of the people that a query finds */
$names = static fn ($query) => implode(' ', array_map(static fn ($one) => $one->getFullName(), iterator_to_array($query->find())));
$same = static function (mixed $found, mixed $expected): void {
    assert($found === $expected, var_export($found, true));
};
`

testOnEachDatabase('queries inside of queries on the same table find their own rows', schema, async (t, project) => {
  await project.php(`${rows}
    $people = static fn () => PersonQuery::create();
    // The same relation twice, without aliases.
    $same($names($people()->useReportExistsQuery()->useReportExistsQuery()->filterByFullName('Gus')->endUse()->endUse()), 'Ann');
    $same($names($people()->useInReportQuery()->useInReportQuery()->filterByFullName('Gus')->endUse()->endUse()), 'Ann');
    try {
        $people()->useReportExistsQuery('r')->useReportExistsQuery('r');
        assert(false);
    } catch (Orm\\Runtime\\Exception\\LogicException $refusal) {
        assert(str_contains($refusal->getMessage(), 'alias "r"'));
    }
    // A merged query means what it meant before, under every pair of aliases.
    $targets = [$people, fn () => PersonQuery::create('t'), fn () => $people()->setModelAlias('t', true)];
    $sources = ['Person' => $people, 's' => fn () => PersonQuery::create('s'), 'x' => fn () => $people()->setModelAlias('x', true)];
    foreach ($targets as $target) {
        foreach ($sources as $me => $source) {
            $merged = static fn (callable $add) => $target()->mergeWith($add($source()))->orderById();
            $same($names($merged(fn ($q) => $q->useReportExistsQuery()->filterByAge(45)->endUse())), 'Cid');
            $same($names($merged(fn ($q) => $q->whereExists(
                PersonQuery::create('r')->where("r.BossId = $me.Id")->where("r.Age > $me.Age + ?", 15),
            ))), 'Cid');
            $same($names($merged(fn ($q) => $q->innerJoinBoss('b')->addJoinCondition('b', "$me.Age > b.Age + ?", 9))), 'Cid Dan Fay Gus');
            $same($merged(fn ($q) => $q->withColumn("$me.Age + 1", 'next')->filterByAge(20))->findOne()->getNext(), 21);
        }
    }
    // The name of the model means the outer query, whether that has an alias, and before or after it has.
    $inner = fn () => PersonQuery::create('r')->where('r.BossId = Person.Id')->where('r.Age > Person.Age + ?', 15);
    $same($names($people()->setModelAlias('o', true)->whereExists($inner())), 'Cid');
    $same($names($people()->whereExists($inner())->setModelAlias('o', true)), 'Cid');
    // Only text has no case.
    $same($names($people()->mergeWith($people()->setIgnoreCase(true)->filterByFullName('ANN')->filterByAge(20)->filterByKind(2))), 'Ann');
    // Conditions of a join, in the order in which they were said.
    $joined = static fn () => $people()->innerJoinBoss('b')->condition('c', 'Person.BossId = b.Id');
    $same($joined()->setJoinCondition('b', 'c')->addJoinCondition('b', 'b.FullName = ?', 'Ann')->count(), 2);
    $same($joined()->addJoinCondition('b', 'b.FullName = ?', 'Ann')->setJoinCondition('b', 'c')->count(), 6);
    // A list by a query with a limit, and the table of a query that also reads from another one.
    $same($names($people()->filterById($people()->select('Id')->orderById('desc')->limit(2), Criteria::IN)->orderById()), 'Fay Gus');
    $same($names($people()->whereExists(
        NoteQuery::create()->withCommonTable('n', NoteQuery::create())->where('Note.Id = n.Id')->where('Note.PersonId = Person.Id'),
    )), 'Ann');
    // Places in JSON, before the alias and the join that their columns need.
    $same($names($people()->orderByJson('Info', '$.n')->whereJson('Info', '$.n', -2, '<')->setModelAlias('x', true)), 'Gus Fay');
    $same($names($people()->orderByJson('b.Info', '$.n')->whereJson('b.Info', '$.n', 0, '<')->joinBoss('b')->orderById()), 'Fay Gus Dan Eve');
    // A key of two columns differs if one of them does.
    $shop = ShopQuery::create()->findPk([1, 'a']);
    $same($names($people()->filterByShop($shop, Criteria::NOT_EQUAL)->orderById()), 'Bob Cid Eve Fay');
    $same($names($people()->filterByAge(20)->_or()->filterByShop($shop, Criteria::NOT_EQUAL)->orderById()), 'Ann Bob Cid Eve Fay');
  `)
  t.pass()
})

testOnEachDatabase('a query stands for the rows of its class wherever it is', schema, async (t, project) => {
  await project.php(`${rows}
    $people = static fn () => PersonQuery::create()->orderById();
    $same($names($people()->filterById(ManagerQuery::create()->select('Id'), Criteria::IN)), 'Ann Bob Cid');
    $same($names($people()->whereExists(ManagerQuery::create('m')->where('m.Id = Person.Id'))), 'Ann Bob Cid');
    $same($names($people()->useExistsQuery('Boss', 'b', ManagerQuery::class)->filterByAge(20)->endUse()), 'Bob Cid');
    $same($people()->innerJoinReport('r')->useQuery('r', ManagerQuery::class)->endUse()->select('FullName')->find()->getData(), ['Ann', 'Ann']);
    $same($people()->withCommonTable('m', ManagerQuery::create())->where('Person.Id = m.Id')->count(), 3);
    $same(ManagerQuery::create()->addSelectQuery(PersonQuery::create(), 'p')->count(), 3);
    $same($names($people()->addSelectQuery(ManagerQuery::create(), 'm')->filterByAge(['min' => 25])), 'Bob Cid');
    // Rows that are marked as deleted.
    $notes = static fn () => NoteQuery::create();
    $same($names($people()->filterById($notes()->select('PersonId'), Criteria::IN)), 'Ann');
    $same($names($people()->filterById($notes()->includeDeleted()->select('PersonId'), Criteria::IN)), 'Ann Bob');
    $same($names($people()->whereExists($notes()->where('Note.PersonId = Person.Id'))), 'Ann');
    $same($notes()->addSelectQuery($notes(), 'n')->count(), 2);
    $same($people()->useGroupByNoteQuery()->addAsColumn('c', 'COUNT(*)')->endUse()->select('c')->limit(2)->find()->getData(), [2, 0]);
  `)
  t.pass()
})

testOnEachDatabase('pages continue behind expressions', schema, async (t, project) => {
  await project.php(`${rows}
    $walk = static function (callable $query) use ($same): string {
        $found = [];
        $cursor = null;
        do {
            $page = $query()->paginateAfter($cursor, 2);
            foreach ($page as $one) {
                $found[] = $one->getFullName();
            }
            $cursor = $page->getNextCursor();
        } while ($cursor !== null);

        return implode(' ', $found);
    };
    $people = static fn () => PersonQuery::create();
    $same($walk(fn () => $people()->orderByJson('Info', '$.n')), 'Gus Fay Eve Dan Cid Bob Ann');
    $same(
        $walk(fn () => $people()->useGroupByReportQuery()->addAsColumn('c', 'COUNT(*)')->endUse()->orderBy('c')),
        'Dan Eve Fay Gus Ann Bob Cid',
    );
    $same(
        $walk(fn () => $people()->filterByAge(['min' => 1])->withColumn('Person.Age * 1.5', 'f')->orderBy('f', 'desc')),
        'Gus Fay Dan Cid Bob Ann',
    );
    $same(
        $walk(fn () => $people()->filterByAge(['min' => 1])->withColumn('Person.Age > 30', 'old')->orderBy('old', 'desc')),
        'Dan Fay Gus Ann Bob Cid',
    );
  `)
  t.pass()
})

testOnEachDatabase('_or() takes all that one method says as one condition', schema, async (t, project) => {
  await project.php(`${rows}
    foreach ([1 => [1, 2, 3, 7], 2 => [2, 3], 3 => []] as $tag => $people) {
        $tag = (new Bookstore\\Tag())->setId($tag);
        foreach ($people as $id) {
            $tag->addPerson(PersonQuery::create()->findPk($id));
        }
        $tag->save();
    }
    $places = [];
    foreach ([null, 1, 1, 2, 2] as $i => $parent) {
        $place = $places[$i + 1] = (new Bookstore\\Place())->setId($i + 1)->setRegion($i % 2);
        $parent === null ? $place->makeRoot() : $place->insertAsLastChildOf($places[$parent]);
        $place->save();
    }
    /** @return list<int|string> */
    $ids = static function ($query): array {
        $ids = array_map(static fn ($one) => $one->getId(), iterator_to_array($query->find()));
        sort($ids);

        return $ids;
    };
    $check = static function (callable $create, array $filters) use ($same, $ids): void {
        foreach ($filters as $a => $one) {
            foreach ($filters as $b => $other) {
                $union = array_values(array_unique([...$ids($one($create())), ...$ids($other($create()))]));
                sort($union);
                $found = $ids($other($one($create())->_or()));
                assert($found === $union, "$a or $b: " . json_encode([$found, $union]));
                // Another condition before them, and after them, concerns both.
                $found = $ids($other($one($create()->filterById(2, '<>'))->_or())->filterById(4, '<='));
                $some = array_values(array_filter($union, static fn (int $id): bool => $id !== 2 && $id <= 4));
                assert($found === $some, "$a or $b, and others: " . json_encode([$found, $some]));
            }
        }
    };
    $shop = ShopQuery::create()->findPk([1, 'a']);
    $tag = Bookstore\\TagQuery::create()->findPk(2);
    $check(fn () => PersonQuery::create(), [
        'one column' => fn ($q) => $q->filterByFullName('Gus'),
        'a range' => fn ($q) => $q->filterByAge(['min' => 25, 'max' => 30]),
        'a key of two columns' => fn ($q) => $q->filterByShop($shop),
        'another key of two columns' => fn ($q) => $q->filterByShop($shop, Criteria::NOT_EQUAL),
        'rows between' => fn ($q) => $q->filterByTag($tag),
        'a clause' => fn ($q) => $q->where('Person.Age > ? AND Person.Age < ?', [30, 50]),
        'a group' => fn ($q) => $q->combineFilters()->filterByShop($shop)->filterByAge(20)->endCombineFilters(),
        'a query inside' => fn ($q) => $q->useReportExistsQuery()->filterByAge(25)->filterByFullName('Bob')->endUse(),
    ]);
    $check(fn () => Bookstore\\PlaceQuery::create(), [
        'descendants' => fn ($q) => $q->descendantsOf($places[2]),
        'children' => fn ($q) => $q->childrenOf($places[1]),
        'ancestors' => fn ($q) => $q->ancestorsOf($places[4]),
        'siblings' => fn ($q) => $q->siblingsOf($places[2]),
        'no siblings' => fn ($q) => $q->siblingsOf($places[1]),
        'a rank in a list' => fn ($q) => $q->filterByRank(2, 0),
    ]);
    // Also what was merged, and what a copy of the query says.
    $one = PersonQuery::create()->filterByShop($shop);
    $same($ids((clone $one)->_or()->filterByAge(25)), [1, 2, 4, 7]);
    $same($ids(PersonQuery::create()->mergeWith($one)->_or()->filterByAge(25)), [1, 2, 4, 7]);
    $same($ids(PersonQuery::create()->filterByShopCity(1)->mergeWith($one)->_or()->filterByAge(25)), [1, 2, 4, 7]);
  `)
  t.pass()
})
