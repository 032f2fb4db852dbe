<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Orm;

/**
 * What is known of a table `$map` as long as its database has the `$adapter` that it was made for.
 *
 * @internal
 */
trait CurrentAdapterTrait
{
    /** The revision of adapters that the adapter was compared for. */
    protected int $adapterRevision = -1;

    /** Whether the adapter is still that of the database. */
    protected function isCurrent(): bool
    {
        if ($this->adapterRevision === Orm::$plans->revision && Orm::$plans->reportsAdapterChanges) {
            return true;
        }
        $this->adapterRevision = Orm::$plans->revision;

        return $this->adapter === Orm::getServiceContainer()->getAdapter($this->map::DATABASE_NAME);
    }
}
