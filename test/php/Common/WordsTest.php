<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\ExceptionInterface;

/**
 * SQL needs no punctuation: `addSelectModifier('secret FROM author UNION SELECT')` is made of words only. Sentences of
 * keywords and names are tried as every argument that docs/security.md lets a request choose. They are the same in
 * every run; `ORM_FUZZ=1` tries 3,000 others, and `ORM_SEED` those of a failure again.
 */
abstract class WordsTest extends DatabaseTestCase
{
    private const SECRET = 'the-word-of-the-canary';

    /** What a sentence is made of. */
    private const WORDS = [
        'SELECT', 'FROM', 'canary', 'word', 'canary.word', 'UNION', 'UNION ALL', 'UNION SELECT', 'ALL', 'DISTINCT',
        'WHERE',
        'AND', 'OR', 'NOT', 'NULL', 'IS', 'IS NOT NULL', 'TRUE', '1', '0', 'AS', 'x', 'book', 'author', 'title',
        'Title',
        'book.title', 'Book.Title', 'Author', 'Author.Name', 'name', 'JOIN', 'INNER JOIN', 'LEFT JOIN', 'CROSS JOIN',
        'NATURAL JOIN', 'LATERAL', 'ON', 'USING', 'IN', 'NOT IN', 'EXISTS', 'LIKE', 'BETWEEN', 'ASC', 'DESC',
        'NULLS FIRST', 'COLLATE', 'LIMIT', 'OFFSET', 'FOR UPDATE', 'FOR SHARE', 'NOWAIT', 'INTO', 'HAVING', 'GROUP BY',
        'ORDER BY', 'CASE', 'WHEN', 'THEN', 'ELSE', 'END', 'TABLE', 'VALUES', 'WITH', 'RECURSIVE', 'RETURNING',
        'INTERSECT',
        'EXCEPT', 'TOP', 'SQL_NO_CACHE', 'SQL_CALC_FOUND_ROWS', 'STRAIGHT_JOIN', 'HIGH_PRIORITY', 'OF', 'OUTER',
        'BINARY', 'REGEXP', 'CURRENT_USER', 'current_timestamp', 'DELETE', 'UPDATE', 'SET', 'DROP', 'DIV', 'MOD', 'XOR',
        'COUNT', 'PROCEDURE', 'HANDLER', 'DEFAULT', 'ANY', 'SOME', 'ESCAPE', 'PARTITION', 'IGNORE INDEX', 'INDEXED BY',
    ];

    /** Sentences that work, or worked, as one of the arguments on one of the databases. */
    private const SENTENCES = [
        'word FROM canary UNION SELECT', 'word FROM canary UNION ALL SELECT', 'DISTINCT word FROM canary UNION SELECT',
        'ALL word FROM canary UNION SELECT', 'CROSS JOIN canary INNER JOIN', 'title FROM canary',
        'NOT NULL OR title IS',
        'IS NOT NULL UNION SELECT word FROM canary WHERE word LIKE', 'DESC NULLS FIRST', 'x CROSS JOIN canary',
        'IN SELECT word FROM canary', 'NULL OR 1', 'TOP 1 word FROM canary UNION SELECT', 'x NATURAL JOIN canary',
    ];

    /** Types of joins and operators are sentences that are meant. */
    private const MEANT = '/^(?:(?:INNER|CROSS|(?:LEFT|RIGHT|FULL)(?: OUTER)?) JOIN|NOT (?:IN|LIKE|REGEXP|EXISTS)'
        . '|IS NOT|IS(?: NOT)? DISTINCT FROM|(?:NOT )?(?:LIKE|REGEXP) BINARY)$/i';

    public function testNoSentenceOfWordsIsSql(): void
    {
        $this->book('One', 1);
        $this->con->exec('DROP TABLE IF EXISTS canary');
        $this->con->exec('CREATE TABLE canary (word VARCHAR(50))');
        $this->con->exec("INSERT INTO canary VALUES ('" . self::SECRET . "')");
        $isLong = getenv('ORM_FUZZ') !== false;
        $seed = (int) (getenv('ORM_SEED') ?: ($isLong ? random_int(1, 1_000_000_000) : 1));
        for ($i = 0, $rounds = $isLong ? 3_000 : 60; $i < $rounds; $i++) {
            mt_srand($seed + $i);
            $this->tryEverywhere(self::sentence($i), "ORM_SEED=$seed, round $i");
        }
        foreach (self::SENTENCES as $sentence) {
            $this->tryEverywhere(self::strange($sentence), 'a known sentence');
        }
        self::assertSame(1, BookQuery::create()->filterByTitle('One')->count());
        self::assertSame(self::SECRET, $this->con->query('SELECT word FROM canary')->fetchColumn());
        $this->con->exec('DROP TABLE canary');
    }

