<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Orm;
use WeakMap;

/**
 * The open connections of queries and objects.
 *
 * @internal
 */
final class OpenConnections
{
    /**
     * The connections of names that use one connection for everything. Queries and objects look here first, because the
     * service container is slower. If replicas are read, or the application has a custom container or manager, that is
     * asked each time.
     *
     * @var array<string, ConnectionWrapper>
     */
    public array $open = [];

    /** @var WeakMap<ConnectionInterface, true> former configured connections since the last Orm::reset() */
    public WeakMap $left;

    /** The query log while it records or reports queries; null: off. */
    public ?QueryLog $queryLog = null;

    /** The number of results that were read row by row, because each cursor needs a unique name. */
    public int $cursors = 0;

    public function __construct()
    {
        $this->left = new WeakMap();
    }

    public function toRead(string $name): ConnectionWrapper
    {
        return $this->open[$name] ?? $this->keep($name, Orm::getServiceContainer()->getReadConnection($name));
    }

    public function toWrite(string $name): ConnectionWrapper
    {
        return $this->open[$name] ?? $this->keep($name, Orm::getServiceContainer()->getWriteConnection($name));
    }

    /**
     * Returns the connection for a SELECT. One that locks rows needs the write connection: a replica rejects the lock,
     * or locks rows that nobody writes.
     */
    public function toSelect(Criteria $criteria): ConnectionWrapper
    {
        $name = $criteria->getDbName();

        return $criteria->getLock() === null ? $this->toRead($name) : $this->toWrite($name);
    }

    /**
     * Records connections that are no longer configured, so that the next ones may lead to another database. Code of
     * the application may still use them, even in the next request.
     *
     * @param list<ConnectionInterface> $connections
     */
    public function leave(array $connections): void
    {
        ConnectionManagerSingle::$sandbox?->leave($connections);
        if ($connections !== []) {
            InstancePools::clear();
        }
        $this->open = [];
        foreach ($connections as $connection) {
            $this->left[$connection] = true;
        }
    }

    private function keep(string $name, ConnectionInterface $con): ConnectionWrapper
    {
        $con = ConnectionWrapper::wrap($con);
        $container = Orm::getServiceContainer();
        if (
            Orm::$hasShortcuts && $container::class === StandardServiceContainer::class
            && $container->getConnectionManager($name)::class === ConnectionManagerSingle::class
        ) {
            $this->open[$name] = $con;
        }

        return $con;
    }
}
