<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use PDO;

/**
 * Reads how far a replica has caught up, for one database vendor.
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

    /**
     * Returns how many seconds a server is behind; 0 if it is not a replica, null if it is a replica that receives
     * nothing.
     */
    abstract public function lag(ConnectionInterface $con): ?float;

    /** Returns a position in the primary's log after everything written through the connection; null: unknown. */
    abstract public function position(ConnectionInterface $primary): ?string;

    /** Returns whether queries on a replica see everything up to a position in its primary's log. */
    abstract public function hasReached(ConnectionInterface $replica, string $position): bool;
}
