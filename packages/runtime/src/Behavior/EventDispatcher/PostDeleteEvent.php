<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** An object was deleted; its transaction is not committed yet. */
final class PostDeleteEvent extends ModelEvent
{
}
