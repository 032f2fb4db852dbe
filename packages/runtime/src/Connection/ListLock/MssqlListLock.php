<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use PDOException;

/** SQL Server: an application lock of the transaction for each list. */
final class MssqlListLock implements ListLock
{
    public function begin(ConnectionInterface $con, float $timeout): void
    {
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
            $result = $con->query(sprintf(
                "SET NOCOUNT ON; DECLARE @got int; EXEC @got = sp_getapplock @Resource = '%s', "
                . "@LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = %d; SELECT @got",
                'orm:' . substr(hash('sha256', $list), 0, 48),
                (int) round($timeout * 1000),
            ));
            $got = (int) $result->fetchColumn();
        } catch (PDOException $failure) {
            throw new ListLockException('The list is locked by another connection', true, $failure);
        }
        if ($got < 0) {
            throw new ListLockException('The list is locked by another connection', true);
        }
    }

    public function release(ConnectionInterface $con, array $lists): void
    {
    }

    public function needsLockingReads(bool $own): bool
    {
        return false;
    }

    public function locksAtBegin(): bool
    {
        return false;
    }
}
