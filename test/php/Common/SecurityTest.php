<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Orm\Runtime\Exception\ExceptionInterface;

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

    public function testACommentStaysAComment(): void
    {
        foreach (['x */ y', 'x **// y', 'x /*/ y', 'x /* y'] as $comment) {
            $sql = BookQuery::create()->setComment($comment)->toString();
            self::assertSame(1, substr_count($sql, '/*'), $sql);
            self::assertSame(1, substr_count($sql, '*/'), $sql);
        }
    }
}
