<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\InstancePools;

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
     * @param array<class-string, true> $done the table maps that were met before
     * @return array<class-string, true>
     */
    public static function forgetDeleted(string $tableMapClass, array $done): array
    {
        $done[$tableMapClass] = true;
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $action = self::onDelete($relation);
            if ($action !== 'CASCADE' && $action !== 'SETNULL') {
                continue;
            }
            $referring = $relation->getRightTable()::class;
            InstancePools::forgetChanged($referring);
            if ($action === 'CASCADE' && !isset($done[$referring])) {
                $done = self::forgetDeleted($referring, $done);
            }
        }

        return $done;
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
