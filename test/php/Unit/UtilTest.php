<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use DateTime;
use DateTimeImmutable;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ActiveRecordTrait;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\SetColumnConverterException;
use Orm\Runtime\Pluralizer\StandardPluralizer;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\Profiler;
use Orm\Runtime\Util\SetColumnConverter;
use Orm\Runtime\Util\TemporalValue;
use Orm\Runtime\Util\UuidConverter;
use PHPUnit\Framework\TestCase;
use ReflectionClass;
use ReflectionMethod;

final class UtilTest extends TestCase
{
    public function testUuidsAreSwappedAndComeBack(): void
    {
        $uuid = 'aab5d5fd-70c1-11e5-a4fb-b026b977eb28';
        $bin = UuidConverter::uuidToBin($uuid);
        self::assertSame('11e570c1aab5d5fda4fbb026b977eb28', bin2hex($bin));
        self::assertSame($uuid, UuidConverter::binToUuid($bin));
        self::assertSame($uuid, UuidConverter::binToUuid(UuidConverter::uuidToBin($uuid, false), false));
        self::assertSame([$uuid], UuidConverter::binToUuidRecursive(UuidConverter::uuidToBinRecursive([$uuid])));
    }

    public function testSetsAreMasks(): void
    {
        $set = ['sf', 'noir', 'doc'];
        self::assertSame('5', SetColumnConverter::convertToInt(['doc', 'sf'], $set));
        self::assertSame(['sf', 'doc'], SetColumnConverter::convertIntToArray('5', $set));
        self::assertSame([], SetColumnConverter::convertIntToArray(null, $set));
        try {
            SetColumnConverter::convertToInt('west', $set);
            self::fail('The value is unknown');
        } catch (SetColumnConverterException $exception) {
            self::assertSame('west', $exception->getValue());
        }
        $this->expectException(OrmException::class);
        SetColumnConverter::convertIntToArray('9', $set);
    }

    public function testDatesComeFromManyForms(): void
    {
        self::assertNull(OrmDateTime::newInstance(null));
        self::assertNull(OrmDateTime::newInstance(''));
        self::assertNull(OrmDateTime::newInstance(false));
        self::assertSame('2020-02-03', OrmDateTime::newInstance('20200203')->format('Y-m-d'));
        self::assertSame('1000000000', OrmDateTime::newInstance(1000000000)->format('U'));
        self::assertSame('250000', OrmDateTime::newInstance('1000000000.25')->format('u'));
        foreach (['-1.5' => '-2.500000', '-0.25' => '-1.750000', '-3' => '-3.000000'] as $timestamp => $parts) {
            // U rounds down, and u is counted from there.
            self::assertSame($parts, OrmDateTime::newInstance((float) $timestamp)->format('U.u'));
            self::assertSame($parts, OrmDateTime::newInstance((string) $timestamp)->format('U.u'));
        }
        self::assertSame(date_default_timezone_get(), OrmDateTime::newInstance(5)->getTimezone()->getName());
        self::assertInstanceOf(
            DateTimeImmutable::class,
            OrmDateTime::newInstance(new DateTime(), null, DateTimeImmutable::class),
        );
        self::assertMatchesRegularExpression('/^\d+\.\d{6}$/', OrmDateTime::getMicrotime());
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('no such day');
        OrmDateTime::newInstance('no such day');
    }

    public function testTemporalGettersGiveCopies(): void
    {
        $stored = '2020-01-02 03:04:05';
        $first = TemporalValue::get($stored, null);
        self::assertInstanceOf(DateTime::class, $first);
        $first->modify('+1 year');
        self::assertSame('2020', TemporalValue::get($stored, 'Y'));
        $zero = '0000-00-00 00:00:00';
        self::assertNull(TemporalValue::get($zero, null));
        self::assertTrue(TemporalValue::equal('2020-01-02', new DateTime('2020-01-02 10:00'), 'Y-m-d'));
    }

    public function testTextsThatSettersKeepAreWhatTheirObjectsStore(): void
    {
        $days = ['2024-02-29', '2023-02-29', '2024-03-31', '2024-10-27', '0000-00-00', '0999-01-01', '9999-12-31',
            '2024-2-9'];
        $times = ['00:00:00', '02:30:00', '23:59:59', '24:00:00', '2:30:00', '10:11', '10:11:60', '01:02:03.5',
            '01:02:03.123456', '01:02:03.1234567', '01:02:03.', "10:11:12\n", '10:11:12 UTC', 'noon', ''];
        $texts = [...$days, ...$times];
        foreach ($days as $day) {
            foreach ($times as $time) {
                array_push($texts, "$day $time", "{$day}T$time");
            }
        }
        $stored = static fn (mixed $value, string $format): ?string
            => $value instanceof DateTime ? $value->format($format) : $value;
        $setters = [
            'Y-m-d' => TemporalValue::parseDay(...), 'H:i:s.u' => TemporalValue::parseTime(...),
            'Y-m-d H:i:s.u' => TemporalValue::parseTimestamp(...),
        ];
        $zone = date_default_timezone_get();
        try {
            foreach (['UTC', 'Europe/Berlin', 'America/Sao_Paulo'] as $name) {
                date_default_timezone_set($name);
                $kept = 0;
                foreach ($texts as $text) {
                    foreach ($setters as $format => $setter) {
                        if ($format === 'H:i:s.u' && $name !== 'UTC') {
                            // The object of a time is of today, whose clock may jump over it.
                            continue;
                        }
                        foreach ($format === 'Y-m-d' ? [null] : [null, 0, 3, 6] as $digits) {
                            $digit = $digits === null ? [] : ['digits' => $digits];
                            try {
                                $object = TemporalValue::parse($text, DateTime::class, null, $digits);
                                $expected = $stored($object, $format);
                            } catch (OrmException $failure) {
                                $expected = $failure->getMessage();
                            }
                            try {
                                $value = $setter($text, DateTime::class, null, ...$digit);
                                $actual = $stored($value, $format);
                            } catch (OrmException $failure) {
                                $value = null;
                                $actual = $failure->getMessage();
                            }
                            self::assertSame($expected, $actual, "$name, $format, $text");
                            if ($value instanceof DateTime || !is_string($value)) {
                                continue;
                            }
                            $kept++;
                            $object = TemporalValue::parse($value, DateTime::class);
                            self::assertTrue(TemporalValue::equal($value, $object, $format), $text);
                            self::assertTrue(TemporalValue::equal($object, $value, $format), $text);
                            self::assertFalse(TemporalValue::equal($value, null, $format), $text);
                            self::assertFalse(TemporalValue::equal(null, $value, $format), $text);
                        }
                    }
                }
                self::assertGreaterThan(2, $kept);
            }
        } finally {
            date_default_timezone_set($zone);
        }
    }

