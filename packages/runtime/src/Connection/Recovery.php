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
 * What a failure means for a connection.
 *
 * A statement that may write is sent once: if the connection breaks after that, it is unknown whether the statement
 * was executed (MySQL reports a lost reply and a server that was already gone by the same number). So only plain reads
 * are repeated. A connection that was lost while it was idle is noticed before a write, by a query that changes nothing
 * (Liveness::makeReady()). A connection that is known to be lost is never used again: the next statement opens another
 * one.
 *
 * @internal
 */
final class Recovery
{
    /**
     * Retries the failed work, if it failed with its connection and another one can be opened; else throws the
     * failure. Inside of a transaction nothing is done again: its work is gone, and only the caller can do it again.
     *
     * @template T
     * @param callable(): T $work only reads, or executes nothing
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
     * Whether a prepared statement was refused without being executed, so that it can be prepared again: the server
     * does not know it any more, as behind a pool of connections, or a table of it has changed. All that are kept
     * are forgotten then. Inside of a transaction only the caller can go on, by doing all of it again.
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

    /** What a method of a connection or of a statement throws for a failure of the driver. */
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
            // Not a failure of the driver, but one of the application, such as in a function that SQLite calls.
            return $failure;
        }

        return DriverException::of($failure, self::note($con, $failure, $what), $before);
    }

    /**
     * Logs the failure of a statement and does what it means for the connection.
     *
     * @param string $what the statement, or what else failed
     */
    public static function note(ConnectionWrapper $con, Throwable $failure, string $what): ?ErrorInfo
    {
        $info = self::describe($con, $failure);
        if ($info?->kind === ErrorKind::PartitionViolation && $info->table === null) {
            // MySQL does not name it.
            $info = new ErrorInfo($info->kind, $info->sqlState, null, self::writtenTable($what), $info->columns);
        }
        if (!$failure instanceof ExceptionInterface) {
            $con->report('error', MessageLength::limited(sprintf('%s (%s)', $what, $failure->getMessage())));
            self::statementFailed($con, $failure);
        }

        return $info;
    }

    /** The table that a statement of MySQL writes to. */
    private static function writtenTable(string $sql): ?string
    {
        $name = '(?:`((?:[^`]|``)+)`|(\w+))';
        $writes = '\b(?:INTO|UPDATE(?:\s+IGNORE)?)\s+';

        return preg_match("/$writes(?:$name\\s*\\.\\s*)?$name/i", $sql, $parts) === 1
            ? ($parts[4] ?? str_replace('``', '`', $parts[3]))
            : null;
    }

    /** Does what a failed statement means for the connection and the open transaction. */
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
