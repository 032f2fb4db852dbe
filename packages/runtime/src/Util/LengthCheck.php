<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\ValueTooLongException;
use Orm\Runtime\Map\ColumnMap;
use Stringable;

/**
 * Refuses values that are longer than their columns: some servers cut them off, and SQLite stores them whole.
 *
 * @internal
 */
final class LengthCheck
{
    /** @param array<string, array{int, string}> $lengths limit and unit by `table.column`, as `TableMap::LENGTHS` */
    public static function check(mixed $value, string $column, array $lengths): void
    {
        if (!isset($lengths[$column])) {
            return;
        }
        [$limit, $unit] = $lengths[$column];
        $bytes = self::bytes($value);
        // No unit is smaller than a byte, so most values need no more than this.
        if ($bytes === null || $bytes <= $limit) {
            return;
        }
        $length = $unit === 'bytes' ? $bytes : self::length(BoundValue::text($value), $unit);
        if ($length > $limit) {
            throw new ValueTooLongException($column, $limit, $length, $unit);
        }
    }

    /**
     * The positions of columns that have a limit.
     *
     * @param list<ColumnMap> $columns
     * @param array<string, array{int, string}> $lengths
     * @return array<int, string> `table.column` by position
     */
    public static function limited(array $columns, array $lengths): array
    {
        $names = array_map(static fn (ColumnMap $column): string => $column->getFullyQualifiedName(), $columns);

        return array_filter($names, static fn (string $name): bool => isset($lengths[$name]));
    }

    /**
     * Checks the values of a row before it is written: a stub class may have assigned a property itself.
     *
     * @param list<mixed> $values
     * @param array<int, string> $limited
     * @param array<string, array{int, string}> $lengths
     */
    public static function checkRow(array $values, array $limited, array $lengths): void
    {
        foreach ($limited as $position => $column) {
            self::check($values[$position], $column, $lengths);
        }
    }

    /** Null for what has no length. */
    private static function bytes(mixed $value): ?int
    {
        if (is_resource($value)) {
            return fstat($value)['size'] ?? null;
        }

        return is_scalar($value) || $value instanceof Stringable ? strlen(BoundValue::text($value)) : null;
    }

    /** In UTF-8 every character has one byte that does not continue another one; four bytes are two units of UTF-16. */
    private static function length(string $text, string $unit): int
    {
        $characters = strlen($text) - (int) preg_match_all('/[\x80-\xBF]/', $text);

        return $unit === 'code units' ? $characters + (int) preg_match_all('/[\xF0-\xF7]/', $text) : $characters;
    }
}
