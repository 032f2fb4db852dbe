<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\UuidConverter;

/**
 * Reads the key or single columns of the rows that a query selects.
 *
 * @internal
 */
final class QueryRows
{
    /**
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    public static function read(ModelCriteria $query, array $columns, ConnectionInterface $con): array
    {
        $names = [];
        foreach ($columns as $column) {
            $names[] = $query->getAliasedColName($column->getFullyQualifiedName());
        }
        $params = [];
        $sql = SqlContext::select($query, $params, $names);

        return self::asKeys(StatementRunner::run($query, $con, $sql, $params, Statement::ROWS), $columns);
    }

    /**
     * Converts rows to values for filters: byte streams of the driver become strings, and so do UUIDs that the database
     * stores as bytes.
     *
     * @param list<list<mixed>> $rows
     * @param list<ColumnMap> $columns the columns of the first values of each row
     * @return list<list<mixed>>
     */
    public static function asKeys(array $rows, array $columns): array
    {
        foreach ($columns as $i => $column) {
            $isSwapped = ColumnMap::UUID_BYTES[$column->getType()] ?? null;
            if ($isSwapped === null && !is_resource($rows[0][$i] ?? null)) {
                continue;
            }
            foreach ($rows as $number => $row) {
                $value = is_resource($row[$i]) ? ColumnValue::content($row[$i]) : $row[$i];
                $rows[$number][$i] = $isSwapped !== null && is_string($value) && strlen($value) === 16
                    ? UuidConverter::binToUuid($value, $isSwapped)
                    : $value;
            }
        }

        return $rows;
    }

    /**
     * @param list<ColumnMap> $columns of the primary key
     * @return list<mixed>|null the key, if the query filters by the key of one row and nothing else
     */
    public static function exactKey(ModelCriteria $query, array $columns): ?array
    {
        $conditions = $query->getMap();
        $key = [];
        foreach ($columns as $column) {
            $criterion = $conditions[$query->getAliasedColName($column->getFullyQualifiedName())] ?? null;
            $isEqual = $criterion instanceof BasicCriterion && $criterion->getComparison() === Criteria::EQUAL;
            if (!$isEqual || $criterion->getClauses() !== []) {
                return null;
            }
            $key[] = $criterion->getValue();
        }

        return count($conditions) === count($key) ? $key : null;
    }
}
