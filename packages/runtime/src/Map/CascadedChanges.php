<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;

/**
 * Finds the rows of other tables that the database changes together with those of a table, because of their foreign
 * keys.
 *
 * @internal
 */
final class CascadedChanges
{
    /**
     * Empties the pools of all tables whose rows are deleted or changed together with those of a table.
     *
     * @param class-string<TableMap> $tableMapClass map of the table whose rows are deleted
     */
    public static function forgetDeleted(string $tableMapClass): void
    {
        $known = Orm::$services->facts[self::class][$tableMapClass] ?? null;
        if ($known === null) {
            $changed = $done = [];
            self::addDeleted($tableMapClass, $changed, $done);
            $known = Orm::$services->facts[self::class][$tableMapClass] = array_keys($changed);
        }
        foreach ($known as $referring) {
            InstancePools::forgetChanged($referring);
        }
    }

    /**
     * Returns the columns of a table that the database may set to null when it deletes rows of another or the same one.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param class-string<TableMap> $deletedFrom
     * @return list<ColumnMap>
     */
    public static function nulledColumns(string $tableMapClass, string $deletedFrom): array
    {
        $changed = $deleted = $columns = [];
        self::addDeleted($deletedFrom, $changed, $deleted);
        foreach (array_keys($deleted) as $map) {
            foreach ($map::getTableMap()->getRelations() as $relation) {
                if ($relation->getRightTable()::class === $tableMapClass && self::onDelete($relation) === 'SETNULL') {
                    array_push($columns, ...$relation->getRightColumns());
                }
            }
        }

        return $columns;
    }

    /**
     * @param class-string<TableMap> $tableMapClass map of the table whose rows are deleted
     * @param array<class-string<TableMap>, true> $changed receives the maps of the tables with deleted or changed rows
     * @param array<class-string<TableMap>, true> $done the maps that were already visited
     */
    private static function addDeleted(string $tableMapClass, array &$changed, array &$done): void
    {
        $done[$tableMapClass] = true;
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $action = self::onDelete($relation);
            if ($action !== 'CASCADE' && $action !== 'SETNULL') {
                continue;
            }
            $referring = $relation->getRightTable()::class;
            $changed[$referring] = true;
            if ($action === 'CASCADE' && !isset($done[$referring])) {
                self::addDeleted($referring, $changed, $done);
            }
        }
    }

    /**
     * Returns the columns whose changes are cascaded to other tables, with the maps of these tables.
     *
     * @param class-string<TableMap> $tableMapClass
     * @return array<string, list<class-string<TableMap>>> by `table.column`
     */
    public static function columns(string $tableMapClass): array
    {
        $columns = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            if (in_array(self::action($relation, $relation->getOnUpdate()), ['CASCADE', 'SETNULL'], true)) {
                foreach ($relation->getLeftColumns() as $column) {
                    $columns[$column->getFullyQualifiedName()][] = $relation->getRightTable()::class;
                }
            }
        }

        return $columns;
    }

    /**
     * Empties the pools of the tables whose rows are changed together with those of a table.
     *
     * @param class-string<TableMap> $tableMapClass map of the table whose rows were changed
     * @param array<string, mixed> $columns the changed columns, by `table.column`
     */
    public static function forgetChanged(string $tableMapClass, array $columns): void
    {
        foreach (array_intersect_key($tableMapClass::cascadedColumns(), $columns) as $referringClasses) {
            foreach ($referringClasses as $referring) {
                InstancePools::forgetChanged($referring);
                // Cascaded changes may be cascaded further.
                $referring === $tableMapClass || self::forgetChanged($referring, $referring::cascadedColumns());
            }
        }
    }

    /** Returns the action for rows that refer to a deleted one: `CASCADE`, `SETNULL` or another action. */
    public static function onDelete(RelationMap $relation): string
    {
        return self::action($relation, $relation->getOnDelete());
    }

    /** Returns the normalized action for referring rows. `SET NULL`, `SET_NULL` and `setnull` become `SETNULL`. */
    private static function action(RelationMap $relation, ?string $action): string
    {
        return in_array($relation->getType(), [RelationMap::ONE_TO_MANY, RelationMap::ONE_TO_ONE], true)
            ? str_replace([' ', '_'], '', strtoupper((string) $action))
            : '';
    }
}
