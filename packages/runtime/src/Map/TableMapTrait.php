<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Closure;
use DateTimeInterface;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\TemporalValue;

use function array_slice;
use function count;
use function is_array;
use function is_float;
use function is_int;
use function is_string;

/** The static methods of a generated table map, and the instance pool. Its constants are those of TableMap. */
trait TableMapTrait
{
    /** @var array<string, list<int|string>> */
    private static array $fieldNames = [];

    /** @var array<string, array<int|string, int>> */
    private static array $fieldKeys = [];

    /** @var array<string, string>|null column names by phpName */
    private static ?array $columnNames = null;

    /** @var list<string>|null */
    private static ?array $selectColumns = null;

    /** @var array<string, list<class-string<TableMap>>>|null the cached result of cascadedColumns() */
    private static ?array $cascadedColumns = null;

    /**
     * The position of a row's key, if the rows are simple enough to use it as the pool key; otherwise a constant of
     * TableMap.
     */
    private static ?int $plainKey = null;

    /** @var array<int|string, ActiveRecordInterface> the instance pool, with one object per row */
    public static array $instances = [];

    /** @var (Closure(array<int, mixed>): ActiveRecordInterface)|null creates an object from a native row */
    private static ?Closure $rowReader = null;

    /** @var Closure|null creates and pools objects from native rows; null: create them one by one */
    private static ?Closure $rowsReader = null;

    /** @return TableMap&static */
    public static function getTableMap(): TableMap
    {
        return Orm::$services->maps[self::class] ?? self::findTableMap();
    }

    private static function findTableMap(): TableMap
    {
        $container = Orm::getServiceContainer();
        $mapClass = self::mapClass();
        if (TableMap::soleClass($mapClass::DATABASE_NAME, $mapClass::TABLE_NAME) === $mapClass) {
            return Orm::$services->maps[$mapClass] = new $mapClass();
        }
        $databaseMap = $container->getDatabaseMap($mapClass::DATABASE_NAME);
        $databaseMap->registerTableMapClassByName($mapClass::TABLE_NAME, null, $mapClass);
        $tableMap = $databaseMap->getTable($mapClass::TABLE_NAME);
        assert($tableMap instanceof static);
        if (Orm::$plans->reportsAdapterChanges) {
            Orm::$services->maps[self::class] = $tableMap;
        }

        return $tableMap;
    }

    /** @return list<int|string> in schema order */
    public static function getFieldNames(string $type = TableMap::TYPE_PHPNAME): array
    {
        if (self::$fieldNames === []) {
            self::$fieldNames = self::getTableMap()->fieldNames();
        }

        return self::$fieldNames[$type] ?? throw new OrmException(sprintf(
            'Unknown key type "%s"; known types: %s',
            $type,
            implode(', ', array_keys(self::$fieldNames)),
        ));
    }

    /** @return array<int|string, int> position by name */
    public static function getFieldKeys(string $type = TableMap::TYPE_PHPNAME): array
    {
        return self::$fieldKeys[$type] ??= array_flip(self::getFieldNames($type));
    }

    /**
     * Returns `table.column` for a phpName; null if the table has no such column.
     *
     * @internal
     */
    public static function columnOf(string $phpName): ?string
    {
        self::$columnNames ??= self::mapClass()::COLUMNS === []
            ? array_combine(self::getFieldNames(), self::getFieldNames(TableMap::TYPE_FIELDNAME))
            : array_column(self::mapClass()::COLUMNS, 0, 1);
        $name = self::$columnNames[$phpName] ?? null;

        return $name === null ? null : self::mapClass()::TABLE_NAME . '.' . $name;
    }

    public static function translateFieldName(string $name, string $fromType, string $toType): string
    {
        return (string) self::getFieldNames($toType)[self::positionOf($name, $fromType)];
    }

    /** @internal */
    public static function positionOf(int|string $name, string $type): int
    {
        return self::getFieldKeys($type)[$name] ?? throw new OrmException(sprintf(
            'Table "%s" has no column named "%s" (%s); known names: %s',
            self::mapClass()::TABLE_NAME,
            $name,
            $type,
            implode(', ', self::getFieldNames($type)),
        ));
    }

