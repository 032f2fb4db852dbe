import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="day">
    <column name="day" type="DATE" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="ratio">
    <column name="ratio" type="DOUBLE" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="price">
    <column name="price" type="DECIMAL" size="10" scale="2" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="flag">
    <column name="flag" type="BOOLEAN" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="size">
    <column name="size" type="ENUM" valueSet="small, large" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="shirt">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="size" phpName="SizeName" type="ENUM" valueSet="small, large"/>
    <foreign-key foreignTable="size"><reference local="size" foreign="size"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('dates, fractions, booleans and enums are keys like others', schema, async (t, project) => {
  const output = await project.php(`
    $keys = [
        'Day' => ['2020-01-01', '2020-01-02'],
        'Ratio' => [1.5, 1.75],
        'Price' => ['1.50', '1.75'],
        'Flag' => [false, true],
        'Size' => ['small', 'large'],
    ];
    foreach ($keys as $name => [$first, $second]) {
        $class = "Keys\\\\$name";
        $query = "Keys\\\\{$name}Query";
        $map = "Keys\\\\Map\\\\{$name}TableMap";
        (new $class())->{"set$name"}($first)->setNote('first')->save();
        (new $class())->{"set$name"}($second)->setNote('second')->save();
        assert($query::create()->findPk($second)->getNote() === 'second', $name);
        $map::clearInstancePool();
        $found = $query::create()->{"orderBy$name"}()->find();
        assert($found->getColumnValues('Note') === ['first', 'second'], $name);
        assert($query::create()->{"orderBy$name"}()->find()[0] === $found[0], $name);
        assert($query::create()->findPk($second) === $found[1], $name);
        assert($query::create()->findPk($found[1]->getPrimaryKey()) === $found[1], $name);
        $query::create()->filterByPrimaryKey($second)->update(['Note' => 'changed']);
        assert($query::create()->findPk($second)->getNote() === 'changed', $name);
        assert($query::create()->findPk($second)->setNote('set')->save() === 1, $name);
        $map::clearInstancePool();
        assert($query::create()->findPks([$second])->getColumnValues('Note') === ['set'], $name);
        $query::create()->findPk($second)->reload();
        assert($query::create()->prune($query::create()->findPk($second))->findOne()->getNote() === 'first', $name);
        $query::create()->findPk($first)->delete();
        assert($query::create()->findPk($first) === null, $name);
    }
    $large = Keys\\SizeQuery::create()->findPk('large');
    (new Keys\\Shirt())->setSize($large)->save();
    Keys\\Map\\ShirtTableMap::clearInstancePool();
    assert(Keys\\ShirtQuery::create()->findOne()->getSize() === $large);
    assert(Keys\\ShirtQuery::create()->filterBySize($large)->count() === 1);
    assert(count($large->getShirts()) === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'a UUID is the same key in capital and small letters',
  `<database name="keys" namespace="Keys">
    <table name="token">
      <column name="token" type="UUID" primaryKey="true"/>
      <column name="note" type="VARCHAR" size="30"/>
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Keys\\{Token, TokenQuery};
        $small = '01890a5d-ac96-774b-bcce-b302099a8057';
        $large = strtoupper($small);
        $token = (new Token())->setToken($large)->setNote('x');
        $token->save();
        foreach ([false, true] as $isPooled) {
            foreach ([$small, $large, ucfirst($small)] as $form) {
                $isPooled || Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
                echo (int) (TokenQuery::create()->findPk($form)?->getToken() === $small);
                echo count(TokenQuery::create()->findPks([$form]));
                echo (int) (TokenQuery::create()->filterByPrimaryKey($form)->findOne()?->getNote() === 'x');
                echo TokenQuery::create()->filterByToken($form)->count();
            }
        }
        echo ' ', TokenQuery::create()->filterByPrimaryKey($large)->delete();`),
      '111111111111111111111111 1',
    )
  },
)

const composite = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="order" phpName="Purchase" identifierQuoting="true">
    <column name="group" phpName="Team" type="SMALLINT" primaryKey="true"/>
    <column name="select" phpName="Number" type="BIGINT" primaryKey="true"/>
    <column name="note" type="INTEGER"/>
  </table>
  <table name="typed">
    <column name="uuid" type="UUID" primaryKey="true"/>
    <column name="bytes" type="UUID_BINARY" primaryKey="true"/>
    <column name="day" type="DATE" primaryKey="true"/>
    <column name="at" type="TIMESTAMP" primaryKey="true"/>
    <column name="flag" type="BOOLEAN" primaryKey="true"/>
    <column name="price" type="DECIMAL" size="10" scale="2" primaryKey="true"/>
    <column name="size" type="ENUM" valueSet="small, large" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="30" primaryKey="true"/>
    <column name="note" type="INTEGER"/>
  </table>
  <table name="person">
    <column name="id" type="INTEGER" primaryKey="true"/>
  </table>
  <table name="seat">
    <column name="person_id" type="INTEGER" primaryKey="true"/>
    <column name="row" phpName="Line" type="INTEGER" primaryKey="true"/>
    <column name="note" type="INTEGER"/>
    <foreign-key foreignTable="person"><reference local="person_id" foreign="id"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('very many keys of several columns are one condition', composite, async (t, project) => {
  const output = await project.php(String.raw`
    namespace Keys;
    use Orm\Runtime\Collection\ObjectCollection;

    $make = static function (string $class, int $count, callable $fill): array {
        $objects = new ObjectCollection();
        $objects->setModel($class);
        for ($i = 0; $i < $count; $i++) {
            $objects[] = $fill(new $class(), $i)->setNote(-1);
        }
        $objects->save();

        return array_values($objects->getPrimaryKeys(false));
    };
    $orders = $make(Purchase::class, 500, static fn ($one, $i) => $one->setTeam($i % 7 - 3)->setNumber($i * 100000000000));
    $typed = $make(Typed::class, 250, static fn ($one, $i) => $one->setDay("2020-01-" . ($i % 28 + 1))->setAt("2020-01-01 10:00:" . $i % 60)
        ->setUuid($uuid = sprintf('%08d-70c1-11e5-a837-0800200c9a66', $i))->setBytes($uuid)
        ->setFlag($i % 2 === 1)->setPrice($i / 4)->setSize($i % 2 === 0 ? 'small' : 'large')->setName("é'\\:p1?$i"));
    (new Person())->setId(1)->save();
    $seats = $make(Seat::class, 300, static fn ($one, $i) => $one->setPersonId(1)->setLine($i));

    foreach ([PurchaseQuery::class => $orders, TypedQuery::class => $typed, SeatQuery::class => $seats] as $class => $keys) {
        $params = [];
        $sql = $class::create()->filterByPrimaryKeys($keys)->createSelectSql($params);
        assert(!str_contains($sql, ' OR '), $sql);
        assert($class::create()->filterByPrimaryKeys($keys)->count() === count($keys), $class);
        assert($class::create()->filterByPrimaryKeys(array_map(static fn (array $key): array => array_map(
            static fn (mixed $part): mixed => is_int($part) ? (string) $part : $part,
            $key,
        ), $keys))->count() === count($keys), $class);
        assert($class::create()->setModelAlias('x', true)->filterByPrimaryKeys($keys)->find()->count() === count($keys));
        assert($class::create()->setIgnoreCase(true)->filterByPrimaryKeys($keys)->count() === count($keys), $class);
        assert($class::create()->filterByNote(5)->_or()->filterByPrimaryKeys($keys)->count() === count($keys));
        assert($class::create()->filterByNote(5)->filterByPrimaryKeys($keys)->count() === 0);
        assert($class::create()->filterByPrimaryKeys($keys)->update(['Note' => 1]) === count($keys), $class);
        $class::create()->filterByPrimaryKeys(array_slice($keys, 1, 210))->update(['Note' => 2]);
        assert($class::create()->filterByNote(2)->count() === 210, $class);
    }
    $odd = [[99999999, 5], ['1.5', 3], ['9999999999999999999', 1], [-1, -1], [1, null]];
    assert(PurchaseQuery::create()->filterByPrimaryKeys([...$orders, ...array_slice($odd, 0, 4)])->count() === 500);
    assert(PurchaseQuery::create()->filterByPrimaryKeys([...$orders, ...$odd])->count() === 500);
    assert(PersonQuery::create()->useSeatQuery('s')->filterByPrimaryKeys($seats)->endUse()->count() === 300);
    assert(PersonQuery::create()->useSeatExistsQuery()->filterByPrimaryKeys($seats)->endUse()->count() === 1);
    assert(PersonQuery::create()->useInSeatQuery('s')->filterByPrimaryKeys($seats)->endUse()->count() === 1);
    assert(SeatQuery::create()->mergeWith(SeatQuery::create()->filterByPrimaryKeys($seats))->joinPerson()->count() === 300);
    $many = [...array_map(static fn (int $i): array => [$i, 1], range(2, 5000)), ...array_slice($seats, 0, 250)];
    assert(SeatQuery::create()->filterByPrimaryKeys($many)->delete() === 250);
    assert(PurchaseQuery::create()->setModelAlias('x', true)->filterByPrimaryKeys(array_slice($orders, 0, 400))->delete() === 400);
    echo SeatQuery::create()->count(), ' ', PurchaseQuery::create()->count();
  `)
  t.is(output, '50 100')
})

const spellings = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  ${[
    ['price', 'DECIMAL" size="10" scale="2'],
    ['number', 'NUMERIC'],
    ['ratio', 'DOUBLE'],
    ['token', 'UUID'],
    ['bytes', 'UUID_BINARY'],
    ['flag', 'BOOLEAN'],
    ['code', 'CHAR" size="10'],
    ['day', 'DATE'],
    ['hour', 'TIME'],
  ]
    .map(
      ([table, type]) => `<table name="${table}">
        <column name="value" type="${type}" primaryKey="true"/>
        <column name="note" type="VARCHAR" size="30"/>
      </table>`,
    )
    .join('')}
  <table name="pair">
    <column name="value" type="DECIMAL" size="10" scale="2" primaryKey="true"/>
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="line">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="price" phpName="Amount" type="DECIMAL" size="10" scale="2"/>
    <foreign-key foreignTable="price"><reference local="price" foreign="value"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('a row is one object, however its key is written', spellings, async (t, project) => {
  const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
  const output = await project.php(`
    use Keys\\{Line, LineQuery, Price, PriceQuery};

    $spellings = [
        'Price' => ['1.5', '1.50', 1.5, '+1.5', '01.500', '15e-1'],
        'Number' => ['7', 7, 7.0, '7.0', '07'],
        'Ratio' => [1.5, '1.5', '1.50', '15e-1'],
        'Token' => ['${uuid}', '${uuid.toUpperCase()}', '${uuid.replaceAll('-', '')}'],
        'Bytes' => ['${uuid}', '${uuid.toUpperCase()}', '${uuid.replaceAll('-', '')}'],
        'Flag' => [false, 0, '0', 'no', 'false'],
        'Code' => ${project.database.name === 'sqlite' ? "['abc']" : "['abc', 'abc ']"},
        'Day' => ['2020-01-02', '20200102', new DateTime('2020-01-02 10:00')],
        'Hour' => ['03:04:05', new DateTime('2020-01-02 03:04:05'), '3:04:05'],
        'Pair' => [['1.5', 'x'], ['1.50', 'x'], [1.5, 'x']],
    ];
    foreach ($spellings as $name => $keys) {
        $class = "Keys\\\\$name";
        $query = "Keys\\\\{$name}Query";
        $map = "Keys\\\\Map\\\\{$name}TableMap";
        foreach ($keys as $i => $key) {
            $at = "$name $i";
            $saved = new $class();
            is_array($key) ? $saved->setPrimaryKey($key) : $saved->setValue($key);
            $saved->setNote('saved')->save();
            assert($query::create()->findOne() === $saved, $at);
            assert(count($map::objectPool()) === 1, $at);
            $map::clearInstancePool();
            $read = $query::create()->findOne();
            assert($saved->equals($read) && $saved->hashCode() === $read->hashCode(), $at);
            foreach ($keys as $j => $other) {
                assert($query::create()->findPk($other) === $read, "$at $j");
                assert($query::create()->filterByPrimaryKey($other)->update(['Note' => "$at $j"]) === 1, "$at $j");
                $read = $query::create()->findOne();
                assert($read->getNote() === "$at $j", "$at $j");
            }
            assert($query::create()->filterByPrimaryKey($key)->delete() === 1, $at);
            assert($map::objectPool() === [], $at);
        }
    }

    (new Price())->setValue('2.5')->save();
    foreach (['2.5', '2.50'] as $amount) {
        (new Line())->setAmount($amount)->save();
    }
    foreach ([false, true] as $isPooled) {
        $isPooled || Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        $price = PriceQuery::create()->preload('Line')->findOne();
        assert($price->getValue() === '2.50' && count($price->getLines()) === 2);
        foreach (LineQuery::create()->find() as $line) {
            assert($line->getAmount() === '2.50' && $line->getPrice() === $price);
        }
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('rows with any key are paged, read in chunks, and deleted', spellings, async (t, project) => {
  const output = await project.php(`
    $keys = [
        'Price' => ['-1.50', '2.25', '10.00'],
        'Number' => ['2', '10', '100'],
        'Ratio' => [-0.25, 1.5, 1e10],
        'Token' => ['01890a5d-ac96-774b-bcce-b302099a8057', 'a1890a5d-ac96-774b-bcce-b302099a8057'],
        'Bytes' => ['01890a5d-ac96-774b-bcce-b302099a8057', 'a1890a5d-ac96-774b-bcce-b302099a8057'],
        'Code' => ['abc', 'x'],
        'Day' => ['1999-12-31', '2020-01-02'],
        'Hour' => ['03:04:05', '13:00:00'],
        'Pair' => [['1.50', 'x'], ['1.50', 'y'], ['10.00', 'a']],
    ];
    foreach ($keys as $name => $list) {
        $class = "Keys\\\\$name";
        $query = "Keys\\\\{$name}Query";
        $map = "Keys\\\\Map\\\\{$name}TableMap";
        foreach ($list as $key) {
            $object = new $class();
            is_array($key) ? $object->setPrimaryKey($key) : $object->setValue($key);
            $object->save();
        }
        $objects = $query::create()->orderByValue()->find()->getData();
        foreach (['asc' => $objects, 'desc' => array_reverse($objects)] as $direction => $expected) {
            $read = [];
            $cursor = null;
            do {
                $page = $query::create()->orderByNote()->orderByValue($direction)->paginateAfter($cursor, 1);
                array_push($read, ...$page);
                $cursor = $page->getNextCursor();
            } while ($cursor !== null);
            $name === 'Pair' || assert($read === $expected, "$name $direction");
            assert(count($read) === count($list), "$name $direction");
        }
        $read = [];
        foreach ($query::create()->chunkByKey(1) as $chunk) {
            array_push($read, ...$chunk);
        }
        assert(count(array_unique(array_map(spl_object_id(...), $read))) === count($list), $name);
        foreach ($objects as $object) {
            assert($map::doDelete($object->getPrimaryKey()) === 1, $name);
        }
        assert($query::create()->count() === 0, $name);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

const texts = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="country">
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="30"/>
  </table>
  <table name="city">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="code" type="VARCHAR" size="10"/>
    <foreign-key foreignTable="country"><reference local="code" foreign="code"/></foreign-key>
  </table>
  <table name="flag">
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="color" type="VARCHAR" size="30"/>
    <foreign-key foreignTable="country"><reference local="code" foreign="code"/></foreign-key>
  </table>
  <table name="club"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
  <table name="country_club" isCrossRef="true">
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="club_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="country"><reference local="code" foreign="code"/></foreign-key>
    <foreign-key foreignTable="club"><reference local="club_id" foreign="id"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('texts are the same key where the database says so', texts, async (t, project) => {
  const isSame = project.database.name === 'mysql'
  const output = await project.php(`
    use Keys\\{City, CityQuery, Club, Country, CountryClub, CountryQuery, Flag};
    use Orm\\Runtime\\ActiveQuery\\InstancePools;

    $other = ${isSame ? "'de '" : "'DE'"};
    foreach (['DE', 'FR'] as $code) {
        (new Country())->setCode($code)->setName($code)->save();
    }
    foreach (['DE', $other, 'FR'] as $code) {
        (new City())->setCode($code)->save();
    }
    (new Flag())->setCode($other)->setColor('red')->save();
    (new CountryClub())->setCode($other)->setClub(new Club())->save();
    $loaders = [
        'lazy' => static fn () => CountryQuery::create()->orderByCode()->find(),
        'preload' => static fn () => CountryQuery::create()->orderByCode()
            ->preload('City')->preload('Flag')->preload('Club')->find(),
        'populate' => static function () {
            $countries = CountryQuery::create()->orderByCode()->find();
            foreach (['City', 'Flag', 'Club'] as $relation) {
                $countries->populateRelation($relation);
            }

            return $countries;
        },
    ];
    foreach ($loaders as $how => $load) {
        InstancePools::clear();
        foreach ($load() as $i => $country) {
            assert(count($country->getCities()) === [2, 1][$i], "$how $i: cities");
            assert($country->getFlag()?->getColor() === ['red', null][$i], "$how $i: flag");
            assert(count($country->getClubs()) === [1, 0][$i], "$how $i: clubs");
            foreach ($country->getCities() as $city) {
                assert($city->getCountry() === $country, "$how $i: country");
            }
        }
    }
    InstancePools::clear();
    $france = CountryQuery::create()->findPk('FR');
    $germany = CountryQuery::create()->findPk('DE');
    assert(CountryQuery::create()->filterByPrimaryKey($other)->update(['Name' => 'changed']) === 1);
    assert(CountryQuery::create()->findPk('DE')->getName() === 'changed');
    assert(CountryQuery::create()->findPk('FR') === $france);
    echo 'done';
  `)
  t.is(output, 'done')
})

const typed = {
  Day: 'DATE',
  Hour: 'TIME',
  Moment: 'TIMESTAMP',
  Ratio: 'DOUBLE',
  Price: 'DECIMAL" size="10" scale="2',
  Flag: 'BOOLEAN',
  Size: 'ENUM" valueSet="small, large',
  Level: 'ENUM" valueSet="low, high" phpEnum="\\Level',
  Code: 'CHAR" size="5',
}

const related = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  ${Object.entries(typed)
    .map(([name, type]) => {
      const key = `<column name="key" phpName="Value" type="${type}" required="true" primaryKey="true"/>`
      const toParent = `<foreign-key foreignTable="${name}" phpName="Parent" onDelete="cascade" onUpdate="cascade">
        <reference local="key" foreign="key"/>
      </foreign-key>`
      return `
        <table name="${name}">${key}<column name="note" type="VARCHAR" size="30"/></table>
        <table name="${name}_child">
          <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
          <column name="key" phpName="Value" type="${type}"/>
          ${toParent}
        </table>
        <table name="${name}_sheet">${key}<column name="note" type="VARCHAR" size="30"/>${toParent}</table>
        <table name="${name}_tag"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
        <table name="${name}_link" isCrossRef="true">
          ${key}
          <column name="tag_id" type="INTEGER" primaryKey="true"/>
          ${toParent}
          <foreign-key foreignTable="${name}_tag" phpName="Tag" onDelete="cascade">
            <reference local="tag_id" foreign="id"/>
          </foreign-key>
        </table>
        <table name="${name}_part">
          ${key}
          <column name="number" type="INTEGER" primaryKey="true"/>
          ${toParent}
        </table>
        <table name="${name}_detail">
          <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
          <column name="key" phpName="Value" type="${type}"/>
          <column name="number" type="INTEGER"/>
          <foreign-key foreignTable="${name}_part" phpName="Part" onDelete="cascade" onUpdate="cascade">
            <reference local="key" foreign="key"/><reference local="number" foreign="number"/>
          </foreign-key>
        </table>`
    })
    .join('')}
</database>`

const keyValues = `
    enum Level: string { case Low = 'low'; case High = 'high'; }
    $keys = [
        'Day' => ['2020-01-02', '1999-12-31', '2030-05-06'],
        'Hour' => ['10:00:00', '23:59:59', '00:00:01'],
        'Moment' => ['2020-01-02 03:04:05', '1999-12-31 23:59:59', '2030-05-06 00:00:00'],
        'Ratio' => [0.1, 2.5, 7.75],
        'Price' => ['1.5', '20.25', '7'],
        'Flag' => [true, false],
        'Size' => ['small', 'large'],
        'Level' => [Level::Low, 'high'],
        'Code' => ['de', 'fr', 'it'],
    ];
    foreach ($keys as $name => $values) {
        foreach ([0, 1] as $i) {
            $class = static fn (string $suffix): object => new ("Keys\\\\$name$suffix")();
            $part = $class('Part')->setNumber(1);
            foreach ([1, 2] as $_) {
                $part->{"add{$name}Detail"}($class('Detail'));
            }
            $class('')->setValue($values[$i])->setNote("parent $i")
                ->{"add{$name}Child"}($class('Child'))->{"add{$name}Child"}($class('Child'))
                ->{"set{$name}Sheet"}($class('Sheet')->setNote("sheet $i"))
                ->addTag($class('Tag'))->{"add{$name}Part"}($part)
                ->save();
        }
    }`

testOnEachDatabase(
  'relations are loaded for many objects, whatever the type of the key',
  related,
  async (t, project) => {
    const output = await project.php(`${keyValues}
    $con = Orm\\Runtime\\Orm::getConnection('keys');
    $con->useDebug();
    foreach (array_keys($keys) as $name) {
        $relations = [
            ['', "{$name}Child", "get{$name}Children", 2], ['', "{$name}Sheet", "get{$name}Sheet", null],
            ['', 'Tag', 'getTags', 1], ['', "{$name}Part", "get{$name}Parts", 1], ['Child', 'Parent', 'getParent', null],
            ['Sheet', 'Parent', 'getParent', null], ['Tag', 'Parent', 'getParents', 1],
            ['Part', 'Parent', 'getParent', null], ['Part', "{$name}Detail", "get{$name}Details", 2],
            ['Detail', 'Part', 'getPart', null],
        ];
        foreach ($relations as [$from, $relation, $getter, $count]) {
            $at = "$name$from.$relation";
            $create = ["Keys\\\\$name{$from}Query", 'create'];
            $loaders = [
                static fn () => $create()->preload($relation)->find(),
                static function () use ($create, $relation) {
                    $objects = $create()->find();
                    $objects->populateRelation($relation);

                    return $objects;
                },
            ];
            foreach ($loaders as $load) {
                Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
                $objects = $load();
                $before = $con->getQueryCount();
                foreach ($objects as $object) {
                    $found = $object->$getter();
                    assert($count === null ? $found !== null : count($found) === $count, $at);
                }
                assert($con->getQueryCount() === $before, $at);
            }
        }
    }
    echo 'done';
  `)
    t.is(output, 'done')
  },
)

testOnEachDatabase('a changed key is passed on to loaded rows, whatever its type', related, async (t, project) => {
  const output = await project.php(`${keyValues}
    foreach ($keys as $name => $values) {
        $find = static fn (string $suffix, mixed $key): ?object
            => ("Keys\\\\$name{$suffix}Query")::create()->findPk($key);
        if (!isset($values[2])) {
            $find('', $values[1])->delete();
        }
        Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        $parent = $find('', $values[0]);
        $child = $parent->{"get{$name}Children"}()->getFirst();
        $detail = $parent->{"get{$name}Parts"}()->getFirst()->{"get{$name}Details"}()->getFirst();
        $former = $parent->getPrimaryKey();
        $parent->setValue($values[2] ?? $values[1])->save();
        assert($find('', $former) === null && $find('', $parent->getPrimaryKey()) === $parent, $name);
        assert($child->getParent() === $parent && !$child->isModified(), $name);
        $part = $detail->getPart();
        assert($part->getParent() === $parent && !$part->isModified() && !$detail->isModified(), $name);
        Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        assert(count($find('', $values[2] ?? $values[1])->{"get{$name}Children"}()) === 2, $name);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

const numericTexts = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="area">
    <column name="code" type="VARCHAR" size="10" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="30"/>
  </table>
  <table name="shop">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="code" type="VARCHAR" size="10"/>
    <foreign-key foreignTable="area"><reference local="code" foreign="code"/></foreign-key>
  </table>
  <table name="slot">
    <column name="day" type="DATE" primaryKey="true"/>
    <column name="code" type="CHAR" size="5" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
</database>`

testOnEachDatabase('texts that are equal as numbers are different keys', numericTexts, async (t, project) => {
  const output = await project.php(`
    use Keys\\{Area, Shop, ShopQuery};

    foreach ([['007', '7'], ['1e2', '100']] as [$first, $second]) {
        ($one = (new Area())->setCode($first)->setName('one'))->save();
        ($two = (new Area())->setCode($second)->setName('two'))->save();
        ($shop = (new Shop())->setArea($one))->save();
        $shop->setCode($second);
        assert(ShopQuery::create()->joinWithArea()->findPk($shop->getId()) === $shop);
        assert($shop->getArea() === $two);
        $shop->setArea($one)->save();
        $con = Orm\\Runtime\\Orm::getConnection('keys');
        $con->exec("UPDATE shop SET code = '$second' WHERE code = '$first'");
        $con->transaction(static fn () => ShopQuery::create()->lockForUpdate()->findPk($shop->getId()));
        assert($shop->getCode() === $second && $shop->getArea() === $two);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('a row is one object if a CHAR and a date are its key', numericTexts, async (t, project) => {
  const output = await project.php(`
    use Keys\\{Slot, SlotQuery};

    $slot = (new Slot())->setDay('2020-01-02')->setCode('de')->setNote('x');
    $slot->save();
    assert(SlotQuery::create()->findOne() === $slot);
    assert(SlotQuery::create()->findPk(['2020-01-02', 'de']) === $slot);
    $slot->setNote('y')->save();
    assert(SlotQuery::create()->findOne()->getNote() === 'y');
    echo 'done';
  `)
  t.is(output, 'done')
})

const timetable = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="student"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
  <table name="course"><column name="code" type="CHAR" size="5" primaryKey="true"/></table>
  <table name="term"><column name="start" type="DATE" primaryKey="true"/></table>
  <table name="enrolment" isCrossRef="true">
    <column name="student_id" type="INTEGER" primaryKey="true"/>
    <column name="course_code" type="CHAR" size="5" primaryKey="true"/>
    <column name="term_start" type="DATE" primaryKey="true"/>
    <column name="grade" type="INTEGER"/>
    <foreign-key foreignTable="student"><reference local="student_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="course"><reference local="course_code" foreign="code"/></foreign-key>
    <foreign-key foreignTable="term"><reference local="term_start" foreign="start"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('a relation of three tables may have keys of any type', timetable, async (t, project) => {
  const output = await project.php(`
    use Keys\\{Course, Student, StudentQuery, Term};

    $student = new Student();
    foreach (['de' => '2020-01-02', 'fr' => '2020-01-02', 'it' => '2021-03-04'] as $code => $start) {
        $student->addCourse((new Course())->setCode($code), $terms[$start] ??= (new Term())->setStart($start));
    }
    $student->save();
    foreach ([false, true] as $isPooled) {
        $isPooled || Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
        $tuples = [];
        foreach (StudentQuery::create()->findOne()->getCourseTerms() as [$course, $term]) {
            $tuples[] = trim($course->getCode()) . ' ' . $term->getStart('Y-m-d');
        }
        sort($tuples);
        assert($tuples === ['de 2020-01-02', 'fr 2020-01-02', 'it 2021-03-04']);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'a tuple that one side removes and another adds again keeps its row',
  timetable,
  async (t, project) => {
    const output = await project.php(`
    use Keys\\{Course, EnrolmentQuery, Student, Term};

    foreach ([false, true] as $isLoaded) {
        $student = new Student();
        $course = (new Course())->setCode('de');
        $term = (new Term())->setStart('2020-01-02');
        $student->addCourse($course, $term)->save();
        $student->getEnrolments()->getFirst()->setGrade(1)->save();
        $removals = [
            static fn () => $student->removeCourseTerm($course, $term),
            static fn () => $course->removeStudentTerm($student, $term),
            static fn () => $term->removeStudentCourse($student, $course),
        ];
        $additions = [
            static fn () => $student->addCourse($course, $term),
            static fn () => $course->addTerm($term, $student),
            static fn () => $term->addStudent($student, $course),
        ];
        foreach ($removals as $i => $remove) {
            foreach ($additions as $j => $add) {
                foreach ($isLoaded ? [$student, $course, $term] : [] as $object) {
                    $object->getEnrolments();
                }
                $remove();
                $add();
                foreach ([$student, $course, $term] as $object) {
                    $object->save();
                }
                $rows = EnrolmentQuery::create()->find();
                assert(count($rows) === 1 && $rows[0]->getGrade() === 1, "$i $j");
            }
        }
        foreach ($removals as $remove) {
            $remove();
            foreach ([$term, $course, $student] as $object) {
                $object->save();
            }
            assert(EnrolmentQuery::create()->count() === 0);
            $student->addCourse($course, $term)->save();
            Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
            foreach ([$student, $course, $term] as $object) {
                $object->reload(true);
            }
        }
        EnrolmentQuery::create()->deleteAll();
        $course->delete();
        $term->delete();
    }
    echo 'done';
  `)
    t.is(output, 'done')
  },
)

const numbers = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="measure">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="short" type="FLOAT"/>
    <column name="real" phpName="Single" type="REAL"/>
    <column name="long" type="DOUBLE"/>
    <column name="exact" type="DECIMAL" size="30" scale="10"/>
  </table>
</database>`

testOnEachDatabase('rows ordered by numbers of any precision are paged', numbers, async (t, project) => {
  const output = await project.php(`
    use Keys\\{Measure, MeasureQuery};

    $values = [0.1, 0.3, -3.3, 16777217.0, 1e10, null];
    foreach ([...$values, ...$values] as $i => $value) {
        (new Measure())->setShort($value)->setSingle($value)->setLong($value)
            ->setExact($value === null ? null : "12345678901234567890.12345678$i")->save();
    }
    foreach (['Short', 'Single', 'Long', 'Exact'] as $name) {
        foreach (['ASC', 'DESC'] as $direction) {
            $query = MeasureQuery::create()->{"orderBy$name"}($direction)->orderById()->setModelAlias('m', true);
            $expected = (clone $query)->find()->getColumnValues('Id');
            $cursor = null;
            $found = [];
            do {
                $page = $query->paginateAfter($cursor, 1);
                array_push($found, ...$page->getResults()->getColumnValues('Id'));
                $cursor = $page->getNextCursor();
            } while ($cursor !== null && count($found) < 100);
            assert($found === $expected, "$name $direction");
        }
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

const lenient = '  generator:\n    schema:\n      strictness: lenient\n'

for (const database of databases.filter((name) => name !== 'mysql')) {
  test(`${database}: a text of any length is a key in a lenient project`, async (t) => {
    const schema = `
      <database name="keys" defaultIdMethod="native">
        <table name="setting">
          <column name="name" type="LONGVARCHAR" primaryKey="true"/>
          <column name="value" type="CLOB"/>
        </table>
        <table name="choice">
          <column name="setting_name" type="LONGVARCHAR" primaryKey="true"/>
          <column name="words" type="CLOB" primaryKey="true"/>
          <foreign-key foreignTable="setting" onDelete="cascade"><reference local="setting_name" foreign="name"/></foreign-key>
        </table>
      </database>`
    const project = await createProject(t, { schema, database, config: lenient })
    await project.build()
    const output = await project.php(`
      $long = str_repeat('a long name ', 50);
      $setting = (new Setting())->setName($long)->setValue('1');
      $setting->addChoice((new Choice())->setWords('yes'))->save();
      Map\\SettingTableMap::clearInstancePool();
      $found = SettingQuery::create()->findPk($long);
      $found->setValue('2')->save();
      echo $found->getChoices()->count(), ChoiceQuery::create()->findPk([$long, 'yes'])->getSetting()->getValue();
      $found->delete();
      echo ChoiceQuery::create()->count();
    `)
    t.is(output, '120')
    const { stdout, code } = await project.orm('migration:drift')
    t.is(code, 0, stdout)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: an auto-increment column needs no key in a lenient project', async (t) => {
    const schema = `
      <database name="keys" defaultIdMethod="native">
        <table name="entry">
          <column name="code" type="VARCHAR" size="9" primaryKey="true"/>
          <column name="number" type="INTEGER" autoIncrement="true"/>
        </table>
        <table name="line">
          <column name="number" type="BIGINT" autoIncrement="true"/>
          <column name="text" type="VARCHAR" size="9"/>
        </table>
      </database>`
    const project = await createProject(t, { schema, database: 'pgsql', config: lenient })
    await project.build()
    const output = await project.php(`
      foreach (['a', 'b'] as $code) {
          $entry = (new Entry())->setCode($code);
          $entry->save();
          $line = (new Line())->setText($code);
          $line->save();
          echo $code, $entry->getNumber(), $line->getNumber(), LineQuery::create()->findOneByText($code)->getNumber(), ' ';
      }
    `)
    t.is(output, 'a111 b222 ')
    const { stdout, code } = await project.orm('migration:drift')
    t.is(code, 0, stdout)
  })
}

const sheets = `
<database name="sheets" namespace="Sheets" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="30" required="true"/>
    <column name="pages" type="INTEGER" required="true" defaultValue="1"/>
    <column name="added_at" type="TIMESTAMP" required="true" defaultExpr="CURRENT_TIMESTAMP"/>
  </table>
  <table name="sheet">
    <column name="book_id" type="INTEGER" primaryKey="true"/>
    <column name="summary" type="VARCHAR" size="30"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
  </table>
</database>`

testOnEachDatabase(
  'a required column without value and default is refused before the INSERT',
  sheets,
  async (t, project) => {
    const output = await project.php(`
    use Orm\\Runtime\\ActiveQuery\\Criteria;
    use Orm\\Runtime\\ActiveRecord\\Exception\\NotNullViolationException;
    use Orm\\Runtime\\Collection\\ObjectCollection;
    use Sheets\\{Book, Sheet, SheetQuery};
    use Sheets\\Map\\SheetTableMap;
    (new Book())->setTitle('Emma')->save();
    $sheet = static fn (): Sheet => (new Sheet())->setSummary('x');
    $criteria = (new Criteria('sheets'))->add(SheetTableMap::COL_SUMMARY, 'x');
    $attempts = [
        'never set' => static fn () => $sheet()->save(),
        'set to null' => static fn () => $sheet()->setBookId(null)->save(),
        'after null' => static fn () => $sheet()->setBookId(1)->setBookId(null)->save(),
        'without any value' => static fn () => (new Sheet())->save(),
        'many' => static fn () => (new ObjectCollection([$sheet(), $sheet()]))->save(),
        'upsert' => static fn () => SheetQuery::create()->upsert(['Summary' => 'x']),
        'upsert of null' => static fn () => SheetQuery::create()->upsert(['BookId' => null, 'Summary' => 'x']),
        'criteria' => static fn () => SheetTableMap::doInsert($criteria),
        'another column' => static fn () => (new Book())->setPages(2)->save(),
    ];
    foreach ($attempts as $name => $attempt) {
        try {
            $attempt();
            echo "$name is accepted\\n";
        } catch (NotNullViolationException $refused) {
            echo $refused->getMessage(), "\\n";
        }
    }
    echo SheetQuery::create()->count();
  `)
    t.deepEqual(output.split('\n'), [
      'Column sheet.book_id is required and has no default: set it before the insert',
      'Column sheet.book_id is required and cannot be null',
      'Column sheet.book_id is required and cannot be null',
      'Column sheet.book_id is required and has no default: set it before the insert',
      'Column sheet.book_id is required and has no default: set it before the insert',
      'Column sheet.book_id is required and has no default: set it before the insert',
      'Column sheet.book_id is required and cannot be null',
      'Column sheet.book_id is required and has no default: set it before the insert',
      'Column book.title is required and has no default: set it before the insert',
      '0',
    ])
  },
)

const numbered = `
<database name="tickets" namespace="Tickets" defaultIdMethod="native">
  <table name="ticket">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="number" type="INTEGER" sqlType="serial" required="true"/>
  </table>
</database>`

for (const database of databases.filter((name) => name === 'pgsql')) {
  test(`${database}: a required column whose SQL type has a default may be left out`, async (t) => {
    const project = await createProject(t, { schema: numbered, database })
    await project.build()
    t.is(
      await project.php(
        '(new Tickets\\Ticket())->save(); echo Tickets\\TicketQuery::create()->select("Number")->findOne();',
      ),
      '1',
    )
  })
}
