<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** An object is about to be deleted. */
final class PreDeleteEvent extends VetoableEvent
{
}
