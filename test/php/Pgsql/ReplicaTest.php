<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Orm\Tests\Common\DatabaseTestCase;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\MemoryLogger;
use Orm\Tests\Support\TcpProxy;
use RuntimeException;

/** A primary and a replica that follows it by streaming. */
final class ReplicaTest extends DatabaseTestCase
{
    protected const VENDOR = 'pgsql';

    private ConnectionManagerPrimaryReplica $manager;

    /** A connection to the replica that the manager does not know. */
    private ConnectionInterface $replica;

    protected function setUp(): void
    {
        parent::setUp();
        $single = new ConnectionManagerSingle('bookstore');
        $single->setConfiguration(Databases::replica());
        $this->replica = $single->getWriteConnection(Orm::getAdapter('bookstore'));
        $this->useReplicas([Databases::replica()]);
    }

    protected function tearDown(): void
    {
        if (isset($this->replica)) {
            $this->replica->query('SELECT pg_wal_replay_resume()');
            unset($this->replica);
        }
        parent::tearDown();
    }

    public function testReadsGoToTheReplicaAndWritesToThePrimary(): void
    {
        $this->manager->setStickToPrimaryAfterWrite(false);
        $this->author('Ann');
        $this->pauseReplica();
        $this->author('Bob');

        // The replica does not know Bob yet: who sees one author asked the replica.
        self::assertTrue($this->isReplica($this->readConnection()));
        self::assertSame(1, AuthorQuery::create()->count());
        self::assertSame(['Ann'], AuthorQuery::create()->select('Name')->find()->getData());
        self::assertNull(AuthorQuery::create()->findOneByName('Bob'));
        self::assertSame(2, AuthorQuery::create()->count($this->con));
        self::assertSame(2, AuthorQuery::create()->update(['Email' => 'a@example.org']));

        $this->resumeReplica();
        self::assertSame(2, AuthorQuery::create()->filterByEmail('a@example.org')->count());
        self::assertSame('Bob', AuthorQuery::create()->findOneByName('Bob')->getName());
    }

    public function testEverythingInATransactionGoesToThePrimary(): void
    {
        $this->manager->setStickToPrimaryAfterWrite(false);
        $this->author('Ann');
        $this->pauseReplica();
        $manager = $this->manager;
        Orm::getConnection('bookstore')->transaction(function () use ($manager): void {
            $bob = $this->author('Bob');
            InstancePools::clear();
            self::assertFalse($this->isReplica($manager->getReadConnection()));
            self::assertSame(2, AuthorQuery::create()->count());
            self::assertSame('Bob', AuthorQuery::create()->findPk($bob->getId())->getName());
            $bob->reload();
        });
        self::assertSame(1, AuthorQuery::create()->count());
    }

    public function testReadsStayOnThePrimaryAfterAWriteUntilReset(): void
    {
        $con = Orm::getConnection('bookstore');
        self::assertTrue($this->isReplica($this->readConnection()), 'nothing was written yet');
        $this->pauseReplica();
        $writes = [
            fn () => $this->author('by the model'),
            static fn () => (new Author())->setName('with a connection')->save($con),
            static fn () => $con->transaction(static fn () => (new Author())->setName('in a transaction')->save($con)),
            static fn () => $con->exec("INSERT INTO author (name) VALUES ('by SQL')"),
            static fn () => $con->prepare('INSERT INTO author (name) VALUES (?)')->execute(['by a statement']),
            static fn () => AuthorQuery::create()->filterByName('by SQL')->update(['Name' => 'updated']),
        ];
        foreach ($writes as $number => $write) {
            $write();
            self::assertFalse($this->isReplica($this->readConnection()), "write $number");
            self::assertSame(min($number + 1, 5), AuthorQuery::create()->count());
            Orm::reset();
            self::assertTrue($this->isReplica($this->readConnection()), "after write $number");
            self::assertSame(0, AuthorQuery::create()->count());
        }
    }

    public function testReadsStayOnThePrimaryForAWhile(): void
    {
        $this->manager->setStickToPrimaryAfterWrite(0.3);
        Orm::getConnection('bookstore')->transaction(function (): void {
            $this->author('Ann');
            usleep(350_000);
        });
        self::assertFalse($this->isReplica($this->readConnection()), 'the time begins with the end of the transaction');
        usleep(350_000);
        self::assertTrue($this->isReplica($this->readConnection()));
        $this->manager->setStickToPrimaryAfterWrite(0);
        $this->author('Bob');
        self::assertTrue($this->isReplica($this->readConnection()));
    }

