<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\Databases;

/** A bookstore on one database, empty before each test. */
abstract class DatabaseTestCase extends VendorTestCase
{
    protected ConnectionWrapper $con;

    protected function setUp(): void
    {
        parent::setUp();
        $container = new StandardServiceContainer();
        self::use($container);
        self::connect($container, 'bookstore');
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        $con = Orm::getConnection('bookstore');
        assert($con instanceof ConnectionWrapper);
        $this->con = $con;
        $this->createTables();
    }

    protected function tearDown(): void
    {
        if (isset($this->con)) {
            $this->con->forceRollBack();
            unset($this->con);
            Orm::closeConnections();
        }
    }

    protected function createTables(): void
    {
        $key = Databases::keyColumn(static::VENDOR);
        $options = static::VENDOR === 'mysql' ? ' ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4' : '';
        $this->con->exec('DROP TABLE IF EXISTS book');
        $this->con->exec('DROP TABLE IF EXISTS author');
        $this->con->exec("CREATE TABLE author (id $key, name VARCHAR(128) NOT NULL, email VARCHAR(255))$options");
        $this->con->exec(
            "CREATE TABLE book (id $key, title VARCHAR(255) NOT NULL, isbn VARCHAR(24), pages INTEGER DEFAULT 0, "
            . 'author_id INTEGER NOT NULL, CONSTRAINT book_isbn UNIQUE (isbn), '
            . 'CONSTRAINT book_author FOREIGN KEY (author_id) REFERENCES author (id) ON DELETE CASCADE)' . $options,
        );
    }

    protected function author(string $name = 'Ann'): Author
    {
        $author = (new Author())->setName($name);
        $author->save();

        return $author;
    }

    protected function book(string $title, int $pages = 0, ?Author $author = null): Book
    {
        $book = (new Book())->setTitle($title)->setPages($pages)->setAuthor($author ?? $this->author());
        $book->save();

        return $book;
    }

    /** Opens another connection to the same database; not for SQLite in memory, where it would be another database. */
    protected function otherConnection(): ConnectionWrapper
    {
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration(Databases::configuration(static::VENDOR));
        $con = $manager->getWriteConnection(Orm::getAdapter('bookstore'));
        assert($con instanceof ConnectionWrapper);

        return $con;
    }
}
