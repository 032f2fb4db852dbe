<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Country;
use League\CountryQuery;
use League\Game;
use League\GamePart;
use League\GamePartQuery;
use League\Goal;
use League\GoalQuery;
use League\Player;
use League\PlayerQuery;
use League\TeamQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Orm;

/** Many rows at once, and work that others do at the same time. */
abstract class BulkTest extends LeagueTestCase
{
    public function testManyKeysOfSeveralColumnsAreReadInParts(): void
    {
        $game = (new Game())->setTeamRelatedByHomeId($this->team('H'))->setTeamRelatedByAwayId($this->team('A'));
        $game->save();
        $parts = new ObjectCollection();
        for ($part = 1; $part <= 250; $part++) {
            $parts[] = (new GamePart())->setGameId($game->getId())->setPart($part);
        }
        $parts->setModel(GamePart::class);
        $parts->save();
        $goals = [1, 200, 201, 250];
        foreach ($goals as $part) {
            (new Goal())->setGameId($game->getId())->setPart($part)->save();
        }
        $keys = array_map(static fn (int $part): array => [$game->getId(), $part], [...range(1, 300), 1]);
        $found = GamePartQuery::create()->filterByPart(250, Criteria::LESS_EQUAL)->findPks($keys);
        self::assertCount(250, $found);
        self::assertInstanceOf(ObjectCollection::class, $found);
        self::assertCount(4, $found->populateRelation('Goal'));
        $with = static fn (GamePart $part): bool => $part->countGoals() === 1;
        $numbers = array_column(array_map(
            static fn (GamePart $part): array => $part->toArray(),
            array_filter($found->getData(), $with),
        ), 'Part');
        sort($numbers);
        self::assertSame($goals, $numbers);
        self::assertCount(4, GoalQuery::create()->find()->populateRelation('GamePart'));
    }

    public function testFindOneOrSave(): void
    {
        $norway = CountryQuery::create()->filterByCode('NO')->findOneOrSave();
        self::assertFalse($norway->isNew());
        self::assertSame($norway, CountryQuery::create()->filterByCode('NO')->findOneOrSave());
        self::assertSame(1, CountryQuery::create()->count());
    }

    public function testFindOneOrSaveFindsWhatSomebodyElseInserted(): void
    {
        $query = CountryQuery::create()->filterByCode('NO');
        $country = $query->findOneOrSave(fn () => $this->con->exec("INSERT INTO country (code) VALUES ('NO')"));
        self::assertSame('NO', $country->getCode());
        self::assertSame(1, CountryQuery::create()->count());
        self::assertFalse($country->isNew());
    }

    public function testFindOneOrSaveInATransaction(): void
    {
        $code = $this->con->transaction(function (): string {
            $country = CountryQuery::create()->filterByCode('NO')->findOneOrSave(
                fn () => $this->con->exec("INSERT INTO country (code) VALUES ('NO')"),
            );
            (new Country())->setCode('SE')->save();

            return $country->getCode();
        });
        self::assertSame('NO', $code);
        self::assertSame(2, CountryQuery::create()->count(), 'the transaction went on');
    }

    public function testUpsertByPrimaryKey(): void
    {
        $game = (new Game())->setTeamRelatedByHomeId($this->team('H'))->setTeamRelatedByAwayId($this->team('A'));
        $game->save();
        $values = ['GameId' => $game->getId(), 'Part' => 1, 'Minutes' => 45];
        GamePartQuery::create()->upsert($values);
        $part = GamePartQuery::create()->findPk([$game->getId(), 1]);
        GamePartQuery::create()->upsert(['Minutes' => 50] + $values);
        self::assertSame(1, GamePartQuery::create()->count());
        self::assertSame(50, GamePartQuery::create()->findPk([$game->getId(), 1])->getMinutes());
        self::assertInstanceOf(GamePart::class, $part);
    }

    public function testUpsertByUniqueKey(): void
    {
        $country = (new Country())->setCode('NO');
        $country->save();
        CountryQuery::create()->upsert(['Code' => 'NO'], ['Code']);
        CountryQuery::create()->upsert(['Code' => 'SE'], ['Code']);
        self::assertSame(2, CountryQuery::create()->count());
        self::assertSame($country->getId(), CountryQuery::create()->findOneByCode('NO')->getId());
        $this->expectException(ColumnNotFoundException::class);
        CountryQuery::create()->upsert(['Nothing' => 1]);
    }

    public function testCollectionIsInsertedInFewStatements(): void
    {
        $team = $this->team();
        $players = new ObjectCollection();
        $players->setModel(Player::class);
        foreach (range(1, 300) as $number) {
            $players->append((new Player())->setName('P' . $number)->setTeamId($team->getId()));
        }
        $statements = $this->statementsOf(static fn () => $players->save());
        self::assertLessThan(Orm::$hasShortcuts ? 10 : 310, count($statements));
        self::assertSame(300, PlayerQuery::create()->count());
        self::assertFalse($players[0]->isNew());
        self::assertSame('P7', PlayerQuery::create()->findPk($players[6]->getId())->getName());
    }

    public function testPreloadReadsEachRelationOnce(): void
    {
        foreach (['Reds', 'Blues', 'Greens'] as $name) {
            $team = $this->team($name);
            $this->player($name . ' 1', $team);
            $this->player($name . ' 2', $team);
        }
        InstancePools::clear();
        $names = [];
        $statements = $this->statementsOf(static function () use (&$names): void {
            foreach (TeamQuery::create()->orderById()->limit(2)->preload('Player', 'TeamSponsor')->find() as $team) {
                $names[(string) $team] = $team->getPlayers()->getColumnValues('Name');
                self::assertCount(0, $team->getTeamSponsors());
            }
        });
        self::assertSame(['Reds', 'Blues'], array_keys($names));
        self::assertEqualsCanonicalizing(['Reds 1', 'Reds 2'], $names['Reds']);
        self::assertCount(3, $statements, implode("\n", $statements));
    }

    public function testLockingReads(): void
    {
        $suffixes = [
            'sqlite' => ['', ''],
            'pgsql' => [' FOR UPDATE', ' FOR SHARE'],
            'mysql' => [' FOR UPDATE', ' LOCK IN SHARE MODE'],
        ];
        $this->team();
        $this->con->transaction(function () use ($suffixes): void {
            $sql = $this->statementsOf(static function (): void {
                TeamQuery::create()->lockForUpdate()->find();
                TeamQuery::create()->lockForShare()->find();
            });
            $select = 'SELECT team.id, team.name, team.captain_id FROM team';
            self::assertSame(
                array_map(static fn (string $suffix): string => $select . $suffix, $suffixes[static::VENDOR]),
                $sql,
            );
        });
    }
}
