<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

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

    /** How often lists may turn out to be others before they are locked as they come. */
    private const RESTARTS = 10;

    /**
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function run(RankedTable $table, ConnectionInterface $con, callable $work): mixed
    {
        return $con->transaction($work, $table->transactionOptions());
    }

    /**
     * Work that may find out that it has locked the wrong lists, before it has done anything else.
     *
     * @param callable(bool): void $work is told whether it may throw ListsChanged to begin again
     */
    public static function restarting(RankedTable $table, ConnectionInterface $con, callable $work): void
    {
        $own = $con instanceof ConnectionWrapper && !$con->isInTransaction();
        for ($attempt = 1;; $attempt++) {
            try {
                self::run($table, $con, static fn () => $work($own && $attempt < self::ATTEMPTS));

                return;
            } catch (ListsChanged) {
                continue;
            }
        }
    }

    /**
     * Work that runs no hooks of the application is tried again when others were in its way.
     *
     * @template T
     * @param callable(bool): T $work is told whether it may throw ListsChanged to begin again
     * @return T
     */
    public static function retry(RankedTable $table, ConnectionInterface $con, callable $work): mixed
    {
        $own = $con instanceof ConnectionWrapper && !$con->isInTransaction();
        $restarts = 0;
        for ($attempt = 1;; $attempt++) {
            try {
                return self::run($table, $con, static fn () => $work($own && $restarts < self::RESTARTS));
            } catch (ListsChanged) {
                $restarts++;
                $attempt--;
            } catch (ExceptionInterface $failure) {
                $again = $own && method_exists($failure, 'isRetryable') && $failure->isRetryable();
                if (!$again || $attempt === self::ATTEMPTS) {
                    throw $failure;
                }
            }
        }
    }
}
