<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\PdoConnection;
use PDOException;

/** SQLite has only the write lock of the whole database. It must be taken before anything is read. */
final class SqliteListLock extends ListLock
{
    private float $busyTimeout = 0.0;

    public function begin(float $timeout): void
    {
        try {
            $this->waitAtMost($timeout);
            if ($this->con instanceof PdoConnection) {
                $this->con->beginBySql('BEGIN IMMEDIATE');
            } else {
                $this->con->beginTransaction();
            }
        } catch (PDOException $failure) {
            throw new ListLockException('The database is busy: another connection is writing', true, $failure);
        }
    }

    public function prepare(string $table, bool $own, float $timeout): bool
    {
        $this->acquire($table, '', $own, true, $timeout);

        return true;
    }

    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        if ($own && $this->con instanceof PdoConnection || !$first) {
            return;
        }
        try {
            $this->waitAtMost($timeout);
            // Writes nothing, but takes the write lock.
            $this->con->exec('DELETE FROM ' . $table . ' WHERE 0');
        } catch (PDOException $failure) {
            throw new ListLockException(
                'The database is busy, or another connection has written to it since this transaction read it',
                true,
                $failure,
            );
        }
    }

    public function locksAtBegin(): bool
    {
        return $this->con instanceof PdoConnection;
    }

    private function waitAtMost(float $seconds): void
    {
        if ($this->busyTimeout !== $seconds) {
            $this->con->exec('PRAGMA busy_timeout = ' . (int) round($seconds * 1000));
            $this->busyTimeout = $seconds;
        }
    }
}
