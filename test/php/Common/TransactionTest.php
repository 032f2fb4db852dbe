<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use DomainException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Behavior\ListLock\ListLockException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\ObjectFormatter;
use PDOException;

abstract class TransactionTest extends DatabaseTestCase
{
    public function testCallbacksAreToldWhetherTheTransactionWasCommitted(): void
    {
        $told = [];
        $callback = static function (bool $committed) use (&$told): void {
            $told[] = $committed;
        };
        foreach (['commit', 'rollBack', 'forceRollBack'] as $end) {
            $this->con->beginTransaction();
            $this->con->onOutermostEnd($callback);
            $this->con->onOutermostEnd($callback);
            $this->con->$end();
        }
        $this->con->beginTransaction();
        $this->con->beginTransaction();
        $this->con->onOutermostEnd($callback);
        $this->con->commit();
        self::assertCount(6, $told, 'not before the outermost transaction ends');
        $this->con->forceRollBack();
        self::assertSame([true, true, false, false, false, false, false], $told);
        $this->con->transaction(fn () => $this->author('Ann'));
        self::assertCount(7, $told, 'once only');
    }

    public function testNestedTransactionsAreOne(): void
    {
        $result = $this->con->transaction(function ($con) {
            self::assertSame($this->con, $con);
            $this->author('Ann');

            return $this->con->transaction(fn () => $this->author('Bob')->getName());
        });
        self::assertSame('Bob', $result);
        self::assertSame(0, $this->con->getNestedTransactionCount());
        self::assertSame(2, AuthorQuery::create()->count());
    }

    public function testAnExceptionRollsBackAndRestoresTheObjects(): void
    {
        $kept = $this->author('Kept');
        $new = null;
        try {
            $this->con->transaction(function () use ($kept, &$new): void {
                $kept->setName('Changed')->save();
                $new = (new Author())->setName('New');
                $new->save();
                throw new DomainException('stop');
            });
            self::fail('The exception must come through');
        } catch (DomainException $exception) {
            self::assertSame('stop', $exception->getMessage());
        }
        self::assertTrue($new->isNew());
        self::assertNull($new->getId());
        self::assertTrue($new->isColumnModified(AuthorTableMap::COL_NAME));
        self::assertTrue($kept->isColumnModified(AuthorTableMap::COL_NAME));
        self::assertSame(['Kept'], AuthorQuery::create()->select('Name')->find()->getData());
        self::assertSame(1, $kept->save());
        self::assertSame(1, $new->save());
    }

    public function testThePoolForgetsWhatWasRolledBack(): void
    {
        $author = $this->author('Ann');
        $id = $author->getId();
        $this->con->beginTransaction();
        AuthorQuery::create()->filterById($id)->update(['Name' => 'Changed']);
        self::assertSame('Changed', AuthorQuery::create()->findPk($id)->getName());
        $this->con->rollBack();
        self::assertSame('Ann', AuthorQuery::create()->findPk($id)->getName());
    }

    /** However the rows were written. */
    public function testThePoolForgetsWhatOtherStatementsWrote(): void
    {
        $id = $this->author('Ann')->getId();
        $name = (new Criteria('bookstore'))->add(AuthorTableMap::COL_NAME, 'Changed');
        $key = (new Criteria('bookstore'))->add(AuthorTableMap::COL_ID, $id);
        $writes = [
            'exec' => fn () => $this->con->exec("UPDATE author SET name = 'Changed'"),
            'prepare' => fn () => $this->con->prepare("UPDATE author SET name = 'Changed'")->execute(),
            'criteria' => fn () => $key->doUpdate($name, $this->con),
        ];
        foreach ($writes as $how => $write) {
            AuthorTableMap::clearInstancePool();
            $this->con->beginTransaction();
            $write();
            self::assertSame('Changed', AuthorQuery::create()->findPk($id)->getName(), $how);
            self::assertSame('Changed', AuthorQuery::create()->find()[0]->getName(), $how);
            $this->con->rollBack();
            self::assertSame('Ann', AuthorQuery::create()->findPk($id)->getName(), $how);
        }
        $this->con->beginTransaction();
        $new = AuthorTableMap::doInsert($name, $this->con);
        self::assertNotNull(AuthorQuery::create()->findPk($new));
        $this->con->rollBack();
        self::assertNull(AuthorQuery::create()->findPk($new));
    }

