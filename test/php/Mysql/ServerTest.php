<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

use Bookstore\AuthorQuery;

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
}
