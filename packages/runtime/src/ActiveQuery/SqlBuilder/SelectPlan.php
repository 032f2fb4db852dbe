<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementFailure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Formatter\Hydration;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\BoundValue;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

use function count;
use function in_array;
use function is_int;
use function is_string;

/**
 * How queries of one shape are executed: their SQL, how to bind their values, how to make objects of rows.
 *
 * @internal
 */
final class SelectPlan
{
    /** What is selected: the objects of all rows, that of the first row, the one that all rows are of, or their number. */
    public const ROWS = 'rows';
    public const FIRST = 'first';
    public const OBJECT = 'object';
    public const COUNT = 'count';

    private const FEW_ROWS = 100;
    private const INTEGERS = [
        ColumnTypes::INTEGER, ColumnTypes::SMALLINT, ColumnTypes::TINYINT, ColumnTypes::BIGINT, ColumnTypes::ENUM,
        ColumnTypes::SET,
    ];

    /** @var list<array{table: string, column: string, value: mixed}> without values */
    private readonly array $params;

    /** @var array<string, string> type of column by placeholder */
    private readonly array $types;

    /**
     * The PDO types by placeholder if all values, whose own types belong to the shape, are bound as they are.
     *
     * @var array<string, int>|null
     */
    private readonly ?array $plainTypes;

    /** Whether the values can be given to execute() as they are. */
    private readonly bool $isBoundAtOnce;

    /** Whether there is nothing in the values that a statement would have to forget. */
    private readonly bool $hasOnlyIntegers;

    /** How a row becomes an object; null: by the table map alone. */
    private readonly ?Hydration $hydration;

    /** Whether each row is an object of its own. */
    private readonly bool $isObjectARow;

    /** @var list<class-string<TableMap>> of all objects in a row */
    private readonly array $tableMapClasses;

    /** Whether the rows are so few that having them all at once is nothing. */
    private readonly bool $isSmall;
    private readonly ObjectFormatter $formatter;
    private readonly string $modelName;
    private readonly ?string $collectionClass;

    /**
     * @param ModelCriteria<ActiveRecordInterface> $query of this shape
     * @param class-string<TableMap> $tableMapClass of that query
     * @param list<array{table: string, column: string, value: mixed}> $params of that query
     */
    public function __construct(
        public readonly string $sql,
        public readonly AdapterInterface $adapter,
        ModelCriteria $query,
        private readonly string $tableMapClass,
        array $params,
    ) {
        $types = $plainTypes = [];
        foreach ($params as $i => ['table' => $table, 'column' => $column, 'value' => $value]) {
            $type = $query->getDatabaseMap()->getTable($table)->getColumn($column)->getType();
            $isInteger = in_array($type, self::INTEGERS, true);
            $types[':p' . ($i + 1)] = $type;
            if ($adapter->bindsPlainly($type) && ($isInteger ? is_int($value) : is_string($value))) {
                $plainTypes[':p' . ($i + 1)] = $isInteger ? PDO::PARAM_INT : PDO::PARAM_STR;
            }
            // The next query of this shape has other values, and a plan lives as long as the process.
            $params[$i]['value'] = null;
        }
        $this->params = $params;
        $this->types = $types;
        $this->plainTypes = count($plainTypes) === count($types) ? $plainTypes : null;
        $this->isBoundAtOnce = $this->plainTypes !== null && $adapter->bindsNamesByPosition()
            && ($adapter->infersParameterTypes() || !in_array(PDO::PARAM_INT, $plainTypes, true));
        $this->hasOnlyIntegers = !in_array(PDO::PARAM_STR, $this->plainTypes ?? [PDO::PARAM_STR], true);
        $withs = $query->getWith();
        $isObjectARow = true;
        foreach ($withs as $with) {
            $isObjectARow = $isObjectARow && !$with->isToMany;
        }
        $this->isObjectARow = $isObjectARow;
        $this->tableMapClasses = [$tableMapClass, ...array_column($withs, 'tableMapClass')];
        $this->hydration = $withs === [] ? null : new Hydration($tableMapClass, $withs, []);
        $this->isSmall = $query->getLimit() >= 0 && $query->getLimit() <= self::FEW_ROWS;
        $this->formatter = new ObjectFormatter($query);
        $this->formatter->isShared = true;
        $this->modelName = $query->getModelName();
        $this->collectionClass = $query->getTableMap()->getCollectionClassName();
    }

    /**
     * @param list<mixed> $values
     * @return list<array{table: string, column: string, value: mixed}>
     */
    public function params(array $values): array
    {
        $params = $this->params;
        foreach ($values as $i => $value) {
            $params[$i]['value'] = $value;
        }

        return $params;
    }

    /**
     * Executes a statement that is the caller's own until it is given back.
     *
     * @param list<mixed> $values
     */
    public function run(ConnectionWrapper $con, array $values): PDOStatement|StatementInterface
    {
        for ($isFirst = true;; $isFirst = false) {
            try {
                $statement = $con->acquireStatement($this->sql);
                $this->execute($statement, $values);

                return $statement;
            } catch (Throwable $failure) {
                if (!$isFirst || !$con->recover($failure)) {
                    throw $this->failure($failure, $con, $values);
                }
            }
        }
    }

