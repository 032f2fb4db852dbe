<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

use Bookstore\AuthorQuery;
use Orm\Runtime\Adapter\Pdo\MysqlAdapter;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Tests\Support\Databases;
use PDOException;

final class ServerTest extends \Orm\Tests\Common\ServerTest
{
    protected const VENDOR = 'mysql';

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

    public function testADeadlockThatIsCaughtInsideForbidsTheCommit(): void
    {
        $this->fillAuthors(200);
        $theirs = [10, 20, 30, 40, 50, 60, 70, 80];
        // The lighter transaction has to go: the one of this process.
        [$partner, $pipes] = $this->deadlockPartner([1, $theirs]);
        $this->con->beginTransaction();
        $lost = $this->author('lost');
        AuthorQuery::create()->filterById(1)->update(['Name' => 'changed']);
        fwrite($pipes[0], "go\n");
        usleep(300_000);
        try {
            AuthorQuery::create()->filterById(10)->update(['Name' => 'changed']);
            self::fail('The other transaction is the heavier one');
        } catch (Deadlock) {
            self::assertFalse($this->con->isCommitable());
        }
        // This is no part of a transaction any more, and the driver knows from now on that there is none.
        $kept = $this->author('kept');
        try {
            $this->con->commit();
            self::fail('The server has rolled back');
        } catch (RollbackException) {
            self::assertSame(0, $this->con->getNestedTransactionCount());
        }
        self::assertSame("done\n", fgets($pipes[1]));
        proc_close($partner);
        self::assertTrue($lost->isNew());
        self::assertFalse($kept->isNew());
        $names = AuthorQuery::create()->filterByName(['lost', 'changed', 'kept'])->select('Name')->find();
        self::assertSame(['kept'], $names->getData());
    }

    protected function kill(): void
    {
        $id = $this->con->query('SELECT CONNECTION_ID()')->fetchColumn();
        $this->otherConnection()->exec('KILL ' . (int) $id);
        usleep(50_000);
    }

    protected function fillAuthors(int $count): void
    {
        $this->con->exec("INSERT INTO author (name) SELECT CONCAT('name ', seq) FROM seq_1_to_$count");
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
