<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use ArrayObject;
use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use DateTime;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use PDOException;
use stdClass;
use TypeError;

abstract class SecurityTest extends DatabaseTestCase
{
    /** @return list<string> */
    private function corpus(): array
    {
        return [
            "' OR '1'='1",
            "'; DROP TABLE book; --",
            '"; DROP TABLE book; --',
            '`; DROP TABLE book; --',
            "1); DELETE FROM book; --",
            "x' UNION SELECT 1,2,3,4,5 --",
            "\\' OR 1=1 --",
            '/* */ DELETE FROM book',
            '**// title FROM book WHERE 1=0; DELETE FROM book; --',
            "title) = '' OR (1=1",
            "\0'; DELETE FROM book; --",
        ];
    }

    public function testNoStringReachesTheStatementAsSql(): void
    {
        $this->book('One', 1);
        foreach ($this->corpus() as $evil) {
            $calls = [
                fn () => BookQuery::create()->filterByTitle($evil)->find(),
                fn () => BookQuery::create()->filterByTitle([$evil, $evil])->find(),
                fn () => BookQuery::create()->filterByTitle($evil, ' LIKE ')->find(),
                fn () => BookQuery::create()->filterByTitle('x', $evil)->find(),
                fn () => BookQuery::create()->filterBy('Title', $evil)->find(),
                fn () => BookQuery::create()->filterBy($evil, 'x')->find(),
                fn () => BookQuery::create()->where('Book.Title = ?', $evil)->find(),
                fn () => BookQuery::create()->where('Book.Title IN ?', [$evil])->find(),
                fn () => BookQuery::create()->orderBy($evil)->find(),
                fn () => BookQuery::create()->orderByTitle($evil)->find(),
                fn () => BookQuery::create()->groupBy($evil)->find(),
                fn () => BookQuery::create()->select($evil)->find(),
                fn () => BookQuery::create()->select(['Title', $evil])->find(),
                fn () => BookQuery::create()->join($evil)->find(),
                fn () => BookQuery::create()->joinWith($evil)->find(),
                fn () => BookQuery::create()->join("Author $evil")->find(),
                fn () => BookQuery::create()->joinAuthor($evil)->find(),
                fn () => BookQuery::create()->join('Author', $evil)->find(),
                fn () => BookQuery::create()->leftJoinAuthor($evil)->find(),
                fn () => BookQuery::create()->useAuthorQuery($evil)->filterByName('x')->endUse()->find(),
                fn () => BookQuery::create()->useExistsQuery($evil)->endUse()->find(),
                fn () => BookQuery::create()->useAuthorExistsQuery($evil)->endUse()->find(),
                fn () => BookQuery::create()->useInAuthorQuery(null, null, $evil)->endUse()->find(),
                fn () => BookQuery::create()->whereExists(AuthorQuery::create(), $evil)->find(),
                fn () => BookQuery::create()->filterById(BookQuery::create()->select('Id'), $evil)->find(),
                fn () => BookQuery::create()->setModelAlias($evil, true)->find(),
                fn () => BookQuery::create()->addSelectQuery(BookQuery::create(), $evil)->find(),
                fn () => BookQuery::create()->addSelectQuery(AuthorQuery::create(), $evil)->find(),
                fn () => BookQuery::create()->withColumn('Book.Pages', $evil)->find(),
                fn () => BookQuery::create()->withColumn('Book.Pages', "\"$evil\"")->find(),
                fn () => BookQuery::create()->groupByClass($evil)->find(),
                fn () => BookQuery::create()->lockForUpdate([$evil])->find(),
                fn () => BookQuery::create()->findBy($evil, 'x'),
                fn () => BookQuery::create()->filterByArray([$evil => 'x'])->find(),
                fn () => BookQuery::create()->{"findBy$evil"}('x'),
                fn () => BookQuery::create()->{"orderBy$evil"}(),
                fn () => BookQuery::create()->preload($evil)->find(),
                fn () => BookQuery::create()->find()->populateRelation($evil),
                fn () => BookQuery::create()->upsert(['Id' => 1, $evil => 'x']),
                fn () => BookQuery::create()->upsert(['Title' => 'One', 'AuthorId' => 1], [$evil]),
                fn () => OrmQuery::from("Bookstore\\Book $evil")->find(),
                fn () => BookQuery::create()->limit($evil)->find(),
                fn () => BookQuery::create()->offset($evil)->find(),
                fn () => BookQuery::create()->setComment($evil)->find(),
                fn () => BookQuery::create()->findPk($evil),
                fn () => BookQuery::create()->findPks([$evil]),
                fn () => BookQuery::create()->findOneByTitle($evil),
                fn () => BookQuery::create()->filterByTitle($evil)->count(),
                fn () => BookQuery::create()->filterByTitle($evil)->exists(),
                fn () => BookQuery::create()->filterByTitle($evil)->delete(),
                fn () => BookQuery::create()->filterByTitle($evil)->update(['Title' => $evil]),
                fn () => BookQuery::create()->filterByTitle('nothing')->update([$evil => 'x']),
                fn () => BookQuery::create()->having('Book.Title = ?', $evil)->groupById()->find(),
                fn () => AuthorQuery::create()->filterByName($evil)->findOneOrCreate()->save(),
            ];
            foreach ($calls as $i => $call) {
                try {
                    $call();
                } catch (ExceptionInterface) {
                    // Refused: as good as not found.
                    $this->con->forceRollBack();
                }
                self::assertSame(
                    1,
                    BookQuery::create()->filterByTitle('One')->count(),
                    sprintf('call %d with %s', $i, json_encode($evil)),
                );
            }
        }
    }

