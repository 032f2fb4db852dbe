<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\ValueTooLongException;
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
