<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;
use ReflectionClass;

/**
 * The related objects that a model object has in memory, and how it forgets them.
 *
 * @internal
 */
final class ObjectRelations
{
    /** @return list<array{RelationMap, object}> relations with their loaded object or collection */
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

    /** Forgets related objects; with $deep, also those of the related objects. */
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
     * Forgets the parents that an object no longer refers to after a behavior has changed columns. Parents in other
     * columns may wait for a save, which copies their keys.
     *
     * @param array<string> $columns names of the changed columns, with their table
     * @param bool $keepsUnsaved whether a parent without a row is kept, because the next save inserts it
     */
    public static function forgetFormerParents(
        ActiveRecordInterface $object,
        array $columns,
        bool $keepsUnsaved = false,
    ): void {
        $held = Orm::$services->facts[self::class][Record::tableMap($object)] ?? self::held($object);
        foreach ($held as [$relation, $property]) {
            $parent = $relation === null ? null : Record::get($object, $property);
            if ($parent === null || ($keepsUnsaved && $parent->isNew()) || self::agree($object, $relation, $parent)) {
                continue;
            }
            foreach ($relation->getLocalColumns() as $column) {
                if (in_array($column->getFullyQualifiedName(), $columns, true)) {
                    Record::set($object, $property, null);
                }
            }
        }
    }

    /**
     * Resets the foreign keys of loaded objects that refer to an object that lost its key because its INSERT was rolled
     * back: another row may get this key.
     */
    public static function withdrawKey(ActiveRecordInterface $object): void
    {
        foreach (self::loaded($object) as [$relation, $related]) {
            $inverse = $relation->getType() === RelationMap::MANY_TO_ONE ? null : $relation->getSymmetricalRelation();
            foreach ($inverse?->getColumnPairs() ?? [] as [$own, $other]) {
                $key = $other === null ? null : $inverse->getRightTable()->getColumn($other)->getProperty();
                if ($key === null || Record::get($object, $key) !== null) {
                    continue;
                }
                foreach ($related instanceof ObjectCollection ? $related->getData() : [$related] as $member) {
                    if (Record::get($member, $inverse->getProperty()) === $object) {
                        Record::set($member, $inverse->getLeftTable()->getColumn($own)->getProperty(), null);
                    }
                }
            }
        }
    }

    /** Removes this object from the loaded objects that it refers to. */
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

    /**
     * Removes a deleted object from the objects that it refers to. Collections that the application may hold are not
     * changed.
     */
    public static function leaveLists(ActiveRecordInterface $object): void
    {
        foreach (self::listsWith($object) as [$parent, $inverse, $related]) {
            if ($related === $object) {
                Record::set($parent, $inverse->getProperty(), null);
                continue;
            }
            // The collection may contain another object that will get this object's key.
            $key = $related instanceof ObjectCollection ? $related->search($object) : false;
            if ($key !== false && $related->getData()[$key] === $object) {
                self::leaveList($parent, $inverse->getProperty(), $key);
            }
        }
    }

    /** Removes a member from a loaded list, which the next access reads again. */
    public static function leaveList(object $owner, string $property, int|string $key): void
    {
        $list = Record::get($owner, $property);
        if (!Record::get($owner, $property . 'Partial')) {
            // A clone of the collection would contain clones of the other members.
            $class = $list::class;
            $remaining = new $class();
            $remaining->setModel($list->getFullyQualifiedModel());
            $remaining->setData($list->getData());
            Record::set($owner, $property, $list = $remaining);
            Record::set($owner, $property . 'Partial', true);
        }
        $list->remove($key);
    }

    /**
     * Marks the collections that should contain an object as incomplete after its deletion was rolled back, because
     * they may have been loaded without it.
     */
    public static function returnToLists(ActiveRecordInterface $object): void
    {
        foreach (self::listsWith($object) as [$parent, $inverse, $related]) {
            if ($related instanceof ObjectCollection) {
                Record::set($parent, OneToMany::of($inverse)->partial, true);
            }
        }
    }

    /**
     * @return iterable<array{object, RelationMap, object}> the referenced objects, their relation to this object, and
     *     its loaded object or collection
     */
    private static function listsWith(ActiveRecordInterface $object): iterable
    {
        $held = Orm::$services->facts[self::class][Record::tableMap($object)] ?? self::held($object);
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

    /**
     * Returns a referenced object from the pool if this object does not have it. Its collection may have been loaded
     * before this object forgot it.
     */
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

    /** Resets columns and the lists of removed objects to the values of a new object. */
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

    /** Returns whether an object currently refers to another one by a foreign key. */
    public static function agree(ActiveRecordInterface $object, RelationMap $relation, object $parent): bool
    {
        foreach ($relation->getColumnPairs() as $i => [$own, $other]) {
            $column = $relation->getLeftTable()->getColumn($own);
            $value = Record::keyValue($object, $column->getPhpName());
            $wanted = $other === null
                ? $relation->getLocalValues()[$i] ?? null
                : Record::keyValue($parent, $relation->getRightTable()->getColumn($other)->getPhpName());
            if ($value !== $wanted && !PoolKey::agree($column, $value, $wanted)) {
                return false;
            }
        }

        return true;
    }

    /** Returns whether a loaded related object may replace the current one without losing unsaved changes. */
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
     * Returns the relations that objects of a table have in memory, determined once per table.
     *
     * @return list<array{RelationMap|null, string, string|null}> a many-to-one relation, or null for other relations;
     *     the property with the related object or collection; for to-many relations, the property with the members to
     *     delete
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

        return Orm::$services->facts[self::class][Record::tableMap($object)] = array_values(array_filter($relations));
    }

    /** Adds members to a list again that left it in a transaction that was rolled back. */
    public static function listAgain(
        ActiveRecordInterface $object,
        string $property,
        ObjectCollection $members,
    ): void {
        $list = Record::get($object, $property) ?? new ObjectCollection();
        Record::set($object, $property, $list);
        foreach ($members->getData() as $member) {
            if (!$list->contains($member)) {
                $list->append($member);
            }
        }
    }
}
