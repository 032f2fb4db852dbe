<?php

declare(strict_types=1);

namespace Orm\Runtime\Psr;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Psr\Container\ContainerInterface;
use ReflectionClass;

/**
 * Provides connections and queries as a PSR-11 container, for containers that delegate to others. The entries are:
 *
 * - `orm.connection.NAME`: the write connection of that name; `ConnectionInterface::class`: the default one;
 * - the name of a query class: a new query each time;
 * - `QueryLog::class` and `ServiceContainerInterface::class`.
 */
final class Container implements ContainerInterface
{
    private const CONNECTION = 'orm.connection.';

    // The parameters have no types, which all versions of PSR-11 accept.

    /**
     * @param string $id
     * @return mixed
     */
    public function get($id)
    {
        $name = self::connectionName($id);

        return match (true) {
            !$this->has($id) => throw new NotFoundException(sprintf('Orm has no entry "%s"', $id)),
            $name !== null => Orm::getWriteConnection($name),
            $id === ConnectionInterface::class => Orm::getWriteConnection(Orm::getDefaultDatasource()),
            $id === ServiceContainerInterface::class => Orm::getServiceContainer(),
            $id === QueryLog::class => Orm::getQueryLog(),
            default => $id::create(),
        };
    }

    /** @param string $id */
    public function has($id): bool
    {
        $name = self::connectionName($id);
        if ($name !== null) {
            return Orm::getServiceContainer()->hasConnectionManager($name);
        }

        return match ($id) {
            ConnectionInterface::class => Orm::getServiceContainer()->hasConnectionManager(Orm::getDefaultDatasource()),
            ServiceContainerInterface::class, QueryLog::class => true,
            default => is_subclass_of($id, ModelCriteria::class) && (new ReflectionClass($id))->isInstantiable(),
        };
    }

    private static function connectionName(string $id): ?string
    {
        return str_starts_with($id, self::CONNECTION) ? substr($id, strlen(self::CONNECTION)) : null;
    }
}
