<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * Decides whether a delete marks the rows of a table with soft_delete or removes them.
 *
 * @internal
 */
final class Deletion
{
    /** @var array<class-string<TableMap>, true> tables whose rows are being removed by forceDelete() */
    private static array $forced = [];

    /** @param class-string<TableMap> $map */
    public static function isSoft(string $map): bool
    {
        return !isset(self::$forced[$map]) && !isset(Orm::services()->softDeleteOff[$map]);
    }

    /**
     * @template R
     * @param class-string<TableMap> $map
     * @param callable(): R $delete
     * @return R
     */
    public static function force(string $map, callable $delete): mixed
    {
        $before = self::$forced;
        self::$forced[$map] = true;
        try {
            return $delete();
        } finally {
            self::$forced = $before;
        }
    }
}
