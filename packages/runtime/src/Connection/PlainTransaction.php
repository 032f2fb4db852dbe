<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/**
 * What transaction() does on a connection that does not nest transactions.
 *
 * @internal
 */
final class PlainTransaction
{
    /**
     * @template T
     * @param ConnectionInterface|object $con what has the methods of TransactionTrait, a connection or not
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public static function run(object $con, callable $callable): mixed
    {
        $con->beginTransaction();
        try {
            $result = $callable($con);
            $con->commit();
        } catch (Throwable $failure) {
            try {
                $con->rollBack();
            } catch (Throwable) {
                // The connection is gone, and the server has rolled back: callers need to know why the work failed.
            }
            throw $failure;
        }

        return $result;
    }
}
