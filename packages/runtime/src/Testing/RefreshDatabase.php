<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Orm\Runtime\Orm;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/**
 * For test cases of PHPUnit: each test runs in a transaction that is rolled back, so that no test sees the rows of
 * another. Before the first one, pending migrations are applied.
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
        // Rolls back, and forgets the objects of the test.
        Orm::reset();
    }
}
