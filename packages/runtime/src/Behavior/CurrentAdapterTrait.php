<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Orm;

/**
 * Metadata of a table `$map` that is valid as long as its database uses the same `$adapter`.
 *
 * @internal
 */
trait CurrentAdapterTrait
{
    /** The adapter revision at the last comparison. */
    protected int $adapterRevision = -1;

    /** Returns whether the database still uses the same adapter. */
    protected function isCurrent(): bool
    {
        if ($this->adapterRevision === Orm::$plans->revision && Orm::$plans->reportsAdapterChanges) {
            return true;
        }
        $this->adapterRevision = Orm::$plans->revision;

        return $this->adapter === Orm::getServiceContainer()->getAdapter($this->map::DATABASE_NAME);
    }
}
