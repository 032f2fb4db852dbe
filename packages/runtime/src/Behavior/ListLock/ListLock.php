<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;

/**
 * How one vendor makes the writers of a list wait for each other.
 *
 * @internal
 */
abstract class ListLock
{
    public function __construct(protected readonly ConnectionInterface $con)
    {
    }

    /** Begins a transaction of the library's own in which lists will be written. */
    public function begin(float $timeout): void
    {
        $this->con->beginTransaction();
    }

    /**
     * Gets ready for reading rows that will say which lists are to be locked.
     *
     * @param bool $own whether the transaction was begun by begin()
     * @return bool whether from now on no list of the table can be written by others
     */
    public function prepare(string $table, bool $own, float $timeout): bool
    {
        return false;
    }

    /**
     * Gets ready for locking lists that may have to be given back; none is locked yet.
     *
     * @param bool $mayRestart whether nothing is lost when the transaction is rolled back and begun again
     */
    public function expectReturn(bool $mayRestart): void
    {
    }

    /**
     * Waits for the list and keeps it until the end of the transaction.
     *
     * @param string $table the table as SQL writes it
     * @param string $list the identity of the list
     * @param bool $own whether the transaction was begun by begin()
     * @param bool $first whether it is the first lock of the transaction on this table
     */
    abstract public function acquire(string $table, string $list, bool $own, bool $first, float $timeout): void;

    /**
     * Gives lists free before the transaction has ended.
     *
     * @param list<string> $lists
     * @param bool $all whether these are all that are locked
     * @param bool $own whether the transaction was begun by begin()
     * @param bool $mayRestart whether nothing is lost when the transaction is rolled back and begun again
     * @return bool whether they are free now
     */
    public function giveBack(array $lists, bool $all, bool $own, bool $mayRestart, float $timeout): bool
    {
        return false;
    }

    /**
     * Gives the lists free after the transaction, where its end alone does not.
     *
     * @param list<string> $lists
     */
    public function release(array $lists): void
    {
    }

    /** Whether rows of a list must be read by locking reads, because plain ones may show an old state. */
    public function needsLockingReads(bool $own): bool
    {
        return false;
    }

    /**
     * Whether connections may wait for each other, one for a list and one for a row, without the server noticing.
     *
     * @param bool $own whether the transaction was begun by begin()
     */
    public function missesCircles(bool $own): bool
    {
        return false;
    }

    /** Whether going back to a savepoint gives those lists free that were locked after it. */
    public function endsAtSavepoint(): bool
    {
        return false;
    }

    /** Whether the server is a node of a cluster, whose other nodes know nothing of locks. */
    public function isClustered(): bool
    {
        return false;
    }

    /** Whether a transaction that begin() has begun excludes all other writers before any list is locked. */
    public function locksAtBegin(): bool
    {
        return false;
    }
}
