<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Category;
use League\CategoryQuery;
use League\Cup;
use League\GamePart;
use League\Map\TeamTableMap;
use League\Player;
use League\PlayerQuery;
use League\Prize;
use League\Skill;
use League\Team;
use League\TeamQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/** Objects in conditions stand for rows: one without a row must not mean the rows that have no value either. */
abstract class ObjectFilterTest extends LeagueTestCase
{
    public function testAnObjectWithoutARowIsRefusedByEveryFilterOfARelation(): void
    {
        $filters = 0;
        foreach (Orm::getDatabaseMap('league')->getTables() as $table) {
            $query = ltrim((string) $table->getClassName(), '\\') . 'Query';
            foreach ($table->getRelations() as $relation) {
                $method = 'filterBy' . $relation->getName();
                if (!method_exists($query, $method)) {
                    continue;
                }
                $filters++;
                foreach (self::withoutRows((string) $relation->getRightTable()->getClassName()) as $state => $object) {
                    $calls = $this->callsWith($query, $relation, $object);
                    foreach ($calls as $how => $call) {
                        $this->assertRefused($call, "$query::$method(): $state object, $how");
                    }
                }
            }
        }
        self::assertGreaterThan(40, $filters);
    }

    public function testAnObjectWithoutARowIsRefusedByPruneAndDoDelete(): void
    {
        $this->team();
        foreach ([Team::class, GamePart::class, Player::class] as $class) {
            $query = $class . 'Query';
            $tableMap = $class::TABLE_MAP;
            foreach (self::withoutRows($class) as $state => $object) {
                $this->assertRefused(static fn () => $query::create()->prune($object)->find(), "prune: $state");
                $this->assertRefused(static fn () => $tableMap::doDelete($object), "doDelete: $state");
            }
        }
        self::assertSame(1, TeamQuery::create()->count());
    }

    /** Model objects are texts to PHP, and a text may be a number to a database. */
    public function testAnObjectIsNoKey(): void
    {
        $team = $this->team('0');
        $this->player('Ann', $team);
        $teams = TeamQuery::create()->find();
        $calls = [
            'filterByPrimaryKey' => static fn () => TeamQuery::create()->filterByPrimaryKey($team)->find(),
            'filterByPrimaryKeys' => static fn () => TeamQuery::create()->filterByPrimaryKeys([$team])->find(),
            'a collection of keys' => static fn () => TeamQuery::create()->filterByPrimaryKeys($teams)->find(),
            'findPk' => static fn () => TeamQuery::create()->findPk(new Team()),
            'findPks' => static fn () => TeamQuery::create()->findPks([new Team()]),
            'doDelete' => static fn () => TeamTableMap::doDelete([$team]),
            'a list' => static fn () => PlayerQuery::create()->filterByTeamId([$team])->find(),
            'NOT IN' => static fn () => PlayerQuery::create()->filterByTeamId([new Team()], Criteria::NOT_IN)->delete(),
            'a list of a relation' => static fn () => PlayerQuery::create()->filterByTeam([$team])->find(),
            'where' => static fn () => PlayerQuery::create()->where('Player.TeamId <> ?', new Team())->delete(),
            'where with a list' => static fn () => PlayerQuery::create()->where('Player.TeamId IN ?', [$team])->find(),
            'where with objects' => static fn () => PlayerQuery::create()->where('Player.TeamId IN ?', $teams)->find(),
            'join' => static fn () => PlayerQuery::create()->joinTeam()
                ->addJoinCondition('Team', 'Team.Id = ?', $team)->find(),
        ];
        foreach ($calls as $name => $call) {
            try {
                $call();
                self::fail($name);
            } catch (ExceptionInterface $refusal) {
                self::assertNotSame('', $refusal->getMessage(), $name);
            }
        }
        self::assertSame(1, PlayerQuery::create()->count());
    }

    /** The rows without a parent are not those of a parent that does not exist. */
    public function testRowsWithoutARelatedRowSurvive(): void
    {
        $alone = $this->player('Alone');
        $unsaved = (new Team())->setName('Nobodies');
        $teams = new ObjectCollection([$unsaved]);
        [$players, $rows] = [new ObjectCollection([$alone]), new ArrayCollection([['Id' => 1]])];
        $calls = [
            'delete' => static fn () => PlayerQuery::create()->filterByTeam($unsaved)->delete(),
            'update' => static fn () => PlayerQuery::create()->filterByTeam($unsaved)->update(['Name' => 'x']),
            'collection' => static fn () => PlayerQuery::create()->filterByTeam($teams)->delete(),
            'other rows' => static fn () => PlayerQuery::create()->filterByTeam($teams, Criteria::NOT_IN)->delete(),
            'filterBy' => static fn () => PlayerQuery::create()->filterBy('Team', $unsaved)->delete(),
            'filterByArray' => static fn () => PlayerQuery::create()->filterByArray(['Team' => $unsaved])->delete(),
            'findByTeam' => static fn () => PlayerQuery::create()->findByTeam($unsaved),
            'findOneByTeam' => static fn () => PlayerQuery::create()->findOneByTeam($unsaved),
            'null' => static fn () => PlayerQuery::create()->filterByTeam(null)->delete(),
            'other class' => static fn () => PlayerQuery::create()->filterByTeam($players)->delete(),
            'arrays' => static fn () => PlayerQuery::create()->filterByTeam($rows)->delete(),
        ];
        foreach ($calls as $name => $call) {
            $this->assertRefused($call, $name);
        }
        self::assertSame(1, PlayerQuery::create()->filterByName('Alone')->count());
        self::assertSame(1, PlayerQuery::create()->filterByTeamId(null)->filterByName('Alone')->count());
        self::assertSame(0, PlayerQuery::create()->filterByTeam(new ObjectCollection())->count());
    }

