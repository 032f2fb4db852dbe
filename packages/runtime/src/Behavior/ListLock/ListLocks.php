<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ListLock;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Recovery;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RetryableFailure;
use PDO;
use PDOException;
use Throwable;
use WeakReference;

/**
 * The list locks of a connection. Each list is locked once per transaction.
 *
 * Statements go to the wrapped connection, so that locking is not counted as a statement of the application.
 *
 * @internal
 */
final class ListLocks
{
    /** The time in seconds that an operation waits for its locks. */
    public float $timeout = 10.0;

    /** When the current operation began, in seconds; null: the application has begun the transaction. */
    private ?float $begunAt = null;

    /** The seconds for which the operation has waited for locks. */
    private float $waited = 0.0;

    /** The limit of each wait in the transaction, as last told to the server. */
    private float $limit = 0.0;

    /**
     * The timeout in seconds for a further list, if waiting for it may be a deadlock that the server does not detect.
     */
    private const BRIEFLY = 0.2;

    /** The most seconds that a statement takes without waiting. */
    private const NO_WAIT = 0.01;

    private ?ListLock $vendor = null;

    /** Whether the library started the current transaction. */
    private bool $own = false;

    /** Whether that transaction has excluded all other writers from its start, so that no list has to be locked. */
    private bool $ownsDatabase = false;

    /** @var array<string, string> the table of each locked list, by the identity of the list */
    private array $held = [];

    /** @var array<string, bool> by prepared table: whether other connections cannot write its lists */
    private array $prepared = [];

    /** @var WeakReference<ConnectionWrapper> */
    private readonly WeakReference $wrapper;

    public function __construct(ConnectionWrapper $wrapper, private ConnectionInterface $con)
    {
        $this->wrapper = WeakReference::create($wrapper);
    }

    public function reconnected(ConnectionInterface $inside): void
    {
        $this->con = $inside;
        $this->vendor = null;
        $this->held = [];
        $this->ownsDatabase = false;
    }

    /** Starts the time that an operation waits for all of its locks, also if it is retried. */
    public function beginOperation(): void
    {
        $this->begunAt = self::now();
        $this->waited = 0.0;
    }

    /** Returns whether the current operation must not be retried any more. */
    public function isLate(): bool
    {
        return self::now() - $this->begunAt >= $this->timeout;
    }

    public function endOperation(): void
    {
        $this->begunAt = null;
        $this->waited = 0.0;
    }

    public function begin(): void
    {
        try {
            $vendor = $this->vendor ??= $this->vendorOfDriver();
            $this->limit = $this->timeLeft();
            $this->timed(fn () => $vendor->begin($this->limit));
        } catch (ListLockException $failure) {
            $this->wrapper()->report('error', $failure->getMessage());
            throw $failure;
        }
        $this->own = true;
        $this->ownsDatabase = $this->vendor->locksAtBegin();
    }