    /** A change that was never saved is lost with the transaction in which it was made, however the object was found. */
    public function testThePoolForgetsWhatWasOnlyReadAndChangedInMemory(): void
    {
        $id = $this->book('One', 100)->getId();
        $reads = [
            'pool' => fn () => BookQuery::create()->findPk($id),
            'lock' => fn () => BookQuery::create()->lockForUpdate()->findPk($id),
            'row' => fn () => BookQuery::create()->findOneByTitle('One'),
            'rows' => fn () => BookQuery::create()->find()[0],
            'formatter' => fn () => BookQuery::create()->setFormatter(new ObjectFormatter())->find()[0],
            'join' => fn () => BookQuery::create()->joinWithAuthor()->findOne(),
            'parent' => fn () => AuthorQuery::create()->findOne()->getBooks()[0],
            'variable' => static fn (Book $held) => $held,
        ];
        foreach ($reads as $how => $read) {
            $held = BookQuery::create()->findPk($id);
            $take = static function () use ($read, $held): void {
                $book = $read($held);
                $book->setPages($book->getPages() - 7);
                throw new DomainException('stop');
            };
            $isStopped = function (string $method) use ($take, $id, $how): void {
                try {
                    $this->con->$method($take);
                    self::fail('The exception must come through');
                } catch (DomainException) {
                    self::assertSame(100, BookQuery::create()->findPk($id)->getPages(), "$how, $method");
                }
            };
            $isStopped('transaction');
            $this->con->transaction(static fn () => $isStopped('savepoint'));
        }
    }

    /** A locking read updates the same objects as before the first attempt. */
    public function testARepeatedTransactionHasTheObjectsOfItsVariablesInThePool(): void
    {
        $book = $this->book('One', 100);
        $this->con->exec('UPDATE book SET pages = 200');
        $calls = 0;
        $this->con->transaction(static function () use ($book, &$calls): void {
            BookQuery::create()->lockForUpdate()->findPk($book->getId());
            $book->setPages($book->getPages() - 7)->save();
            if (++$calls < 3) {
                throw new ListLockException('Others were faster', true);
            }
        }, retries: 2);
        BookTableMap::clearInstancePool();
        self::assertSame(193, BookQuery::create()->findOne()->getPages());
    }

    /** @return iterable<string, array{callable(Author): Book}> */
    public static function graphs(): iterable
    {
        $new = static fn (): Book => (new Book())->setTitle('x');
        yield 'parent' => [static fn (Author $author): Book => $new()->setAuthor($author)];
        yield 'child' => [static function (Author $author) use ($new): Book {
            $author->addBook($book = $new());

            return $book;
        }];
    }

    /**
     * The other row could later belong to somebody else.
     *
     * @dataProvider graphs
     * @param callable(Author): Book $join
     */
    public function testAFailedGraphHasNoKeysOfRowsThatWereRolledBack(callable $join): void
    {
        $this->book('taken')->setIsbn('same')->save();
        foreach (['save', 'save of the parent', 'parent saved before', 'moved'] as $how) {
            $author = (new Author())->setName('new');
            if ($how === 'parent saved before') {
                $this->con->beginTransaction();
                $author->save();
            }
            $book = $how === 'moved' ? $this->book('moved')->setAuthor($author) : $join($author);
            $book->setIsbn('same');
            try {
                $how === 'save of the parent' ? $author->save() : $book->save();
                self::fail('The isbn exists already');
            } catch (UniqueViolation) {
                $this->con->forceRollBack();
            }
            self::assertTrue($author->isNew(), $how);
            self::assertNull($author->getId(), $how);
            self::assertNull($book->getAuthorId(), $how);
            self::assertSame($author, $book->getAuthor(), $how);
            $other = $this->author('other');
            self::assertSame(2, $book->setIsbn(null)->save(), $how);
            self::assertNotSame($other->getId(), $book->getAuthorId(), $how);
            self::assertSame($author->getId(), $book->getAuthorId(), $how);
        }
    }

    public function testThePoolForgetsWhatWasInsertedTogether(): void
    {
        $this->con->beginTransaction();
        $authors = new ObjectCollection([(new Author())->setName('Ann'), (new Author())->setName('Bob')]);
        $authors->setModel(Author::class);
        $authors->save();
        AuthorTableMap::clearInstancePool();
        $id = AuthorQuery::create()->requireOneByName('Bob')->getId();
        $this->con->rollBack();
        self::assertNull(AuthorQuery::create()->findPk($id));
    }

