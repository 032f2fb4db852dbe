<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Databases;
use PDO;
use PDOException;

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

    /** Its driver returns false for text that it cannot quote, and neither throws nor names an error. */
    public function testTextThatCannotBeQuotedIsAFailure(): void
    {
        $bad = "\xff";
        $author = (new Author())->setName($bad);
        $known = $this->author('Ann');
        $this->con->clearStatementCache();
        $prepared = $this->con->prepare('SELECT id FROM author WHERE name = :name');
        $calls = [
            'save' => static fn () => $author->save(),
            'update' => static fn () => $known->setName($bad)->save(),
            'query' => static fn () => AuthorQuery::create()->filterByName($bad)->find(),
            'count' => static fn () => AuthorQuery::create()->filterByName($bad)->count(),
            'on demand' => static fn () => AuthorQuery::create()->filterByName($bad)
                ->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find(),
            'update query' => static fn () => AuthorQuery::create()->update(['Name' => $bad]),
            'delete query' => static fn () => AuthorQuery::create()->filterByName($bad)->delete(),
            'many' => static fn () => (new ObjectCollection([(new Author())->setName('Bob'), $author]))->save(),
            'execute' => static fn () => $prepared->execute([':name' => $bad]),
            'quote' => fn () => $this->con->quote($bad),
            'inside' => function () use ($bad): void {
                $statement = $this->con->getWrappedConnection()->prepare('SELECT id FROM author WHERE name = :name');
                $statement->execute([':name' => $bad]);
            },
        ];
        foreach ($calls as $how => $call) {
            foreach ([false, true] as $inTransaction) {
                $inTransaction && $this->con->beginTransaction();
                try {
                    $call();
                    self::fail("$how must fail");
                } catch (ExceptionInterface | PDOException $failure) {
                    $message = ($failure->getPrevious() ?? $failure)->getMessage();
                    self::assertStringContainsString('UTF', $message, $how);
                }
                $this->con->forceRollBack();
            }
        }
        self::assertTrue($author->isNew());
        self::assertSame(['Ann'], AuthorQuery::create()->select('Name')->find()->getData());
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
