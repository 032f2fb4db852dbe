<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/** The transaction() method, shared by everything that can begin, commit and roll back. */
trait TransactionTrait
{
    /**
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function transaction(callable $callable): mixed
    {
        $this->beginTransaction();
        try {
            $result = $callable($this);
            $this->commit();
        } catch (Throwable $failure) {
            try {
                $this->rollBack();
            } catch (Throwable) {
                // A rollback fails when the connection is gone, and then the server has rolled back: what the caller
                // needs to know is why the work failed.
            }
            throw $failure;
        }

        return $result;
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
