<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use ArrayObject;
use DateTime;
use DateTimeImmutable;
use League\Kit;
use League\KitQuery;
use League\KitSize;
use League\Map\KitTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\Exception\NotNullViolationException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\ColumnValue;
use Orm\Tests\Support\Canary;
use Orm\Tests\Support\Suit;
use PDO;
use SplFileInfo;
use SplObjectStorage;
use stdClass;

/** Accessors, mutators, hydration and filters of every column type. */
abstract class ColumnTypeTest extends LeagueTestCase
{
    private const UUID = 'aab5d5fd-70c1-11e5-a4fb-b026b977eb28';

    public function testDefaultsOfANewObject(): void
    {
        $kit = new Kit();
        self::assertSame("it's", $kit->getAVarchar());
        self::assertSame(7, $kit->getAInteger());
        self::assertSame(1.5, $kit->getADouble());
        self::assertSame('2001-02-03', $kit->getADate('Y-m-d'));
        self::assertTrue($kit->getABoolean());
        self::assertSame('thick', $kit->getAnEnum());
        self::assertSame(['green', 'blue'], $kit->getColors());
        self::assertTrue($kit->hasOnlyDefaultValues());
        self::assertFalse($kit->isModified());
        $kit->setAInteger(8);
        self::assertFalse($kit->hasOnlyDefaultValues());
    }

    /** @return array<string, array{string, mixed, mixed}> a column, what is set, what is got */
    public function values(): array
    {
        return [
            'char' => ['AChar', 'abc', 'abc'],
            'varchar' => ['AVarchar', 12, '12'],
            'quotes' => ['AVarchar', "'; DROP TABLE kit; --", "'; DROP TABLE kit; --"],
            'longvarchar' => ['ALongvarchar', str_repeat('x', 5000), str_repeat('x', 5000)],
            'clob' => ['AClob', 'über', 'über'],
            'numeric' => ['ANumeric', '12.25', '12.25'],
            'decimal' => ['ADecimal', '99999999.25', '99999999.25'],
            'tinyint' => ['ATinyint', '5', 5],
            'smallint' => ['ASmallint', 300, 300],
            'integer' => ['AInteger', 70000, 70000],
            'bigint' => ['ABigint', '9007199254740993', '9007199254740993'],
            'bigint as int' => ['ACounter', 12, 12],
            'real' => ['AReal', 0.5, 0.5],
            'float' => ['AFloat', 2, 2.0],
            'double' => ['ADouble', 2.25, 2.25],
            'boolean' => ['ABoolean', 'no', false],
            'boolean emulated' => ['IsEmulated', true, true],
            'enum' => ['AnEnum', 'thin', 'thin'],
            'enum class' => ['SizeClass', KitSize::X_LARGE, KitSize::X_LARGE],
            'enum class by value' => ['SizeClass', 'm', KitSize::M],
            'set' => ['Colors', ['blue', 'red'], ['red', 'blue']],
            'set empty' => ['Colors', [], []],
            'array' => ['Labels', ['b', 'a'], ['b', 'a']],
            'array empty' => ['Labels', [], []],
            'json' => ['AJson', ['a' => [1, 2]], ['a' => [1, 2]]],
            'json text' => ['AJson', '{"a": 1}', ['a' => 1]],
            'uuid' => ['AUuid', self::UUID, self::UUID],
            'uuid binary' => ['AUuidBinary', self::UUID, self::UUID],
        ];
    }

    /** @dataProvider values */
    public function testValueGoesToTheDatabaseAndBack(string $column, mixed $given, mixed $expected): void
    {
        $kit = (new Kit())->{'set' . $column}($given);
        self::assertSame($expected, $kit->{'get' . $column}());
        $kit->save();
        KitTableMap::clearInstancePool();
        $found = KitQuery::create()->findPk($kit->getId());
        self::assertNotSame($kit, $found);
        self::assertSame($expected, $found->{'get' . $column}());
        self::assertFalse($found->isModified());
        $found->{'set' . $column}($given);
        self::assertFalse($found->isModified(), 'an equal value modifies nothing');
        $filter = $column === 'AJson' ? json_encode($expected) : $given;
        if (!in_array($column, ['Labels', 'Colors', 'AJson', 'AReal', 'AClob'], true)) {
            self::assertSame(1, KitQuery::create()->{'filterBy' . $column}($filter)->count());
        }
    }

