<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\MemoryLogger;
use Orm\Tests\Support\TcpProxy;
use Orm\Tests\Support\Wait;

/** A primary and a replica that follows it. */
abstract class ReplicaTest extends DatabaseTestCase
{
    protected ConnectionManagerPrimaryReplica $manager;

    /** A connection to the replica that the manager does not know. */
    protected ConnectionInterface $replica;

    protected function setUp(): void
    {
        parent::setUp();
        $single = new ConnectionManagerSingle('bookstore');
        // As the account that may do everything.
        [, $port] = Databases::address(static::VENDOR . '_replica');
        $single->setConfiguration(Databases::through($port, static::VENDOR));
        $this->replica = $single->getWriteConnection(Orm::getAdapter('bookstore'));
        $this->useReplicas([Databases::replica(static::VENDOR)]);
    }

    protected function tearDown(): void
    {
        if (isset($this->replica)) {
            $this->resumeReplica();
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

    public function testRowsThatAreLockedAreReadFromThePrimary(): void
    {
        $this->manager->setStickToPrimaryAfterWrite(false);
        $this->author('Ann');
        $this->pauseReplica();
        $this->author('Bob');
        $locked = AuthorQuery::create()->orderByName()->lockForUpdate();
        self::assertSame(['Ann', 'Bob'], $locked->find()->getColumnValues('Name'));
        self::assertSame('Bob', AuthorQuery::create()->lockForShare()->findOneByName('Bob')->getName());
        self::assertSame(1, AuthorQuery::create()->count());
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
        $this->manager->setStickToPrimaryAfterWrite(3600);
        $con = Orm::getConnection('bookstore');
        self::assertInstanceOf(ConnectionWrapper::class, $con);
        $written = 0;
        $con->transaction(function () use (&$written): void {
            $this->author('Ann');
            $written = hrtime(true);
        });
        $writtenAt = $con->liveness?->writtenAt ?? 0;
        self::assertGreaterThan($written, $writtenAt, 'the time begins with the end of the transaction');
        self::assertFalse($this->isReplica($this->readConnection()));
        $this->manager->setStickToPrimaryAfterWrite(0.001);
        usleep(1_000);
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
        $proxy = new TcpProxy(...Databases::address(static::VENDOR . '_replica'));
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
        $proxy = new TcpProxy(...Databases::address(static::VENDOR . '_replica'));
        $proxy->kill();
        $this->useReplicas([$this->replicaOnPort($proxy->port), Databases::replica(static::VENDOR)]);
        self::assertTrue($this->isReplica($this->readConnection()));

        $this->useReplicas([$this->replicaOnPort($proxy->port)]);
        self::assertFalse($this->isReplica($this->readConnection()));
    }

    public function testAReplicaThatDiesInARequestIsReplacedByAnotherOne(): void
    {
        $proxy = new TcpProxy(...Databases::address(static::VENDOR . '_replica'));
        try {
            $picked = ['weight' => 1_000_000_000] + $this->replicaOnPort($proxy->port);
            $this->useReplicas([Databases::replica(static::VENDOR), $picked]);
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
        self::assertSame([], preg_grep('/A replica is skipped/', $logger->lines), 'the dead one was not tried again');
    }

    public function testAReplicaThatIsTooFarBehindIsNotReadFrom(): void
    {
        $this->manager->setMaxLag(0.5);
        $this->author('Ann');
        $this->waitForReplica();
        $this->waitUntilReadFrom();
        self::assertSame(1, AuthorQuery::create()->count());
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);

        $this->pauseReplica();
        $this->otherConnection()->exec("INSERT INTO author (name) VALUES ('Bob')");
        $this->fallBehind();
        $this->forget('lagAskedAt');
        for ($read = 0; $read < 3; $read++) {
            self::assertSame(2, AuthorQuery::create()->count());
            self::assertFalse($this->isReplica($this->readConnection()));
        }
        $pattern = '/A replica is skipped: it (is [\d.]+ seconds behind|receives nothing from its primary)/';
        $reasons = preg_grep($pattern, $logger->lines);
        self::assertCount(1, $reasons);

        $this->resumeReplica();
        self::assertFalse($this->isReplica($this->readConnection()), 'it is left aside for a while');
        $this->waitUntilReadFrom();
        self::assertSame(2, AuthorQuery::create()->count());
    }

    public function testAReplicaIsNotAskedBeforeEachReadHowFarBehindItIs(): void
    {
        $this->manager->setMaxLag(0.2);
        $this->waitUntilReadFrom();
        $this->pauseReplica();
        $this->otherConnection()->exec("INSERT INTO author (name) VALUES ('Bob')");
        $this->fallBehind();
        $this->resumeReplica();
        $this->waitUntilReadFrom();
        $this->pauseReplica();
        // A second of a busy machine may pass before the next line.
        (fn () => $this->lagAskedAt = hrtime(true) + 3_600_000_000_000)->call($this->manager);
        self::assertTrue($this->isReplica($this->readConnection()), 'the answer holds for a second');
    }

    public function testAReplicaOfAQuietPrimaryIsNotBehind(): void
    {
        $this->manager->setMaxLag(0.2);
        $this->author('Ann');
        $this->waitForReplica();
        usleep(1_100_000);
        $this->waitUntilReadFrom();
        self::assertTrue($this->isReplica($this->readConnection()));
    }

    public function testTheNextReplicaIsReadFromWhenOneIsTooFarBehind(): void
    {
        $primary = ['weight' => 1] + Databases::configuration(static::VENDOR);
        $this->useReplicas([['weight' => 1_000_000_000] + Databases::replica(static::VENDOR), $primary]);
        $this->manager->setMaxLag(0.5);
        $this->pauseReplica();
        $this->otherConnection()->exec("INSERT INTO author (name) VALUES ('Bob')");
        $this->fallBehind();
        $read = $this->readConnection();
        self::assertFalse($this->isReplica($read));
        self::assertNotSame($this->manager->getWriteConnection(), $read);
    }

    public function testReadsStayOnThePrimaryUntilTheReplicaHasWhatWasWritten(): void
    {
        $this->manager->setStickUntilReplicated(true);
        $con = Orm::getConnection('bookstore');
        self::assertTrue($this->isReplica($this->readConnection()), 'nothing was written yet');
        $writes = [
            fn () => $this->author('by the model'),
            static fn () => $con->transaction(static fn () => (new Author())->setName('in a transaction')->save($con)),
            static fn () => $con->exec("INSERT INTO author (name) VALUES ('by SQL')"),
            static fn () => $con->prepare('INSERT INTO author (name) VALUES (?)')->execute(['by a statement']),
        ];
        foreach ($writes as $number => $write) {
            $this->pauseReplica();
            $write();
            self::assertFalse($this->isReplica($this->readConnection()), "write $number");
            self::assertSame($number + 1, AuthorQuery::create()->count());
            usleep(15_000);
            self::assertFalse($this->isReplica($this->readConnection()), "write $number, a little later");
            $this->resumeReplica();
            $this->waitUntilReplicated();
            self::assertTrue($this->isReplica($this->readConnection()), "write $number, when the replica has it");
            self::assertSame($number + 1, AuthorQuery::create()->count());
        }
    }

    public function testReadsSeeWhatWasWrittenJustBefore(): void
    {
        $this->manager->setStickUntilReplicated(true);
        $seen = ['primary' => 0, 'replica' => 0];
        for ($number = 1; $number <= 60; $number++) {
            $this->author("author $number");
            if ($number % 10 === 0) {
                usleep(mt_rand(0, 400_000));
            }
            InstancePools::clear();
            $seen[$this->isReplica($this->readConnection()) ? 'replica' : 'primary']++;
            self::assertSame($number, AuthorQuery::create()->count());
            self::assertSame("author $number", AuthorQuery::create()->orderById('desc')->findOne()->getName());
        }
        self::assertGreaterThan(0, $seen['primary']);
    }

    public function testAnotherReplicaIsReadFromOnlyIfItHasWhatWasWritten(): void
    {
        $proxy = new TcpProxy(...Databases::address(static::VENDOR . '_replica'));
        try {
            $this->useReplicas([
                ['weight' => 1_000_000_000] + $this->replicaOnPort($proxy->port),
                Databases::replica(static::VENDOR),
            ]);
            $this->manager->setStickUntilReplicated(true);
            $this->author('Ann');
            $this->waitForReplica();
            $this->waitUntilReplicated();
            self::assertTrue($this->isReplica($this->readConnection()));
            $this->pauseReplica();
            $read = $this->readConnection();
            $this->author('Bob');
        } finally {
            $proxy->kill();
        }
        // As if the first one had had it, and then died.
        self::assertSame(2, AuthorQuery::create()->count($read));
    }

    /** @param list<array<string, mixed>> $replicas */
    protected function useReplicas(array $replicas): void
    {
        $this->manager = new ConnectionManagerPrimaryReplica('bookstore');
        $this->manager->setWriteConfiguration(Databases::configuration(static::VENDOR));
        $this->manager->setReadConfiguration($replicas);
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager);
        $this->waitForReplica();
    }

    /** @return array<string, mixed> */
    protected function replicaOnPort(int $port): array
    {
        $configuration = Databases::replica(static::VENDOR);
        $configuration['dsn'] = preg_replace('/port=\d+/', 'port=' . $port, $configuration['dsn']);

        return $configuration;
    }

    protected function readConnection(): ConnectionInterface
    {
        return Orm::getConnection('bookstore', ServiceContainerInterface::CONNECTION_READ);
    }

    abstract protected function isReplica(ConnectionInterface $con): bool;

    /** From now on the replica shows what it shows now: all that was written before. */
    abstract protected function pauseReplica(): void;

    /** Waits until a replica that is paused, while the primary was written to, is a second behind. */
    protected function fallBehind(): void
    {
        usleep(1_100_000);
    }

    abstract protected function resumeReplica(): void;

    /** Waits until the replica shows all that was written. */
    abstract protected function waitForReplica(): void;

    /** The server itself writes to its log now and then, and does not hurry to send that. */
    private function waitUntilReplicated(): void
    {
        $isReplicated = fn (): bool => $this->readConnection() !== $this->manager->getWriteConnection();
        Wait::until($isReplicated, 'the replica has what was written');
    }

    /** Waits until reads go to the replica: other tests write to its primary, so it may be behind for a while. */
    protected function waitUntilReadFrom(): void
    {
        Wait::until(function (): bool {
            $this->forget('asideUntil', 'lagAskedAt');
            // The question whether it is a replica was a statement to the primary.
            Orm::reset();

            return $this->isReplica($this->readConnection());
        }, 'the replica is read from');
    }

    protected function until(string $condition): void
    {
        Wait::until(fn (): mixed => $this->replica->query($condition)->fetchColumn(), "the replica has $condition");
    }

    /** Lets a time be over that the manager has to wait. */
    protected function forget(string ...$properties): void
    {
        (function () use ($properties): void {
            foreach ($properties as $property) {
                $this->$property = is_array($this->$property) ? [] : 0;
            }
        })->call($this->manager);
    }
}
