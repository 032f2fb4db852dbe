<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/**
 * Has a state of its own for the open transaction of a connection, such as locks. ConnectionWrapper::listener() makes
 * it with the wrapper, which it must not keep alive, and the connection inside.
 *
 * @internal
 */
interface TransactionListener
{
    public function __construct(ConnectionWrapper $wrapper, ConnectionInterface $inside);

    /** Another connection has taken the place of one that was lost. */
    public function reconnected(ConnectionInterface $inside): void;

    /**
     * Begins an outermost transaction of the library's own that will write.
     *
     * @see ConnectionWrapper::transaction()
     */
    public function begin(): void;

    /** @return mixed what rolledBackTo() is given when the transaction goes back to the savepoint that is set now */
    public function savepoint(): mixed;

    public function rolledBackTo(mixed $state): void;

    /** The outermost transaction was committed or rolled back. */
    public function ended(bool $committed): void;
}
