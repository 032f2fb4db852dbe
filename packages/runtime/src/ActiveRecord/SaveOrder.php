<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/**
 * The order in which related objects are saved. The row of a new one may not exist yet, because the objects that it
 * refers to are saved first. An object that needs the key of such a row waits until the row is inserted.
 *
 * @internal
 */
final class SaveOrder
{
    /** @var array<int, list<ActiveRecordInterface>> objects that wait for a row, by the id of that row's object */
    public static array $unwritten = [];

    /** Returns whether an object has to wait. It is then saved together with the object that it waits for. */
    public static function postpones(ActiveRecordInterface $object): bool
    {
        $seen = [];
        $awaited = self::awaited($object, $seen);
        if ($awaited === null) {
            return false;
        }
        if (!in_array($object, self::$unwritten[$awaited], true)) {
            self::$unwritten[$awaited][] = $object;
        }

        return true;
    }

    /**
     * Called after the row of an object was inserted.
     *
     * @return list<ActiveRecordInterface> the objects that wait for the row
     */
    public static function written(ActiveRecordInterface $object): array
    {
        $waiting = self::$unwritten[spl_object_id($object)] ?? [];
        unset(self::$unwritten[spl_object_id($object)]);

        return $waiting;
    }

    /**
     * @param array<int, true> $seen ids of visited objects, because new objects may need each other
     * @return int|null the id of the object whose row is needed
     */
    private static function awaited(ActiveRecordInterface $object, array &$seen): ?int
    {
        $seen[spl_object_id($object)] = true;
        foreach (self::relationsToParents($object) as [$relation, $isRequired]) {
            $parent = Record::get($object, $relation->getProperty());
            if ($parent === null || !$parent->isNew() || isset($seen[spl_object_id($parent)])) {
                continue;
            }
            // An optional key that is not known yet is written later.
            if (!$isRequired && !self::hasKey($parent, $relation)) {
                continue;
            }
            if (isset(self::$unwritten[spl_object_id($parent)])) {
                return spl_object_id($parent);
            }
            $awaited = self::awaited($parent, $seen);
            if ($awaited !== null) {
                return $awaited;
            }
        }

        return null;
    }

    private static function hasKey(ActiveRecordInterface $parent, RelationMap $relation): bool
    {
        foreach ($relation->getForeignColumns() as $column) {
            if (Record::get($parent, $column->getProperty()) === null) {
                return false;
            }
        }

        return true;
    }

    /** @return list<array{RelationMap, bool}> many-to-one relations, and whether they are required */
    private static function relationsToParents(ActiveRecordInterface $object): array
    {
        $tableMapClass = Record::tableMap($object);
        $known = Orm::$services->facts[self::class][$tableMapClass] ?? null;
        if ($known !== null) {
            return $known;
        }
        $relations = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            if ($relation->getType() !== RelationMap::MANY_TO_ONE) {
                continue;
            }
            $isRequired = false;
            foreach ($relation->getLocalColumns() as $column) {
                $isRequired = $isRequired || $column->isNotNull();
            }
            $relations[] = [$relation, $isRequired];
        }

        return Orm::$services->facts[self::class][$tableMapClass] = $relations;
    }
}
