<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The transaction() method, for connections that can begin, commit and roll back. */
trait TransactionTrait
{
    /**
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function transaction(callable $callable)
    {
        return PlainTransaction::run($this, $callable);
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