    /**
     * @param array<int|string, mixed> $row
     * @return array<int|string, mixed>
     */
    public static function translateFieldNames(array $row, string $fromType, string $toType): array
    {
        $toNames = self::getFieldNames($toType);
        $translated = [];
        foreach ($row as $name => $value) {
            $translated[$toNames[self::positionOf($name, $fromType)]] = $value;
        }

        return $translated;
    }

    /** Replaces the table by an alias: `book.title` becomes `b.title`. */
    public static function alias(string $alias, string $column): string
    {
        return str_replace(self::mapClass()::TABLE_NAME . '.', $alias . '.', $column);
    }

    /** @return list<string> the columns in a SELECT for complete objects, as `table.column` */
    public static function getSelectColumns(): array
    {
        if (self::$selectColumns === null) {
            self::$selectColumns = [];
            foreach (self::getTableMap()->getColumns() as $column) {
                if (!$column->isLazyLoad()) {
                    self::$selectColumns[] = $column->getFullyQualifiedName();
                }
            }
        }

        return self::$selectColumns;
    }

    public static function addSelectColumns(Criteria $criteria, ?string $alias = null): void
    {
        foreach (self::getSelectColumns() as $column) {
            $criteria->addSelectColumn($alias === null ? $column : self::alias($alias, $column));
        }
    }

    public static function removeSelectColumns(Criteria $criteria, ?string $alias = null): void
    {
        foreach (self::getSelectColumns() as $column) {
            $criteria->removeSelectColumn($alias === null ? $column : self::alias($alias, $column));
        }
    }

    /** @param array<int|string, mixed> $row */
    public static function getPrimaryKeyHashFromRow(
        array $row,
        int $offset = 0,
        string $indexType = TableMap::TYPE_NUM,
    ): ?string {
        if ($indexType !== TableMap::TYPE_NUM) {
            $row = RowClasses::rowByPosition(self::class, $row, $indexType);
            $offset = 0;
        }
        $keyType = self::mapClass()::KEY_TYPE;
        if ($keyType !== null && !PoolKey::isInRows($keyType)) {
            // The database returns another form of the key than the pool uses.
            return self::getInstanceKey(self::hydrateUnpooled($row, $offset, TableMap::TYPE_NUM)[0]);
        }
        $positions = self::mapClass()::PRIMARY_KEY_POSITIONS;
        if (!isset($positions[1])) {
            $key = isset($positions[0]) ? $row[$offset + $positions[0]] : null;

            if ($key === null) {
                return null;
            }

            return $keyType === null ? (string) $key : self::getInstanceKey($key);
        }
        if ($keyType !== null) {
            return self::getInstanceKey(array_map(static fn (int $i): mixed => $row[$offset + $i], $positions));
        }
        $key = [];
        foreach ($positions as $position) {
            $part = $row[$offset + $position];
            if (is_int($part)) {
                $key[] = (string) $part;
            } elseif (is_string($part)) {
                $key[] = $part;
            } else {
                return self::getInstanceKey(array_map(static fn (int $i): mixed => $row[$offset + $i], $positions));
            }
        }

        // For numbers and strings, this is the result of getInstanceKey().
        return serialize($key);
    }

    /**
     * @param array<int|string, mixed> $row
     * @return list<mixed>|\DateTimeInterface|int|string|float|null
     */
    public static function getPrimaryKeyFromRow(
        array $row,
        int $offset = 0,
        string $indexType = TableMap::TYPE_NUM,
    ) {
        [$object] = self::hydrateUnpooled($row, $offset, $indexType);

        return $object->getPrimaryKey();
    }

    /**
     * Returns the class of the table's objects. In maps with single table inheritance, a row and its offset are the
     * first parameters.
     *
     * @param bool $withPrefix whether to return the dotted package path
     */
    public static function getOMClass(bool $withPrefix = true): string
    {
        return self::classOfRow(null, 0, $withPrefix);
    }

    /**
     * Returns the model class of a row; without a row, that of the table.
     *
     * @param array<int, mixed>|null $row
     */
    private static function classOfRow(?array $row, int $offset, bool $withPrefix): string
    {
        return RowClasses::of(self::class, $row, $offset, $withPrefix);
    }

