<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\Exception\OrmException;

/**
 * Others have added rows that an update has changed too, without versions: the update can be tried again.
 *
 * @internal
 */
final class RowsAdded extends OrmException
{
    public function isRetryable(): bool
    {
        return true;
    }
}
