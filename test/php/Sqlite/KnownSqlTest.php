<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\InCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\QueryExecutor\AbstractQueryExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectQuerySqlBuilder;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Exception\ClassNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Formatter\ArrayFormatter;
use PDO;

/** The statements of queries that have not been run, and what queries say of themselves, as known. */
final class KnownSqlTest extends \Orm\Tests\Common\DatabaseTestCase
{
    protected const VENDOR = 'sqlite';
    private const BOOK = 'book.id, book.title, book.isbn, book.pages, book.author_id';

    /**
     * @param list<mixed> $values
     * @dataProvider statements
     */
    public function testStatement(callable $query, string $sql, array $values = []): void
    {
        $params = [];
        self::assertSame($sql, $query()->createSelectSql($params));
        self::assertSame($values, array_column($params, 'value'));
    }

    /** @return iterable<string, array{callable(): Criteria, string, 2?: list<mixed>}> */
    public static function statements(): iterable
    {
        $book = self::BOOK;
        $sub = static fn (string $alias): string => str_replace('book.', "$alias.", $book);
        yield 'nothing said' => [static fn () => new BookQuery(), 'SELECT  FROM book'];
        yield 'no model' => [static fn () => (new ModelCriteria())->add('t.c', 5), 'SELECT  FROM t WHERE t.c=:p1', [5]];
        yield 'no table' => [
            static fn () => (new Criteria())->addUsingOperator('f', 1)->_or()->addUsingOperator('g', 2),
            'SELECT  FROM  WHERE (f=:p1 OR g=:p2)',
            [1, 2],
        ];
        yield 'null' => [
            static fn () => BookQuery::create()->filterByIsbn(null)->filterByPages(null, Criteria::ISNOTNULL),
            'SELECT  FROM book WHERE book.isbn IS NULL  AND book.pages IS NOT NULL ',
        ];
        yield 'virtual column' => [
            static fn () => BookQuery::create()->withColumn('UPPER(Book.Title)'),
            "SELECT $book, UPPER(book.title) AS UPPERBookTitle FROM book",
        ];
        yield 'virtual column beside a column' => [
            static fn () => BookQuery::create()->addSelectColumn('book.id')->withColumn('LOWER(Book.Title)', 'l'),
            'SELECT book.id, LOWER(book.title) AS l FROM book',
        ];
        yield 'related objects' => [
            static fn () => BookQuery::create('b')->joinWith('b.Author a'),
            "SELECT $book, a.id, a.name, a.email FROM book INNER JOIN author a ON (book.author_id=a.id)",
        ];
        yield 'true alias' => [
            static fn () => BookQuery::create()->setModelAlias('b', true)->filterByTitle('x')->orderBy('b.Title'),
            'SELECT  FROM book b WHERE b.title=:p1 ORDER BY b.title ASC',
            ['x'],
        ];
        yield 'condition of a join' => [
            static fn () => BookQuery::create()->joinAuthor()
                ->condition('same', 'Book.Title = Author.Name')->setJoinCondition('Author', 'same'),
            'SELECT  FROM book INNER JOIN author ON book.title = author.name',
        ];
        yield 'sub-query of the model' => [
            static fn () => BookQuery::create()->addSelectQuery(BookQuery::create()->filterByPages(3), 's')
                ->filterByTitle('x'),
            "SELECT {$sub('s')} FROM (SELECT $book FROM book WHERE book.pages=:p2) AS s WHERE s.title=:p1",
            ['x', 3],
        ];
        yield 'two sub-queries' => [
            static fn () => BookQuery::create()->addSelectQuery(BookQuery::create())
                ->addSelectQuery(BookQuery::create()),
            "SELECT {$sub('alias_1')}, {$sub('alias_2')} FROM (SELECT $book FROM book) AS alias_1, "
            . "(SELECT $book FROM book) AS alias_2",
        ];
        yield 'sub-query of a sub-query' => [
            static fn () => BookQuery::create()->addSelectQuery(
                BookQuery::create()->addSelectQuery(BookQuery::create()),
            ),
            "SELECT {$sub('alias_2')} FROM (SELECT {$sub('alias_1')} "
            . "FROM (SELECT $book FROM book) AS alias_1) AS alias_2",
        ];
        yield 'comparison with a sub-query' => [
            static fn () => BookQuery::create()->filterBy('Title', AuthorQuery::create()->select('Name'), '='),
            'SELECT  FROM book WHERE book.title = (SELECT author.name AS "Name" FROM author)',
        ];
        yield 'HAVING alone' => [
            static fn () => (new Criteria())->addHaving('book.title', 'x'),
            'SELECT  FROM  HAVING book.title=:p1',
            ['x'],
        ];
    }

