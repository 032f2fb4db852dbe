<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Map\AuthorTableMap;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\RetryableFailure;
use Orm\Tests\Common\DatabaseTestCase;
use PDOException;
use Throwable;

/** Prepared statements that the server does not know any more, as behind a pool of connections, or not as they were. */
final class PreparedStatementTest extends DatabaseTestCase
{
    protected const VENDOR = 'pgsql';

    /** @dataProvider forgetting */
    public function testStatementsArePreparedAgain(string $forget): void
    {
        $author = $this->author('Ann');
        $own = $this->con->prepare('SELECT name FROM author WHERE id = ?');
        for ($i = 1; $i <= 2; $i++) {
            AuthorTableMap::clearInstancePool();
            self::assertSame(['Ann'], AuthorQuery::create()->filterByName('Ann')->find()->getColumnValues('Name'));
            self::assertSame('Ann', AuthorQuery::create()->findPk($author->getId())->getName());
            self::assertSame(1, (new Author())->setName("Bob $i")->save());
            self::assertSame(1, AuthorQuery::create()->filterByName("Bob $i")->update(['Email' => "bob@$i"]));
            self::assertTrue($own->execute([$author->getId()]));
            self::assertSame('Ann', $own->fetchColumn());
            $own->closeCursor();
            $this->bare($forget);
        }
        self::assertSame(3, AuthorQuery::create()->count());
    }

    /** @return array<string, array{string}> */
    public static function forgetting(): array
    {
        return [
            'forgotten' => ['DEALLOCATE ALL'],
            'a pool' => ['DISCARD ALL'],
            'another result' => ['ALTER TABLE author ALTER name TYPE TEXT'],
        ];
    }

    public function testATransactionIsGivenUp(): void
    {
        $this->author('Ann');
        try {
            $this->con->transaction($this->countAfterForgetting());
            self::fail('The statement must fail');
        } catch (Throwable $failure) {
            self::assertTrue($failure->isRetryable());
        }
        self::assertSame(1, AuthorQuery::create()->filterByName('Ann')->count());
    }

    public function testATransactionCanBeRepeated(): void
    {
        $this->author('Ann');
        self::assertSame([1, 2], $this->con->transaction($this->countAfterForgetting(), retries: 1));
    }

    /** @return callable(): array{int, int} gives the number of rows, and how often it was called */
    private function countAfterForgetting(): callable
    {
        $calls = 0;
        self::assertSame(1, AuthorQuery::create()->filterByName('Ann')->count());

        return function () use (&$calls): array {
            if (++$calls === 1) {
                $this->bare('DEALLOCATE ALL');
            }

            return [AuthorQuery::create()->filterByName('Ann')->count(), $calls];
        };
    }

    public function testOtherFeaturesThatAreMissingAreNoOldStatements(): void
    {
        $failure = new PDOException('cannot insert into view');
        $failure->errorInfo = ['0A000', 7, 'cannot insert into view'];
        self::assertFalse(RetryableFailure::is($failure));
    }

    /** Does something on the server that the library does not see. */
    private function bare(string $statement): void
    {
        $inside = $this->con->getWrappedConnection();
        assert($inside instanceof PdoConnection);
        $inside->exec($statement);
    }
}