    private function tryEverywhere(string $words, string $note): void
    {
        foreach ($this->queries($words) as $name => $make) {
            $result = null;
            $sent = '';
            try {
                $result = $make();
                if ($result instanceof ModelCriteria) {
                    $sent = $result->toString();
                    $result = [(clone $result)->find(), $result->count()];
                }
            } catch (ExceptionInterface $refusal) {
                // The message has the statement that the database refused.
                $sent .= $refusal instanceof QueryExecutionException ? $refusal->getMessage() : '';
                $this->con->forceRollBack();
            }
            $sent = self::withoutQuotes($sent);
            self::assertStringNotContainsString(self::SECRET, self::text($result), "$name('$words'): $note\n$sent");
            if (str_contains($words, ' ') && !preg_match(self::MEANT, $words) && preg_match('/[a-z][A-Z]/', $words)) {
                // An alias is one word; any other sentence is never written as it is.
                self::assertStringNotContainsString($words, $sent, "$name('$words'): $note");
            }
            self::assertDoesNotMatchRegularExpression(
                '/\b(?:FROM|JOIN|TABLE|INTO)\s+canary\b/i',
                $sent,
                "$name('$words'): $note",
            );
        }
    }

    /** @return array<string, callable(): mixed> a query for each argument that a request may choose */
    private function queries(string $words): array
    {
        $columns = ['book.author_id', 'author.id'];

        return [
            'orderBy' => static fn () => BookQuery::create()->orderBy($words),
            'orderBy…' => static fn () => BookQuery::create()->{'orderBy' . $words}(),
            'direction' => static fn () => BookQuery::create()->orderBy('Title', $words),
            'orderByTitle' => static fn () => BookQuery::create()->orderByTitle($words),
            'groupBy' => static fn () => BookQuery::create()->select('Title')->groupBy($words),
            'groupByClass' => static fn () => BookQuery::create()->groupByClass($words),
            'select' => static fn () => BookQuery::create()->select($words),
            'select of several' => static fn () => BookQuery::create()->select(['Title', $words]),
            'filterBy' => static fn () => BookQuery::create()->filterBy($words, 'x'),
            'filterByArray' => static fn () => BookQuery::create()->filterByArray([$words => 'x']),
            'findBy' => static fn () => BookQuery::create()->findBy($words, 'x'),
            'findBy…' => static fn () => BookQuery::create()->{'findBy' . $words}('x'),
            'comparison' => static fn () => BookQuery::create()->filterByTitle('x', $words),
            'comparison of a number' => static fn () => BookQuery::create()->filterByPages(1, $words),
            'comparison of a list' => static fn () => BookQuery::create()->filterByPages([1, 2], $words),
            'comparison of null' => static fn () => BookQuery::create()->filterByIsbn(null, $words),
            'comparison of a query' => static fn () => BookQuery::create()
                ->filterByAuthorId(AuthorQuery::create()->select('Id'), $words),
            'relation' => static fn () => BookQuery::create()->join($words),
            'relation to read' => static fn () => BookQuery::create()->joinWith($words),
            'type of join' => static fn () => BookQuery::create()->join('Author', $words),
            'type of addJoin' => static fn () => BookQuery::create()->addJoin(...[...$columns, $words]),
            'operator of a join' => static fn () => BookQuery::create()->addMultipleJoin([[...$columns, $words]]),
            'alias of a join' => static fn () => BookQuery::create()->join('Author ' . $words),
            'joinAuthor' => static fn () => BookQuery::create()->joinAuthor($words),
            'leftJoinAuthor' => static fn () => BookQuery::create()->leftJoinAuthor($words),
            'useAuthorQuery' => static fn () => BookQuery::create()->useAuthorQuery($words)->endUse(),
            'type of useAuthorQuery' => static fn () => BookQuery::create()->useAuthorQuery('a', $words)->endUse(),
            'alias of EXISTS' => static fn () => BookQuery::create()->useAuthorExistsQuery($words)->endUse(),
            'type of EXISTS' => static fn () => BookQuery::create()->useAuthorExistsQuery(null, null, $words)->endUse(),
            'alias of IN' => static fn () => BookQuery::create()->useInAuthorQuery($words)->endUse(),
            'type of IN' => static fn () => BookQuery::create()->useInAuthorQuery(null, null, $words)->endUse(),
            'whereExists' => static fn () => BookQuery::create()->whereExists(AuthorQuery::create(), $words),
            'relation of EXISTS' => static fn () => BookQuery::create()->useExistsQuery($words)->endUse(),
            'setModelAlias' => static fn () => BookQuery::create()->setModelAlias($words, true),
            'create' => static fn () => BookQuery::create($words),
            'addAlias' => static fn () => BookQuery::create()->addAlias($words, 'author'),
            'addSelectQuery' => static fn () => BookQuery::create()->addSelectQuery(BookQuery::create(), $words),
            'sub-query' => static fn () => BookQuery::create()->addSelectQuery(AuthorQuery::create(), $words),
            'withColumn' => static fn () => BookQuery::create()->withColumn('Book.Pages', $words),
            'addAsColumn' => static fn () => BookQuery::create()->addAsColumn($words, 'book.pages'),
            'addSelectModifier' => static fn () => BookQuery::create()->addSelectModifier($words),
            'modifier after DISTINCT' => static fn () => BookQuery::create()->addSelectModifier('DISTINCT ' . $words),
            'DISTINCT ON' => static fn () => BookQuery::create()->addSelectModifier("DISTINCT ON ($words)"),
            'TOP' => static fn () => BookQuery::create()->addSelectModifier('TOP 1 ' . $words),
            'lockForUpdate' => static fn () => BookQuery::create()->lockForUpdate([$words]),
            'lockForShare' => static fn () => BookQuery::create()->lockForShare(['book', $words]),
            'setComment' => static fn () => BookQuery::create()->setComment($words),
            'limit' => static fn () => BookQuery::create()->limit($words),
            'offset' => static fn () => BookQuery::create()->offset($words),
            'preload' => static fn () => BookQuery::create()->preload($words),
            'with' => static fn () => BookQuery::create()->joinAuthor()->with($words),
            'from' => static fn () => OrmQuery::from(Book::class . ' ' . $words),
            'combine' => static fn () => BookQuery::create()->condition('a', 'Book.Pages = ?', 1)
                ->condition('b', 'Book.Pages = ?', 2)->combine(['a', 'b'], $words),
            'where with names' => static fn () => BookQuery::create()->condition('a', 'Book.Pages = ?', 1)
                ->where([$words], $words),
            'operator of mergeWith' => static fn () => BookQuery::create()->filterByPages(1)
                ->mergeWith(BookQuery::create()->filterByPages(2), $words),
            'update' => static fn () => BookQuery::create()->filterByTitle('nothing')->update([$words => 'x']),
            'upsert' => static fn () => BookQuery::create()->upsert(['Title' => 'x', 'AuthorId' => 1], [$words]),
            'populateRelation' => static fn () => BookQuery::create()->find()->populateRelation($words),
            'value' => static fn () => BookQuery::create()->filterByTitle($words),
        ];
    }

    private static function sentence(int $round): string
    {
        $words = [];
        for ($n = 1 + ($round % 6); $n > 0; $n--) {
            $words[] = self::strange(self::WORDS[mt_rand(0, count(self::WORDS) - 1)]);
        }

        return implode(' ', $words);
    }

    /** Keywords in a form that the library never writes, so that a sentence is found in the SQL if it gets there. */
    private static function strange(string $words): string
    {
        return (string) preg_replace_callback(
            '/([A-Z])([A-Z])/',
            static fn (array $pair): string => strtolower($pair[1]) . $pair[2],
            $words,
        );
    }

    /** The SQL without comments, texts and quoted names. */
    private static function withoutQuotes(string $sql): string
    {
        return (string) preg_replace('~/\*.*?\*/|\'(?:[^\']|\'\')*\'|"[^"]*"|`[^`]*`|\[[^]]*]~s', '""', $sql);
    }

    private static function text(mixed $result): string
    {
        return match (true) {
            is_array($result) => implode(' ', array_map(self::text(...), $result)),
            $result instanceof Collection => (string) json_encode($result->toArray(), JSON_PARTIAL_OUTPUT_ON_ERROR),
            is_object($result) => $result::class,
            default => (string) json_encode($result),
        };
    }
}
