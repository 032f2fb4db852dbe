<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use PDO;
use PDOException;

/**
 * Transactions that are rolled back at the end; commit() throws in them. A statement can still end them, such as each
 * DDL statement on MySQL. Then a warning is printed and another transaction starts.
 *
 * @internal
 */
final class Sandbox
{
    /** A marker that only exists in the transaction of the sandbox. */
    private const MARK = 'orm_sandbox';

    private bool $isEnding = false;

    /** @var array<string, true> names of the connections that may have kept changes */
    private array $kept = [];

    /** @param array<string, ConnectionWrapper> $connections by name */
    public function __construct(private readonly array $connections)
    {
        foreach ($connections as $name => $con) {
            $this->begin($name, $con);
        }
    }

    /** Starts another transaction if a statement has ended that of the sandbox. */
    public function check(): void
    {
        foreach ($this->connections as $name => $con) {
            if (self::hasEnded($con)) {
                $this->rollBack($con);
                $this->continueAfter($name, $con, true);
            }
        }
    }

    public function end(): void
    {
        foreach ($this->connections as $name => $con) {
            if (!self::isMarked($con)) {
                $this->kept[$name] = true;
            }
            // Rolls back all levels, however many transactions the user has started.
            $this->rollBack($con);
        }
        echo $this->kept === []
            ? 'All changes were rolled back.'
            : 'Changes may have been kept on the connection ' . implode(', ', array_keys($this->kept))
                . ': statements have ended the transaction of the sandbox.', "\n";
    }

    private function begin(string $name, ConnectionWrapper $con): void
    {
        $con->beginTransaction();
        $con->transactions()->isSandbox = true;
        if (self::hasMarks($con)) {
            $con->getWrappedConnection()->exec('SAVEPOINT ' . self::MARK);
        }
        $con->onOutermostEnd(function (bool $isCommitted) use ($name, $con): void {
            if (!$this->isEnding) {
                $this->continueAfter($name, $con, $isCommitted);
            }
        });
    }

    private function continueAfter(string $name, ConnectionWrapper $con, bool $isKept): void
    {
        if ($isKept) {
            $this->kept[$name] = true;
        }
        echo $isKept
            ? 'Warning: a statement has ended the transaction of the sandbox. Earlier changes may have been kept'
            : 'The changes so far were rolled back',
            " on the connection $name. The sandbox continues with another transaction.\n";
        $this->begin($name, $con);
    }

    private function rollBack(ConnectionWrapper $con): void
    {
        $this->isEnding = true;
        try {
            if ($con->followsTransactions()) {
                $con->forceRollBack();
            } else {
                $con->reset();
            }
        } finally {
            $this->isEnding = false;
        }
    }

    private static function hasEnded(ConnectionWrapper $con): bool
    {
        $inside = $con->getWrappedConnection();
        try {
            return !$inside->inTransaction() || ($inside instanceof PdoConnection && !$inside->hasKeptTransaction());
        } catch (PDOException) {
            // The connection is lost, so the server has rolled back; the next statement reports it.
            return false;
        }
    }

    private static function isMarked(ConnectionWrapper $con): bool
    {
        if (!self::hasMarks($con)) {
            return !self::hasEnded($con);
        }
        try {
            $con->getWrappedConnection()->exec('ROLLBACK TO SAVEPOINT ' . self::MARK);

            return true;
        } catch (PDOException) {
            return false;
        }
    }

    private static function hasMarks(ConnectionWrapper $con): bool
    {
        return in_array($con->getAttribute(PDO::ATTR_DRIVER_NAME), ['mysql', 'pgsql', 'sqlite'], true);
    }
}