    /**
     * @param array<int|string, mixed> $row
     * @return array{ActiveRecordInterface|null, int} the object of the row, pooled or new, and the next offset
     */
    public static function populateObject(array $row, int $offset = 0, string $indexType = TableMap::TYPE_NUM): array
    {
        $key = self::getPrimaryKeyHashFromRow($row, $offset, $indexType);
        $object = self::getInstanceFromPool($key);
        if ($object !== null) {
            return [$object, $offset + self::mapClass()::NUM_HYDRATE_COLUMNS];
        }
        $class = self::onlyClass();
        if ($class !== null) {
            $object = new $class();
            $next = $object->hydrate($row, $offset, false, $indexType);
        } else {
            [$object, $next] = self::hydrateUnpooled($row, $offset, $indexType);
        }
        self::addInstanceToPool($object, $key);

        return [$object, $next];
    }

    /**
     * Returns the object of a positional row: the pooled one, or a new one, which is added to the pool.
     *
     * @internal
     * @param array<int, mixed> $row
     */
    public static function objectOf(array $row, int $offset): ActiveRecordInterface
    {
        $position = self::$plainKey ?? self::plainKey();
        if ($position === TableMap::NO_PLAIN_ROW || !InstancePools::$areEnabled) {
            return self::anyObjectOf($row, $offset);
        }
        $key = $position < 0 ? self::getPrimaryKeyHashFromRow($row, $offset) : $row[$offset + $position];
        if ($key !== null && isset(self::$instances[$key])) {
            return self::$instances[$key];
        }
        $values = $offset === 0 ? $row : array_slice($row, $offset, self::mapClass()::NUM_HYDRATE_COLUMNS);
        $object = (self::$rowReader)($values);
        if ($key === null) {
            // A right join may return rows without a row of this table. Each of them becomes a separate object.
            return $object;
        }
        self::$instances[$key] = $object;
        if (++InstancePools::$pooled > InstancePools::$limit) {
            InstancePools::sweep();
        }

        return $object;
    }

    /** @return list<ActiveRecordInterface> */
    public static function populateObjects(DataFetcherInterface $dataFetcher): array
    {
        $objects = [];
        foreach ($dataFetcher as $row) {
            $objects[] = self::populateObject($row, 0, $dataFetcher->getIndexType())[0];
        }

        return $objects;
    }

    /**
     * Returns the objects of positional rows. Pooled objects are returned unchanged.
     *
     * @internal
     * @param iterable<array<int, mixed>> $rows
     * @return list<ActiveRecordInterface>
     */
    public static function fetchObjects(iterable $rows): array
    {
        $position = self::$plainKey ?? self::plainKey();
        if ($position < 0 || !InstancePools::$areEnabled || self::$rowsReader === null) {
            $objects = [];
            foreach ($rows as $row) {
                $objects[] = self::objectOf($row, 0);
            }

            return $objects;
        }
        InstancePools::sweepIfFull();
        $before = count(self::$instances);
        $objects = (self::$rowsReader)($rows, $position, self::$instances);
        InstancePools::$pooled += count(self::$instances) - $before;

        return $objects;
    }

    /**
     * Returns the columns whose changes the database cascades to other tables, with the maps of these tables.
     *
     * @internal
     * @return array<string, list<class-string<TableMap>>> by `table.column`
     */
    public static function cascadedColumns(): array
    {
        return self::$cascadedColumns ??= CascadedChanges::columns(self::class);
    }

    /**
     * @param array<int, mixed> $row
     * @return array{ActiveRecordInterface, int}
     */
    private static function hydrateUnpooled(array $row, int $offset, string $indexType): array
    {
        $object = RowClasses::newInstance(self::class, $row, $offset, $indexType);

        return [$object, $object->hydrate($row, $offset, false, $indexType)];
    }

    /**
     * Returns the values for hydrateRow(): those of the hydrated columns in order, with integers and dates converted.
     *
     * @internal
     * @param array<int|string, mixed> $row a row from a driver or an application
     * @return list<mixed>
     */
    public static function nativeRow(array $row, int $offset, string $indexType): array
    {
        $values = $indexType === TableMap::TYPE_NUM
            ? array_pad(
                array_slice($row, $offset, self::mapClass()::NUM_HYDRATE_COLUMNS),
                self::mapClass()::NUM_HYDRATE_COLUMNS,
                null,
            )
            : RowClasses::rowByPosition(self::class, $row, $indexType);
        foreach (self::mapClass()::INTEGER_POSITIONS as $position) {
            if ($values[$position] !== null) {
                $values[$position] = (int) $values[$position];
            }
        }
        foreach (RowClasses::datePositions(self::class) as $position => $type) {
            if (is_int($values[$position]) || is_float($values[$position])) {
                // SQLite stores dates as other applications wrote them, also as timestamps.
                $values[$position] = TemporalValue::ofNumber($values[$position], $type);
            }
        }

        return $values;
    }

