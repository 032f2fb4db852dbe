<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Closure;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\UpsertBuilder;
use Orm\Runtime\ActiveQuery\SqlBuilder\WritePlan;
use Orm\Runtime\ActiveRecord\ObjectImport;
use Orm\Runtime\ActiveRecord\RequiredColumns;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\UuidConverter;
use ReflectionMethod;
use Stringable;

/**
 * Updates and deletes the rows of a query in a transaction, around the query's hooks.
 *
 * @internal
 */
final class ModelWrites
{
    /** Returns the connection for writing. */
    public static function connection(ModelCriteria $query, ?ConnectionInterface $con): ConnectionWrapper
    {
        return $con === null
            ? Orm::services()->connections->toWrite($query->getDbName())
            : ConnectionWrapper::wrap($con);
    }

    /**
     * Runs a write transaction. Behaviors that depend on other rows may conflict with other processes; the transaction
     * is then retried, unless that would repeat hooks of the application.
     *
     * @param array{write?: bool} $options options of the transaction
     * @param Closure(ModelCriteria): int $work gets the query in its state before the first attempt
     */
    public static function inTransaction(
        ModelCriteria $query,
        ConnectionWrapper $con,
        array $options,
        Closure $work,
        bool $mayRepeat = true,
    ): int {
        $query = $query->isKeepQuery() ? clone $query : $query;
        if ($options === []) {
            return $con->transaction(static fn (): int => $work($query));
        }
        $spare = clone $query;
        $isFirst = true;

        return RepeatedTransaction::run(
            $con,
            static function () use ($work, $query, $spare, &$isFirst): int {
                $attempted = $isFirst ? $query : clone $spare;
                $isFirst = false;

                return $work($attempted);
            },
            $options,
            static fn (): bool => $mayRepeat && !self::hasOwnHooks($query),
        );
    }

    /**
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the key's columns
     * @param bool $isPlain whether the query has no clauses to reject and may have a plan
     */
    public static function upsert(
        ModelCriteria $query,
        array $values,
        array $by,
        ?ConnectionInterface $con,
        bool $isPlain,
    ): int {
        $isPlain || self::assertWritable($query, 'upsert');
        self::refuseConditions($query, 'upsert');
        if ($values === []) {
            throw new OrmException('upsert() needs at least one value');
        }
        $con = self::connection($query, $con);
        $table = $query->getTableMap();
        $columns = $stored = [];
        foreach ($values as $name => $value) {
            $columns[] = $column = self::writtenColumn($query, $table, (string) $name);
            $stored[] = TypeFamily::stored($column, $value);
        }
        if (in_array(null, $stored, true)) {
            (new RequiredColumns($columns, $table::AUTO_INCREMENT))->check($stored);
        }
        $rows = $isPlain ? WritePlan::upsert($query, $con, $columns, $stored, $by) : null;
        if ($rows === null) {
            [$sql, $context] = UpsertBuilder::build($query, $columns, $stored, $by);
            $rows = StatementRunner::write($query, $con, $sql, $context->params);
        }
        InstancePools::forgetChanged($table::class);

        return $rows;
    }

    /**
     * Loads the objects and saves each one.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param string $save the method that saves an object, such as save()
     */
    public static function saveEach(
        ModelCriteria $query,
        Criteria|array $values,
        ConnectionInterface $con,
        string $save = 'save',
    ): int {
        if ($values instanceof Criteria) {
            throw new LogicException('Individual saves take values by phpName, not a criteria');
        }
        $table = $query->getTableMap();
        $columns = [];
        foreach ($values as $name => $_) {
            $table::positionOf($name, TableMap::TYPE_PHPNAME);
            $columns[$name] = self::writtenColumn($query, $table, (string) $name);
        }
        $objects = $query->find($con);
        foreach ($objects as $object) {
            foreach ($values as $name => $value) {
                ObjectImport::set($object, $columns[$name], $value);
            }
            $object->$save($con);
        }

        return count($objects);
    }

    /**
     * Returns the values that a criteria sets, for hooks.
     *
     * @return array<string, mixed>
     */
    public static function valuesOf(Criteria $set): array
    {
        $values = [];
        foreach ($set->getMap() as $criterion) {
            $values[$criterion->getColumn()] = $criterion->getValue();
        }

        return $values;
    }

    /** @param array<string, mixed> $values by phpName */
    public static function assignments(ModelCriteria $query, TableMap $table, array $values): Criteria
    {
        $set = new Criteria($query->getDbName());
        foreach ($values as $name => $value) {
            $column = self::writtenColumn($query, $table, (string) $name);
            $stored = TypeFamily::stored($column, $value);
            if ($stored === null) {
                (new RequiredColumns([$column], null))->check([null]);
            }
            $set->add($column->getFullyQualifiedName(), $stored);
        }

        return $set;
    }

    /** Returns a column to write; throws if the database computes it. */
    private static function writtenColumn(ModelCriteria $query, TableMap $table, string $name): ColumnMap
    {
        $column = self::column($query, $table, $name);
        if ($column->isGenerated()) {
            throw new LogicException(sprintf(
                'The database computes the column %s: nothing else can write it',
                $column->getFullyQualifiedName(),
            ));
        }

        return $column;
    }

    /** @param string $name any spelling that findColumnByName() accepts */
    public static function column(ModelCriteria $query, TableMap $table, string $name): ColumnMap
    {
        return $table->findColumnByName($name) ?? throw new ColumnNotFoundException(
            sprintf('Model %s has no column "%s"', $query->getModelName(), $name),
        );
    }

