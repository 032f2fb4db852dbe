<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RepeatedTransaction;

/**
 * Transactions that write lists.
 *
 * @internal
 */
final class ListTransaction
{
    /**
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function run(ListTable $table, ConnectionInterface $con, callable $work): mixed
    {
        return ConnectionWrapper::wrap($con)->transaction($work, $table->transactionOptions());
    }

    /**
     * Runs work without hooks of the application in a transaction, and retries it if other connections blocked it.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function retry(ListTable $table, ConnectionInterface $con, callable $work): mixed
    {
        return RepeatedTransaction::run($con, $work, $table->transactionOptions());
    }
}
