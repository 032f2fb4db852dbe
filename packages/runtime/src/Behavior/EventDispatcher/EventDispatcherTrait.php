<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Psr\EventDispatcher\EventDispatcherInterface;

/** An object that dispatches events to a dispatcher. */
trait EventDispatcherTrait
{
    use RecordState;

    private static ?EventDispatcherInterface $eventDispatcher = null;

    /** Whether the object was new when the current save started. */
    private bool $wasNewBeforeSave = false;

    /** @return EventDispatcherInterface|null */
    public static function getEventDispatcher()
    {
        $container = Orm::getServiceContainer();

        return self::$eventDispatcher
            ?? ($container instanceof StandardServiceContainer ? $container->getEventDispatcher() : null);
    }

    /** @return void */
    public static function setEventDispatcher(?EventDispatcherInterface $eventDispatcher)
    {
        self::$eventDispatcher = $eventDispatcher;
    }

    private function dispatchBeforeSave(ConnectionInterface $con): bool
    {
        $this->wasNewBeforeSave = $this->isNew();

        return $this->dispatchBefore(PreSaveEvent::class, $con)
            && $this->dispatchBefore($this->wasNewBeforeSave ? PreInsertEvent::class : PreUpdateEvent::class, $con);
    }

    private function dispatchAfterSave(ConnectionInterface $con): void
    {
        $this->dispatchAfter($this->wasNewBeforeSave ? PostInsertEvent::class : PostUpdateEvent::class, $con);
        $this->dispatchAfter(PostSaveEvent::class, $con);
    }

    private function dispatchBeforeDelete(ConnectionInterface $con): bool
    {
        $goesOn = $this->dispatchBefore(PreDeleteEvent::class, $con);
        DeletedObject::note($goesOn ? $this : null, $con);

        return $goesOn;
    }

    private function dispatchAfterDelete(ConnectionInterface $con): void
    {
        DeletedObject::note(null, $con);
        $this->dispatchAfter(PostDeleteEvent::class, $con);
    }

    /**
     * Dispatches an event, and returns whether no listener has vetoed.
     *
     * @param class-string<VetoableEvent> $event
     */
    private function dispatchBefore(string $event, ConnectionInterface $con): bool
    {
        $dispatcher = static::getEventDispatcher();
        if ($dispatcher === null) {
            return true;
        }
        $dispatched = new $event($this, $con);
        $dispatcher->dispatch($dispatched);

        return !$dispatched->isPropagationStopped();
    }

    /** @param class-string<ModelEvent> $event */
    private function dispatchAfter(string $event, ConnectionInterface $con): void
    {
        static::getEventDispatcher()?->dispatch(new $event($this, $con));
    }
}
