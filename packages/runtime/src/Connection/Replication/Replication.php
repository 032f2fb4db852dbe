<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use PDO;

/**
 * What the servers of one vendor know of how far a replica has come.
 *
 * @internal
 */
abstract class Replication
{
    public static function of(ConnectionInterface $con): self
    {
        return match ($driver = $con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'pgsql' => new PgsqlReplication(),
            'mysql' => new MysqlReplication(),
            default => throw new OrmException(
                sprintf('The delay of a replica cannot be read through the driver "%s"', $driver),
            ),
        };
    }

    /** By how many seconds a server is behind; 0 if it is not a replica, null if it is one that does not receive anything. */
    abstract public function lag(ConnectionInterface $con): ?float;

    /** A place in the log of a primary behind all that was written through the connection; null: unknown. */
    abstract public function position(ConnectionInterface $primary): ?string;

    /** Whether queries on a replica see what is before a place in the log of its primary. */
    abstract public function hasReached(ConnectionInterface $replica, string $position): bool;
}
