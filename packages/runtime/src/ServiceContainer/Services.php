<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\StatementCache;
use Orm\Runtime\Logger\QueryLog;
use Psr\Cache\CacheItemPoolInterface;
use Psr\Clock\ClockInterface;
use Psr\SimpleCache\CacheInterface;

/**
 * The state of the library while a service container is in use; another container has separate state. Hot paths read
 * the properties as `Orm::$connections`, `Orm::$plans` and `Orm::$tables`, without a call; other code calls
 * Orm::services().
 *
 * Generated classes keep their state in static properties: their object pools, which InstancePools counts and empties,
 * the names of their fields, and their last INSERT.
 *
 * @internal
 */
final class Services
{
    public readonly OpenConnections $connections;
    public readonly Plans $plans;
    public readonly KnownTables $tables;

    /** The clock of the application; null: the system clock. */
    public ?ClockInterface $clock = null;

    /** The cache for the SQL of query_cache; null: the memory of the process. */
    public CacheInterface|CacheItemPoolInterface|null $cache = null;

    /** The query log; null until it is requested. */
    private ?QueryLog $queryLog = null;

    public function __construct()
    {
        $this->connections = new OpenConnections();
        $this->plans = new Plans();
        $this->tables = new KnownTables();
    }

    public function queryLog(): QueryLog
    {
        return $this->queryLog ??= new QueryLog($this->connections);
    }

    /** Clears the state that a request has left. */
    public function reset(): void
    {
        InstancePools::clear();
        $this->plans->forget();
        $this->tables->deletedObject = null;
        $this->queryLog?->clear();
    }

    /** Clears cached metadata after the tables of a connection have changed. */
    public function tablesChanged(): void
    {
        $this->tables->maps = [];
        $this->plans->joins = [];
        $this->plans->clauses = [];
        $this->plans->finders = [];
    }

    /** Makes the library use the container of these services. */
    public function enter(bool $reportsAdapterChanges): void
    {
        $this->plans->adapterChanged();
        $this->plans->reportsAdapterChanges = $reportsAdapterChanges;
        $this->tablesChanged();
        $this->connections->open = [];
        if ($this->connections->queryLog !== null) {
            StatementCache::clearAll();
        }
        InstancePools::clear();
    }
}
