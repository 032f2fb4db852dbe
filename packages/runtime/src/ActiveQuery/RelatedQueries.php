<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\CorrelationCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownRelationException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Suggestion;

/**
 * Queries on the models that a query is related to.
 *
 * @internal
 */
final class RelatedQueries
{
    /** @param class-string<ModelCriteria>|null $queryClass null: that of the joined model */
    public static function ofJoin(ModelJoin $join, ?string $queryClass): ModelCriteria
    {
        $queryClass ??= ltrim((string) $join->getTableMap()->getClassName(), '\\') . 'Query';
        if (!is_subclass_of($queryClass, ModelCriteria::class)) {
            throw new InvalidArgumentException(sprintf('"%s" is not a valid query class', $queryClass));
        }

        return $queryClass::create();
    }

    /**
     * A query that becomes a part of a condition of another one.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     */
    public static function inside(
        ModelCriteria $outer,
        string $relationName,
        ?string $modelAlias,
        ?string $queryClass,
    ): ModelCriteria {
        $relation = self::relation($outer, $relationName);
        $query = self::ofJoin((new ModelJoin())->setRelationMap($relation, null, $modelAlias), $queryClass);
        if ($modelAlias !== null || $relation->getRightTable() === $outer->getTableMap()) {
            $query->setModelAlias($modelAlias ?? $relationName, true);
        }

        return $query;
    }

    /** Restricts a query inside of another one to the rows that are related to a row of that. */
    public static function correlate(ModelCriteria $outer, string $relationName, ModelCriteria $query): void
    {
        $relation = self::relation($outer, $relationName);
        foreach ($relation->getColumnPairs() as $i => [$left, $right]) {
            $value = $relation->getLocalValues()[$i] ?? null;
            if ($left !== null) {
                // The type of a polymorphic reference is a column of the outer query.
                $query->add(new CorrelationCriterion($query, $left, $right, $value));
            } elseif ($right !== null) {
                $query->add($query->getPrimaryTableName() . '.' . $right, $value);
            }
        }
    }

    /** The relation that a query inside of another one follows. */
    public static function relation(ModelCriteria $outer, string $name): RelationMap
    {
        $tableMap = $outer->getTableMap();
        if (!$tableMap->hasRelation($name)) {
            throw self::unknown($tableMap, $name);
        }
        $relation = $tableMap->getRelation($name);
        if ($relation->getType() === RelationMap::MANY_TO_MANY) {
            throw new OrmException(
                sprintf('Relation "%s" is many-to-many: use the relation to the cross-reference table', $name),
            );
        }

        return $relation;
    }

    /** What stands for IN or NOT IN where a relation has several columns. */
    public static function existsInsteadOf(string $typeOfIn): string
    {
        return strtoupper(trim($typeOfIn)) === 'IN' ? ExistsCriterion::TYPE_EXISTS : ExistsCriterion::TYPE_NOT_EXISTS;
    }

    /** Makes a query a condition of another one: the column of the relation is, or is not, one of those that it gives. */
    public static function addIn(
        ModelCriteria $outer,
        RelationMap $relation,
        ModelCriteria $query,
        string $typeOfIn,
    ): void {
        [$left, $right] = $relation->getColumnPairs()[0];
        $column = $query->getPrimaryTableName() . '.' . $right;
        $query->clearSelectColumns()->addAsColumn('"' . preg_replace('/[^\w.]/', '_', $column) . '"', $column);
        $name = $outer->getPrimaryTableName() . '.' . $left;
        $outer->addUsingOperator($name, $query, ' ' . strtoupper(trim($typeOfIn)) . ' ', false);
    }

    /** Makes the columns that a query on a relation was given virtual columns of the outer one. */
    public static function addAggregates(ModelCriteria $outer, ModelCriteria $query): void
    {
        $columns = $query->getAsColumns();
        if ($columns === []) {
            throw new LogicException('useGroupBy…Query() needs a column: addAsColumn(\'total\', \'COUNT(*)\')');
        }
        foreach ($columns as $name => $clause) {
            $one = (clone $query)->clearSelectColumns()->addAsColumn($name, $clause);
            $outer->withQueryColumn($one, $name);
        }
    }

    public static function unknown(TableMap $tableMap, string $name): UnknownRelationException
    {
        $names = array_keys($tableMap->getRelations());
        $suggestion = Suggestion::text($name, $names);
        if ($suggestion === '' && $names !== []) {
            $suggestion = sprintf(' (its relations: %s)', implode(', ', $names));
        }

        return new UnknownRelationException(
            sprintf('Model %s has no relation "%s"%s', $tableMap->getClassName(), $name, $suggestion),
        );
    }
}
