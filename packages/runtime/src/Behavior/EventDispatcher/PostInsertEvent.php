<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** A new object was saved; its transaction is not committed yet. */
final class PostInsertEvent extends ModelEvent
{
}
