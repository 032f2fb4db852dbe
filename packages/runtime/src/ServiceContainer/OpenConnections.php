<?php

declare(strict_types=1);

namespace Orm\Runtime\ServiceContainer;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Orm;
use WeakMap;

/**
 * The connections that queries and objects use.
 *
 * @internal
 */
final class OpenConnections
{
    /**
     * Those of datasources that have one for everything: where queries and objects look first, because the way through
     * the service container is long. Where replicas are read, or the application has a container or a manager of its
     * own, they are asked each time.
     *
     * @var array<string, ConnectionWrapper>
     */
    public array $open = [];

    /** @var WeakMap<ConnectionInterface, true> those that datasources have had since the last Orm::reset() */
    public WeakMap $left;

    /** The log of queries while it records or reports them; null: off. */
    public ?QueryLog $queryLog = null;

    /** How many results were read row by row: cursors need different names. */
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
     * To be called when connections are no longer those of a datasource: the next ones may lead to another database.
     * Code of the application may still hold them, and use them in the next request.
     *
     * @param list<ConnectionInterface> $connections
     */
    public function leave(array $connections): void
    {
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
