<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Behavior\ListLock\ListLocks;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\LogicException;
use PDOException;
use Throwable;

/**
 * The transactions of a connection: their nesting depth, whether the open one can be committed, what to revert in
 * memory otherwise, and the functions to call at its end. A connection has this object from its first transaction on.
 * The object does not reference the connection, which is closed when its last user drops it.
 *
 * @internal
 */
final class Transactions
{
    public int $depth = 0;

    /** Whether no part of the open transaction was rolled back. */
    public bool $committable = true;

    /** Whether the outermost transaction cannot be committed, because it belongs to a console. */
    public bool $isSandbox = false;

    /** Why a part of the open transaction was rolled back; null if that is unknown. */
    public ?Throwable $rollbackCause = null;

    /** The failure after which the server ended the open transaction. */
    public ?Throwable $ended = null;

    /** The connection whose transaction the server has ended. */
    private ?ConnectionInterface $refused = null;

    /** Whether the transaction ended because that connection was lost. */
    private bool $isRefusedLost = false;

    /** Whether a statement of the open transaction failed, so that the server may have aborted the transaction. */
    private bool $statementFailed = false;

    private bool $commitFailed = false;
    private int $savepoints = 0;
    private RollbackLog $log;

    /** The locks of lists, which last until the end of the outermost transaction; null if none was ever requested. */
    public ?ListLocks $locks = null;

    /** @var list<callable(bool): void> */
    private array $atEnd = [];

    public function __construct()
    {
        $this->log = new RollbackLog();
    }

    /**
     * Implements transaction() for connections that do not nest transactions.
     *
     * @template T
     * @template C of object
     * @param C $con
     * @param callable(C): T $callable
     * @return T
     */
    public static function around(object $con, callable $callable): mixed
    {
        $con->beginTransaction();
        try {
            $result = $callable($con);
            $con->commit();
        } catch (Throwable $failure) {
            try {
                $con->rollBack();
            } catch (Throwable) {
                // The connection is lost, and the server has already rolled back. Callers need the original failure.
            }
            throw $failure;
        }

        return $result;
    }

    /** @param bool $isSave whether the transaction belongs to a save, which writes */
    public function begin(ConnectionWrapper $con, ConnectionInterface $inside, bool $isSave = false): bool
    {
        if ($this->depth === 0) {
            try {
                if ($isSave && $inside instanceof PdoConnection) {
                    $inside->beginSave();
                } else {
                    $inside->beginTransaction();
                }
            } catch (Throwable $failure) {
                self::beginAgain($con, $failure, static fn () => $con->getWrappedConnection()->beginTransaction());
            }
            $this->hasBegun($con);
            if (!$isSave) {
                $this->log->seen();
            }
        }
        $this->depth++;

        return true;
    }

    /** Starts one of the library's own transactions that will write, in the way required by the locks of its rows. */
    public function beginToWrite(ConnectionWrapper $con): void
    {
        if ($this->depth > 0) {
            $con->beginTransaction();

            return;
        }
        $locks = $this->listLocks($con);
        try {
            $locks->begin();
        } catch (Throwable $failure) {
            self::beginAgain($con, $failure, $locks->begin(...));
        }
        $this->hasBegun($con);
        $this->depth++;
    }

    public function commit(ConnectionWrapper $con, ConnectionInterface $inside): bool
    {
        if ($this->depth === 0) {
            return true;
        }
        if ($this->ended !== null) {
            throw $this->refusal();
        }
        $open = $inside->inTransaction();
        if ($open && $this->depth > 1) {
            $this->depth--;

            return true;
        }
        if (!$open) {
            // A statement such as DDL in MySQL has committed implicitly, so nothing is left to commit.
            [$committable, $cause] = [$this->committable, $this->rollbackCause];
            $this->end($con, $committable);
            if (!$committable) {
                throw new RollbackException('Cannot commit: a part of the work was rolled back', 0, $cause);
            }

            return true;
        }
        if ($this->isSandbox) {
            throw new RollbackException('Cannot commit in a sandbox: all changes are rolled back at the end');
        }
        if (!$this->committable) {
            throw new RollbackException('Cannot commit: a nested transaction was rolled back', 0, $this->rollbackCause);
        }
        if ($this->statementFailed) {
            self::refuseGivenUp($inside);
        }
        $this->commitFailed = true;
        try {
            $inside->commit();
            if ($this->statementFailed && $inside instanceof PdoConnection) {
                $inside->confirmCommit();
            }
        } catch (Throwable $failure) {
            $info = Recovery::note($con, $failure, 'A transaction cannot be committed');
            throw DriverException::of(
                $failure,
                $info,
                $info?->kind === ErrorKind::ConnectionLost ? 'The transaction may be committed or not: ' : '',
            );
        }
        $this->commitFailed = false;
        $this->end($con, true);
        if ($con->isInDebugMode()) {
            $con->logMethod('commit', 'Commit transaction');
        }

        return true;
    }

