<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use PDOException;

/** Oracle: the table is locked, as named locks need a grant. */
final class OracleListLock implements ListLock
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
        if (!$first) {
            return;
        }
        try {
            $con->exec(sprintf('LOCK TABLE %s IN EXCLUSIVE MODE WAIT %d', $table, max(1, (int) ceil($timeout))));
        } catch (PDOException $failure) {
            throw new ListLockException('The table is locked by another connection', true, $failure);
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
