<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;

/**
 * The rows of other tables that the database changes together with those of a table, by their foreign keys.
 *
 * @internal
 */
final class CascadedChanges
{
    /**
     * Makes the pools of all tables forget whose rows are deleted or changed with those of a table.
     *
     * @param class-string<TableMap> $tableMapClass whose rows are deleted
     */
    public static function forgetDeleted(string $tableMapClass): void
    {
        $known = Orm::$tables->facts[self::class][$tableMapClass] ?? null;
        if ($known === null) {
            $changed = $done = [];
            self::addDeleted($tableMapClass, $changed, $done);
            $known = Orm::$tables->facts[self::class][$tableMapClass] = array_keys($changed);
        }
        foreach ($known as $referring) {
            InstancePools::forgetChanged($referring);
        }
    }

    /**
     * @param class-string<TableMap> $tableMapClass whose rows are deleted
     * @param array<class-string<TableMap>, true> $changed gets the maps of the tables that have rows deleted or changed
     * @param array<class-string<TableMap>, true> $done the maps that were met before
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
     * The columns whose changes are passed on to other tables, with the maps of these.
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
     * Makes the pools forget whose rows are changed with those of a table.
     *
     * @param class-string<TableMap> $tableMapClass whose rows were changed
     * @param array<string, mixed> $columns those that were changed by `table.column`
     */
    public static function forgetChanged(string $tableMapClass, array $columns): void
    {
        foreach (array_intersect_key($tableMapClass::cascadedColumns(), $columns) as $referringClasses) {
            foreach ($referringClasses as $referring) {
                InstancePools::forgetChanged($referring);
                // What was passed on may be passed on again.
                $referring === $tableMapClass || self::forgetChanged($referring, $referring::cascadedColumns());
            }
        }
    }

    /** What becomes of rows that refer to a deleted one: `CASCADE`, `SETNULL` or another action. */
    public static function onDelete(RelationMap $relation): string
    {
        return self::action($relation, $relation->getOnDelete());
    }

    /** What becomes of referring rows. `SET NULL`, `SET_NULL` and `setnull` are `SETNULL`. */
    private static function action(RelationMap $relation, ?string $action): string
    {
        return in_array($relation->getType(), [RelationMap::ONE_TO_MANY, RelationMap::ONE_TO_ONE], true)
            ? str_replace([' ', '_'], '', strtoupper((string) $action))
            : '';
    }
}