    public function rollBack(ConnectionWrapper $con): bool
    {
        if ($this->depth > 1 && $con->getWrappedConnection()->inTransaction()) {
            $this->committable = false;
            $this->depth--;

            return true;
        }

        return $this->rollBackAll($con, 'rollBack');
    }

    /** @param string $method the connection's method, for the log */
    public function rollBackAll(ConnectionWrapper $con, string $method): bool
    {
        if ($this->depth === 0) {
            return true;
        }
        $hasEnded = $this->ended !== null;
        $this->leaveEnded($con);
        $open = $con->getWrappedConnection()->inTransaction();
        $revert = $open || $hasEnded || $this->commitFailed;
        $this->depth = 0;
        $con->rollbackLog = null;
        try {
            if ($open) {
                $con->getWrappedConnection()->rollBack();
                $con->logMethod($method, 'Rollback transaction');
            }
        } catch (Throwable $failure) {
            $exception = Recovery::failure($con, $failure, 'A transaction cannot be rolled back');
            if ($con->canReconnect() && !$con->getWrappedConnection() instanceof StandInConnection) {
                // The state of the connection is unknown now.
                $con->loseConnection($failure);
            }
            throw $exception;
        } finally {
            // If the server is gone, it rolls back on its own, so the objects in memory must be reverted, too.
            if ($revert) {
                $this->log->revert();
            }
            $this->end($con, !$revert);
        }

        return true;
    }

    /**
     * Runs a function after a savepoint of the open transaction.
     *
     * @template T
     * @param callable(ConnectionInterface): T $work if it throws, only its changes are rolled back
     * @return T
     */
    public function savepoint(ConnectionWrapper $con, callable $work): mixed
    {
        $name = 'orm_' . $this->depth . '_' . ++$this->savepoints;
        $committable = $this->committable;
        $mark = $this->log->mark();
        $locked = $this->locks?->savepoint();
        $con->send('exec', 'SAVEPOINT ' . $name);
        $con->rollbackLog?->changed();
        $this->depth++;
        try {
            return $work($con);
        } catch (Throwable $failure) {
            try {
                if ($this->ended === null && $con->getWrappedConnection()->inTransaction()) {
                    $con->send('exec', 'ROLLBACK TO SAVEPOINT ' . $name);
                    $this->committable = $committable;
                    $this->log->revert($mark);
                    $this->locks?->rolledBackTo($locked);
                }
            } catch (ExceptionInterface) {
                // The connection is lost, or a deadlock has ended the transaction. Callers need the original failure.
                $this->committable = false;
            }
            throw $failure;
        } finally {
            if ($this->depth > 0 && --$this->depth === 0) {
                $con->rollbackLog = null;
            }
        }
    }

    /**
     * Handles a failed statement. PostgreSQL then aborts the transaction, unless it is rolled back to a savepoint;
     * commit() detects that. Other databases may have rolled back everything, as MySQL does after a deadlock. Each
     * further statement would then be its own transaction, so all are rejected.
     */
    public function statementFailed(ConnectionWrapper $con, Throwable $failure): void
    {
        $this->statementFailed = true;
        $this->rollbackCause = $failure;
        $reason = Recovery::isLoss($con, $failure) ? $failure : self::endByServer($con, $failure);
        if ($reason === null) {
            return;
        }
        $this->ended = $reason;
        $this->committable = false;
        $con->clearStatementCache();
        $this->refused = $con->getWrappedConnection();
        $this->isRefusedLost = Recovery::isLoss($con, $reason);
        $con->replaceConnection(new StandInConnection(fn () => throw $this->refusal(), true));
        $this->log->revert();
    }

