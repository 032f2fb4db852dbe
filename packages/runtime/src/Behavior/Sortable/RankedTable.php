<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\ShapeCache;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\FastPaths;

/**
 * A table whose rows are members of lists: its rank, scope and key columns, and how they are written in SQL.
 *
 * @internal
 */
final class RankedTable
{
    private const TEXT_TYPES = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CLOB_EMU'];

    /** @var array<class-string<TableMap>, self> */
    private static array $known = [];

    /** The table as SQL writes it. */
    public readonly string $name;

    /** The rank column as SQL writes it. */
    public readonly string $rank;

    public readonly ColumnMap $rankColumn;

    /** @var list<ColumnMap> */
    public readonly array $scopeColumns;

    /** @var list<string> the scope columns as SQL writes them */
    public readonly array $scopes;

    /** @var list<ColumnMap> */
    public readonly array $keyColumns;

    /** @var list<string> the key columns as SQL writes them */
    public readonly array $keys;

    /** Whether a unique index holds the rank column, so that no two rows may share a rank even for a moment. */
    public readonly bool $unique;

    /** The property of model objects that holds the rank. */
    public readonly string $rankProperty;

    /** @var list<string> the properties that hold the scope */
    public readonly array $scopeProperties;

    /** @var array<string, string> rank and scope columns with their tables, by property */
    public readonly array $columnNames;

    /** Whether values of scopes can be given to a statement all at once, without their types. */
    public readonly bool $bindsScopePlainly;

    /** Whether an INSERT can find out the rank of its row and give it back. */
    public readonly bool $ranksByInsert;

    public readonly ListSql $sql;

    /** Counts what this process writes to lists of the table: what was read before is known no more. */
    public int $revision = 0;

    /** The revision of adapters that this table was checked for. */
    private int $adapterRevision = -1;

    private readonly bool $lockTable;
    private readonly bool $lockNothing;

    /** @param class-string<TableMap> $map */
    private function __construct(public readonly string $map, public readonly AdapterInterface $adapter)
    {
        $tableMap = $map::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $write = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $this->name = $names->table($map::TABLE_NAME);
        $this->rankColumn = $tableMap->getColumn($map::RANK_COL);
        $this->rank = $write($this->rankColumn);
        $this->scopeColumns = array_map(
            $tableMap->getColumn(...),
            defined($map . '::SCOPE_COLS') ? $map::SCOPE_COLS : [],
        );
        $this->scopes = array_map($write, $this->scopeColumns);
        $property = static fn (ColumnMap $column): string => $column->getProperty();
        $this->rankProperty = $property($this->rankColumn);
        $this->scopeProperties = array_map($property, $this->scopeColumns);
        $this->columnNames = array_combine(
            [$this->rankProperty, ...$this->scopeProperties],
            array_map(
                static fn (ColumnMap $column): string => $column->getFullyQualifiedName(),
                [$this->rankColumn, ...$this->scopeColumns],
            ),
        );
        $this->keyColumns = array_values($tableMap->getPrimaryKeys());
        $this->keys = array_map($write, $this->keyColumns);
        $this->unique = defined($map . '::RANK_IS_UNIQUE');
        $lock = $tableMap->getBehaviors()['sortable']['lock'] ?? 'auto';
        $hasText = array_filter(
            $this->scopeColumns,
            static fn (ColumnMap $column): bool => in_array($column->getType(), self::TEXT_TYPES, true),
        );
        $this->lockTable = $lock === 'table' || $hasText !== [];
        $this->lockNothing = $lock === 'none';
        $this->bindsScopePlainly = array_filter(
            $this->scopeColumns,
            static fn (ColumnMap $column): bool => !$adapter->bindsPlainly($column->getType()),
        ) === [];
        $this->ranksByInsert = $adapter->supportsInsertReturning() && FastPaths::$enabled;
        $this->sql = new ListSql($this);
    }

