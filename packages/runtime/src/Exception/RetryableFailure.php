<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use PDOException;

/** Tells failures that others caused from those that would come again. */
final class RetryableFailure
{
    /** Serialization failure and deadlock of the standard; deadlock and lock timeout of PostgreSQL. */
    private const STATES = ['40001', '40P01', '55P03'];

    /**
     * Numbers of the drivers; those of the vendors do not overlap.
     * SQLite: BUSY 5, LOCKED 6. MySQL: lock wait timeout 1205, deadlock 1213, deadlock of named locks 3058.
     * SQL Server: deadlock 1205, lock timeout 1222. Oracle: busy 54, deadlock 60.
     */
    private const NUMBERS = [5, 6, 54, 60, 1205, 1213, 1222, 3058];

    public static function is(PDOException $failure): bool
    {
        $state = (string) ($failure->errorInfo[0] ?? $failure->getCode());

        return in_array($state, self::STATES, true)
            || in_array($failure->errorInfo[1] ?? null, self::NUMBERS, true);
    }
}
