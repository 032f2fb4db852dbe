<?php

declare(strict_types=1);

namespace Orm\Bench;

use Psr\EventDispatcher\EventDispatcherInterface;

/** Tells one listener of every event. */
final class PlainDispatcher implements EventDispatcherInterface
{
    public int $count = 0;

    public function dispatch(object $event): object
    {
        $this->count++;

        return $event;
    }
}
