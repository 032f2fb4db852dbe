<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Exception\RetryableFailure;
use PDOException;
use PDOStatement;

/**
 * MySQL and MariaDB: each list is locked through a row of a lock table, which `sql:build` creates with sortable tables.
 * Waiting for a list is waiting for a row, so the server detects every deadlock and ends one of its transactions
 * immediately. Databases without the lock table use named locks.
 *
 * In a Galera cluster, locks are visible on one node only. The nodes compare which rows a transaction has changed: if
 * two transactions changed the same row at the same time, one is rejected, at its next statement or its commit, as
 * after a deadlock. Therefore locking a list changes its row there, and one of two concurrent holders is rejected.
 */
final class MysqlListLock extends ListLock
{
    private const TABLE = 'orm_list_lock';

    /** The maximum number of lock rows. Lists that share a row only wait for each other unnecessarily. */
    private const ROWS = 0x10000;

    private const NO_SUCH_COLUMN = 1054;

    private const NO_SUCH_TABLE = 1146;

    private const LOCK_WAIT_TIMEOUT = 1205;

    /** Whether READ COMMITTED can be used: a server with statement-based logging rejects writes at that level. */
    private bool $readsCommitted;

    /** Whether the server is a node of a cluster. */
    private bool $isClustered;

    /** The named locks, while a transaction without the lock table uses them. */
    private ?MysqlNamedLocks $names = null;

    private PDOStatement|StatementInterface|null $lockRow = null;

    /** The session's own row lock timeout, in seconds. */
    private ?int $sessionTimeout = null;

    /** The current row lock timeout, in seconds. */
    private int $rowTimeout = 0;

    public function __construct(ConnectionInterface $con)
    {
        parent::__construct($con);
        // Unlike SELECT @@name, this does not fail if the server does not have the variable.
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
        // The next transaction checks for the table again, because named locks do not exclude connections with row
        // locks.
        $this->names?->release($lists);
        $this->names = null;
    }

    public function needsLockingReads(bool $own): bool
    {
        return !$own || !$this->readsCommitted;
    }

    /**
     * Above READ COMMITTED, an UPDATE also locks rows of other lists. A transaction that has locked such a list waits
     * for the row, while this transaction waits for the name of the list.
     */
    public function missesCircles(bool $own): bool
    {
        return $this->names !== null && $this->needsLockingReads($own);
    }

    /** A lock row that was inserted after the savepoint is removed by the rollback. */
    public function endsAtSavepoint(): bool
    {
        return $this->names === null;
    }

    public function isClustered(): bool
    {
        return $this->isClustered;
    }

    /** @return bool whether the lock table exists */
    private function lockRow(string $list, float $timeout): bool
    {
        try {
            $this->limitWaits($timeout);
            $this->lockRow ??= $this->con->prepare('INSERT INTO ' . self::TABLE . ' (id) VALUES (:id) ON DUPLICATE KEY'
                . ' UPDATE ' . ($this->isClustered ? 'revision = revision + 1' : 'id = id'));
            $this->lockRow->execute([':id' => crc32($list) % self::ROWS])
                || throw PdoConnection::failureOf($this->lockRow, 'execute');

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

    /** The server uses whole seconds. The timeout of the session is never increased. */
    public function limitWaits(float $timeout): void
    {
        $seconds = max(1, (int) ceil($timeout));
        if ($seconds === $this->rowTimeout) {
            return;
        }
        $this->sessionTimeout ??= (int) $this->con->query('SELECT @@innodb_lock_wait_timeout')->fetchColumn();
        $this->con->exec('SET SESSION innodb_lock_wait_timeout = ' . min($seconds, $this->sessionTimeout));
        $this->rowTimeout = $seconds;
    }
}
