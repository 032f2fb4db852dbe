<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveRecord\ObjectStates;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\ExceptionInterface;

/**
 * Runs a transaction that is retried after conflicts with others. Inside an outer transaction, only its owner can
 * retry, because the database has rolled back all of it.
 *
 * @internal
 */
final class RepeatedTransaction
{
    /**
     * The number of retries for the library's own work. In a cluster, many may be needed for a row that all nodes
     * write.
     */
    public const RETRIES = 20;

    /** The maximum time to wait before a retry, in microseconds. */
    private const LONGEST_WAIT = 500_000;

    /** @var callable(): bool|bool whether the current work will be retried if it fails because of others */
    private static mixed $isRepeated = false;

    /**
     * @template T
     * @param callable(ConnectionInterface): T $work
     * @param array{write?: bool} $options
     * @param callable(): bool|null $mayRepeat called after a failure; null: always retry, because the work runs no
     *     hooks of the application
     * @param ObjectStates|null $states object states to restore before a retry
     * @return T
     */
    public static function run(
        ConnectionInterface $con,
        callable $work,
        array $options,
        ?callable $mayRepeat = null,
        int $retries = self::RETRIES,
        ?ObjectStates $states = null,
    ): mixed {
        $con = ConnectionWrapper::wrap($con);
        $own = $con->followsTransactions() && !$con->isInTransaction();
        $outer = self::$isRepeated;
        for ($attempt = 1;; $attempt++) {
            self::$isRepeated = $own && $attempt <= $retries ? $mayRepeat ?? true : false;
            try {
                return $con->transaction($work, $options);
            } catch (ExceptionInterface $failure) {
                $again = $own && $attempt <= $retries && self::isRetryable($failure)
                    && ($mayRepeat === null || $mayRepeat());
                if (!$again) {
                    throw $failure;
                }
                $con->report('warning', 'The transaction is tried again: ' . $failure->getMessage());
                $states?->putBack();
                // A random wait keeps conflicting processes from colliding again immediately.
                usleep(random_int(0, min(self::LONGEST_WAIT, 1000 << min($attempt, 10))));
            } finally {
                self::$isRepeated = $outer;
            }
        }
    }

    /** Returns whether the current work is retried if it fails because of others. */
    public static function isRepeated(): bool
    {
        return is_bool(self::$isRepeated) ? self::$isRepeated : (self::$isRepeated)();
    }

    private static function isRetryable(ExceptionInterface $failure): bool
    {
        return $failure instanceof Deadlock || (method_exists($failure, 'isRetryable') && $failure->isRetryable());
    }
}