    /** @return array<string, array{string}> */
    public function nullableColumns(): array
    {
        return array_map(
            static fn (string $name): array => [$name],
            array_combine($names = [
                'AChar', 'ANumeric', 'ATinyint', 'ABigint', 'AReal', 'ABlob', 'ADate', 'ATime', 'ADatetime',
                'ATimestamp', 'ABoolean', 'AnEnum', 'SizeClass', 'Colors', 'Labels', 'AnObject', 'AJson', 'AUuid',
                'AUuidBinary', 'AnInstance', 'ALongvarbinary', 'AVarbinary', 'ABinary',
            ], $names),
        );
    }

    /** @dataProvider nullableColumns */
    public function testNullIsStoredAsNull(string $column): void
    {
        $kit = (new Kit())->{'set' . $column}(null);
        $kit->save();
        KitTableMap::clearInstancePool();
        $found = KitQuery::create()->findPk($kit->getId());
        self::assertContains($found->{'get' . $column}(), [null, []]);
        self::assertSame(1, KitQuery::create()->{'filterBy' . $column}(null)->count());
    }

    public function testAFilterByWhatAColumnCannotHaveDoesNotEndTheTransaction(): void
    {
        $con = Orm::getConnection(KitTableMap::DATABASE_NAME);
        $con->beginTransaction();
        (new Kit())->setASmallint(300)->setAUuid(self::UUID)->save();
        foreach ([300 => 1, 70_000 => 0, 99_999_999_999 => 0] as $number => $count) {
            self::assertSame($count, KitQuery::create()->filterByASmallint($number)->count());
            self::assertSame($count, KitQuery::create()->filterByASmallint([$number, '1.5'])->count());
        }
        try {
            self::assertSame(0, KitQuery::create()->filterByAUuid('none')->count());
        } catch (InvalidArgumentException $refusal) {
            self::assertSame('"none" is not a valid UUID', $refusal->getMessage());
        }
        self::assertSame(1, KitQuery::create()->filterByAUuid(strtoupper(self::UUID))->count());
        self::assertNull(KitQuery::create()->limit(0)->findOne());
        $con->rollBack();
    }

    public function testRequiredColumnWithDefaultIsNeverWrittenAsNull(): void
    {
        $kit = (new Kit())->setAInteger(null);
        self::assertNull($kit->getAInteger());
        $this->expectException(NotNullViolationException::class);
        $this->expectExceptionMessage('Column kit.a_integer is required and cannot be null');
        $kit->save();
    }

    public function testDatesAreObjectsOfTheirClassAndGivenAsCopies(): void
    {
        $kit = (new Kit())->setADate('2020-02-29')->setATime('12:30:15')->setADatetime('2020-01-02 03:04:05')
            ->setATimestamp(new DateTimeImmutable('2021-05-06 07:08:09.5'));
        $kit->save();
        KitTableMap::clearInstancePool();
        $kit = KitQuery::create()->findPk($kit->getId());
        self::assertInstanceOf(DateTime::class, $kit->getADate());
        self::assertInstanceOf(DateTimeImmutable::class, $kit->getADatetime());
        self::assertSame('29.02.2020', $kit->getADate('d.m.Y'));
        self::assertSame('12:30:15', $kit->getATime('H:i:s'));
        self::assertSame('2020-01-02 03:04:05', $kit->getADatetime('Y-m-d H:i:s'));
        self::assertSame('2021-05-06 07:08:09', $kit->getATimestamp('Y-m-d H:i:s'));
        $kit->getADate()->modify('+1 day');
        self::assertSame('2020-02-29', $kit->getADate('Y-m-d'));
        $kit->setADate(new DateTime('2020-02-29 23:00'));
        self::assertFalse($kit->isModified(), 'a date has no time');
        self::assertSame(1, KitQuery::create()->filterByADate('2020-02-29')->count());
        self::assertSame(1, KitQuery::create()->filterByADate(['min' => '2020-01-01', 'max' => '2020-12-31'])->count());
        self::assertSame(0, KitQuery::create()->filterByATimestamp(new DateTime('2022-01-01'), '>')->count());
    }

