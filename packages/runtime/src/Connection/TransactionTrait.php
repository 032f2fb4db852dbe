<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/** The transaction() method, for connections that can begin, commit and roll back but do not nest transactions. */
trait TransactionTrait
{
    /**
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function transaction(callable $callable)
    {
        $this->beginTransaction();
        try {
            $result = $callable($this);
            $this->commit();
        } catch (Throwable $failure) {
            try {
                $this->rollBack();
            } catch (Throwable) {
                // The connection is gone, and the server has rolled back: callers need to know why the work failed.
            }
            throw $failure;
        }

        return $result;
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
