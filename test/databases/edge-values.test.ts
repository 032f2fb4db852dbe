import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="edge" namespace="Edge">
  <table name="thing">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="word" type="VARCHAR" size="200"/>
    <column name="amount" type="DECIMAL" size="20" scale="6"/>
    <column name="twice" type="DOUBLE"/>
    <column name="day" type="DATE"/>
    <column name="moment" type="TIMESTAMP"/>
    <column name="code" type="UUID"/>
    <column name="object" type="OBJECT"/>
    <column name="bytes" type="VARBINARY" size="100"/>
  </table>
  <table name="value">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="word" type="VARCHAR" size="50"/>
    <column name="small" type="SMALLINT"/>
    <column name="number" type="INTEGER"/>
    <column name="large" type="BIGINT"/>
    <column name="tiny" type="DECIMAL" size="30" scale="12"/>
    <column name="list" type="ARRAY"/>
    <column name="day" type="DATE"/>
  </table>
</database>`

// Every value goes into every column: by its setter, by update() and by a save of many. What is reported as saved is what
// is read back, the three ways agree, and all else is an exception of the library.
const program = String.raw`
use Edge\Map\ThingTableMap;
use Edge\Thing;
use Edge\ThingQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\ExceptionInterface;

date_default_timezone_set('UTC');
$values = [
    '', ' ', '0', 0, -1, '00', '1.50', 0.1, 1.5, '1e3', '1E400', INF, -INF, NAN, '12345678901.123456', '1234567.891234',
    '0.000001', '99999999999999.5', '9999999999999', "a\0b", "\0", "\xff\xfe", "ä€😀", "a'b\"c\\d", "x\ny", str_repeat('x', 300),
    '2024-02-29', '2023-02-29', '9999-12-31', '-0001-01-01', '12345678901234.5', -9223372036854775807, 'x', 'Z', 'EST', 'z z',
    new DateTimeImmutable('@253402300800'), new DateTimeImmutable('2024-05-05 10:00:00'), true, false, [], ['a'],
    'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'f47ac10b', static fn () => 1, fopen('php://memory', 'r'),
    new class {
        public int $x = 1;
    },
];
$plain = static fn (mixed $v) => match (true) {
    is_resource($v) => bin2hex(stream_get_contents($v, -1, 0)),
    $v instanceof DateTimeInterface => $v->format('Y-m-d H:i:s'),
    is_string($v) => bin2hex($v),
    default => var_export($v, true),
};
$problems = [];
foreach (ThingTableMap::getTableMap()->getColumns() as $column) {
    $name = $column->getPhpName();
    if ($name === 'Id') {
        continue;
    }
    $get = static function (int $id) use ($name, $plain, $column) {
        ThingTableMap::clearInstancePool();
        $value = ThingQuery::create()->findPk($id)->getByName($name);
        return match (true) {
            $value === null => 'null',
            $column->getType() === 'DECIMAL' => rtrim(rtrim(number_format((float) $value, 5, '.', ''), '0'), '.'),
            $name === 'Day' => $value->format('Y-m-d'),
            default => $plain($value),
        };
    };
    foreach ($values as $i => $value) {
        $ways = [
            'save' => static function () use ($name, $value) {
                $thing = new Thing();
                $thing->setByName($name, $value);
                $given = $thing->getByName($name);
                $thing->save();
                return [$thing->getId(), $given];
            },
            'update' => static function () use ($name, $value) {
                $thing = new Thing();
                $thing->save();
                ThingQuery::create()->filterById($thing->getId())->update([$name => $value]);
                return [$thing->getId(), null];
            },
            'bulk' => static function () use ($name, $value) {
                $things = new ObjectCollection([(new Thing())->setByName($name, $value), new Thing()]);
                $things->setModel(Thing::class);
                $things->save();
                return [$things[0]->getId(), null];
            },
        ];
        $read = [];
        foreach ($ways as $way => $do) {
            try {
                [$id, $given] = $do();
                $read[$way] = $get($id);
                $shown = match (true) {
                    $given === null => null,
                    $column->getType() === 'DECIMAL' => rtrim(rtrim(number_format((float) $given, 5, '.', ''), '0'), '.'),
                    $name === 'Day' => $given->format('Y-m-d'),
                    default => $plain($given),
                };
                if ($shown !== null && $read[$way] !== $shown && $value !== -0.0) {
                    $problems[] = "$name, value $i: $shown was saved, $read[$way] was read";
                }
            } catch (ExceptionInterface) {
                $read[$way] = 'refused';
            } catch (Throwable $failure) {
                $read[$way] = 'refused';
                // A native type of a setter refuses some values itself.
                if (!$failure instanceof TypeError) {
                    $problems[] = "$name, value $i by $way: " . $failure::class . ': ' . $failure->getMessage();
                }
            }
        }
        if ($read['save'] !== $read['bulk'] || ($read['save'] !== 'refused' && !in_array($read['update'], [$read['save'], 'refused'], true))) {
            $problems[] = "$name, value $i: " . json_encode($read);
        }
    }
}
echo json_encode($problems, JSON_PRETTY_PRINT | JSON_PARTIAL_OUTPUT_ON_ERROR);
`

// What a setter accepts finds the row again, and to set it again is no change.
const found = String.raw`
use Edge\Map\ValueTableMap;
use Edge\Value;
use Edge\ValueQuery;

