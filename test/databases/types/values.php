<?php

/**
 * Random values of every type: what the setter takes, the getter gives before and after the row is read again, and
 * so do toArray() and fromArray(), rows that are saved together, copies and conditions. Prints what is different.
 */

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Type\Range;
use Orm\Runtime\Type\TypeText;

mt_srand((int) ($argv[1] ?? 1));

/** What values look like, in a form in which equal ones are equal. */
function shown(mixed $value): string
{
    return match (true) {
        $value instanceof DateTimeInterface => 'instant ' . $value->format('U.u'),
        $value instanceof DateInterval => 'interval ' . json_encode([
            ($value->y * 12 + $value->m) * ($value->invert ? -1 : 1),
            $value->d * ($value->invert ? -1 : 1),
            (int) round(($value->h * 3600 + $value->i * 60 + $value->s + $value->f) * 1e6) * ($value->invert ? -1 : 1),
        ]),
        is_array($value) => 'array ' . json_encode(sorted($value)),
        default => gettype($value) . ' ' . var_export($value, true),
    };
}

function sorted(array $values): array
{
    if (!array_is_list($values)) {
        ksort($values, SORT_STRING);
    }

    return array_map(static fn (mixed $one): mixed => is_scalar($one) || $one === null ? $one : shown($one), $values);
}

function pick(array $list): mixed
{
    return $list[mt_rand(0, count($list) - 1)];
}

function text(): string
{
    $parts = ['a', 'B', '"', "'", '\\', '{', '}', ',', '=>', 'NULL', ' ', "\n", 'é', '😀', '(', ']', '--', ';', '?', ':p1', '%'];

    return implode('', array_map(static fn (): string => pick($parts), range(0, mt_rand(0, 6))));
}

function bits(int $count): string
{
    return implode('', array_map(static fn (): string => (string) mt_rand(0, 1), array_fill(0, $count, 0)));
}

/** A range of two values, in their order. */
function range_of(Closure $value): Range
{
    $bounds = [$value(), $value()];
    $first = $bounds[0] instanceof DateTimeInterface || is_int($bounds[0]) ? $bounds[0] : (float) $bounds[0];
    $second = $bounds[1] instanceof DateTimeInterface || is_int($bounds[1]) ? $bounds[1] : (float) $bounds[1];
    [$lower, $upper] = $first <= $second ? $bounds : [$bounds[1], $bounds[0]];

    return match (mt_rand(0, 7)) {
        0 => Range::empty(),
        1 => Range::unbounded(),
        2 => new Range($lower, null, pick(['[)', '()'])),
        3 => new Range(null, $upper, pick(['[]', '()'])),
        default => new Range($lower, $upper, pick(['[)', '[]', '(]', '()'])),
    };
}

/** @return list<mixed> */
function list_of(Closure $value): array
{
    $list = [];
    for ($count = mt_rand(0, 4); $count > 0; $count--) {
        $list[] = mt_rand(0, 4) === 0 ? null : $value();
    }

    return $list;
}

