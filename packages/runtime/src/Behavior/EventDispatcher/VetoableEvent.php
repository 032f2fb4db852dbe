<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Psr\EventDispatcher\StoppableEventInterface;

/** Something is about to happen to an object, unless a listener refuses. */
abstract class VetoableEvent extends ModelEvent implements StoppableEventInterface
{
    private bool $isVetoed = false;

    /** The operation does not take place, and no further listener is asked. */
    public function veto(): void
    {
        $this->isVetoed = true;
    }

    public function isPropagationStopped(): bool
    {
        return $this->isVetoed;
    }
}
