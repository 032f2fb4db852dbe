<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** An object was saved; its transaction is not committed yet. */
final class PostSaveEvent extends ModelEvent
{
}