    public function testANestedRollbackForbidsTheCommit(): void
    {
        $this->con->beginTransaction();
        $this->author('Ann');
        $this->con->beginTransaction();
        self::assertTrue($this->con->rollBack());
        self::assertFalse($this->con->isCommitable());
        try {
            $this->con->commit();
            self::fail('The commit must fail');
        } catch (RollbackException) {
            self::assertSame(1, $this->con->getNestedTransactionCount());
        }
        $this->con->rollBack();
        self::assertSame(0, AuthorQuery::create()->count());
    }

    public function testAFailedSaveInATransactionForbidsTheCommit(): void
    {
        $this->con->beginTransaction();
        try {
            (new Book())->setTitle('No author')->save();
            self::fail('The insert must fail');
        } catch (OrmException) {
            self::assertFalse($this->con->isCommitable());
        }
        $this->con->forceRollBack();
        self::assertFalse($this->con->isInTransaction());
        self::assertFalse($this->con->inTransaction());
    }

    public function testAFailingChildLeavesNothingHalfWritten(): void
    {
        $author = (new Author())->setName('Ann');
        $author->addBook((new Book())->setTitle('One')->setIsbn('same'));
        $author->addBook((new Book())->setTitle('Two')->setIsbn('same'));
        try {
            $author->save();
            self::fail('The second book must fail');
        } catch (OrmException) {
            self::assertTrue($author->isNew());
            self::assertNull($author->getId());
        }
        self::assertSame(0, AuthorQuery::create()->count());
        $author->getBooks()[1]->setIsbn('other');
        self::assertSame(3, $author->save());
        self::assertSame(2, BookQuery::create()->filterByAuthor($author)->count());
    }

    public function testASavepointTakesBackOnlyItsOwnWork(): void
    {
        $lost = null;
        $this->con->transaction(function () use (&$lost): void {
            $kept = $this->author('Ann');
            try {
                $this->con->savepoint(function () use (&$lost): void {
                    $lost = $this->author('Bob');
                    (new Book())->setTitle('No author')->save();
                });
                self::fail('The insert must fail');
            } catch (OrmException) {
                self::assertTrue($this->con->isCommitable());
                self::assertTrue($lost->isNew());
                self::assertFalse($kept->isNew());
            }
            $this->author('Cid');
            $this->con->savepoint(fn () => $this->author('Dan'));
        });
        self::assertSame(
            ['Ann', 'Cid', 'Dan'],
            AuthorQuery::create()->select('Name')->orderByName()->find()->getData(),
        );
        self::assertSame(1, $lost->save());
    }

    /** PostgreSQL gives a transaction up when a statement fails, the others go on with it. */
    public function testACommitAfterAFailedStatementSaysWhatHasHappened(): void
    {
        $failures = [
            fn () => $this->con->exec('DELETE FROM no_such_table'),
            fn () => $this->con->query('SELECT * FROM no_such_table'),
            fn () => $this->con->prepare('SELECT * FROM no_such_table')->execute(),
            fn () => AuthorQuery::create()->where('no_such_function(Author.Id) = ?', 1)->find(),
            fn () => AuthorQuery::create()->where('no_such_function(Author.Id) = ?', 1)->count(),
        ];
        foreach ($failures as $i => $fail) {
            $this->con->beginTransaction();
            $author = $this->author("author $i");
            try {
                $fail();
                self::fail('The statement must fail');
            } catch (PDOException | QueryExecutionException) {
                self::assertTrue($this->con->isInTransaction());
            }
            $committed = static::VENDOR !== 'pgsql';
            try {
                self::assertSame($committed, $this->con->commit());
            } catch (RollbackException) {
                self::assertFalse($committed);
                self::assertSame(1, $this->con->getNestedTransactionCount());
                $this->con->rollBack();
            }
            self::assertSame(!$committed, $author->isNew());
            self::assertSame($committed ? 1 : 0, AuthorQuery::create()->filterByName("author $i")->count());
        }
    }

    public function testAFailedStatementIsForgottenByGoingBackToASavepoint(): void
    {
        $this->con->beginTransaction();
        $this->author('Ann');
        $this->con->exec('SAVEPOINT mine');
        try {
            $this->con->exec('DELETE FROM no_such_table');
            self::fail('The statement must fail');
        } catch (PDOException) {
            $this->con->exec('ROLLBACK TO SAVEPOINT mine');
        }
        self::assertTrue($this->con->commit());
        self::assertSame(1, AuthorQuery::create()->count());
    }

    public function testCommitAndRollBackOutsideAreNoOps(): void
    {
        self::assertTrue($this->con->commit());
        self::assertTrue($this->con->rollBack());
        self::assertTrue($this->con->forceRollBack());
        self::assertSame(0, $this->con->getNestedTransactionCount());
    }
}
