<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;
use PDO;

/**
 * MySQL and MariaDB. The account needs the right REPLICA MONITOR (MariaDB) or REPLICATION CLIENT (MySQL) to ask how far
 * behind a server is. Positions are those of MariaDB.
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
        // It is asked, and does not wait.
        return (int) $replica->query("SELECT MASTER_GTID_WAIT('$position', 0)")->fetchColumn() === 0;
    }
}
