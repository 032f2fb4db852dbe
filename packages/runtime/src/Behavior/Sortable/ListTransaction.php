<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ExceptionInterface;

/**
 * Transactions that write lists.
 *
 * @internal
 */
final class ListTransaction
{
    private const ATTEMPTS = 4;

    /**
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function run(ListTable $table, ConnectionInterface $con, callable $work): mixed
    {
        return $con->transaction($work, $table->transactionOptions());
    }

    /**
     * Work that runs no hooks of the application is tried again when others were in its way.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function retry(ListTable $table, ConnectionInterface $con, callable $work): mixed
    {
        $own = $con instanceof ConnectionWrapper && !$con->isInTransaction();
        for ($attempt = 1;; $attempt++) {
            try {
                return self::run($table, $con, $work);
            } catch (ExceptionInterface $failure) {
                $again = $own && method_exists($failure, 'isRetryable') && $failure->isRetryable();
                if (!$again || $attempt === self::ATTEMPTS) {
                    throw $failure;
                }
                $con->report('warning', 'The work on a list is tried again: ' . $failure->getMessage());
            }
        }
    }
}