    public function testWrongDateNamesTheValue(): void
    {
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('no date');
        (new Kit())->setADate('no date');
    }

    public function testBytesComeAsStreamsFromTheirStart(): void
    {
        $bytes = "\0\xff" . random_bytes(100);
        $kit = (new Kit())->setABlob($bytes)->setAVarbinary('ab')->setABinary("a\0b\xfe")->setALongvarbinary($bytes);
        $kit->save();
        self::assertSame($bytes, stream_get_contents($kit->getABlob()));
        KitTableMap::clearInstancePool();
        $kit = KitQuery::create()->findPk($kit->getId());
        self::assertSame($bytes, stream_get_contents($kit->getABlob()));
        self::assertSame($bytes, stream_get_contents($kit->getABlob()), 'each reading begins at the start');
        self::assertSame('ab', stream_get_contents($kit->getAVarbinary()));
        self::assertSame("a\0b\xfe", $kit->getABinary());
        self::assertSame($bytes, stream_get_contents($kit->getALongvarbinary()));
    }

    public function testAStreamMayBeTheValueOfSeveralRowsAndColumns(): void
    {
        $stream = ColumnValue::stream("\0bytes");
        $bytes = static fn (Kit $kit): array => array_map(
            ColumnValue::content(...),
            [$kit->getABlob(), $kit->getAVarbinary()],
        );
        $kits = new ObjectCollection([], Kit::class);
        for ($i = 0; $i < 3; $i++) {
            $kits[] = (new Kit())->setABlob($stream)->setAVarbinary($stream);
        }
        $kits->save();
        $one = (new Kit())->setABlob($stream)->setAVarbinary($stream);
        $one->save();
        $changed = new Kit();
        $changed->save();
        KitQuery::create()->filterById($changed->getId())->update(['ABlob' => $stream, 'AVarbinary' => $stream]);
        KitTableMap::clearInstancePool();
        foreach (KitQuery::create()->find() as $kit) {
            self::assertSame(["\0bytes", "\0bytes"], $bytes($kit));
        }
        self::assertSame(5, KitQuery::create()->filterByABlob($stream)->filterByAVarbinary($stream)->count());
        self::assertSame(["\0bytes", "\0bytes"], $bytes($one));
    }

    public function testManyRowsWithBytesAreSavedTogether(): void
    {
        $kits = new ObjectCollection([], Kit::class);
        for ($i = 0; $i < 260; $i++) {
            $uuid = sprintf('%08x%s', $i, substr(self::UUID, 8));
            $kits[] = (new Kit())->setABinary(pack('N', $i))->setABlob($i % 3 === 0 ? null : "\0\xff$i")
                ->setAUuidBinary($uuid)->setADate('2024-02-29')->setADouble($i / 8);
        }
        $kits->save();
        KitTableMap::clearInstancePool();
        $found = KitQuery::create()->orderById()->find();
        self::assertCount(260, $found);
        foreach ($found as $i => $kit) {
            self::assertSame(pack('N', $i), $kit->getABinary());
            self::assertSame($i % 3 === 0 ? null : "\0\xff$i", ColumnValue::content($kit->getABlob()));
            self::assertSame(sprintf('%08x%s', $i, substr(self::UUID, 8)), $kit->getAUuidBinary());
            self::assertSame('2024-02-29', $kit->getADate('Y-m-d'));
            self::assertSame((float) ($i / 8), $kit->getADouble());
        }
        self::assertSame(1, KitQuery::create()->filterByABinary(pack('N', 7))->count());
    }

    public function testLazyColumnIsReadOnceAndNotAfterASetter(): void
    {
        $kit = (new Kit())->setALongvarbinary('lazy');
        $kit->save();
        KitTableMap::clearInstancePool();
        $kit = KitQuery::create()->findPk($kit->getId());
        $statements = $this->statementsOf(static function () use ($kit): void {
            $kit->getALongvarbinary();
            $kit->getALongvarbinary();
        });
        self::assertCount(1, $statements);
        $kit->reload();
        $kit->setALongvarbinary('other');
        self::assertSame([], $this->statementsOf(static fn () => $kit->getALongvarbinary()));
    }

