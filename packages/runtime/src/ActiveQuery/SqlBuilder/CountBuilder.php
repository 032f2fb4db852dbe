<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\LogicException;

/** Generates the statement that counts the rows of a query. */
final class CountBuilder
{
    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function build(Criteria $criteria, array &$params): string
    {
        if ($criteria->getLock() !== null) {
            // Counting does not return the rows, and PostgreSQL rejects locks there.
            $criteria = (clone $criteria)->withoutLock();
        }

        return self::written(SqlContext::executed($criteria, $params));
    }

    /** @param SqlContext $context of a criteria without a lock */
    public static function written(SqlContext $context): string
    {
        $criteria = $context->criteria;
        $needsSubquery = $criteria->getGroupByColumns() !== []
            || $criteria->getHaving() !== null
            || $criteria->getLimit() >= 0
            || $criteria->getOffset() > 0
            || $criteria->hasSelectModifier(Criteria::DISTINCT)
            || $criteria->getSelectQueries() !== [];
        if (!$needsSubquery) {
            return $context->selectSql(['COUNT(*)'], null, false);
        }
        $columns = $criteria instanceof ModelCriteria
            ? $criteria->getColumnsToSelect()
            : $criteria->getSelectColumns();
        $ordered = $criteria->getLimit() >= 0 || $criteria->getOffset() > 0;
        // A derived table cannot have duplicate column names.
        if (ColumnAliases::areNeeded($columns)) {
            if ($criteria->getHaving() !== null) {
                throw new LogicException('Cannot count: the query has HAVING and duplicate column names');
            }
            $columns = ColumnAliases::of($columns, $criteria->getAsColumns());
        }

        return 'SELECT COUNT(*) FROM (' . $context->selectSql($columns, null, $ordered) . ') ormmatch4cnt';
    }
}
