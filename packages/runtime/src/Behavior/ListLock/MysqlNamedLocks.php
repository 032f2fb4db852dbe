<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\StatementInterface;
use PDOException;
use PDOStatement;

/**
 * MySQL and MariaDB without the lock table of MysqlListLock: one named lock per list. It belongs to the connection and
 * not to the transaction, so it is released after the transaction has ended. The server detects deadlocks between names
 * and deadlocks between rows, but not those between a name and a row.
 *
 * @internal
 */
final class MysqlNamedLocks
{
    /** Whether to wait for locked lists. */
    private bool $mayWait = true;

    private PDOStatement|StatementInterface|null $getLock = null;

    public function __construct(private readonly ConnectionInterface $con)
    {
    }

    public function acquire(string $list, float $timeout): void
    {
        $timeout = $this->mayWait ? $timeout : 0.0;
        try {
            $this->getLock ??= $this->con->prepare('SELECT GET_LOCK(' . self::name(':list') . ', :timeout)');
            $end = microtime(true) + $timeout;
            do {
                $this->getLock->execute([':list' => $list, ':timeout' => (string) $timeout])
                    || throw PdoConnection::failureOf($this->getLock, 'execute');
                $got = (int) $this->getLock->fetchColumn();
                $this->getLock->closeCursor();
                // MySQL, unlike MariaDB, rounds to whole seconds, so less than half a second means no wait at all.
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

    /**
     * Makes acquire() fail immediately if a list is locked. Rows were locked to determine the lists, and a transaction
     * that has locked another list may wait for one of these rows; the server would not detect that deadlock.
     */
    public function stopWaiting(): void
    {
        $this->mayWait = false;
    }

    /** @param list<string> $lists */
    public function release(array $lists): void
    {
        $this->mayWait = true;
        $locks = [];
        foreach ($lists as $list) {
            $locks[] = 'RELEASE_LOCK(' . self::name($this->con->quote($list)) . ')';
        }
        $this->con->exec('DO ' . implode(', ', $locks));
    }

    /** Returns a name of at most 64 characters that is the same for every connection to the database. */
    private static function name(string $list): string
    {
        return "CONCAT('orm:', LEFT(SHA2(CONCAT(DATABASE(), " . $list . '), 256), 48))';
    }
}