    /** What is no name is refused before the database sees it. */
    public function testNamesAreNotSql(): void
    {
        $names = ['a ON 1=1 --', 'a, author', 'a) FROM author --', 'a#', "a\n", "\"a\0\""];
        foreach ([...$this->corpus(), ...$names] as $evil) {
            $columns = ['book.author_id', 'author.id'];
            $queries = [
                'addAlias' => fn () => BookQuery::create()->addAlias($evil, 'author'),
                'addJoin' => fn () => BookQuery::create()->addJoin(...[...$columns, "CROSS JOIN author x $evil"]),
                'addMultipleJoin' => fn () => BookQuery::create()->addMultipleJoin([[...$columns, $evil]]),
                'addExplicitCondition' => fn () => BookQuery::create()->addJoinObject(self::explicitJoin($evil, '=')),
                'operator of it' => fn () => BookQuery::create()->addJoinObject(self::explicitJoin('a', $evil)),
                'value of the left' => fn () => BookQuery::create()->addJoinObject(self::valueJoin($evil, '=')),
                'value of the right' => fn () => BookQuery::create()->addJoinObject(self::valueJoin('=', $evil)),
                'addSelectModifier' => fn () => BookQuery::create()->addSelectModifier($evil),
                'join' => fn () => BookQuery::create()->join("Author $evil"),
                'joinAuthor' => fn () => BookQuery::create()->joinAuthor($evil),
                'type of join' => fn () => BookQuery::create()->join('Author', $evil . '('),
                'useAuthorQuery' => fn () => BookQuery::create()->useAuthorQuery($evil)->filterByName('x')->endUse(),
                'alias of EXISTS' => fn () => BookQuery::create()->useAuthorExistsQuery($evil)->endUse(),
                'type of IN' => fn () => BookQuery::create()->useInAuthorQuery(null, null, $evil)->endUse(),
                'whereExists' => fn () => BookQuery::create()->whereExists(AuthorQuery::create(), $evil),
                'comparison' => fn () => BookQuery::create()->filterById(BookQuery::create()->select('Id'), $evil),
                'setModelAlias' => fn () => BookQuery::create()->setModelAlias($evil, true),
                'addSelectQuery' => fn () => BookQuery::create()->addSelectQuery(BookQuery::create(), $evil),
                'withColumn' => fn () => BookQuery::create()->withColumn('Book.Pages', $evil),
                'withColumn in quotes' => fn () => BookQuery::create()->withColumn('Book.Pages', "\"$evil\" , \""),
            ];
            foreach ($queries as $name => $make) {
                try {
                    $sql = $make()->toString();
                    self::assertStringNotContainsString($evil, $sql, $name);
                } catch (ExceptionInterface $refusal) {
                    self::assertNotInstanceOf(QueryExecutionException::class, $refusal);
                }
            }
        }
        $quoted = BookQuery::create()->withColumn('Book.Pages', '"Nb of pages"')->findOne();
        self::assertNull($quoted);
    }