/** @var array<string, Closure(): mixed> $makers by type */
$makers = [
    'YEAR' => static fn (): int => pick([1901, 2155, mt_rand(1901, 2155)]),
    'TIMESTAMPTZ' => static fn (): DateTimeImmutable|string => mt_rand(0, 9) === 0 ? pick(['infinity', '-infinity']) : (new DateTimeImmutable(
        sprintf('@%d.%06d', mt_rand(-3_000_000_000, 9_000_000_000), pick([0, mt_rand(0, 999_999)])),
    ))->setTimezone(new DateTimeZone(pick(['UTC', 'Asia/Kathmandu', 'America/St_Johns', '+05:45', 'Europe/Berlin']))),
    'INTERVAL' => static function (): DateInterval {
        $interval = new DateInterval('PT0S');
        foreach (['y', 'm', 'd', 'h', 'i', 's'] as $part) {
            $interval->$part = pick([0, mt_rand(0, 60)]);
        }
        $interval->f = pick([0, mt_rand(0, 999_999) / 1_000_000]);
        $interval->invert = mt_rand(0, 1);

        return $interval;
    },
    'INET' => static function (): string {
        $bytes = pick(["\x0a\0\0" . chr(mt_rand(0, 255)), str_repeat("\0", 15) . chr(mt_rand(0, 255)), "\x20\x01\x0d\xb8" . bin2hex(pack('n', mt_rand(0, 65535))) . "\0\0\0\0\0\0\0\1"]);
        $address = inet_ntop(str_pad(substr($bytes, 0, strlen($bytes) > 4 ? 16 : 4), strlen($bytes) > 4 ? 16 : 4, "\0"));

        return $address . pick(['', '/' . mt_rand(0, 31)]);
    },
    'CIDR' => static fn (): string => pick(['10.0.0.0/8', '10.' . mt_rand(0, 255) . '.0.0/16', '2001:db8::/32', '0.0.0.0/0']),
    'MACADDR' => static fn (): string => implode(':', array_map(static fn (): string => sprintf('%02x', mt_rand(0, 255)), range(1, 6))),
    'CITEXT' => text(...),
    'HSTORE' => static function (): array {
        $map = [];
        for ($count = mt_rand(0, 4); $count > 0; $count--) {
            $map[text()] = pick([null, '', text()]);
        }

        return $map;
    },
    'BIT' => static fn (): string => bits(9),
    'INT4RANGE' => static fn (): Range => range_of(static fn (): int => pick([mt_rand(-20, 20), 2 ** 31 - 1, -2 ** 31])),
    'INT8RANGE' => static fn (): Range => range_of(static fn (): int => pick([mt_rand(-20, 20) * 4_000_000_000, PHP_INT_MAX, PHP_INT_MIN])),
    'NUMRANGE' => static fn (): Range => range_of(static fn (): string => pick(['', '-']) . mt_rand(1, 99) . pick(['', '.5', '.250'])),
    'DATERANGE' => static fn (): Range => range_of(static fn (): DateTimeImmutable => new DateTimeImmutable(pick(['2020-02-' . mt_rand(10, 29), '9999-12-31', '0001-01-01', '-0044-03-15']))),
    'TSRANGE' => static fn (): Range => range_of(static fn (): DateTimeImmutable => new DateTimeImmutable('2020-02-20 10:00:' . mt_rand(10, 59) . pick(['', '.5']))),
    'TSTZRANGE' => static fn (): Range => range_of(static fn (): DateTimeImmutable => new DateTimeImmutable('2020-02-20 10:00:' . mt_rand(10, 59) . pick(['', '.000001']), new DateTimeZone('Asia/Tokyo'))),
    'INTEGER[]' => static fn (): array => list_of(static fn (): int => mt_rand(-9, 9) * 1_000_000),
    'BIGINT[]' => static fn (): array => list_of(static fn (): string => (string) (mt_rand(-9, 9) * 1_000_000_000_000)),
    'BOOLEAN[]' => static fn (): array => list_of(static fn (): bool => (bool) mt_rand(0, 1)),
    'DOUBLE[]' => static fn (): array => list_of(static fn (): float => pick([0.5, -1.25e20, 0.1 + 0.2, INF])),
    'DECIMAL[]' => static fn (): array => list_of(static fn (): string => mt_rand(-9, 9) . '.25'),
    'VARCHAR[]' => static fn (): array => mt_rand(0, 5) === 0 ? [['a', null], [text(), text()]] : list_of(text(...)),
    'TIMESTAMP[]' => static fn (): array => list_of(static fn (): DateTime => new DateTime('2020-02-20 10:00:' . mt_rand(10, 59) . pick(['', '.5']))),
    'DATE[]' => static fn (): array => list_of(static fn (): DateTime => new DateTime('2020-02-' . mt_rand(10, 29))),
    'UUID[]' => static fn (): array => list_of(static fn (): string => '6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a' . mt_rand(10, 99)),
    'INET[]' => static fn (): array => list_of(static fn (): string => '10.0.0.' . mt_rand(0, 255) . pick(['', '/8'])),
    'INTERVAL[]' => static fn (): array => list_of(static fn (): DateInterval => new DateInterval('P' . mt_rand(1, 9) . 'DT2H')),
    'VARBIT' => static fn (): string => bits(mt_rand(0, 9)),
];
$refused = [
    'YEAR' => ['x', 0, 70, 1900, 2156, -1, '1.5', 1.5],
    'TIMESTAMPTZ' => ['x', '2020-13-01', '2020-02-30 10:00', "2020-01-01\0"],
    'INTERVAL' => ['x', '1', 'P', '1 day; DROP', "'1 day'"],
    'INET' => ['x', '1.2.3', '1.2.3.4/33', '1.2.3.4 or 1=1', '::1::', 7],
    'CIDR' => ['10.0.0.1/8', 'x'],
    'MACADDR' => ['x', '08:00:2b:01:02', '08:00:2b:01:02:0g'],
    'HSTORE' => ['x', 'a=>b', ['a' => ['b']], '"a"=>"b"; DROP'],
    'INT4RANGE' => ['x', '[5,1)', '[1', '[1,2,3)', '[1.5,2)', '[3000000000,)', new Range(new DateTime(), null)],
    'NUMRANGE' => ['x', '[a,b)', '[2,1]'],
    'DATERANGE' => ['x', '[2020-13-01,)', '[b,a)'],
    'TSTZRANGE' => ['x', '[2020-01-02,2020-01-01)'],
    'INTEGER[]' => ['x', ['a'], [[1], 2], [[1], [2, 3]], [[]], '{1,{2}}', '{1,}', [1.5], [new stdClass()], '{1'],
    'VARCHAR[]' => [['a', ['b']], '{"a', '{a}{b}'],
    'BIT' => ['01', 'x', '0101010102', 2, '00000000 '],
    'VARBIT' => ['0101010101', '2', 'x'],
];

