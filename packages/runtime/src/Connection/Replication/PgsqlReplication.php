<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Replication;

use Orm\Runtime\Connection\ConnectionInterface;

/** Replication of PostgreSQL, using only functions that every role may call. */
final class PgsqlReplication extends Replication
{
    /**
     * If the primary is idle, the time of the last commit does not show the lag. A replica that is receiving the log
     * and has applied all of it is not behind. Unprivileged roles only see that the receiver exists.
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
        // The position includes commits with synchronous_commit = off, which are not written yet.
        return (string) $primary->query('SELECT pg_current_wal_insert_lsn()')->fetchColumn();
    }

    public function hasReached(ConnectionInterface $replica, string $position): bool
    {
        $sql = "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= '$position'::pg_lsn";

        return (bool) $replica->query($sql)->fetchColumn();
    }
}