    public function testObjectsAreSerializedAndSame(): void
    {
        $value = new stdClass();
        $value->a = [1];
        $kit = (new Kit())->setAnObject($value);
        $kit->save();
        KitTableMap::clearInstancePool();
        $found = KitQuery::create()->findPk($kit->getId());
        self::assertEquals($value, $found->getAnObject());
        self::assertSame($found->getAnObject(), $found->getAnObject());
        $found->setAnObject($value);
        self::assertFalse($found->isModified());
    }

    /** The column's phpType and generator.objectModel.objectClasses say which classes come out, at any depth. */
    public function testAClauseTakesAnObject(): void
    {
        $value = (object) ['a' => [1, 2]];
        (new Kit())->setAVarchar('this')->setAnObject($value)->save();
        (new Kit())->setAVarchar('other')->setAnObject((object) ['a' => []])->save();
        (new Kit())->setAVarchar('none')->save();
        $names = static fn (KitQuery $query): array => $query->orderById()->find()->getColumnValues('AVarchar');
        self::assertSame(['this'], $names(KitQuery::create()->where('Kit.AnObject = ?', clone $value)));
        self::assertSame(['this'], $names(KitQuery::create()->filterByAnObject($value)));
        self::assertSame(['other'], $names(KitQuery::create()->where('Kit.AnObject <> ?', $value)));
        self::assertSame(['none'], $names(KitQuery::create()->where('Kit.AnObject = ?', null)));
    }

    public function testFiltersOfObjectsTakeAnyValue(): void
    {
        $values = ['number' => 5, 'text' => 'x', 'map' => ['a' => 1], 'false' => false];
        foreach ($values as $name => $value) {
            (new Kit())->setAVarchar($name)->setAnObject($value)->save();
        }
        (new Kit())->setAVarchar('none')->save();
        $names = static fn (KitQuery $query): array => $query->orderById()->find()->getColumnValues('AVarchar');
        foreach ($values as $name => $value) {
            self::assertSame([$name], $names(KitQuery::create()->filterByAnObject($value, Criteria::EQUAL)));
            self::assertSame([$name], $names(KitQuery::create()->filterByAnObject([$value])));
            self::assertSame([$name], $names(KitQuery::create()->filterByAnObject([$value], Criteria::IN)));
            self::assertSame([$name], $names(KitQuery::create()->filterByAnObject(serialize($value))));
            $others = array_values(array_diff(array_keys($values), [$name]));
            self::assertSame($others, $names(KitQuery::create()->filterByAnObject($value, Criteria::NOT_EQUAL)));
            self::assertSame($others, $names(KitQuery::create()->filterByAnObject([$value], Criteria::NOT_IN)));
        }
        self::assertSame(['number'], $names(KitQuery::create()->where('Kit.AnObject = ?', 5)));
        self::assertSame(['none'], $names(KitQuery::create()->filterByAnObject(null)));
    }

    public function testClausesTakeTheWordsOfBooleans(): void
    {
        (new Kit())->setAVarchar('yes')->setABoolean(true)->setIsEmulated(true)->save();
        (new Kit())->setAVarchar('no')->setABoolean(false)->setIsEmulated(false)->save();
        $names = static fn (string $clause, mixed $value): array => KitQuery::create()
            ->where($clause, $value)->orderById()->find()->getColumnValues('AVarchar');
        foreach (['Kit.ABoolean', 'Kit.IsEmulated'] as $column) {
            foreach (['false' => ['no'], 'on' => ['yes'], 'Off' => ['no'], '1' => ['yes']] as $word => $expected) {
                self::assertSame($expected, $names("$column = ?", (string) $word));
                self::assertSame($expected, $names("$column IN ?", [(string) $word]));
            }
            self::assertSame(['yes', 'no'], $names("$column IN ?", ['f', true]));
        }
        $this->expectExceptionMessage('Column kit.a_boolean expects true or false, got "maybe"');
        $names('Kit.ABoolean = ?', 'maybe');
    }