    public function testColumnValues(): void
    {
        self::assertFalse(ColumnValue::boolean('Off', 't.c'));
        self::assertTrue(ColumnValue::boolean('yes', 't.c'));
        self::assertNull(ColumnValue::boolean(null, 't.c'));
        self::assertSame('{"a":1.0,"b":[12345678901234567890,"\\u00e9 \\" x"]}', ColumnValue::jsonText(
            '{ "a": 1.0, "b": [12345678901234567890, "é \\" x"] }',
        ));
        self::assertSame('{"a":1.0}', ColumnValue::jsonText(['a' => 1.0]));
        self::assertSame('| a | b |', ColumnValue::arrayText(['a', 'b']));
        self::assertSame(['a', 'b'], ColumnValue::arrayList('| a | b |'));
        self::assertSame([], ColumnValue::arrayList(ColumnValue::arrayText([])));
        self::assertSame('{"a":1}', ColumnValue::jsonText('{ "a": 1 }'));
        self::assertNull(ColumnValue::jsonText(null));
        self::assertSame('text', stream_get_contents(ColumnValue::stream('text')));
        try {
            ColumnValue::arrayText(['a | b']);
            self::fail('The separator must be refused');
        } catch (OrmException) {
            $this->expectException(OrmException::class);
            ColumnValue::jsonText('{');
        }
    }

    public function testDecimalsWithAPowerOfTenHaveTheDigitsOfTheirColumn(): void
    {
        $texts = ['1e3' => '1000.00', '-1.5E2' => '-150.00', '.5e1' => '5.00', '12.3456e2' => '1234.56',
            '5e-3' => '0.01', '-0e-3' => '0.00', '1.25e-1' => '0.13', '0012e+0' => '12.00'];
        foreach ($texts as $given => $expected) {
            self::assertSame($expected, NumberValue::decimal($given, 'book.price', false, 2), $given);
        }
        self::assertSame('100000000000000000000.00', NumberValue::decimal(1e20, 'book.price', false, 2));
    }

    public function testPlurals(): void
    {
        $plurals = [
            'Book' => 'Books', 'Category' => 'Categories', 'Day' => 'Days', 'Box' => 'Boxes', 'Person' => 'People',
            'BookChild' => 'BookChildren', 'News' => 'News', 'Analysis' => 'Analyses', 'Status' => 'Statuses',
            'Dish' => 'Dishes', 'Leaf' => 'Leaves', 'Sheep' => 'Sheep', 'Address' => 'Addresses',
        ];
        foreach ($plurals as $root => $plural) {
            self::assertSame($plural, (new StandardPluralizer())->getPluralForm($root));
        }
    }

    public function testProfiles(): void
    {
        self::assertSame('4.00MB', Profiler::formatMemory(4194304));
        self::assertSame('-95.3kB', Profiler::formatMemory(-97602));
        self::assertSame('1,230,000', Profiler::toPrecision(1234567));
        self::assertSame('10kB', Profiler::formatMemory(12345.6, 1));
        self::assertSame('816B', Profiler::formatMemory(816));
        self::assertSame('1.23s ', Profiler::formatDuration(1.234));
        self::assertSame('0.0262ms', Profiler::formatDuration(0.0000262));
        $profiler = new Profiler(1.0);
        $profiler->setDetails(['time' => ['name' => 'Time']]);
        $start = ['microtime' => 0.0, 'memoryUsage' => 0, 'memoryPeakUsage' => 0];
        $end = ['microtime' => 1.5, 'memoryUsage' => 816, 'memoryPeakUsage' => 900];
        self::assertSame('SLOW Time:   1.50s  | ', $profiler->getProfileBetween($start, $end));
        $profiler->setDetails(['memDelta' => []]);
        self::assertSame('SLOW Memory Delta:    +816B | ', $profiler->getProfileBetween($start, $end));
        $this->expectException(\InvalidArgumentException::class);
        $profiler->setDetails(['nothing' => []]);
    }

    public function testWhatEveryModelCanDoIsDeclared(): void
    {
        $isCommon = static fn (ReflectionMethod $method): bool => !str_starts_with($method->getName(), '__')
            && !str_contains((string) $method->getDocComment(), '@internal')
            // A setting leaves hooks out.
            && !preg_match('/^(?:pre|post)[A-Z]/', $method->getName())
            // These are the setters of a column that is called so.
            && !in_array($method->getName(), ['setNew', 'setDeleted'], true);
        $methods = (new ReflectionClass(ActiveRecordTrait::class))->getMethods(ReflectionMethod::IS_PUBLIC);
        foreach (array_filter($methods, $isCommon) as $method) {
            self::assertTrue(method_exists(ActiveRecordInterface::class, $method->getName()), $method->getName());
        }
    }
}
