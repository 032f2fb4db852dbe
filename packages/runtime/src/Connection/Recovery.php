<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\MessageLength;
use Orm\Runtime\Exception\RetryableFailure;
use Orm\Runtime\Orm;
use PDOException;
use Throwable;

/**
 * Handles failures that affect a connection.
 *
 * A statement that may write is run once. If the connection breaks after that, it is unknown whether the statement was
 * run, because MySQL reports a lost reply and a missing server with the same error number. Only plain reads are
 * therefore retried. A connection that was lost while idle is detected before a write, by a query that changes nothing
 * (Liveness::makeReady()). A lost connection is never used again: the next statement opens another one.
 *
 * @internal
 */
final class Recovery
{
    /**
     * Retries the failed work if the connection was lost and another one can be opened; otherwise throws the failure.
     * Inside a transaction, nothing is retried: its changes are lost, and only the caller can repeat it.
     *
     * @template T
     * @param callable(): T $work work that only reads, or runs no statement
     * @return T
     */
    public static function again(ConnectionWrapper $con, Throwable $failure, callable $work): mixed
    {
        if (
            $con->getNestedTransactionCount() > 0 || !$con->canReconnect() || $failure instanceof ConnectionException
            || !self::isLoss($con, $failure)
        ) {
            throw $failure;
        }
        $con->loseConnection($failure);

        return $work();
    }

    /**
     * Returns whether a prepared statement was rejected without being run, so that it can be prepared again. This
     * happens if the server has forgotten it, as behind a connection pool, or if one of its tables has changed. All
     * cached statements are dropped then. Inside a transaction, only the caller can continue, by repeating all of it.
     */
    public static function canPrepareAgain(ConnectionWrapper $con, Throwable $failure): bool
    {
        if (!$failure instanceof PDOException || !RetryableFailure::isOfOldStatement($failure)) {
            return false;
        }
        $con->clearStatementCache();
        $inside = $con->getWrappedConnection();
        if ($inside instanceof PdoConnection && $failure->getCode() === '26000') {
            $inside->stopPreparing();
        }
        $con->report('warning', 'The server has forgotten prepared statements: ' . $failure->getMessage());

        return $con->getNestedTransactionCount() === 0;
    }

    /** Returns the exception that a method of a connection or statement throws for a failure. */
    public static function failure(
        ConnectionWrapper $con,
        Throwable $failure,
        string $what,
        string $before = '',
    ): Throwable {
        if ($failure instanceof ExceptionInterface) {
            return $failure;
        }
        if (!$failure instanceof PDOException && self::describe($con, $failure) === null) {
            // The failure comes from the application, not from the driver, such as from a function called by SQLite.
            return $failure;
        }

        return DriverException::of($failure, self::note($con, $failure, $what), $before);
    }

    /**
     * Logs the failure of a statement and updates the state of the connection.
     *
     * @param string $what the statement, or a description of the failed operation
     */
    public static function note(ConnectionWrapper $con, Throwable $failure, string $what): ?ErrorInfo
    {
        $info = self::describe($con, $failure);
        if ($info?->kind === ErrorKind::PartitionViolation && $info->table === null) {
            // MySQL does not report the table.
            $info = new ErrorInfo($info->kind, $info->sqlState, null, self::writtenTable($what), $info->columns);
        }
        if (!$failure instanceof ExceptionInterface) {
            $con->report('error', MessageLength::limited(sprintf('%s (%s)', $what, $failure->getMessage())));
            self::statementFailed($con, $failure);
        }

        return $info;
    }

    /** Returns the table to which a MySQL statement writes. */
    private static function writtenTable(string $sql): ?string
    {
        $name = '(?:`((?:[^`]|``)+)`|(\w+))';
        $writes = '\b(?:INTO|UPDATE(?:\s+IGNORE)?)\s+';

        return preg_match("/$writes(?:$name\\s*\\.\\s*)?$name/i", $sql, $parts) === 1
            ? ($parts[4] ?? str_replace('``', '`', $parts[3]))
            : null;
    }

    /** Updates the state of the connection and the open transaction after a failed statement. */
    public static function statementFailed(ConnectionWrapper $con, Throwable $failure): void
    {
        $transactions = $con->transactions();
        if ($transactions->ended !== null) {
            return;
        }
        if ($transactions->depth > 0) {
            $transactions->statementFailed($con, $failure);
        } elseif ($con->canReconnect() && self::isLoss($con, $failure)) {
            $con->loseConnection($failure);
        }
    }

    public static function describe(ConnectionWrapper $con, Throwable $failure): ?ErrorInfo
    {
        $cause = $failure;
        while (!$cause instanceof PDOException && $cause->getPrevious() !== null) {
            $cause = $cause->getPrevious();
        }
        $name = $con->getName();
        $info = $name === null ? null : Orm::getServiceContainer()->getAdapter($name)->describeError($cause);
        $inside = $con->getWrappedConnection();
        if (
            $info === null && $cause instanceof PDOException
            && $inside instanceof PdoConnection && $inside->isBroken()
        ) {
            return new ErrorInfo(ErrorKind::ConnectionLost, (string) ($cause->errorInfo[0] ?? $cause->getCode()));
        }

        return $info;
    }

    public static function isLoss(ConnectionWrapper $con, Throwable $failure): bool
    {
        return self::describe($con, $failure)?->kind === ErrorKind::ConnectionLost;
    }
}
