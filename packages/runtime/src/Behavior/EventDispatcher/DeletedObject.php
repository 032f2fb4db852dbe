<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/**
 * The object that is being deleted. It goes through a query too, and has events of its own.
 *
 * @internal
 */
final class DeletedObject
{
    /** A delete that fails, or that another hook refuses, ends with its transaction. */
    public static function note(?ActiveRecordInterface $object, ConnectionInterface $con): void
    {
        $tables = Orm::services()->tables;
        $tables->deletedObject = $object;
        $wrapper = ConnectionWrapper::wrap($con);
        if ($object !== null && $wrapper->followsTransactions()) {
            $wrapper->onOutermostEnd(static function () use ($tables): void {
                $tables->deletedObject = null;
            });
        }
    }

    /**
     * @param list<mixed>|null $key that a query asks for
     * @param class-string $tableMap
     */
    public static function isBehind(?array $key, string $tableMap): bool
    {
        $object = Orm::services()->tables->deletedObject;

        return $key !== null && $object !== null && Record::tableMap($object) === $tableMap
            && $key === (array) $object->getPrimaryKey();
    }
}
