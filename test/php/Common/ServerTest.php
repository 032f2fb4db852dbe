<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Map\AuthorTableMap;
use DomainException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Connection\ProfilerConnectionWrapper;
use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\Database\LockTimeout;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\MemoryLogger;
use Orm\Tests\Support\Wait;
use PDO;
use PDOException;
use Throwable;

/** What happens when the server, or the way to it, fails. */
abstract class ServerTest extends DatabaseTestCase
{
    /** Counts the sessions in this database that wait for a lock. */
    protected const WAITING_SESSIONS = '';

    public function testCredentialsMayBeInTheDsn(): void
    {
        $configuration = Databases::configuration(static::VENDOR);
        $quote = static::VENDOR === 'pgsql' ? "'" : '';
        $configuration['dsn'] .= ";user={$configuration['user']};password=$quote{$configuration['password']}$quote";
        $configuration['user'] = $configuration['password'] = '';
        $con = ConnectionFactory::create($configuration, Orm::getAdapter('bookstore'));
        self::assertSame(1, (int) $con->query('SELECT 1')->fetchColumn());
    }

    public function testAServerThatRefusesThePasswordIsQuotedWithoutIt(): void
    {
        $canary = 'Zq' . bin2hex(random_bytes(6));
        $right = Databases::configuration(static::VENDOR);
        $quote = static::VENDOR === 'pgsql' ? "'" : '';
        $url = sprintf('%s://%s:%s@%s/x', static::VENDOR, $right['user'], $canary, '127.0.0.1');
        $wrong = [
            ['password' => $canary] + $right,
            ['user' => $canary . 'x', 'password' => $canary] + $right,
            ['dsn' => $right['dsn'] . ";password=$quote$canary$quote", 'password' => ''] + $right,
            ['dsn' => $right['dsn'] . ";sslpassword=$canary;no_such_option=$canary"] + $right,
            ['dsn' => $right['dsn'] . ";dbname=no_such_database;password=a $canary b"] + $right,
            ['dsn' => $url, 'user' => '', 'password' => ''] + $right,
        ];
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $refused = [];
        foreach ($wrong as $number => $configuration) {
            try {
                ConnectionFactory::create($configuration, Orm::getAdapter('bookstore'));
            } catch (Throwable $failure) {
                $refused[] = $number;
                $texts = [implode("\n", $logger->lines)];
                for ($each = $failure; $each !== null; $each = $each->getPrevious()) {
                    $texts[] = $each->getMessage() . json_encode($each->errorInfo ?? null);
                }
                self::assertStringNotContainsString($canary, implode("\n", $texts), "configuration $number");
            }
        }
        // The driver of MySQL ignores unknown options.
        self::assertSame(static::VENDOR === 'mysql' ? [0, 1, 2, 4, 5] : [0, 1, 2, 3, 4, 5], $refused);
        self::assertNotEmpty($logger->lines);
    }

    public function testAConnectionLostWhileIdleIsOpenedAgain(): void
    {
        $author = $this->author('Ann');
        $this->kill();
        AuthorTableMap::clearInstancePool();
        self::assertSame('Ann', AuthorQuery::create()->findPk($author->getId())->getName());
        $this->kill();
        self::assertSame(1, AuthorQuery::create()->filterByName('Ann')->count());
        $this->kill();
        self::assertSame(1, (new Author())->setName('Bob')->save());
        $this->kill();
        $this->con->transaction(fn () => $this->author('Cid'));
        $this->kill();
        (new Criteria('bookstore'))->add(AuthorTableMap::COL_NAME, 'Dan')->doInsert($this->con);
        $this->kill();
        self::assertSame(1, $this->con->exec("DELETE FROM author WHERE name = 'Dan'"));
        $this->kill();
        self::assertEquals(3, $this->con->query('SELECT COUNT(*) FROM author')->fetchColumn());
        self::assertSame(3, AuthorQuery::create()->count());
    }

    public function testAStatementIsPreparedAgainOnTheConnectionThatIsOpenedAgain(): void
    {
        $this->author('Ann');
        $this->author('Bob');
        $found = $this->con->prepare('SELECT name FROM author WHERE name = :first OR name = :second ORDER BY name');
        $found->bindValue(':first', 'Ann');
        $second = 'none';
        $found->bindParam(':second', $second);
        $found->execute();
        self::assertSame(['Ann'], $found->fetchAll(PDO::FETCH_COLUMN));
        $this->kill();
        $second = 'Bob';
        $found->execute();
        self::assertSame(['Ann', 'Bob'], $found->fetchAll(PDO::FETCH_COLUMN));
        $second = 'none';
        $found->execute();
        self::assertSame(['Ann'], $found->fetchAll(PDO::FETCH_COLUMN));
        $this->kill();
        $renamed = $this->con->prepare('UPDATE author SET name = ? WHERE name = ?');
        $renamed->execute(['Cid', 'Bob']);
        self::assertSame(1, $renamed->rowCount());
        $this->kill();
        $renamed->execute(['Dan', 'Cid']);
        self::assertSame(1, $renamed->rowCount());
    }

