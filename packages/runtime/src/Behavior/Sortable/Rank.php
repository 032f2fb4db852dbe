<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Exception\OrmException;

/**
 * Ranks as applications give them.
 *
 * @internal
 */
final class Rank
{
    /** @throws OrmException unless it is a whole number from the first to the last possible rank */
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
