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
                sprintf('How far a replica has come cannot be asked through the driver "%s"', $driver),
            ),
        };
    }

    /** By how many seconds a server is behind; 0 if it follows nobody, null if it should and does not. */
    abstract public function lag(ConnectionInterface $con): ?float;

    /** A place in the log of a primary behind all that was written through the connection; null: nobody knows. */
    abstract public function position(ConnectionInterface $primary): ?string;

    /** Whether queries on a replica see what is before a place in the log of its primary. */
    abstract public function hasReached(ConnectionInterface $replica, string $position): bool;
}
