<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;

/**
 * The members of generated queries that traits of behaviors use; ModelCriteria implements all of them.
 *
 * @internal
 * @property array<string, AbstractCriterion> $map
 * @property array<int|string, Join> $joins
 * @property array<string, ModelWith> $with
 * @property object|null $rare
 * @property list<string> $orderByColumns
 * @property bool $isInternal
 * @method $this addAnd(mixed $p1, mixed $p2 = null, mixed $p3 = null, bool $preferColumnCondition = true)
 * @method $this addAscendingOrderByColumn(string $column)
 * @method $this addDescendingOrderByColumn(string $column)
 * @method $this addTogether(callable $add, bool $isAny = false)
 * @method $this addUsingAlias(string $column, mixed $value = null, ?string $comparison = null)
 * @method $this addUsingOperator(mixed $p1, mixed $p2 = null, mixed $p3 = null, bool $preferColumnCondition = true)
 * @method void basePostUpdate(int $affectedRows, ConnectionInterface $con)
 * @method void basePreSelect(ConnectionInterface $con)
 * @method mixed basePreUpdate(array $values, ConnectionInterface $con, bool $forceIndividualSaves = false)
 * @method $this add(mixed $p1, mixed $value = null, mixed $comparison = null)
 * @method $this addJoinCondition(string $name, string $clause, mixed $value = null)
 * @method $this clearOrderByColumns()
 * @method int count(?ConnectionInterface $con = null)
 * @method int delete(?ConnectionInterface $con = null)
 * @method int deleteAll(?ConnectionInterface $con = null)
 * @method bool exists(?ConnectionInterface $con = null)
 * @method $this filterByPrimaryKey(mixed $key)
 * @method $this filterByPrimaryKeys(array $keys)
 * @method mixed find(?ConnectionInterface $con = null)
 * @method object rareClauses()
 * @method $this setDistinct()
 * @method string|null shapeWith(array $conditions, array $values, string $what)
 * @method class-string<TableMap> tableMapClass()
 * @method string getAliasedColName(string $column)
 * @method string getDbName()
 * @method Join|null getJoin(string $name)
 * @method ModelJoin getModelJoin(string $name)
 * @method string|null getModelName()
 * @method AbstractCriterion getNewCriterion(string $column, mixed $value = null, mixed $comparison = null)
 * @method Join|null getPreviousJoin()
 * @method TableMap getTableMap()
 * @method int|null preDelete(ConnectionInterface $con)
 * @method $this prune(?ActiveRecordInterface $object = null)
 * @method $this relationJoin(string $relation, ?string $relationAlias, ?string $joinType)
 * @method void shareJoin(string $type, string $name, ModelJoin $join, ?string $shape, ModelWith $with, array $bound)
 * @method int update(mixed $updateValues, ?ConnectionInterface $con = null, bool $forceIndividualSaves = false)
 * @method ModelCriteria useQuery(string $relationName, ?string $queryClass = null)
 */
trait QueryHost
{
    /** @return ModelCriteria&static */
    private static function newQuery(?Criteria $criteria = null): ModelCriteria
    {
        /** @disregard P1013 ModelCriteria has the method */
        return static::create(null, $criteria);
    }

    /** Returns the query typed as its base class, because editors only see that in a trait. */
    private static function asCriteria(ModelCriteria $query): ModelCriteria
    {
        return $query;
    }

    /** @return class-string<TableMap> */
    private static function tableMap(): string
    {
        /** @disregard P1012 every generated query has the constant, and a trait cannot declare one before PHP 8.2 */
        return self::TABLE_MAP;
    }
}
