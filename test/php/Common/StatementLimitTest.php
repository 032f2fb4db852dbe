<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Bookstore\Map\AuthorTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\UniqueViolation;

/** How many prepared statements one connection has on the server, whatever it is asked. */
abstract class StatementLimitTest extends DatabaseTestCase
{
    /** What a connection keeps at most, with a few for transactions and locks. */
    private const MOST = 205;

    protected function tearDown(): void
    {
        ini_restore('zend.exception_ignore_args');
        parent::tearDown();
    }

    protected function setUp(): void
    {
        parent::setUp();
        for ($i = 1; $i <= 30; $i++) {
            $this->book("Title $i", $i, $i % 10 === 1 ? $this->author("Author $i") : null);
        }
    }

    /** @group long */
    public function testListsMayHaveMoreMembersThanAStatementHasPlaceholders(): void
    {
        $odd = ["it's", 'a\\', "\\' OR 1=1 --", '?', ':p1', 'é', "line\nbreak", '1', '-1'];
        foreach ($odd as $title) {
            $this->book($title, 1);
        }
        $titles = [...array_map(static fn (int $i): string => "none $i", range(1, 33_000)), ...$odd, 'Title 7'];
        $found = static fn (BookQuery $query): array => $query->orderById()->select('Title')->find()->getData();
        self::assertSame(['Title 7', ...$odd], $found(BookQuery::create()->filterByTitle($titles)));
        self::assertSame(['Title 7', ...$odd], $found(BookQuery::create()->where('Book.Title IN ?', $titles)));
        self::assertSame(29, BookQuery::create()->filterByTitle($titles, Criteria::NOT_IN)->count());
        $ids = BookQuery::create()->select('Id')->find()->getData();
        $many = [...range(1_000_000, 1_033_000), ...$ids, -1, '-2', '99999999999999999999', 1.5];
        self::assertCount(39, BookQuery::create()->findPks($many));
        self::assertSame(0, BookQuery::create()->filterById($many, Criteria::NOT_IN)->count());
        self::assertSame(10, BookQuery::create()->filterByTitle($titles)->update(['Pages' => 99]));
        self::assertSame(1, BookQuery::create()->filterByTitle("it's")->filterByPages(99)->count());
        self::assertSame(10, BookQuery::create()->filterByTitle($titles)->delete());
        // The next statement is prepared by the server again.
        self::assertSame('Title 8', BookQuery::create()->findOneByTitle('Title 8')->getTitle());
    }

    public function testPagesAreOneStatement(): void
    {
        $queries = [
            static fn () => BookQuery::create()->orderById(),
            static fn () => BookQuery::create()->filterByPages(1, Criteria::GREATER_EQUAL)->orderByTitle(),
            static fn () => BookQuery::create()->joinWithAuthor()->orderById(),
            static fn () => BookQuery::create()->where('Book.Pages > ?', 0)->orderById(),
            static fn () => BookQuery::create()->withColumn('Book.Pages + 1', 'next')->orderById(),
            static fn () => BookQuery::create()->select(['Id', 'Title'])->orderById(),
            static fn () => BookQuery::create()->setFormatter(ModelCriteria::FORMAT_ARRAY)->orderById(),
            static fn () => BookQuery::create()->useAuthorQuery()->filterByName('Au%', Criteria::LIKE)->endUse()
                ->orderById(),
            static fn () => BookQuery::create()->setIgnoreCase(true)->orderByTitle(),
            static fn () => BookQuery::create()->setDistinct()->orderById(),
            static fn () => BookQuery::create()->addSelectQuery(
                BookQuery::create()->orderById()->limit(25 + random_int(1, 1_000_000)),
                'inner_books',
                true,
            )->orderById(),
        ];
        foreach ($queries as $number => $query) {
            $before = null;
            for ($page = 1; $page <= 16; $page++) {
                $all = $query();
                $all->offset($page % 7)->limit($page % 9 + 1)->find();
                $query()->offset($page)->limit(200 + $page)->find();
                $query()->offset($page)->find();
                $query()->limit($page)->count();
                $query()->offset($page % 29)->findOne();
                $query()->paginate($page % 3 + 1, $page);
                $before ??= $this->statements();
            }
            // Those without an offset, on the first page.
            self::assertLessThanOrEqual($before + 4, $this->statements(), "query $number");
        }
    }

