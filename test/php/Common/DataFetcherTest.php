<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\AuthorQuery;
use Bookstore\Map\AuthorTableMap;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Formatter\ObjectFormatter;
use PDO;

/** Results of statements that the application writes itself. */
abstract class DataFetcherTest extends DatabaseTestCase
{
    public function testRowsAreCounted(): void
    {
        $this->author('Ann');
        $this->author('Bob');
        self::assertCount(2, $this->con->query('SELECT * FROM author;'));
        $statement = $this->con->prepare('SELECT * FROM author WHERE name = :name AND id > :id');
        $statement->bindValue(':name', 'Ann');
        $statement->bindParam(':id', $id, PDO::PARAM_INT);
        $id = 0;
        $statement->execute();
        $rows = $this->con->getDataFetcher($statement);
        self::assertCount(1, $rows);
        self::assertSame('Ann', $rows->fetchColumn(1));
        $statement = $this->con->prepare('SELECT * FROM author WHERE name = ? OR name = ?');
        $statement->execute(['Ann', 'Bob']);
        self::assertCount(2, $this->con->getDataFetcher($statement));
        $statement = $this->con->prepare('UPDATE author SET name = ?');
        $statement->execute(['Cid']);
        self::assertCount(2, $this->con->getDataFetcher($statement));
    }

    public function testRowsKeyedByNameBecomeObjects(): void
    {
        $this->author('Ann');
        AuthorTableMap::clearInstancePool();
        $rows = $this->con->query('SELECT * FROM author');
        self::assertInstanceOf(PDODataFetcher::class, $rows);
        $rows->setStyle(PDO::FETCH_ASSOC);
        $formatter = new ObjectFormatter();
        $formatter->init(AuthorQuery::create(), $rows);
        self::assertSame('Ann', $formatter->format($rows)->getFirst()->getName());
    }
}