$cases = [
    'Word' => [1.0, 0.1, 1e20, 0.1 + 0.2, 'a\b'],
    'Small' => ['1e3', '5.0', ' 7 ', 5.0],
    'Number' => ['1e3', '5.0', '+5', 1e9],
    'Large' => ['1e3', '5.0', 1e15],
    'Tiny' => ['0.000000000001', 1e-11, '1e-9', '-0.00000025'],
    'List' => [['\\'], ['a\b', '50%'], ['x_y', '!'], ['\\|']],
];
$problems = [];
foreach ($cases as $name => $values) {
    foreach ($values as $i => $value) {
        $saved = new Value();
        $saved->setByName($name, $value);
        $saved->save();
        ValueTableMap::clearInstancePool();
        $read = ValueQuery::create()->findPk($saved->getId());
        $same = $read->getByName($name) === $saved->getByName($name);
        $query = ValueQuery::create()->filterById($read->getId())->{"filterBy$name"}($value);
        $read->setByName($name, $value);
        $seen = [$same, $query->count(), $read->isModified()];
        if ($seen !== [true, 1, false]) {
            $problems[] = "$name, value $i: " . json_encode($seen);
        }
    }
}
ValueQuery::create()->deleteAll();
(new Value())->setList(['a\b'])->save();
if (ValueQuery::create()->filterByList(['a\b'], 'CONTAINS_NONE')->exists()) {
    $problems[] = 'CONTAINS_NONE finds a list that contains the element';
}
foreach (['10000-01-01', '12345-6-7', '99999-12-31 10:00:00', '02021-01-01'] as $day) {
    try {
        (new Value())->setDay($day);
        $problems[] = "$day is no day of a year with four digits";
    } catch (Orm\Runtime\Exception\OrmException) {
    }
}
echo json_encode($problems);
`

testOnEachDatabase('what is saved is what is read back', schema, async (t, project) => {
  t.deepEqual(JSON.parse(await project.php(program)), [])
  t.deepEqual(JSON.parse(await project.php(found)), [])
})

const dates = `<database name="dates" namespace="Dates" defaultIdMethod="native">
  <table name="event">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="note" type="VARCHAR" size="20" lazyLoad="true"/>
    <column name="at" type="TIMESTAMP"/>
    <column name="day" type="DATE"/>
    <column name="hour" type="TIME"/>
  </table>
</database>`

/** Other databases convert what they store to dates. */
for (const database of databases.filter((name) => name === 'sqlite')) {
  test(`${database}: numbers in date columns are timestamps, as for setters`, async (t) => {
    const project = await createProject(t, { schema: dates, database })
    await project.build()
    const output = await project.php(String.raw`
      use Dates\EventQuery;
      use Orm\Runtime\ActiveQuery\InstancePools;
      use Orm\Runtime\ActiveQuery\ModelCriteria;

      date_default_timezone_set('Europe/Berlin');
      $con = Orm\Runtime\Orm::getConnection('dates');
      $con->exec("INSERT INTO event (at, day, hour) VALUES ('2020-01-02 03:04:05', '2020-01-02', '03:04:05')");
      $con->exec('INSERT INTO event (at, day, hour) VALUES (1577930645, 20200102, 1577930645)');
      $con->exec('INSERT INTO event (at, day, hour) VALUES (1577930645.0, 1577930645, 1577930645.25)');
      $con->exec('INSERT INTO event (at) VALUES (-1.5)');
      $readers = [
          'find' => static fn () => EventQuery::create()->orderById()->find()->getData(),
          'findPk' => static fn () => array_map(static fn (int $id) => EventQuery::create()->findPk($id), [1, 2, 3, 4]),
          'on demand' => static fn () => iterator_to_array(
              EventQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find(),
          ),
          'reload' => static function () {
              $events = EventQuery::create()->orderById()->find();
              foreach ($events as $event) {
                  $event->reload();
              }

              return $events->getData();
          },
      ];
      foreach ($readers as $how => $read) {
          InstancePools::clear();
          $events = $read();
          foreach (array_slice($events, 0, 3) as $i => $event) {
              assert($event->getAt('c') === '2020-01-02T03:04:05+01:00', "$how $i");
              assert($event->getDay('Y-m-d') === '2020-01-02', "$how $i");
              assert($event->getHour('H:i:s') === '03:04:05', "$how $i");
              assert(!$event->setAt('2020-01-02 03:04:05')->isModified(), "$how $i");
          }
          assert($events[3]->getAt('Y-m-d H:i:s.v') === '1970-01-01 00:59:58.500', $how);
          assert($events[3]->getDay() === null, $how);
      }
      $rows = EventQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ARRAY)->find()->getData();
      assert($rows[1] === ['Id' => 2] + $rows[0], json_encode($rows));
      echo 'done';
    `)
    t.is(output, 'done')
  })
}
