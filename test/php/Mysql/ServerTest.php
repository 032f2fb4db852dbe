<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\Adapter\Pdo\MysqlAdapter;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\Database\NotNullViolation;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\Wait;
use PDOException;

final class ServerTest extends \Orm\Tests\Common\ServerTest
{
    protected const VENDOR = 'mysql';

    /** Not innodb_trx: the server does not renew what it shows while it is asked more often than every 100 ms. */
    protected const WAITING_SESSIONS = <<<'SQL'
        SELECT COUNT(*) FROM information_schema.processlist
        WHERE db = DATABASE() AND (info LIKE 'UPDATE%' OR info LIKE 'INSERT%') AND time_ms > 200
        SQL;

    public function testAnImplicitCommitResetsTheDepth(): void
    {
        $this->con->beginTransaction();
        $this->author('Ann');
        $this->con->exec('CREATE TABLE implicit_commit (id INTEGER)');
        $this->con->exec('DROP TABLE implicit_commit');
        $this->con->rollBack();
        self::assertSame(0, $this->con->getNestedTransactionCount());
        self::assertSame(1, AuthorQuery::create()->count());
        $this->con->beginTransaction();
        self::assertTrue($this->con->inTransaction());
        $this->con->rollBack();
    }

    public function testAfterADeadlockEverythingIsRefusedUntilTheRollback(): void
    {
        $this->fillAuthors(200);
        // The lighter transaction has to go: the one of this process.
        $locking = array_map(self::theirs(...), [10, 20, 30, 40, 50, 60, 70, 80]);
        [$partner, $pipes] = $this->deadlockPartner($locking, self::theirs(1));
        $prepared = $this->con->prepare('INSERT INTO author (name) VALUES (?)');
        $this->con->beginTransaction();
        $lost = $this->author('lost');
        AuthorQuery::create()->filterById(1)->update(['Name' => 'changed']);
        fwrite($pipes[0], "go\n");
        $this->waitForTheWaiting();
        try {
            AuthorQuery::create()->filterById(10)->update(['Name' => 'changed']);
            self::fail('The other transaction is the heavier one');
        } catch (Deadlock) {
            self::assertFalse($this->con->isCommitable());
        }
        // On the server there is no transaction any more: each of these would be one of its own.
        $late = (new Author())->setName('late');
        $calls = [
            fn () => $late->save(),
            fn () => (new ObjectCollection([clone $late, clone $late]))->save($this->con),
            fn () => AuthorQuery::create()->filterById(2)->update(['Name' => 'late']),
            fn () => AuthorQuery::create()->filterById(2)->delete(),
            fn () => AuthorQuery::create()->findPk(3),
            fn () => AuthorQuery::create()->filterByName('late')->count(),
            fn () => $this->con->exec("INSERT INTO author (name) VALUES ('late')"),
            fn () => $this->con->query('SELECT 1'),
            fn () => $this->con->prepare("INSERT INTO author (name) VALUES ('late')")->execute(),
            fn () => $prepared->execute(['late']),
            fn () => $this->con->savepoint(fn () => $late->save()),
            fn () => $this->con->transaction(fn () => $late->save()),
            fn () => $this->con->commit(),
        ];
        foreach ($calls as $number => $call) {
            try {
                $call();
                self::fail("Call $number: the server has rolled back");
            } catch (RollbackException) {
                self::assertSame(1, $this->con->getNestedTransactionCount(), "call $number");
            }
        }
        $this->con->rollBack();
        self::assertSame("done\n", fgets($pipes[1]));
        proc_close($partner);
        self::assertTrue($lost->isNew());
        self::assertTrue($late->isNew());
        self::assertSame(0, AuthorQuery::create()->filterByName(['lost', 'changed', 'late'])->count());
        self::assertSame(1, $late->save());
        $prepared->execute(['late']);
        self::assertSame(2, AuthorQuery::create()->filterByName('late')->count());
    }

