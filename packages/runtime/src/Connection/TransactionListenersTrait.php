<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\LogicException;

/** Tells others what becomes of the transactions of a connection. */
trait TransactionListenersTrait
{
    /** @var array<class-string<TransactionListener>, TransactionListener> */
    private array $listeners = [];

    /** @var list<callable(bool): void> */
    private array $atEnd = [];

    /**
     * The listener of a class; it is made when it is asked for the first time.
     *
     * @internal
     * @template T of TransactionListener
     * @param class-string<T> $class
     * @return T
     */
    public function listener(string $class): TransactionListener
    {
        return $this->listeners[$class] ??= new $class($this, $this->connection);
    }

    /**
     * Calls back once, when the outermost transaction has ended.
     *
     * @param callable(bool): void $callback is told whether the transaction was committed
     */
    public function onOutermostEnd(callable $callback): void
    {
        if (!$this->isInTransaction()) {
            throw new LogicException('There is no transaction whose end could be waited for');
        }
        $this->atEnd[] = $callback;
    }

    abstract public function isInTransaction(): bool;

    private function tellReconnected(): void
    {
        foreach ($this->listeners as $listener) {
            $listener->reconnected($this->connection);
        }
    }

    /** @return array<class-string, mixed> for tellRolledBackTo() */
    private function tellSavepoint(): array
    {
        return array_map(static fn (TransactionListener $listener): mixed => $listener->savepoint(), $this->listeners);
    }

    /** @param array<class-string, mixed> $states */
    private function tellRolledBackTo(array $states): void
    {
        foreach ($this->listeners as $class => $listener) {
            $listener->rolledBackTo($states[$class] ?? null);
        }
    }

    private function tellEnded(bool $committed): void
    {
        foreach ($this->listeners as $listener) {
            $listener->ended($committed);
        }
        if ($this->atEnd !== []) {
            $callbacks = $this->atEnd;
            $this->atEnd = [];
            foreach ($callbacks as $callback) {
                $callback($committed);
            }
        }
    }
}
