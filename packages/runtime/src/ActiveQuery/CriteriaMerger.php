<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
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
            self::fixNames($copy, $resolver->inside($copy));
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
            $target instanceof ModelCriteria && is_string($name)
                ? $target->addJoinObject(clone $join, $name)
                : $target->addJoinObject(clone $join);
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
        foreach ($source->getMap() as $criterion) {
            $copy = self::copy($criterion, $source, $resolver);
            if ($or) {
                $target->addOr($copy);
                $or = false;
            } elseif ($operator === null) {
                $target->addUsingOperator($copy);
            } else {
                $target->addAnd($copy);
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
            foreach ($copy->getAttachedCriterion() as $one) {
                $one->setIgnoreCase(true);
            }
        }

        return $copy;
    }

    /**
     * Makes the names in the conditions of a query that is inside of another one independent of the one around it.
     *
     * @param Resolver $resolver of the inner query
     */
    public static function fixNames(Criteria $criteria, Resolver $resolver): void
    {
        foreach ([...$criteria->getMap(), $criteria->getHaving()] as $criterion) {
            $criterion?->fixNames($resolver);
        }
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
