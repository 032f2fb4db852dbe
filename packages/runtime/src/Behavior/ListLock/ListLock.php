<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Makes the writers of a list wait for each other; there is one class per vendor.
 *
 * @internal
 */
abstract class ListLock
{
    public function __construct(protected readonly ConnectionInterface $con)
    {
    }

    /** Starts a transaction of the library that will write lists. */
    public function begin(float $timeout): void
    {
        $this->con->beginTransaction();
    }

    /** Limits further waits in a transaction that begin() started, if they have a limit of their own. */
    public function limitWaits(float $timeout): void
    {
    }

    /**
     * Prepares reading the rows that determine which lists to lock.
     *
     * @param bool $own whether the transaction was started by begin()
     * @return bool whether other connections can no longer write lists of the table
     */
    public function prepare(string $table, bool $own, float $timeout): bool
    {
        return false;
    }

    /**
     * Prepares locking lists that may have to be released; none is locked yet.
     *
     * @param bool $mayRestart whether the transaction can be rolled back and restarted without losing anything
     */
    public function expectReturn(bool $mayRestart): void
    {
    }

    /**
     * Waits for the lock of a list and keeps it until the end of the transaction.
     *
     * @param string $table the quoted name of the table
     * @param string $list the identity of the list
     * @param bool $own whether the transaction was started by begin()
     * @param bool $first whether it is the first lock of the transaction on this table
     */
    abstract public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void;

    /**
     * Releases lists before the transaction has ended.
     *
     * @param list<string> $lists
     * @param bool $all whether these are all locked lists
     * @param bool $own whether the transaction was started by begin()
     * @param bool $mayRestart whether the transaction can be rolled back and restarted without losing anything
     * @return bool whether they were released
     */
    public function giveBack(array $lists, bool $all, bool $own, bool $mayRestart, float $timeout): bool
    {
        return false;
    }

    /**
     * Releases lists after the transaction, if its end does not release them.
     *
     * @param list<string> $lists
     */
    public function release(array $lists): void
    {
    }

    /** Returns whether rows of a list need locking reads, because plain reads may return an old state. */
    public function needsLockingReads(bool $own): bool
    {
        return false;
    }

    /**
     * Returns whether connections may wait for each other's list and row locks without the server detecting the
     * deadlock.
     *
     * @param bool $own whether the transaction was started by begin()
     */
    public function missesCircles(bool $own): bool
    {
        return false;
    }

    /** Returns whether rolling back to a savepoint releases the lists that were locked after it. */
    public function endsAtSavepoint(): bool
    {
        return false;
    }

    /** Returns whether the server is a node of a cluster, where other nodes do not see its locks. */
    public function isClustered(): bool
    {
        return false;
    }

    /** Returns whether a transaction started by begin() excludes all other writers before any list is locked. */
    public function locksAtBegin(): bool
    {
        return false;
    }
}
