<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\Exception\OrmException;

/**
 * Thrown if an update has also changed rows that other connections have just added, without versions; it can be
 * retried.
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
