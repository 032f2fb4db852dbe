<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Orm\Runtime\Orm;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/**
 * For PHPUnit test cases: each test runs in a transaction that is rolled back, so that no test sees the rows of
 * another. Pending migrations are applied before the first test.
 */
trait RefreshDatabase
{
    use DatabaseTransactions;

    /** @before */
    #[Before]
    protected function beginDatabaseTransaction(): void
    {
        $this->beginTransactions();
    }

    /** @after */
    #[After]
    protected function rollBackDatabaseTransaction(): void
    {
        // Rolls back, and clears the objects of the test.
        Orm::reset();
    }
}
