<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;
use PDO;

/**
 * Replication of MySQL and MariaDB. To read the lag of a server, the account needs the privilege REPLICA MONITOR
 * (MariaDB) or REPLICATION CLIENT (MySQL). Only MariaDB has positions.
 */
final class MysqlReplication extends Replication
{
    public function lag(ConnectionInterface $con): ?float
    {
        $status = $con->query('SHOW REPLICA STATUS')->fetch(PDO::FETCH_ASSOC);
        if (!$status) {
            return 0;
        }
        $seconds = $status['Seconds_Behind_Master'] ?? $status['Seconds_Behind_Source'] ?? null;

        return $seconds === null ? null : (float) $seconds;
    }

    public function position(ConnectionInterface $primary): ?string
    {
        return $primary->query('SELECT @@last_gtid')->fetchColumn() ?: null;
    }

    public function hasReached(ConnectionInterface $replica, string $position): bool
    {
        // The timeout of 0 checks the position without waiting.
        return (int) $replica->query("SELECT MASTER_GTID_WAIT('$position', 0)")->fetchColumn() === 0;
    }
}
