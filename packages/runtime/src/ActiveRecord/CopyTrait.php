<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Util\ColumnValue;

/** Copies of model objects, and their way back to an empty state. */
trait CopyTrait
{
    /** @var array<int, object> copies whose referrers are being copied, by the id of the object they are copies of */
    private static array $unfinishedCopies = [];

    /** @return static */
    public function copy(bool $deepCopy = false)
    {
        $copy = new static();
        $this->copyInto($copy, $deepCopy);

        return $copy;
    }

    /** @param bool $makeNew whether the copy becomes a new object, without the key that the database gave out */
    public function copyInto(object $copyObj, bool $deepCopy = false, bool $makeNew = true): void
    {
        if (!$copyObj instanceof ActiveRecordInterface) {
            throw new InvalidArgumentException(sprintf('A copy is no %s, but an object of a model', $copyObj::class));
        }
        foreach ((self::TABLE_MAP)::getTableMap()->getColumns() as $column) {
            if ($column->getName() === (self::TABLE_MAP)::AUTO_INCREMENT) {
                continue;
            }
            $value = $this->copiedValue($column);
            if ($value === null && $column->isNotNull()) {
                continue;
            }
            $copyObj->{'set' . $column->getPhpName()}($value);
        }
        if ($deepCopy) {
            self::$unfinishedCopies[spl_object_id($this)] = $copyObj;
            try {
                $this->copyReferringObjects($copyObj);
            } finally {
                unset(self::$unfinishedCopies[spl_object_id($this)]);
            }
        }
        if ($makeNew) {
            $copyObj->markNew(true);
            $this->forgetGivenKey($copyObj);
            if (method_exists($copyObj, 'behaviorPostCopy')) {
                $copyObj->behaviorPostCopy();
            }
        }
    }

    /**
     * A copy with its referrers: the one that is being made, where the way through them leads back to this object.
     *
     * @internal
     */
    public function copyOnce(): static
    {
        return self::$unfinishedCopies[spl_object_id($this)] ?? $this->copy(true);
    }

    /** @return static */
    public function clear()
    {
        $tableMap = (self::TABLE_MAP)::getTableMap();
        $this->leaveParents();
        foreach ($tableMap->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::ONE_TO_MANY) {
                $scheduled = lcfirst($relation->getPluralName()) . 'ScheduledForDeletion';
                if (property_exists($this, $scheduled)) {
                    $this->$scheduled = null;
                }
            }
        }
        $initial = get_class_vars(self::class);
        foreach ($tableMap->getColumns() as $column) {
            $property = $column->getProperty();
            foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                if (array_key_exists($name, $initial)) {
                    $this->$name = $initial[$name];
                }
            }
        }
        if (method_exists($this, 'applyDefaultValues')) {
            $this->applyDefaultValues();
        }
        $this->clearAllReferences();
        $this->resetModified();
        $this->virtualColumns = [];
        $this->alreadyInSave = false;
        $this->rowIsNew = true;
        $this->rowIsDeleted = false;
        if (method_exists($this, 'behaviorPostClear')) {
            $this->behaviorPostClear();
        }

        return $this;
    }

    /**
     * Makes the loaded objects that this one refers to forget it.
     *
     * @internal
     */
    public function leaveParents(): void
    {
        foreach ((self::TABLE_MAP)::getTableMap()->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::MANY_TO_ONE) {
                $this->detachFrom($relation);
            }
        }
    }

    /**
     * Forgets related objects; deep: those of the related objects too.
     *
     * @return static
     */
    public function clearAllReferences(bool $deep = false)
    {
        foreach ((self::TABLE_MAP)::getTableMap()->getRelations() as $relation) {
            $property = match ($relation->getType()) {
                RelationMap::ONE_TO_MANY, RelationMap::MANY_TO_MANY => 'coll' . $relation->getPluralName(),
                RelationMap::ONE_TO_ONE => 'single' . $relation->getName(),
                default => 'a' . $relation->getName(),
            };
            $related = $this->$property ?? null;
            if ($related === null) {
                continue;
            }
            $this->$property = null;
            if ($deep && $relation->getType() !== RelationMap::MANY_TO_ONE) {
                foreach (is_iterable($related) ? $related : [$related] as $object) {
                    $object->clearAllReferences(true);
                }
            }
        }

        return $this;
    }

    /** The value of a column as the setter of another object takes it. */
    private function copiedValue(ColumnMap $column): mixed
    {
        $getter = 'get' . $column->getPhpName();
        if ($column->isTemporal()) {
            // An object: text in a default format of the getter may be none that the setter reads.
            return $this->$getter(null);
        }
        $value = $this->$getter();
        if ($value === [] && $this->{$column->getProperty()} === null) {
            // The getters of SET and ARRAY columns do not tell null from an empty list.
            return null;
        }
        if ($column->getType() === ColumnTypes::JSON) {
            // The text: of the value, the setter could not tell a list from an object, nor a string from JSON.
            return $this->{$column->getProperty()};
        }

        return is_resource($value) ? ColumnValue::stream(ColumnValue::content($value)) : $value;
    }

    /** The database gives out another key for a new object. */
    private function forgetGivenKey(object $copyObj): void
    {
        $name = (self::TABLE_MAP)::AUTO_INCREMENT;
        if ($name !== null) {
            $column = (self::TABLE_MAP)::getTableMap()->getColumn($name);
            $copyObj->{'set' . $column->getPhpName()}(null);
            $copyObj->resetModified($column->getFullyQualifiedName());
        }
    }

    /** Rows of read-only tables are not copied: nobody could save them. */
    private function copyReferringObjects(object $copyObj): void
    {
        foreach ((self::TABLE_MAP)::getTableMap()->getRelations() as $relation) {
            $setter = match ($relation->getType()) {
                RelationMap::ONE_TO_ONE => 'set' . $relation->getName(),
                RelationMap::ONE_TO_MANY => 'add' . $relation->getName(),
                default => null,
            };
            if ($setter === null || $relation->getRightTable()->isReadOnly()) {
                continue;
            }
            $objects = $relation->getType() === RelationMap::ONE_TO_ONE
                ? array_filter([$this->{'get' . $relation->getName()}()])
                : self::inTheirOrder($this->{'get' . $relation->getPluralName()}());
            foreach ($objects as $object) {
                if ($object !== $this) {
                    $copyObj->$setter($object->copyOnce());
                }
            }
        }
    }

    /**
     * Members of sortable lists by rank, as their copies will be appended one after the other; others as they come.
     *
     * @param iterable<object> $objects
     * @return list<object>
     */
    private static function inTheirOrder(iterable $objects): array
    {
        $ordered = [...$objects];
        if (method_exists($ordered[0] ?? '', 'getListSnapshot')) {
            $place = static fn (object $object): int => $object->getListSnapshot()[1] ?? PHP_INT_MAX;
            usort($ordered, static fn (object $a, object $b): int => $place($a) <=> $place($b));
        }

        return $ordered;
    }

    private function detachFrom(RelationMap $relation): void
    {
        $parent = $this->{'a' . $relation->getName()} ?? null;
        $inverse = $parent === null ? null : $relation->getSymmetricalRelation();
        if ($inverse === null) {
            return;
        }
        if ($inverse->getType() === RelationMap::ONE_TO_ONE) {
            $parent->{'set' . $inverse->getName()}(null);
        } else {
            $parent->forgetMember($inverse->getPluralName(), $this);
        }
    }
}
