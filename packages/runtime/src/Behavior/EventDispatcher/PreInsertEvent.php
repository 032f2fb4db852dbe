<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** A new object is about to be saved. */
final class PreInsertEvent extends VetoableEvent
{
}