    /** @param object $object a model object */
    public static function addInstanceToPool(object $object, ?string $key = null): void
    {
        if ($object::TABLE_MAP !== self::class) {
            self::assertRow($object);
        }
        if (!InstancePools::$areEnabled) {
            return;
        }
        if ($key === null) {
            $key = $object->getPrimaryKey();
            if (!is_int($key)) {
                $key = self::getInstanceKey($key);
            }
            if ($key === null) {
                return;
            }
        }
        if (isset(self::$instances[$key])) {
            self::$instances[$key] = $object;

            return;
        }
        if (self::$instances === []) {
            InstancePools::$tableMaps[self::class] = true;
        }
        self::$instances[$key] = $object;
        if (++InstancePools::$pooled > InstancePools::$limit) {
            InstancePools::sweep();
        }
    }

    /** Rejects objects of other tables, because a query by key would return them. */
    private static function assertRow(ActiveRecordInterface $object): void
    {
        if (!Record::tableMap($object)::getTableMap()->hasRowsOf(self::getTableMap())) {
            throw new InvalidArgumentException(sprintf(
                'The instance pool of table "%s" cannot contain a %s, which is an object of table "%s"',
                self::mapClass()::TABLE_NAME,
                $object::class,
                Record::tableMap($object)::TABLE_NAME,
            ));
        }
    }

    /** @return ActiveRecordInterface|null */
    public static function getInstanceFromPool(?string $key): ?object
    {
        return $key !== null && InstancePools::$areEnabled ? self::$instances[$key] ?? null : null;
    }

    /** @param mixed $value an object or a primary key */
    public static function removeInstanceFromPool(mixed $value): void
    {
        $key = self::getInstanceKey($value);
        if ($key !== null) {
            unset(self::$instances[$key]);
        }
    }

    /**
     * Returns whether queries that find this object's row return this object.
     *
     * @internal
     */
    public static function hasInPool(ActiveRecordInterface $object): bool
    {
        $key = $object->getPrimaryKey();
        $key = is_int($key) ? $key : self::getInstanceKey($key);

        return $key !== null && (self::$instances[$key] ?? null) === $object;
    }

    /**
     * Called after an object's row was written with an unchanged key. If another object is in the pool, this object was
     * removed from it earlier and missed later statements, so neither object has all current values.
     *
     * @internal
     */
    public static function rowWritten(ActiveRecordInterface $object): void
    {
        if (self::$instances === []) {
            return;
        }
        $key = $object->getPrimaryKey();
        $key = is_int($key) ? $key : self::getInstanceKey($key);
        $pooled = $key === null ? null : self::$instances[$key] ?? null;
        if ($pooled !== null && $pooled !== $object) {
            InstancePools::forgetChanged(self::class, $object);
        }
    }

    /**
     * Returns the pool by reference. Only InstancePools may change it.
     *
     * @internal
     * @return array<int|string, ActiveRecordInterface>
     */
    public static function &objectPool(): array
    {
        return self::$instances;
    }

    public static function clearInstancePool(): void
    {
        self::$instances = [];
    }

    /** Empties the pools of the tables whose rows the database deletes or changes together with those of this table. */
    public static function clearRelatedInstancePool(): void
    {
        CascadedChanges::forgetDeleted(self::class);
    }

    /** @param mixed $value an object or a primary key */
    public static function getInstanceKey(mixed $value): ?string
    {
        if ($value instanceof ActiveRecordInterface) {
            $value = $value->getPrimaryKey();
        }
        if (self::mapClass()::KEY_TYPE !== null) {
            return PoolKey::of(self::class, $value);
        }
        if (is_int($value) || is_string($value)) {
            return (string) $value;
        }
        if (!is_array($value)) {
            return $value === null ? null : PoolKey::part(self::mapClass()::TABLE_NAME, $value);
        }
        $parts = [];
        $complete = false;
        foreach ($value as $part) {
            if (is_string($part) || is_int($part)) {
                $complete = true;
                $parts[] = (string) $part;
            } else {
                $complete = $complete || $part !== null;
                $parts[] = PoolKey::part(self::mapClass()::TABLE_NAME, $part);
            }
        }

        return $complete ? serialize($parts) : null;
    }

