<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerInterface;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Profiler;

/** Provides models and queries with adapters, maps, connections and loggers. */
interface ServiceContainerInterface
{
    public const CONNECTION_READ = 'read';
    public const CONNECTION_WRITE = 'write';
    public const DEFAULT_DATASOURCE_NAME = 'default';
    public const DEFAULT_DATABASE_MAP_CLASS = DatabaseMap::class;
    public const DEFAULT_PROFILER_CLASS = Profiler::class;

    public function getDefaultDatasource(): string;

    public function getAdapterClass(?string $name = null): string;

    public function getAdapter(?string $name = null): AdapterInterface;

    /** @param array<string, list<class-string<TableMap>>> $tableMaps */
    public function initDatabaseMaps(array $tableMaps): void;

    /** @param array<string, array{tablesByName?: array<string, string>, tablesByPhpName?: array<string, string>}> $dumps */
    public function initDatabaseMapFromDumps(array $dumps): void;

    public function getDatabaseMap(?string $name = null): DatabaseMap;

    public function getConnectionManager(string $name): ConnectionManagerInterface;

    public function hasConnectionManager(string $name): bool;

    public function closeConnections(): void;

    public function getConnection(?string $name = null, string $mode = self::CONNECTION_WRITE): ConnectionInterface;

    public function getWriteConnection(string $name): ConnectionInterface;

    public function getReadConnection(string $name): ConnectionInterface;

    public function getProfiler(): Profiler;

    /** @return \Psr\Log\LoggerInterface */
    public function getLogger(?string $name = null): object;
}
