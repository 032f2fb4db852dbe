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
    public function transaction(callable $callable)
    {
        // The library has one more argument, array{write?: bool}: rows will be written that need locks before they are
        // read. It is not declared, so that methods that know of the first one only can override this.
        $this->open(func_num_args() > 1 ? func_get_arg(1) : []);
        try {
            $result = $callable($this);
            $this->commit();
        } catch (Throwable $failure) {
            $this->rollBackAfter($failure);
            throw $failure;
        }

        return $result;
    }

    /**
     * Rolls back because something failed. A rollback fails itself when the connection is gone, and then the server
     * has rolled back: what the caller needs to know is why the work failed.
     */
    public function rollBackAfter(Throwable $failure): void
    {
        try {
            $this->rollBack();
        } catch (Throwable) {
            return;
        }
    }

    /** @param array{write?: bool} $options */
    protected function open(array $options): void
    {
        $this->beginTransaction();
    }

    abstract public function beginTransaction(): bool;

    abstract public function commit(): bool;

    abstract public function rollBack(): bool;
}