    public function testAttributesOfTheWrapperAreNoneOfTheConnectionThatIsOpenedAgain(): void
    {
        self::connect(Orm::getStandardServiceContainer(), 'bookstore', [
            'classname' => ProfilerConnectionWrapper::class,
            'attributes' => [
                'isSlowOnly' => true,
                ConnectionWrapper::class . '::ORM_ATTR_CACHE_PREPARES' => true,
                'PDO::ATTR_CASE' => 'PDO::CASE_UPPER',
            ],
        ]);
        $con = Orm::getConnection('bookstore');
        self::assertInstanceOf(ProfilerConnectionWrapper::class, $con);
        $this->con = $con;
        $this->author('Ann');
        $this->kill();
        self::assertSame(1, AuthorQuery::create()->count());
        self::assertSame(PDO::CASE_UPPER, $con->getAttribute(PDO::ATTR_CASE));
        self::assertTrue($con->getAttribute(ConnectionWrapper::ORM_ATTR_CACHE_PREPARES));
    }

    public function testAConnectionLostInATransactionIsNotOpenedAgain(): void
    {
        $author = null;
        try {
            $this->con->transaction(function () use (&$author): void {
                $author = $this->author('Ann');
                $this->kill();
                $this->author('Bob');
            });
            self::fail('The server has ended the transaction');
        } catch (Throwable $failure) {
            self::assertTrue(
                $failure instanceof ConnectionLost || $failure instanceof \ErrorException,
                $failure::class . ': ' . $failure->getMessage(),
            );
        }
        self::assertSame(0, $this->con->getNestedTransactionCount());
        self::assertTrue($author->isNew());
        self::assertNull($author->getId());
        self::assertSame(0, AuthorQuery::create()->count());
        self::assertSame(1, $author->save());
    }

    public function testTransactionsBeginAgainAfterOneWhoseConnectionWasLost(): void
    {
        $this->con->beginTransaction();
        $this->author('Ann');
        $this->kill();
        try {
            $this->con->rollBack();
            self::fail('There is nothing to send a rollback to');
        } catch (PDOException) {
            self::assertFalse($this->con->isInTransaction());
        }
        $this->con->transaction(fn () => $this->author('Bob'));
        self::assertSame(['Bob'], AuthorQuery::create()->select('Name')->find()->getData());
    }

    public function testAfterAConnectionLostInATransactionEverythingWorksAgain(): void
    {
        $id = $this->author('Ann')->getId();
        $calls = [
            fn () => self::assertSame('Ann', AuthorQuery::create()->findPk($id)->getName()),
            fn () => self::assertSame(1, AuthorQuery::create()->filterByName('Ann')->count()),
            fn () => self::assertSame(1, AuthorQuery::create()->filterByName('Ann')->update(['Email' => 'x'])),
            fn () => self::assertSame(1, $this->author('Bob')->isNew() ? 0 : 1),
            fn () => self::assertSame(1, $this->con->exec("UPDATE author SET email = 'y' WHERE name = 'Ann'")),
            fn () => self::assertTrue($this->con->prepare('SELECT name FROM author WHERE id = ?')->execute([$id])),
            fn () => $this->con->transaction(fn () => $this->author('Cid')),
        ];
        foreach ($calls as $call) {
            $this->con->beginTransaction();
            $late = (new Author())->setName('late');
            AuthorQuery::create()->filterByName('Ann')->count();
            $this->kill();
            try {
                $late->save();
                self::fail('The connection is lost');
            } catch (Throwable $failure) {
                self::assertInstanceOf(ConnectionLost::class, $failure);
            }
            try {
                $this->con->exec("INSERT INTO author (name) VALUES ('late')");
                self::fail('The transaction is gone');
            } catch (RollbackException) {
                $this->con->rollBack();
            }
            AuthorTableMap::clearInstancePool();
            $call();
        }
        self::assertSame(0, AuthorQuery::create()->filterByName('late')->count());
    }

    public function testAConnectionLostInASavepointDoesNotHideWhyTheWorkFailed(): void
    {
        try {
            $this->con->transaction(function (): void {
                $this->author('Ann');
                $this->con->savepoint(function (): void {
                    $this->kill();
                    throw new DomainException('why');
                });
            });
            self::fail('The exception must come through');
        } catch (DomainException $exception) {
            self::assertSame('why', $exception->getMessage());
        }
        self::assertSame(0, $this->con->getNestedTransactionCount());
        self::assertSame(0, AuthorQuery::create()->count());
    }

