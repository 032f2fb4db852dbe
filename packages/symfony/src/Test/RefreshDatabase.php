<?php

declare(strict_types=1);

namespace Orm\Symfony\Test;

use Orm\Runtime\Orm;
use Orm\Runtime\Testing\DatabaseTransactions;
use Orm\Symfony\EventListener\ForgetRequest;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/**
 * For tests that extend KernelTestCase or WebTestCase: each test runs in a transaction that is rolled back, and
 * requests of its client share it. Pending migrations are applied before the first test.
 */
trait RefreshDatabase
{
    use DatabaseTransactions;

    /** @before */
    #[Before]
    protected function beginDatabaseTransaction(): void
    {
        // Boots a kernel to configure the connections; createClient() boots a separate one.
        static::bootKernel();
        static::ensureKernelShutdown();
        ForgetRequest::$keepsTransactions = true;
        $this->beginTransactions();
    }

    /** @after */
    #[After]
    protected function rollBackDatabaseTransaction(): void
    {
        ForgetRequest::$keepsTransactions = false;
        Orm::reset();
    }
}
