<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Psr\EventDispatcher\EventDispatcherInterface;

/** A model that dispatches events of its objects to a PSR-14 dispatcher. */
interface EventDispatcherAwareInterface
{
    public const EVENT_PRE_SAVE = PreSaveEvent::class;
    public const EVENT_PRE_INSERT = PreInsertEvent::class;
    public const EVENT_PRE_UPDATE = PreUpdateEvent::class;
    public const EVENT_PRE_DELETE = PreDeleteEvent::class;
    public const EVENT_POST_SAVE = PostSaveEvent::class;
    public const EVENT_POST_INSERT = PostInsertEvent::class;
    public const EVENT_POST_UPDATE = PostUpdateEvent::class;
    public const EVENT_POST_DELETE = PostDeleteEvent::class;
    public const EVENT_QUERY_UPDATE = QueryUpdateEvent::class;
    public const EVENT_QUERY_DELETE = QueryDeleteEvent::class;

    /**
     * Returns the dispatcher of this model, or that of the service container.
     *
     * @return EventDispatcherInterface|null
     */
    public static function getEventDispatcher();

    /**
     * @param EventDispatcherInterface|null $eventDispatcher null: use the dispatcher of the service container
     * @return void
     */
    public static function setEventDispatcher(?EventDispatcherInterface $eventDispatcher);
}
