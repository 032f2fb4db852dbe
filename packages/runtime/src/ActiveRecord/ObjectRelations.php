<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;
use ReflectionClass;

/**
 * What a model object has in memory of its relations, and how it forgets that.
 *
 * @internal
 */
final class ObjectRelations
{
    /** @return list<array{RelationMap, object}> relations with what is in memory of them: an object or a collection */
    public static function loaded(ActiveRecordInterface $object): array
    {
        $loaded = [];
        foreach (Record::tableMap($object)::getTableMap()->getUsableRelations() as $relation) {
            $value = $relation->getType() === RelationMap::MANY_TO_MANY
                ? null
                : Record::get($object, $relation->getProperty());
            if ($value !== null) {
                $loaded[] = [$relation, $value];
            }
        }

        return $loaded;
    }

    /** Forgets related objects; deep: those of the related objects too. */
    public static function clear(ActiveRecordInterface $object, bool $deep): void
    {
        foreach (Record::tableMap($object)::getTableMap()->getUsableRelations() as $relation) {
            $property = $relation->getProperty();
            $related = Record::get($object, $property);
            if ($related === null) {
                continue;
            }
            Record::set($object, $property, null);
            if ($deep && $relation->getType() !== RelationMap::MANY_TO_ONE) {
                foreach (is_iterable($related) ? $related : [$related] as $one) {
                    $one->clearAllReferences(true);
                }
            }
        }
    }

    /**
     * Forgets parents whose keys the object does not have after a rollback. One whose own row is gone as well stays:
     * the next save gives it a row, and the object its key.
     */
    public static function reconcile(ActiveRecordInterface $object): void
    {
        $unsaved = [];
        foreach (self::loaded($object) as [$relation, $parent]) {
            if ($relation->getType() === RelationMap::MANY_TO_ONE && $parent->isNew()) {
                $unsaved[$relation->getProperty()] = $parent;
            }
        }
        $object->ensureConsistency();
        foreach ($unsaved as $property => $parent) {
            Record::set($object, $property, $parent);
        }
    }

    /** Makes the loaded objects that this one refers to forget it. */
    public static function leaveParents(ActiveRecordInterface $object): void
    {
        foreach (Record::tableMap($object)::getTableMap()->getRelations() as $relation) {
            $parent = $relation->getType() === RelationMap::MANY_TO_ONE
                ? Record::get($object, $relation->getProperty())
                : null;
            $inverse = $parent === null ? null : $relation->getSymmetricalRelation();
            if ($inverse === null) {
                continue;
            }
            if ($inverse->getType() === RelationMap::ONE_TO_ONE) {
                $parent->{'set' . $inverse->getName()}(null);
            } else {
                Record::get($parent, $inverse->getProperty())?->removeObject($object);
            }
        }
    }

    /** Takes a deleted object out of what the objects that it refers to have; lists that the application has stay. */
    public static function leaveLists(ActiveRecordInterface $object): void
    {
        foreach (self::listsWith($object) as [$parent, $inverse, $related]) {
            if ($related === $object) {
                Record::set($parent, $inverse->getProperty(), null);
                continue;
            }
            // Another object may be there that will get the key of this one.
            $key = $related instanceof ObjectCollection ? $related->search($object) : false;
            if ($key !== false && $related->getData()[$key] === $object) {
                $partial = OneToMany::of($inverse)->partial;
                if (!Record::get($parent, $partial)) {
                    $related = clone $related;
                    Record::set($parent, $inverse->getProperty(), $related);
                    Record::set($parent, $partial, true);
                }
                $related->remove($key);
            }
        }
    }

    /** The deletion of an object was rolled back: lists may have been read without it. */
    public static function returnToLists(ActiveRecordInterface $object): void
    {
        foreach (self::listsWith($object) as [$parent, $inverse, $related]) {
            if ($related instanceof ObjectCollection) {
                Record::set($parent, OneToMany::of($inverse)->partial, true);
            }
        }
    }

    /** @return iterable<array{object, RelationMap, object}> objects that one refers to, and what they have of its kind */
    private static function listsWith(ActiveRecordInterface $object): iterable
    {
        $held = Orm::$tables->facts[self::class][Record::tableMap($object)] ?? self::held($object);
        foreach ($held as [$relation, $property]) {
            $parent = $relation === null
                ? null
                : Record::get($object, $property) ?? self::pooledParent($object, $relation);
            $inverse = $parent === null ? null : $relation->getSymmetricalRelation();
            $related = $inverse === null ? null : Record::get($parent, $inverse->getProperty());
            if ($related !== null) {
                yield [$parent, $inverse, $related];
            }
        }
    }

