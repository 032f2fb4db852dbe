<?php

declare(strict_types=1);

namespace Orm\Laravel\Testing;

use Orm\Laravel\RequestState;
use Orm\Runtime\Orm;
use Orm\Runtime\Testing\DatabaseTransactions;
use PHPUnit\Framework\Attributes\Before;

/**
 * For Laravel test cases: each test, with the requests and jobs that it sends, runs in a transaction that is rolled
 * back. Pending migrations are applied before the first test.
 */
trait RefreshDatabase
{
    use DatabaseTransactions;

    /**
     * PHPUnit calls this before setUp(), which creates the application and with it the connections.
     *
     * @before
     */
    #[Before]
    protected function refreshOrmDatabase(): void
    {
        $this->afterApplicationCreated(function (): void {
            $this->app->make(RequestState::class)->keep();
            $this->beginTransactions();
            // Rolls back, and clears the objects of the test.
            $this->beforeApplicationDestroyed(Orm::reset(...));
        });
    }
}
