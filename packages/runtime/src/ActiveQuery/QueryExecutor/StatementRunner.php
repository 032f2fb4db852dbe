<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\DatabaseMap;
use PDOException;
use PDOStatement;
use Throwable;

/** Prepares, binds and executes what a criteria was rendered to. */
final class StatementRunner
{
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
        try {
            return self::attempt($adapter, $databaseMap, $con, $sql, $params, $reuse);
        } catch (Throwable $failure) {
            $isRead = str_starts_with($sql, 'SELECT') && $criteria->getLock() === null;
            if ($con instanceof ConnectionWrapper && $con->recover($failure, $isRead)) {
                return self::attempt($adapter, $databaseMap, $con, $sql, $params, $reuse);
            }
            throw $failure instanceof PDOException
                ? StatementFailure::of($failure, $con, $sql, $params)
                : $failure;
        }
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

    /** Runs a statement that writes and returns the number of affected rows. */
    public static function write(Criteria $criteria, ConnectionInterface $con, string $sql, array $params): int
    {
        $statement = self::run($criteria, $con, $sql, $params);
        $rows = $statement->rowCount();
        if ($con instanceof ConnectionWrapper) {
            $con->getRollbackLog()?->changed();
        }
        self::release($con, $sql, $statement);

        return $rows;
    }

    /** Gives a statement back when its rows are read. */
    public static function release(
        ConnectionInterface $con,
        string $sql,
        PDOStatement|StatementInterface $statement,
    ): void {
        if ($con instanceof ConnectionWrapper) {
            $statement->closeCursor();
            $con->releaseStatement($sql, $statement);
        }
    }
}