    /** @param class-string<TableMap> $map */
    public static function of(string $map): self
    {
        $table = self::$known[$map] ?? null;
        if ($table !== null && $table->adapterRevision === ShapeCache::$revision && ShapeCache::$isTold) {
            return $table;
        }
        $adapter = Orm::getServiceContainer()->getAdapter($map::DATABASE_NAME);
        if ($table?->adapter !== $adapter) {
            $table = self::$known[$map] = new self($map, $adapter);
        }
        $table->adapterRevision = ShapeCache::$revision;

        return $table;
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

    public function writeConnection(?ConnectionInterface $con): ConnectionInterface
    {
        return $con ?? Orm::getServiceContainer()->getWriteConnection($this->map::DATABASE_NAME);
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
        if ($con instanceof ConnectionWrapper) {
            $con->getRollbackLog()?->written($this->map);
        }
    }

    /**
     * Makes other writers of these lists wait until the transaction ends.
     *
     * @param list<list<mixed>> $scopes
     */
    public function lock(ConnectionInterface $con, array $scopes): void
    {
        if ($this->lockNothing || !$con instanceof ConnectionWrapper) {
            return;
        }
        $con->lockLists($this->name, $this->lockTable ? [[]] : $scopes);
    }

    /** Before rows are read that say which lists are to be locked. */
    public function prepareLocks(ConnectionInterface $con): void
    {
        if (!$this->lockNothing && $con instanceof ConnectionWrapper) {
            $con->prepareListLocks($this->name);
        }
    }

    /**
     * Locks the lists of rows and reads the rows, of which only the second can tell what the first has to do. When the
     * guess was wrong, all lists are locked again in their order: to lock another one while others are held could make
     * two connections wait for each other.
     *
     * @template T
     * @param list<list<mixed>> $scopes the lists as far as they can be guessed
     * @param callable(list<list<mixed>>): array{T, list<list<mixed>>} $read is told which lists were asked for, and
     *     gives what it has read and the lists that the rows are in
     * @return T
     */
    public function lockAndRead(ConnectionInterface $con, array $scopes, callable $read): mixed
    {
        $mark = $con instanceof ConnectionWrapper && !$this->lockNothing ? $con->markLists() : 0;
        while (true) {
            $this->lock($con, $scopes);
            [$result, $found] = $read($scopes);
            if ($this->isLocked($con, $found)) {
                return $result;
            }
            assert($con instanceof ConnectionWrapper);
            $con->giveBackLists($mark);
            $scopes = self::distinct([...$scopes, ...$found]);
        }
    }

    /**
     * Whether nobody else can write these lists now.
     *
     * @param list<list<mixed>> $scopes
     */
    public function isLocked(ConnectionInterface $con, array $scopes): bool
    {
        if ($this->lockNothing || !$con instanceof ConnectionWrapper) {
            return true;
        }
        foreach ($this->lockTable ? [[]] : $scopes as $scope) {
            if (!$con->holdsList($this->name, $scope)) {
                return false;
            }
        }

        return true;
    }

    /** What a SELECT of rows that will be written ends with. */
    public function readLock(ConnectionInterface $con): string
    {
        return !$this->lockNothing && $con instanceof ConnectionWrapper && $con->needsLockingReads()
            ? ' FOR UPDATE'
            : '';
    }

    /**
     * A scope as it is stored, from what an application gives: one value a column, or the values of all.
     *
     * @return list<mixed>
     */
    public function scope(mixed $scope): array
    {
        $count = count($this->scopeColumns);
        if ($count === 0) {
            return [];
        }
        if ($count === 1) {
            $column = $this->scopeColumns[0];
            $isList = is_array($scope) && $column->getType() !== 'SET' && count($scope) === 1;

            return [ScopeValue::stored($column, $isList ? reset($scope) : $scope)];
        }
        if ($scope === null) {
            return array_fill(0, $count, null);
        }
        $values = $this->valuesByPosition($scope);
        $stored = [];
        foreach ($this->scopeColumns as $i => $column) {
            $stored[] = ScopeValue::stored($column, $values[$i]);
        }

        return $stored;
    }

    /**
     * The values of several scope columns in their order.
     *
     * @return list<mixed>
     */
    public function valuesByPosition(mixed $scope): array
    {
        $count = count($this->scopeColumns);
        if ($scope === null) {
            return array_fill(0, $count, null);
        }
        if (!is_array($scope) || count($scope) !== $count) {
            throw new OrmException(sprintf(
                'The lists of table "%s" have %d scope columns: give an array with a value for each',
                $this->map::TABLE_NAME,
                $count,
            ));
        }
        if (array_is_list($scope)) {
            return $scope;
        }
        $values = [];
        foreach ($this->scopeColumns as $column) {
            $name = array_key_exists($column->getName(), $scope) ? $column->getName() : $column->getPhpName();
            if (!array_key_exists($name, $scope)) {
                throw new OrmException(sprintf('The scope has no value for the column "%s"', $column->getName()));
            }
            $values[] = $scope[$name];
        }

        return $values;
    }
}
