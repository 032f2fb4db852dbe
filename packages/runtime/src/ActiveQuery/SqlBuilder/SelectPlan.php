<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Closure;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryExecutor\PlainValues;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Formatter\Hydration;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use PDO;
use PDOException;

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

    /** @var list<array{table: string, column: string, value: mixed}> without values */
    private readonly array $params;

    public readonly Statement $statement;

    /** How a row becomes an object; null: by the table map alone. */
    private readonly ?Hydration $hydration;

    /** Whether each row is an object of its own. */
    private readonly bool $isObjectARow;

    /** @var list<class-string<TableMap>> of all objects in a row */
    private readonly array $tableMapClasses;

    /** Whether the rows are so few that all of them are read at once. */
    private readonly bool $isSmall;

    /** @var Closure(): ObjectFormatter */
    private readonly Closure $formatter;
    private readonly string $modelName;
    private readonly ?string $collectionClass;

    /**
     * @param ModelCriteria<ActiveRecordInterface> $query of this shape
     * @param class-string<TableMap> $tableMapClass of that query
     * @param list<array{table: string, column: string, value: mixed}> $params of that query
     */
    public function __construct(
        string $sql,
        public readonly AdapterInterface $adapter,
        ModelCriteria $query,
        private readonly string $tableMapClass,
        array $params,
    ) {
        $types = $plainTypes = [];
        foreach ($params as $i => ['table' => $table, 'column' => $column, 'value' => $value]) {
            $type = $query->getDatabaseMap()->getTable($table)->getColumn($column)->getType();
            $isInteger = in_array($type, ColumnMap::INTEGER_TYPES, true);
            $types[':p' . ($i + 1)] = $type;
            if ($adapter->bindsPlainly($type) && ($isInteger ? is_int($value) : is_string($value))) {
                $plainTypes[':p' . ($i + 1)] = $isInteger ? PDO::PARAM_INT : PDO::PARAM_STR;
            }
            // The next query of this shape has other values, and a plan lives as long as the process.
            $params[$i]['value'] = null;
        }
        $this->params = $params;
        $isPlain = count($plainTypes) === count($types);
        $isBoundAtOnce = $isPlain && $adapter->bindsNamesByPosition()
            && ($adapter->infersParameterTypes() || !in_array(PDO::PARAM_INT, $plainTypes, true));
        $this->statement = new Statement(
            $sql,
            Statement::READ,
            match (true) {
                $isBoundAtOnce => null,
                $isPlain => new PlainValues($plainTypes),
                default => new TypedValues($adapter, $types),
            },
            // Values of other types may be objects with code of their own, which could want the same statement.
            $isPlain,
            $isPlain && !in_array(PDO::PARAM_STR, $plainTypes, true),
        );
        $withs = $query->getWith();
        $isObjectARow = true;
        foreach ($withs as $with) {
            $isObjectARow = $isObjectARow && !$with->isToMany;
        }
        $this->isObjectARow = $isObjectARow;
        $this->tableMapClasses = [$tableMapClass, ...array_column($withs, 'tableMapClass')];
        $this->hydration = $withs === [] ? null : new Hydration($tableMapClass, $withs, []);
        $this->isSmall = $query->getLimit() >= 0 && $query->getLimit() <= self::FEW_ROWS;
        $this->modelName = $query->getModelName();
        $this->formatter = self::formatterOf($query->getDbName(), $this->modelName, $withs, $query->getLimit() >= 0);
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
     * The objects of all rows.
     *
     * @param list<mixed> $values
     * @return ObjectCollection<int, ActiveRecordInterface>
     */
    public function find(ConnectionWrapper $con, array $values): Collection
    {
        if ($this->isSmall) {
            $rows = $this->statement->run($con, $values, Statement::ROWS);
        } else {
            $rows = $this->statement->open($con, $values);
            $rows->setFetchMode(PDO::FETCH_NUM);
        }
        if ($con->openLog !== null) {
            $con->openLog->read(...$this->tableMapClasses);
        }
        try {
            $objects = $this->hydration === null
                ? ($this->tableMapClass)::fetchObjects($rows)
                : (clone $this->hydration)->all($rows);
        } catch (PDOException $failure) {
            throw $this->statement->failure($con, $failure, $values);
        }
        if (!$this->isSmall) {
            $this->statement->close($con, $rows, $values);
        }
        if ($this->collectionClass === null) {
            return new ObjectCollection($objects, $this->modelName, $this->formatter);
        }
        $collection = new ($this->collectionClass)();
        $collection->setModel($this->modelName);
        $collection->setFormatter(($this->formatter)());
        $collection->setData($objects);

        return $collection;
    }

    /**
     * Makes the formatter of a collection when it is asked for. It must not hold the query, whose values would stay in
     * memory as long as the plan.
     *
     * @param class-string<ActiveRecordInterface> $modelName
     * @param array<string, ModelWith> $with
     * @return Closure(): ObjectFormatter
     */
    private static function formatterOf(string $dbName, string $modelName, array $with, bool $hasLimit): Closure
    {
        return static function () use ($dbName, $modelName, $with, $hasLimit): ObjectFormatter {
            $formatter = new ObjectFormatter();
            $formatter->setDbName($dbName);
            $formatter->setClass($modelName);
            $formatter->setWith($with);
            $formatter->setHasLimit($hasLimit);

            return $formatter;
        };
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
        $row = $this->statement->run($con, $values, Statement::ROW);
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
        return $this->statement->run($con, $values, Statement::VALUE);
    }
}
