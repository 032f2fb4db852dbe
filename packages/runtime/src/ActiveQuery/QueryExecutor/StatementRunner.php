<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\DatabaseMap;
use PDOStatement;
use Throwable;

/** Prepares, binds and executes what a criteria was rendered to. */
final class StatementRunner
{
    /** What stands before a bracket in SQL without being a function that writes. */
    private const HARMLESS = 'SELECT|DISTINCT|FROM|JOIN|ON|WHERE|HAVING|BY|AND|OR|NOT|IN|EXISTS|ANY|ALL'
        . '|AS|WHEN|THEN|ELSE|COUNT|SUM|AVG|MIN|MAX|UPPER|LOWER|COALESCE|CONCAT|SUBSTRING|SUBSTR'
        . '|LENGTH|CHAR_LENGTH|TRIM|ROUND|ABS|CAST';

    /**
     * @param string $sql becomes what the adapter makes of it, for release()
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param bool $reuse whether the statement may come from the cache of the connection
     */
    public static function run(
        Criteria $criteria,
        ConnectionInterface $con,
        string &$sql,
        array $params,
        bool $reuse = true,
    ): PDOStatement|StatementInterface {
        $adapter = $criteria->getAdapter();
        $databaseMap = $criteria->getDatabaseMap();
        $adapter->cleanupSQL($sql, $params, $criteria, $databaseMap);
        $isRead = str_starts_with($sql, 'SELECT') && $criteria->getLock() === null;
        try {
            if (!$isRead && $con instanceof ConnectionWrapper && $con->mayBeLost) {
                $con->makeReady();
            }
            try {
                return self::attempt($adapter, $databaseMap, $con, $sql, $params, $reuse);
            } catch (Throwable $failure) {
                if (!$isRead || !self::callsNothing($sql) || !self::recover($con, $failure)) {
                    throw $failure;
                }

                return self::attempt($adapter, $databaseMap, $con, $sql, $params, $reuse);
            }
        } catch (Throwable $failure) {
            throw StatementFailure::of($failure, $con, $sql, $params);
        }
    }

    /** Whether a SELECT calls no function that may be an application's own and write something. */
    private static function callsNothing(string $sql): bool
    {
        return preg_match('/(?<![\w.])(?!(?:' . self::HARMLESS . ')\s*\()[\w.]+["`\]]?\s*\(/i', $sql) === 0;
    }

    private static function recover(ConnectionInterface $con, Throwable $failure): bool
    {
        return $con instanceof ConnectionWrapper && $con->recover($failure);
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    private static function attempt(
        AdapterInterface $adapter,
        DatabaseMap $databaseMap,
        ConnectionInterface $con,
        string $sql,
        array $params,
        bool $reuse,
    ): PDOStatement|StatementInterface {
        $statement = $reuse && $con instanceof ConnectionWrapper
            ? $con->acquireStatement($sql)
            : $con->prepare($sql);
        if ($params !== []) {
            $adapter->bindValues($statement, $params, $databaseMap);
        }
        $statement->execute();

        return $statement;
    }

    /**
     * The first value of the first row; false if there is none.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public static function value(Criteria $criteria, ConnectionInterface $con, string $sql, array $params): mixed
    {
        $statement = self::run($criteria, $con, $sql, $params);
        try {
            $value = $statement->fetchColumn();
        } catch (Throwable $failure) {
            throw StatementFailure::of($failure, $con, $sql, $params);
        }
        self::release($con, $sql, $statement, self::bound($params));

        return $value;
    }

    /** Runs a statement that writes and returns the number of affected rows. */
    public static function write(Criteria $criteria, ConnectionInterface $con, string $sql, array $params): int
    {
        $statement = self::run($criteria, $con, $sql, $params);
        $rows = $statement->rowCount();
        if ($con instanceof ConnectionWrapper) {
            $con->getRollbackLog()?->changed();
        }
        self::release($con, $sql, $statement, self::bound($params));

        return $rows;
    }

    /**
     * Gives a statement back when its rows are read.
     *
     * @param array<int|string, mixed>|null $bound what was bound, as execute() takes it; null: the statement is not
     *                                             kept, as it would keep its values
     */
    public static function release(
        ConnectionInterface $con,
        string $sql,
        PDOStatement|StatementInterface $statement,
        ?array $bound = null,
    ): void {
        if ($con instanceof ConnectionWrapper) {
            $statement->closeCursor();
            if ($bound !== null) {
                $con->releaseStatement($sql, $statement, $bound);
            }
        }
    }

    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @return array<string, mixed> the values by the names that bindValues() binds them to
     */
    public static function bound(array $params): array
    {
        $bound = [];
        foreach (array_values($params) as $i => $param) {
            $bound[':p' . ($i + 1)] = $param['value'];
        }

        return $bound;
    }
}