$failures = [];
$check = static function (string $what, mixed $is, mixed $expected, string $type = '') use (&$failures): void {
    if ($is instanceof Range) {
        // Equal ranges of values that follow each other have different bounds.
        [$is, $expected] = [TypeText::of($type, $is, $what), TypeText::of($type, $expected, $what)];
    }
    if (shown($is) !== shown($expected)) {
        $failures[$what] ??= $what . ': ' . shown($is) . ', expected ' . shown($expected);
    }
};
$columns = [];
foreach (Sample::TABLE_MAP::getTableMap()->getColumns() as $column) {
    if (isset($makers[$column->getType()])) {
        $columns[$column->getType()] = $column->getPhpName();
    }
}
$empty = static fn (string $type): mixed => $type === 'HSTORE' || str_ends_with($type, '[]') ? [] : null;
$constant = static fn (string $type): string => constant(Sample::TABLE_MAP . '::COL_OF_' . str_replace('[]', '_LIST', $type));
for ($round = 0; $round < 40; $round++) {
    $values = [];
    $object = new Sample();
    foreach ($columns as $type => $name) {
        $values[$type] = mt_rand(0, 5) === 0 ? null : $makers[$type]();
        $object->{'set' . $name}($values[$type]);
        $check("$type is what was set", $object->{'get' . $name}(), $values[$type] ?? $empty($type), $type);
    }
    $object->save();
    $key = $object->getId();
    $read = static function () use ($key): Sample {
        Sample::TABLE_MAP::clearInstancePool();

        return SampleQuery::create()->findPk($key);
    };
    $again = $read();
    foreach ($columns as $type => $name) {
        $check("$type is what was saved", $again->{'get' . $name}(), $values[$type] ?? $empty($type), $type);
        $again->{'set' . $name}($values[$type]);
        $check("$type is not modified by its own value", $again->isColumnModified($constant($type)), false);
        $again->{'set' . $name}($again->{'get' . $name}() === [] && $values[$type] === null ? null : $again->{'get' . $name}());
        $check("$type is not modified by what its getter gives", $again->isColumnModified($constant($type)), false);
        if ($values[$type] !== null && !str_ends_with($type, '[]')) {
            $found = SampleQuery::create()->filterById($key)->{'filterBy' . $name}($values[$type])->count();
            $check("$type is found", $found, 1);
            $check("$type is found in a list", SampleQuery::create()->filterById($key)->{'filterBy' . $name}([$values[$type]])->count(), 1);
            $check("$type is not found by NOT_EQUAL", SampleQuery::create()->filterById($key)->{'filterBy' . $name}($values[$type], '<>')->count(), 0);
        }
    }
    foreach (['INT4RANGE' => [-2 ** 31, 0, 2 ** 31 - 1], 'INT8RANGE' => [PHP_INT_MIN, 7, PHP_INT_MAX]] as $type => $numbers) {
        foreach (isset($columns[$type]) && $values[$type] !== null ? $numbers : [] as $number) {
            $found = SampleQuery::create()->filterById($key)->{'filterBy' . $columns[$type]}($number, Criteria::CONTAINS)->count();
            $check("$type contains $number", $found, (int) $values[$type]->contains($number));
        }
    }
    foreach ($columns as $type => $name) {
        $value = $values[$type];
        if ($value === null || !str_ends_with($type, '[]')) {
            continue;
        }
        $count = static fn (mixed $given, ?string $comparison): int
            => SampleQuery::create()->filterById($key)->{'filterBy' . $name}($given, $comparison)->count();
        $check("$type is found by equality", $count($value, Criteria::EQUAL), 1);
        $check("$type is found in a list", $count([$value, []], null), 1);
        if (array_filter($value, is_array(...)) !== []) {
            continue;
        }
        $check("$type is contained by itself", $count($value, Criteria::CONTAINED_BY), in_array(null, $value, true) ? 0 : 1);
        $elements = array_values(array_filter($value, static fn (mixed $one): bool => $one !== null));
        $check("$type contains its elements", $count($elements, null), 1);
        $check("$type overlaps its elements", $count($elements, Criteria::OVERLAPS), $elements === [] ? 0 : 1);
        $check("$type has none of its elements", $count($elements, Criteria::CONTAINS_NONE), $elements === [] ? 1 : 0);
        if ($elements !== []) {
            $check("$type has an element", $count($elements[0], Criteria::ANY), 1);
            $check("$type has it by default", $count($elements[0], null), 1);
        }
    }
    $again->save();
    // Arrays, also through JSON.
    $array = json_decode($object->toJSON(), true);
    $copy = new Sample();
    $copy->fromArray(array_diff_key($array, ['Id' => true]));
    $copy->save();
    $clone = $again->copy();
    $clone->save();
    // Several at once.
    $list = new ObjectCollection();
    $list->setModel(Sample::class);
    for ($i = 0; $i < 3; $i++) {
        $one = new Sample();
        foreach ($columns as $type => $name) {
            $one->{'set' . $name}($values[$type]);
        }
        $list[] = $one;
    }
    $list->save();
    $changed = [];
    foreach ($columns as $type => $name) {
        $changed[$name] = $values[$type];
    }
    $updated = new Sample();
    $updated->save();
    SampleQuery::create()->filterById($updated->getId())->update($changed);
    $keys = [$copy->getId(), $clone->getId(), $list[2]->getId(), $updated->getId()];
    Sample::TABLE_MAP::clearInstancePool();
    foreach ($keys as $at => $id) {
        $row = SampleQuery::create()->findPk($id);
        foreach ($columns as $type => $name) {
            $what = ['fromArray()', 'copy()', 'a collection', 'update()'][$at];
            $check("$type is saved by $what", $row->{'get' . $name}(), $values[$type] ?? $empty($type), $type);
        }
    }
    SampleQuery::create()->filterById($keys[3])->delete();
}
foreach ($columns as $type => $name) {
    foreach ($refused[$type] ?? [] as $value) {
        try {
            (new Sample())->{'set' . $name}($value);
            $failures[] = "$type takes " . shown($value);
        } catch (InvalidArgumentException | Orm\Runtime\Exception\OrmException $refusal) {
            if (!str_contains($refusal->getMessage(), 'of_' . strtolower(str_replace('[]', '_list', $type)))) {
                $failures[] = "$type is not named: " . $refusal->getMessage();
            }
        } catch (TypeError) {
        }
    }
}
echo $failures === [] ? count($columns) . ' types' : implode("\n", $failures);
