<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use PDOException;

/**
 * MySQL and MariaDB: a named lock for each list. It belongs to the connection and not to the transaction, so it is
 * given free after the transaction has ended.
 */
final class MysqlListLock implements ListLock
{
    private ?bool $readsCommitted = null;

    public function begin(ConnectionInterface $con, float $timeout): void
    {
        if ($this->mayReadCommitted($con)) {
            $con->exec('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
        }
        $con->beginTransaction();
    }

    public function prepare(ConnectionInterface $con, string $table, bool $own, float $timeout): bool
    {
        return false;
    }

    public function acquire(
        ConnectionInterface $con,
        string $table,
        string $list,
        bool $own,
        bool $first,
        float $timeout,
    ): void {
        try {
            $statement = $con->prepare(
                'SELECT GET_LOCK(CONCAT(\'orm:\', LEFT(SHA2(CONCAT(DATABASE(), :list), 256), 48)), :timeout)',
            );
            $statement->bindValue(':list', $list);
            $statement->bindValue(':timeout', (string) $timeout);
            $statement->execute();
            $got = (int) $statement->fetchColumn();
            $statement->closeCursor();
        } catch (PDOException $failure) {
            throw new ListLockException('The list is locked by another connection', true, $failure);
        }
        if ($got !== 1) {
            throw new ListLockException(
                sprintf('The list is locked by another connection for more than %s seconds', $timeout),
                true,
            );
        }
    }

    public function release(ConnectionInterface $con, array $lists): void
    {
        $locks = [];
        foreach ($lists as $list) {
            $locks[] = sprintf(
                'RELEASE_LOCK(CONCAT(\'orm:\', LEFT(SHA2(CONCAT(DATABASE(), %s), 256), 48)))',
                $con->quote($list),
            );
        }
        $con->exec('DO ' . implode(', ', $locks));
    }

    public function needsLockingReads(bool $own): bool
    {
        return !$own || $this->readsCommitted === false;
    }

    public function locksAtBegin(): bool
    {
        return false;
    }

    /** A server that logs statements refuses to write at READ COMMITTED. */
    private function mayReadCommitted(ConnectionInterface $con): bool
    {
        return $this->readsCommitted ??= (int) $con
            ->query("SELECT @@log_bin = 1 AND @@binlog_format = 'STATEMENT'")
            ->fetchColumn() === 0;
    }
}
