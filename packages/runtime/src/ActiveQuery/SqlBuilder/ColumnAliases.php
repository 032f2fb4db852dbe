<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

/** Unique aliases for selected columns: `film_id`, `film_id_1`. */
final class ColumnAliases
{
    /** @param list<string> $columns `table.column`, or names without a table */
    public static function areNeeded(array $columns): bool
    {
        $names = preg_replace('/^.*\\./s', '', $columns);

        return count(array_unique($names)) < count($names);
    }

    /**
     * @param iterable<string> $columns
     * @param array<string, mixed> $taken aliases that are already in use
     * @return array<string, string> the columns by alias
     */
    public static function of(iterable $columns, array $taken): array
    {
        $aliases = [];
        foreach ($columns as $column) {
            $alias = $base = (string) preg_replace('/\W/', '_', $column);
            for ($n = 1; isset($aliases[$alias]) || isset($taken[$alias]); $n++) {
                $alias = $base . '_' . $n;
            }
            $aliases[$alias] = $column;
        }

        return $aliases;
    }
}
