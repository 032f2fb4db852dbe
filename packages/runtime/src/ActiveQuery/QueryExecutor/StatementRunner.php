<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use PDOStatement;

/** Runs the statement generated from a criteria. */
final class StatementRunner
{
    /** Words before a parenthesis in SQL that are not functions with side effects. */
    private const HARMLESS = 'SELECT|DISTINCT|FROM|JOIN|ON|WHERE|HAVING|BY|AND|OR|NOT|IN|EXISTS|ANY|ALL'
        . '|AS|WHEN|THEN|ELSE|COUNT|SUM|AVG|MIN|MAX|UPPER|LOWER|COALESCE|CONCAT|SUBSTRING|SUBSTR'
        . '|LENGTH|CHAR_LENGTH|TRIM|ROUND|ABS|CAST';

    /**
     * The highest number of named placeholders. SQLite compares each name with all others, so 30,000 names take
     * seconds.
     */
    private const MOST_NAMES = 100;

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function statement(Criteria $criteria, string $sql, array $params): Statement
    {
        $adapter = $criteria->getAdapter();
        $databaseMap = $criteria->getDatabaseMap();
        $adapter->cleanupSQL($sql, $params, $criteria, $databaseMap);
        $isRead = str_starts_with($sql, 'SELECT') && $criteria->getLock() === null && self::callsNothing($sql);
        $areInOrder = $areInSql = false;
        if (count($params) > self::MOST_NAMES && $adapter instanceof PdoAdapter && SelectPlan::suits($adapter)) {
            [$sql, $params, $areInSql] = ManyValues::reduced($sql, $params, $adapter, $databaseMap);
            $areInOrder = $adapter instanceof SqliteAdapter && count($params) > self::MOST_NAMES;
            if ($areInOrder) {
                [$sql, $params] = ManyValues::withoutNames($sql, $params, $adapter);
            }
        }
        $values = new CriteriaValues($adapter, $databaseMap, $params, $areInOrder);

        return new Statement($sql, $isRead ? Statement::READ : Statement::WRITE, $values, false, areInSql: $areInSql);
    }

    /**
     * Returns an executed statement that belongs to the caller and does not return to the cache.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public static function open(
        Criteria $criteria,
        ConnectionInterface $con,
        string $sql,
        array $params,
    ): PDOStatement|StatementInterface {
        $values = array_column($params, 'value');

        return self::statement($criteria, $sql, $params)->open(ConnectionWrapper::wrap($con), $values, false);
    }

    /**
     * Runs a statement that writes and returns the number of affected rows.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public static function write(Criteria $criteria, ConnectionInterface $con, string $sql, array $params): int
    {
        $con = ConnectionWrapper::wrap($con);
        $rows = self::run($criteria, $con, $sql, $params, Statement::AFFECTED);
        $con->rollbackLog?->changed();

        return $rows;
    }

    /**
     * Runs a statement and returns the wanted part of its result.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param int $wanted a constant of Statement
     */
    public static function run(
        Criteria $criteria,
        ConnectionInterface $con,
        string $sql,
        array $params,
        int $wanted,
    ): mixed {
        $values = array_column($params, 'value');

        return self::statement($criteria, $sql, $params)->run(ConnectionWrapper::wrap($con), $values, $wanted);
    }

    /** Returns whether a SELECT calls no function that might be defined by the application and write something. */
    public static function callsNothing(string $sql): bool
    {
        return preg_match('/(?<![\w.])(?!(?:' . self::HARMLESS . ')\s*\()[\w.]+["`\]]?\s*\(/i', $sql) === 0;
    }
}
