<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Tests\Common;
use Orm\Tests\Support\Databases;

/** The replica follows by streaming. */
final class ReplicaTest extends Common\ReplicaTest
{
    protected const VENDOR = 'pgsql';

    public function testEveryRoleMayAskHowFarBehindAReplicaIs(): void
    {
        $this->con->exec('DROP ROLE IF EXISTS orm_reader');
        $this->con->exec("CREATE ROLE orm_reader LOGIN PASSWORD 'secret'");
        try {
            $this->useReplicas([['user' => 'orm_reader', 'password' => 'secret'] + Databases::replica('pgsql')]);
            $this->manager->setMaxLag(0.5);
            $this->waitUntilReadFrom();
            $read = $this->readConnection();
            self::assertSame('orm_reader', $read->query('SELECT current_user')->fetchColumn());
            unset($read);
        } finally {
            $this->manager->closeConnections();
            $this->con->exec('DROP ROLE orm_reader');
        }
    }

    protected function isReplica(ConnectionInterface $con): bool
    {
        return (bool) $con->query('SELECT pg_is_in_recovery()')->fetchColumn();
    }

    protected function pauseReplica(): void
    {
        $this->waitForReplica();
        $this->replica->query('SELECT pg_wal_replay_pause()');
        $this->until("SELECT pg_get_wal_replay_pause_state() = 'paused'");
        InstancePools::clear();
    }

    protected function resumeReplica(): void
    {
        $this->replica->query('SELECT pg_wal_replay_resume()');
        $this->waitForReplica();
    }

    protected function waitForReplica(): void
    {
        // The server of the tests does not hurry to write its log; a commit that insists takes all others along.
        $this->con->exec('SET synchronous_commit = on');
        $this->con->query("SELECT pg_logical_emit_message(true, 'test', '')");
        $position = $this->con->query('SELECT pg_current_wal_flush_lsn()')->fetchColumn();
        $this->until("SELECT pg_last_wal_replay_lsn() >= '$position'::pg_lsn");
        InstancePools::clear();
    }
}