    /** Whoever sends a list where a value is expected, or a name of their choice, must not get to write SQL. */
    public function testListsAndNamesFromOutsideHoldNoSql(): void
    {
        $this->book('One', 1);
        $list = ['1=1', Criteria::CUSTOM];
        $calls = [
            'filterByArray' => static fn () => BookQuery::create()->filterByArray(['Title' => $list])->find(),
            'findOneByArray' => static fn () => BookQuery::create()->findOneByArray(['Title' => $list]),
            'filterBy' => static fn () => BookQuery::create()->filterBy('Array', ['Title' => $list])->find(),
            'findBy' => static fn () => BookQuery::create()->findBy('array', ['Title' => ['One']]),
            'no name' => static fn () => BookQuery::create()->findBy('', 'Title'),
        ];
        foreach ($calls as $name => $call) {
            try {
                $call();
                self::fail($name);
            } catch (InvalidClauseException | ColumnNotFoundException $refusal) {
                self::assertNotSame('', $refusal->getMessage());
            }
        }
        self::assertCount(0, BookQuery::create()->filterByTitle($list)->find(), 'a list means IN');
    }

    /** A type of join made of nothing but words could name further tables. */
    public function testOnlyTypesOfJoinsAreTypesOfJoins(): void
    {
        foreach (['JOIN', 'left join', 'LEFT OUTER JOIN', 'RIGHT JOIN', 'CROSS JOIN', 'STRAIGHT_JOIN'] as $type) {
            self::assertStringContainsString($type, BookQuery::create()->join('Author', $type)->toString());
        }
        foreach (['LEFT', 'CROSS JOIN book b INNER JOIN', 'NATURAL JOIN book JOIN', 'UNION', ''] as $type) {
            try {
                self::fail(BookQuery::create()->join('Author', $type)->toString());
            } catch (InvalidClauseException $refusal) {
                self::assertStringContainsString('is not a valid type of join', $refusal->getMessage());
            }
        }
    }

    public function testOperatorsAndModifiersThatAreSomeStillWork(): void
    {
        $sql = BookQuery::create()->addMultipleJoin([
            ['book.author_id', 'author.id', '>='],
            ['book.title', 'author.name', ' NOT LIKE '],
        ])->addSelectModifier('DISTINCT')->toString();
        self::assertStringContainsString('SELECT DISTINCT', $sql);
        self::assertStringContainsString('>=', $sql);
        self::assertStringContainsString(' NOT LIKE ', $sql);
    }

