<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

use Orm\Runtime\ActiveQuery\QueryExecutor\SelectExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\CountBuilder;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Orm;

/**
 * Queries whose SQL is made once and kept under a key.
 *
 * The generated class has cacheContains(), cacheFetch() and cacheStore(), which users may override.
 */
trait QueryCacheTrait
{
    private ?CachedSql $executedSql = null;

    /**
     * The SQL of this query is kept under that key; values are bound anew each time.
     *
     * @param string|null $key null: it is not kept
     * @return static
     */
    public function setQueryKey($key)
    {
        $this->rareClauses()->queryKey = $key === null ? null : (string) $key;

        return $this;
    }

    /** @return string|null */
    public function getQueryKey()
    {
        return $this->rare?->queryKey;
    }

    public function doSelect(?ConnectionInterface $con = null): DataFetcherInterface
    {
        return $this->fetcherOf('doSelect', $con, fn (array &$params): string => parent::selectSql($params, null))
            ?? parent::doSelect($con);
    }

    public function doCount(?ConnectionInterface $con = null): DataFetcherInterface
    {
        return $this->fetcherOf('doCount', $con, fn (array &$params): string => CountBuilder::build($this, $params))
            ?? parent::doCount($con);
    }

    protected function selectSql(array &$params, ?int $limit): string
    {
        $build = fn (array &$params): string => parent::selectSql($params, $limit);
        $cached = $this->cachedSql('', $limit, $build);
        if ($cached === null) {
            return $build($params);
        }
        $params = $cached->params;
        $this->executedSql = $cached;

        return $cached->sql;
    }

    protected function selectSucceeded(): void
    {
        $cached = $this->executedSql;
        $this->executedSql = null;
        if ($cached?->entry !== null) {
            $this->cacheStore($cached->key, $cached->entry);
        }
    }

    protected function countRows(ConnectionInterface $con): int
    {
        $cached = $this->cachedSql('count', null, fn (array &$params): string => CountBuilder::build($this, $params));
        if ($cached === null) {
            return parent::countRows($con);
        }
        $count = (int) StatementRunner::value($this, $con, $cached->sql, $cached->params);
        $this->executedSql = $cached;
        $this->selectSucceeded();

        return $count;
    }

    /** @param callable(array<mixed>&): string $build */
    private function fetcherOf(string $operation, ?ConnectionInterface $con, callable $build): ?DataFetcherInterface
    {
        $cached = $this->cachedSql($operation, null, $build);
        if ($cached === null) {
            return null;
        }
        $con ??= Orm::getServiceContainer()->getReadConnection($this->getDbName());
        $statement = StatementRunner::open($this, $con, $cached->sql, $cached->params);
        $this->executedSql = $cached;
        $this->selectSucceeded();
        $fetcher = $con->getDataFetcher($statement);

        return SelectExecutor::countable($this, $con, $fetcher, $cached->sql, $cached->params);
    }

    /**
     * Null without a key. Each operation has an entry of its own; that of find() and findOne() has the key alone.
     *
     * @param callable(array<mixed>&): string $build
     */
    private function cachedSql(string $operation, ?int $limit, callable $build): ?CachedSql
    {
        $key = $this->getQueryKey();
        if ($key === null) {
            return null;
        }
        $entry = $operation === '' ? $key : $key . ' ' . $operation;

        return CachedSql::of($entry, new QueryShape($this, $operation, $limit), $this->cacheFetch($entry), $build);
    }
}