    public function testAllowedClassesComeOut(): void
    {
        $value = new stdClass();
        $value->list = new ArrayObject([new DateTimeImmutable('2026-01-02'), Suit::Hearts, $value]);
        $value->text = 'O:8:"Canary":0:{} C:6:"Canary":0:{} s:3:"x';
        $value->numbers = [1.5, -0.0, INF, NAN, PHP_INT_MIN, true, false, null];
        foreach ([$value, [$value], Suit::Spades, 'O:6:"Canary":0:{}', 0, false, [], new ArrayObject()] as $stored) {
            $kit = (new Kit())->setAnObject($stored);
            $kit->save();
            KitTableMap::clearInstancePool();
            $found = KitQuery::create()->findPk($kit->getId())->getAnObject();
            self::assertSame(serialize($stored), serialize($found));
        }
    }

    public function testOtherClassesDoNotComeOut(): void
    {
        $canary = 'O:' . strlen(Canary::class) . ':"' . Canary::class . '":0:{}';
        $lower = 'O' . substr(strtolower($canary), 1);
        $property = 's:1:"a";';
        $inner = "x:i:0;a:1:{i:0;$canary};m:a:0:{}";
        $texts = [
            $canary, $lower, "a:1:{i:0;$canary}", "O:8:\"stdClass\":1:{{$property}$canary}",
            "O:8:\"stdClass\":1:{{$property}O:8:\"stdClass\":1:{{$property}$canary}}",
            'C:11:"ArrayObject":' . strlen($inner) . ":{{$inner}}",
            "O:11:\"ArrayObject\":4:{i:0;i:0;i:1;a:1:{i:0;$canary}i:2;a:0:{}i:3;N;}",
            'C:' . strlen(Canary::class) . ':"' . Canary::class . '":0:{}',
            'E:' . strlen(Canary::class . ':X') . ':"' . Canary::class . ':X";',
            'O:9:"SplObject":0:{}',
        ];
        foreach ($texts as $text) {
            $kit = $this->kitWith($text);
            Canary::$lives = false;
            try {
                $kit->getAnObject();
                self::fail($text);
            } catch (UnexpectedValueException $refusal) {
                self::assertMatchesRegularExpression('/class "(\\S*Canary|SplObject)"/i', $refusal->getMessage());
                self::assertStringContainsString('kit.an_object', $refusal->getMessage());
                self::assertStringContainsString('key ' . $kit->getId(), $refusal->getMessage());
            }
            self::assertFalse(Canary::$lives, $text);
        }
    }

    public function testWhatCannotBeReadSaysSo(): void
    {
        $gone = 'O:22:"Orm\Tests\Support\Gone":0:{}';
        $texts = [
            'nonsense', 'O:8:"stdClass":1:{', 's:9:"short";', 'O:8:"stdClass":1:{S:1:"\61";N;}', 'O:+8:"stdClass":0:{}',
            $gone,
        ];
        foreach ($texts as $text) {
            $kit = $this->kitWith($text);
            Canary::$lives = false;
            try {
                $kit->getAnObject();
                self::fail($text);
            } catch (UnexpectedValueException $refusal) {
                self::assertStringContainsString('kit.an_object', $refusal->getMessage());
                self::assertStringContainsString('key ' . $kit->getId(), $refusal->getMessage());
            }
        }
    }

    public function testOtherClassesDoNotGetIn(): void
    {
        $evil = new SplObjectStorage();
        $evil[new stdClass()] = 1;
        $writes = [
            static fn () => (new Kit())->setAnObject($evil),
            static fn () => (new Kit())->setAnObject([[$evil]]),
            static fn () => (new Kit())->setByName('AnObject', $evil),
            static fn () => KitQuery::create()->filterById(0)->update(['AnObject' => $evil]),
        ];
        foreach ($writes as $i => $write) {
            try {
                $write();
                self::fail((string) $i);
            } catch (ExceptionInterface $refusal) {
                self::assertStringContainsString('SplObjectStorage', $refusal->getMessage());
                self::assertStringContainsString('kit.an_object', $refusal->getMessage());
            }
        }
    }