    public function testPagesHaveTheirRows(): void
    {
        foreach ([false, true] as $isPlain) {
            $ids = $this->bookIds($isPlain, -1, 0);
            for ($limit = -1; $limit <= 31; $limit += 4) {
                for ($offset = 0; $offset <= 31; $offset += 5) {
                    $expected = array_slice($ids, $offset, $limit < 0 ? null : $limit);
                    self::assertSame($expected, $this->bookIds($isPlain, $limit, $offset), "$limit from $offset");
                    $query = $this->books($isPlain, $limit, $offset);
                    self::assertSame(count($expected), (clone $query)->count(), "$limit from $offset");
                    $first = $limit === 0 ? null : $ids[$offset] ?? null;
                    self::assertSame($first, (clone $query)->findOne()?->getId(), "$limit from $offset");
                }
            }
        }
    }

    public function testTheTextOfAQueryShowsItsPage(): void
    {
        $params = [];
        $query = AuthorQuery::create()->filterByName('x')->limit(5)->offset(10);
        self::assertMatchesRegularExpression('/LIMIT (?:10, 5|5 OFFSET 10)$/', $query->createSelectSql($params));
        self::assertCount(1, $params);
        self::assertStringContainsString('LIMIT', AuthorQuery::create()->limit(5)->toString());
    }

    public function testAConnectionKeepsALimitedNumber(): void
    {
        for ($i = 1; $i <= 250; $i++) {
            AuthorQuery::create()->where("Author.Id <> $i")->findOne();
            AuthorQuery::create()->filterById(range(1, $i % 90 + 1))->count();
            $this->con->setAttribute(ConnectionWrapper::ORM_ATTR_CACHE_PREPARES, true);
            $this->con->prepare("SELECT $i")->execute();
            (new ObjectCollection(array_map(
                static fn (int $n): Author => (new Author())->setName("Bulk $n"),
                range(1, $i % 40 + 1),
            ), Author::class))->save();
        }
        self::assertLessThanOrEqual(self::MOST, $this->statements());
        self::assertGreaterThan(50, $this->statements());
    }

    public function testStatementsInUseOftenStay(): void
    {
        $author = $this->author('Often');
        $id = $author->getId();
        AuthorQuery::create()->filterByName('Often')->count();
        $often = $this->con->acquireStatement($sql = 'SELECT 1 AS often');
        $this->con->releaseStatement($sql, $often);
        for ($i = 1; $i <= 300; $i++) {
            AuthorQuery::create()->where("Author.Id <> $i")->findOne();
            $again = $this->con->acquireStatement($sql);
            self::assertSame($often, $again);
            $this->con->releaseStatement($sql, $again);
        }
        AuthorTableMap::clearInstancePool();
        self::assertSame('Often', AuthorQuery::create()->findPk($id)->getName());
    }

    public function testStatementsThatFailAreFreed(): void
    {
        $this->con->exec('CREATE UNIQUE INDEX author_email ON author (email' . $this->keyLength() . ')');
        (new Author())->setName('a')->setEmail('taken')->save();
        // Exceptions that hold the arguments of all calls in their traces, as PHP does by itself.
        ini_set('zend.exception_ignore_args', '0');
        $failures = [];
        $fail = function () use (&$failures): void {
            $failing = [
                static fn () => (new Author())->setName('b')->setEmail('taken')->save(),
                static fn () => AuthorQuery::create()->filterByName('Author 1')->update(['Email' => 'taken']),
                static fn () => (new ObjectCollection([
                    (new Author())->setName('c')->setEmail('new'), (new Author())->setName('d')->setEmail('taken'),
                ], Author::class))->save(),
                static fn () => (new Criteria('bookstore'))->add(AuthorTableMap::COL_NAME, 'e')
                    ->add(AuthorTableMap::COL_EMAIL, 'taken')->doInsert(),
            ];
            foreach ($failing as $write) {
                foreach ([false, true] as $inTransaction) {
                    try {
                        $inTransaction ? $this->con->transaction($write) : $write();
                        self::fail('The e-mail is taken');
                    } catch (UniqueViolation $failure) {
                        $failures[] = $failure;
                    }
                }
            }
        };
        $fail();
        $this->con->clearStatementCache();
        AuthorQuery::create()->count();
        $before = $this->statements();
        for ($i = 0; $i < 20; $i++) {
            $fail();
        }
        AuthorQuery::create()->count();
        self::assertCount(168, $failures);
        self::assertLessThanOrEqual($before + 12, $this->statements());
    }

    /** @return list<int> */
    private function bookIds(bool $isPlain, int $limit, int $offset): array
    {
        return array_values($this->books($isPlain, $limit, $offset)->find()->getColumnValues('Id'));
    }

    private function books(bool $isPlain, int $limit, int $offset): BookQuery
    {
        $query = BookQuery::create()->orderById()->limit($limit)->offset($offset);

        return $isPlain ? $query : $query->where('Book.Pages >= ?', 0);
    }

    protected function keyLength(): string
    {
        return '';
    }

    /** The number of prepared statements of the connection on the server. */
    abstract protected function statements(): int;
}
