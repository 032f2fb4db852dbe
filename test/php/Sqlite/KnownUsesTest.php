<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Exception\ModelNotFoundException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\TransactionTrait;
use Orm\Runtime\DataFetcher\ArrayDataFetcher;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Formatter\SimpleArrayFormatter;
use Orm\Runtime\Formatter\StatementFormatter;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Runtime\Util\ConditionalProxy;
use Orm\Tests\Support\PlainTableMap;

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

    public function testMapsThatAreBuiltByHand(): void
    {
        $database = new class ('other') extends DatabaseMap {
            /** @return list<array<string, mixed>> */
            public function names(): array
            {
                return [$this->tables, $this->tablesByPhpName];
            }
        };
        $database->registerTableMapClass(PlainTableMap::class);
        $database->registerTableMapClassByName('shop.item', '\Shop\Item', 'Shop\Map\ItemTableMap');
        $classes = [PlainTableMap::class, 'Shop\Map\ItemTableMap'];
        $names = [array_combine(['plain', 'shop.item'], $classes), array_combine(['\Plain', '\Shop\Item'], $classes)];
        self::assertSame($names, $database->names());
        $copy = clone $database;
        $copy->loadMapsFromDump($database->dumpMaps());
        self::assertSame($names, $copy->names());
        self::assertSame($database->getTable('plain'), $database->getTableByPhpName('Plain'));
        foreach (['shelf' => 'Shelf', 'row' => 'Row'] as $name => $class) {
            $table = new TableMap($name);
            $table->setClassName($class);
            $database->addTableObject($table);
        }
        $shelf = $database->getTable('shelf');
        $relation = $shelf->addRelation('Row', 'Row', RelationMap::MANY_TO_ONE);
        self::assertSame($database->getTable('row'), $relation->getForeignTable());
        $reverse = $shelf->addRelation('Rows', 'Row', RelationMap::ONE_TO_MANY);
        self::assertSame($database->getTable('row'), $reverse->getLocalTable());
        $relation = new RelationMap('any', new TableMap('a'), new TableMap('b'));
        $columns = [$shelf->addColumn('ROW_ID', 'RowId', 'INTEGER')];
        $columns[] = $database->getTable('row')->addColumn('ID', 'Id', 'INTEGER');
        $relation->addColumnMapping(...$columns);
        self::assertSame($columns, [...$relation->getLocalColumns(), ...$relation->getForeignColumns()]);
        self::assertSame(['shelf.ROW_ID' => 'row.ID'], $relation->getColumnMappings());
        $this->expectException(ColumnNotFoundException::class);
        $database->getColumn('nowhere.id');
    }

    public function testFormattersOfRowsThatNoQueryRead(): void
    {
        $this->book('Emma');
        $this->book('Persuasion');
        $rows = fn (string $columns, string $rest = '') => $this->con->query("SELECT $columns FROM book $rest");
        self::assertCount(2, (new StatementFormatter())->format($rows('*')));
        self::assertSame('Emma', (new StatementFormatter())->formatOne($rows('title'))->fetch()[0]);
        self::assertNull((new StatementFormatter())->formatOne($rows('*', 'WHERE 1=2')));
        $formatter = (new SimpleArrayFormatter())->init(new BookQuery());
        self::assertSame([0, 0], $formatter->format($rows('0'))->getData());
        self::assertSame(1, $formatter->formatOne($rows('1')));
    }

    public function testACallIsLoggedAfterIt(): void
    {
        $con = new class ($this->con->getWrappedConnection()) extends ConnectionWrapper {
            /** @var list<string> */
            public array $steps = [];

            public function log(string $msg): void
            {
                $this->steps[] = $msg;
            }
        };
        $called = $con->callUserFunctionWithLogging(static fn (string $step) => $con->steps[] = $step, ['run'], 'SQL');
        self::assertSame(['run', ['run', 'SQL'], 'SQL'], [$called, $con->steps, $con->getLastExecutedQuery()]);
    }

    public function testTheFirstPartOfASelect(): void
    {
        $part = static function (bool $aliasAll): array {
            $query = (new Criteria('bookstore'))->setDistinct()->addAsColumn('book_id', 'author.id')
                ->addSelectColumn('book.id')->addSelectColumn('book.title');
            $tables = [];

            return [Orm::getAdapter('bookstore')->createSelectSqlPart($query, $tables, $aliasAll), $tables];
        };
        self::assertSame(['SELECT DISTINCT book.id, book.title, author.id AS book_id', ['book', 'book']], $part(false));
        $aliases = 'SELECT DISTINCT book.id AS book_id_1, book.title AS book_title, author.id AS book_id';
        self::assertSame([$aliases, []], $part(true));
    }

    public function testCallsThatAStubDoesNotAnswerItself(): void
    {
        $book = new class extends Book {
            /** @return mixed */
            public function __call($name, $params)
            {
                return $name === 'shelve' ? 'shelved' : $this->__parentCall($name, $params);
            }
        };
        $book->setVirtualColumn('Stars', 5);
        self::assertSame(['shelved', 5], [$book->shelve(), $book->getStars()]);
        $this->expectException(BadMethodCallException::class);
        $book->burn();
    }

    public function testQueriesWithEqualJoinsAreEqual(): void
    {
        $join = new ModelJoin();
        $join->setJoinType(Criteria::INNER_JOIN);
        $join->setTableMap(AuthorTableMap::getTableMap());
        $join->setRelationMap(BookTableMap::getTableMap()->getRelation('Author'), null, 'a');
        $byHand = BookQuery::create()->addAlias('a', 'author')->addJoinObject($join, 'a')->add('a.name', 'Ann');
        $used = BookQuery::create()->useAuthorQuery('a')->filterByName('Ann')->endUse();
        self::assertTrue($used->equals($byHand));
        self::assertTrue(BookQuery::create()->joinAuthor('')->equals(BookQuery::create()->join('Book.Author')));
        self::assertFalse(BookQuery::create()->leftJoinAuthor()->equals(BookQuery::create()->joinAuthor()));
        self::assertFalse(BookQuery::create()->joinAuthor('a')->equals(BookQuery::create()->joinAuthor()));
    }

    public function testMembersUnderTheirKnownNames(): void
    {
        $container = new class extends StandardServiceContainer {
            public $adapters = [];
            public $adapterClasses = [];
        };
        $container->setAdapters(['one' => $adapter = new SqliteAdapter()]);
        self::assertSame(['one' => $adapter], $container->adapters);
        $container->setAdapterClasses(['two' => 'mysql']);
        self::assertSame(['two' => 'mysql'], $container->adapterClasses);
        $manager = new class ('one') extends ConnectionManagerSingle {
            public $connection;
        };
        $manager->setConnection($con = new PdoConnection('sqlite::memory:'));
        self::assertSame($con, $manager->connection);
        $outer = new ConditionalProxy(new Criteria(), true);
        $proxy = new class (new Criteria(), true, $outer) extends ConditionalProxy {
            public function outer(): ?ConditionalProxy
            {
                return $this->parent;
            }
        };
        self::assertSame($outer, $proxy->outer());
    }

    public function testColumnsOfGivenRows(): void
    {
        $rows = new ArrayDataFetcher([['a' => 1, 'b' => 2], ['a' => 3, 'b' => 4]]);
        self::assertSame([1, 4, null, null], [
            $rows->fetchColumn(), $rows->fetchColumn('b'), $rows->fetchColumn(), $rows->fetchColumn('b'),
        ]);
    }

    public function testTheModelOfRelatedObjects(): void
    {
        $authors = BookQuery::create()->find()->populateRelation('Author');
        self::assertSame(['Author', '\Bookstore\Author'], [$authors->getModel(), $authors->getFullyQualifiedModel()]);
    }
}
