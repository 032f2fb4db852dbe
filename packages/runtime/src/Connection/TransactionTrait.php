<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

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
        return Transactions::around($this, $callable);
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
