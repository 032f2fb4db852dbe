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
 * What the library remembers while a service container is in use: another container has its own. Hot paths read
 * `Orm::$connections`, `Orm::$plans` and `Orm::$tables`, which are these, without a call; other code calls
 * Orm::services().
 *
 * What generated classes know of themselves stays with them, as static properties: their pools of objects, which
 * InstancePools counts and empties, the names of their fields, their last INSERT.
 *
 * @internal
 */
final class Services
{
    public readonly OpenConnections $connections;
    public readonly Plans $plans;
    public readonly KnownTables $tables;

    /** The clock of the application; null: that of the system. */
    public ?ClockInterface $clock = null;

    /** Where query_cache keeps SQL; null: in the memory of the process. */
    public CacheInterface|CacheItemPoolInterface|null $cache = null;

    /** Null: nobody has asked for it. */
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

    /** Forgets what a request has left behind. */
    public function reset(): void
    {
        InstancePools::clear();
        $this->plans->forget();
        $this->tables->deletedObject = null;
        $this->queryLog?->clear();
    }

    /** A datasource has other tables now. */
    public function tablesChanged(): void
    {
        $this->tables->maps = [];
        $this->plans->joins = [];
        $this->plans->clauses = [];
        $this->plans->finders = [];
    }

    /** The library uses the container of these services from now on. */
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
