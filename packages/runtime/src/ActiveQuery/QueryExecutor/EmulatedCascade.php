<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Closure;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/**
 * Emulates ON DELETE where the database does not enforce foreign keys: deletes the rows that refer to deleted ones, or
 * sets their foreign keys to null.
 *
 * @internal
 */
final class EmulatedCascade
{
    /** The number of rows per statement, as databases limit the number of values. */
    private const ROWS = 5000;

    /**
     * Reads the rows first and deletes them by their keys. The conditions may depend on referring rows, which change
     * when the foreign keys are followed.
     *
     * @param list<array{class-string<ModelCriteria>, string, list<string>}> $referrers
     * @param Closure(ModelCriteria): int $delete
     */
    public static function delete(
        ModelCriteria $query,
        ConnectionInterface $con,
        array $referrers,
        Closure $delete,
    ): int {
        $all = QueryAccess::call(clone $query, 'includeHiddenRows')->findObjects($con)->getData();
        $services = Orm::services();
        $objects = [];
        foreach ($all as $object) {
            $id = $query->getTableMap()::class . ' ' . serialize($object->getPrimaryKey());
            // Rows that refer to each other in a cycle would cause endless recursion.
            if (!isset($services->beingDeleted[$id])) {
                $objects[$id] = $object;
            }
        }
        if ($objects === []) {
            return $all === [] ? $delete($query) : 0;
        }
        $services->beingDeleted += array_fill_keys(array_keys($objects), true);
        try {
            self::follow($objects, $referrers, $con);
            if (!$query->hasWhereClause() || $query->getTableMap()->getPrimaryKeys() === []) {
                return $delete($query);
            }
            $rows = 0;
            foreach (array_chunk($objects, self::ROWS) as $part) {
                $rows += $delete(QueryAccess::call(clone $query, 'narrowToObjects', $part));
            }

            return $rows;
        } finally {
            $services->beingDeleted = array_diff_key($services->beingDeleted, $objects);
        }
    }

    /**
     * @param array<ActiveRecordInterface> $objects
     * @param list<array{class-string<ModelCriteria>, string, list<string>}> $referrers
     */
    private static function follow(array $objects, array $referrers, ConnectionInterface $con): void
    {
        foreach ($referrers as [$class, $relation, $columns]) {
            foreach ($objects as $object) {
                $rows = $class::create()->{'filterBy' . $relation}($object);
                $columns === []
                    ? QueryAccess::call($rows, 'deleteReferringRows', $con)
                    : QueryAccess::call($rows, 'includeHiddenRows')->update(array_fill_keys($columns, null), $con);
            }
        }
    }
}