    /**
     * The objects of all rows.
     *
     * @param list<mixed> $values
     * @return ObjectCollection<int, ActiveRecordInterface>
     */
    public function find(ConnectionWrapper $con, array $values): Collection
    {
        try {
            if ($this->isSmall) {
                $statement = $this->runShortly($con, $values);
                $rows = $statement->fetchAll(PDO::FETCH_NUM);
                if (!$this->hasOnlyIntegers) {
                    ConnectionWrapper::forgetValues($statement, $this->bound($values));
                }
            } else {
                $statement = $rows = $this->run($con, $values);
                $statement->setFetchMode(PDO::FETCH_NUM);
            }
            if ($con->openLog !== null) {
                $con->openLog->read(...$this->tableMapClasses);
            }
            $objects = $this->hydration === null
                ? ($this->tableMapClass)::fetchObjects($rows)
                : (clone $this->hydration)->all($rows);
            if (!$this->isSmall) {
                $statement->closeCursor();
                $con->releaseStatement($this->sql, $statement, $this->bound($values));
            }
        } catch (PDOException $failure) {
            throw $this->failure($failure, $con, $values);
        }
        if ($this->collectionClass === null) {
            return new ObjectCollection($objects, $this->modelName, $this->formatter);
        }
        $collection = new ($this->collectionClass)();
        $collection->setModel($this->modelName);
        $collection->setFormatter(clone $this->formatter);
        $collection->setData($objects);

        return $collection;
    }

    /**
     * The first object.
     *
     * @param list<mixed> $values
     */
    public function findOne(ConnectionWrapper $con, array $values): ?ActiveRecordInterface
    {
        if (!$this->isObjectARow) {
            return $this->find($con, $values)->getFirst();
        }
        try {
            $statement = $this->runShortly($con, $values);
            $row = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
            if (!$this->hasOnlyIntegers) {
                ConnectionWrapper::forgetValues($statement, $this->bound($values));
            }
        } catch (PDOException $failure) {
            throw $this->failure($failure, $con, $values);
        }
        if ($con->openLog !== null) {
            $con->openLog->read(...$this->tableMapClasses);
        }
        if ($row === false) {
            return null;
        }

        return $this->hydration === null
            ? ($this->tableMapClass)::objectOf($row, 0)
            : $this->hydration->one($row);
    }

    /**
     * The first column of the first row.
     *
     * @param list<mixed> $values
     */
    public function value(ConnectionWrapper $con, array $values): mixed
    {
        try {
            $statement = $this->runShortly($con, $values);
            $value = $statement->fetchColumn();
            $statement->closeCursor();
            if (!$this->hasOnlyIntegers) {
                ConnectionWrapper::forgetValues($statement, $this->bound($values));
            }
        } catch (PDOException $failure) {
            throw $this->failure($failure, $con, $values);
        }

        return $value;
    }

    /**
     * Executes a statement whose rows the caller takes at once.
     *
     * @param list<mixed> $values
     */
    private function runShortly(ConnectionWrapper $con, array $values): PDOStatement|StatementInterface
    {
        if ($this->plainTypes === null) {
            // Values may be objects with code of their own, which could want the same statement.
            $statement = $this->run($con, $values);
            $con->releaseStatement($this->sql, $statement);

            return $statement;
        }
        try {
            $statement = $con->useStatement($this->sql);
            if ($this->isBoundAtOnce) {
                $statement->execute($values);
            } else {
                $this->execute($statement, $values);
            }
        } catch (Throwable $failure) {
            $con->forgetStatement($this->sql);
            if (!$con->recover($failure)) {
                throw $this->failure($failure, $con, $values);
            }

            return $this->runShortly($con, $values);
        }

        return $statement;
    }

    /** @param list<mixed> $values */
    private function execute(PDOStatement|StatementInterface $statement, array $values): void
    {
        if ($this->isBoundAtOnce) {
            $statement->execute($values);

            return;
        }
        $i = 0;
        foreach ($this->plainTypes ?? $this->types as $placeholder => $type) {
            if ($this->plainTypes !== null) {
                $value = $values[$i++];
                $statement->bindValue($placeholder, is_object($value) ? BoundValue::of($value) : $value, $type);
            } else {
                $this->adapter->bindTyped($statement, $placeholder, $values[$i++], $type);
            }
        }
        $statement->execute();
    }

    /**
     * @param list<mixed> $values
     * @return array<int|string, mixed> by the names or positions that they are bound to
     */
    public function bound(array $values): array
    {
        return $this->isBoundAtOnce ? $values : array_combine(array_keys($this->types), $values);
    }

    /** @param list<mixed> $values */
    private function failure(Throwable $failure, ConnectionWrapper $con, array $values): Throwable
    {
        return StatementFailure::of($failure, $con, $this->sql, $this->params($values));
    }
}
