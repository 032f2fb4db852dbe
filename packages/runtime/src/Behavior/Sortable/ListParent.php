<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Connection\ConnectionInterface;
use WeakMap;

/**
 * Handles the deletion of rows that lists belong to. If members stay without a parent, appends them to the list of all
 * rows without a parent; the database alone would keep their old ranks.
 *
 * @internal
 */
final class ListParent
{
    /**
     * The pools of sortable tables, kept because deleting the rows that they refer to empties them.
     *
     * @var WeakMap<ModelCriteria, array<class-string, array<int|string, ActiveRecordInterface>>>|null
     */
    private static ?WeakMap $pools = null;

    /**
     * @param ModelCriteria<ActiveRecordInterface> $parents the rows that will be deleted
     * @param ModelCriteria<ActiveRecordInterface> $children a query on the sortable table
     * @param array<string, string> $columns the referring columns of the children with the columns that they refer to
     */
    public static function release(
        ModelCriteria $parents,
        ModelCriteria $children,
        array $columns,
        ConnectionInterface $con,
    ): void {
        $own = array_map($parents->getTableMap()->getColumn(...), array_values($columns));
        foreach (QueryRows::read((clone $parents)->clearOrderByColumns(), $own, $con) as $row) {
            $free = clone $children;
            $values = [];
            foreach (array_keys($columns) as $i => $column) {
                $map = $children->getTableMap()->getColumn($column);
                $free->add($map->getFullyQualifiedName(), $row[$i]);
                $values[$map->getPhpName()] = null;
            }
            if (!in_array(null, $row, true)) {
                $free->update($values, $con);
            }
        }
        $table = RankedTable::of($children->getTableMap()::class);
        self::$pools ??= new WeakMap();
        self::$pools[$parents] = [$table->map => $table->instances($con)] + (self::$pools[$parents] ?? []);
    }

    /**
     * Restores the pool after the rows were deleted, because the members of their lists still exist.
     *
     * @param ModelCriteria<ActiveRecordInterface> $parents
     * @param ModelCriteria<ActiveRecordInterface> $children
     */
    public static function keepPool(ModelCriteria $parents, ModelCriteria $children, ConnectionInterface $con): void
    {
        $table = RankedTable::of($children->getTableMap()::class);
        $pool = self::$pools[$parents][$table->map] ?? [];
        ListPool::putBack($table, $con, [], $pool, $parents->getTableMap()::class);
        unset(self::$pools[$parents]);
    }
}
