<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;

/**
 * Updates an object after its row was read again with a lock.
 *
 * @internal
 */
final class ObjectReread
{
    /**
     * Copies the columns of the row that are not modified in the object.
     *
     * @param array<int|string, mixed> $row
     */
    public static function from(ActiveRecordInterface $object, array $row, int $offset, string $indexType): void
    {
        $modified = Record::get($object, 'modifiedColumns');
        $kept = $agreed = [];
        foreach (Record::tableMap($object)::getTableMap()->getColumns() as $column) {
            if (isset($modified[$column->getFullyQualifiedName()])) {
                $property = $column->getProperty();
                foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                    if (property_exists($object, $name)) {
                        $kept[$name] = Record::get($object, $name);
                    }
                }
            }
        }
        foreach (ObjectRelations::loaded($object) as [$relation, $parent]) {
            if (
                $relation->getType() === RelationMap::MANY_TO_ONE
                && ObjectRelations::agree($object, $relation, $parent)
            ) {
                $agreed[] = [$relation, $parent];
            }
        }
        $object->hydrate($row, $offset, false, $indexType);
        foreach ($kept as $name => $value) {
            Record::set($object, $name, $value);
        }
        Record::set($object, 'modifiedColumns', $modified);
        foreach ($agreed as [$relation, $parent]) {
            if (!ObjectRelations::agree($object, $relation, $parent)) {
                Record::set($object, $relation->getProperty(), null);
            }
        }
    }
}
