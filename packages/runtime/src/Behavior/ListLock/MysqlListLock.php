<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Exception\RetryableFailure;
use PDOException;
use PDOStatement;

/**
 * MySQL and MariaDB: a row of a table of locks for each list, which `sql:build` makes together with sortable tables.
 * A wait for it is a wait for a row, so the server finds every circle of transactions that wait for each other, ends
 * one of them at once and lets the others go on. Databases without the table have named locks.
 *
 * In a Galera cluster locks hold on one node only. What the nodes agree on is which rows a transaction has changed: of
 * two that changed the same row at the same time one is rejected, at its next statement or its commit, as after a
 * deadlock. So there the lock changes its row: of two transactions that hold it at the same time, one is rejected.
 */
final class MysqlListLock extends ListLock
{
    private const TABLE = 'orm_list_lock';

    /** There are as many rows at most; lists that happen to share one only wait for each other without need. */
    private const ROWS = 0x10000;

    private const NO_SUCH_COLUMN = 1054;

    private const NO_SUCH_TABLE = 1146;

    private const LOCK_WAIT_TIMEOUT = 1205;

    /** A server that logs statements refuses to write at READ COMMITTED. */
    private bool $readsCommitted;

    /** Whether the server is a node of a cluster. */
    private bool $isClustered;

    /** Named locks, as long as a transaction that found no table has them. */
    private ?MysqlNamedLocks $names = null;

    private PDOStatement|StatementInterface|null $lockRow = null;

    /** How long the session waits for a row by itself, in seconds. */
    private ?int $sessionTimeout = null;

    /** How long it waits for a row now. */
    private int $rowTimeout = 0;

    public function __construct(ConnectionInterface $con)
    {
        parent::__construct($con);
        // Unlike SELECT @@name this does not fail where a server does not have the variable.
        $rows = $con->query("SHOW VARIABLES WHERE Variable_name IN ('log_bin', 'binlog_format', 'wsrep_on')")
            ->fetchAll();
        $settings = array_column($rows, 1, 0) + ['log_bin' => 'OFF', 'binlog_format' => '', 'wsrep_on' => 'OFF'];
        $this->readsCommitted = $settings['log_bin'] !== 'ON' || $settings['binlog_format'] !== 'STATEMENT';
        $this->isClustered = $settings['wsrep_on'] === 'ON';
    }

    public function begin(float $timeout): void
    {
        if ($this->readsCommitted) {
            $this->con->exec('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
        }
        $this->con->beginTransaction();
    }

    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        if ($this->names === null && $this->lockRow($list, $timeout)) {
            return;
        }
        if ($this->isClustered) {
            throw new ListLockException('A cluster needs the table ' . self::TABLE . ' to lock ' . $table, false);
        }
        $names = $this->names ?? new MysqlNamedLocks($this->con);
        $names->acquire($list, $timeout);
        $this->names = $names;
    }

    public function giveBack(array $lists, bool $all, bool $own, bool $mayRestart, float $timeout): bool
    {
        if ($this->names === null) {
            if ($mayRestart) {
                $this->con->rollBack();
                $this->begin($timeout);
            }

            return $mayRestart;
        }
        if ($this->needsLockingReads($own)) {
            $this->names->stopWaiting();

            return false;
        }
        $this->names->release($lists);

        return true;
    }

    public function release(array $lists): void
    {
        // The next transaction looks for the table again: to lock by names when others lock by rows would be no lock.
        $this->names?->release($lists);
        $this->names = null;
    }

    public function needsLockingReads(bool $own): bool
    {
        return !$own || !$this->readsCommitted;
    }

    /**
     * Above READ COMMITTED an UPDATE locks rows of other lists too. A transaction that has locked such a list waits for
     * the row, while this transaction waits for the name of the list.
     */
    public function missesCircles(bool $own): bool
    {
        return $this->names !== null && $this->needsLockingReads($own);
    }

    /** A row of the table of locks that was inserted after the savepoint is gone. */
    public function endsAtSavepoint(): bool
    {
        return $this->names === null;
    }

    public function isClustered(): bool
    {
        return $this->isClustered;
    }

    /** @return bool whether there is a table of locks */
    private function lockRow(string $list, float $timeout): bool
    {
        try {
            $this->limitWaits(max(1, (int) ceil($timeout)));
            $this->lockRow ??= $this->con->prepare('INSERT INTO ' . self::TABLE . ' (id) VALUES (:id) ON DUPLICATE KEY'
                . ' UPDATE ' . ($this->isClustered ? 'revision = revision + 1' : 'id = id'));
            $this->lockRow->execute([':id' => crc32($list) % self::ROWS]);

            return true;
        } catch (PDOException $failure) {
            return match ((int) ($failure->errorInfo[1] ?? 0)) {
                self::NO_SUCH_TABLE => false,
                self::NO_SUCH_COLUMN => throw new ListLockException(
                    'A list in a cluster cannot be locked: ALTER TABLE ' . self::TABLE
                        . ' ADD revision BIGINT UNSIGNED NOT NULL DEFAULT 0',
                    false,
                    $failure,
                ),
                self::LOCK_WAIT_TIMEOUT => throw new ListLockException(
                    sprintf('The list is locked by another connection for more than %d seconds', $this->rowTimeout),
                    true,
                    $failure,
                ),
                default => throw new ListLockException(
                    'The list cannot be locked: ' . $failure->getMessage(),
                    RetryableFailure::is($failure),
                    $failure,
                ),
            };
        }
    }

    /** The server counts in whole seconds. What the session has set is never made longer. */
    private function limitWaits(int $seconds): void
    {
        if ($seconds === $this->rowTimeout) {
            return;
        }
        $this->sessionTimeout ??= (int) $this->con->query('SELECT @@innodb_lock_wait_timeout')->fetchColumn();
        $this->con->exec('SET SESSION innodb_lock_wait_timeout = ' . min($seconds, $this->sessionTimeout));
        $this->rowTimeout = $seconds;
    }
}
