<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** An object that has a row was saved; its transaction is not committed yet. */
final class PostUpdateEvent extends ModelEvent
{
}
