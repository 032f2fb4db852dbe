<?php

declare(strict_types=1);

namespace Orm\Runtime;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerInterface;
use Orm\Runtime\Exception\FileNotFoundException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\ServiceContainer\OpenConnections;
use Orm\Runtime\ServiceContainer\Plans;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Orm\Runtime\ServiceContainer\Services;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Util\Profiler;
use Throwable;

/** The only global of the library, a facade for the service container. */
class Orm
{
    public const VERSION = '0.1.0';
    public const DEFAULT_NAME = 'default';

    public const LOG_EMERG = 600;
    public const LOG_ALERT = 550;
    public const LOG_CRIT = 500;
    public const LOG_ERR = 400;
    public const LOG_WARNING = 300;
    public const LOG_NOTICE = 250;
    public const LOG_INFO = 200;
    public const LOG_DEBUG = 100;

    private const LOG_METHODS = [
        self::LOG_EMERG => 'emergency',
        self::LOG_ALERT => 'alert',
        self::LOG_CRIT => 'critical',
        self::LOG_ERR => 'error',
        self::LOG_WARNING => 'warning',
        self::LOG_NOTICE => 'notice',
        self::LOG_INFO => 'info',
        self::LOG_DEBUG => 'debug',
    ];

    /**
     * Turns all shortcuts of the process on or off. A shortcut must behave exactly like the regular code path: tests
     * run both.
     *
     * @internal
     */
    public static bool $hasShortcuts = true;

    /**
     * The services of the container, or null before there is one. Hot paths read them without a call.
     *
     * @internal read-only
     */
    public static ?OpenConnections $connections = null;

    /** @internal read-only */
    public static ?Plans $plans = null;

    /** @internal read-only */
    public static ?Services $services = null;

    private static ?ServiceContainerInterface $serviceContainer = null;

    /** Closes all connections and loads a configuration file. */
    public static function init(string $configFile): void
    {
        if (!is_file($configFile)) {
            throw new FileNotFoundException(sprintf('There is no configuration file "%s"', $configFile));
        }
        self::closeConnections();
        (static function (string $file): void {
            include $file;
        })($configFile);
    }

    /** @return StandardServiceContainer unless another container was passed to setServiceContainer() */
    public static function getServiceContainer(): ServiceContainerInterface
    {
        if (self::$serviceContainer === null) {
            self::setServiceContainer(new StandardServiceContainer());
        }

        return self::$serviceContainer;
    }

    public static function setServiceContainer(ServiceContainerInterface $serviceContainer): void
    {
        self::$serviceContainer = $serviceContainer;
        $services = $serviceContainer instanceof StandardServiceContainer
            ? $serviceContainer->getServices()
            : new Services();
        self::$services = $services;
        self::$connections = $services->connections;
        self::$plans = $services->plans;
        $services->enter($serviceContainer::class === StandardServiceContainer::class);
    }

    /** @internal */
    public static function services(): Services
    {
        self::getServiceContainer();

        return self::$services;
    }

    public static function getStandardServiceContainer(): StandardServiceContainer
    {
        $container = self::getServiceContainer();

        return $container instanceof StandardServiceContainer ? $container : throw new OrmException(
            sprintf('The service container is a %s, not the standard one', $container::class),
        );
    }

    public static function getDefaultDatasource(): string
    {
        return self::getServiceContainer()->getDefaultDatasource();
    }

    public static function getAdapter(?string $name = null): AdapterInterface
    {
        return self::getServiceContainer()->getAdapter($name);
    }

    public static function getDatabaseMap(?string $name = null): DatabaseMap
    {
        return self::getServiceContainer()->getDatabaseMap($name);
    }

    public static function getConnectionManager(string $name): ConnectionManagerInterface
    {
        return self::getServiceContainer()->getConnectionManager($name);
    }

    public static function closeConnections(): void
    {
        self::getServiceContainer()->closeConnections();
    }

    /**
     * Cleans up after a request, for workers that serve many requests: rolls back open transactions and reverts their
     * objects, empties the pools, clears bound values and restores the settings of keepSettings(). Connections stay
     * open.
     */
    public static function reset(): void
    {
        self::getStandardServiceContainer()->reset();
    }

    /** Makes the current settings the ones that reset() restores. Workers call it before the first request. */
    public static function keepSettings(): void
    {
        self::getStandardServiceContainer()->keepSettings();
    }

    public static function getConnection(
        ?string $name = null,
        string $mode = ServiceContainerInterface::CONNECTION_WRITE,
    ): ConnectionInterface {
        return self::getServiceContainer()->getConnection($name, $mode);
    }

    public static function getWriteConnection(string $name): ConnectionInterface
    {
        return self::getServiceContainer()->getWriteConnection($name);
    }

    public static function getReadConnection(string $name): ConnectionInterface
    {
        return self::getServiceContainer()->getReadConnection($name);
    }

    public static function getProfiler(): Profiler
    {
        return self::getServiceContainer()->getProfiler();
    }

    /** Returns the query log, for profiler panels and tests; it is off until start() or listen() is called. */
    public static function getQueryLog(): QueryLog
    {
        return self::services()->queryLog();
    }

    /** @return \Psr\Log\LoggerInterface */
    public static function getLogger(): object
    {
        return self::getServiceContainer()->getLogger();
    }

    /** @param int $level one of the LOG_* constants */
    public static function log(string $message, int $level = self::LOG_DEBUG): void
    {
        $method = self::LOG_METHODS[$level] ?? 'debug';
        try {
            self::getLogger()->$method($message);
        } catch (Throwable) {
            // A failing logger must not make a database operation fail.
        }
    }

    /** @return bool whether the state changed */
    public static function disableInstancePooling(): bool
    {
        $changed = InstancePools::$areEnabled;
        InstancePools::$areEnabled = false;

        return $changed;
    }

    /** @return bool whether the state changed */
    public static function enableInstancePooling(): bool
    {
        $changed = !InstancePools::$areEnabled;
        InstancePools::$areEnabled = true;

        return $changed;
    }

    public static function isInstancePoolingEnabled(): bool
    {
        return InstancePools::$areEnabled;
    }
}
