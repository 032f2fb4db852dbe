<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CorrelationCriterion;
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
    /** @param class-string<ModelCriteria>|null $queryClass null: that of the model */
    public static function on(TableMap $tableMap, ?string $queryClass): ModelCriteria
    {
        $queryClass ??= ltrim((string) $tableMap->getClassName(), '\\') . 'Query';
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
        $query = self::on($relation->getRightTable(), $queryClass);
        $outerName = $outer->getTableNameInQuery();
        if ($modelAlias !== null && $modelAlias === $outerName) {
            throw new LogicException(sprintf(
                'The alias "%s" is that of the query around it: give the query on "%s" another one',
                $modelAlias,
                $relationName,
            ));
        }
        if ($modelAlias !== null || $relation->getRightTable() === $outer->getTableMap()) {
            // The query around it may follow the same relation.
            $query->setModelAlias($modelAlias ?? $relationName . ($relationName === $outerName ? '2' : ''), true);
        }

        return $query;
    }

    /**
     * What is true of the rows of a query inside of another one that are related to a row of that.
     *
     * @return list<AbstractCriterion>
     */
    public static function correlations(RelationMap $relation, Criteria $inner): array
    {
        $conditions = [];
        foreach ($relation->getColumnPairs() as $i => [$left, $right]) {
            $value = $relation->getLocalValues()[$i] ?? null;
            // The type of a polymorphic reference is a column of the outer query.
            $conditions[] = $left === null
                ? $inner->getNewCriterion($inner->getPrimaryTableName() . '.' . $right, $value)
                : new CorrelationCriterion($inner, $left, $right, $value);
        }

        return $conditions;
    }

    /** A query on the rows that are related to a row of another one. */
    public static function correlated(
        ModelCriteria $outer,
        string $relationName,
        ?string $modelAlias,
        ?string $queryClass,
    ): ModelCriteria {
        $query = self::inside($outer, $relationName, $modelAlias, $queryClass);
        foreach (self::correlations(self::relation($outer, $relationName), $query) as $condition) {
            $query->add($condition);
        }

        return $query;
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
        $names = array_keys($tableMap->getUsableRelations());
        $suggestion = Suggestion::text($name, $names);
        if ($suggestion === '' && $names !== []) {
            $suggestion = sprintf(' (its relations: %s)', implode(', ', $names));
        }

        return new UnknownRelationException(
            sprintf('Model %s has no relation "%s"%s', $tableMap->getClassName(), $name, $suggestion),
        );
    }
}
