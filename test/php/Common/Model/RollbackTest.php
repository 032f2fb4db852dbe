<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Game;
use League\GamePart;
use League\GamePartQuery;
use League\Player;
use League\PlayerQuery;
use League\PlayerSkillQuery;
use League\Skill;
use Orm\Runtime\ActiveQuery\InstancePools;

/** Objects after a transaction that was rolled back: saving them again does what the first save did. */
abstract class RollbackTest extends LeagueTestCase
{
    public function testKeyThatChanged(): void
    {
        $part = (new GamePart())->setPart(1);
        $this->game()->addGamePart($part)->save();
        $this->con->beginTransaction();
        $part->setPart(2)->save();
        $part->setMinutes(50)->save();
        $this->con->rollBack();
        self::assertSame(1, $part->save());
        InstancePools::clear();
        self::assertSame(50, GamePartQuery::create()->requireOneByPart(2)->getMinutes());
        self::assertSame(1, GamePartQuery::create()->count());
    }

    public function testKeyThatChangedAfterTheSave(): void
    {
        $part = (new GamePart())->setPart(1);
        $this->game()->addGamePart($part)->save();
        $this->con->beginTransaction();
        $part->setMinutes(50)->save();
        $part->setPart(2);
        $this->con->rollBack();
        self::assertSame(1, $part->save());
        InstancePools::clear();
        self::assertSame(50, GamePartQuery::create()->requireOneByPart(2)->getMinutes());
    }

    public function testMembersScheduledForDeletion(): void
    {
        $game = $this->game()->addGamePart((new GamePart())->setPart(1))->addGamePart((new GamePart())->setPart(2));
        $game->save();
        $game->removeGamePart($game->getGameParts()[0]);
        $this->con->beginTransaction();
        self::assertSame(1, $game->save());
        $this->con->rollBack();
        self::assertSame(1, $game->save());
        self::assertSame(1, GamePartQuery::create()->count());
        self::assertSame(0, $game->save());
    }

    public function testMembersToDetach(): void
    {
        $team = $this->team()->addPlayer($player = (new Player())->setName('Ann'));
        $team->save();
        $team->removePlayer($player);
        $this->con->beginTransaction();
        $team->save();
        $this->con->rollBack();
        self::assertSame(1, $team->save());
        InstancePools::clear();
        self::assertNull(PlayerQuery::create()->requireOneByName('Ann')->getTeamId());
    }

    public function testPartnersToRemove(): void
    {
        $player = $this->player()->addSkill($skill = (new Skill())->setName('speed'));
        $player->save();
        $player->removeSkill($skill);
        $this->con->beginTransaction();
        $player->save();
        $this->con->rollBack();
        $player->save();
        self::assertSame(0, PlayerSkillQuery::create()->count());
    }

    private function game(): Game
    {
        return (new Game())
            ->setTeamRelatedByHomeId($this->team('home'))
            ->setTeamRelatedByAwayId($this->team('away'));
    }
}
