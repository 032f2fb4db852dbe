<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Category;
use League\CategoryQuery;
use League\Game;
use League\GamePart;
use League\GamePartQuery;
use League\Kit;
use League\KitQuery;
use League\Skill;
use League\SkillQuery;
use Orm\Runtime\ActiveQuery\InstancePools;

/** Copies of objects. */
abstract class CopyTest extends LeagueTestCase
{
    public function testCopyIntoASavedObjectMakesItANewOne(): void
    {
        $speed = (new Skill())->setName('speed');
        $speed->save();
        $strength = (new Skill())->setName('strength');
        $strength->save();
        $speed->copyInto($strength);
        self::assertTrue($strength->isNew());
        self::assertNull($strength->getId());
        self::assertSame(['skill.name'], $strength->getModifiedColumns());
        self::assertSame(1, $strength->save());
        self::assertSame(3, SkillQuery::create()->count());
    }

    public function testJsonIsCopiedAsItIs(): void
    {
        foreach (['{"a":{},"b":[]}', '"text"', '5'] as $text) {
            $kit = (new Kit())->setAJson($text);
            $kit->copy()->save();
            InstancePools::clear();
            $copy = KitQuery::create()->orderById('DESC')->findOne();
            self::assertSame(json_encode($kit->getAJson(false)), json_encode($copy->getAJson(false)));
        }
        self::assertNull((new Kit())->copy()->getAJson());
    }

    public function testDeepCopyOfACircle(): void
    {
        $team = $this->team();
        $captain = $this->player('Ann', $team);
        $team->setCaptain($captain)->save();
        $copy = $team->copy(true);
        $copy->save();
        self::assertCount(1, $copy->getPlayers());
        self::assertSame($copy->getPlayers()[0], $copy->getCaptain());
        self::assertNotSame($captain->getId(), $copy->getCaptainId());
        self::assertSame($copy->getId(), $copy->getCaptain()->getTeamId());
    }

    public function testDeepCopyOfARowThatRefersToItself(): void
    {
        $own = (new Category())->setName('own');
        $own->setParent($own)->addChild((new Category())->setName('below'))->save();
        $copy = $own->copy(true);
        $copy->save();
        self::assertSame($copy, $copy->getParent());
        InstancePools::clear();
        $names = CategoryQuery::create()->filterByParentId($copy->getId())->orderByName()->select('Name')->find();
        self::assertSame(['below', 'own'], $names->getData());
        self::assertSame(2, CategoryQuery::create()->filterByParentId($own->getId())->count());
    }

    public function testClearedObjectDeletesNothing(): void
    {
        $game = $this->game()->addGamePart($part = (new GamePart())->setPart(1));
        $game->save();
        $game->removeGamePart($part);
        $game->clear()->setHomeId($this->team()->getId())->setAwayId($this->team()->getId());
        self::assertSame(1, $game->save());
        self::assertSame(1, GamePartQuery::create()->count());
    }

    private function game(): Game
    {
        return (new Game())->setHomeId($this->team('home')->getId())->setAwayId($this->team('away')->getId());
    }
}
