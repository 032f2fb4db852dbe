<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/**
 * The object that is being deleted. Its delete also runs a query, but the events of the object are dispatched instead.
 *
 * @internal
 */
final class DeletedObject
{
    /** Sets the object. It is cleared at the end of the transaction if the delete fails or another hook rejects it. */
    public static function note(?ActiveRecordInterface $object, ConnectionInterface $con): void
    {
        $services = Orm::services();
        $services->deletedObject = $object;
        $wrapper = ConnectionWrapper::wrap($con);
        if ($object !== null && $wrapper->followsTransactions()) {
            $wrapper->onOutermostEnd(static function () use ($services): void {
                $services->deletedObject = null;
            });
        }
    }

    /**
     * @param list<mixed>|null $key the key that a query filters by
     * @param class-string $tableMap
     */
    public static function isBehind(?array $key, string $tableMap): bool
    {
        $object = Orm::services()->deletedObject;

        return $key !== null && $object !== null && Record::tableMap($object) === $tableMap
            && $key === (array) $object->getPrimaryKey();
    }
}
