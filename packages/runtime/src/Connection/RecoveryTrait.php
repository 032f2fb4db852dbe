<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ErrorKind;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\RetryableFailure;
use Orm\Runtime\Orm;
use PDOException;
use Throwable;

/**
 * What a failure means for a connection and its transaction.
 *
 * A statement that may write is sent once: when the line breaks after that, nobody can tell whether it was executed,
 * whatever the driver says (MySQL reports a lost reply and a server that was already gone by the same number). So
 * nothing is repeated but plain reads. A connection that was lost while it was idle is noticed before, by a question
 * that changes nothing; one that is known to be lost is never used again, the next statement opens another one.
 */
trait RecoveryTrait
{
    /**
     * Whether makeReady() must be called before a write: the connection may be lost, or somebody wants to know of it.
     *
     * @internal to be read only
     */
    public bool $mayBeLost = false;

    /** Whether somebody wants to know when it was written to. */
    private bool $notesWrites = false;

    /** When it was written to since reset() the last time: nanoseconds of the system's clock; 0: not at all. */
    private int $wroteAt = 0;

    /** When a write was sent, or the server answered a question, the last time: nanoseconds of the system's clock. */
    private int $usedAt = 0;

    /** Why the server has ended the open transaction. */
    private ?Throwable $ended = null;

    /** The connection whose transaction the server has ended. */
    private ?ConnectionInterface $refused = null;

    /** Whether the transaction has ended because that connection was lost. */
    private bool $isRefusedLost = false;

    private ?Closure $reconnector = null;

    /**
     * Says how to open the connection again when the server has closed it.
     *
     * @param Closure(): ConnectionInterface $reconnector
     */
    public function setReconnector(Closure $reconnector): void
    {
        $this->reconnector = $reconnector;
        $this->usedAt = hrtime(true);
        $this->mayBeLost = $this->notesWrites || $this->canBeAsked();
    }

    /**
     * From now on remembers when it was written to: those who read from replicas need to know.
     *
     * @internal
     */
    public function noteWrites(): void
    {
        $this->notesWrites = $this->mayBeLost = true;
    }

    /**
     * When it was written to since reset() the last time: nanoseconds of the system's clock; 0: not at all.
     *
     * @internal
     */
    public function writtenAt(): int
    {
        return $this->wroteAt;
    }

    /**
     * To be called before a statement is sent that must not be sent twice: opens another connection if this one was
     * lost while it was idle. In a transaction there is nothing to do, as its begin has found out.
     *
     * @internal
     */
    public function makeReady(): void
    {
        $now = hrtime(true);
        if ($this->notesWrites) {
            $this->wroteAt = $now;
        }
        if ($this->depth > 0 || $now - $this->usedAt < self::IDLE || !$this->canBeAsked()) {
            $this->usedAt = $now;

            return;
        }
        try {
            $this->connection->ask();
        } catch (Throwable $failure) {
            $this->lose($failure);
        }
        $this->usedAt = hrtime(true);
    }

    /**
     * Does once more what has failed, if it failed with its connection and another one can be opened; else throws the
     * failure. Inside of a transaction nothing is done again: its work is gone, and only the caller can do it again.
     *
     * @internal
     * @template T
     * @param callable(): T $work only reads, or executes nothing
     * @return T
     */
    public function again(Throwable $failure, callable $work): mixed
    {
        if (
            $this->depth > 0 || $this->reconnector === null || $failure instanceof ConnectionException
            || !$this->isLoss($failure)
        ) {
            throw $failure;
        }
        $this->lose($failure);

        return $work();
    }

    /**
     * Whether a prepared statement was refused without being executed, so that it can be prepared again: the server
     * does not know it any more, as behind a pool of connections, or a table of it has changed. All that are kept
     * are forgotten then. Inside of a transaction only the caller can go on, by doing all of it again.
     *
     * @internal
     */
    public function canPrepareAgain(Throwable $failure): bool
    {
        if (!$failure instanceof PDOException || !RetryableFailure::isOfOldStatement($failure)) {
            return false;
        }
        $this->clearStatementCache();
        if ($this->connection instanceof PdoConnection && $failure->getCode() === '26000') {
            $this->connection->stopPreparing();
        }
        $this->report('warning', 'Prepared statements are not known any more: ' . $failure->getMessage());

        return $this->depth === 0;
    }

    /**
     * Logs the failure of a statement and does what it means for the connection.
     *
     * @internal
     * @param string $what the statement, or what else failed
     */
    public function noteFailure(Throwable $failure, string $what): ?ErrorInfo
    {
        $info = $this->describe($failure);
        if (!$failure instanceof ExceptionInterface) {
            $this->report('error', sprintf('%s (%s)', $what, $failure->getMessage()));
            $this->statementFailed($failure);
        }

        return $info;
    }

