<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\AbstractModelCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\LogicException;

/** Adds one criteria to another: conditions by AND, or the first by OR; what is set only once must not clash. */
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
                // Not all of the conditions that belong together are the last ones of the target.
                $copy->groupSize = 1;
            }
        }
    }

    /** A condition that means in any query what it means in the source. */
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
     * Makes the names in the conditions of a query mean what they mean now, whatever happens to it.
     *
     * @param Resolver $resolver of the query
     */
    public static function fixNames(Criteria $criteria, Resolver $resolver): void
    {
        foreach (self::allConditions($criteria) as $condition) {
            $condition->fixNames($resolver);
        }
    }

    /** Makes the names in a query that is inside of another one independent of the one around it. */
    public static function fixInner(Criteria $inner, Resolver $outer): void
    {
        if ($inner instanceof ModelCriteria && $inner->getModelAlias() !== null) {
            // Both may have the same table: only the alias tells them apart.
            $inner->setModelAlias($inner->getModelAlias(), true);
        }
        self::fixNames($inner, $outer->inside($inner));
    }

    /** Tells a query that is inside of another one how the SQL calls a table of that one now. */
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

    /** @return list<AbstractCriterion> those of the rows, of the groups and of the joins */
    private static function allConditions(Criteria $criteria): array
    {
        $having = $criteria->getHaving();
        $conditions = [...array_values($criteria->getMap()), ...($having === null ? [] : [$having])];
        foreach ($criteria->getJoins() as $join) {
            array_push($conditions, ...$join->ownConditions());
        }

        return $conditions;
    }

    /** What there can be only one of is taken over where the target has none. */
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