    public function testAReplicaThatRefusesWritesLeavesNothingBehind(): void
    {
        $author = (new Author())->setName('Ann');
        try {
            $author->save($this->readConnection());
            self::fail('A replica takes no writes');
        } catch (\Orm\Runtime\Exception\OrmException) {
            self::assertTrue($author->isNew());
        }
        self::assertSame(1, $author->save());
    }

    public function testADeadReplicaIsReplacedByThePrimary(): void
    {
        $proxy = new TcpProxy(...Databases::address('pgsql_replica'));
        try {
            $this->useReplicas([$this->replicaOnPort($proxy->port)]);
            $this->author('Ann');
            $this->waitForReplica();
            Orm::reset();
            self::assertTrue($this->isReplica($this->readConnection()));
            self::assertSame(1, AuthorQuery::create()->count());
        } finally {
            $proxy->kill();
        }
        self::assertSame(1, AuthorQuery::create()->count());
        self::assertSame('Ann', AuthorQuery::create()->findOne()->getName());
        self::assertFalse($this->isReplica($this->readConnection()));
    }

    public function testADeadReplicaIsReplacedByAnotherOne(): void
    {
        $proxy = new TcpProxy(...Databases::address('pgsql_replica'));
        $proxy->kill();
        $this->useReplicas([$this->replicaOnPort($proxy->port), Databases::replica()]);
        self::assertTrue($this->isReplica($this->readConnection()));

        $this->useReplicas([$this->replicaOnPort($proxy->port)]);
        self::assertFalse($this->isReplica($this->readConnection()));
    }

    public function testAReplicaThatDiesInARequestIsReplacedByAnotherOne(): void
    {
        $proxy = new TcpProxy(...Databases::address('pgsql_replica'));
        try {
            $picked = ['weight' => 1_000_000_000] + $this->replicaOnPort($proxy->port);
            $this->useReplicas([Databases::replica(), $picked]);
            $this->author('Ann');
            $this->waitForReplica();
            Orm::reset();
            self::assertTrue($this->isReplica($this->readConnection()));
        } finally {
            $proxy->kill();
        }
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        for ($read = 0; $read < 3; $read++) {
            self::assertSame(1, AuthorQuery::create()->count());
            self::assertTrue($this->isReplica($this->readConnection()));
            Orm::reset();
        }
        self::assertCount(1, preg_grep('/^warning .*The connection was lost/', $logger->lines));
        self::assertSame([], preg_grep('/A replica is left out/', $logger->lines), 'the dead one was not tried again');
    }

    /** @param list<array<string, mixed>> $replicas */
    private function useReplicas(array $replicas): void
    {
        $this->manager = new ConnectionManagerPrimaryReplica('bookstore');
        $this->manager->setWriteConfiguration(Databases::configuration('pgsql'));
        $this->manager->setReadConfiguration($replicas);
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager);
        $this->waitForReplica();
    }

    /** @return array<string, mixed> */
    private function replicaOnPort(int $port): array
    {
        $configuration = Databases::replica();
        $configuration['dsn'] = preg_replace('/port=\d+/', 'port=' . $port, $configuration['dsn']);

        return $configuration;
    }

    private function readConnection(): ConnectionInterface
    {
        return Orm::getConnection('bookstore', ServiceContainerInterface::CONNECTION_READ);
    }

    private function isReplica(ConnectionInterface $con): bool
    {
        return (bool) $con->query('SELECT pg_is_in_recovery()')->fetchColumn();
    }

    /** From now on the replica shows what it shows now: all that was written before. */
    private function pauseReplica(): void
    {
        $this->waitForReplica();
        $this->replica->query('SELECT pg_wal_replay_pause()');
        $this->until("SELECT pg_get_wal_replay_pause_state() = 'paused'");
        InstancePools::clear();
    }

    private function resumeReplica(): void
    {
        $this->replica->query('SELECT pg_wal_replay_resume()');
        $this->waitForReplica();
    }

    private function waitForReplica(): void
    {
        // The server of the tests does not hurry to write its log; a commit that insists takes all others along.
        $this->con->exec('SET synchronous_commit = on');
        $this->con->query("SELECT pg_logical_emit_message(true, 'test', '')");
        $position = $this->con->query('SELECT pg_current_wal_flush_lsn()')->fetchColumn();
        $this->until("SELECT pg_last_wal_replay_lsn() >= '$position'::pg_lsn");
        InstancePools::clear();
    }

    private function until(string $condition): void
    {
        $deadline = microtime(true) + 20;
        while (!$this->replica->query($condition)->fetchColumn()) {
            if (microtime(true) > $deadline) {
                throw new RuntimeException('The replica does not follow: ' . $condition);
            }
            usleep(5_000);
        }
    }
}