    /** Modifiers are written into the SQL: what a database does not have is refused. */
    public function testModifiersAreThoseOfTheDatabase(): void
    {
        $all = ['DISTINCT', 'ALL', 'distinct'];
        $some = [
            'mysql' => ['SQL_NO_CACHE', 'SQL_CALC_FOUND_ROWS', 'HIGH_PRIORITY', 'STRAIGHT_JOIN', 'sql_small_result'],
            'pgsql' => ['DISTINCT ON (title)', 'DISTINCT ON (book.title, "id")', 'distinct on(pages)'],
            'sqlite' => [],
        ];
        $this->book('One', 1);
        foreach ([...$all, ...$some[static::VENDOR]] as $modifier) {
            $query = BookQuery::create()->addSelectModifier($modifier);
            self::assertSame([$modifier], $query->getSelectModifiers());
            self::assertStringStartsWith("SELECT $modifier ", $query->toString());
            self::assertCount(1, $query->find(), $modifier);
        }
        $others = array_merge(...array_values(array_diff_key($some, [static::VENDOR => true])));
        $none = [
            'secret FROM author UNION SELECT', 'DISTINCT secret FROM author UNION SELECT', 'DISTINCT DISTINCT', '',
            ' ', '*',
            'DISTINCT ON (name FROM author UNION SELECT id)', 'DISTINCT ON (lower(title))', 'DISTINCT ON ()', "ALL\n",
            'TOP 5', 'UNIQUE', 'DISTINCT ON (title) name FROM author UNION SELECT', 'DISTINCT ON ("a\"b")', '1',
        ];
        foreach ([...$others, ...$none] as $modifier) {
            try {
                BookQuery::create()->addSelectModifier($modifier);
                self::fail($modifier);
            } catch (InvalidArgumentException $refusal) {
                self::assertStringContainsString('is not a modifier of SELECT', $refusal->getMessage());
            }
        }
    }

    /** What one database takes for a quoted name is text, or an error, to another. */
    public function testAliasesAreWords(): void
    {
        $this->book('One', 1);
        $names = [
            '$$x$$', '$x$', '$x', '[x]', '`x`', "'x'", '[x', 'x]', '``', "''", '$$', '$', 'x y', 'x.y', 'x-y', 'x"',
            '1', '07',
            'x#', 'x--', 'x;', 'x/**/', "x\0", "x\n", '', ' ', 'é y', 'E\'x\'', 'U&"x"', 'N\'x\'', '?', ':p1', '@x',
            '(x)',
        ];
        foreach ([...$names, '"x"', '"x y"'] as $alias) {
            $calls = [
                'setModelAlias' => static fn () => BookQuery::create()->setModelAlias($alias, true),
                'addAlias' => static fn () => BookQuery::create()->addAlias($alias, 'author'),
                'join' => static fn () => BookQuery::create()->join('Author ' . $alias),
                'joinAuthor' => static fn () => BookQuery::create()->joinAuthor($alias),
                'leftJoinAuthor' => static fn () => BookQuery::create()->leftJoinAuthor($alias),
                'useAuthorQuery' => static fn () => BookQuery::create()->useAuthorQuery($alias)->endUse(),
                'useAuthorExistsQuery' => static fn () => BookQuery::create()->useAuthorExistsQuery($alias)->endUse(),
                'useInAuthorQuery' => static fn () => BookQuery::create()->useInAuthorQuery($alias)->endUse(),
                'addSelectQuery' => static fn () => BookQuery::create()->addSelectQuery(BookQuery::create(), $alias),
                'explicit join' => static fn () => BookQuery::create()->addJoinObject(self::explicitJoin($alias, '=')),
            ];
            if (in_array($alias, $names, true)) {
                $calls['withColumn'] = static fn () => BookQuery::create()->withColumn('Book.Pages', $alias);
                $calls['addAsColumn'] = static fn () => BookQuery::create()->addAsColumn($alias, 'book.pages');
            }
            foreach ($calls as $name => $call) {
                if (preg_match('/^x?\s*$/', trim($alias)) && preg_match('/[jJ]oin|^use/', $name)) {
                    // A relation without an alias, or with one that has blanks around it.
                    continue;
                }
                try {
                    self::fail($name . ' ' . $alias . ': ' . $call()->toString());
                } catch (ExceptionInterface $refusal) {
                    self::assertNotInstanceOf(QueryExecutionException::class, $refusal, $name);
                    if ($name === 'addAlias') {
                        $shown = str_replace("\0", '?', $alias);
                        $expected = "\"$shown\" is not a valid name for a table or a column";
                        self::assertSame($expected, $refusal->getMessage());
                    }
                }
            }
        }
        foreach (['x', 'X1', '_x', 'x$y', 'select', 'order', '2x', 'é'] as $alias) {
            self::assertSame(1, BookQuery::create()->setModelAlias($alias, true)->count(), $alias);
            self::assertSame(1, BookQuery::create()->joinAuthor($alias)->count(), $alias);
            $query = BookQuery::create()->addSelectQuery(BookQuery::create(), $alias);
            self::assertCount(1, $query->find(), $alias);
            $virtual = BookQuery::create()->withColumn('Book.Pages', $alias)->findOne();
            self::assertSame(1, (int) $virtual->getVirtualColumn($alias), $alias);
        }
        $virtual = BookQuery::create()->withColumn('Book.Pages', '"Nb of pages"')->findOne();
        self::assertSame(1, (int) $virtual->getVirtualColumn('Nb of pages'));
    }

