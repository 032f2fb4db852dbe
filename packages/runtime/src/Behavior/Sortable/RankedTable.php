<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\ShapeCache;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
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
    private const INTEGER_TYPES = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

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

    /** The connection that lists were written by last. */
    private ?ConnectionInterface $con = null;

    private readonly bool $lockTable;
    private readonly bool $lockNothing;

    /** @var array<int, ScopeText> those of the scope columns that are text */
    private readonly array $texts;

    /** @var list<bool> which scope columns hold whole numbers */
    private readonly array $integers;

    /** @var array<int, ?int> how many digits after the point scope columns store */
    private readonly array $digits;

    /** @var list<int> the positions of scope columns that store fewer digits than may be given */
    public readonly array $roundedScopes;

    /** Whether the database has UUIDs as such, so that the case of their letters means nothing. */
    private readonly bool $hasUuids;

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
        $texts = [];
        foreach ($this->scopeColumns as $i => $column) {
            if (in_array($column->getType(), self::TEXT_TYPES, true)) {
                $texts[$i] = new ScopeText($this, $this->scopes[$i]);
            }
        }
        $this->texts = $texts;
        $this->integers = array_map(
            static fn (ColumnMap $column): bool => in_array($column->getType(), self::INTEGER_TYPES, true),
            $this->scopeColumns,
        );
        $this->digits = defined($map . '::SCOPE_DIGITS') ? $map::SCOPE_DIGITS : [];
        $this->roundedScopes = array_keys(array_filter($this->digits, is_int(...)));
        $this->hasUuids = !$adapter instanceof SqliteAdapter;
        $this->lockTable = $lock === 'table' || $texts !== [];
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

    /** The value of a scope column in the form in which scopes are compared. */
    public function stored(int $i, mixed $value): mixed
    {
        if ($value === null || (is_int($value) && $this->integers[$i])) {
            return $value;
        }
        $column = $this->scopeColumns[$i];
        $value = ScopeValue::stored($column, $value, $this->digits[$i] ?? null);

        return $column->getType() === 'UUID' && $this->hasUuids ? strtolower($value) : $value;
    }

    /** Whether two scopes are the same list to the database; which texts are, it alone knows. */
    public function same(?array $one, ?array $other): bool
    {
        if ($one === $other || $this->texts === [] || $one === null || $other === null) {
            return $one === $other;
        }
        foreach ($one as $i => $value) {
            if ($value !== $other[$i] && !$this->sameValue($i, $value, $other[$i])) {
                return false;
            }
        }

        return true;
    }

    public function sameValue(int $i, mixed $one, mixed $other): bool
    {
        $text = $this->texts[$i] ?? null;

        return $one === $other || (
            $text !== null && $one !== null && $other !== null
            && $text->identity($one) === $text->identity($other)
        );
    }

    /** @param list<list<mixed>> $scopes */
    public function isOneOf(?array $scope, array $scopes): bool
    {
        if (in_array($scope, $scopes, true)) {
            return true;
        }
        foreach ($this->texts === [] ? [] : $scopes as $other) {
            if ($this->same($scope, $other)) {
                return true;
            }
        }

        return false;
    }

    /**
     * Each list once, whatever spellings of its scope are given.
     *
     * @param list<list<mixed>> $scopes
     * @return list<list<mixed>>
     */
    public function lists(array $scopes): array
    {
        $lists = [];
        foreach ($this->texts === [] ? [] : $scopes as $scope) {
            $lists[$this->identity($scope)] ??= $scope;
        }

        return $this->texts === [] ? self::distinct($scopes) : array_values($lists);
    }

    /** A text that only scopes of the same list share. @param list<mixed> $scope */
    public function identity(array $scope): string
    {
        foreach ($this->texts as $i => $text) {
            $scope[$i] = $scope[$i] === null ? null : $text->identity($scope[$i]);
        }

        return (string) json_encode($scope, JSON_PARTIAL_OUTPUT_ON_ERROR);
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
            if ($column->getType() === 'UUID_BINARY') {
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

    public function writeConnection(?ConnectionInterface $con): ConnectionInterface
    {
        return $this->con = $con ?? Orm::getServiceContainer()->getWriteConnection($this->map::DATABASE_NAME);
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
        $this->con = $con;
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

            return [$this->stored(0, $isList ? reset($scope) : $scope)];
        }
        if ($scope === null) {
            return array_fill(0, $count, null);
        }
        $values = $this->valuesByPosition($scope);
        $stored = [];
        foreach (array_keys($this->scopeColumns) as $i) {
            $stored[] = $this->stored($i, $values[$i]);
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