    /**
     * Removes pooled objects of changed rows. Only an exact key identifies these objects. If no row has that key, the
     * row was deleted, so its object is removed even then.
     */
    public static function forgetInstances(ModelCriteria $query, TableMap $table, int $changedRows): void
    {
        self::forgetRows($table::class, self::exactKey($query, $table), $changedRows);
    }

    /**
     * Deletes an object's row like a query on its key would, without hooks.
     *
     * @param class-string<TableMap> $tableMapClass
     * @return int|null the number of rows; null: a query has to delete the row
     */
    public static function deleteByKey(string $tableMapClass, ConnectionWrapper $con, mixed $key): ?int
    {
        $columns = Orm::$services->facts[self::class][$tableMapClass] ?? self::keyColumns($tableMapClass);
        $parts = $tableMapClass::getTableMap()->storedKey($key);
        $rows = WritePlan::deleteByKey($tableMapClass, $con, array_keys($columns), $parts);
        if ($rows === null) {
            return null;
        }
        $exact = [];
        foreach (array_values($columns) as $i => $column) {
            $exact[] = self::exactValue($parts[$i], $column);
        }
        self::forgetRows($tableMapClass, self::keyOf($exact), $rows);
        if ($rows > 0) {
            $tableMapClass::clearRelatedInstancePool();
        }

        return $rows;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array<string, ColumnMap> columns by their names in conditions
     */
    private static function keyColumns(string $tableMapClass): array
    {
        $columns = [];
        foreach ($tableMapClass::getTableMap()->getPrimaryKeys() as $column) {
            $columns[$column->getFullyQualifiedName()] = $column;
        }

        return Orm::$services->facts[self::class][$tableMapClass] = $columns;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param mixed $key the key of the only row that may have changed; null: any row may have changed
     */
    private static function forgetRows(string $tableMapClass, mixed $key, int $changedRows): void
    {
        if ($key === null && $changedRows === 0) {
            return;
        }
        foreach ($key === null ? [] : $tableMapClass::getTableMap()->getPrimaryKeys() as $column) {
            if ($column->isText() || $column->isTypedText() || $column->getType() === ColumnTypes::CLOB) {
                InstancePools::forgetAlike($tableMapClass, $key);

                return;
            }
        }
        InstancePools::forgetChanged($tableMapClass, $key);
    }

    /** Returns the key of the only row that a query can match; null if it can match others. */
    private static function exactKey(ModelCriteria $query, TableMap $table): mixed
    {
        $conditions = $query->getMap();
        $columns = $table->getPrimaryKeys();
        if ($columns === [] || count($conditions) !== count($columns)) {
            return null;
        }
        $key = [];
        foreach ($columns as $column) {
            $criterion = $conditions[$column->getFullyQualifiedName()] ?? null;
            if (
                !$criterion instanceof BasicCriterion || $criterion->getComparison() !== Criteria::EQUAL
                || $criterion->getClauses() !== []
            ) {
                return null;
            }
            $key[] = self::exactValue($criterion->getValue(), $column);
        }

        return self::keyOf($key);
    }

    /**
     * @param non-empty-list<mixed> $parts
     * @return mixed the key; null if a part is null
     */
    private static function keyOf(array $parts): mixed
    {
        return in_array(null, $parts, true) ? null : (isset($parts[1]) ? $parts : $parts[0]);
    }

    /** @param bool $readsFirst true: the rows are read first, so a limit is allowed */
    public static function assertWritable(ModelCriteria $query, string $method, bool $readsFirst = false): void
    {
        $tableMap = $query->getTableMap();
        if ($tableMap->isReadOnly()) {
            throw new LogicException(sprintf('%s(): table "%s" is read-only', $method, $tableMap->getName()));
        }
        WriteExecutor::refusePartOfSelect($query, $method . '()', $readsFirst);
    }

    public static function refuseConditions(ModelCriteria $query, string $method): void
    {
        if ($query->hasWhereClause()) {
            throw new OrmException(sprintf('%s() cannot be used with conditions: they would have no effect', $method));
        }
    }

    private static function hasOwnHooks(ModelCriteria $query): bool
    {
        foreach (['preDelete', 'postDelete', 'preUpdate', 'postUpdate'] as $hook) {
            if ((new ReflectionMethod($query, $hook))->getDeclaringClass()->getName() !== ModelCriteria::class) {
                return true;
            }
        }

        return false;
    }

    /**
     * Returns the only value that a condition matches, in the form used in pool keys; null if that form is not certain.
     * `01` also equals the number 1, dates have many forms, and conditions on ENUM columns contain the index.
     */
    private static function exactValue(mixed $value, ColumnMap $column): mixed
    {
        if ($column->isTemporal() || $column->getValueSet() !== []) {
            return null;
        }
        if ($column->isUuid() && (is_string($value) || $value instanceof Stringable)) {
            $uuid = UuidConverter::canonical(trim((string) $value));

            return strlen($uuid) === 36 ? $uuid : null;
        }
        if (!is_string($value)) {
            return $value;
        }
        if (in_array($column->getType(), [ColumnTypes::BOOLEAN, ColumnTypes::BOOLEAN_EMU], true)) {
            return null;
        }
        if (PoolKey::isWrittenDifferently($column)) {
            // SQLite compares longer ones as floats.
            return strlen($value) <= 15 ? $value : null;
        }

        return !$column->isNumeric() || (string) (int) $value === $value ? $value : null;
    }
}
