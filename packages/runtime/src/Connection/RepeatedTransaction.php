<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveRecord\ObjectStates;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\RetryableFailure;

/**
 * Runs a transaction that is retried after conflicts with others. Inside an outer transaction, only its owner can
 * retry, because the database has rolled back all of it. A lock that was not available in time is not waited for again.
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
     * @param ObjectStates|null $states object states to restore before a retry; null: the work is an operation of the
     *     library, all attempts of which share the time to wait for locks
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
        $locks = $own && $states === null ? $con->listLocks() : null;
        $locks?->beginOperation();
        try {
            for ($attempt = 1;; $attempt++) {
                self::$isRepeated = $own && $attempt <= $retries ? $mayRepeat ?? true : false;
                try {
                    return $con->transaction($work, $options);
                } catch (ExceptionInterface $failure) {
                    $again = $own && $attempt <= $retries && $failure->isRetryable()
                        && !RetryableFailure::isTimeout($failure) && $locks?->isLate() !== true
                        && ($mayRepeat === null || $mayRepeat());
                    if (!$again) {
                        throw $failure;
                    }
                    $con->report('warning', 'The transaction is tried again: ' . $failure->getMessage());
                    $states?->putBack();
                    // A random wait keeps conflicting processes from colliding again immediately.
                    usleep(random_int(0, min(self::LONGEST_WAIT, 1000 << min($attempt, 10))));
                }
            }
        } finally {
            self::$isRepeated = $outer;
            $locks?->endOperation();
        }
    }

    /** Returns whether the current work is retried if it fails because of others. */
    public static function isRepeated(): bool
    {
        return is_bool(self::$isRepeated) ? self::$isRepeated : (self::$isRepeated)();
    }
}
