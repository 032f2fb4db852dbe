<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** An object that has a row is about to be saved. */
final class PreUpdateEvent extends VetoableEvent
{
}
