<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;

/**
 * What traits of behaviors need of the generated query that uses them: it extends ModelCriteria, which has all of this.
 *
 * @internal
 * @property array<string, \Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion> $map
 * @property array<int|string, Join> $joins
 * @property array<string, ModelWith> $with
 * @property object|null $rare
 * @property bool $isInternal
 * @method $this addAnd(mixed $p1, mixed $p2 = null, mixed $p3 = null, bool $preferColumnCondition = true)
 * @method $this addAscendingOrderByColumn(string $column)
 * @method $this addDescendingOrderByColumn(string $column)
 * @method $this addUsingAlias(string $column, mixed $value = null, ?string $comparison = null)
 * @method void basePostUpdate(int $affectedRows, ConnectionInterface $con)
 * @method void basePreSelect(ConnectionInterface $con)
 * @method mixed basePreUpdate(array $values, ConnectionInterface $con, bool $forceIndividualSaves = false)
 * @method $this clearOrderByColumns()
 * @method $this conditionOnRange(string $column, mixed $value, ?string $comparison)
 * @method static static create(?string $modelAlias = null, ?Criteria $criteria = null)
 * @method Collection<int, ActiveRecordInterface> find(?ConnectionInterface $con = null)
 * @method ActiveRecordInterface|null findOne(?ConnectionInterface $con = null)
 * @method string getAliasedColName(string $column)
 * @method string getDbName()
 * @method Join|null getJoin(string $name)
 * @method ModelJoin getModelJoin(string $name)
 * @method string|null getModelName()
 * @method \Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion getNewCriterion($column, $value = null, $comparison = null)
 * @method TableMap getTableMap()
 * @method $this prune(?ActiveRecordInterface $object = null)
 * @method $this relationJoin(string $relation, ?string $relationAlias, ?string $joinType)
 * @method void shareJoin(string $type, string $relation, ModelJoin $join, ?string $shape, ModelWith $with, array $bound)
 * @method ModelCriteria useQuery(string $relationName, ?string $queryClass = null)
 */
trait QueryHost
{
    /** @return class-string<TableMap> */
    private static function tableMap(): string
    {
        /** @disregard P1012 every generated query has the constant, and a trait cannot declare one before PHP 8.2 */
        return self::TABLE_MAP;
    }
}
