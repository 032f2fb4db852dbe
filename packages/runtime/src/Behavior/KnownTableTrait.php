<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * What a behavior knows of a table, found out once as long as the database has the same adapter.
 *
 * @internal
 */
trait KnownTableTrait
{
    /** @param class-string<TableMap> $map */
    public static function of(string $map): self
    {
        $table = Orm::$tables->facts[self::class][$map] ?? null;
        if (
            $table !== null && $table->adapterRevision === Orm::$plans->revision
            && Orm::$plans->reportsAdapterChanges
        ) {
            return $table;
        }
        if ($table === null || !$table->isCurrent()) {
            $class = self::class;
            $table = new $class($map, Orm::getServiceContainer()->getAdapter($map::DATABASE_NAME));
            Orm::services()->tables->facts[self::class][$map] = $table;
        }

        return $table;
    }
}
