<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\StatementInterface;
use PDOException;
use PDOStatement;

/**
 * MySQL and MariaDB without the table of MysqlListLock: a named lock for each list. It belongs to the connection and
 * not to the transaction, so it is given free after the transaction has ended. The server sees circles of names and
 * circles of rows, but not those of both.
 *
 * @internal
 */
final class MysqlNamedLocks
{
    /** Whether to wait for lists that are locked. */
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

    /**
     * From now on fails at once when a list is locked. Rows were locked to find out about lists: a transaction that
     * has locked another list may wait for one of these rows, and the server does not see the circle.
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

    /** At most 64 characters, and the same from every connection to the database. */
    private static function name(string $list): string
    {
        return "CONCAT('orm:', LEFT(SHA2(CONCAT(DATABASE(), " . $list . '), 256), 48))';
    }
}
