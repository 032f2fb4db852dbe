<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CriterionFactory;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDO;
use PHPUnit\Framework\TestCase;

/** Conditions, joins and locks by themselves, as people who extend them use them. */
final class CriterionTest extends TestCase
{
    protected function setUp(): void
    {
        $container = new StandardServiceContainer();
        $container->setAdapter('a', new SqliteAdapter());
        $container->setDefaultDatasource('a');
        Orm::setServiceContainer($container);
    }

    /** @return array<string, array{callable(Criteria): AbstractCriterion, string, list<mixed>}> */
    public function conditions(): array
    {
        return [
            'basic' => [fn (Criteria $c) => new BasicCriterion($c, 't.c', 1), 't.c=:p1', [1]],
            'basic with operator' => [fn (Criteria $c) => new BasicCriterion($c, 't.c', 1, '>'), 't.c>:p1', [1]],
            'in' => [fn (Criteria $c) => new InCriterion($c, 't.c', [1, 2]), 't.c IN (:p1,:p2)', [1, 2]],
            'like' => [fn (Criteria $c) => new LikeCriterion($c, 't.c', 'a%'), 't.c LIKE :p1', ['a%']],
            'bits' => [fn (Criteria $c) => new BinaryCriterion($c, 't.c', 3), 't.c & :p1 = :p2', [3, 3]],
            'custom' => [fn (Criteria $c) => new CustomCriterion($c, 't.a = t.b'), 't.a = t.b', []],
            'raw' => [fn (Criteria $c) => new RawCriterion($c, 't.c = ?', 1, PDO::PARAM_INT), 't.c = :p1', [1]],
            'clause' => [fn (Criteria $c) => new BasicModelCriterion($c, 't.c = ?', 't.c', 1), 't.c = :p1', [1]],
            'clause with list' => [
                fn (Criteria $c) => new InModelCriterion($c, 't.c IN ?', 't.c', [1, 2]), 't.c IN (:p1,:p2)', [1, 2],
            ],
            'clause with pattern' => [
                fn (Criteria $c) => new LikeModelCriterion($c, 't.c LIKE ?', 't.c', 'a%'), 't.c LIKE :p1', ['a%'],
            ],
            'clause with values' => [
                fn (Criteria $c) => new SeveralModelCriterion($c, 't.c BETWEEN ? AND ?', 't.c', [1, 2]),
                't.c BETWEEN :p1 AND :p2',
                [1, 2],
            ],
            'raw clause' => [
                fn (Criteria $c) => new RawModelCriterion($c, 't.c = ?', 't.c', 1, null, PDO::PARAM_INT),
                't.c = :p1',
                [1],
            ],
            'made by the factory' => [
                fn (Criteria $c) => CriterionFactory::build($c, 't.c', Criteria::NOT_IN, [1]), 't.c NOT IN (:p1)', [1],
            ],
            'attached' => [
                fn (Criteria $c) => (new BasicCriterion($c, 't.c', 1))->addOr(new BasicCriterion($c, 't.d', 2)),
                '(t.c=:p1 OR t.d=:p2)',
                [1, 2],
            ],
        ];
    }

    /**
     * @dataProvider conditions
     * @param list<mixed> $values
     */
    public function testAConditionIsAppendedToSql(callable $make, string $expected, array $values): void
    {
        $criterion = $make(new Criteria());
        $sql = 'WHERE ';
        $params = [];
        $criterion->appendPsTo($sql, $params);
        self::assertSame('WHERE ' . $expected, $sql);
        self::assertSame($values, array_column($params, 'value'));
        self::assertSame($expected, (string) $criterion);
        self::assertTrue($criterion->equals($make(new Criteria('a'))));
    }

    public function testTheDefaultComparisonIsEquality(): void
    {
        $criteria = new Criteria();
        $said = new BasicCriterion($criteria, 't.c', 1, Criteria::EQUAL);
        self::assertTrue($said->equals(new BasicCriterion($criteria, 't.c', 1)));
        self::assertFalse($said->equals(new BasicCriterion($criteria, 't.c', '1')));
        self::assertTrue((new Criteria())->add('t.c', 1)->equals((new Criteria())->add('t.c', 1, Criteria::EQUAL)));
    }