    /**
     * Locks lists, so that other connections that lock them wait until the outermost transaction ends. All connections
     * lock in the same order, so that they cannot wait for each other in a circle.
     *
     * @param string $table the quoted name of the table
     * @param list<array<mixed>> $scopes the scopes of the lists, in their stored form
     */
    public function lock(string $table, array $scopes): void
    {
        if ($this->ownsDatabase) {
            return;
        }
        $lists = [];
        foreach ($scopes as $scope) {
            $list = self::identity($table, $scope);
            if (!isset($this->held[$list])) {
                $lists[] = $list;
            }
        }
        if ($lists === []) {
            return;
        }
        if (!$this->wrapper()->isInTransaction()) {
            throw new LogicException('A list can be locked only in a transaction');
        }
        if (count($lists) > 1) {
            sort($lists, SORT_STRING);
        }
        $isHolding = $this->held !== [];
        $vendor = $this->vendor ?? $this->vendor();
        if ($this->begunAt === null) {
            $this->waited = 0.0;
        }
        try {
            foreach ($lists as $list) {
                $this->acquire($vendor, $table, $list, $isHolding);
            }
            $this->limitWaits($vendor);
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /**
     * Locks lists on a cluster, whose nodes do not see each other's row locks: of two conflicting transactions, one is
     * then rejected. Does nothing on a single server.
     *
     * @param list<array<mixed>> $scopes
     */
    public function agree(string $table, array $scopes): void
    {
        if ($this->vendor()->isClustered()) {
            $this->lock($table, $scopes);
        }
    }

    /** Prepares reading the rows that determine which lists of a table to lock. */
    public function prepare(string $table): void
    {
        if (in_array($table, $this->held, true) || isset($this->prepared[$table])) {
            return;
        }
        $vendor = $this->vendor ?? $this->vendor();
        try {
            $this->prepared[$table] = $this->timed(
                fn (): bool => $vendor->prepare($table, $this->own, $this->timeLeft()),
            );
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /**
     * Returns whether no other connection can write these lists now.
     *
     * @param list<array<mixed>> $scopes
     */
    public function hold(string $table, array $scopes): bool
    {
        if ($this->ownsDatabase || ($this->prepared[$table] ?? false)) {
            return true;
        }
        foreach ($scopes as $scope) {
            if (!isset($this->held[self::identity($table, $scope)])) {
                return false;
            }
        }

        return true;
    }

    /**
     * Marks the lists locked so far, before further lists are locked that may have to be released. Returns their
     * number.
     */
    public function mark(): int
    {
        if ($this->held === []) {
            $this->vendor()->expectReturn($this->mayRestart());
        }

        return count($this->held);
    }

    /**
     * Releases the lists that were locked since a mark, if the vendor can do that within a transaction. Nothing may
     * have been written that relies on these locks.
     */
    public function giveBack(int $mark): void
    {
        $lists = array_slice($this->held, $mark);
        if ($lists === []) {
            return;
        }
        $mayRestart = $mark === 0 && $this->mayRestart();
        $vendor = $this->vendor ?? $this->vendor();
        try {
            if ($vendor->giveBack(array_keys($lists), $mark === 0, $this->own, $mayRestart, $this->timeLeft())) {
                $this->held = array_slice($this->held, 0, $mark);
            }
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /** @return array{array<string, string>, array<string, bool>} the locked lists and prepared tables */
    public function savepoint(): array
    {
        return [$this->held, $this->prepared];
    }

    /** @param array{array<string, string>, array<string, bool>}|null $state null: nothing was locked */
    public function rolledBackTo(mixed $state): void
    {
        if ($this->vendor?->endsAtSavepoint()) {
            [$this->held, $this->prepared] = $state ?? [[], []];
        }
    }

    /**
     * Returns whether rows of locked lists must be read with `FOR UPDATE` to see their current state. Rows are always
     * locked after their list; otherwise two connections could wait for each other.
     */
    public function needsLockingReads(): bool
    {
        return $this->held !== [] && ($this->vendor ?? $this->vendor())->needsLockingReads($this->own);
    }

    public function ended(): void
    {
        $this->own = $this->ownsDatabase = false;
        $this->prepared = [];
        if ($this->held === []) {
            return;
        }
        $lists = array_keys($this->held);
        $this->held = [];
        try {
            $this->vendor()->release($lists);
        } catch (Throwable) {
            // Named locks end with the connection, and a connection that cannot release them is closed.
        }
    }

    /** Returns whether the library started the transaction and it has changed nothing yet. */
    private function mayRestart(): bool
    {
        return $this->own && $this->wrapper()->rollbackLog?->isDirty() === false;
    }

    private function acquire(ListLock $vendor, string $table, string $list, bool $isHolding): void
    {
        if (isset($this->held[$list])) {
            return;
        }
        $first = !in_array($table, $this->held, true) && !($this->prepared[$table] ?? false);
        $this->limitWaits($vendor);
        $timeout = $this->timeLeft();
        $timeout = $isHolding && $vendor->missesCircles($this->own) ? min($timeout, self::BRIEFLY) : $timeout;
        $this->timed(fn () => $vendor->acquire($table, $list, $this->own, $first, $timeout));
        $this->held[$list] = $table;
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    /**
     * @template T
     * @param callable(): T $wait
     * @return T
     */
    private function timed(callable $wait): mixed
    {
        $begin = self::now();
        try {
            return $wait();
        } finally {
            $taken = self::now() - $begin;
            $this->waited += $taken > self::NO_WAIT ? $taken : 0.0;
        }
    }

    private function timeLeft(): float
    {
        return max(0.0, $this->timeout - $this->waited);
    }

    /** Reduces the limit of waits in a transaction of the library by the time for which it has waited. */
    private function limitWaits(ListLock $vendor): void
    {
        $left = $this->timeLeft();
        if ($this->own && $left < $this->limit) {
            $vendor->limitWaits($this->limit = $left);
        }
    }

    /** Logs that a list cannot be locked, and passes the failure to the connection. */
    private function failure(Throwable $failure): Throwable
    {
        $wrapper = $this->wrapper();
        $cause = $failure instanceof ListLockException ? $failure->getPrevious() : $failure;
        if ($cause !== null && Recovery::isLoss($wrapper, $cause)) {
            return Recovery::failure($wrapper, $cause, 'The list cannot be locked');
        }
        if (!$failure instanceof ListLockException && !$failure instanceof PDOException) {
            return $failure;
        }
        $exception = $failure instanceof ListLockException
            ? $failure
            : new ListLockException(
                'The list cannot be locked: ' . $failure->getMessage(),
                RetryableFailure::is($failure),
                $failure,
            );
        $wrapper->report('error', $exception->getMessage());
        Recovery::statementFailed($wrapper, $failure);

        return $exception;
    }

    private function wrapper(): ConnectionWrapper
    {
        $wrapper = $this->wrapper->get();
        assert($wrapper !== null);

        return $wrapper;
    }

    /** @param array<mixed> $scope */
    private static function identity(string $table, array $scope): string
    {
        // The same as the code below, without calls.
        if ($scope === []) {
            return $table . ' []';
        }
        if (count($scope) === 1 && is_int($scope[0] ?? null)) {
            return $table . ' [' . $scope[0] . ']';
        }

        return $table . ' ' . json_encode(
            array_values($scope),
            JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION,
        );
    }

    /** Creating it may query the server, and a cluster can then reject the open transaction. */
    private function vendor(): ListLock
    {
        try {
            return $this->vendor ??= $this->vendorOfDriver();
        } catch (PDOException $failure) {
            throw $this->failure($failure);
        }
    }

    private function vendorOfDriver(): ListLock
    {
        return match ($driver = $this->con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'sqlite' => new SqliteListLock($this->con),
            'pgsql' => new PgsqlListLock($this->con),
            'mysql' => new MysqlListLock($this->con),
            'sqlsrv', 'dblib' => new MssqlListLock($this->con),
            'oci' => new OracleListLock($this->con),
            default => throw new OrmException(sprintf('Lists cannot be locked through the driver "%s"', $driver)),
        };
    }
}
