<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\LogicException;

/** Renders the statement that counts the rows of a query. */
final class CountBuilder
{
    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function build(Criteria $criteria, array &$params): string
    {
        $needsSubquery = $criteria->getGroupByColumns() !== []
            || $criteria->getHaving() !== null
            || $criteria->getLimit() >= 0
            || $criteria->getOffset() > 0
            || $criteria->hasSelectModifier(Criteria::DISTINCT)
            || $criteria->getSelectQueries() !== [];
        if (!$needsSubquery) {
            return SelectBuilder::build($criteria, $params, ['COUNT(*)'], null, false);
        }
        $columns = $criteria instanceof ModelCriteria
            ? $criteria->getColumnsToSelect()
            : $criteria->getSelectColumns();
        $ordered = $criteria->getLimit() >= 0 || $criteria->getOffset() > 0;
        $columns = self::withoutDuplicates($criteria, $columns);

        return 'SELECT COUNT(*) FROM (' . SelectBuilder::build($criteria, $params, $columns, null, $ordered)
            . ') ormmatch4cnt';
    }

    /**
     * A derived table cannot have two columns of one name.
     *
     * @param list<string> $columns
     * @return list<string>
     */
    private static function withoutDuplicates(Criteria $criteria, array $columns): array
    {
        $seen = [];
        $duplicates = false;
        foreach ($columns as $column) {
            $name = substr($column, (int) strrpos($column, '.') + (str_contains($column, '.') ? 1 : 0));
            $duplicates = $duplicates || isset($seen[$name]);
            $seen[$name] = true;
        }
        if (!$duplicates) {
            return $columns;
        }
        if ($criteria->getHaving() !== null) {
            throw new LogicException('Cannot count: the query has a HAVING clause and equal column names');
        }
        $used = [];
        foreach ($columns as $i => $column) {
            $alias = str_replace('.', '_', $column);
            for ($n = 1; isset($used[$alias]); $n++) {
                $alias = str_replace('.', '_', $column) . '_' . $n;
            }
            $used[$alias] = true;
            $columns[$i] = $column . ' AS ' . $alias;
        }

        return $columns;
    }
}