    public function testConditionsOfPeople(): void
    {
        $criteria = new Criteria();
        $criteria->add(new class ($criteria, 't.c', 7) extends AbstractCriterion {
            protected function appendPsForUniqueClauseTo(string &$sb, array &$params): void
            {
                $params[] = ['table' => 't', 'column' => 'c', 'value' => $this->getValue()];
                $sb .= 'f(' . $this->getTable() . '.' . $this->getColumn() . ') = :p' . count($params);
            }
        });
        $criteria->add(new class ($criteria, 't.d', 8) extends BasicCriterion {
            protected function appendPsForUniqueClauseTo(string &$sb, array &$params): void
            {
                $sb .= 'NOT ';
                parent::appendPsForUniqueClauseTo($sb, $params);
            }
        });
        $params = [];
        self::assertSame('SELECT  FROM t WHERE f(t.c) = :p1 AND NOT t.d=:p2', $criteria->createSelectSql($params));
        self::assertSame([7, 8], array_column($params, 'value'));
    }

    public function testNamesOfACriteria(): void
    {
        $criteria = (new Criteria())->addAlias('x', 't')->add('x.c', 1);
        self::assertSame(['t', 'x'], $criteria->getTableNameAndAlias('x'));
        self::assertSame(['t', null], $criteria->getTableNameAndAlias('t'));
        self::assertSame(['c', 'x'], [$criteria->getColumnName('x.c'), $criteria->getTableName('x.c')]);
        self::assertNull($criteria->getColumnName('x.d'));
        self::assertSame('x.c', $criteria->quoteIdentifier('x.c'));
        self::assertSame('[x].[c]', (clone $criteria)->setIdentifierQuoting(true)->quoteIdentifier('x.c'));
        $sql = "x.c = 'x.c'";
        self::assertTrue((clone $criteria)->setIdentifierQuoting(true)->replaceNames($sql));
        self::assertSame("[x].[c] = 'x.c'", $sql);
        $sql = '1';
        self::assertFalse($criteria->replaceNames($sql));
        self::assertFalse($criteria->addSelectColumn('t.id')->addSelectColumn('t.c')->needsSelectAliases());
        self::assertTrue($criteria->addSelectColumn('u.id')->needsSelectAliases());
        self::assertSame(1, $criteria->forgeSelectQueryAlias());
        self::assertTrue($criteria->addSelectQuery(new Criteria())->hasSelectQuery('alias_1'));
        self::assertSame(2, $criteria->forgeSelectQueryAlias());
    }

    public function testCombineWithoutNames(): void
    {
        $criteria = (new Criteria())->addCond('a', 't.a', 1)->addCond('b', 't.b', 2)->combine([], Criteria::LOGICAL_OR);
        $params = [];
        self::assertStringEndsWith('WHERE (t.a=:p1 OR t.b=:p2)', $criteria->createSelectSql($params));
    }

    public function testPartsOfAJoin(): void
    {
        $join = new Join('a.x', 'b.y');
        $join->addLeftColumnName('a.z');
        $join->addRightColumnName('b.w');
        $join->addOperator('>');
        self::assertSame(['=', '>'], $join->getOperators());
        self::assertSame(['left' => 'a.z', 'operator' => '>', 'right' => 'b.w'], $join->getConditions()[1]);
        self::assertSame(['z', 'w'], [$join->getLeftColumnName(1), $join->getRightColumnName(1)]);
        self::assertSame('b c', $join->setRightTableAlias('c')->getRightTableWithAlias());
        self::assertFalse($join->hasLeftTableAlias());
        self::assertSame('INNER JOIN b c ON (a.x=c.y AND a.z>c.w)', $join->toString());
        $join->setIdentifierQuoting(true);
        self::assertSame('INNER JOIN [b] [c] ON ([a].[x]=[c].[y] AND [a].[z]>[c].[w])', (string) $join);
        $plain = new Join('a.x', 'b.y');
        $plain->buildJoinCondition(new Criteria());
        self::assertSame('a.x=b.y', (string) $plain->getJoinConditionOrFail());
        self::assertSame('INNER JOIN b ON a.x=b.y', $plain->toString());
    }

    public function testLocksAreEqual(): void
    {
        self::assertTrue((new Lock(Lock::SHARED, ['a', 'b']))->equals(new Lock(Lock::SHARED, ['b', 'a'])));
        self::assertFalse((new Lock(Lock::SHARED))->equals(new Lock(Lock::EXCLUSIVE)));
        self::assertFalse((new Lock(Lock::SHARED))->equals(null));
    }
}
