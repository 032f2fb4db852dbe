<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/**
 * An object whose row was read again, locked.
 *
 * @internal
 */
final class ObjectReread
{
    /**
     * Takes from the row what is not modified in the object.
     *
     * @param class-string<TableMap> $tableMapClass of the object
     * @param array<int|string, mixed> $row
     */
    public static function from(
        ActiveRecordInterface $object,
        string $tableMapClass,
        array $row,
        int $offset,
        string $indexType,
    ): void {
        $modified = $object->heldIn('modifiedColumns');
        $tableMap = $tableMapClass::getTableMap();
        $kept = $agreed = [];
        foreach ($tableMap->getColumns() as $column) {
            if (isset($modified[$column->getFullyQualifiedName()])) {
                $property = $column->getProperty();
                foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                    if (property_exists($object, $name)) {
                        $kept[$name] = $object->heldIn($name);
                    }
                }
            }
        }
        foreach ($tableMap->getRelations() as $name => $relation) {
            $parent = $relation->getType() === RelationMap::MANY_TO_ONE ? $object->heldIn('a' . $name) : null;
            if ($parent !== null && $object->agreesWith($name, $parent)) {
                $agreed[$name] = $parent;
            }
        }
        $object->hydrate($row, $offset, false, $indexType);
        foreach ($kept as $name => $value) {
            $object->holdIn($name, $value);
        }
        $object->holdIn('modifiedColumns', $modified);
        foreach ($agreed as $name => $parent) {
            if (!$object->agreesWith($name, $parent)) {
                $object->holdIn('a' . $name, null);
            }
        }
    }
}