    /** Reverts objects in memory, because the changes are lost with the connection. */
    public function revert(): void
    {
        $this->log->revert();
    }

    public function listLocks(ConnectionWrapper $con): ListLocks
    {
        return $this->locks ??= new ListLocks($con, $con->getWrappedConnection());
    }

    /** @param callable(bool): void $callback receives true if the outermost transaction was committed */
    public function onEnd(ConnectionWrapper $con, callable $callback): void
    {
        if (!$con->isInTransaction()) {
            throw new LogicException('A callback at the end of a transaction needs an open transaction');
        }
        $this->atEnd[] = $callback;
    }

    /**
     * Called in a child process. An open transaction belongs to the parent. Objects are not reverted, because it is
     * unknown here how the transaction ends, and the instance pools are cleared.
     */
    public function leaveParent(ConnectionInterface $inside): void
    {
        if ($this->depth > 0) {
            InstancePools::clear();
        }
        $this->depth = 0;
        $this->committable = true;
        $this->commitFailed = $this->statementFailed = false;
        $this->rollbackCause = $this->ended = $this->refused = null;
        $this->log->clear();
        $this->atEnd = [];
        $this->locks?->reconnected($inside);
        $this->locks?->ended();
    }

    private function hasBegun(ConnectionWrapper $con): void
    {
        $this->committable = true;
        $this->commitFailed = false;
        $this->statementFailed = false;
        $this->rollbackCause = null;
        $con->rollbackLog = $this->log;
        if ($con->isInDebugMode()) {
            $con->logMethod('beginTransaction', 'Begin transaction');
        }
    }

    private function end(ConnectionWrapper $con, bool $committed): void
    {
        $this->depth = 0;
        $con->rollbackLog = null;
        $con->liveness?->transactionEnded();
        $this->commitFailed = false;
        $this->rollbackCause = null;
        $this->log->clear();
        $this->locks?->ended();
        $callbacks = $this->atEnd;
        $this->atEnd = [];
        foreach ($callbacks as $callback) {
            $callback($committed);
        }
    }

    /** Prepares a rollback by restoring the connection whose transaction has ended, or by opening another one. */
    private function leaveEnded(ConnectionWrapper $con): void
    {
        if ($this->ended === null || $this->refused === null) {
            return;
        }
        $reason = $this->ended;
        $con->replaceConnection($this->refused);
        $this->ended = $this->refused = null;
        if ($this->isRefusedLost && $con->canReconnect()) {
            $con->loseConnection($reason);
        }
    }

    private function refusal(): RollbackException
    {
        return new RollbackException('The server has ended the transaction: call rollBack() first', 0, $this->ended);
    }

    /** Returns the failure that ended the open transaction; null if it is still open. */
    private static function endByServer(ConnectionWrapper $con, Throwable $failure): ?Throwable
    {
        $inside = $con->getWrappedConnection();
        try {
            $isOpen = !$inside instanceof PdoConnection || $inside->hasKeptTransaction();
        } catch (PDOException $end) {
            // A cluster may have rejected the transaction in the meantime. The next statement then fails.
            return $end;
        }

        return $isOpen ? null : $failure;
    }

    /**
     * Throws if the transaction is aborted, because PostgreSQL would treat a COMMIT as a ROLLBACK, without an error.
     */
    private static function refuseGivenUp(ConnectionInterface $inside): void
    {
        try {
            $inside->query('SELECT 1');
        } catch (PDOException $failure) {
            if ($failure->getCode() === '25P02') {
                throw new RollbackException('Cannot commit: a statement of the transaction failed', 0, $failure);
            }
        }
    }

    /** @param callable(): mixed $begin a function that writes nothing, so it can be retried on another connection */
    private static function beginAgain(ConnectionWrapper $con, Throwable $failure, callable $begin): void
    {
        try {
            Recovery::again($con, $failure, $begin);
        } catch (Throwable $last) {
            throw Recovery::failure($con, $last, 'A transaction cannot be begun');
        }
    }
}
