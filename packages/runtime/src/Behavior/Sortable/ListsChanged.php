<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use RuntimeException;

/**
 * A row turned out to be in another list than its object knew. Locking that list too could make two connections wait
 * for each other, so the transaction begins again with what is known now.
 *
 * @internal
 */
final class ListsChanged extends RuntimeException
{
}
