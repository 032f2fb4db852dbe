<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Kit;
use League\KitQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Exception\InvalidArgumentException;

/** Values that databases treat in different ways have one meaning here. */
abstract class SameEverywhereTest extends LeagueTestCase
{
    /** A number with a fraction is no integer, as text or as a number. */
    public function testFractionsAreNoIntegers(): void
    {
        foreach (['AInteger', 'ATinyint', 'ASmallint', 'ABigint', 'ACounter'] as $name) {
            foreach ([12.7, -0.5, 1e-9, '12.7', NAN, INF, 1e300] as $value) {
                foreach (['set', 'setByName', 'fromArray', 'update'] as $how) {
                    try {
                        match ($how) {
                            'set' => (new Kit())->{'set' . $name}($value),
                            'setByName' => (new Kit())->setByName($name, $value),
                            'fromArray' => (new Kit())->fromArray([$name => $value]),
                            'update' => KitQuery::create()->filterById(-1)->update([$name => $value]),
                        };
                        self::fail("$how: $name, " . var_export($value, true));
                    } catch (InvalidArgumentException $refusal) {
                        self::assertStringContainsString('Column kit.', $refusal->getMessage());
                        $this->con->forceRollBack();
                    }
                }
            }
            self::assertEquals(12, (new Kit())->{'set' . $name}(12.0)->{'get' . $name}());
            self::assertEquals(0, (new Kit())->{'set' . $name}(-0.0)->{'get' . $name}());
        }
    }

    public function testUuidsAreComparedWithoutTheirCase(): void
    {
        $lower = '01890a5d-ac96-774b-bcce-b302099a8057';
        $forms = [$lower, strtoupper($lower), ucfirst($lower), str_replace('-', '', $lower), ' ' . $lower . ' '];
        foreach ($forms as $form) {
            KitQuery::create()->deleteAll();
            $kit = (new Kit())->setAUuid($form)->setAUuidBinary($form);
            self::assertSame($lower, $kit->getAUuid());
            $kit->save();
            InstancePools::clear();
            $kit = KitQuery::create()->findOne();
            self::assertSame($lower, $kit->getAUuid());
            self::assertFalse($kit->setAUuid(strtoupper($lower))->isModified());
            foreach (array_slice($forms, 0, 4) as $other) {
                self::assertSame(1, KitQuery::create()->filterByAUuid($other)->count(), "$form, $other");
                self::assertSame(1, KitQuery::create()->filterByAUuid([$other])->count(), "$form, $other");
                self::assertSame(1, KitQuery::create()->where('Kit.AUuid = ?', $other)->count(), "$form, $other");
                self::assertSame(0, KitQuery::create()->filterByAUuid($other, '<>')->count(), "$form, $other");
                self::assertSame(1, KitQuery::create()->filterByAUuidBinary($other)->count(), "$form, $other");
                self::assertSame(1, KitQuery::create()->filterByAUuid($other)->update(['AVarchar' => $other]));
            }
            KitQuery::create()->update(['AUuid' => $form]);
            self::assertSame(1, KitQuery::create()->filterByAUuid($lower)->count(), $form);
        }
    }

    /** The digits after the point are those of the column, set or read. */
    public function testDecimalsKeepTheirScale(): void
    {
        $numbers = [
            ['1.5', '1.50'], ['1.50', '1.50'], ['1.5000', '1.50'], [1.5, '1.50'], [5, '5.00'], ['5.', '5.00'], [0,
            '0.00'],
            ['-0', '0.00'], ['-0.00', '0.00'], ['.25', '0.25'], ['-.5', '-0.50'], ['+7', '7.00'], ['007.10', '7.10'],
            ['12345678.90', '12345678.90'], [-3, '-3.00'], ['99999999.99', '99999999.99'],
        ];
        foreach ($numbers as [$given, $expected]) {
            $note = var_export($given, true);
            $kit = (new Kit())->setADecimal($given)->setANumeric($given);
            self::assertSame($expected, $kit->getADecimal(), $note);
            $kit->save();
            InstancePools::clear();
            $kit = KitQuery::create()->requirePk($kit->getId());
            self::assertSame([$expected, $expected], [$kit->getADecimal(), $kit->getANumeric()], $note);
            $kit->setADecimal($given)->setANumeric($expected);
            self::assertSame([], $kit->getModifiedColumns(), $note);
            self::assertSame($expected, $kit->toArray()['ADecimal'], $note);
            self::assertGreaterThan(0, KitQuery::create()->filterByADecimal($given)->count(), $note);
            self::assertSame('8.25', $kit->setADecimal('8.25')->getADecimal());
            self::assertTrue($kit->isModified());
        }
        self::assertNull((new Kit())->setADecimal(null)->getADecimal());
        self::assertNull((new Kit())->setADecimal('')->getADecimal());
    }

    public function testDecimalsAreRoundedBySetters(): void
    {
        $numbers = [
            [10 / 3, '3.33'], ['1.005', '1.01'], [1.005, '1.01'], ['-1.005', '-1.01'], ['1.239', '1.24'],
            ['0.995', '1.00'], ['-99.999', '-100.00'], ['-0.001', '0.00'], ['1e-3', '0.00'], ['.0049999', '0.00'],
            ['12345678.994999', '12345678.99'], [0.1 + 0.2, '0.30'], ['1.23500000000000000000000001', '1.24'],
        ];
        foreach ($numbers as [$given, $expected]) {
            $note = var_export($given, true);
            $kit = (new Kit())->setADecimal($given)->setANumeric($given);
            self::assertSame([$expected, $expected], [$kit->getADecimal(), $kit->getANumeric()], $note);
            $kit->save();
            InstancePools::clear();
            $kit = KitQuery::create()->requirePk($kit->getId());
            self::assertSame([$expected, $expected], [$kit->getADecimal(), $kit->getANumeric()], $note);
            self::assertFalse($kit->setADecimal($given)->setANumeric($given)->isModified(), $note);
        }
    }

    /** PostgreSQL cannot compare JSON; a row that is grouped by its key is one row. */
    public function testRowsWithJsonCanBeGroupedByTheirKeys(): void
    {
        (new Kit())->setAJson(['a' => 1])->save();
        (new Kit())->setAJson(null)->save();
        $queries = [
            KitQuery::create()->groupById(),
            KitQuery::create()->groupBy('Id')->withColumn('COUNT(*)', 'Nb'),
            KitQuery::create()->setModelAlias('k', true)->groupById(),
            KitQuery::create()->groupBy(['Id', 'AVarchar'])->having('COUNT(*) > ?', 0, \PDO::PARAM_INT),
        ];
        foreach ($queries as $i => $query) {
            self::assertCount(2, $query->orderById()->find(), "query $i");
            self::assertSame(['a' => 1], $query->find()->getFirst()->getAJson(), "query $i");
            self::assertSame(2, $query->count(), "query $i");
        }
    }
}
