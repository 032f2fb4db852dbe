<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * Metadata that a behavior caches per table, as long as its database uses the same adapter.
 *
 * @internal
 */
trait KnownTableTrait
{
    /** @param class-string<TableMap> $map */
    public static function of(string $map): self
    {
        $table = Orm::$services->facts[self::class][$map] ?? null;
        if (
            $table !== null && $table->adapterRevision === Orm::$plans->revision
            && Orm::$plans->reportsAdapterChanges
        ) {
            return $table;
        }
        if ($table === null || !$table->isCurrent()) {
            $class = self::class;
            $table = new $class($map, Orm::getServiceContainer()->getAdapter($map::DATABASE_NAME));
            Orm::services()->facts[self::class][$map] = $table;
        }

        return $table;
    }
}