    public function testADeadlockForTheCounterOfIdsIsOne(): void
    {
        $this->fillAuthors(10);
        $this->con->exec('CREATE TABLE counted (id INTEGER PRIMARY KEY) SELECT id FROM author');
        try {
            // While it waits for the row of this process, it has locked the counter.
            [$partner, $pipes] = $this->deadlockPartner(
                array_map(static fn (int $id): string => "UPDATE counted SET id = -$id WHERE id = $id", range(3, 9)),
                "INSERT INTO author (name) SELECT 'theirs' FROM counted ORDER BY id DESC",
            );
            $this->con->beginTransaction();
            $this->con->exec('UPDATE counted SET id = 0 WHERE id = 1');
            fwrite($pipes[0], "go\n");
            $this->waitForTheWaiting();
            try {
                $this->author('lost');
                self::fail('The other transaction is the heavier one');
            } catch (Deadlock $failure) {
                self::assertTrue($failure->isRetryable());
                self::assertFalse($this->con->isCommitable());
            }
            $this->con->rollBack();
            self::assertSame("done\n", fgets($pipes[1]));
            proc_close($partner);
            self::assertSame(0, AuthorQuery::create()->filterByName('lost')->count());
        } finally {
            $this->con->exec('DROP TABLE counted');
        }
    }

    public function testATransactionThatAProcedureHasRolledBackIsNotGoneOnWith(): void
    {
        $this->con->exec('DROP PROCEDURE IF EXISTS give_up');
        $this->con->exec("CREATE PROCEDURE give_up() BEGIN ROLLBACK; SIGNAL SQLSTATE '45000'; END");
        $author = null;
        try {
            $this->con->transaction(function () use (&$author): void {
                $author = $this->author('Ann');
                try {
                    $this->con->exec('CALL give_up()');
                    self::fail('The procedure fails');
                } catch (DriverException) {
                    $this->author('Bob');
                }
            });
            self::fail('There is no transaction any more');
        } catch (RollbackException) {
            self::assertTrue($author->isNew());
        } finally {
            $this->con->exec('DROP PROCEDURE give_up');
        }
        self::assertSame(0, AuthorQuery::create()->count());
    }

    public function testAFailureThatEndsNothingIsGoneOnWith(): void
    {
        $this->con->transaction(function (): void {
            $this->author('Ann');
            try {
                $this->con->exec('INSERT INTO author (name) VALUES (NULL)');
            } catch (NotNullViolation) {
                $this->author('Bob');
            }
        });
        $this->con->beginTransaction();
        $this->con->exec('CREATE TABLE implicit_commit (id INTEGER)');
        $this->con->exec('DROP TABLE implicit_commit');
        $this->author('Cid');
        try {
            $this->con->exec('no statement');
        } catch (DriverException) {
            $this->con->commit();
        }
        self::assertSame(0, $this->con->getNestedTransactionCount());
        self::assertSame(3, AuthorQuery::create()->count());
    }

    protected function kill(): void
    {
        $id = (int) $this->con->query('SELECT CONNECTION_ID()')->fetchColumn();
        $other = $this->otherConnection();
        $other->exec("KILL $id");
        $sessions = "SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id";
        Wait::until(fn (): bool => (int) $other->query($sessions)->fetchColumn() === 0, 'the session ends');
        // Before that, the runtime would not ask whether it is still there.
        usleep(50_000);
    }

    protected function fillAuthors(int $count): void
    {
        $this->con->exec("INSERT INTO author (name) SELECT CONCAT('name ', seq) FROM seq_1_to_$count");
    }

    public function testAConnectionHasUtf8UnlessItSaysOtherwise(): void
    {
        foreach ([[null, 'utf8mb4'], ['latin1', 'latin1']] as [$charset, $expected]) {
            $settings = ['settings' => $charset === null ? [] : ['charset' => $charset]];
            $con = ConnectionFactory::create(
                $settings + Databases::configuration(self::VENDOR),
                new MysqlAdapter(),
            );
            $row = $con->query('SELECT @@character_set_client, @@character_set_connection, @@character_set_results');
            self::assertSame([$expected, $expected, $expected], $row->fetch());
        }
    }

    public function testSeveralStatementsInOneAreAnOption(): void
    {
        $configuration = Databases::configuration(self::VENDOR);
        $options = [[], ['MYSQL_ATTR_MULTI_STATEMENTS' => true], ['Pdo\Mysql::ATTR_MULTI_STATEMENTS' => true]];
        foreach ($options as $given) {
            $con = ConnectionFactory::create(['options' => $given] + $configuration, new MysqlAdapter());
            try {
                $con->exec('SET @a = 1; SET @a = 2');
                self::assertNotSame([], $given);
            } catch (PDOException | ExceptionInterface $refusal) {
                self::assertSame([], $given, $refusal->getMessage());
            }
        }
    }
}
