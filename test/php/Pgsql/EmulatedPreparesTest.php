<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Databases;
use PDO;

/** Poolers between an application and its server want no prepared statements, so that PDO puts values in itself. */
final class EmulatedPreparesTest extends \Orm\Tests\Common\ModelTest
{
    protected const VENDOR = 'pgsql';

    protected function setUp(): void
    {
        parent::setUp();
        // Plans are there already that were made for the other way.
        $this->author('Ann')->delete();
        self::assertSame(0, AuthorQuery::create()->filterByName('Ann')->count());
        $this->createTables();
        $this->con->setAttribute('ATTR_EMULATE_PREPARES', true);
    }

    protected function tearDown(): void
    {
        parent::tearDown();
        PdoConnection::$emulatesOnPgsql = false;
        Orm::services()->plans->adapterChanged();
    }

    public function testManyRowsAndNumbersAsText(): void
    {
        $authors = new ObjectCollection();
        $authors->setModel(Author::class);
        $authors->setData([(new Author())->setName('12'), (new Author())->setName('Bob')->setEmail('b')]);
        $authors->save();
        self::assertSame(1, AuthorQuery::create()->filterByName(12)->count());
        self::assertSame(1, AuthorQuery::create()->where('LENGTH(Author.Name) > ?', 2)->count());
        self::assertSame('Bob', AuthorQuery::create()->filterByEmail('b')->findOne()?->getName());
    }

    public function testOptionsOfTheConnectionAreSeenToo(): void
    {
        PdoConnection::$emulatesOnPgsql = false;
        $configuration = Databases::configuration('pgsql');
        new PdoConnection($configuration['dsn'], $configuration['user'], $configuration['password'], [
            PDO::ATTR_EMULATE_PREPARES => true,
        ]);
        self::assertTrue(PdoConnection::$emulatesOnPgsql);
    }
}
