<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\StatementCache;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Map\TableMap;
use Psr\Cache\CacheItemPoolInterface;
use Psr\Clock\ClockInterface;
use Psr\SimpleCache\CacheInterface;

/**
 * The state of the library while a service container is in use; another container has separate state. Hot paths read
 * the properties as `Orm::$connections`, `Orm::$plans` and `Orm::$services`, without a call; other code calls
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

    /** @var array<class-string<TableMap>, TableMap> the table maps of all connections */
    public array $maps = [];

    /**
     * @var array<class-string<TableMap>, true> tables whose soft delete is off: queries find deleted rows, and deletes
     *     remove rows
     */
    public array $softDeleteOff = [];

    /** @var array<class-string<TableMap>, true> tables whose versioning is off */
    public array $versioningOff = [];

    /** The object that is being deleted, so that behaviors can distinguish its delete from that of a query. */
    public ?ActiveRecordInterface $deletedObject = null;

    /** @var array<string, true> rows whose delete PHP cascades to referring rows, by table map and key */
    public array $beingDeleted = [];

    /**
     * @var array<class-string, array<string, mixed>> cached metadata of behaviors and others, by class and table map
     */
    public array $facts = [];

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
        $this->deletedObject = null;
        $this->queryLog?->clear();
    }

    /** Clears cached metadata after the tables of a connection have changed. */
    public function tablesChanged(): void
    {
        $this->maps = [];
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
