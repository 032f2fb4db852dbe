<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Behavior\ListLock\ListLocks;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;

/**
 * A table whose rows have positions in lists or trees: its key, and the locks of its writers.
 *
 * @internal
 */
abstract class ListTable
{
    use CurrentAdapterTrait;

    /** The quoted name of the table. */
    public readonly string $name;

    /** @var list<ColumnMap> */
    public readonly array $keyColumns;

    /** @var list<string> the quoted names of the key columns */
    public readonly array $keys;

    /** The number of writes of this process to lists of the table. After a write, values read before may be stale. */
    public int $revision = 0;

    /** Whether writers lock all lists of the table. */
    protected bool $lockTable = false;

    /** Whether writers lock nothing. */
    protected bool $lockNothing = false;

    /** The connection that last wrote lists. */
    private ?ConnectionInterface $con = null;

    /** The locks of that connection, once requested. */
    private ?ListLocks $locks = null;

    /** Whether the database has a native UUID type, which ignores the case of letters. */
    protected readonly bool $hasUuids;

    /** @param class-string<TableMap> $map */
    protected function __construct(public readonly string $map, public readonly AdapterInterface $adapter)
    {
        $tableMap = $map::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $this->name = $names->table($map::TABLE_NAME);
        $this->keyColumns = array_values($tableMap->getPrimaryKeys());
        $this->keys = array_map(
            static fn (ColumnMap $column): string => $names->identifier($column->getName()),
            $this->keyColumns,
        );
        $this->hasUuids = !$adapter instanceof SqliteAdapter;
    }

    /**
     * Returns each scope once; null is not 0.
     *
     * @param list<list<mixed>> $scopes
     * @return list<list<mixed>>
     */
    public static function distinct(array $scopes): array
    {
        $distinct = [];
        foreach ($scopes as $scope) {
            if (!in_array($scope, $distinct, true)) {
                $distinct[] = $scope;
            }
        }

        return $distinct;
    }

    /**
     * Converts the key in a driver's row to the form that statements expect.
     *
     * @param list<mixed> $key
     * @return list<mixed>
     */
    public function key(array $key): array
    {
        foreach ($this->keyColumns as $i => $column) {
            if (isset(ColumnMap::UUID_BYTES[$column->getType()])) {
                $key[$i] = TypeFamily::canonical($column, $key[$i]);
            }
        }

        return $key;
    }

    /**
     * Returns a string that identifies the row of a key, regardless of the key's spelling.
     *
     * @param list<mixed> $key
     */
    public function keyText(array $key): string
    {
        if (count($key) === 1 && is_int($key[0])) {
            return (string) $key[0];
        }
        $texts = [];
        foreach ($key as $i => $part) {
            $type = $this->keyColumns[$i]->getType();
            $text = (string) TypeFamily::canonical($this->keyColumns[$i], $part);
            $texts[] = $type === 'UUID' && $this->hasUuids ? strtolower($text) : $text;
        }

        return count($texts) === 1 ? $texts[0] : serialize($texts);
    }

    /**
     * Returns the condition for the row of a key.
     *
     * @param list<mixed> $key
     */
    public function hasKey(array $key): Sql
    {
        $parts = [];
        foreach ($this->keyColumns as $i => $column) {
            $parts[] = Sql::equal($this->keys[$i], $column, $key[$i]);
        }

        return Sql::join(' AND ', $parts);
    }

    /** @param non-empty-list<list<mixed>> $keys */
    public function hasOneOfKeys(array $keys): Sql
    {
        if (count($this->keys) > 1) {
            return Sql::join(' OR ', array_map(fn (array $key): Sql => $this->hasKey($key)->inBrackets(), $keys))
                ->inBrackets();
        }
        $type = $this->keyColumns[0]->getType();

        return Sql::of(
            $this->keys[0] . ' IN (' . implode(', ', array_fill(0, count($keys), '?')) . ')',
            array_map(static fn (array $key): array => [$key[0], $type], $keys),
        );
    }

    public function writeConnection(?ConnectionInterface $con): ConnectionWrapper
    {
        $con ??= Orm::getServiceContainer()->getWriteConnection($this->map::DATABASE_NAME);

        return $this->use(ConnectionWrapper::wrap($con));
    }

