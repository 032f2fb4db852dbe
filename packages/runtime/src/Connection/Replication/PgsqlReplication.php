<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;

/** PostgreSQL, by what every role may ask. */
final class PgsqlReplication extends Replication
{
    /**
     * When the primary is quiet, the time of the last commit does not show a delay: a replica that receives the log and
     * has applied all of it is not behind. Other roles see of the receiver only that it exists.
     */
    private const LAG = 'SELECT CASE WHEN NOT pg_is_in_recovery() THEN 0'
        . ' WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT 1 FROM pg_stat_wal_receiver)'
        . ' THEN 0 ELSE EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END';

    public function lag(ConnectionInterface $con): ?float
    {
        $seconds = $con->query(self::LAG)->fetchColumn();

        return $seconds === null ? null : (float) $seconds;
    }

    public function position(ConnectionInterface $primary): ?string
    {
        // Also what is committed with synchronous_commit = off, which is not written yet.
        return (string) $primary->query('SELECT pg_current_wal_insert_lsn()')->fetchColumn();
    }

    public function hasReached(ConnectionInterface $replica, string $position): bool
    {
        $sql = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= '$position'::pg_lsn";

        return (bool) $replica->query($sql)->fetchColumn();
    }
}
