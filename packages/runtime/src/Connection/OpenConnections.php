<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\RuntimeState;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;

/**
 * The open connections of datasources that have one for everything: where queries and objects look first, because the
 * way through the service container is long. Where replicas are read, or the application has a container or a manager
 * of its own, they are asked each time.
 *
 * @internal
 */
final class OpenConnections
{
    public static function read(string $name): ConnectionWrapper
    {
        return Orm::state()->openConnections[$name]
            ?? self::keep($name, Orm::getServiceContainer()->getReadConnection($name));
    }

    public static function write(string $name): ConnectionWrapper
    {
        return Orm::state()->openConnections[$name]
            ?? self::keep($name, Orm::getServiceContainer()->getWriteConnection($name));
    }

    /** A connection that somebody has given to the library, as the library uses connections. */
    public static function wrapped(ConnectionInterface $con): ConnectionWrapper
    {
        return $con instanceof ConnectionWrapper ? $con : new ForeignConnection($con);
    }

    /** The connection below that of a wrapper: statements to it are not work of the application. */
    public static function inside(ConnectionInterface $con): ConnectionInterface
    {
        return self::wrapped($con)->getWrappedConnection();
    }

    /**
     * To be called when connections are no longer those of a datasource: the next ones may lead to another database.
     * Whoever has given them may still hold them, and use them in the next request.
     *
     * @param list<ConnectionInterface> $connections
     */
    public static function leave(array $connections): void
    {
        if ($connections !== []) {
            InstancePools::clear();
        }
        $state = Orm::state();
        $state->openConnections = [];
        foreach ($connections as $connection) {
            $state->leftConnections[$connection] = true;
        }
    }

    private static function keep(string $name, ConnectionInterface $con): ConnectionWrapper
    {
        $con = self::wrapped($con);
        $container = Orm::getServiceContainer();
        if (
            RuntimeState::$hasShortcuts && $container::class === StandardServiceContainer::class
            && $container->getConnectionManager($name)::class === ConnectionManagerSingle::class
        ) {
            Orm::state()->openConnections[$name] = $con;
        }

        return $con;
    }
}
