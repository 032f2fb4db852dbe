<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\AbstractModelCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\LogicException;

/**
 * Merges one criteria into another. Conditions are added with AND, or the first one with OR; conflicting names are
 * rejected.
 */
final class CriteriaMerger
{
    public static function merge(Criteria $target, Criteria $source, ?string $operator = null): void
    {
        QueryAccess::call($source, 'assertFinished');
        $resolver = new Resolver($source);
        self::mergeConditions($target, $source, $operator, $resolver);
        $exclusive = [Criteria::DISTINCT, Criteria::ALL];
        $isDecided = array_intersect($exclusive, $target->getSelectModifiers()) !== [];
        foreach ($source->getSelectModifiers() as $modifier) {
            if (!$isDecided || !in_array($modifier, $exclusive, true)) {
                $target->addSelectModifier($modifier);
            }
        }
        foreach ($source->getAsColumns() as $alias => $clause) {
            self::refuseClash('column', $alias, $target->getColumnForAs($alias), $clause);
            $target->addAsColumn($alias, $clause);
        }
        foreach ($source->getQueryColumns() as $alias => $query) {
            $copy = clone $query;
            self::fixInner($copy, $resolver);
            $target->addQueryColumn($alias, $copy);
        }
        foreach ($source->getOrderByColumns() as $clause) {
            if (!in_array($clause, $target->getOrderByColumns(), true)) {
                $blank = (int) strrpos($clause, ' ');
                $column = substr($clause, 0, $blank);
                substr($clause, $blank + 1) === Criteria::DESC
                    ? $target->addDescendingOrderByColumn($column)
                    : $target->addAscendingOrderByColumn($column);
            }
        }
        foreach ($source->getGroupByColumns() as $column) {
            if (!in_array($column, $target->getGroupByColumns(), true)) {
                $target->addGroupByColumn($column);
            }
        }
        foreach ($source->getJoins() as $name => $join) {
            $copy = clone $join;
            foreach ($copy->ownConditions() as $condition) {
                $condition->fixNames($resolver);
            }
            $target instanceof ModelCriteria && is_string($name)
                ? $target->addJoinObject($copy, $name)
                : $target->addJoinObject($copy);
        }
        foreach ($source->getAliases() as $alias => $table) {
            self::refuseClash('alias', $alias, $target->getTableForAlias($alias), $table);
            $target->addAlias($alias, $table);
        }
        if ($source->getHaving() !== null) {
            $target->addHaving(self::copy($source->getHaving(), $source, $resolver));
        }
        self::mergeOnce($target, $source);
    }

    private static function mergeConditions(
        Criteria $target,
        Criteria $source,
        ?string $operator,
        Resolver $resolver,
    ): void {
        $or = $operator !== null && strtoupper($operator) === Criteria::LOGICAL_OR;
        $kept = 0;
        foreach ($source->getMap() as $criterion) {
            $copy = self::copy($criterion, $source, $resolver);
            $size = count($target->getMap());
            if ($or) {
                $target->addOr($copy);
                $or = false;
            } elseif ($operator === null) {
                $target->addUsingOperator($copy);
            } else {
                $target->addAnd($copy);
            }
            $kept = count($target->getMap()) > $size ? $kept + 1 : 0;
            if ($copy->groupSize > $kept) {
                // Some of the conditions that belong together are not at the end of the target, so they no longer form
                // a group.
                $copy->groupSize = 1;
            }
        }
    }

    /** Returns a copy of a condition whose names mean the same in any query. */
    private static function copy(
        AbstractCriterion $criterion,
        Criteria $source,
        Resolver $resolver,
    ): AbstractCriterion {
        $copy = clone $criterion;
        $copy->fixNames($resolver);
        if ($source->isIgnoreCase()) {
            $params = [];
            $context = new SqlContext($source, SqlContext::adapterOf($source), $params);
            foreach ($copy->getAttachedCriterion() as $one) {
                $isText = $context->isText($one->getTable(), (string) $one->getColumn());
                if ($isText || $one instanceof AbstractModelCriterion) {
                    $one->setIgnoreCase(true);
                }
            }
        }

        return $copy;
    }

    /**
     * Binds the names in the conditions of a query to their current meaning, so that later changes to the query do not
     * affect them.
     *
     * @param Resolver $resolver the query's resolver
     */
    public static function fixNames(Criteria $criteria, Resolver $resolver): void
    {
        foreach (self::allConditions($criteria) as $condition) {
            $condition->fixNames($resolver);
        }
    }

    /** Binds the names in a sub-query, so that changes to the outer query do not affect them. */
    public static function fixInner(Criteria $inner, Resolver $outer): void
    {
        if ($inner instanceof ModelCriteria && $inner->getModelAlias() !== null) {
            // Both queries may have the same table, so only the alias distinguishes them.
            $inner->setModelAlias($inner->getModelAlias(), true);
        }
        self::fixNames($inner, $outer->inside($inner));
    }

    /** Updates a sub-query after a table of its outer query was renamed. */
    public static function renameOuter(Criteria $inner, string $from, string $to): void
    {
        $own = [$inner instanceof ModelCriteria ? $inner->getTableNameInQuery() : $inner->getPrimaryTableName()];
        foreach ($inner->getJoins() as $join) {
            $own[] = $join->getRightTableAliasOrName();
        }
        if (!in_array($from, $own, true)) {
            foreach (self::allConditions($inner) as $condition) {
                $condition->renameTable($from, $to);
            }
        }
    }

    /** @return list<AbstractCriterion> the conditions of WHERE, HAVING and the joins */
    private static function allConditions(Criteria $criteria): array
    {
        $having = $criteria->getHaving();
        $conditions = [...array_values($criteria->getMap()), ...($having === null ? [] : [$having])];
        foreach ($criteria->getJoins() as $join) {
            array_push($conditions, ...$join->ownConditions());
        }

        return $conditions;
    }

    /** Copies the clauses that a query has only once, if the target does not have them. */
    private static function mergeOnce(Criteria $target, Criteria $source): void
    {
        if ($target->getLimit() < 0 && $source->getLimit() >= 0) {
            $target->setLimit($source->getLimit());
        }
        if ($target->getOffset() === 0 && $source->getOffset() > 0) {
            $target->setOffset($source->getOffset());
        }
        if ($target->getComment() === null) {
            $target->setComment($source->getComment());
        }
        $lock = $source->getLock();
        if ($target->getLock() === null && $lock !== null) {
            $lock->getType() === Lock::SHARED
                ? $target->lockForShare($lock->getTableNames(), $lock->isNoWait())
                : $target->lockForUpdate($lock->getTableNames(), $lock->isNoWait());
        }
    }

    private static function refuseClash(string $what, string $name, ?string $known, string $new): void
    {
        if ($known !== null && $known !== $new) {
            throw new LogicException(sprintf(
                'Cannot merge: the %s "%s" means "%s" in one query and "%s" in the other',
                $what,
                $name,
                $known,
                $new,
            ));
        }
    }
}
