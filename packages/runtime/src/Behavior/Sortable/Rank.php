<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Exception\OrmException;

/**
 * Validates ranks that applications pass.
 *
 * @internal
 */
final class Rank
{
    /** @throws OrmException unless the rank is a whole number in the allowed range */
    public static function within(mixed $rank, int $first, int $last): int
    {
        $number = self::integer($rank);
        if ($number === null || $number < $first || $number > $last) {
            throw new OrmException(sprintf('Invalid rank %s: expected %d..%d', self::text($rank), $first, $last));
        }

        return $number;
    }

    public static function integer(mixed $rank): ?int
    {
        if (is_string($rank) && preg_match('/^\s*-?\d+\s*$/', $rank) === 1) {
            return (int) $rank;
        }

        return is_int($rank) || (is_float($rank) && (float) (int) $rank === $rank) ? (int) $rank : null;
    }

    public static function text(mixed $rank): string
    {
        return is_scalar($rank) ? (string) $rank : get_debug_type($rank);
    }
}
