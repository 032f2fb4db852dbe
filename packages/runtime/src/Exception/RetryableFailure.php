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

    /** MySQL: unknown statement, and one whose tables have changed. */
    private const OLD_STATEMENTS = [1243, 1615];

    /** MySQL: max_prepared_stmt_count is reached. */
    private const TOO_MANY_STATEMENTS = 1461;

    public static function is(PDOException $failure): bool
    {
        return in_array(self::state($failure), self::STATES, true)
            || in_array($failure->errorInfo[1] ?? null, self::NUMBERS, true)
            || self::isOfOldStatement($failure);
    }

    /** Whether a prepared statement was refused because it has to be prepared again; it was not executed. */
    public static function isOfOldStatement(PDOException $failure): bool
    {
        return match (self::state($failure)) {
            '26000' => true,
            '0A000' => str_contains($failure->getMessage(), 'cached plan'),
            default => in_array($failure->errorInfo[1] ?? null, self::OLD_STATEMENTS, true),
        };
    }

    /** Whether a server refuses to prepare a statement because its clients have as many as it allows. */
    public static function isOfTooManyStatements(PDOException $failure): bool
    {
        return ($failure->errorInfo[1] ?? null) === self::TOO_MANY_STATEMENTS;
    }

    private static function state(PDOException $failure): string
    {
        return (string) ($failure->errorInfo[0] ?? $failure->getCode());
    }
}
