<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\OutputGroup;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\Collection\ObjectCollection;

/**
 * Exports objects of any model; objects without groups are exported completely.
 *
 * @internal
 */
final class OutputGroups
{
    /**
     * @param array<class-string, string>|string $group
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    public static function ofObject(
        ActiveRecordInterface $object,
        array|string $group,
        string $keyType,
        array $alreadyDumpedObjects,
    ): array {
        return $object instanceof ObjectWithOutputGroupInterface
            ? $object->toOutputGroup($group, $keyType, $alreadyDumpedObjects)
            : ObjectExport::of($object, $keyType, true, $alreadyDumpedObjects, true);
    }

    /**
     * @param ObjectCollection<int, ActiveRecordInterface> $objects
     * @param array<class-string, string>|string $group
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, array<int|string, mixed>>
     */
    public static function ofCollection(
        ObjectCollection $objects,
        array|string $group,
        ?string $keyColumn,
        string $keyType,
        array $alreadyDumpedObjects,
    ): array {
        $rows = [];
        foreach ($objects->getArrayCopy($keyColumn) as $key => $object) {
            $rows[$key] = self::ofObject($object, $group, $keyType, $alreadyDumpedObjects);
        }

        return $rows;
    }
}
