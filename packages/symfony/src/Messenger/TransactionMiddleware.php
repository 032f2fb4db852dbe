<?php

declare(strict_types=1);

namespace Orm\Symfony\Messenger;

use Orm\Runtime\Orm;
use Orm\Symfony\Compatibility\Messages;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\HandlerFailedException;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;

/** Runs all handlers of a message in one transaction. Add `orm_transaction` to the middleware of a bus. */
final class TransactionMiddleware implements MiddlewareInterface
{
    /** @param string|null $connection the name of the connection; null: the default one */
    public function __construct(private readonly ?string $connection = null)
    {
    }

    public function handle(Envelope $envelope, StackInterface $stack): Envelope
    {
        try {
            return Orm::getConnection($this->connection)->transaction(
                static fn (): Envelope => $stack->next()->handle($envelope, $stack),
            );
        } catch (HandlerFailedException $failure) {
            // The writes of handlers before the failed one are rolled back, so a retry must call them, too.
            throw Messages::withoutHandledStamps($failure);
        }
    }
}
