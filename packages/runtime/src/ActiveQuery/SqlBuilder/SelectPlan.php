<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementFailure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Formatter\Hydration;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use PDO;
use PDOException;
use PDOStatement;
use Throwable;

/**
 * How queries of one shape are executed: their SQL, how to bind their values, how to make an object of a row.
 *
 * @internal
 */
final class SelectPlan
{
    /** @var array<string, string> type of column by placeholder, in the order of the values */
    private readonly array $types;

    /** How a row becomes an object; null: by the table map alone. */
    private readonly ?Hydration $hydration;

    /** Whether each row is an object of its own. */
    public readonly bool $isObjectARow;

    /**
     * @param list<array{table: string, column: string, value: mixed}> $params of the first query of this shape
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, ModelWith> $withs
     */
    public function __construct(
        public readonly string $sql,
        public readonly AdapterInterface $adapter,
        private readonly array $params,
        private readonly string $tableMapClass,
        DatabaseMap $databaseMap,
        array $withs,
    ) {
        $types = [];
        foreach ($params as $i => $param) {
            $column = $databaseMap->getTable($param['table'])->getColumn($param['column']);
            $types[':p' . ($i + 1)] = $column->getType();
        }
        $this->types = $types;
        $isObjectARow = true;
        foreach ($withs as $with) {
            $isObjectARow = $isObjectARow && !$with->isToMany;
        }
        $this->isObjectARow = $isObjectARow;
        $this->hydration = $withs === [] ? null : new Hydration($tableMapClass, $withs, []);
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
        try {
            return $this->attempt($con, $values);
        } catch (Throwable $failure) {
            if ($con->recover($failure, true)) {
                return $this->attempt($con, $values);
            }
            throw $failure instanceof PDOException
                ? StatementFailure::of($failure, $con, $this->sql, $this->params($values))
                : $failure;
        }
    }

    /**
     * The object of the first row.
     *
     * @param list<mixed> $values
     */
    public function findOne(ConnectionWrapper $con, array $values): ?ActiveRecordInterface
    {
        $statement = $this->run($con, $values);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement);
        if (!is_array($row)) {
            return null;
        }

        return $this->hydration === null
            ? ($this->tableMapClass)::objectOf($row, 0)
            : $this->hydration->one($row);
    }

    /** @param list<mixed> $values */
    private function attempt(ConnectionWrapper $con, array $values): PDOStatement|StatementInterface
    {
        $statement = $con->acquireStatement($this->sql);
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $this->adapter->bindTyped($statement, $placeholder, $values[$i++], $type);
        }
        $statement->execute();

        return $statement;
    }
}
