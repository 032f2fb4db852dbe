<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Psr\EventDispatcher\StoppableEventInterface;

/** An event before an operation on an object, which listeners can veto. */
abstract class VetoableEvent extends ModelEvent implements StoppableEventInterface
{
    private bool $isVetoed = false;

    /** Prevents the operation, and stops further listeners from being called. */
    public function veto(): void
    {
        $this->isVetoed = true;
    }

    public function isPropagationStopped(): bool
    {
        return $this->isVetoed;
    }
}