    /** Returns a connection for queries about the columns of the table. */
    public function connection(): ConnectionInterface
    {
        return $this->con ?? $this->writeConnection(null);
    }

    /** @return array{write?: bool} the options of a transaction that will write lists */
    public function transactionOptions(): array
    {
        return $this->lockNothing ? [] : ['write' => true];
    }

    /** Records that statements have written rows. */
    public function written(ConnectionInterface $con): void
    {
        $this->revision++;
        ConnectionWrapper::wrap($con)->rollbackLog?->changed();
    }

    /**
     * Returns whether the instance pool of the class is enabled, and the connection is the one that the pool is for.
     */
    public function isPooled(ConnectionInterface $con): bool
    {
        return InstancePools::$areEnabled && !InstancePools::isForeign($con, $this->map::DATABASE_NAME);
    }

    /** @return array<int|string, ActiveRecordInterface> the pool, if the connection is the one that the pool is for */
    public function instances(ConnectionInterface $con): array
    {
        return $this->isPooled($con) ? $this->map::objectPool() : [];
    }

    /**
     * Locks lists, so that their other writers wait until the transaction ends.
     *
     * @param list<list<mixed>> $scopes
     */
    public function lock(ConnectionInterface $con, array $scopes): void
    {
        if ($con !== $this->con) {
            $this->use($con);
        }
        ($this->locks ?? $this->locks($con))?->lock($this->name, $this->lockTable ? [[]] : $scopes);
    }

    /** Prepares reading the rows that determine which lists to lock. */
    public function prepareLocks(ConnectionInterface $con): void
    {
        $this->locks($con)?->prepare($this->name);
    }

    /**
     * Locks the lists of rows and reads the rows. Only the rows determine which lists must be locked, so the lists are
     * guessed first. If the guess was wrong, all lists are locked again in lock order, because locking a further list
     * while others are held could make two connections wait for each other.
     *
     * @template T
     * @param list<list<mixed>> $scopes the guessed lists
     * @param callable(list<list<mixed>>): array{T, list<list<mixed>>} $read receives the locked lists, and
     *     returns its result and the lists of the rows
     * @return T
     */
    public function lockAndRead(ConnectionInterface $con, array $scopes, callable $read): mixed
    {
        $locks = $this->locks($con);
        $mark = $locks?->mark() ?? 0;
        while (true) {
            $this->lock($con, $scopes);
            [$result, $found] = $read($scopes);
            if ($locks === null || $this->isLocked($con, $found)) {
                return $result;
            }
            $locks->giveBack($mark);
            $scopes = self::distinct([...$scopes, ...$found]);
        }
    }

    /**
     * Returns whether no other connection can write these lists now.
     *
     * @param list<list<mixed>> $scopes
     */
    public function isLocked(ConnectionInterface $con, array $scopes): bool
    {
        return $this->locks($con)?->hold($this->name, $this->lockTable ? [[]] : $scopes) ?? true;
    }

    /** Returns the lock clause of a SELECT of rows that will be written. */
    public function readLock(ConnectionInterface $con): string
    {
        return $this->locks($con)?->needsLockingReads() ? ' FOR UPDATE' : '';
    }

    /** Returns the clause of a SELECT that locks its rows; null if the database has no such clause. */
    public static function lockText(AdapterInterface $adapter, string $type): ?string
    {
        $sql = '';
        try {
            $adapter->applyLock($sql, new Lock($type));
        } catch (LogicException) {
            return null;
        }

        return $sql;
    }

    /**
     * Returns the locks of the connection; null if writers lock nothing, or the connection is not one of the library.
     */
    private function locks(ConnectionInterface $con): ?ListLocks
    {
        if ($this->locks !== null && $con === $this->con) {
            return $this->locks;
        }
        $wrapper = ConnectionWrapper::wrap($con);
        $locks = $this->lockNothing || !$wrapper->followsTransactions() ? null : $wrapper->listLocks();
        if ($con === $this->con) {
            $this->locks = $locks;
        }

        return $locks;
    }

    /**
     * @template T of ConnectionInterface
     * @param T $con
     * @return T
     */
    private function use(ConnectionInterface $con): ConnectionInterface
    {
        if ($con !== $this->con) {
            $this->con = $con;
            $this->locks = null;
        }

        return $con;
    }
}
