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
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

/**
 * How queries of one shape are executed: their SQL, how to bind their values, how to make objects of rows.
 *
 * @internal
 */
final class SelectPlan
{
    /** What is selected: the rows, or their number. */
    public const ROWS = 'rows';
    public const COUNT = 'count';

    private const FEW_ROWS = 100;
    private const INTEGERS = [
        ColumnTypes::INTEGER, ColumnTypes::SMALLINT, ColumnTypes::TINYINT, ColumnTypes::BIGINT, ColumnTypes::ENUM,
        ColumnTypes::SET,
    ];

    /** @var array<string, string> type of column by placeholder */
    private readonly array $types;

    /** @var array<string, int|null> PDO type of values that adapters bind as they are, in the order of the values */
    private readonly array $plainTypes;

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
        private readonly array $params,
    ) {
        $types = $plainTypes = [];
        foreach ($params as $i => $param) {
            $type = $query->getDatabaseMap()->getTable($param['table'])->getColumn($param['column'])->getType();
            $types[':p' . ($i + 1)] = $type;
            $plainTypes[':p' . ($i + 1)] = match (true) {
                !$adapter->bindsPlainly($type) => null,
                in_array($type, self::INTEGERS, true) => PDO::PARAM_INT,
                default => PDO::PARAM_STR,
            };
        }
        $this->types = $types;
        $this->plainTypes = $plainTypes;
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

    /** @param list<mixed> $values */
    public function run(ConnectionWrapper $con, array $values): PDOStatement|StatementInterface
    {
        for ($isFirst = true;; $isFirst = false) {
            try {
                $statement = $con->acquireStatement($this->sql);
                $i = 0;
                foreach ($this->plainTypes as $placeholder => $plainType) {
                    $value = $values[$i++];
                    if ($plainType === PDO::PARAM_INT ? is_int($value) : $plainType !== null && is_string($value)) {
                        $statement->bindValue($placeholder, $value, $plainType);
                    } else {
                        $this->adapter->bindTyped($statement, $placeholder, $value, $this->types[$placeholder]);
                    }
                }
                $statement->execute();

                return $statement;
            } catch (Throwable $failure) {
                if (!$isFirst || !$con->recover($failure, true)) {
                    throw $failure instanceof PDOException
                        ? StatementFailure::of($failure, $con, $this->sql, $this->params($values))
                        : $failure;
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
        $statement = $this->run($con, $values);
        $con->getRollbackLog()?->read(...$this->tableMapClasses);
        if ($this->isSmall) {
            $rows = $statement->fetchAll(PDO::FETCH_NUM);
        } else {
            $statement->setFetchMode(PDO::FETCH_NUM);
            $rows = $statement;
        }
        $objects = $this->hydration === null
            ? ($this->tableMapClass)::fetchObjects($rows)
            : (clone $this->hydration)->all($rows);
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement);
        if ($this->collectionClass === null) {
            return new ObjectCollection($objects, $this->modelName, clone $this->formatter);
        }
        $collection = (clone $this->formatter)->getCollection();
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
        $statement = $this->run($con, $values);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement);
        $con->getRollbackLog()?->read(...$this->tableMapClasses);
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
        $statement = $this->run($con, $values);
        $value = $statement->fetchColumn();
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement);

        return $value;
    }
}