    /** Drivers take several statements for one; a clause of the application must not. */
    public function testAClauseIsNeverAnotherStatement(): void
    {
        $this->book('One', 1);
        $clauses = ['1=1; DELETE FROM book', '1=1; DELETE FROM book; --', '1=1); DELETE FROM book; SELECT (1'];
        foreach ($clauses as $clause) {
            $calls = [
                fn () => BookQuery::create()->where($clause)->find(),
                fn () => BookQuery::create()->where($clause)->count(),
                fn () => BookQuery::create()->where($clause)->update(['Pages' => 1]),
                fn () => $this->con->query('SELECT * FROM book WHERE ' . $clause)->fetchColumn(),
                fn () => $this->con->prepare('SELECT * FROM book WHERE ' . $clause)->execute(),
            ];
            foreach ($calls as $i => $call) {
                try {
                    $call();
                } catch (ExceptionInterface | PDOException) {
                    $this->con->forceRollBack();
                }
                self::assertSame(1, BookQuery::create()->count(), "call $i with $clause");
            }
        }
    }

    /** To PHP any object and any list is the number 1, and so would be the key of a row. */
    public function testObjectsAndListsAreNoNumbers(): void
    {
        $book = $this->book('One', 1);
        foreach ([new stdClass(), new ArrayObject([5]), new DateTime(), [[1]], [new stdClass()]] as $value) {
            $calls = [
                fn () => BookQuery::create()->filterById($value)->find(),
                fn () => BookQuery::create()->filterByPages($value)->delete(),
                fn () => BookQuery::create()->filterByTitle($value)->find(),
                fn () => BookQuery::create()->where('Book.Id = ?', $value)->find(),
                fn () => BookQuery::create()->findPk($value),
                fn () => BookQuery::create()->findPks([$value]),
                fn () => BookQuery::create()->filterById($book->getId())->update(['Pages' => $value]),
            ];
            foreach ($calls as $i => $call) {
                try {
                    self::fail($i . ' ' . get_debug_type($call()));
                } catch (ExceptionInterface | TypeError $refusal) {
                    self::assertNotSame('', $refusal->getMessage());
                }
            }
        }
        self::assertSame(1, BookQuery::create()->filterByPages(1)->count());
    }

    public function testACommentStaysAComment(): void
    {
        foreach (['x */ y', 'x **// y', 'x /*/ y', 'x /* y'] as $comment) {
            $sql = BookQuery::create()->setComment($comment)->toString();
            self::assertSame(1, substr_count($sql, '/*'), $sql);
            self::assertSame(1, substr_count($sql, '*/'), $sql);
        }
    }

    private static function explicitJoin(string $alias, string $operator): Join
    {
        $join = new Join();
        $join->addExplicitCondition('book', 'author_id', null, 'author', 'id', $alias, $operator);

        return $join;
    }

    private static function valueJoin(string $left, string $right): Join
    {
        $join = new Join('book.author_id', 'author.id');
        $join->addLocalValueCondition('book', 'title', null, 'x', $left);
        $join->addForeignValueCondition('author', 'name', null, 'x', $right);

        return $join;
    }
}
