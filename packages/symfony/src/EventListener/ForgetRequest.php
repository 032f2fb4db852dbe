<?php

declare(strict_types=1);

namespace Orm\Symfony\EventListener;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;
use Orm\Symfony\Queries;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\Messenger\Event\WorkerMessageFailedEvent;
use Symfony\Component\Messenger\Event\WorkerMessageHandledEvent;

/** Cleans up after a request or a message: open transactions, pooled objects, conditions of queries. */
final class ForgetRequest implements EventSubscriberInterface
{
    /**
     * Whether a test keeps a transaction open across several requests.
     *
     * @internal
     */
    public static bool $keepsTransactions = false;

    public function __construct(private readonly Queries $queries)
    {
    }

    /** @return array<string, array{string, int}> */
    public static function getSubscribedEvents(): array
    {
        // Runs after other listeners, and after the profiler has saved its data.
        return [
            KernelEvents::TERMINATE => ['forget', -2048],
            WorkerMessageHandledEvent::class => ['forget', -2048],
            WorkerMessageFailedEvent::class => ['forget', -2048],
        ];
    }

    public function forget(): void
    {
        self::$keepsTransactions ? InstancePools::clear() : Orm::reset();
        $this->queries->clear();
    }
}
