<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;

/**
 * The object that is being deleted. It goes through a query too, and has events of its own.
 *
 * @internal
 */
final class DeletedObject
{
    private static ?ActiveRecordInterface $object = null;

    public static function note(?ActiveRecordInterface $object): void
    {
        self::$object = $object;
    }

    /**
     * @param list<mixed>|null $key that a query asks for
     * @param class-string $tableMap
     */
    public static function isBehind(?array $key, string $tableMap): bool
    {
        return $key !== null && self::$object !== null && Record::tableMap(self::$object) === $tableMap
            && $key === (array) self::$object->getPrimaryKey();
    }
}
