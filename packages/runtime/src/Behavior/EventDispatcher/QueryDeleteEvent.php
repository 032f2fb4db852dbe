<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

/** A query has deleted rows. */
final class QueryDeleteEvent extends QueryEvent
{
}
