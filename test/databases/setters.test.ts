import test from 'ava'
import { extensionStatements, samplesOn, samplesSchema } from '../support/column-kinds.js'
import { databases } from '../support/databases.js'
import { createProject, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'

const types = [
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'DECIMAL',
  'NUMERIC',
  'REAL',
  'FLOAT',
  'DOUBLE',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'UUID',
  'ENUM',
  'SET',
  'JSON',
  'VARCHAR',
]

const column = (type: string, suffix: string, rest: string): string => {
  const size =
    type === 'DECIMAL' || type === 'NUMERIC' ? ' size="20" scale="4"' : type === 'VARCHAR' ? ' size="50"' : ''
  const values = type === 'ENUM' || type === 'SET' ? ' valueSet="red, green"' : ''
  return `<column name="${type.toLowerCase()}_${suffix}" phpName="${type.charAt(0)}${type.slice(1).toLowerCase()}${suffix}" type="${type}"${size}${values}${rest}/>`
}

// Each table has the columns of one type: that can be null, and that cannot.
const schema = `
<database name="setters" namespace="Setters" defaultIdMethod="native">
${types
  .map(
    (type) => `  <table name="t_${type.toLowerCase()}" phpName="T${type.charAt(0)}${type.slice(1).toLowerCase()}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    ${column(type, 'a', '')}
    ${column(type, 'b', ' required="true"')}
  </table>`,
  )
  .join('\n')}
</database>`

testOnEachDatabase('setters, filters and updates store what is given or refuse it', schema, async (t, project) => {
  const output = await project.php(`
    use Orm\\Runtime\\Exception\\ExceptionInterface;
    use Orm\\Runtime\\Exception\\InvalidArgumentException;
    use Orm\\Runtime\\Exception\\Database\\NotNullViolation;

    $integers = [
        'takes' => [
            [7, 7], ['7', 7], [' 7 ', 7], ['+7', 7], ['-7', -7], ['007', 7], ['7.0', 7], ['0', 0], [true, 1], [7.0, 7],
            ["7\\n", 7], ['1e1', 10],
        ],
        'refuses' => [
            'abc', '12abc', 'abc12', '1,5', '1.5', '0x1A', '1_000', '1 000', '-', '.', 'NaN', 'INF', '٣', "\\0",
            '99999999999999999999', '-99999999999999999999', '1e400', INF, NAN, 1e30, str_repeat('9', 5000),
        ],
    ];
    $digits = static fn (array $kind): array => [
        'takes' => array_map(static fn (array $pair): array => [$pair[0], (string) $pair[1]], $kind['takes']),
        'refuses' => $kind['refuses'],
    ];
    $numbers = [
        'takes' => [[7, 7.0], ['7', 7.0], [' 1.5 ', 1.5], ['-.5', -0.5], ['1e2', 100.0], [true, 1.0], [0.25, 0.25]],
        'refuses' => ['abc', '12abc', '1,5', '0x1A', '1.2.3', '--1', 'NaN', 'INF', '1e400', "\\0", '1.5 EUR'],
    ];
    // JSON, XML and CSV have these texts for what is no number, or infinite.
    $floats = ['refuses' => array_values(array_diff($numbers['refuses'], ['NaN', 'INF']))] + $numbers;
    $kinds = [
        'Tinyint' => $integers,
        'Smallint' => $integers,
        'Integer' => $integers,
        'Bigint' => $digits($integers),
        'Decimal' => ['takes' => [
            [7, '7'], ['7', '7'], [' 1.5 ', '1.5'], ['12345678.7891', '12345678.7891'], [0.1, '0.1'],
            [1234567.0625, '1234567.0625'],
        ]] + $numbers + ['refuses' => []],
        'Numeric' => ['takes' => [[7, '7'], ['-0.5', '-0.5']]] + $numbers,
        'Real' => $floats,
        'Float' => $floats,
        'Double' => $floats,
        'Boolean' => [
            'takes' => [
                [true, true], [false, false], [1, true], [0, false], ['1', true], ['0', false], ['on', true],
                ['OFF', false], ['Yes', true], ['n', false], [' true ', true], ['f', false], ['-', false], ['+', true],
            ],
            'refuses' => ['maybe', 'tru', '2', 'null', '10', 'yesno', "\\0", '99999999999999999999'],
        ],
        'Date' => [
            'takes' => [['2024-02-29', '2024-02-29'], ['20240229', '2024-02-29'], [0, '1970-01-01']],
            'refuses' => [
                'garbage', '2024-02-30', '2023-02-29', '2024-13-01', '20240231', '99999999999999999999', true, INF, 1e300,
            ],
        ],
        'Time' => [
            'takes' => [['12:30:15', '12:30:15']],
            // MySQL has times of more than a day; elsewhere save() refuses them.
            'refuses' => ['garbage', '25:61:00', '12:61:00', '1000:00:00', '99999999999999999999'],
        ],
        'Timestamp' => [
            'takes' => [['2024-02-29 12:30:15', '2024-02-29 12:30:15'], ['1709209815', '2024-02-29 12:30:15']],
            'refuses' => ['garbage', '2024-02-30 10:00:00', '99999999999999999999', true, NAN],
        ],
        'Uuid' => [
            'takes' => [['01234567-89ab-cdef-0123-456789abcdef', '01234567-89ab-cdef-0123-456789abcdef']],
            'refuses' => ['garbage', '01234567-89ab-cdef-0123-456789abcdeg', '0123', "01234567-89ab-cdef-0123-456789abcdef\\0"],
        ],
        'Enum' => ['takes' => [['red', 'red']], 'refuses' => ['blue', '0', 'RED']],
        'Set' => ['takes' => [[['red'], ['red']]], 'refuses' => ['blue']],
        'Json' => ['takes' => [
            ['{"a": 1.0}', ['a' => 1.0]], [['a' => 1.0], ['a' => 1.0]], ['[1, "x"]', [1, 'x']],
        ], 'refuses' => ['{', 'abc', "{'a':1}"]],
        'Varchar' => ['takes' => [['x', 'x'], ['', ''], [5, '5'], [1.5, '1.5'], [true, '1']], 'refuses' => []],
    ];
    date_default_timezone_set('UTC');
    $isSame = static function (mixed $one, mixed $other): bool {
        if ($one instanceof DateTimeInterface) {
            return str_contains($one->format('Y-m-d H:i:s'), $other);
        }

        return is_string($one) && is_numeric($one) && $one !== $other ? (float) $one === (float) $other : $one === $other;
    };
    $refuses = static function (callable $call, string $what, string $name): void {
        try {
            $call();
        } catch (ExceptionInterface $refusal) {
            assert(str_contains($refusal->getMessage(), $name), "$what: $refusal");

            return;
        }
        assert(false, "$what was taken");
    };
    foreach ($kinds as $kind => $values) {
        $class = "Setters\\\\T$kind";
        $query = $class . 'Query';
        $name = 't_' . strtolower($kind) . '.' . strtolower($kind);
        [$good] = $values['takes'][0];
        foreach ($values['takes'] as [$given, $wanted]) {
            $what = "$kind " . var_export($given, true);
            $object = (new $class())->{'set' . $kind . 'a'}($given)->{'set' . $kind . 'b'}($given);
            assert($isSame($object->{'get' . $kind . 'a'}(), $wanted), $what);
            $object->save();
            assert($object->{'set' . $kind . 'a'}($given)->isModified() === false, "$what is new again");
            $object->reload();
            assert($isSame($object->{'get' . $kind . 'a'}(), $wanted), "$what reloaded");
            $byName = (new $class())->fromArray([$kind . 'a' => $given, $kind . 'b' => $given]);
            assert($isSame($byName->{'get' . $kind . 'b'}(), $wanted), "$what by name");
            $query::create()->filterById($object->getId())->update([$kind . 'a' => $given, $kind . 'b' => $given]);
            $object->reload();
            assert($isSame($object->{'get' . $kind . 'b'}(), $wanted), "$what updated");
        }
        foreach ($values['refuses'] as $given) {
            $what = "$kind " . substr(var_export($given, true), 0, 50);
            $before = (new $class())->{'set' . $kind . 'a'}($good);
            foreach (['a', 'b'] as $suffix) {
                $refuses(static fn () => $before->{'set' . $kind . $suffix}($given), $what, $name . '_' . $suffix);
                $refuses(static fn () => $before->setByName($kind . $suffix, $given), $what, $name . '_' . $suffix);
                $refuses(static fn () => $before->fromArray([$kind . $suffix => $given]), $what, $name . '_' . $suffix);
            }
            assert($before->getModifiedColumns() === [$name . '_a'], "$what changed something");
            $refuses(static fn () => $query::create()->update([$kind . 'a' => $given]), $what, $name . '_a');
            if ($kind !== 'Set' && $kind !== 'Uuid') {
                if (is_string($given) && is_numeric($given) === false && !in_array($kind, ['Date', 'Time', 'Timestamp'], true)) {
                    $refuses(static fn () => $query::create()->filterBy($kind . 'a', $given), $what, $name . '_a');
                    $refuses(static fn () => $query::create()->filterBy($kind . 'a', [$given, $given]), $what, $name . '_a');
                    $refuses(static fn () => $query::create()->{'findOneBy' . $kind . 'a'}($given), $what, $name . '_a');
                }
            }
        }
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'an empty text is null where null is allowed; null is refused before a statement',
  schema,
  async (t, project) => {
    const output = await project.php(`
    use Orm\\Runtime\\Exception\\ExceptionInterface;
    use Orm\\Runtime\\Exception\\Database\\NotNullViolation;

    $con = Orm\\Runtime\\Orm::getWriteConnection('setters');
    $con->useDebug();
    $good = [
        'Tinyint' => 1, 'Smallint' => 1, 'Integer' => 1, 'Bigint' => 1, 'Decimal' => 1, 'Numeric' => 1, 'Real' => 1,
        'Float' => 1, 'Double' => 1, 'Boolean' => true, 'Date' => '2024-01-01', 'Time' => '12:00', 'Timestamp' => '2024-01-01',
        'Uuid' => '01234567-89ab-cdef-0123-456789abcdef', 'Enum' => 'red', 'Set' => ['red'], 'Json' => ['a' => 1],
        'Varchar' => 'x',
    ];
    foreach ($good as $kind => $value) {
        $class = "Setters\\\\T$kind";
        $query = $class . 'Query';
        $name = 't_' . strtolower($kind) . '.' . strtolower($kind);
        $object = (new $class())->fromArray([$kind . 'a' => '', $kind . 'b' => $value]);
        $empty = ['Varchar' => '', 'Set' => []][$kind] ?? null;
        assert($object->{'get' . $kind . 'a'}() === $empty, "$kind empty");
        $object->save();
        $object->reload();
        assert($object->{'get' . $kind . 'a'}() === $empty, "$kind empty");
        $id = $object->getId();

        $queries = $con->getQueryCount();
        $new = (new $class())->fromArray([$kind . 'b' => null]);
        $changed = (clone $object)->{'set' . $kind . 'b'}(null);
        $list = new Orm\\Runtime\\Collection\\ObjectCollection([
            (new $class())->fromArray([$kind . 'b' => $value]), (new $class())->{'set' . $kind . 'b'}(null),
        ]);
        $list->setModel($class);
        foreach ([$new, $changed, $list] as $i => $saved) {
            try {
                $saved->save();
                assert(false, "$kind was saved");
            } catch (NotNullViolation $refusal) {
                assert(str_contains($refusal->getMessage(), $name . '_b'), $refusal->getMessage());
                assert($refusal->getColumns() === [strtolower($kind) . '_b']);
            }
            // Of a list others may have been sent, and taken back.
            assert($i === 2 || $con->getQueryCount() === $queries, "$kind: a statement was sent");
        }
        assert($query::create()->count() === 1, $kind);
        $queries = $con->getQueryCount();
        try {
            $query::create()->filterById($id)->update([$kind . 'b' => null]);
            assert(false, "$kind was updated");
        } catch (ExceptionInterface $refusal) {
            assert(str_contains($refusal->getMessage(), $name . '_b'), $refusal->getMessage());
        }
        assert($con->getQueryCount() === $queries, "$kind: a statement was sent");
        $new->{'set' . $kind . 'b'}($value);
        assert($new->save() === 1 && $query::create()->count() === 2, $kind);
    }
    assert((new Setters\\TInteger())->setId('')->getId() === null);
    foreach (['Integer', 'Bigint', 'Decimal', 'Double', 'Enum', 'Uuid', 'Json'] as $kind) {
        $class = "Setters\\\\T$kind";
        try {
            (new $class())->{'set' . $kind . 'b'}('');
            assert(false, $kind);
        } catch (ExceptionInterface) {
        }
    }
    foreach ([['x'], new stdClass()] as $value) {
        try {
            (new Setters\\TInteger())->fromArray(['Integera' => $value]);
            assert(false);
        } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $refusal) {
            assert(str_contains($refusal->getMessage(), 't_integer.integer_a'));
        }
    }
    echo 'done';
  `)
    t.is(output, 'done')
  },
)

const onPgsql = databases.includes('pgsql') ? test : test.skip

onPgsql('pgsql: a column that stores a time zone gives the instant in the default zone', async (t) => {
  const schema = `<database name="shop" namespace="Shop">
    <table name="visit">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="seen" type="TIMESTAMP" sqlType="timestamp with time zone"/>
    </table>
  </database>`
  const project = await createProject(t, { schema, database: 'pgsql' })
  await project.build()
  t.is(
    await project.php(`
      use Shop\\{Visit, VisitQuery};
      date_default_timezone_set('Asia/Kolkata');
      $visit = (new Visit())->setSeen('2021-01-01T00:00:00Z');
      $visit->save();
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $visit = VisitQuery::create()->filterBySeen('2020-12-31T23:00:00-01:00')->findOne();
      echo $visit->getSeen()->getTimestamp(), ' ', $visit->getSeen('H:i e'), ' ';
      echo (new Visit())->fromArray($visit->toArray())->getSeen()->getTimestamp(), ' ';
      echo json_encode($visit->fromArray($visit->toArray())->isModified());`),
    '1609459200 05:30 Asia/Kolkata 1609459200 false',
  )
})

const estimates = `<database name="setters">
  <table name="estimate">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="amount" type="DECIMAL" size="12" scale="2"/>
    <column name="exact" type="NUMERIC" size="20" scale="6"/>
    <column name="whole" type="DECIMAL" size="12" scale="0"/>
    <column name="sized" type="DECIMAL" size="12"/>
    <behavior name="versionable"/>
  </table>
</database>`

testOnEachDatabase('a decimal is rounded by its setter as the database rounds it', estimates, async (t, project) => {
  const output = await project.php(`
    mt_srand(7);
    $isSqlite = Orm\\Runtime\\Orm::getServiceContainer()->getAdapterClass('setters') === 'sqlite';
    $columns = ['amount', 'exact', 'whole', 'sized'];
    $values = [10 / 3, 1.005, '1.005', '-2.5', '0.5', '-0.5', '1.4999999', '999.9999995', '-0.0000001', 2.5, '7.001'];
    for ($i = 0; $i < 200; $i++) {
        $digits = mt_rand(1, 12);
        $values[] = (mt_rand(0, 1) ? '-' : '') . mt_rand(0, 9999) . '.' . str_pad((string) mt_rand(0, 10 ** $digits - 1), $digits, '0', STR_PAD_LEFT);
    }
    $con = Orm\\Runtime\\Orm::getWriteConnection('setters');
    foreach ($values as $value) {
        $given = (new Estimate())->setAmount($value)->setExact($value)->setWhole($value)->setSized($value);
        $given->save();
        $stored = $con->query('SELECT amount, exact, whole, sized FROM estimate WHERE id = ' . $given->getId())->fetch(PDO::FETCH_ASSOC);
        $text = is_float($value) ? var_export($value, true) : $value;
        if (!$isSqlite) {
            $con->exec("UPDATE estimate SET amount = '$text', exact = '$text', whole = '$text', sized = '$text' WHERE id = " . $given->getId());
        }
        $own = $con->query('SELECT amount, exact, whole, sized FROM estimate WHERE id = ' . $given->getId())->fetch(PDO::FETCH_ASSOC);
        $row = array_map('strval', [$given->getAmount(), $given->getExact(), $given->getWhole(), $given->getSized()]);
        foreach ($columns as $i => $column) {
            // SQLite has the number, without zeros at its end, and rounds nothing.
            $isSame = $isSqlite ? (float) $stored[$column] === (float) $row[$i] : $row[$i] === $own[$column];
            if (!$isSame || $stored[$column] != $own[$column]) {
                echo "$column of $text: the object has $row[$i], the row $stored[$column], the database makes $own[$column]\\n";
            }
        }
        $given->reload();
        $again = $given->setAmount($value)->setExact($value)->setWhole($value);
        if (!$isSqlite) {
            $again->setSized($value);
        }
        if ($again->isModified() || $again->save() !== 0 || $again->getVersion() !== 1) {
            echo "$text again: ", implode(', ', $again->getModifiedColumns()), ', version ', $again->getVersion(), "\\n";
        }
    }
    $seven = (new Estimate())->setAmount('7.00');
    $seven->save();
    $seven->setAmount(7.001)->save();
    echo $seven->getAmount(), ' ', $seven->getVersion(), ' ', $seven->countEstimateVersions();`)
  t.is(output, '7.00 1 1')
})

const hostile = [
  ...["'abc'", "''", "' '", "'5'", "'05'", "'1.5'", "' 7 '", "'NaN'", "'no'", "'2024-02-29'", "'2024-02-30'", "'{}'"],
  ...["'[1]'", "'a, c'", "'b'", "'10.0.0.1'", "'2020-01-31 10:11:12'", "'25:00'", "'(,7]'", "'P1D'", "'0101'"],
  ...["'6C05C1D00F1C4B1E8F4F1D3A1C2B3A4D'", '0', '5', '-3', '1.5', 'true', 'false', '[]', "['a']", "[['a']]"],
  ...['new stdClass()', "new DateTime('2020-01-31 10:11:12')", 'new ArrayObject([1])'],
]

for (const database of databases) {
  test(`${database}: update() and filters take what the setter takes, and update() refuses the rest with its message`, async (t) => {
    const samples = samplesOn(database)
    const project = await createProject(t, { schema: samplesSchema(samples), database })
    if (database === 'pgsql') await query(project.database, ...extensionStatements)
    await project.build()
    const output = await project.php(`
    $none = new Sample();
    $none->save();
    $changed = new Sample();
    $changed->save();
    // Of what is refused the message is compared, of what is taken the row.
    $outcome = static function (Closure $write, string $column): string {
        try {
            $id = $write();
        } catch (TypeError | Orm\\Runtime\\Exception\\ExceptionInterface $refusal) {
            // What only the server refuses has the statement in its message.
            return str_contains($refusal->getMessage(), ' failed: ')
                ? 'Exception of the server'
                : get_class($refusal) . ' ' . $refusal->getMessage();
        }
        Map\\SampleTableMap::clearInstancePool();
        $value = SampleQuery::create()->findPk($id)->toArray()[$column];

        return json_encode(is_resource($value) ? base64_encode(stream_get_contents($value)) : $value) ?: serialize($value);
    };
    foreach (${JSON.stringify(samples.map(({ column }) => column))} as $column) {
        foreach ([${hostile.join(', ')}] as $value) {
            $set = $outcome(static function () use ($column, $value): int {
                $object = (new Sample())->fromArray([$column => $value]);
                $object->save();
                return $object->getId();
            }, $column);
            $updated = $outcome(static function () use ($changed, $column, $value): int {
                SampleQuery::create()->filterById($changed->getId())->update([$column => null]);
                SampleQuery::create()->filterById($changed->getId())->update([$column => $value]);
                return $changed->getId();
            }, $column);
            if (str_contains($set, 'TypeError') && is_scalar($value)) {
                // PHP itself refuses numbers for a parameter that is a string.
                continue;
            }
            if ($set !== $updated) {
                echo "$column ", var_export($value, true), ":\\n  set: $set\\n  updated: $updated\\n";
            }
            // A column without fractions of seconds equals no moment that has one, and MySQL pads bytes.
            $isOther = $column === 'OfBINARY'
                || (str_contains($column, 'TIME') && is_scalar($value) && str_contains((string) $value, '.'));
            if (is_array($value) || is_object($value) || $isOther || $set === 'null') {
                continue;
            }
            // The other row has no value: it stands for no row.
            $found = $outcome(static fn (): int => SampleQuery::create()->filterById($changed->getId())
                ->filterBy($column, $value)->findOne()?->getId() ?? $none->getId(), $column);
            $isRefused = str_contains($set, 'Exception ');
            if (str_contains($found, 'TypeError')) {
                continue;
            }
            if ($isRefused ? !str_contains($found, 'Exception ') && $found !== 'null' : $found !== $set) {
                echo "$column ", var_export($value, true), ":\\n  set: $set\\n  found: $found\\n";
            }
        }
    }
    echo 'done';`)
    t.is(output, 'done')
  })
}

const keyKinds = ['CHAR', 'VARCHAR', 'SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL', 'DOUBLE', 'DATE', 'TIMESTAMP', 'UUID']

for (const database of databases) {
  test(`${database}: a key is found by every value that its setter takes`, async (t) => {
    const schema = `<database name="samples">${samplesOn(database)
      .filter(({ type }) => keyKinds.includes(type))
      .map(
        ({ xml, column }) =>
          `<table name="by_${column.toLowerCase()}" phpName="By${column}">${xml.replace('/>', ' primaryKey="true"/>')}</table>`,
      )
      .join('')}</database>`
    const project = await createProject(t, { schema, database })
    await project.build()
    const output = await project.php(`
    foreach (${JSON.stringify(keyKinds)} as $type) {
        $class = "ByOf$type";
        foreach ([${hostile.filter((value) => !value.includes('[') && !value.startsWith('new')).join(', ')}] as $value) {
            if ($type === 'TIMESTAMP' && str_contains((string) $value, '.')) {
                // A column without fractions of seconds equals no moment that has one.
                continue;
            }
            $query = $class . 'Query';
            $refusal = null;
            try {
                $object = (new $class())->fromArray(["Of$type" => $value]);
                $object->save();
            } catch (TypeError | Orm\\Runtime\\Exception\\ExceptionInterface $refusal) {
                $object = null;
            }
            $query::create()->getTableMap()::clearInstancePool();
            try {
                $found = $query::create()->findPk($value);
            } catch (TypeError | Orm\\Runtime\\Exception\\ExceptionInterface $refusal) {
                $found = null;
            }
            if (($object === null) !== ($found === null)) {
                echo "$type ", var_export($value, true), ': ', $found === null ? 'not found' : 'found', ' ', $refusal?->getMessage(), "\\n";
            }
            $query::create()->deleteAll();
        }
    }
    echo 'done';`)
    t.is(output, 'done')
  })
}
