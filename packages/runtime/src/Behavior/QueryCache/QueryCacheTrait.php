<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

use Orm\Runtime\ActiveQuery\QueryExecutor\SelectExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\CountBuilder;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Orm;
use WeakMap;

/**
 * Queries whose SQL is built once and cached under a key.
 *
 * The generated class has cacheContains(), cacheFetch() and cacheStore(), which users may override.
 *
 * @method mixed cacheFetch(int|string $key)
 * @method void cacheStore(int|string $key, mixed $value, int $lifetime = 3600)
 */
trait QueryCacheTrait
{
    use QueryHost;

    private ?CachedSql $executedSql = null;

    /** The plan of the current query. If its SQL equals the cached SQL, the plan runs the next query. */
    private ?SelectPlan $nextPlan = null;

    /**
     * Caches the SQL of this query under a key; values are bound for each run.
     *
     * @param string|null $key null: do not cache
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

    /** @return DataFetcherInterface|null */
    protected function keptFetcher(string $operation, ?ConnectionInterface $con)
    {
        return $this->fetcherOf($operation, $con, fn (array &$params): string => $operation === 'doCount'
            ? CountBuilder::build($this, $params)
            : parent::selectSql($params, null));
    }

    /** @return string */
    protected function selectSql(array &$params, ?int $limit)
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

    /**
     * Returns the plan of the same query without a key, while the cache contains the SQL of that plan.
     *
     * @return SelectPlan|null
     */
    protected function planOfRareClauses(array &$values, string $what)
    {
        $this->nextPlan = null;
        $shape = $this->rare?->queryKey !== null && $this->rare->haveOnlyKey()
            ? $this->shapeWith($this->map, $values, $what)
            : null;
        if ($shape === null) {
            return null;
        }
        $plan = Orm::$plans->select[$what][$this->getDbName()][$this->getModelName()][$shape]
            ?? SelectPlan::newPlan($this, $what, $shape, $this->tableMapClass());
        if ($plan === null) {
            return null;
        }
        $entry = self::entryName($this->rare->queryKey, $what === SelectPlan::COUNT ? 'count' : '');
        $known = self::plannedEntries()[$plan][$entry] ?? null;
        if ($known !== null && $known === $this->cacheFetch($entry)) {
            return $plan;
        }
        $this->nextPlan = $plan;

        return null;
    }

    /** @return void */
    protected function selectSucceeded()
    {
        $cached = $this->executedSql;
        $plan = $this->nextPlan;
        $this->executedSql = $this->nextPlan = null;
        if ($cached === null) {
            return;
        }
        if ($cached->entry !== null) {
            $this->cacheStore($cached->key, $cached->entry);
        }
        if ($cached->kept !== null && $plan?->statement->sql === $cached->sql) {
            $known = self::plannedEntries();
            // One query may have many keys.
            $entries = count($known[$plan] ?? []) < 100 ? $known[$plan] ?? [] : [];
            $known[$plan] = [$cached->key => $cached->kept] + $entries;
        }
    }

    /** @return int */
    protected function countRows(ConnectionInterface $con)
    {
        $cached = $this->cachedSql('count', null, fn (array &$params): string => CountBuilder::build($this, $params));
        if ($cached === null) {
            return parent::countRows($con);
        }
        $count = (int) StatementRunner::run($this, $con, $cached->sql, $cached->params, Statement::VALUE);
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
     * Returns the cached SQL, or null without a key. Each operation has a separate entry; find() and findOne() use the
     * plain key.
     *
     * @param callable(array<mixed>&): string $build
     */
    private function cachedSql(string $operation, ?int $limit, callable $build): ?CachedSql
    {
        $key = $this->getQueryKey();
        if ($key === null) {
            return null;
        }
        $entry = self::entryName($key, $operation);

        return CachedSql::of($entry, new QueryShape($this, $operation, $limit), $this->cacheFetch($entry), $build);
    }

    private static function entryName(string $key, string $operation): string
    {
        return $operation === '' ? $key : $key . ' ' . $operation;
    }

    /**
     * @return WeakMap<SelectPlan, array<string, string>> the cache entries that match the SQL of their plan, by plan
     *     and entry
     */
    private static function plannedEntries(): WeakMap
    {
        return Orm::services()->plans->plannedSql ??= new WeakMap();
    }
}
