<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RetryableFailure;
use PDO;
use PDOException;
use Throwable;

/**
 * The list locks that a connection holds: each is asked for once a transaction.
 *
 * Statements go to the connection inside the wrapper, as locking is no work of the application that it would count.
 *
 * @internal
 */
final class ListLocks
{
    /** How long to wait for a lock, in seconds. */
    public float $timeout = 10.0;

    /** How long to wait for another list in a circle that the server does not see, if it is one. */
    private const BRIEFLY = 0.2;

    private ?ListLock $vendor = null;

    /** Whether the open transaction was begun here. */
    private bool $own = false;

    /** @var array<string, string> identities of the held lists, with their tables */
    private array $held = [];

    /** @var array<string, bool> tables that are ready, and whether others cannot write their lists */
    private array $prepared = [];

    public function __construct(private ConnectionInterface $con)
    {
    }

    /** Another connection has taken the place of one that was lost, and its locks with it. */
    public function reconnected(ConnectionInterface $con): void
    {
        $this->con = $con;
        $this->vendor = null;
        $this->held = [];
    }

    public function begin(): void
    {
        ($this->vendor ?? $this->vendor())->begin($this->timeout);
        $this->own = true;
    }

    /**
     * @param string $table the table as SQL writes it
     * @param string $list the identity of the list
     * @param bool $isHolding whether the transaction has worked on other lists
     */
    public function acquire(string $table, string $list, bool $isHolding): void
    {
        if (isset($this->held[$list])) {
            return;
        }
        $vendor = $this->vendor ?? $this->vendor();
        $first = !in_array($table, $this->held, true) && !($this->prepared[$table] ?? false);
        $timeout = $isHolding && $vendor->missesCircles($this->own)
            ? min($this->timeout, self::BRIEFLY)
            : $this->timeout;
        $vendor->acquire($table, $list, $this->own, $first, $timeout);
        $this->held[$list] = $table;
    }

    public function isHolding(): bool
    {
        return $this->held !== [];
    }

    /** Before rows are read that say which lists to lock. */
    public function prepare(string $table): void
    {
        if (!in_array($table, $this->held, true) && !isset($this->prepared[$table])) {
            $this->prepared[$table] = $this->vendor()->prepare($table, $this->own, $this->timeout);
        }
    }

    public function holds(string $list, string $table): bool
    {
        return isset($this->held[$list])
            || ($this->prepared[$table] ?? false)
            || ($this->own && $this->vendor()->locksAtBegin());
    }

    /** A number that stands for the lists locked so far, before lists are locked that may have to be given back. */
    public function mark(): int
    {
        if ($this->held === []) {
            $this->vendor()->expectReturn();
        }

        return count($this->held);
    }

    /**
     * Gives the lists free that were locked since a mark, as far as the vendor can do that in a transaction.
     *
     * @param bool $isUnchanged whether the transaction has changed nothing yet
     */
    public function giveBack(int $mark, bool $isUnchanged): void
    {
        $lists = array_slice($this->held, $mark);
        $mayRestart = $this->own && $isUnchanged && $mark === 0;
        if (
            $lists !== []
            && $this->vendor()->giveBack(array_keys($lists), $mark === 0, $this->own, $mayRestart, $this->timeout)
        ) {
            $this->held = array_slice($this->held, 0, $mark);
        }
    }

    /** @return array{array<string, string>, array<string, bool>} what is locked, for rolledBackTo() */
    public function state(): array
    {
        return [$this->held, $this->prepared];
    }

    /**
     * The transaction has gone back to a savepoint.
     *
     * @param array{array<string, string>, array<string, bool>} $state of the moment when it was set
     */
    public function rolledBackTo(array $state): void
    {
        if ($this->vendor?->endsAtSavepoint()) {
            [$this->held, $this->prepared] = $state;
        }
    }

    /** Rows are locked after their list only: the other way round two connections could wait for each other. */
    public function needsLockingReads(): bool
    {
        return $this->held !== [] && ($this->vendor ?? $this->vendor())->needsLockingReads($this->own);
    }

    /** What to tell callers of a failed commit if they can try again. */
    public function commitFailure(Throwable $failure): ?ListLockException
    {
        return $this->own && $failure instanceof PDOException && RetryableFailure::is($failure)
            ? new ListLockException('The transaction cannot be committed now', true, $failure)
            : null;
    }

    /** The transaction is over. */
    public function end(): void
    {
        $this->own = false;
        $this->prepared = [];
        if ($this->held !== []) {
            $lists = array_keys($this->held);
            $this->held = [];
            $this->vendor()->release($lists);
        }
    }

    private function vendor(): ListLock
    {
        return $this->vendor ??= match ($driver = $this->con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'sqlite' => new SqliteListLock($this->con),
            'pgsql' => new PgsqlListLock($this->con),
            'mysql' => new MysqlListLock($this->con),
            'sqlsrv', 'dblib' => new MssqlListLock($this->con),
            'oci' => new OracleListLock($this->con),
            default => throw new OrmException(sprintf('Lists cannot be locked through the driver "%s"', $driver)),
        };
    }
}
