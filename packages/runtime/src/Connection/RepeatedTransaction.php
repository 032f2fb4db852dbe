<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\ActiveRecord\ObjectStates;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\ExceptionInterface;

/**
 * A transaction that is tried again when others were in its way. Inside of a transaction of the caller only the caller
 * can do so: the database has rolled back all of it.
 *
 * @internal
 */
final class RepeatedTransaction
{
    /** How often the library repeats its own work; in a cluster many may have to for a row that all write. */
    public const RETRIES = 20;

    /** Microseconds that are waited at most before the work is repeated. */
    private const LONGEST_WAIT = 500_000;

    /** @var callable(): bool|bool whether the work that is going on will be done again, as far as others can say */
    private static mixed $isRepeated = false;

    /**
     * @template T
     * @param callable(ConnectionInterface): T $work
     * @param array{write?: bool} $options
     * @param callable(): bool|null $mayRepeat asked after a failure; null: the work runs no hooks of the application
     * @param ObjectStates|null $states what to put back before
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
                // Processes that met once should not meet again at once.
                usleep(random_int(0, min(self::LONGEST_WAIT, 1000 << min($attempt, 10))));
            } finally {
                self::$isRepeated = $outer;
            }
        }
    }

    /** Whether the work that is going on is done again if it fails because of others. */
    public static function isRepeated(): bool
    {
        return is_bool(self::$isRepeated) ? self::$isRepeated : (self::$isRepeated)();
    }

    private static function isRetryable(ExceptionInterface $failure): bool
    {
        return $failure instanceof Deadlock || (method_exists($failure, 'isRetryable') && $failure->isRetryable());
    }
}