    public function testTheSubQueryGivesTheObjects(): void
    {
        $this->book('Emma', 3);
        $this->book('Persuasion', 4);
        $query = BookQuery::create()->addSelectQuery(BookQuery::create()->filterByPages(4))->orderByTitle();
        self::assertSame(['Persuasion'], $query->find()->getColumnValues('Title'));
        self::assertSame(1, $query->count());
    }

    public function testNamesThatWereReplaced(): void
    {
        $query = new ModelCriteria('bookstore', 'Bookstore\Book');
        $clause = "(Book.Id + Bookstore\\Book.Pages) > 1 AND 'Book.Isbn' = \"Book.Title\"";
        self::assertTrue($query->replaceNames($clause));
        self::assertSame("(book.id + book.pages) > 1 AND 'Book.Isbn' = \"Book.Title\"", $clause);
        $map = $query->getTableMap();
        self::assertSame([$map->getColumnByPhpName('Id'), $map->getColumnByPhpName('Pages')], $query->replacedColumns);
        $clause = '1=1';
        self::assertFalse($query->replaceNames($clause));
        self::assertSame([], $query->replacedColumns);
    }

    public function testConditionsWithoutADatasource(): void
    {
        $none = new Criteria('nowhere');
        $written = static function (object $criterion): array {
            $sql = '';
            $params = [];
            $criterion->appendPsTo($sql, $params);

            return [$sql, $params];
        };
        $param = ['table' => 't', 'column' => 'c', 'value' => 'x'];
        self::assertSame(['t.c=:p1', [$param]], $written(new BasicCriterion($none, 't.c', 'x')));
        self::assertSame(['t.c LIKE :p1', [$param]], $written(new LikeCriterion($none, 't.c', 'x')));
        self::assertSame(['t.c IN (:p1)', [$param]], $written(new InCriterion($none, 't.c', ['x'])));
        // A value whose type is given has no column.
        $param = ['table' => null, 'value' => 'x', 'type' => PDO::PARAM_STR];
        self::assertSame(['t.c = :p1', [$param]], $written(new RawCriterion($none, 't.c = ?', 'x')));
        self::assertSame(['t.c = :p1', [$param]], $written(new RawModelCriterion($none, 't.c = ?', 't.c', 'x')));
        $ignoring = (new BasicCriterion($none, 't.c', 'x'))->setIgnoreCase(true);
        $ignoring->setAdapter(new SqliteAdapter());
        self::assertSame('UPPER(t.c)=UPPER(:p1)', $written($ignoring)[0]);
        $this->expectException(InvalidClauseException::class);
        $written(new BasicModelCriterion($none, 't.c = t.d', 't.c', 'x'));
    }

    public function testAQueryThatIsNotKept(): void
    {
        $query = static fn (): BookQuery => BookQuery::create()->orderByTitle()->keepQuery(false);
        $found = $query();
        $found->find();
        self::assertSame(explode(', ', self::BOOK), $found->getSelectColumns());
        $first = $query();
        $first->findOne();
        self::assertSame([1, explode(', ', self::BOOK)], [$first->getLimit(), $first->getSelectColumns()]);
        $byKey = $query();
        $byKey->findPk(1);
        self::assertSame(explode(', ', self::BOOK), $byKey->getSelectColumns());
        $counted = $query();
        $counted->count();
        self::assertSame([], $counted->getOrderByColumns());
        $kept = BookQuery::create()->orderByTitle();
        array_map(static fn (string $method) => $kept->$method(), ['find', 'findOne', 'count']);
        self::assertEquals(BookQuery::create()->orderByTitle(), $kept);
    }

    public function testAQueryThatIsNotKeptFindsTheSame(): void
    {
        $book = $this->book('Emma');
        $query = static fn (): BookQuery => BookQuery::create()->keepQuery(false)->joinWithAuthor();
        self::assertSame([$book], $query()->find()->getData());
        self::assertSame($book, $query()->findOne());
        self::assertSame($book, $query()->findPk($book->getId()));
        self::assertSame(1, $query()->count());
    }

    public function testFormatters(): void
    {
        $query = BookQuery::create()->setFormatter($formatter = new ArrayFormatter());
        self::assertNotSame($formatter, (clone $query)->getFormatter());
        self::assertSame($formatter, $query->getFormatter());
        foreach (['Bookstore\Book', new \Bookstore\Book()] as $other) {
            try {
                $query->setFormatter($other);
                self::fail('no formatter');
            } catch (InvalidArgumentException $refusal) {
                self::assertSame('Bookstore\Book is not a valid formatter', $refusal->getMessage());
            }
        }
    }

