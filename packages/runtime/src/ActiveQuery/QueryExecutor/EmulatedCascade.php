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
 * Does what foreign keys say where the database does not: deletes the rows that refer to deleted ones, or sets their
 * foreign keys to null.
 *
 * @internal
 */
final class EmulatedCascade
{
    /** Rows of one statement: databases limit the number of values. */
    private const ROWS = 5000;

    /**
     * The rows are read first, and deleted by their keys: the conditions may be about referring rows, which are others
     * when the foreign keys were followed.
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
        $tables = Orm::services()->tables;
        $objects = [];
        foreach ($all as $object) {
            $id = $query->getTableMap()::class . ' ' . serialize($object->getPrimaryKey());
            // Rows that refer to each other in a circle would be deleted without end.
            if (!isset($tables->beingDeleted[$id])) {
                $objects[$id] = $object;
            }
        }
        if ($objects === []) {
            return $all === [] ? $delete($query) : 0;
        }
        $tables->beingDeleted += array_fill_keys(array_keys($objects), true);
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
            $tables->beingDeleted = array_diff_key($tables->beingDeleted, $objects);
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
