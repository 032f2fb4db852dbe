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
    /** @before */
    #[Before]
    protected function beginDatabaseTransaction(): void
    {
        foreach ($this->testedConnections() as $name) {
            TestDatabases::prepare($name, $this->prepareDatabase(...));
            Orm::getWriteConnection($name)->beginTransaction();
        }
    }

    /** @after */
    #[After]
    protected function rollBackDatabaseTransaction(): void
    {
        // Rolls back, and forgets the objects of the test.
        Orm::reset();
    }

    /**
     * The connections whose rows tests may change; override it for more than the default one.
     *
     * @return list<string>
     */
    protected function testedConnections(): array
    {
        return [Orm::getDefaultDatasource()];
    }

    /** Called once for each connection of a process, before its first test; override it to create tables in another way. */
    protected function prepareDatabase(string $connection): void
    {
        TestDatabases::migrate($connection);
    }
}
