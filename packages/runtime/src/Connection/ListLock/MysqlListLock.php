<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\StatementInterface;
use PDOException;
use PDOStatement;

/**
 * MySQL and MariaDB: a named lock for each list. It belongs to the connection and not to the transaction, so it is
 * given free after the transaction has ended.
 */
final class MysqlListLock extends ListLock
{
    private ?bool $readsCommitted = null;

    /** Whether to wait for lists that are locked. */
    private bool $mayWait = true;

    private PDOStatement|StatementInterface|null $getLock = null;

    public function begin(float $timeout): void
    {
        if ($this->mayReadCommitted()) {
            $this->con->exec('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
        }
        $this->con->beginTransaction();
    }

    public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void
    {
        $timeout = $this->mayWait ? $timeout : 0.0;
        try {
            $this->getLock ??= $this->con->prepare('SELECT GET_LOCK(' . self::name(':list') . ', :timeout)');
            $end = microtime(true) + $timeout;
            do {
                $this->getLock->execute([':list' => $list, ':timeout' => (string) $timeout]);
                $got = (int) $this->getLock->fetchColumn();
                $this->getLock->closeCursor();
                // MySQL, unlike MariaDB, rounds to whole seconds, and less than half of one is not to wait at all.
                $again = $got !== 1 && microtime(true) < $end;
            } while ($again && usleep(5000) === null);
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

    public function giveBack(array $lists, bool $all, bool $own): bool
    {
        if ($this->needsLockingReads($own)) {
            // Rows were locked to find out about the lists. Whoever has another list may be waiting for one of these
            // rows, and the server does not see the circle when this connection waits for that list.
            $this->mayWait = false;

            return false;
        }
        $this->release($lists);

        return true;
    }

    public function release(array $lists): void
    {
        $this->mayWait = true;
        $locks = [];
        foreach ($lists as $list) {
            $locks[] = 'RELEASE_LOCK(' . self::name($this->con->quote($list)) . ')';
        }
        $this->con->exec('DO ' . implode(', ', $locks));
    }

    public function needsLockingReads(bool $own): bool
    {
        return !$own || $this->readsCommitted === false;
    }

    /**
     * Above READ COMMITTED an UPDATE locks rows of other lists too. Whoever has such a list waits for the row, while
     * this transaction waits for the list: the server sees circles of rows and circles of names, but not those of both.
     */
    public function missesCircles(bool $own): bool
    {
        return $this->needsLockingReads($own);
    }

    /** At most 64 characters, and the same from every connection to the database. */
    private static function name(string $list): string
    {
        return "CONCAT('orm:', LEFT(SHA2(CONCAT(DATABASE(), " . $list . '), 256), 48))';
    }

    /** A server that logs statements refuses to write at READ COMMITTED. */
    private function mayReadCommitted(): bool
    {
        return $this->readsCommitted ??= (int) $this->con
            ->query("SELECT @@log_bin = 1 AND @@binlog_format = 'STATEMENT'")
            ->fetchColumn() === 0;
    }
}