    /** A row as somebody wrote it who can reach the database. */
    private function kitWith(string $text): Kit
    {
        $kit = (new Kit())->setAnObject(new stdClass());
        $kit->save();
        $statement = $this->con->prepare('UPDATE kit SET an_object = :text WHERE id = :id');
        $statement->bindValue(':text', $text, PDO::PARAM_LOB);
        $statement->bindValue(':id', $kit->getId(), PDO::PARAM_INT);
        $statement->execute();
        KitTableMap::clearInstancePool();

        return KitQuery::create()->findPk($kit->getId());
    }

    public function testPhpTypeMakesInstances(): void
    {
        $kit = (new Kit())->setAnInstance('/tmp/file.txt');
        self::assertInstanceOf(SplFileInfo::class, $kit->getAnInstance());
        $kit->save();
        KitTableMap::clearInstancePool();
        self::assertSame('txt', KitQuery::create()->findPk($kit->getId())->getAnInstance()->getExtension());
    }

    public function testListMethodsOfSetAndArray(): void
    {
        $kit = (new Kit())->setLabels(['a']);
        $kit->addLabel('b')->addLabel('b')->removeLabel('a');
        self::assertSame(['b', 'b'], $kit->getLabels());
        self::assertTrue($kit->hasLabel('b'));
        $kit->setColors(null)->addColor('red')->addColor('blue')->removeColor('red');
        self::assertSame(['blue'], $kit->getColors());
        self::assertFalse($kit->hasColor('red'));
    }

    public function testBooleanHasAnIsAccessor(): void
    {
        $kit = (new Kit())->setABoolean('off')->setIsEmulated(1);
        self::assertFalse($kit->isABoolean());
        self::assertTrue($kit->isEmulated());
    }

    /** @return array<string, array{callable(): mixed, string}> */
    public function wrongValues(): array
    {
        return [
            'enum' => [static fn () => (new Kit())->setAnEnum('fat'), 'has no value "fat"'],
            'set' => [static fn () => (new Kit())->setColors(['pink']), 'pink'],
            'array' => [static fn () => (new Kit())->setLabels(['a | b']), 'a | b'],
            'json' => [static fn () => (new Kit())->setAJson('{"a'), 'JSON'],
        ];
    }

    /** @dataProvider wrongValues */
    public function testWrongValueIsRefused(callable $code, string $message): void
    {
        $this->expectExceptionMessage($message);
        $code();
    }

    /** @return array<string, array{string, mixed, string|null, list<string>}> */
    public function filters(): array
    {
        return [
            'set all' => ['Colors', ['red', 'green'], null, ['both']],
            'set some' => ['Colors', ['red', 'green'], Criteria::CONTAINS_SOME, ['both', 'red']],
            'set none' => ['Colors', ['red'], Criteria::CONTAINS_NONE, ['none', 'null']],
            'set one' => ['Color', 'red', null, ['both', 'red']],
            'array all' => ['Labels', ['x', 'y'], null, ['both']],
            'array some' => ['Labels', ['x', 'y'], Criteria::CONTAINS_SOME, ['both', 'red']],
            'array none' => ['Labels', ['y'], Criteria::CONTAINS_NONE, ['none', 'null', 'red']],
            'array one' => ['Label', 'x', null, ['both', 'red']],
            'array null' => ['Labels', null, null, ['null']],
            'array not null' => ['Labels', null, Criteria::ISNOTNULL, ['both', 'none', 'red']],
            'array unlike null' => ['Labels', null, Criteria::NOT_EQUAL, ['both', 'none', 'red']],
            'array wildcard' => ['Label', '%', null, []],
            'enum list' => ['AnEnum', ['thin'], null, ['both']],
            'enum not' => ['AnEnum', 'thin', Criteria::NOT_EQUAL, ['none', 'null', 'red']],
            'boolean word' => ['ABoolean', 'no', null, ['both']],
            'boolean list' => ['ABoolean', [true, false], null, ['both', 'none', 'null', 'red']],
            'text list' => ['AVarchar', ['both', 'red'], null, ['both', 'red']],
            'text percent' => ['AVarchar', '%o%', null, []],
            'text like' => ['AVarchar', '%o%', Criteria::LIKE, ['both', 'none']],
            'number range' => ['AInteger', ['min' => 2, 'max' => 3], null, ['none', 'red']],
            'number list' => ['AInteger', [1, 4], null, ['both', 'null']],
            'number empty list' => ['AInteger', [], null, []],
        ];
    }

