<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Adapter\AdapterFactory;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\Pdo\MysqlAdapter;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Adapter\Pdo\PgsqlAdapter;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Logger\LoggerFactory;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Profiler;
use Orm\Runtime\Util\Suggestion;
use Psr\Cache\CacheItemPoolInterface;
use Psr\Clock\ClockInterface;
use Psr\EventDispatcher\EventDispatcherInterface;
use Psr\SimpleCache\CacheInterface;
use WeakMap;

/** Contains what the generated configuration file sets up, and creates everything else on demand. */
class StandardServiceContainer implements ServiceContainerInterface
{
    /** The version of the generated configuration that this container understands. */
    public const CONFIGURATION_VERSION = 2;

    private const DEFAULT_LOGGER = 'defaultLogger';

    private ?Services $services = null;

    /**
     * @var array{datasource: string, pooling: bool, primary: array<string, bool>,
     *     softDeleteOff: array<class-string<TableMap>, true>, versioningOff: array<class-string<TableMap>, true>}|null
     */
    private ?array $keptSettings = null;

    private string $defaultDatasource = self::DEFAULT_DATASOURCE_NAME;

    /** @var array{table: string, directory: string} */
    private array $migrations = ['table' => 'orm_migration', 'directory' => 'generated-migrations'];

    /** @var array<string, string> */
    protected $adapterClasses = [];

    /** @var array<string, AdapterInterface> */
    protected $adapters = [];

    /** @var class-string<DatabaseMap> */
    private string $databaseMapClass = self::DEFAULT_DATABASE_MAP_CLASS;

    /** @var array<string, DatabaseMap>|null */
    private ?array $databaseMaps = null;

    /**
     * @var array<string, list<array<string, array<string, string>>>> dumps for maps that have not been requested yet
     */
    private array $dumps = [];

    /** @var array<string, ConnectionManagerInterface> */
    private array $connectionManagers = [];

    /** @var class-string<Profiler> */
    private string $profilerClass = self::DEFAULT_PROFILER_CLASS;

    /** @var array<string, mixed> */
    private array $profilerConfiguration = [];
    private ?Profiler $profiler = null;

    /** @var array<string, \Psr\Log\LoggerInterface> */
    private array $loggers = [];

    /** @var array<string, array<string, mixed>> */
    private array $loggerConfigurations = [];
    private ?EventDispatcherInterface $eventDispatcher = null;

    /**
     * Returns the state of the library for this container.
     *
     * @internal
     */
    public function getServices(): Services
    {
        return $this->services ??= new Services();
    }

    public function getDefaultDatasource(): string
    {
        return $this->defaultDatasource;
    }

    public function setDefaultDatasource(string $name): void
    {
        $this->defaultDatasource = $name;
    }

    public function getAdapterClass(?string $name = null): string
    {
        $name ??= $this->defaultDatasource;

        return $this->adapterClasses[$name] ?? throw new AdapterException(
            self::unknownDatasource($name, 'adapter', array_keys($this->adapterClasses)),
        );
    }

    /** @param string $class a vendor name such as `pgsql`, or an adapter class */
    public function setAdapterClass(string $name, string $class): void
    {
        $this->adapterClasses[$name] = $class;
        unset($this->adapters[$name]);
        $this->getServices()->plans->adapterChanged();
    }

    /** @param array<string, string> $classes */
    public function setAdapterClasses(array $classes): void
    {
        $this->adapterClasses = $classes;
        $this->adapters = [];
        $this->getServices()->plans->adapterChanged();
    }

    public function getAdapter(?string $name = null): AdapterInterface
    {
        $name ??= $this->defaultDatasource;

        return $this->adapters[$name] ??= match ($class = $this->getAdapterClass($name)) {
            'mysql' => new MysqlAdapter(),
            'pgsql' => new PgsqlAdapter(),
            'sqlite' => new SqliteAdapter(),
            default => AdapterFactory::create($class),
        };
    }

