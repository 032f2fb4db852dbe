<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Orm\Runtime\Orm;

/** What RefreshDatabase does, without saying when: for test cases of frameworks, which have their own moments. */
trait DatabaseTransactions
{
    /** Applies pending migrations before the first test of the process, and opens the transactions of a test. */
    protected function beginTransactions(): void
    {
        foreach ($this->testedConnections() as $name) {
            TestDatabases::prepare($name, $this->prepareDatabase(...), $this->testToken());
            Orm::getWriteConnection($name)->beginTransaction();
        }
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

    /**
     * The token of this process, where several run tests at once: it gets its own copy of each database. Override it if
     * no such copy is wanted.
     */
    protected function testToken(): ?string
    {
        $token = getenv('TEST_TOKEN');

        return $token === false || $token === '' ? null : $token;
    }

    /** Called once for each connection of a process, before its first test; override it to create tables in another way. */
    protected function prepareDatabase(string $connection): void
    {
        TestDatabases::migrate($connection);
    }
}
