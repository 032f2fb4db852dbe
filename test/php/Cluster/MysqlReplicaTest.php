<?php

declare(strict_types=1);

namespace Orm\Tests\Cluster;

use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;
use Orm\Tests\Common\ReplicaTest;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\MemoryLogger;

/** MariaDB: the replica follows the binary log, by global transaction IDs. */
final class MysqlReplicaTest extends ReplicaTest
{
    protected const VENDOR = 'mysql';

    public function testAReplicaThatWaitsForALockIsBehind(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $this->manager->setMaxLag(1);
        self::assertTrue($this->isReplica($this->readConnection()));
        $this->waitForReplica();
        $this->replica->exec('LOCK TABLES author READ');
        try {
            $this->otherConnection()->exec("INSERT INTO author (name) VALUES ('Ann')");
            usleep(3_200_000);
            $this->forget('lagAskedAt');
            self::assertSame(1, AuthorQuery::create()->count());
        } finally {
            $this->replica->exec('UNLOCK TABLES');
        }
        self::assertCount(1, preg_grep('/A replica is skipped: it is [2-9] seconds behind/', $logger->lines));
    }

    public function testAnAccountThatMayNotAskLeavesTheReplicaOut(): void
    {
        $this->replica->exec("CREATE USER 'plain'@'%' IDENTIFIED BY 'secret'");
        $this->replica->exec("GRANT SELECT ON *.* TO 'plain'@'%'");
        try {
            $this->useReplicas([['user' => 'plain', 'password' => 'secret'] + Databases::replica('mysql')]);
            self::assertTrue($this->isReplica($this->readConnection()));
            $this->manager->setMaxLag(5);
            $logger = new MemoryLogger();
            Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
            self::assertFalse($this->isReplica($this->readConnection()));
            self::assertCount(1, preg_grep('/A replica is skipped: .*(REPLICA|SLAVE) MONITOR/', $logger->lines));
        } finally {
            $this->replica->exec("DROP USER 'plain'@'%'");
        }
    }

    protected function isReplica(ConnectionInterface $con): bool
    {
        return (int) $con->query('SELECT @@server_id')->fetchColumn() === 2;
    }

    protected function pauseReplica(): void
    {
        $this->waitForReplica();
        $this->replica->exec('STOP REPLICA SQL_THREAD');
        InstancePools::clear();
    }

    protected function resumeReplica(): void
    {
        $this->replica->exec('START REPLICA SQL_THREAD');
        $this->waitForReplica();
    }

    protected function waitForReplica(): void
    {
        $position = $this->con->query('SELECT @@gtid_binlog_pos')->fetchColumn();
        $this->until("SELECT MASTER_GTID_WAIT('$position', 20) = 0");
        InstancePools::clear();
    }
}
