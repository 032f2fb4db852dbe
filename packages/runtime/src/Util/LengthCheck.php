<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\ValueTooLongException;
use Orm\Runtime\Map\ColumnMap;
use Stringable;

/**
 * Rejects values that are longer than their columns allow. Some servers would truncate them, and SQLite would store
 * them completely.
 *
 * @internal
 */
final class LengthCheck
{
    /** @param array<string, array{int, string}> $lengths limit and unit by `table.column`, like `TableMap::LENGTHS` */
    public static function check(mixed $value, string $column, array $lengths): void
    {
        if (!isset($lengths[$column])) {
            return;
        }
        [$limit, $unit] = $lengths[$column];
        $bytes = self::bytes($value);
        // No unit is smaller than a byte, so most values need no further check.
        if ($bytes === null || $bytes <= $limit) {
            return;
        }
        $length = $unit === 'bytes' ? $bytes : self::length(BoundValue::text($value), $unit);
        if ($length > $limit) {
            throw new ValueTooLongException($column, $limit, $length, $unit);
        }
    }

    /**
     * Returns the positions of columns that have a length limit.
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
     * Checks the values of a row before it is written, because a stub class may have assigned a property itself.
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

    /** Returns the length in bytes; null for values without a length. */
    private static function bytes(mixed $value): ?int
    {
        if (is_resource($value)) {
            return fstat($value)['size'] ?? null;
        }

        return is_scalar($value) || $value instanceof Stringable ? strlen(BoundValue::text($value)) : null;
    }

    /**
     * Returns the length in characters or UTF-16 code units. In UTF-8, every character has exactly one byte that is not
     * a continuation byte, and four-byte characters are two UTF-16 code units.
     */
    private static function length(string $text, string $unit): int
    {
        $characters = strlen($text) - (int) preg_match_all('/[\x80-\xBF]/', $text);

        return $unit === 'code units' ? $characters + (int) preg_match_all('/[\xF0-\xF7]/', $text) : $characters;
    }
}
