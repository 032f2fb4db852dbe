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
 * The list locks that a connection holds: each list is locked once per transaction.
 *
 * Statements go to the connection inside the wrapper, so that locking is not counted as a statement of the application.
 *
 * @internal
 */
final class ListLocks
{
    /** How long to wait for a lock, in seconds. */
    public float $timeout = 10.0;

    /** How long to wait for another list in a circle that the server does not see, if it is one. */
    private const BRIEFLY = 0.2;

    private ?ListLock $vendor = null;

    /** Whether the open transaction was begun here. */
    private bool $own = false;

    /** Whether it has excluded all other writers since then: no list has to be locked. */
    private bool $ownsDatabase = false;

    /** @var array<string, string> identities of the held lists, with their tables */
    private array $held = [];

    /** @var array<string, bool> tables that are ready, and whether others cannot write their lists */
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

    public function begin(): void
    {
        try {
            ($this->vendor ??= $this->vendorOfDriver())->begin($this->timeout);
        } catch (ListLockException $failure) {
            $this->wrapper()->report('error', $failure->getMessage());
            throw $failure;
        }
        $this->own = true;
        $this->ownsDatabase = $this->vendor->locksAtBegin();
    }

    /**
     * Makes other connections that lock the same lists wait until the outermost transaction ends. The lists are locked
     * in an order that all connections keep, so that they cannot wait for each other in a circle.
     *
     * @param string $table the table as SQL writes it
     * @param list<array<mixed>> $scopes the values that tell each list from others of the table, as they are stored
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
        try {
            foreach ($lists as $list) {
                $this->acquire($vendor, $table, $list, $isHolding);
            }
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /**
     * The same where other nodes of a cluster do not know of row locks, so that of two conflicting transactions one is
     * rejected; does nothing on a single server.
     *
     * @param list<array<mixed>> $scopes
     */
    public function agree(string $table, array $scopes): void
    {
        if ($this->vendor()->isClustered()) {
            $this->lock($table, $scopes);
        }
    }

    /** Gets ready for reading the rows that say which lists of a table are to be locked. */
    public function prepare(string $table): void
    {
        if (in_array($table, $this->held, true) || isset($this->prepared[$table])) {
            return;
        }
        $vendor = $this->vendor ?? $this->vendor();
        try {
            $this->prepared[$table] = $vendor->prepare($table, $this->own, $this->timeout);
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /** Whether no other connection can write these lists now. @param list<array<mixed>> $scopes */
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

    /** A number that stands for the lists locked so far, before lists are locked that may have to be given back. */
    public function mark(): int
    {
        if ($this->held === []) {
            $this->vendor()->expectReturn($this->mayRestart());
        }

        return count($this->held);
    }

    /**
     * Gives the lists free that were locked since a mark, as far as the vendor can do that in a transaction; nothing
     * may have been written on the ground of them.
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
            if ($vendor->giveBack(array_keys($lists), $mark === 0, $this->own, $mayRestart, $this->timeout)) {
                $this->held = array_slice($this->held, 0, $mark);
            }
        } catch (Throwable $failure) {
            throw $this->failure($failure);
        }
    }

    /** @return array{array<string, string>, array<string, bool>} what is locked */
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
     * Whether rows of locked lists must be read by `FOR UPDATE` to be seen as they are now. Rows are locked after their
     * list only: the other way round two connections could wait for each other.
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
            // Named locks end with the connection, and a connection that cannot give them free is gone.
        }
    }

    /** Whether the transaction was begun here and has changed nothing yet. */
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
        $timeout = $isHolding && $vendor->missesCircles($this->own)
            ? min($this->timeout, self::BRIEFLY)
            : $this->timeout;
        $vendor->acquire($table, $list, $this->own, $first, $timeout);
        $this->held[$list] = $table;
    }

    /** Logs that a list cannot be locked, and lets the connection know why. */
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
        // What is below, without a call.
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

    /** Making it may ask the server something, at which a cluster can reject the open transaction as at any statement. */
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
