<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Adapter\Pdo\PgsqlAdapter;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\Wait;
use PDOException;

final class ServerTest extends \Orm\Tests\Common\ServerTest
{
    protected const VENDOR = 'pgsql';

    protected const WAITING_SESSIONS = <<<'SQL'
        SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
        SQL;

    public function testACommitThatFailsLeavesNothingBehind(): void
    {
        $this->con->exec('ALTER TABLE author ADD CONSTRAINT late UNIQUE (email) DEFERRABLE INITIALLY DEFERRED');
        $author = null;
        try {
            $this->con->transaction(function () use (&$author): void {
                (new Author())->setName('A')->setEmail('same')->save();
                $author = (new Author())->setName('B')->setEmail('same');
                $author->save();
            });
            self::fail('The constraint is checked by the commit');
        } catch (PDOException | QueryExecutionException) {
            self::assertSame(0, $this->con->getNestedTransactionCount());
        }
        self::assertTrue($author->isNew());
        self::assertNull($author->getId());
        self::assertSame(0, AuthorQuery::create()->count());
        self::assertSame(1, $author->save());
    }

    protected function kill(): void
    {
        $id = (int) $this->con->query('SELECT pg_backend_pid()')->fetchColumn();
        $other = $this->otherConnection();
        $other->exec("SELECT pg_terminate_backend($id)");
        $sessions = "SELECT COUNT(*) FROM pg_stat_activity WHERE pid = $id";
        Wait::until(fn (): bool => (int) $other->query($sessions)->fetchColumn() === 0, 'the session ends');
        // Before that, the runtime would not ask whether it is still there.
        usleep(50_000);
    }

    protected function fillAuthors(int $count): void
    {
        $this->con->exec("INSERT INTO author (name) SELECT 'name ' || n FROM generate_series(1, $count) AS n");
    }

    /** The client would otherwise use the encoding of the database. */
    public function testAConnectionHasUtf8WhateverTheDatabaseHas(): void
    {
        $this->con->exec('DROP DATABASE IF EXISTS orm_latin1');
        $this->con->exec("CREATE DATABASE orm_latin1 TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
        $configuration = Databases::configuration(self::VENDOR);
        unset($configuration['settings']);
        $configuration['dsn'] = preg_replace('/dbname=\w+/', 'dbname=orm_latin1', $configuration['dsn']);
        try {
            $con = ConnectionFactory::create($configuration, new PgsqlAdapter());
            $con->exec('CREATE TABLE shoe (name VARCHAR(20))');
            $con->prepare('INSERT INTO shoe VALUES (?)')->execute(['Größe']);
            self::assertSame(['Größe', 5], $con->query('SELECT name, LENGTH(name) FROM shoe')->fetch());
            $this->expectExceptionMessage('has no equivalent in encoding "LATIN1"');
            $con->prepare('INSERT INTO shoe VALUES (?)')->execute(['😀']);
        } finally {
            unset($con);
            $this->con->exec('DROP DATABASE orm_latin1 WITH (FORCE)');
        }
    }
}
