<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\ListLock;

use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Exception\LogicException;
use PDOException;
use Throwable;

/** Locks on lists, and what is to be done when the outermost transaction ends. */
trait ListLockTrait
{
    private readonly ListLocks $listLocks;

    /** @var list<callable(bool): void> */
    private array $atEnd = [];

    /**
     * Makes other connections that lock the same list wait until the outermost transaction ends.
     *
     * @param string $table the table as SQL writes it
     * @param array<mixed> $scope the values that tell the list from others of the table, as they are stored
     */
    public function lockList(string $table, array $scope): void
    {
        $this->lockLists($table, [$scope]);
    }

    /**
     * Locks several lists in an order that all connections keep, so that they cannot wait for each other in a circle.
     *
     * @param list<array<mixed>> $scopes
     */
    public function lockLists(string $table, array $scopes): void
    {
        if (!$this->isInTransaction()) {
            throw new LogicException('A list can be locked in a transaction only');
        }
        $lists = [];
        foreach ($scopes as $scope) {
            $lists[] = self::listIdentity($table, $scope);
        }
        if (count($lists) > 1) {
            sort($lists, SORT_STRING);
        }
        $isHolding = $this->listLocks->isHolding();
        try {
            foreach ($lists as $list) {
                $this->listLocks->acquire($table, $list, $isHolding);
            }
        } catch (PDOException | ListLockException $failure) {
            throw $this->lockFailure($failure);
        }
    }

    /** Gets ready for reading the rows that say which lists of a table are to be locked. */
    public function prepareListLocks(string $table): void
    {
        try {
            $this->listLocks->prepare($table);
        } catch (PDOException | ListLockException $failure) {
            throw $this->lockFailure($failure);
        }
    }

    /** Before lists are locked that may turn out to be the wrong ones: a number for giveBackLists(). */
    public function markLists(): int
    {
        return $this->listLocks->mark();
    }

    /** Gives lists free that were locked since a mark; nothing may have been written on the ground of them. */
    public function giveBackLists(int $mark): void
    {
        try {
            $this->listLocks->giveBack($mark, $this->getRollbackLog()?->isDirty() === false);
        } catch (PDOException | ListLockException $failure) {
            throw $this->lockFailure($failure);
        }
    }

    /** @param array<mixed> $scope */
    public function holdsList(string $table, array $scope): bool
    {
        return $this->listLocks->holds(self::listIdentity($table, $scope), $table);
    }

    /** Whether rows of locked lists must be read by `FOR UPDATE` to be seen as they are now. */
    public function needsLockingReads(): bool
    {
        return $this->listLocks->needsLockingReads();
    }

    /** @param float $seconds how long lockList() waits */
    public function setListLockTimeout(float $seconds): void
    {
        $this->listLocks->timeout = $seconds;
    }

    /**
     * Calls back once, when the outermost transaction has ended.
     *
     * @param callable(bool): void $callback is told whether the transaction was committed
     */
    public function onOutermostEnd(callable $callback): void
    {
        if (!$this->isInTransaction()) {
            throw new LogicException('There is no transaction whose end could be waited for');
        }
        $this->atEnd[] = $callback;
    }

    abstract public function isInTransaction(): bool;

    abstract public function getRollbackLog(): ?RollbackLog;

    abstract public function statementFailed(Throwable $failure): void;

    abstract public function report(string $level, string $message): void;

    /** Logs that a list cannot be locked, and lets the connection know why. */
    private function lockFailure(PDOException|ListLockException $failure): ListLockException
    {
        $exception = $failure instanceof ListLockException
            ? $failure
            : new ListLockException('The list cannot be locked: ' . $failure->getMessage(), false, $failure);
        $this->report('error', $exception->getMessage());
        $this->statementFailed($failure);

        return $exception;
    }

    private function outermostEnded(bool $committed): void
    {
        try {
            $this->listLocks->end();
        } catch (Throwable) {
            // Named locks end with the connection, and a connection that cannot give them free is gone.
        }
        if ($this->atEnd !== []) {
            $callbacks = $this->atEnd;
            $this->atEnd = [];
            foreach ($callbacks as $callback) {
                $callback($committed);
            }
        }
    }

    /** @param array<mixed> $scope */
    private static function listIdentity(string $table, array $scope): string
    {
        return $table . ' ' . json_encode(
            array_values($scope),
            JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION,
        );
    }
}
