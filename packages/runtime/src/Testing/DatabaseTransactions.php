<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Orm\Runtime\Orm;

/** The steps of RefreshDatabase without the hooks of PHPUnit, for test cases of frameworks with other hooks. */
trait DatabaseTransactions
{
    /** Applies pending migrations before the first test of the process, and starts the transactions of a test. */
    protected function beginTransactions(): void
    {
        foreach ($this->testedConnections() as $name) {
            TestDatabases::prepare($name, $this->prepareDatabase(...), $this->testToken());
            Orm::getWriteConnection($name)->beginTransaction();
        }
    }

    /**
     * Returns the connections that tests write to. Override it for more than the default connection.
     *
     * @return list<string>
     */
    protected function testedConnections(): array
    {
        return [Orm::getDefaultDatasource()];
    }

    /**
     * Returns the token of this process if several processes run tests in parallel: each gets its own copy of each
     * database. Override it if no copy is wanted.
     */
    protected function testToken(): ?string
    {
        $token = getenv('TEST_TOKEN');

        return $token === false || $token === '' ? null : $token;
    }

    /** Called once per connection and process, before the first test. Override it to create tables in another way. */
    protected function prepareDatabase(string $connection): void
    {
        TestDatabases::migrate($connection);
    }
}
