<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Orm;
use PDO;
use PDOException;
use WeakMap;
use WeakReference;

/**
 * Transactions of all connections that the library opens, for a console. They are rolled back at the end, and commit()
 * throws in them. A statement can still end them, such as each DDL statement on MySQL. Then a warning is reported and
 * another transaction starts.
 *
 * @internal
 */
final class Sandbox
{
    /** A marker that only exists in the transaction of the sandbox. */
    private const MARK = 'orm_sandbox';

    private readonly int $process;

    /** @var WeakMap<ConnectionWrapper, string> the open connections, with their names */
    private WeakMap $connections;

    private bool $isBeginning = false;
    private bool $isEnding = false;

    /** @var array<string, true> names of the connections that may have kept changes */
    private array $kept = [];

    /**
     * Puts the open connections into the sandbox, and those that are opened from now on.
     *
     * @param Closure(string): void $report prints a line
     */
    public function __construct(private readonly Closure $report)
    {
        $this->process = (int) getmypid();
        $this->connections = new WeakMap();
        ConnectionManagerSingle::$sandbox = $this;
        foreach (Orm::getServiceContainer()->getConnectionManagers() as $name => $manager) {
            foreach (method_exists($manager, 'getOpenConnections') ? $manager->getOpenConnections() : [] as $con) {
                $this->enter($con, $name);
            }
        }
    }

    /** Begins the transaction of a connection that was opened. */
    public function enter(ConnectionInterface $con, ?string $name): void
    {
        $wrapper = ConnectionWrapper::wrap($con);
        if (!$wrapper->followsTransactions()) {
            throw new ConnectionException(sprintf(
                'A connection of the class %s cannot be in a sandbox, because its commit() cannot be refused',
                $con::class,
            ));
        }
        $this->connections[$wrapper] = $name ?? 'without name';
        $this->begin($wrapper);
    }

    /**
     * Called before a connection is opened.
     *
     * @param bool $isAgain whether it takes the place of a lost connection
     */
    public function refuseToOpen(bool $isAgain): void
    {
        if ($this->process !== getmypid()) {
            throw new ConnectionException(
                'A child process cannot open connections in a sandbox, because their changes would be kept',
            );
        }
        if ($isAgain && !$this->isBeginning) {
            throw new ConnectionException(
                'The connection was lost, and no transaction of the sandbox has begun: call Orm::closeConnections()',
            );
        }
    }

    /**
     * Called before the library gives up connections. Code may still use them, and they stay in the sandbox.
     *
     * @param list<ConnectionInterface> $connections
     */
    public function leave(array $connections): void
    {
        foreach ($connections as $opened) {
            $con = ConnectionWrapper::wrap($opened);
            if (isset($this->connections[$con])) {
                $isKept = !self::isMarked($con);
                try {
                    $this->rollBack($con);
                    $this->continueAfter($con, $isKept);
                } catch (ConnectionException | PDOException) {
                    // The server cannot be reached. The connection is not opened again without a transaction.
                }
            }
        }
    }

    /** Starts another transaction if a statement has ended that of the sandbox. */
    public function check(): void
    {
        foreach ($this->connections as $con => $_) {
            if (self::hasEnded($con)) {
                $this->rollBack($con);
                $this->continueAfter($con, true);
            }
        }
    }

    public function end(): void
    {
        if ($this->process !== getmypid()) {
            return;
        }
        foreach ($this->connections as $con => $name) {
            if (!self::isMarked($con)) {
                $this->kept[$name] = true;
            }
            // Rolls back all levels, however many transactions the user has started.
            $this->rollBack($con);
        }
        ($this->report)($this->kept === []
            ? 'All changes were rolled back.'
            : 'Changes may have been kept on the connection ' . implode(', ', array_keys($this->kept))
                . ': statements have ended the transaction of the sandbox.');
    }

    private function begin(ConnectionWrapper $con): void
    {
        $this->isBeginning = true;
        try {
            $con->beginTransaction();
        } finally {
            $this->isBeginning = false;
        }
        $con->transactions()->isSandbox = true;
        if (self::hasMarks($con)) {
            $con->getWrappedConnection()->exec('SAVEPOINT ' . self::MARK);
        }
        // The connection must close when its last user drops it.
        $reference = WeakReference::create($con);
        $con->onOutermostEnd(function (bool $isCommitted) use ($reference): void {
            $con = $reference->get();
            if ($con !== null && !$this->isEnding) {
                $this->continueAfter($con, $isCommitted);
            }
        });
    }

    private function continueAfter(ConnectionWrapper $con, bool $isKept): void
    {
        $name = $this->connections[$con];
        if ($isKept) {
            $this->kept[$name] = true;
        }
        $what = $isKept
            ? 'Warning: a statement has ended the transaction of the sandbox. Earlier changes may have been kept'
            : 'The changes so far were rolled back';
        ($this->report)("$what on the connection $name. The sandbox continues with another transaction.");
        $this->begin($con);
    }

    private function rollBack(ConnectionWrapper $con): void
    {
        $this->isEnding = true;
        try {
            $con->forceRollBack();
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
        $inside = $con->getWrappedConnection();
        if ($inside instanceof StandInConnection) {
            // The connection is lost, or the server has ended the transaction: it has rolled back.
            return true;
        }
        if (!self::hasMarks($con)) {
            return !self::hasEnded($con);
        }
        try {
            $inside->exec('ROLLBACK TO SAVEPOINT ' . self::MARK);

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
