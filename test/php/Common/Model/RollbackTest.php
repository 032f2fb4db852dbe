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
use League\SkillQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Behavior\ListLock\ListLockException;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Exception\OrmException;

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

    public function testMembersScheduledForDeletionOfASavepoint(): void
    {
        $game = $this->game()->addGamePart((new GamePart())->setPart(1))->addGamePart((new GamePart())->setPart(2));
        $game->save();
        $game->removeGamePart($game->getGameParts()[0]);
        $this->con->transaction(function () use ($game): void {
            try {
                $this->con->savepoint(static function () use ($game): void {
                    self::assertSame(1, $game->save());
                    throw new OrmException('go back');
                });
            } catch (OrmException) {
                self::assertSame(2, GamePartQuery::create()->count());
            }
            self::assertSame(1, $game->save());
        });
        self::assertSame(1, GamePartQuery::create()->count());
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

    public function testATransactionThatIsRepeatedFindsItsObjectsAsTheyWere(): void
    {
        $part = (new GamePart())->setPart(1)->setMinutes(10);
        $game = $this->game()->addGamePart($part);
        $game->save();
        $part->setMinutes(20);
        $new = (new Skill())->setName('pass');
        $calls = 0;
        $result = $this->con->transaction(function () use ($game, $part, $new, &$calls): string {
            self::assertSame(20, $part->getMinutes());
            self::assertTrue($new->isNew());
            self::assertCount(1, $game->getGameParts());
            $part->setMinutes($part->getMinutes() + 1)->save();
            $new->setName($new->getName() . '!')->save();
            $game->addGamePart((new GamePart())->setPart(2));
            $game->save();
            if (++$calls < 3) {
                throw new ListLockException('Others were faster', true);
            }

            return 'done';
        }, retries: 2);
        self::assertSame(['done', 3], [$result, $calls]);
        InstancePools::clear();
        self::assertSame([1 => 21, 2 => 45], GamePartQuery::create()->find()->toKeyValue('Part', 'Minutes'));
        self::assertSame('pass!', $new->getName());
        self::assertSame(1, SkillQuery::create()->filterByName('pass!')->count());
    }

    /** All attempts of the library's own work share the time to wait for locks. */
    public function testAnOperationIsNotRepeatedAfterItsTime(): void
    {
        $calls = 0;
        $work = static function () use (&$calls): void {
            $calls++;
            throw new ListLockException('Others were faster', true);
        };
        foreach ([[10.0, 3], [0.0, 1]] as [$seconds, $expected]) {
            $this->con->setListLockTimeout($seconds);
            $calls = 0;
            try {
                RepeatedTransaction::run($this->con, $work, [], null, 2);
                self::fail('The last failure must come through');
            } catch (ListLockException) {
                self::assertSame($expected, $calls);
            }
        }
    }

    public function testATransactionIsRepeatedNoMoreThanAskedForAndNeverInsideOfAnother(): void
    {
        $calls = 0;
        $work = static function () use (&$calls): void {
            $calls++;
            throw new ListLockException('Others were faster', true);
        };
        foreach ([0 => 1, 1 => 2, 4 => 5] as $retries => $expected) {
            $calls = 0;
            try {
                $this->con->transaction($work, retries: $retries);
                self::fail('The last failure must come through');
            } catch (ListLockException) {
                self::assertSame($expected, $calls);
            }
        }
        $calls = 0;
        try {
            $this->con->transaction(fn () => $this->con->transaction($work, retries: 4));
            self::fail('The failure must come through');
        } catch (ListLockException) {
            self::assertSame(1, $calls);
        }
        $calls = 0;
        try {
            $this->con->transaction(static function () use (&$calls): void {
                $calls++;
                throw new OrmException('A failure of its own');
            }, retries: 4);
            self::fail('The failure must come through');
        } catch (OrmException) {
            self::assertSame(1, $calls);
        }
    }
}
