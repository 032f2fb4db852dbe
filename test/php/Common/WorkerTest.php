<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Orm;
use Orm\Tests\Support\MemoryLogger;

/** A process that serves many requests: nothing of one is seen by the next. */
abstract class WorkerTest extends DatabaseTestCase
{
    public function testATransactionThatWasLeftOpenDoesNotSwallowTheNextOnes(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $kept = $this->author('kept');
        $begins = [
            fn () => $this->con->beginTransaction(),
            fn () => $this->con->beginTransaction() && $this->con->beginTransaction(),
            fn () => $this->con->exec(static::VENDOR === 'mysql' ? 'START TRANSACTION' : 'BEGIN'),
            function (): void {
                $this->con->beginTransaction();
                $this->con->beginTransaction();
                $this->con->rollBack();
            },
            function (): void {
                $this->con->beginTransaction();
                try {
                    $this->con->exec('no statement');
                } catch (\Orm\Runtime\Exception\ExceptionInterface) {
                    return;
                }
            },
        ];
        foreach ($begins as $number => $begin) {
            $begin();
            $late = (new Author())->setName('late');
            try {
                $number === 2 ? $this->con->exec("INSERT INTO author (name) VALUES ('late')") : $late->save();
            } catch (\Orm\Runtime\Exception\ExceptionInterface) {
                self::assertSame(4, $number, 'PostgreSQL refuses it then');
            }
            Orm::reset();
            self::assertSame(0, $this->con->getNestedTransactionCount());
            self::assertFalse($this->con->inTransaction());
            self::assertTrue($late->isNew());
            self::assertSame(0, AuthorQuery::create()->filterByName('late')->count());
            $this->con->transaction(fn () => $this->author("next $number"));
            $this->con->forceRollBack();
            self::assertSame(1, AuthorQuery::create()->filterByName("next $number")->count());
        }
        self::assertCount(count($begins), preg_grep('/^warning .*left open/', $logger->lines));
        self::assertNotSame($kept, AuthorQuery::create()->findPk($kept->getId()), 'pools are empty');
    }

    public function testResetForgetsWhatWasBoundAndKeepsTheConnection(): void
    {
        $this->con->useDebug();
        $author = $this->author('Ann');
        self::assertNotNull(AuthorQuery::create()->findPk($author->getId()));
        self::assertStringContainsString('Ann', $this->con->getLastExecutedQuery());
        Orm::reset();
        self::assertSame('', $this->con->getLastExecutedQuery());
        self::assertSame(0, $this->con->getQueryCount());
        self::assertSame(0, InstancePools::$pooled);
        self::assertSame($this->con, Orm::getConnection('bookstore'));
        self::assertSame(1, AuthorQuery::create()->count());
    }

    public function testATransactionOfAConnectionOfTheApplicationDoesNotSwallowTheNextCommit(): void
    {
        $inside = $this->con->getWrappedConnection();
        self::assertNotNull($inside);
        Orm::getStandardServiceContainer()->setConnection('bookstore', $inside);
        $con = Orm::$connections?->toWrite('bookstore') ?? self::fail('there is a connection');
        $con->beginTransaction();
        $con->beginTransaction();
        $this->author('lost');
        Orm::reset();
        self::assertFalse($inside->inTransaction());
        $con->transaction(fn () => $this->author('kept'));
        self::assertFalse($inside->inTransaction());
        self::assertSame(['kept'], AuthorQuery::create()->select('Name')->find()->getData());
    }

    public function testReadsGoToReplicasAgainUnlessTheStartOfTheApplicationSaidOtherwise(): void
    {
        $manager = new ConnectionManagerPrimaryReplica('bookstore');
        Orm::getStandardServiceContainer()->setConnectionManager($manager);
        $manager->setForcePrimaryConnection(true);
        Orm::reset();
        self::assertFalse($manager->isForcePrimaryConnection());
        $manager->setForcePrimaryConnection(true);
        Orm::keepSettings();
        $manager->setForcePrimaryConnection(false);
        Orm::reset();
        self::assertTrue($manager->isForcePrimaryConnection());
    }

    public function testResetWithoutAnythingToDoDoesNothing(): void
    {
        Orm::reset();
        Orm::closeConnections();
        Orm::reset();
        $manager = Orm::getConnectionManager('bookstore');
        assert($manager instanceof ConnectionManagerSingle);
        self::assertSame([], $manager->getOpenConnections());
    }
}