    /**
     * Inserts a row without running hooks of model objects. If an object is passed, it is not changed.
     *
     * @param ActiveRecordInterface|Criteria $criteria
     * @return mixed the new primary key
     */
    public static function doInsert($criteria, ?ConnectionInterface $con = null)
    {
        return TableWrites::insert(self::class, $criteria, $con);
    }

    /**
     * @param ActiveRecordInterface|Criteria|DateTimeInterface|array<mixed>|int|string|float $values conditions, an
     *     object, a key or a list of keys (for composite keys: an array, or a list of arrays)
     */
    public static function doDelete($values, ?ConnectionInterface $con = null): int
    {
        return TableWrites::delete(self::class, $values, $con);
    }

    public static function doDeleteAll(?ConnectionInterface $con = null): int
    {
        return TableWrites::deleteAll(self::class, $con);
    }

    /** @return array<string, list<string>> values of the ENUM and SET columns by `table.column` */
    public static function getValueSets(): array
    {
        return self::mapClass()::VALUE_SETS;
    }

    /** @return list<string> */
    public static function getValueSet(string $colname): array
    {
        return self::mapClass()::VALUE_SETS[$colname] ?? throw new OrmException(
            sprintf('Column "%s" has no value set', $colname),
        );
    }

    /** Determines self::$plainKey before the first object of the table is created. */
    private static function plainKey(): int
    {
        InstancePools::$tableMaps[self::class] = true;
        $class = self::onlyClass();
        $key = self::mapClass()::PRIMARY_KEY_POSITIONS;
        if (Orm::$hasShortcuts && $class !== null && $key !== []) {
            $record = Record::of($class);
            $prototype = $record->prototype();
            self::$rowReader = $record->rowReader($prototype);
            self::$rowsReader = $prototype === null ? null : $record->rowsReader($prototype);
        }

        return self::$plainKey = match (true) {
            self::$rowReader === null || self::isKeyConverted() => TableMap::NO_PLAIN_ROW,
            count($key) === 1 && self::mapClass()::KEY_TYPE === null => $key[0],
            default => TableMap::NO_PLAIN_KEY,
        };
    }

    /** Returns whether the pool key does not follow from the form of the key in rows. Most tables do not load PoolKey. */
    private static function isKeyConverted(): bool
    {
        $keyType = self::mapClass()::KEY_TYPE;

        return $keyType !== null && !PoolKey::isInRows($keyType);
    }

    /** @return class-string<TableMap> this class, because a trait cannot refer to its constants */
    private static function mapClass(): string
    {
        return self::class;
    }

    /** @return class-string<ActiveRecordInterface>|null the model class; null if each row determines its class */
    private static function onlyClass(): ?string
    {
        $map = self::mapClass();

        return $map::CLASS_KEY_POSITION === null && $map::OM_CLASS !== '' ? $map::OM_CLASS : null;
    }

    /** @param array<int, mixed> $row */
    private static function anyObjectOf(array $row, int $offset): ActiveRecordInterface
    {
        $isPooled = InstancePools::$areEnabled && self::mapClass()::PRIMARY_KEY_POSITIONS !== [];
        $isConverted = self::isKeyConverted();
        $key = $isPooled && !$isConverted ? self::getPrimaryKeyHashFromRow($row, $offset) : null;
        if ($key !== null && isset(self::$instances[$key])) {
            return self::$instances[$key];
        }
        if (self::$rowReader !== null) {
            $object = (self::$rowReader)(array_slice($row, $offset, self::mapClass()::NUM_HYDRATE_COLUMNS));
        } else {
            $class = self::onlyClass();
            $object = $class === null
                ? RowClasses::newInstance(self::class, $row, $offset, TableMap::TYPE_NUM)
                : new $class();
            $object->hydrate($row, $offset);
        }
        if ($isPooled && $isConverted) {
            // The database returns another form of the key than the pool uses.
            $key = self::getInstanceKey($object);
            if ($key !== null && isset(self::$instances[$key])) {
                return self::$instances[$key];
            }
        }
        if ($key !== null) {
            self::$instances[$key] = $object;
            if (++InstancePools::$pooled > InstancePools::$limit) {
                InstancePools::sweep();
            }
        }

        return $object;
    }
}