    /** An object that one refers to without holding it: its list may have been read before that was forgotten. */
    private static function pooledParent(ActiveRecordInterface $object, RelationMap $relation): ?object
    {
        $map = $relation->getRightTable()::class;
        $own = array_column($relation->getColumnPairs(), 0, 1);
        $key = [];
        foreach ($map::objectPool() === [] ? [] : $relation->getRightTable()->getPrimaryKeys() as $column) {
            $name = $own[$column->getName()] ?? null;
            if ($name === null) {
                return null;
            }
            $key[] = Record::keyValue($object, $relation->getLeftTable()->getColumn($name)->getPhpName());
        }
        $poolKey = $key === [] ? null : $map::getInstanceKey(isset($key[1]) ? $key : $key[0]);

        return $poolKey === null ? null : $map::objectPool()[$poolKey] ?? null;
    }

    /** Gives columns and lists of removed objects the values that a new object has. */
    public static function resetColumns(ActiveRecordInterface $object): void
    {
        $initial = (new ReflectionClass(Record::of($object::class)->baseClass))->getDefaultProperties();
        $tableMap = Record::tableMap($object)::getTableMap();
        foreach ($tableMap->getUsableRelations() as $relation) {
            if ($relation->getType() === RelationMap::ONE_TO_MANY) {
                $scheduled = OneToMany::of($relation)->scheduled;
                if (property_exists($object, $scheduled)) {
                    Record::set($object, $scheduled, null);
                }
            }
        }
        foreach ($tableMap->getColumns() as $column) {
            $property = $column->getProperty();
            foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                if (array_key_exists($name, $initial)) {
                    Record::set($object, $name, $initial[$name]);
                }
            }
        }
    }

    /** Whether an object refers to another one by a foreign key, as both are now. */
    public static function agree(ActiveRecordInterface $object, RelationMap $relation, object $parent): bool
    {
        foreach ($relation->getColumnPairs() as $i => [$own, $other]) {
            $value = Record::keyValue($object, $relation->getLeftTable()->getColumn($own)->getPhpName());
            $wanted = $other === null
                ? $relation->getLocalValues()[$i] ?? null
                : Record::keyValue($parent, $relation->getRightTable()->getColumn($other)->getPhpName());
            if (($value === null) !== ($wanted === null) || $value != $wanted) {
                return false;
            }
        }

        return true;
    }

    /** Whether a related object that was read takes the place of nothing that is not saved yet. */
    public static function mayReplace(ActiveRecordInterface $object, string $property, object $related): bool
    {
        foreach (Record::tableMap($object)::getTableMap()->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::MANY_TO_ONE && $relation->getProperty() === $property) {
                return self::agree($object, $relation, $related);
            }
        }
        $known = Record::get($object, $property);

        return $known === null || !($known->isNew() || $known->isModified());
    }

    /**
     * What objects of the same table hold of their relations, found out once per table.
     *
     * @return list<array{RelationMap|null, string, string|null}> a relation to one object that this one refers to; the
     *     property that holds what is related; the one with what is to be deleted, if these may be many
     */
    public static function held(ActiveRecordInterface $object): array
    {
        $relations = [];
        foreach (Record::tableMap($object)::getTableMap()->getUsableRelations() as $relation) {
            $property = $relation->getProperty();
            $relations[] = match ($relation->getType()) {
                RelationMap::MANY_TO_ONE => [$relation, $property, null],
                RelationMap::ONE_TO_ONE => [null, $property, null],
                RelationMap::ONE_TO_MANY => [null, $property, OneToMany::of($relation)->scheduled],
                default => null,
            };
        }

        return Orm::$tables->facts[self::class][Record::tableMap($object)] = array_values(array_filter($relations));
    }

    /** Members that a rolled back transaction has deleted or detached are to go again with the next save. */
    public static function scheduleAgain(
        ActiveRecordInterface $object,
        string $property,
        ObjectCollection $members,
    ): void {
        $scheduled = Record::get($object, $property) ?? new ObjectCollection();
        Record::set($object, $property, $scheduled);
        foreach ($members->getData() as $member) {
            if (!$scheduled->contains($member)) {
                $scheduled->append($member);
            }
        }
    }
}
