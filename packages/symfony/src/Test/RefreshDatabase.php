<?php

declare(strict_types=1);

namespace Orm\Symfony\Test;

use Orm\Runtime\Orm;
use Orm\Runtime\Testing\DatabaseTransactions;
use Orm\Symfony\EventListener\ForgetRequest;
use PHPUnit\Framework\Attributes\After;
use PHPUnit\Framework\Attributes\Before;

/**
 * For tests that extend KernelTestCase or WebTestCase: each runs in a transaction that is rolled back, which the
 * requests of its client share. Before the first one, pending migrations are applied.
 */
trait RefreshDatabase
{
    use DatabaseTransactions;

    /** @before */
    #[Before]
    protected function beginDatabaseTransaction(): void
    {
        // Configures the connections; createClient() boots a kernel of its own.
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