    public function setAdapter(string $name, AdapterInterface $adapter): void
    {
        $this->adapters[$name] = $adapter;
        $this->adapterClasses[$name] = $adapter::class;
        $this->getServices()->plans->adapterChanged();
    }

    /** @param array<string, AdapterInterface> $adapters */
    public function setAdapters(array $adapters): void
    {
        $this->adapters = [];
        $this->adapterClasses = [];
        foreach ($adapters as $name => $adapter) {
            $this->setAdapter($name, $adapter);
        }
    }

    public function checkVersion(int|string $version): void
    {
        if ($version !== self::CONFIGURATION_VERSION) {
            throw new OrmException(sprintf(
                'The generated configuration has version %s, this library needs version %d: run config:convert again',
                $version,
                self::CONFIGURATION_VERSION,
            ));
        }
    }

    public function initDatabaseMaps(array $tableMaps): void
    {
        $this->databaseMaps ??= [];
        foreach ($tableMaps as $name => $classes) {
            $this->databaseMap($name)->registerTableMapClasses($classes);
        }
    }

    public function initDatabaseMapFromDumps(array $dumps): void
    {
        $this->databaseMaps ??= [];
        foreach ($dumps as $name => $dump) {
            isset($this->databaseMaps[$name])
                ? $this->databaseMaps[$name]->loadMapsFromDump($dump)
                : $this->dumps[$name][] = $dump;
        }
    }

    public function getDatabaseMap(?string $name = null): DatabaseMap
    {
        $name ??= $this->defaultDatasource;

        return $this->databaseMaps[$name] ?? ($this->databaseMaps === null ? throw new OrmException(
            'No tables are registered: load the generated loadDatabase.php (the generated config.php loads it)',
        ) : $this->databaseMap($name));
    }

    /**
     * Returns the class of a table map that can be created without its database map, because that does not exist yet
     * and will use this class for the table.
     *
     * @internal
     * @return class-string<TableMap>|null
     */
    public function tableMapClass(string $database, string $table): ?string
    {
        $dumps = $this->dumps[$database] ?? [];
        $class = count($dumps) === 1 ? $dumps[0]['tablesByName'][$table] ?? null : null;

        return $class === null ? null : ltrim($class, '\\');
    }

    /** @param class-string<DatabaseMap> $class */
    public function setDatabaseMapClass(string $class): void
    {
        $this->databaseMapClass = $class;
    }

    public function setDatabaseMap(string $name, DatabaseMap $databaseMap): void
    {
        $this->databaseMaps[$name] = $databaseMap;
        unset($this->dumps[$name]);
        $this->getServices()->tablesChanged();
    }

    public function setConnectionManager(ConnectionManagerInterface $manager): void
    {
        $name = $manager->getName();
        if (($this->connectionManagers[$name] ?? $manager) !== $manager) {
            $this->connectionManagers[$name]->closeConnections();
            InstancePools::clear();
        }
        $this->connectionManagers[$name] = $manager;
        $this->getServices()->connections->open = [];
    }

    public function getConnectionManager(string $name): ConnectionManagerInterface
    {
        return $this->connectionManagers[$name] ?? throw new RuntimeException(
            self::unknownDatasource($name, 'connection', array_keys($this->connectionManagers)),
        );
    }

    public function hasConnectionManager(string $name): bool
    {
        return isset($this->connectionManagers[$name]);
    }

    /** @return array<string, ConnectionManagerInterface> */
    public function getConnectionManagers(): array
    {
        return $this->connectionManagers;
    }

    public function closeConnections(): void
    {
        foreach ($this->connectionManagers as $manager) {
            $manager->closeConnections();
        }
        InstancePools::clear();
    }