    /**
     * @dataProvider filters
     * @param list<string> $expected
     */
    public function testFilter(string $column, mixed $value, ?string $comparison, array $expected): void
    {
        $this->kit('both', 1, ['red', 'green'], ['x', 'y'])->setAnEnum('thin')->setABoolean(false)->save();
        $this->kit('red', 2, ['red'], ['x'])->save();
        $this->kit('none', 3, [], [])->save();
        $this->kit('null', 4, null, null)->save();
        $found = KitQuery::create()->{'filterBy' . $column}($value, $comparison)->orderByAVarchar()->find();
        self::assertSame($expected, array_map(static fn (Kit $kit): string => $kit->getAVarchar(), $found->getData()));
    }

    /**
     * @param list<string>|null $colors
     * @param list<string>|null $labels
     */
    private function kit(string $name, int $number, ?array $colors, ?array $labels): Kit
    {
        return (new Kit())->setAVarchar($name)->setAInteger($number)->setColors($colors)->setLabels($labels);
    }

    public function testEmptyTextIsAnElementOfAnArray(): void
    {
        (new Kit())->setLabels([''])->save();
        KitTableMap::clearInstancePool();
        $kit = KitQuery::create()->findOne();
        self::assertSame([''], $kit->getLabels());
        self::assertSame(['', 'a'], $kit->addLabel('a')->getLabels());
        self::assertSame([], $kit->setLabels([])->getLabels());
    }

    /** @dataProvider elementsThatCannotBeStored */
    public function testElementOfAnArrayThatCannotBeReadBackIsRefused(mixed $element): void
    {
        $this->expectException(OrmException::class);
        (new Kit())->setLabels([$element, 'b']);
    }

    /** @return array<string, array{mixed}> */
    public function elementsThatCannotBeStored(): array
    {
        return ['separator' => ['a | b'], 'separator with the next blank' => ['a |'], 'list' => [['a']]];
    }

    public function testUnknownIndexOfAnEnumIsRefused(): void
    {
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('has no value "9"');
        (new Kit())->setByName('AnEnum', 9);
    }

    public function testUpdateTakesThePositionsAndMasksThatSelectGives(): void
    {
        (new Kit())->setAVarchar('x')->save();
        $query = KitQuery::create()->filterByAVarchar('x');
        $query->update(['AnEnum' => 'thin', 'Colors' => ['red', 'green']]);
        $stored = $query->select(['AnEnum', 'Colors'])->findOne();
        self::assertIsInt($stored['AnEnum']);
        self::assertIsInt($stored['Colors']);
        KitQuery::create()->update(['AnEnum' => null, 'Colors' => []]);
        KitQuery::create()->update($stored);
        KitTableMap::clearInstancePool();
        $kit = KitQuery::create()->findOneByAVarchar('x');
        self::assertSame(['thin', ['red', 'green']], [$kit->getAnEnum(), $kit->getColors()]);
    }

    public function testUpdateRefusesAPositionOfNoValue(): void
    {
        $this->expectExceptionMessage('has no value "9"');
        KitQuery::create()->update(['AnEnum' => 9]);
    }

    public function testUpdateRefusesAMaskOfNoValues(): void
    {
        $this->expectExceptionMessage('1024');
        KitQuery::create()->update(['Colors' => 1024]);
    }

    public function testInstancesOfInternalClassesAreComparedByTheirText(): void
    {
        $kit = (new Kit())->setAnInstance(new SplFileInfo('/a'));
        $kit->save();
        self::assertFalse($kit->setAnInstance('/a')->isModified());
        $kit->setAnInstance(new SplFileInfo('/b'))->save();
        KitTableMap::clearInstancePool();
        self::assertSame('/b', (string) KitQuery::create()->findOne()->getAnInstance());
    }
}
