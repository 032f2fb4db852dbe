<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Exception\ModelNotFoundException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\TransactionTrait;

/** What code that was written for the known API does with the runtime. */
final class KnownUsesTest extends \Orm\Tests\Common\DatabaseTestCase
{
    protected const VENDOR = 'sqlite';

    public function testQueriesThatAreBuiltTheSameWayAreEqual(): void
    {
        $book = $this->book('Emma');
        $queries = [
            'a key' => [BookQuery::create()->filterByPrimaryKey(1), BookQuery::create()->filterById(1)],
            'keys' => [BookQuery::create()->filterByPrimaryKeys([1, 2]), BookQuery::create()->filterById([1, 2])],
            'a range' => [
                BookQuery::create()->filterByPages(['min' => 3]),
                BookQuery::create()->add('book.pages', 3, Criteria::GREATER_EQUAL),
            ],
            'a name' => [BookQuery::create()->filterBy('Title', 'x'), BookQuery::create()->filterByTitle('x')],
            'an object' => [
                BookQuery::create()->filterByAuthor($book->getAuthor()),
                BookQuery::create()->add('book.author_id', $book->getAuthorId(), Criteria::EQUAL),
            ],
            'the same object' => [
                BookQuery::create()->prune($book),
                BookQuery::create()->add('book.id', $book->getId(), Criteria::NOT_EQUAL),
            ],
        ];
        foreach ($queries as $note => [$one, $other]) {
            self::assertEquals($one, $other, $note);
        }
        $asked = BookQuery::create()->filterByTitle('Emma');
        $asked->getTableMap();
        $asked->getPrimaryTableName();
        $asked->toString();
        $asked->count();
        $asked->find();
        self::assertEquals(BookQuery::create()->filterByTitle('Emma'), $asked);
    }

    public function testAJoinOfColumnsWithoutTables(): void
    {
        $join = new Join('foo', 'bar', Criteria::LEFT_JOIN);
        self::assertSame([['left' => 'foo', 'operator' => '=', 'right' => 'bar']], $join->getConditions());
        self::assertSame(['foo'], $join->getLeftColumns());
        self::assertSame('bar', $join->getRightColumn());
        self::assertTrue((new Join('foo', 'bar'))->equals(new Join('foo', 'bar')));
        self::assertFalse($join->equals(new Join('foo', 'bar')));
    }

    public function testACollectionOfObjectsHasTheirModel(): void
    {
        $book = $this->book('Emma');
        $books = new ObjectCollection([$book]);
        self::assertSame('Book', $books->getModel());
        self::assertSame(['Book_0' => $book->getId()], $books->getPrimaryKeys());
        self::assertSame([$book->getAuthor()], $books->populateRelation('Author')->getData());
        $author = $book->getAuthor();
        $author->clearAllReferences();
        self::assertSame([$book], (new ObjectCollection([$author]))->populateRelation('Book')->getData());
        self::assertSame([$book], $author->getBooks()->getData());
        $books[0]->setTitle('Persuasion');
        $books->save();
        self::assertSame(1, BookQuery::create()->filterByTitle('Persuasion')->count());
        $books->delete();
        self::assertSame(0, BookQuery::create()->count());
    }

    public function testACollectionWithoutAModel(): void
    {
        $empty = new ObjectCollection();
        self::assertSame(['', ''], [$empty->getModel(), $empty->getFullyQualifiedModel()]);
        self::assertSame([[], [], []], [$empty->toArray(), $empty->getPrimaryKeys(), $empty->toKeyValue()]);
        self::assertSame([], $empty->populateRelation('Author')->getData());
        self::assertSame([], BookQuery::create()->find()->populateRelation('Author')->getData());
        foreach ([new ObjectCollection(), new ArrayCollection([['Title' => 'x']])] as $collection) {
            try {
                $collection->getTableMapClass();
                self::fail('no model');
            } catch (ModelNotFoundException $refusal) {
                self::assertStringContainsString('setModel()', $refusal->getMessage());
            }
        }
    }

    public function testTransactionTraitOfAnyClass(): void
    {
        $con = new class {
            use TransactionTrait;

            /** @var list<string> */
            public array $calls = [];

            public function beginTransaction(): bool
            {
                return (bool) ($this->calls[] = 'begin');
            }

            public function commit(): bool
            {
                return (bool) ($this->calls[] = 'commit');
            }

            public function rollBack(): bool
            {
                return (bool) ($this->calls[] = 'rollBack');
            }
        };
        self::assertSame(7, $con->transaction(static fn (): int => 7));
        try {
            $con->transaction(static fn () => throw new \LogicException('no'));
            self::fail('thrown');
        } catch (\LogicException) {
            self::assertSame(['begin', 'commit', 'begin', 'rollBack'], $con->calls);
        }
    }
}
