<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\Exception\UnknownRelationException;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Collection\Exception\ReadOnlyModelException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\LoudBookQuery;
use Orm\Tests\Support\LoudBookTableMap;
use Orm\Tests\Support\RecordingConnection;

abstract class QueryTest extends DatabaseTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $ann = $this->author('Ann');
        $bob = $this->author('Bob');
        $this->author('Cid');
        $this->book('One', 10, $ann);
        $this->book('Two', 20, $ann);
        $this->book('Three', 30, $bob);
        BookTableMap::clearInstancePool();
        AuthorTableMap::clearInstancePool();
    }

    /** @return array<string, array{callable(): ModelCriteria, list<string>}> */
    public function queries(): array
    {
        return [
            'equality' => [fn () => BookQuery::create()->filterByTitle('One'), ['One']],
            'list' => [fn () => BookQuery::create()->filterByTitle(['One', 'Two']), ['One', 'Two']],
            'empty list' => [fn () => BookQuery::create()->filterByTitle([]), []],
            'not in empty list' => [
                fn () => BookQuery::create()->filterByTitle([], Criteria::NOT_IN),
                ['One', 'Three', 'Two'],
            ],
            'like' => [fn () => BookQuery::create()->filterByTitle('T%', Criteria::LIKE), ['Three', 'Two']],
            'range' => [fn () => BookQuery::create()->filterByPages(['min' => 15, 'max' => 25]), ['Two']],
            'range with null' => [fn () => BookQuery::create()->filterByPages(['min' => 25, 'max' => null]), ['Three']],
            'range of text is a list' => [
                fn () => BookQuery::create()->filterByTitle(['min' => 'One', 'max' => 'Two']),
                ['One', 'Two'],
            ],
            'range whatever the comparison' => [
                fn () => BookQuery::create()->filterByPages(['min' => 15], Criteria::LESS_THAN),
                ['Three', 'Two'],
            ],
            'list of numbers' => [fn () => BookQuery::create()->filterByPages([10, 20]), ['One', 'Two']],
            'range under an alias' => [
                fn () => BookQuery::create()->setModelAlias('b', true)->filterByPages(['min' => 15, 'max' => 25]),
                ['Two'],
            ],
            'null' => [fn () => BookQuery::create()->filterByIsbn(null), ['One', 'Three', 'Two']],
            'not null' => [fn () => BookQuery::create()->filterByIsbn(null, Criteria::NOT_EQUAL), []],
            'or' => [
                fn () => BookQuery::create()->filterByTitle('One')->_or()->filterByPages(30),
                ['One', 'Three'],
            ],
            'where' => [fn () => BookQuery::create()->where('Book.Pages > ?', 15), ['Three', 'Two']],
            'where in' => [fn () => BookQuery::create()->where('Book.Title IN ?', ['One']), ['One']],
            'where between' => [fn () => BookQuery::create()->where('Book.Pages BETWEEN ? AND ?', [5, 15]), ['One']],
            'where function' => [fn () => BookQuery::create()->where('LENGTH(Book.Title) > ?', 3), ['Three']],
            'conditions' => [
                fn () => BookQuery::create()
                    ->condition('a', 'Book.Title = ?', 'One')
                    ->condition('b', 'Book.Title = ?', 'Two')
                    ->where(['a', 'b'], Criteria::LOGICAL_OR),
                ['One', 'Two'],
            ],
            'join' => [
                fn () => BookQuery::create()->useAuthorQuery()->filterByName('Bob')->endUse(),
                ['Three'],
            ],
            'join with alias' => [
                fn () => BookQuery::create()->useAuthorQuery('a', Criteria::LEFT_JOIN)->filterByName('Ann')->endUse(),
                ['One', 'Two'],
            ],
            'join clause' => [
                fn () => BookQuery::create()->join('Book.Author a')->where('a.Name = ?', 'Bob'),
                ['Three'],
            ],
            'sub-query value' => [
                fn () => BookQuery::create()->filterByAuthorId(
                    AuthorQuery::create()->filterByName('Ann')->addSelectColumn(AuthorTableMap::COL_ID),
                ),
                ['One', 'Two'],
            ],
            'in query' => [
                fn () => BookQuery::create()->useInAuthorQuery()->filterByName('Ann')->endUse(),
                ['One', 'Two'],
            ],
            'not exists' => [
                fn () => BookQuery::create()->useAuthorNotExistsQuery()->filterByName('Ann')->endUse(),
                ['Three'],
            ],
            'keys' => [fn () => BookQuery::create()->filterByPrimaryKeys([1, 3]), ['One', 'Three']],
            'select query' => [
                fn () => BookQuery::create()
                    ->addSelectQuery(BookQuery::create()->filterByPages(['min' => 15]), 'big')
                    ->where('big.Title <> ?', 'Two'),
                ['Three'],
            ],
            'conditional' => [
                fn () => BookQuery::create()->_if(false)->filterByTitle('x')->_else()->filterByTitle('One')->_endif(),
                ['One'],
            ],
            'alias in SQL' => [
                fn () => BookQuery::create()->setModelAlias('b', true)->where('b.Pages = ?', 20),
                ['Two'],
            ],
            'distinct' => [fn () => BookQuery::create()->distinct()->filterByPages(30), ['Three']],
            'limit and offset' => [
                fn () => BookQuery::create()->orderByTitle(Criteria::DESC)->limit(1)->offset(1),
                ['Three'],
            ],
        ];
    }

    public function testQueriesFindWhatTheySay(): void
    {
        foreach ($this->queries() as $name => [$make, $expected]) {
            $titles = [];
            foreach ($make()->find() as $book) {
                $titles[] = $book->getTitle();
            }
            sort($titles);
            self::assertSame($expected, $titles, $name);
            self::assertSame(count($expected), $make()->count(), 'count: ' . $name);
            self::assertSame($expected !== [], $make()->exists(), 'exists: ' . $name);
        }
    }

    public function testExecutingAQueryDoesNotChangeIt(): void
    {
        $query = BookQuery::create()->filterByPages(['min' => 15])->orderByTitle();
        $before = $query->toString();
        $query->find();
        $query->findOne();
        $query->count();
        $query->findOneByTitle('Two');
        self::assertSame($before, $query->toString());
    }

    public function testJoinWithHydratesBothSidesInOneQuery(): void
    {
        $this->con->useDebug();
        $books = BookQuery::create()->joinWithAuthor()->orderByTitle()->find();
        self::assertSame('Ann', $books[0]->getAuthor()->getName());
        self::assertSame($books[0]->getAuthor(), $books[2]->getAuthor());
        self::assertSame(1, $this->con->getQueryCount());
    }

    public function testWithOneToManyGroupsRowsAndMarksEmptyCollections(): void
    {
        $this->con->useDebug();
        $authors = AuthorQuery::create()->leftJoinWithBook()->orderByName()->find();
        self::assertCount(3, $authors);
        self::assertSame([2, 1, 0], array_map(fn ($author) => count($author->getBooks()), $authors->getData()));
        self::assertSame($authors[0], $authors[0]->getBooks()[0]->getAuthor());
        self::assertSame(1, $this->con->getQueryCount());
    }

    public function testWithOneToManyAndALimitIsRefused(): void
    {
        $this->expectException(LogicException::class);
        AuthorQuery::create()->leftJoinWithBook()->limit(1)->find();
    }

    public function testArrayFormatterNestsRelatedRows(): void
    {
        $rows = AuthorQuery::create()
            ->leftJoinWithBook()
            ->orderByName()
            ->setFormatter(ModelCriteria::FORMAT_ARRAY)
            ->find()
            ->getData();
        self::assertSame('Ann', $rows[0]['Name']);
        self::assertCount(2, $rows[0]['Books']);
        self::assertSame([], $rows[2]['Books']);
        $book = BookQuery::create()->joinWithAuthor()->setFormatter(ModelCriteria::FORMAT_ARRAY)->findOne();
        self::assertSame('Ann', $book['Author']['Name']);
    }

    public function testSelectGivesValuesOrRows(): void
    {
        self::assertSame('One', BookQuery::create()->select('Title')->orderById()->findOne());
        self::assertSame(
            [['Title' => 'Three', 'Author.Name' => 'Bob']],
            BookQuery::create()->joinAuthor()->select(['Title', 'Author.Name'])->filterByPages(30)->find()->getData(),
        );
        $row = BookQuery::create()
            ->select(['AuthorId'])
            ->withColumn('SUM(Book.Pages)', 'Total')
            ->groupByAuthorId()
            ->having('SUM(Book.Pages) < ?', 35, \PDO::PARAM_INT)
            ->orderBy('Total')
            ->findOne();
        self::assertEquals(30, $row['Total']);
        $this->expectException(OrmException::class);
        BookQuery::create()->select('Nothing')->find();
    }

    public function testStatementFormatterGivesTheRows(): void
    {
        $rows = BookQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_STATEMENT)->find();
        self::assertCount(3, $rows);
        self::assertSame('One', $rows->fetch()[1]);
    }

    public function testOnDemandWalksOnce(): void
    {
        $books = BookQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        $titles = [];
        foreach ($books as $book) {
            $titles[] = $book->getTitle();
        }
        self::assertSame(['One', 'Two', 'Three'], $titles);
        self::assertSame([], BookTableMap::$instances);
        $this->expectException(OrmException::class);
        foreach ($books as $book) {
            self::fail('A second walk must not begin');
        }
    }

    /** Nothing may look as if the result were empty. */
    public function testOnDemandIsOnlyWalkedThrough(): void
    {
        $find = static fn () => BookQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        $other = BookQuery::create()->find();
        $calls = [
            'pop' => [], 'shift' => [], 'clear' => [], 'remove' => [0], 'setData' => [[]], 'exchangeArray' => [[]],
            'append' => [$other[0]], 'push' => [$other[0]], 'prepend' => [$other[0]], 'set' => [0, $other[0]],
            'fromArray' => [[]], 'get' => [0], 'offsetGet' => [0], 'offsetExists' => [0], 'getFirst' => [],
            'getLast' => [], 'getData' => [], 'getArrayCopy' => [], 'contains' => [$other[0]], 'search' => [$other[0]],
            'diff' => [$other], 'exportTo' => ['JSON'], 'toJSON' => [], 'fromJSON' => ['{}'],
        ];
        foreach ($calls as $method => $arguments) {
            try {
                $find()->$method(...$arguments);
                self::fail($method);
            } catch (OrmException | ReadOnlyModelException $refusal) {
                self::assertStringContainsString('on-demand', $refusal->getMessage());
            }
        }
    }

    public function testOnDemandLeavesPoolingOnWhenTheLoopBreaks(): void
    {
        foreach (BookQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find() as $book) {
            break;
        }
        self::assertTrue(\Orm\Runtime\Orm::isInstancePoolingEnabled());
    }

    public function testPagerKeepsToTheResult(): void
    {
        $pager = BookQuery::create()->orderById()->paginate(2, 2);
        self::assertSame(3, $pager->getNbResults());
        self::assertSame(2, $pager->getLastPage());
        self::assertCount(1, $pager);
        self::assertSame('Three', $pager->getResults()->getFirst()->getTitle());
        self::assertSame([1, 2], $pager->getLinks());
        self::assertSame([2], $pager->getLinks(1));
        self::assertSame([], $pager->getLinks(0));
        self::assertSame([3, 3], [$pager->getFirstIndex(), $pager->getLastIndex()]);
        self::assertSame(2, BookQuery::create()->paginate(99, 2)->getPage());
        self::assertSame(1, BookQuery::create()->paginate(-3, 2)->getPage());
        self::assertCount(3, BookQuery::create()->paginate(1, 0));
    }

    public function testUpdateAndDeleteWriteTheRowsOfTheQuery(): void
    {
        $pooled = BookQuery::create()->findOneByTitle('One');
        self::assertSame(2, BookQuery::create()->filterByPages(['max' => 20])->update(['Isbn' => null, 'Pages' => 5]));
        self::assertNotSame($pooled, BookQuery::create()->findPk($pooled->getId()));
        self::assertSame(2, BookQuery::create()->filterByPages(5)->count());
        $raise = (new Criteria('bookstore'))->add(
            BookTableMap::COL_PAGES,
            ['raw' => 'pages + ?', 'value' => 3],
            Criteria::CUSTOM_EQUAL,
        );
        self::assertSame(2, BookQuery::create()->filterByPages(5)->update($raise));
        self::assertSame(2, BookQuery::create()->filterByPages(8)->delete());
        self::assertSame(1, BookQuery::create()->deleteAll());
    }

    public function testDeleteWithoutConditionIsRefused(): void
    {
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('deleteAll()');
        BookQuery::create()->delete();
    }

    public function testRequireThrowsWhenNothingIsFound(): void
    {
        $this->expectException(EntityNotFoundException::class);
        $this->expectExceptionMessage('No Book matches the query');
        BookQuery::create()->requireOneByTitle('Nothing');
    }

    public function testUnknownNamesAreRefused(): void
    {
        $calls = [
            UnknownColumnException::class => fn () => BookQuery::create()->orderBy('Nothing'),
            UnknownRelationException::class => fn () => BookQuery::create()->join('Nothing'),
            BadMethodCallException::class => fn () => BookQuery::create()->doSomethingElse(),
        ];
        foreach ($calls as $class => $call) {
            try {
                $call();
                self::fail($class);
            } catch (\RuntimeException | \BadMethodCallException $exception) {
                self::assertInstanceOf($class, $exception);
            }
        }
    }

    public function testJoiningATableTwiceNeedsAnAlias(): void
    {
        $this->expectException(LogicException::class);
        BookQuery::create()->joinAuthor()->join('Author.Book');
    }

    public function testPopulateRelationLoadsForAllMembersAtOnce(): void
    {
        $authors = AuthorQuery::create()->orderByName()->find();
        $this->con->useDebug();
        $authors->populateRelation('Book');
        self::assertSame([2, 1, 0], array_map(fn ($author) => count($author->getBooks()), $authors->getData()));
        self::assertSame(1, $this->con->getQueryCount());
        $books = BookQuery::create()->find();
        AuthorTableMap::clearInstancePool();
        $books->populateRelation('Author');
        $queries = $this->con->getQueryCount();
        self::assertSame('Ann', $books[0]->getAuthor()->getName());
        self::assertSame($queries, $this->con->getQueryCount());
    }

    public function testFilterByRelatedObjects(): void
    {
        $ann = AuthorQuery::create()->findOneByName('Ann');
        self::assertSame(2, BookQuery::create()->filterByAuthor($ann)->count());
        self::assertSame(3, BookQuery::create()->filterByAuthor(AuthorQuery::create()->find())->count());
        $books = BookQuery::create()->filterByAuthor($ann)->find();
        self::assertSame(1, AuthorQuery::create()->filterByBook($books)->count());
        $this->expectException(OrmException::class);
        BookQuery::create()->filterByAuthor(null);
    }

    /** A shortcut that is learned from one call must not be taken where a stub has its own way. */
    public function testOverriddenMethodsAreCalledEachTime(): void
    {
        Orm::getDatabaseMap('bookstore')->addTableFromMapClass(LoudBookTableMap::class);
        foreach ([1, 2] as $_) {
            LoudBookTableMap::clearInstancePool();
            $query = (new LoudBookQuery())->filterByPages(10, Criteria::GREATER_THAN)->joinWithAuthor()->orderById();
            self::assertSame(['TWO', 'THREE'], $query->limit(5)->find()->getColumnValues('Title'));
            self::assertSame(
                ['addUsingAlias', 'getNewCriterion', 'join', 'orderBy', 'setLimit'],
                $query->calls,
            );
            BookQuery::create()->joinWithAuthor()->orderById()->find();
        }
        LoudBookTableMap::clearInstancePool();
        self::assertSame('ONE', (new LoudBookQuery())->findPk(1)->getTitle());
        LoudBookTableMap::clearInstancePool();
        self::assertSame('ONE', (new LoudBookQuery())->findOne()->getTitle());
        LoudBookTableMap::clearInstancePool();
        self::assertSame(['ONE', 'TWO', 'THREE'], (new LoudBookQuery())->orderById()->find()->getColumnValues('Title'));
    }

    public function testAValueIsBoundByItsColumnWhateverItsType(): void
    {
        foreach ([10, '10', 10.0, '20', 20] as $pages) {
            self::assertCount(1, BookQuery::create()->filterByPages($pages)->limit(5)->find());
            self::assertSame((int) $pages, BookQuery::create()->filterByPages($pages)->findOne()->getPages());
        }
        self::assertSame(0, BookQuery::create()->filterByTitle(1)->count());
    }

    public function testAnotherConnectionIsUsedAtOnce(): void
    {
        self::assertCount(3, BookQuery::create()->find());
        $other = new RecordingConnection($this->con->getWrappedConnection());
        Orm::getStandardServiceContainer()->setConnection('bookstore', $other);
        self::assertCount(3, BookQuery::create()->find());
        $this->author('Dan');
        self::assertCount(2, $other->statements);
        $container = new StandardServiceContainer();
        $container->setAdapterClass('bookstore', static::VENDOR);
        $container->setConnection('bookstore', $this->con);
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        Orm::setServiceContainer($container);
        self::assertCount(3, BookQuery::create()->joinWithAuthor()->find());
        self::assertCount(2, $other->statements);
    }

    public function testTheFormatterOfACollectionIsItsOwn(): void
    {
        $first = BookQuery::create()->find();
        $formatter = $first->getFormatter();
        self::assertSame($formatter, $first->getFormatter());
        self::assertNotSame($formatter, BookQuery::create()->find()->getFormatter());
    }

    public function testQueriesOfOneShapeDifferInTheirValuesOnly(): void
    {
        foreach ([[10, 5, 2], [20, 5, 1], [10, 1, 1], [30, 5, 0]] as [$pages, $limit, $count]) {
            $query = BookQuery::create()->filterByPages($pages, Criteria::GREATER_THAN)->orderById()->limit($limit);
            self::assertCount($count, $query->find());
            self::assertSame($count, $query->count());
        }
        foreach (['One' => 2, 'Two' => 2, 'Three' => 1] as $title => $count) {
            $either = BookQuery::create()->filterByTitle($title)->_or()->filterByPages(20, Criteria::GREATER_THAN);
            self::assertSame($count, $either->count());
            self::assertCount($count, $either->find());
        }
        $both = BookQuery::create()->filterByTitle('One')->filterByPages(20, Criteria::GREATER_THAN);
        self::assertSame(0, $both->count());
        self::assertSame('One', BookQuery::create()->orderById()->limit(15)->findOne()->getTitle());
        self::assertCount(3, BookQuery::create()->orderById()->limit(15)->find());
        self::assertSame('One', BookQuery::create()->orderById()->limit(5)->findOne()->getTitle());
        self::assertSame(1, BookQuery::create()->add('title', 'One')->count(), 'a column without its table');
    }

    public function testJoinsOfQueriesAreTheirOwn(): void
    {
        $queries = [];
        for ($i = 0; $i < 3; $i++) {
            $queries[] = BookQuery::create()->joinWithAuthor();
        }
        [$first, $second, $third] = $queries;
        self::assertNotSame($first->getJoin('Author'), $second->getJoin('Author'));
        self::assertTrue($second->equals($third));
        $third->addJoinCondition('Author', 'Author.Name = ?', 'Bob');
        self::assertFalse($second->equals($third));
        $second->getJoins()['Author']->setJoinType(Criteria::LEFT_JOIN);
        self::assertSame(['Three'], $third->find()->getColumnValues('Title'));
        $fourth = BookQuery::create()->joinWithAuthor();
        self::assertSame(Criteria::INNER_JOIN, $fourth->getJoin('Author')->getJoinType());
        self::assertCount(3, $fourth->find());
    }

    public function testClauseOfAJoin(): void
    {
        Orm::getStandardServiceContainer()->setDefaultDatasource('bookstore');
        $join = new Join('book.author_id', 'author.id', Criteria::LEFT_JOIN);
        $join->addForeignValueCondition('author', 'name', null, '');
        $params = [];
        self::assertSame(
            'LEFT JOIN author ON (book.author_id=author.id AND author.name=:p1)',
            $join->getClause($params),
        );
        self::assertSame([['table' => 'author', 'column' => 'name', 'value' => '']], $params);
    }

    /** What is known of a plain query must not be used for one that somebody has changed. */
    public function testAChangedJoinIsExecutedAsItIs(): void
    {
        $relations = Orm::getDatabaseMap('bookstore')->getTable('book')->getRelations();
        $ids = static fn (BookQuery $query): array => $query->orderById()->find()->getColumnValues('Id');
        self::assertSame([1, 2, 3], $ids(BookQuery::create()->join('Author')));
        $more = BookQuery::create()->join('Author');
        $more->getJoin('Author')->addCondition('book.pages', 'author.id', Criteria::LESS_THAN);
        self::assertSame([], $ids($more));
        $own = (new ModelJoin())->setRelationMap($relations['Author']);
        $own->addCondition('book.pages', 'author.id', Criteria::LESS_THAN);
        self::assertSame([], $ids(BookQuery::create()->addJoinObject($own, 'Author')));
        $other = BookQuery::create()->setPrimaryTableName('nothing');
        $this->expectException(QueryExecutionException::class);
        $other->orderById()->find();
    }

    public function testQuotingIsThatOfTheQuery(): void
    {
        $map = Orm::getDatabaseMap('bookstore')->getTable('book');
        $map->setIdentifierQuoting(true);
        $recording = new RecordingConnection($this->con->getWrappedConnection());
        $book = Orm::getAdapter('bookstore')->quoteIdentifierTable('book');
        BookQuery::create()->setIdentifierQuoting(false)->find($recording);
        BookQuery::create()->find($recording);
        BookQuery::create()->setIdentifierQuoting(false)->findPk(1, $recording);
        BookQuery::create()->setIdentifierQuoting(true)->findPk(1, $recording);
        $tables = array_map(
            static fn (string $sql): string => (string) preg_replace('/^.* FROM (\S+).*$/', '$1', $sql),
            $recording->statements,
        );
        self::assertSame(['book', $book, 'book', $book], $tables);
    }

    public function testRowsOfARightJoinWithoutAnObjectAreNotPooled(): void
    {
        $this->author('Dan');
        foreach ([BookQuery::create()->rightJoin('Author'), BookQuery::create()->rightJoinWithAuthor()] as $query) {
            $found = $query->orderBy('Author.Name')->orderById()->find();
            self::assertSame(['One', 'Two', 'Three', null, null], $found->getColumnValues('Title'));
            self::assertNotSame($found[3], $found[4]);
            self::assertSame([1, 2, 3], array_keys(BookTableMap::$instances));
        }
        self::assertSame(['Cid', 'Dan'], [$found[3]->getAuthor()->getName(), $found[4]->getAuthor()->getName()]);
    }

    public function testResultsHaveAFormatterOfTheirOwn(): void
    {
        $find = static fn () => BookQuery::create()->orderById()->limit(2)->find();
        $first = $find();
        $second = $find();
        self::assertSame(ObjectCollection::class, $first::class);
        self::assertSame('Book', $first->getModel());
        self::assertInstanceOf(ObjectFormatter::class, $first->getFormatter());
        self::assertNotSame($first->getFormatter(), $second->getFormatter());
        self::assertTrue($first->getFormatter()->hasLimit());
    }

    public function testEqualNamesAndExpressionsAreCounted(): void
    {
        $query = (new Criteria('bookstore'))
            ->addSelectColumn('book.id')->addSelectColumn('author.id')->addSelectColumn('MAX(book.pages)')
            ->addAsColumn('book_id', 'MIN(book.pages)')
            ->addJoin('book.author_id', 'author.id')
            ->addGroupByColumn('book.id')->addGroupByColumn('author.id');
        self::assertSame(BookQuery::create()->count(), (int) $query->doCount($this->con)->fetchColumn());
        $query->setIdentifierQuoting(true);
        self::assertSame(BookQuery::create()->count(), (int) $query->doCount($this->con)->fetchColumn());
    }

    public function testAnExpressionThatIsNoneMakesTheStatementFail(): void
    {
        $clause = Orm::getAdapter('bookstore')->compareRegex('Book.Title', '?');
        self::assertSame(2, BookQuery::create()->where($clause, '^t(w|h)')->count());
        try {
            BookQuery::create()->where($clause, '(')->find();
            self::fail('The parenthesis is not closed');
        } catch (QueryExecutionException) {
            self::assertSame(2, BookQuery::create()->where($clause, '^t')->count());
        }
    }

    /** SQLite gets thousands of values by position, as it looks for each name among all the others. */
    public function testListsOfThousandsOfValues(): void
    {
        $titles = ['One', 'Three', ...array_map(static fn (int $i): string => "title $i", range(1, 5_000))];
        $query = fn (): BookQuery => BookQuery::create()
            ->withColumn("':p1'", 'text')
            ->where("Book.Title <> ':p2'")
            ->useAuthorQuery()->filterByName(['Ann', ...$titles])->endUse()
            ->filterByTitle($titles)
            ->filterByPages([10, ...range(1_000, 3_000)])
            ->setComment('a comment with :p3');
        $book = $query()->findOne();
        self::assertSame('One', $book->getTitle());
        self::assertSame(':p1', $book->getVirtualColumn('text'));
        self::assertSame(1, $query()->count());
        self::assertTrue($query()->exists());
        self::assertSame(2, BookQuery::create()->filterByTitle($titles)->update(['Pages' => 7]));
        self::assertSame(2, BookQuery::create()->filterByTitle($titles)->filterByPages(7)->delete());
        self::assertSame(1, BookQuery::create()->count());
    }

    public function testAPlanOfAKeyWithARelationIsNotThatOfOtherQueries(): void
    {
        $book = $this->book('One', 10, $this->author('Ann'));
        $query = static function (): BookQuery {
            InstancePools::clear();

            return BookQuery::create()->joinWithAuthor();
        };
        foreach ([1, 2] as $time) {
            self::assertSame('Ann', $query()->findPk($book->getId())->getAuthor()->getName(), "time $time");
        }
        self::assertNull($query()->limit(0)->findPk($book->getId()));
        self::assertNull($query()->offset(1)->findPk($book->getId()));
        self::assertNull($query()->filterByTitle('Two')->findPk($book->getId()));
        self::assertSame('One', $query()->orderByTitle()->findPk($book->getId())->getTitle());
    }
}