    public function testADeadlockEndsOneTransactionAndTheOtherGoesOn(): void
    {
        $ids = [$this->author('A')->getId(), $this->author('B')->getId()];
        [$partner, $pipes] = $this->deadlockPartner([self::theirs($ids[1])], self::theirs($ids[0]));
        $mine = 'done';
        try {
            $this->con->transaction(function () use ($ids, $pipes): void {
                AuthorQuery::create()->filterById($ids[0])->update(['Name' => 'mine']);
                fwrite($pipes[0], "go\n");
                $this->waitForTheWaiting();
                AuthorQuery::create()->filterById($ids[1])->update(['Name' => 'mine']);
            });
        } catch (Deadlock) {
            $mine = 'deadlock';
        }
        $theirs = trim((string) fgets($pipes[1]));
        proc_close($partner);
        $outcome = [$mine, $theirs];
        sort($outcome);
        self::assertSame(['deadlock', 'done'], $outcome);
        AuthorTableMap::clearInstancePool();
        $names = AuthorQuery::create()->select('Name')->find()->getData();
        self::assertCount(1, array_unique($names), 'all of one transaction, nothing of the other');
        self::assertFalse($this->con->isInTransaction());
    }

    public function testALockThatCannotBeHadIsLogged(): void
    {
        $id = $this->author('A')->getId();
        $other = $this->otherConnection();
        $other->beginTransaction();
        $other->exec("UPDATE author SET name = 'B' WHERE id = $id");
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $this->con->exec(
            static::VENDOR === 'pgsql' ? "SET lock_timeout = '100ms'" : 'SET SESSION innodb_lock_wait_timeout = 1',
        );
        $calls = [
            fn () => $this->con->exec("UPDATE author SET name = 'C' WHERE id = $id"),
            fn () => AuthorQuery::create()->filterById($id)->update(['Name' => 'C']),
        ];
        foreach ($calls as $call) {
            $logger->lines = [];
            try {
                $call();
                self::fail('The row is locked');
            } catch (Deadlock $failure) {
                self::assertInstanceOf(LockTimeout::class, $failure);
                self::assertCount(1, preg_grep('/^error /', $logger->lines));
            }
        }
        $other->rollBack();
    }

    public function testALostConnectionIsLoggedAsAWarning(): void
    {
        $this->author('A');
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $this->kill();
        self::assertSame(1, AuthorQuery::create()->count());
        self::assertCount(1, $logger->lines);
        self::assertStringStartsWith('warning The connection was lost', $logger->lines[0]);
    }

    public function testManyRowsOnDemandNeedLittleMemory(): void
    {
        $this->fillAuthors(60_000);
        gc_collect_cycles();
        $before = memory_get_usage();
        $peak = 0;
        $count = 0;
        foreach (AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find() as $author) {
            if (++$count % 1000 === 0) {
                $peak = max($peak, memory_get_usage() - $before);
            }
        }
        self::assertSame(60_000, $count);
        self::assertLessThan(3_000_000, $peak);
    }

    public function testOnDemandLeavesTheConnectionFree(): void
    {
        $this->author('A');
        $this->author('B');
        $this->author('C');
        foreach (AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find() as $author) {
            $author->setEmail('x')->save();
            self::assertSame(3, AuthorQuery::create()->count());
        }
        self::assertSame(3, AuthorQuery::create()->filterByEmail('x')->count());
    }

    /**
     * Starts a process that executes statements and, when it is told so, one that has to wait.
     *
     * @param list<string> $locking
     * @return array{resource, array<int, resource>}
     */
    protected function deadlockPartner(array $locking, string $wanting): array
    {
        $script = sprintf(
            'require %s; %s::run(%s, %s, %s);',
            var_export(__DIR__ . '/../bootstrap.php', true),
            \Orm\Tests\Support\DeadlockPartner::class,
            var_export(static::VENDOR, true),
            var_export($locking, true),
            var_export($wanting, true),
        );
        $partner = proc_open([PHP_BINARY, '-r', $script], [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        self::assertIsResource($partner);
        self::assertSame("locked\n", fgets($pipes[1]));

        return [$partner, $pipes];
    }

    protected static function theirs(int $id): string
    {
        return "UPDATE author SET name = 'theirs' WHERE id = $id";
    }

    /** Waits until another session waits for a lock in this database. */
    protected function waitForTheWaiting(): void
    {
        $other = $this->otherConnection();
        $isWaiting = fn (): bool => (int) $other->query(static::WAITING_SESSIONS)->fetchColumn() > 0;
        Wait::until($isWaiting, 'the other process wants the row');
    }

    /** Ends the session of the tested connection on the server. */
    abstract protected function kill(): void;

    abstract protected function fillAuthors(int $count): void;
}
