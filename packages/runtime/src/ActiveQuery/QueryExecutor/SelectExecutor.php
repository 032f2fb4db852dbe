<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\CountBuilder;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Orm;

/** Runs SELECT statements. */
final class SelectExecutor
{
    /** @param list<string>|string|null $columns columns to select instead of those of the criteria */
    public static function fetcher(
        Criteria $criteria,
        ?ConnectionInterface $con = null,
        array|string|null $columns = null,
        ?int $limit = null,
    ): DataFetcherInterface {
        $con ??= Orm::services()->connections->toSelect($criteria);
        $params = [];
        $sql = SqlContext::select($criteria, $params, $columns, $limit);
        $statement = StatementRunner::open($criteria, $con, $sql, $params);

        return self::countable($criteria, $con, $con->getDataFetcher($statement), $sql, $params);
    }

    /**
     * Makes a fetcher countable if the driver cannot count rows, by counting with the same statement and parameters.
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

    /** @return mixed 1, or false if no row matches */
    public static function exists(Criteria $criteria, ConnectionInterface $con): mixed
    {
        if ($criteria->getOrderByColumns() !== []) {
            // The order does not matter here, but its expressions would have to be selected.
            $criteria = (clone $criteria)->clearOrderByColumns();
        }
        $params = [];
        // HAVING needs the virtual columns in the select list. They are omitted next to a bare 1, but not if it has an
        // alias.
        $columns = $criteria->getHaving() === null ? ['1'] : ['orm_found' => '1'];
        $sql = SqlContext::select($criteria, $params, $columns, $criteria->getLimit() === 0 ? 0 : 1);

        return StatementRunner::run($criteria, $con, $sql, $params, Statement::VALUE);
    }

    public static function count(Criteria $criteria, ?ConnectionInterface $con = null): int
    {
        $con ??= Orm::services()->connections->toSelect($criteria);
        $params = [];
        $sql = CountBuilder::build($criteria, $params);

        return (int) StatementRunner::run($criteria, $con, $sql, $params, Statement::VALUE);
    }

    public static function countFetcher(Criteria $criteria, ?ConnectionInterface $con = null): DataFetcherInterface
    {
        $con ??= Orm::services()->connections->toSelect($criteria);
        $params = [];
        $sql = CountBuilder::build($criteria, $params);

        return $con->getDataFetcher(StatementRunner::open($criteria, $con, $sql, $params));
    }
}
