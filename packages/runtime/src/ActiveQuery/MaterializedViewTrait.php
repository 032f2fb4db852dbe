<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/** Methods of the query class of a materialized view. */
trait MaterializedViewTrait
{
    /**
     * Recomputes the rows of the view.
     *
     * @param bool $concurrently true: the old rows stay readable during the refresh; the view needs an `identity` for
     *     this
     */
    public static function refresh(bool $concurrently = false, ?ConnectionInterface $con = null): void
    {
        /** @var class-string<TableMap> $tableMapClass */
        $tableMapClass = constant(static::class . '::TABLE_MAP');
        $con ??= Orm::getServiceContainer()->getWriteConnection($tableMapClass::DATABASE_NAME);
        $name = Orm::getServiceContainer()
            ->getAdapter($tableMapClass::DATABASE_NAME)
            ->quoteIdentifierTable($tableMapClass::TABLE_NAME);
        $con->exec('REFRESH MATERIALIZED VIEW ' . ($concurrently ? 'CONCURRENTLY ' : '') . $name);
        $tableMapClass::clearInstancePool();
    }
}