    /** A saved object whose foreign key is null is related to no row. */
    public function testAnEmptyForeignKeyRelatesToNothing(): void
    {
        $team = $this->team();
        $member = $this->player('Member', $team);
        $alone = $this->player('Alone');
        $both = new ObjectCollection([$alone, $member]);
        self::assertSame(0, TeamQuery::create()->filterByPlayer($alone)->count());
        self::assertSame(1, TeamQuery::create()->filterByPlayer($alone, Criteria::NOT_EQUAL)->count());
        self::assertSame(1, TeamQuery::create()->filterByPlayer($both)->count());
        self::assertSame(0, TeamQuery::create()->filterByPlayer($both, Criteria::NOT_IN)->count());
        self::assertSame(0, TeamQuery::create()->filterByPlayer(new ObjectCollection([$alone]))->count());
        self::assertSame(1, TeamQuery::create()->filterByPlayer($member)->count());
        $root = new Category();
        $root->setName('Root')->save();
        self::assertSame(0, CategoryQuery::create()->filterByChild($root)->count());
        self::assertSame(0, CategoryQuery::create()->filterByParent($root)->count());
    }

    /** Relations of an object without a row are empty, without a statement. */
    public function testGettersOfDeletedAndNewObjectsFindNothing(): void
    {
        $team = $this->team();
        $player = $this->player('Ann', $team);
        $player->addSkill((new Skill())->setName('Dribbling'))->save();
        Orm::disableInstancePooling();
        $team = TeamQuery::create()->requirePk($team->getId());
        $player = PlayerQuery::create()->requirePk($player->getId());
        Orm::enableInstancePooling();
        $this->con->beginTransaction();
        $player->delete();
        $team->delete();
        $statements = $this->statementsOf(static function () use ($team, $player): void {
            foreach ([$team, new Team()] as $object) {
                self::assertCount(0, $object->getPlayers());
                self::assertSame(0, $object->countPlayers());
                self::assertCount(0, $object->getPlayers(PlayerQuery::create()->filterByName('Ann')));
                self::assertCount(0, $object->getMembers());
                self::assertSame(0, $object->countMembers());
            }
            foreach ([$player, new Player()] as $object) {
                self::assertCount(0, $object->getSkills());
                self::assertSame(0, $object->countSkills());
            }
        });
        self::assertSame([], $statements);
        $this->con->rollBack();
        self::assertCount(1, $team->getPlayers(), 'the row is there again');
        self::assertCount(1, $player->getSkills());
    }

    public function testPopulateRelationLeavesOutObjectsWithoutRows(): void
    {
        $team = $this->team();
        $this->player('Ann', $team);
        $this->player('Alone');
        $teams = new ObjectCollection([$team, (new Team())->setName('New')], Team::class);
        $found = $teams->populateRelation('Player');
        self::assertCount(1, $found);
        self::assertCount(0, $teams[1]->getPlayers());
    }

    /** @return array<string, callable(): mixed> */
    private function callsWith(string $query, RelationMap $relation, ActiveRecordInterface $object): array
    {
        $name = $relation->getName();
        $filter = 'filterBy' . $name;

        return [
            'alone' => static fn () => $query::create()->$filter($object)->find(),
            'excluded' => static fn () => $query::create()->$filter($object, Criteria::NOT_EQUAL)->find(),
            'in a collection' => static fn () => $query::create()->$filter(new ObjectCollection([$object]))->find(),
            'by name' => static fn () => $query::create()->filterBy($name, $object)->count(),
            'as an alternative' => static fn () => $query::create()->_or()->$filter($object)->exists(),
            'with an alias' => static fn () => $query::create()->setModelAlias('x', true)->$filter($object)->find(),
        ];
    }

    /** @return array<string, ActiveRecordInterface> objects of a class that are those of no row */
    private static function withoutRows(string $class): array
    {
        $class = is_a($class, Prize::class, true) ? Cup::class : ltrim($class, '\\');
        $objects = ['new' => new $class()];
        $keys = array_values(($class::TABLE_MAP)::getTableMap()->getPrimaryKeys());
        if ($keys === [] || !method_exists($class, 'save')) {
            return $objects;
        }
        foreach (['new with a key', 'deleted'] as $state) {
            $objects[$state] = new $class();
            foreach ($keys as $column) {
                $objects[$state]->setByName($column->getPhpName(), 1);
            }
        }
        $objects['deleted']->setNew(false);
        $objects['deleted']->setDeleted(true);
        $objects['keyless'] = new $class();
        $objects['keyless']->setNew(false);
        if (count($keys) > 1) {
            $objects['half keyless'] = (new $class())->setByName($keys[0]->getPhpName(), 1);
            $objects['half keyless']->setNew(false);
        }

        return $objects;
    }

    private function assertRefused(callable $call, string $note): void
    {
        $this->con->statements = [];
        try {
            $call();
            self::fail($note . ' ' . implode('; ', $this->con->statements));
        } catch (OrmException $refusal) {
            $expected = '/^\w+\(\) (needs an object with a row|takes a)/';
            self::assertMatchesRegularExpression($expected, $refusal->getMessage());
        }
        self::assertSame([], $this->con->statements, $note);
    }
}
