<?php

declare(strict_types=1);

use Psr\EventDispatcher\EventDispatcherInterface;

/** Notes the events of a step. */
final class Recorder implements EventDispatcherInterface
{
    /** @var list<string> */
    private array $events = [];

    public function dispatch(object $event): object
    {
        $name = substr(strrchr($event::class, '\\'), 1);
        $this->events[] = method_exists($event, 'getAffectedRows') ? $name . ' ' . $event->getAffectedRows() : $name;

        return $event;
    }

    /** @return array<string, int> how many events of each kind there were since the last call */
    public function take(): array
    {
        $counts = array_count_values($this->events);
        ksort($counts);
        $this->events = [];

        return $counts;
    }
}
