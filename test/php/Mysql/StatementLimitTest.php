<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Orm;
use Orm\Tests\Common;
use Orm\Tests\Support\MemoryLogger;
use PDO;

final class StatementLimitTest extends Common\StatementLimitTest
{
    protected const VENDOR = 'mysql';

    private ?int $limit = null;

    protected function tearDown(): void
    {
        if ($this->limit !== null) {
            $this->con->exec('SET GLOBAL max_prepared_stmt_count = ' . $this->limit);
        }
        parent::tearDown();
    }

    public function testWhereTheServerAllowsNoMoreIdleStatementsAreFreed(): void
    {
        $this->fill(20);
        $this->lowerLimit($this->onServer() + 3);
        for ($i = 1; $i <= 30; $i++) {
            self::assertSame(31 - $i, BookQuery::create()->where("Book.Pages >= $i")->count());
        }
        self::assertSame(0, $this->con->getWrappedConnection()->getAttribute(PDO::ATTR_EMULATE_PREPARES));
    }

    public function testWhereOthersHaveAllStatementsWorkGoesOn(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $own = $this->con->prepare('SELECT name FROM author WHERE id = ?');
        $this->con->clearStatementCache();
        $this->lowerLimit(0);
        $work = function (string $name): void {
            (new Author())->setName($name)->setEmail('x')->save();
            AuthorTableMap::clearInstancePool();
            $author = AuthorQuery::create()->filterByName($name)->findOne();
            self::assertSame($name, $author->getName());
            self::assertSame(1, $author->setEmail('y')->save());
            self::assertSame(1, AuthorQuery::create()->filterByName($name)->update(['Email' => 'z']));
            self::assertCount(3, BookQuery::create()->orderById()->limit(3)->offset(4)->find());
            $statement = $this->con->prepare('SELECT COUNT(*) FROM author WHERE name = ?');
            $statement->execute([$name]);
            self::assertEquals(1, $statement->fetchColumn());
        };
        $work('alone');
        $this->con->transaction(static fn () => $work('in a transaction'));
        $own->execute([AuthorQuery::create()->findOneByName('alone')->getId()]);
        self::assertSame('alone', $own->fetchColumn());
        $warnings = preg_grep('/^warning .*prepared statements/', $logger->lines);
        self::assertCount(1, $warnings, implode("\n", $logger->lines));
    }

    public function testSixWorkersShareAServerWithALowLimit(): void
    {
        $this->lowerLimit(150);
        $others = array_map(fn () => $this->otherConnection(), range(1, 6));
        foreach ($others as $n => $other) {
            for ($i = 1; $i <= 60; $i++) {
                self::assertSame(1, BookQuery::create()->where("Book.Pages = $i % 30 + 1")->count($other), "$n $i");
                (new Author())->setName("Worker $n $i")->save($other);
            }
        }
        self::assertSame(360, AuthorQuery::create()->filterByName('Worker%', Criteria::LIKE)->count());
    }

    protected function statements(): int
    {
        return $this->onServer();
    }

    private function fill(int $count): void
    {
        for ($i = 1; $i <= $count; $i++) {
            AuthorQuery::create()->where("Author.Id <> $i")->findOne();
        }
    }

    private function lowerLimit(int $limit): void
    {
        $this->limit ??= (int) $this->bare('SELECT @@max_prepared_stmt_count')[0];
        $this->con->exec('SET GLOBAL max_prepared_stmt_count = ' . $limit);
    }

    /** Those of all connections: nobody else uses the server while PHPUnit runs. */
    private function onServer(): int
    {
        return (int) $this->bare("SHOW STATUS LIKE 'Prepared_stmt_count'")[1];
    }

    /** @return list<mixed> the first row of a statement that is not prepared */
    private function bare(string $sql): array
    {
        return $this->con->getWrappedConnection()->getPdo()->query($sql)->fetch(PDO::FETCH_NUM);
    }
}
