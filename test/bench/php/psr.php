<?php

/** What the Composer package psr/event-dispatcher declares. */

declare(strict_types=1);

namespace Psr\EventDispatcher;

// phpcs:disable PSR1.Classes.ClassDeclaration.MultipleClasses
interface EventDispatcherInterface
{
    public function dispatch(object $event);
}

interface StoppableEventInterface
{
    public function isPropagationStopped(): bool;
}