    /**
     * Cleans up after a request: rolls back open transactions and reverts their objects, empties the pools, and clears
     * bound values and recorded queries. Settings return to those of keepSettings() or to the defaults: instance
     * pooling, forced primary connections, disabled behaviors. Connections stay open.
     */
    public function reset(): void
    {
        $services = $this->getServices();
        foreach ($this->connectionManagers as $manager) {
            $connections = method_exists($manager, 'getOpenConnections') ? $manager->getOpenConnections() : [];
            foreach ($connections as $connection) {
                $services->connections->left[$connection] = true;
            }
        }
        $connections = $services->connections->left;
        $services->connections->left = new WeakMap();
        foreach ($connections as $connection => $_) {
            ConnectionWrapper::wrap($connection)->reset();
        }
        $services->reset();
        foreach ($this->adapters as $adapter) {
            if ($adapter instanceof PdoAdapter) {
                $adapter->forgetNames();
            }
        }
        $this->restoreSettings();
    }

    /**
     * Makes the current settings the ones that reset() restores. Call it when an application that serves many requests
     * has started.
     */
    public function keepSettings(): void
    {
        $services = $this->getServices();
        $this->keptSettings = [
            'datasource' => $this->defaultDatasource,
            'pooling' => InstancePools::$areEnabled,
            'primary' => array_filter(array_map(
                static fn (ConnectionManagerInterface $manager): bool =>
                    $manager instanceof ConnectionManagerPrimaryReplica && $manager->isForcePrimaryConnection(),
                $this->connectionManagers,
            )),
            'softDeleteOff' => $services->softDeleteOff,
            'versioningOff' => $services->versioningOff,
        ];
    }

    private function restoreSettings(): void
    {
        $kept = $this->keptSettings;
        $this->defaultDatasource = $kept['datasource'] ?? $this->defaultDatasource;
        InstancePools::$areEnabled = $kept['pooling'] ?? true;
        foreach ($this->connectionManagers as $name => $manager) {
            if ($manager instanceof ConnectionManagerPrimaryReplica) {
                $manager->setForcePrimaryConnection($kept['primary'][$name] ?? false);
            }
        }
        $services = $this->getServices();
        $services->softDeleteOff = $kept['softDeleteOff'] ?? [];
        $services->versioningOff = $kept['versioningOff'] ?? [];
    }

    public function getConnection(?string $name = null, string $mode = self::CONNECTION_WRITE): ConnectionInterface
    {
        $name ??= $this->defaultDatasource;

        return $mode === self::CONNECTION_READ ? $this->getReadConnection($name) : $this->getWriteConnection($name);
    }

    public function getWriteConnection(string $name): ConnectionInterface
    {
        return ($this->connectionManagers[$name] ?? $this->getConnectionManager($name))
            ->getWriteConnection($this->adapters[$name] ?? $this->getAdapter($name));
    }

    public function getReadConnection(string $name): ConnectionInterface
    {
        return ($this->connectionManagers[$name] ?? $this->getConnectionManager($name))
            ->getReadConnection($this->adapters[$name] ?? $this->getAdapter($name));
    }

    public function setConnection(string $name, ConnectionInterface $connection): void
    {
        $manager = new ConnectionManagerSingle($name);
        $manager->setConnection($connection);
        $this->setConnectionManager($manager);
    }

    /** @param class-string<Profiler> $class */
    public function setProfilerClass(string $class): void
    {
        $this->profilerClass = $class;
        $this->profiler = null;
    }

    /** @param array<string, mixed> $configuration */
    public function setProfilerConfiguration(array $configuration): void
    {
        $this->profilerConfiguration = $configuration;
        $this->profiler = null;
    }

    public function setProfiler(Profiler $profiler): void
    {
        $this->profiler = $profiler;
    }

    public function getProfiler(): Profiler
    {
        if ($this->profiler === null) {
            $this->profiler = new $this->profilerClass();
            if ($this->profilerConfiguration !== []) {
                $this->profiler->setConfiguration($this->profilerConfiguration);
            }
        }

        return $this->profiler;
    }

