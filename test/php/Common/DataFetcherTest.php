<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

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
}
