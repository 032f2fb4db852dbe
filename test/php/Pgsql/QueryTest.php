<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;

final class QueryTest extends \Orm\Tests\Common\QueryTest
{
    protected const VENDOR = 'pgsql';

    public function testAStatementThatFailedIsPreparedAgain(): void
    {
        $find = static fn (): array => BookQuery::create()->limit(5)->orderById()->find()->getColumnValues('Title');
        $find();
        $this->con->exec('ALTER TABLE book ALTER pages TYPE bigint');
        try {
            $find();
            self::fail('PostgreSQL prepares no statement again whose columns have changed');
        } catch (QueryExecutionException $failure) {
            self::assertStringContainsString('cached plan', (string) $failure->getPrevious()?->getMessage());
        }
        self::assertSame(['One', 'Two', 'Three'], $find());
    }
}
