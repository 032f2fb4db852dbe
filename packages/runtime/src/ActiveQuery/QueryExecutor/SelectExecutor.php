<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\CountBuilder;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Orm;

/** Runs SELECT statements. */
final class SelectExecutor
{
    /** The connection from which the datasource of a query is read: rows are locked where they can be written. */
    public static function connection(Criteria $criteria): ConnectionWrapper
    {
        $connections = Orm::services()->connections;

        return $criteria->getLock() === null
            ? $connections->toRead($criteria->getDbName())
            : $connections->toWrite($criteria->getDbName());
    }

    /** @param list<string>|string|null $columns select these instead of the columns of the criteria */
    public static function fetcher(
        Criteria $criteria,
        ?ConnectionInterface $con = null,
        array|string|null $columns = null,
        ?int $limit = null,
    ): DataFetcherInterface {
        $con ??= self::connection($criteria);
        $params = [];
        $sql = SqlContext::select($criteria, $params, $columns, $limit);
        $statement = StatementRunner::open($criteria, $con, $sql, $params);

        return self::countable($criteria, $con, $con->getDataFetcher($statement), $sql, $params);
    }

    /**
     * Makes a fetcher countable where the driver cannot count: the statement is counted with its own parameters.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public static function countable(
        Criteria $criteria,
        ConnectionInterface $con,
        DataFetcherInterface $fetcher,
        string $sql,
        array $params,
        bool $always = false,
    ): DataFetcherInterface {
        if ($fetcher instanceof PDODataFetcher) {
            $fetcher->setCounter(static function () use ($criteria, $con, $sql, $params): int {
                $count = 'SELECT COUNT(*) FROM (' . $sql . ') ormmatch4cnt';

                return (int) StatementRunner::run($criteria, $con, $count, $params, Statement::VALUE);
            }, $always);
        }

        return $fetcher;
    }

    /** @return mixed 1, or false if there is no row */
    public static function exists(Criteria $criteria, ConnectionInterface $con): mixed
    {
        if ($criteria->getOrderByColumns() !== []) {
            // An order changes nothing here, but what it names would have to be selected.
            $criteria = (clone $criteria)->clearOrderByColumns();
        }
        $params = [];
        // What HAVING names has to be selected: anything but a bare 1 goes with the other columns.
        $columns = $criteria->getHaving() === null ? ['1'] : ['orm_found' => '1'];
        $sql = SqlContext::select($criteria, $params, $columns, $criteria->getLimit() === 0 ? 0 : 1);

        return StatementRunner::run($criteria, $con, $sql, $params, Statement::VALUE);
    }

    public static function count(Criteria $criteria, ?ConnectionInterface $con = null): int
    {
        $con ??= self::connection($criteria);
        $params = [];
        $sql = CountBuilder::build($criteria, $params);

        return (int) StatementRunner::run($criteria, $con, $sql, $params, Statement::VALUE);
    }

    public static function countFetcher(Criteria $criteria, ?ConnectionInterface $con = null): DataFetcherInterface
    {
        $con ??= self::connection($criteria);
        $params = [];
        $sql = CountBuilder::build($criteria, $params);

        return $con->getDataFetcher(StatementRunner::open($criteria, $con, $sql, $params));
    }
}
