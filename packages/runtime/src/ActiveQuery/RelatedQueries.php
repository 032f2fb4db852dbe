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
 * Creates queries on models related to a query's model.
 *
 * @internal
 */
final class RelatedQueries
{
    /** @param class-string<ModelCriteria>|null $queryClass null: the model's query class */
    public static function on(TableMap $tableMap, ?string $queryClass): ModelCriteria
    {
        $queryClass ??= ltrim((string) $tableMap->getClassName(), '\\') . 'Query';
        if (!is_subclass_of($queryClass, ModelCriteria::class)) {
            throw new InvalidArgumentException(sprintf('"%s" is not a valid query class', $queryClass));
        }

        return $queryClass::create();
    }

    /**
     * Creates a query for a condition of another query.
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
            // The alias must differ from the outer query's, which may follow the same relation.
            $query->setModelAlias($modelAlias ?? $relationName . ($relationName === $outerName ? '2' : ''), true);
        }

        return $query;
    }

    /**
     * Returns the conditions that relate rows of an inner query to the rows of its outer query.
     *
     * @return list<AbstractCriterion>
     */
    public static function correlations(RelationMap $relation, Criteria $inner): array
    {
        $conditions = [];
        foreach ($relation->getColumnPairs() as $i => [$left, $right]) {
            $value = $relation->getLocalValues()[$i] ?? null;
            // The type column of a polymorphic reference belongs to the outer query.
            $conditions[] = $left === null
                ? $inner->getNewCriterion($inner->getPrimaryTableName() . '.' . $right, $value)
                : new CorrelationCriterion($inner, $left, $right, $value);
        }

        return $conditions;
    }

    /** Creates a query on the rows related to a row of the outer query. */
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

    /** Returns the relation that an inner query follows. */
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

    /** Adds the virtual columns of a query on a relation to the outer query. */
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
