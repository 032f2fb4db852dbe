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

/**
 * A table whose rows have places among others, in lists or trees: its key, and the locks that its writers take.
 *
 * @internal
 */
abstract class ListTable
{
    use CurrentAdapterTrait;

    /** The table as SQL writes it. */
    public readonly string $name;

    /** @var list<ColumnMap> */
    public readonly array $keyColumns;

    /** @var list<string> the key columns as SQL writes them */
    public readonly array $keys;

    /** Counts the writes of this process to lists of the table: after a write, what was read before may be old. */
    public int $revision = 0;

    /** Whether writers lock all lists of the table at once. */
    protected bool $lockTable = false;

    /** Whether writers lock nothing. */
    protected bool $lockNothing = false;

    /** The connection that lists were written by last. */
    private ?ConnectionInterface $con = null;

    /** The locks of that connection, once they were asked for. */
    private ?ListLocks $locks = null;

    /** Whether the database has UUIDs as such, so that the case of their letters means nothing. */
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
     * Each scope once; null is not 0.
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
     * A key as statements take it, from a row as the driver gives it.
     *
     * @param list<mixed> $key
     * @return list<mixed>
     */
    public function key(array $key): array
    {
        foreach ($this->keyColumns as $i => $column) {
            if (isset(ColumnMap::UUID_BYTES[$column->getType()])) {
                $key[$i] = ScopeValue::stored($column, $key[$i]);
            }
        }

        return $key;
    }

    /** A text that stands for the key of a row, however it is written. @param list<mixed> $key */
    public function keyText(array $key): string
    {
        if (count($key) === 1 && is_int($key[0])) {
            return (string) $key[0];
        }
        $texts = [];
        foreach ($key as $i => $part) {
            $type = $this->keyColumns[$i]->getType();
            $text = (string) ScopeValue::stored($this->keyColumns[$i], $part);
            $texts[] = $type === 'UUID' && $this->hasUuids ? strtolower($text) : $text;
        }

        return count($texts) === 1 ? $texts[0] : serialize($texts);
    }

    /** The condition for the row of a key. @param list<mixed> $key */
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

    /** Where to ask about the columns of the table. */
    public function connection(): ConnectionInterface
    {
        return $this->con ?? $this->writeConnection(null);
    }

    /** @return array{write?: bool} what a transaction needs to know that will write lists */
    public function transactionOptions(): array
    {
        return $this->lockNothing ? [] : ['write' => true];
    }

    /** Notes that rows were written by statement: a rollback then empties the pool of the class. */
    public function written(ConnectionInterface $con): void
    {
        $this->revision++;
        ConnectionWrapper::wrap($con)->rollbackLog?->written($this->map);
    }

    /** Whether the pool of the class is used, and the connection is the one that it is for. */
    public function isPooled(ConnectionInterface $con): bool
    {
        return InstancePools::$areEnabled && !InstancePools::isForeign($con, $this->map::DATABASE_NAME);
    }

    /** @return array<int|string, ActiveRecordInterface> the pool, if the connection is the one that it is for */
    public function instances(ConnectionInterface $con): array
    {
        return $this->isPooled($con) ? $this->map::objectPool() : [];
    }

    /**
     * Makes other writers of these lists wait until the transaction ends.
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

    /** Before rows are read that say which lists are to be locked. */
    public function prepareLocks(ConnectionInterface $con): void
    {
        $this->locks($con)?->prepare($this->name);
    }

    /**
     * Locks the lists of rows and reads the rows. Only the rows say which lists have to be locked, so the lists are
     * guessed first. If the guess was wrong, all lists are locked again in their order: to lock another one while
     * others are held could make two connections wait for each other.
     *
     * @template T
     * @param list<list<mixed>> $scopes the lists as far as they can be guessed
     * @param callable(list<list<mixed>>): array{T, list<list<mixed>>} $read gets the lists that were asked for, and
     *     returns what it has read and the lists that the rows are in
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
     * Whether no other connection can write these lists now.
     *
     * @param list<list<mixed>> $scopes
     */
    public function isLocked(ConnectionInterface $con, array $scopes): bool
    {
        return $this->locks($con)?->hold($this->name, $this->lockTable ? [[]] : $scopes) ?? true;
    }

    /** What a SELECT of rows that will be written ends with. */
    public function readLock(ConnectionInterface $con): string
    {
        return $this->locks($con)?->needsLockingReads() ? ' FOR UPDATE' : '';
    }

    /** What a SELECT that locks its rows ends with; null: the database does not lock rows in that way. */
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

    /** The locks of the connection; null: writers lock nothing, or the connection is not of the library. */
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