    /** @return \Psr\Log\LoggerInterface */
    public function getLogger(?string $name = null): object
    {
        $name ??= self::DEFAULT_LOGGER;
        if (isset($this->loggers[$name])) {
            return $this->loggers[$name];
        }
        if (isset($this->loggerConfigurations[$name])) {
            return $this->loggers[$name] = $this->buildLogger($name);
        }

        return $name === self::DEFAULT_LOGGER ? $this->buildLogger() : $this->getLogger();
    }

    /** @return \Psr\Log\LoggerInterface the configured logger, or a silent one */
    protected function buildLogger(string $name = self::DEFAULT_LOGGER): object
    {
        return isset($this->loggerConfigurations[$name])
            ? LoggerFactory::create($name, $this->loggerConfigurations[$name])
            : LoggerFactory::silent();
    }

    /** @param \Psr\Log\LoggerInterface $logger */
    public function setLogger(string $name, object $logger): void
    {
        $this->loggers[$name] = $logger;
    }

    /** @param array<string, mixed> $configuration */
    public function setLoggerConfiguration(string $name, array $configuration): void
    {
        $this->loggerConfigurations[$name] = $configuration;
        unset($this->loggers[$name]);
    }

    public function useDebugMode(bool $useDebug = true, ?bool $logStatementProfile = null): void
    {
        ConnectionWrapper::$useDebugMode = $useDebug;
        ConnectionFactory::$useProfilerConnection = $logStatementProfile ?? $useDebug;
        $this->closeConnections();
    }

    private function databaseMap(string $name): DatabaseMap
    {
        if (isset($this->databaseMaps[$name])) {
            return $this->databaseMaps[$name];
        }
        $map = $this->databaseMaps[$name] = new $this->databaseMapClass($name);
        foreach ($this->dumps[$name] ?? [] as $dump) {
            $map->loadMapsFromDump($dump);
        }
        unset($this->dumps[$name]);
        foreach ($this->getServices()->maps as $class => $tableMap) {
            if ($class::DATABASE_NAME === $name) {
                $map->addTableObject($tableMap);
            }
        }

        return $map;
    }

    private function __clone()
    {
    }

    /** Returns the dispatcher for events of models with the event_dispatcher behavior. */
    public function getEventDispatcher(): ?EventDispatcherInterface
    {
        return $this->eventDispatcher;
    }

    public function setEventDispatcher(?EventDispatcherInterface $eventDispatcher): void
    {
        $this->eventDispatcher = $eventDispatcher;
    }

    /** Returns the clock for times that behaviors store; null: the system clock. */
    public function getClock(): ?ClockInterface
    {
        return $this->getServices()->clock;
    }

    public function setClock(?ClockInterface $clock): void
    {
        $this->getServices()->clock = $clock;
    }

    /** Returns the cache for tables whose query_cache uses the backend `psr`; null: the memory of the process. */
    public function getQueryCache(): CacheInterface|CacheItemPoolInterface|null
    {
        return $this->getServices()->cache;
    }

    public function setQueryCache(CacheInterface|CacheItemPoolInterface|null $cache): void
    {
        $this->getServices()->cache = $cache;
    }

    /**
     * Sets where `orm-migrate` finds migrations and records them. config.php calls it if the values are not the
     * defaults.
     */
    public function setMigrations(string $table, string $directory): void
    {
        $this->migrations = ['table' => $table, 'directory' => $directory];
    }

    /** @return array{table: string, directory: string} */
    public function getMigrations(): array
    {
        return $this->migrations;
    }

    /** @param list<int|string> $known */
    private static function unknownDatasource(string $name, string $what, array $known): string
    {
        return sprintf(
            'Datasource "%s" has no %s%s: %s',
            $name,
            $what,
            Suggestion::text($name, $known),
            $known === []
                ? 'load the generated config.php first, or configure it'
                : sprintf('only %s %s configured', implode(', ', $known), count($known) === 1 ? 'is' : 'are'),
        );
    }
}
