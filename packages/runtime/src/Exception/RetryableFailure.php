<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use PDOException;
use Throwable;

/** Distinguishes failures that a retry may solve from permanent ones. */
final class RetryableFailure
{
    /** The standard SQLSTATEs for serialization failure and deadlock; deadlock and lock timeout of PostgreSQL. */
    private const STATES = ['40001', '40P01', '55P03'];

    /**
     * Error numbers of the drivers.
     *
     * SQLite: BUSY 5, LOCKED 6. MySQL: lock wait timeout 1205, deadlock 1213, deadlock of named locks 3058. MariaDB:
     * deadlock for the counter of an AUTO_INCREMENT column 1467. SQL Server: deadlock 1205, lock timeout 1222. Oracle:
     * busy 54, deadlock 60.
     */
    private const NUMBERS = [5, 6, 54, 60, 1205, 1213, 1222, 1467, 3058];

    /**
     * Of these failures, those after waiting in vain. The number 1205 is the time limit of MySQL (HY000) and the
     * deadlock of SQL Server.
     */
    private const TIMEOUTS = [5, 6, 54, 1222];
    private const MYSQL_TIMEOUT = ['HY000', 1205];

    /** MySQL: unknown prepared statement, and prepared statement whose tables have changed. */
    private const OLD_STATEMENTS = [1243, 1615];

    /** MySQL: max_prepared_stmt_count is reached. */
    private const TOO_MANY_STATEMENTS = 1461;

    public static function is(PDOException $failure): bool
    {
        return in_array(self::state($failure), self::STATES, true)
            || in_array($failure->errorInfo[1] ?? null, self::NUMBERS, true)
            || self::isOfOldStatement($failure);
    }

    /** Returns whether a lock was not available in time. Waiting for it once more would take as long again. */
    public static function isTimeout(Throwable $failure): bool
    {
        for ($cause = $failure; $cause !== null; $cause = $cause->getPrevious()) {
            if ($cause instanceof PDOException) {
                $number = $cause->errorInfo[1] ?? null;

                return self::state($cause) === '55P03' || in_array($number, self::TIMEOUTS, true)
                    || [self::state($cause), $number] === self::MYSQL_TIMEOUT;
            }
        }

        return false;
    }

    /** Returns whether a prepared statement was rejected because it must be prepared again; it was not executed. */
    public static function isOfOldStatement(PDOException $failure): bool
    {
        return match (self::state($failure)) {
            '26000' => true,
            '0A000' => str_contains($failure->getMessage(), 'cached plan'),
            default => in_array($failure->errorInfo[1] ?? null, self::OLD_STATEMENTS, true),
        };
    }

    /** Returns whether a server rejects preparing a statement because its clients have reached the allowed number. */
    public static function isOfTooManyStatements(PDOException $failure): bool
    {
        return ($failure->errorInfo[1] ?? null) === self::TOO_MANY_STATEMENTS;
    }

    private static function state(PDOException $failure): string
    {
        return (string) ($failure->errorInfo[0] ?? $failure->getCode());
    }
}
