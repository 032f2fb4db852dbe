<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/**
 * Objects whose save() has begun. The row of a new one may not be written yet, as the objects that it refers to go
 * first: an object that needs the key of such a row waits until the row is there.
 *
 * @internal
 */
final class SaveOrder
{
    /** The number of inserts: so many times an object may have got its key. */
    public static int $inserts = 0;

    /** @var array<int, true> the ids of the objects that are being saved */
    public static array $inSave = [];

    /** @var array<int, list<ActiveRecordInterface>> what waits for the row of an object, by the id of the object */
    public static array $unwritten = [];

    /** Whether an object has to wait: it is then saved with the object that it waits for. */
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
     * The row of an object is written.
     *
     * @return list<ActiveRecordInterface> what waits for it
     */
    public static function written(ActiveRecordInterface $object): array
    {
        $waiting = self::$unwritten[spl_object_id($object)] ?? [];
        unset(self::$unwritten[spl_object_id($object)]);

        return $waiting;
    }

    /**
     * @param array<int, true> $seen new objects may need each other
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
            // A key that the row does not need and that is not known yet is written later.
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

    /** @return list<array{RelationMap, bool}> many-to-one relations, and whether a row needs them */
    private static function relationsToParents(ActiveRecordInterface $object): array
    {
        $tableMapClass = Record::tableMap($object);
        $known = Orm::$tables->facts[self::class][$tableMapClass] ?? null;
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

        return Orm::$tables->facts[self::class][$tableMapClass] = $relations;
    }
}
