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
        $change = fn (string $type) => $this->con->exec("ALTER TABLE book ALTER pages TYPE $type");
        $find();
        $change('bigint');
        self::assertSame(['One', 'Two', 'Three'], $find(), 'it is prepared again where no transaction is open');
        $change('integer');
        $this->con->beginTransaction();
        try {
            $find();
            self::fail('PostgreSQL gives up a transaction with a statement whose columns have changed');
        } catch (QueryExecutionException $failure) {
            self::assertStringContainsString('cached plan', (string) $failure->getPrevious()?->getMessage());
            $this->con->rollBack();
        }
        self::assertSame(['One', 'Two', 'Three'], $find());
    }
}
