<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Throwable;

/** Implements transaction() for connections that can start, commit and roll back transactions but do not nest them. */
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
                // The connection is lost, and the server has already rolled back. Callers need the original failure.
            }
            throw $failure;
        }

        return $result;
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
