<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use DateTimeInterface;
use League\BigCup;
use League\BigCupQuery;
use League\Cup;
use League\CupQuery;
use League\Map\PrizeTableMap;
use League\Medal;
use League\MedalQuery;
use League\Prize;
use League\PrizeQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Exception\OrmException;
use ReflectionClass;

/** Single table inheritance, abstract tables, reload and keys given by the caller. */
abstract class InheritanceTest extends LeagueTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        (new Cup())->save();
        (new BigCup())->save();
        (new Medal())->save();
        InstancePools::clear();
    }

    public function testRowsComeAsObjectsOfTheirClass(): void
    {
        $classes = array_map(get_class(...), PrizeQuery::create()->orderById()->find()->getData());
        self::assertSame([Cup::class, BigCup::class, Medal::class], $classes);
        self::assertSame('big-cup', BigCupQuery::create()->findOne()->getKind());
    }

    public function testQueriesFindTheirClassAndWhatExtendsIt(): void
    {
        self::assertSame(2, CupQuery::create()->count());
        self::assertSame(1, BigCupQuery::create()->count());
        self::assertSame(1, MedalQuery::create()->count());
        self::assertTrue(BigCupQuery::create()->exists());
        $query = CupQuery::create();
        $query->find();
        self::assertCount(2, $query->find(), 'conditions do not pile up');
        $medal = MedalQuery::create()->findOne();
        self::assertNull(CupQuery::create()->findPk($medal->getId()));
        self::assertSame($medal, MedalQuery::create()->findPk($medal->getId()));
    }

    public function testWritingStaysWithinTheClass(): void
    {
        $team = $this->team();
        self::assertSame(1, MedalQuery::create()->update(['WinnerId' => $team->getId()]));
        self::assertSame(2, CupQuery::create()->deleteAll());
        self::assertSame(1, PrizeQuery::create()->count());
        self::assertSame(0, BigCupQuery::create()->filterByWinner($team)->delete());
        self::assertSame(1, PrizeQuery::create()->count());
        self::assertCount(1, $team->getPrizes());
    }

    public function testKeysOfClasses(): void
    {
        self::assertSame('big-cup', PrizeTableMap::CLASSKEY_BIG_CUP);
        self::assertSame('big-cup', PrizeTableMap::CLASSKEY_BIGCUP);
        self::assertSame(BigCup::class, PrizeTableMap::CLASSNAME_BIG_CUP);
    }

    public function testAbstractTable(): void
    {
        self::assertTrue((new ReflectionClass(Prize::class))->isAbstract());
        self::assertSame('', PrizeTableMap::OM_CLASS);
        $this->con->exec("INSERT INTO prize (kind) VALUES ('unknown')");
        $this->expectException(OrmException::class);
        PrizeQuery::create()->find();
    }

    public function testReloadOnInsertAndGivenKey(): void
    {
        $cup = (new Cup())->setId(4711);
        $cup->save();
        self::assertInstanceOf(DateTimeInterface::class, $cup->getAwarded(), 'what the database made is read');
        self::assertInstanceOf(Cup::class, PrizeQuery::create()->findPk(4711));
        $other = new Cup();
        $other->save(null, true);
        self::assertInstanceOf(DateTimeInterface::class, $other->getAwarded(), 'the INSERT returns it');
    }
}