    /**
     * What a method of a connection or of a statement throws for a failure of the driver.
     *
     * @internal
     */
    public function failure(Throwable $failure, string $what, string $before = ''): Throwable
    {
        if ($failure instanceof ExceptionInterface) {
            return $failure;
        }
        if (!$failure instanceof PDOException && $this->describe($failure) === null) {
            // Not of the driver: an application's own, such as one of a function that SQLite calls.
            return $failure;
        }

        return DriverException::of($failure, $this->noteFailure($failure, $what), $before);
    }

    /**
     * Does what a failed statement means for the connection and the open transaction. PostgreSQL gives the transaction
     * up, unless one goes back to a savepoint: commit() finds out. Others may have rolled all of it back, as MySQL does
     * after a deadlock: from then on each statement would be a transaction of its own, so all are refused.
     */
    public function statementFailed(Throwable $failure): void
    {
        if ($this->ended !== null) {
            return;
        }
        $isLoss = $this->isLoss($failure);
        if ($this->depth === 0) {
            if ($isLoss && $this->reconnector !== null) {
                $this->lose($failure);
            }

            return;
        }
        $this->statementFailed = true;
        $this->rollbackCause = $failure;
        $reason = $isLoss ? $failure : $this->endOfTransaction($failure);
        if ($reason !== null) {
            $this->endByServer($reason, $this->isLoss($reason));
        }
    }

    /** @internal */
    public function describe(Throwable $failure): ?ErrorInfo
    {
        $cause = $failure;
        while (!$cause instanceof PDOException && $cause->getPrevious() !== null) {
            $cause = $cause->getPrevious();
        }
        $info = $this->name === null
            ? null
            : Orm::getServiceContainer()->getAdapter($this->name)->describeError($cause);
        if ($info === null && $cause instanceof PDOException && $this->isBroken()) {
            return new ErrorInfo(ErrorKind::ConnectionLost, (string) ($cause->errorInfo[0] ?? $cause->getCode()));
        }

        return $info;
    }

    private function isLoss(Throwable $failure): bool
    {
        return $this->describe($failure)?->kind === ErrorKind::ConnectionLost;
    }

    private function canBeAsked(): bool
    {
        return $this->connection instanceof PdoConnection && $this->connection->canBeAsked();
    }

    private function isBroken(): bool
    {
        return $this->connection instanceof PdoConnection && $this->connection->isBroken();
    }

    /** Never uses the connection again: the next call opens another one. */
    private function lose(Throwable $reason): void
    {
        $this->clearStatementCache();
        $this->report('warning', 'The connection was lost, the next statement opens another: ' . $reason->getMessage());
        $this->connection = new StandInConnection($this->reopen(...), false);
        $this->tellReconnected();
    }

    private function reopen(): ConnectionInterface
    {
        try {
            $opened = ($this->reconnector)();
        } catch (AdapterException | PDOException $failure) {
            $this->report('error', 'The connection cannot be opened again: ' . $failure->getMessage());
            throw new ConnectionException('Cannot open the connection: ' . $failure->getMessage(), 0, $failure);
        }
        $this->connection = $opened;
        $this->usedAt = hrtime(true);
        $this->tellReconnected();

        return $opened;
    }

    /** Why the transaction is over that was open before a statement failed; null: it is still open. */
    private function endOfTransaction(Throwable $failure): ?Throwable
    {
        try {
            $isOpen = !$this->connection instanceof PdoConnection || $this->connection->hasKeptTransaction();
        } catch (PDOException $end) {
            // A cluster may have rejected the transaction meanwhile, and tells the next statement.
            return $end;
        }

        return $isOpen ? null : $failure;
    }

    /** Refuses everything until the caller rolls back. */
    private function endByServer(Throwable $reason, bool $isLoss): void
    {
        $this->ended = $reason;
        $this->committable = false;
        $this->clearStatementCache();
        $this->refused = $this->connection;
        $this->isRefusedLost = $isLoss;
        $this->connection = new StandInConnection(fn () => throw $this->refusal(), true);
        $this->rollbackLog?->revert();
    }

    /** Before a rollback: uses the connection again, or another one. */
    private function leaveEndedTransaction(): void
    {
        if ($this->ended === null || $this->refused === null) {
            return;
        }
        $reason = $this->ended;
        $this->connection = $this->refused;
        $this->ended = $this->refused = null;
        if ($this->isRefusedLost && $this->reconnector !== null) {
            $this->lose($reason);
        }
    }

    private function refusal(): RollbackException
    {
        return new RollbackException('The server has ended the transaction: call rollBack() first', 0, $this->ended);
    }
}
