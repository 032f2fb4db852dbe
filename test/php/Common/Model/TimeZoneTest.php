<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use DateTime;
use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use League\Kit;
use League\KitQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Exception\OrmException;
use Orm\Tests\Support\Part;

/** An instant is an instant: text and objects with a time zone mean what the timestamp means. */
abstract class TimeZoneTest extends LeagueTestCase
{
    /** 2021-01-01 03:30:00 UTC: another day in New York, and another half hour in Kolkata. */
    private const INSTANT = 1609471800;

    private const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];

    private const COLUMNS = [
        'ATimestamp' => 'Y-m-d H:i:s', 'ADatetime' => 'Y-m-d H:i:s', 'ADate' => 'Y-m-d', 'ATime' => 'H:i:s',
    ];

    private string $zone;

    protected function setUp(): void
    {
        parent::setUp();
        $this->zone = date_default_timezone_get();
    }

    protected function tearDown(): void
    {
        date_default_timezone_set($this->zone);
        parent::tearDown();
    }

    public function testSettersKeepTheInstant(): void
    {
        foreach ($this->cases() as $note => [$column, $format, $value]) {
            $kit = new Kit();
            self::assertSame($kit, $kit->{'set' . $column}($value));
            $this->assertHolds($kit, $column, $format, $note);
            $kit->save();
            $this->assertHolds(self::reread($kit), $column, $format, $note);
            $kit->{'set' . $column}(self::INSTANT);
            self::assertSame([], $kit->getModifiedColumns(), $note);
        }
    }

    public function testFiltersMeanTheInstant(): void
    {
        foreach ($this->cases() as $note => [$column, $format, $value]) {
            KitQuery::create()->deleteAll();
            (new Kit())->{'set' . $column}(self::INSTANT)->save();
            $filter = 'filterBy' . $column;
            $queries = [
                'value' => KitQuery::create()->$filter($value),
                'list' => KitQuery::create()->$filter([$value]),
                'range' => KitQuery::create()->$filter(['min' => $value, 'max' => $value]),
                'filterBy' => KitQuery::create()->filterBy($column, $value),
                'where' => KitQuery::create()->where("Kit.$column = ?", $value),
                'where with a list' => KitQuery::create()->where("Kit.$column IN ?", [$value]),
            ];
            foreach ($queries as $how => $query) {
                self::assertSame(1, $query->count(), "$note, $how");
            }
        }
    }

    public function testArraysShowTextsAndObjectsAlike(): void
    {
        $texts = [
            // In New York and Auckland, clocks jump over times of both days.
            ['2021-03-14 02:30:00', '2021-09-26 02:30:00.5', '2021-02-28', '23:59:59'],
            ['2021-01-01 00:00:00.000000', '1999-12-31 23:59:59.999999', '2020-02-29', '00:00:00.000000'],
        ];
        foreach (self::ZONES as $zone) {
            date_default_timezone_set($zone);
            foreach ($texts as [$timestamp, $datetime, $date, $time]) {
                $kit = (new Kit())->setATimestamp($timestamp)->setADatetime($datetime);
                $kit->setADate($date)->setATime($time)->save();
                $asText = self::reread($kit)->toArray();
                $asObjects = self::reread($kit);
                foreach (array_keys(self::COLUMNS) as $column) {
                    $asObjects->{'get' . $column}();
                }
                self::assertSame($asObjects->toArray(), $asText, $zone);
                foreach (self::COLUMNS as $column => $format) {
                    $precise = $format === 'Y-m-d' ? $format : $format . '.u';
                    self::assertSame($asObjects->{'get' . $column}()->format($precise), $asText[$column], $zone);
                    self::assertSame($asText[$column], self::reread($kit)->{'get' . $column}($precise), $zone);
                }
            }
        }
    }

    public function testUpdatesAndImportsKeepTheInstant(): void
    {
        foreach ($this->cases() as $note => [$column, $format, $value]) {
            $kit = new Kit();
            $kit->save();
            KitQuery::create()->filterById($kit->getId())->update([$column => $value]);
            $this->assertHolds(self::reread($kit), $column, $format, "$note, update()");
            $this->assertHolds((new Kit())->fromArray([$column => $value]), $column, $format, "$note, fromArray()");
            $this->assertHolds((new Kit())->setByName($column, $value), $column, $format, "$note, setByName()");
            if (is_string($value)) {
                $json = (string) json_encode([$column => $value]);
                $this->assertHolds((new Kit())->fromJSON($json), $column, $format, "$note, fromJSON()");
                $xml = "<data><$column>$value</$column></data>";
                $this->assertHolds((new Kit())->fromXML($xml), $column, $format, "$note, fromXML()");
                $this->assertHolds((new Kit())->fromCSV("$column\r\n$value\r\n"), $column, $format, "$note, fromCSV()");
            } elseif ($value instanceof DateTimeInterface) {
                $text = $value->format(DATE_ATOM);
                $xml = "<data><$column type=\"xsd:dateTime\">$text</$column></data>";
                $this->assertHolds((new Kit())->fromXML($xml), $column, $format, "$note, fromXML()");
            }
        }
    }

    /** A query that does not know the column of a value writes it in the same zone. */
    public function testValuesWithoutAColumnAreInTheDefaultZone(): void
    {
        date_default_timezone_set('America/New_York');
        (new Kit())->setATimestamp(self::INSTANT)->save();
        $utc = new DateTime('@' . self::INSTANT);
        $type = static::VENDOR === 'pgsql' ? 'CAST(? AS timestamp)' : '?';
        $query = KitQuery::create()->where("kit.a_timestamp = $type", $utc, \PDO::PARAM_STR);
        self::assertSame(1, $query->count());
    }

    public function testTextWithoutAZoneIsInTheDefaultZone(): void
    {
        foreach (self::ZONES as $zone) {
            date_default_timezone_set($zone);
            $kit = (new Kit())->setATimestamp('2021-03-04 05:06:07')->setADate('2021-03-04')->setATime('05:06:07');
            self::assertSame('2021-03-04 05:06:07', $kit->getATimestamp('Y-m-d H:i:s'));
            self::assertSame('2021-03-04', $kit->getADate('Y-m-d'));
            self::assertSame('05:06:07', $kit->getATime('H:i:s'));
            self::assertSame($zone, $kit->getATimestamp()->getTimezone()->getName());
        }
    }

    public function testGivenObjectsStayAsTheyAre(): void
    {
        date_default_timezone_set('Asia/Kolkata');
        $date = new DateTime('2021-01-01 00:00', new DateTimeZone('UTC'));
        $kit = (new Kit())->setATimestamp($date)->setADate($date);
        $kit->save();
        KitQuery::create()->filterByATimestamp($date)->find();
        self::assertSame('2021-01-01T00:00:00+00:00', $date->format(DATE_ATOM));
        self::assertEquals($date, $kit->getATimestamp());
        self::assertSame('05:30', $kit->getATimestamp('H:i'));
    }

    /** A date has no time, also before it is saved. */
    public function testADateHasNoTime(): void
    {
        foreach ([self::INSTANT, '2021-01-01 15:45:01.5', new DateTimeImmutable('2021-01-01 23:59'), 'now'] as $value) {
            $kit = (new Kit())->setADate($value);
            self::assertSame('00:00:00.000000', $kit->getADate('H:i:s.u'));
            $kit->save();
            self::assertEquals($kit->getADate(), self::reread($kit)->getADate());
        }
    }

    /** The zone may take an instant out of the years that can be stored. */
    public function testTheYearIsThatOfTheDefaultZone(): void
    {
        date_default_timezone_set('Pacific/Auckland');
        foreach (['9999-12-31T23:00:00Z', new DateTime('9999-12-31 23:00', new DateTimeZone('UTC'))] as $value) {
            try {
                (new Kit())->setATimestamp($value);
                self::fail('A year of five digits');
            } catch (OrmException $refusal) {
                self::assertStringContainsString('the year is out of range', $refusal->getMessage());
            }
        }
    }

    /** @return iterable<string, array{string, string, mixed}> column, format of it, value */
    private function cases(): iterable
    {
        $paris = new DateTimeZone('Europe/Paris');
        $values = [
            'timestamp' => self::INSTANT,
            'timestamp as text' => (string) self::INSTANT,
            'Z' => '2021-01-01T03:30:00Z',
            'offset' => '2021-01-01 05:30:00.000000+02:00',
            'other day' => '2020-12-31T20:30:00-07:00',
            'zone' => '2021-01-01 04:30:00 Europe/Paris',
            'abbreviation' => '2020-12-31 22:30:00 EST',
            'at' => '@' . self::INSTANT,
            'object' => new DateTime('2021-01-01 04:30:00', $paris),
            'immutable' => new DateTimeImmutable('2021-01-01 03:30:00', new DateTimeZone('UTC')),
            'offset of an object' => new DateTimeImmutable('2021-01-01T06:30:00+03:00'),
        ];
        $number = 0;
        foreach (self::ZONES as $zone) {
            foreach (self::COLUMNS as $column => $format) {
                foreach ($values as $name => $value) {
                    if (!Part::has($number++)) {
                        continue;
                    }
                    date_default_timezone_set($zone);
                    yield "$zone, $column, $name" => [$column, $format, $value];
                }
            }
        }
    }

    private function assertHolds(Kit $kit, string $column, string $format, string $note): void
    {
        $date = $kit->{'get' . $column}(null);
        self::assertSame(date($format, self::INSTANT), $date->format($format), $note);
        self::assertSame(date_default_timezone_get(), $date->getTimezone()->getName(), $note);
        if (str_contains($format, ' ')) {
            self::assertSame(self::INSTANT, $date->getTimestamp(), $note);
        }
    }

    private static function reread(Kit $kit): Kit
    {
        InstancePools::clear();

        return KitQuery::create()->requirePk($kit->getId());
    }
}
