<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use ReflectionClass;

/**
 * What a model object has in memory of its relations, and how it forgets that.
 *
 * @internal
 */
final class ObjectRelations
{
    /**
     * @param class-string<TableMap> $tableMapClass of the object
     * @return list<array{RelationMap, object}> relations with what is in memory of them: an object or a collection
     */
    public static function loaded(ActiveRecordInterface $object, string $tableMapClass): array
    {
        $loaded = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $value = $relation->getType() === RelationMap::MANY_TO_MANY
                ? null
                : $object->heldIn(self::property($relation));
            if ($value !== null) {
                $loaded[] = [$relation, $value];
            }
        }

        return $loaded;
    }

    /**
     * Forgets related objects; deep: those of the related objects too.
     *
     * @param class-string<TableMap> $tableMapClass of the object
     */
    public static function clear(ActiveRecordInterface $object, string $tableMapClass, bool $deep): void
    {
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $property = self::property($relation);
            $related = $object->heldIn($property);
            if ($related === null) {
                continue;
            }
            $object->holdIn($property, null);
            if ($deep && $relation->getType() !== RelationMap::MANY_TO_ONE) {
                foreach (is_iterable($related) ? $related : [$related] as $one) {
                    $one->clearAllReferences(true);
                }
            }
        }
    }

    /**
     * Makes the loaded objects that this one refers to forget it.
     *
     * @param class-string<TableMap> $tableMapClass of the object
     */
    public static function leaveParents(ActiveRecordInterface $object, string $tableMapClass): void
    {
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $parent = $relation->getType() === RelationMap::MANY_TO_ONE
                ? $object->heldIn('a' . $relation->getName())
                : null;
            $inverse = $parent === null ? null : $relation->getSymmetricalRelation();
            if ($inverse === null) {
                continue;
            }
            if ($inverse->getType() === RelationMap::ONE_TO_ONE) {
                $parent->{'set' . $inverse->getName()}(null);
            } else {
                $parent->forgetMember($inverse->getPluralName(), $object);
            }
        }
    }

    /**
     * Gives columns and lists of removed objects the values that a new object has.
     *
     * @param class-string<TableMap> $tableMapClass of the object
     * @param class-string $baseClass the generated class, which declares the properties
     */
    public static function resetColumns(ActiveRecordInterface $object, string $tableMapClass, string $baseClass): void
    {
        $initial = (new ReflectionClass($baseClass))->getDefaultProperties();
        $tableMap = $tableMapClass::getTableMap();
        foreach ($tableMap->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::ONE_TO_MANY) {
                $scheduled = lcfirst($relation->getPluralName()) . 'ScheduledForDeletion';
                if (property_exists($object, $scheduled)) {
                    $object->holdIn($scheduled, null);
                }
            }
        }
        foreach ($tableMap->getColumns() as $column) {
            $property = $column->getProperty();
            foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                if (array_key_exists($name, $initial)) {
                    $object->holdIn($name, $initial[$name]);
                }
            }
        }
    }

    private static function property(RelationMap $relation): string
    {
        return match ($relation->getType()) {
            RelationMap::ONE_TO_MANY, RelationMap::MANY_TO_MANY => 'coll' . $relation->getPluralName(),
            RelationMap::ONE_TO_ONE => 'single' . $relation->getName(),
            default => 'a' . $relation->getName(),
        };
    }
}