    public function testAJoinWithoutARelation(): void
    {
        $join = new ModelJoin();
        self::assertSame([null, null], [$join->getRelationMap(), $join->getTableMap()]);
        $this->expectException(LogicException::class);
        $join->getTableMapOrFail();
    }

    public function testAnUnknownModelIsAnUnknownClass(): void
    {
        $this->expectException(ClassNotFoundException::class);
        BookQuery::create()->groupByClass('Author');
    }

    public function testRareClausesHaveTheirKnownNamesInChildren(): void
    {
        $query = new class extends Criteria {
            /** @return list<mixed> */
            public function clauses(): array
            {
                return [$this->ignoreCase, $this->selectColumns, $this->having, $this->comment];
            }
        };
        self::assertSame([false, [], null, null], $query->clauses());
        $query->setIgnoreCase(true)->addSelectColumn('a.b')->setComment('why');
        self::assertSame([true, ['a.b'], null, 'why'], $query->clauses());
        $query->setComment(null);
        self::assertNull($query->getComment());
        $this->expectExceptionMessage('has no property "elsewhere"');
        echo $query->elsewhere;
    }

    public function testACommentIsInTheStatementThatDeletes(): void
    {
        $this->con->useDebug();
        BookQuery::create()->setComment('why')->filterByTitle('nothing')->delete();
        self::assertStringStartsWith('DELETE /* why */ FROM book', $this->con->getLastExecutedQuery());
    }

    public function testComparisonsWithoutCaseWhereTheDatabaseHasNoOperatorForThem(): void
    {
        foreach ([Criteria::ILIKE => 'LIKE', Criteria::NOT_ILIKE => 'NOT LIKE'] as $comparison => $operator) {
            $sql = BookQuery::create()->filterByTitle('a%', $comparison)->toString();
            self::assertStringContainsString("WHERE UPPER(book.title) $operator UPPER(", $sql);
        }
    }

    public function testJoinsNamedByMethodsTakeAnAliasUnlessTheyReadTheRelation(): void
    {
        $query = new ModelCriteria(BookQuery::create()->getDbName(), Book::class);
        self::assertStringContainsString(' LEFT JOIN author a ON ', (clone $query)->leftJoinAuthor('a')->toString());
        self::assertStringContainsString(' LEFT JOIN author ON ', (clone $query)->leftJoinAuthor()->toString());
        self::assertStringContainsString(' INNER JOIN author ON ', (clone $query)->innerJoin('Author')->toString());
        self::assertStringContainsString(' LEFT JOIN author ON ', (clone $query)->leftJoinWithAuthor()->toString());
    }

    public function testBuildersOfClauses(): void
    {
        $builder = static fn (Criteria $query): object => new class ($query) extends SelectQuerySqlBuilder {
            /** @param list<string|null> $tables */
            public function from(array $tables): string
            {
                $params = [];
                $joins = $this->buildJoinClauses($params, $tables);

                return $this->buildFromClause($params, $tables, $joins);
            }

            /** @return array{string|null, list<mixed>} */
            public function having(): array
            {
                $params = [];

                return [$this->buildHavingClause($params), $params];
            }

            /**
             * @param list<string> $tables
             * @return array<string>
             */
            public function withoutSubQueries(array $tables): array
            {
                $this->removeRecursiveSubqueryTableAliases($tables);

                return $tables;
            }
        };
        $join = 'FROM book INNER JOIN author ON (book.author_id=author.id)';
        self::assertSame('FROM book', $builder(new BookQuery())->from([]));
        $tables = ['book', '', null, 'book', 'author a'];
        self::assertSame('FROM book, author a', $builder(new BookQuery())->from($tables));
        self::assertSame($join, $builder(BookQuery::create()->joinAuthor())->from(['author']));
        self::assertSame([null, []], $builder(new BookQuery())->having());
        self::assertSame(
            ['HAVING n>:p1', [['table' => null, 'column' => 'n', 'value' => 3]]],
            $builder(BookQuery::create()->addHaving('n', 3, '>'))->having(),
        );
        $sub = BookQuery::create()->addSelectQuery(BookQuery::create(), 's');
        self::assertSame(['author'], $builder($sub)->withoutSubQueries(['author', 'book s']));
    }

    public function testAnExecutorNamesTheStatementThatFailed(): void
    {
        $executor = new class (new BookQuery(), $this->con) extends AbstractQueryExecutor {
            public function fail(): void
            {
                $this->handleStatementException(new \RuntimeException('why'), 'SELECT 1');
            }
        };
        foreach (['', ': why'] as $reason) {
            $this->con->useDebug($reason !== '');
            try {
                $executor->fail();
                self::fail('thrown');
            } catch (QueryExecutionException $failure) {
                self::assertSame('Statement failed: SELECT 1' . $reason, $failure->getMessage());
            }
        }
    }
}
