<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Util\ColumnValue;

/** Copies of model objects, and their way back to an empty state. */
trait CopyTrait
{
    public function copy(bool $deepCopy = false): static
    {
        $copy = new static();
        $this->copyInto($copy, $deepCopy);

        return $copy;
    }

    /** @param bool $makeNew whether the copy becomes a new object, without the key that the database gave out */
    public function copyInto(object $copyObj, bool $deepCopy = false, bool $makeNew = true): void
    {
        foreach ((self::TABLE_MAP)::getTableMap()->getColumns() as $column) {
            if ($column->getName() === (self::TABLE_MAP)::AUTO_INCREMENT) {
                continue;
            }
            $value = $this->{'get' . $column->getPhpName()}();
            if ($value === null && $column->isNotNull()) {
                continue;
            }
            if (is_resource($value)) {
                $value = ColumnValue::stream(ColumnValue::content($value));
            }
            $copyObj->{'set' . $column->getPhpName()}($value);
        }
        if ($deepCopy) {
            $this->copyReferringObjects($copyObj);
        }
        if ($makeNew) {
            $copyObj->setNew(true);
            if (method_exists($copyObj, 'behaviorPostCopy')) {
                $copyObj->behaviorPostCopy();
            }
        }
    }

    public function clear(): static
    {
        $tableMap = (self::TABLE_MAP)::getTableMap();
        foreach ($tableMap->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::MANY_TO_ONE) {
                $this->detachFrom($relation);
            }
        }
        $initial = get_class_vars(self::class);
        foreach ($tableMap->getColumns() as $column) {
            $property = strtolower($column->getName());
            foreach ([$property, $property . '_isLoaded', $property . '_unserialized'] as $name) {
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
        $this->setNew(true);
        $this->setDeleted(false);
        if (method_exists($this, 'behaviorPostClear')) {
            $this->behaviorPostClear();
        }

        return $this;
    }

    /** Forgets related objects; deep: those of the related objects too. */
    public function clearAllReferences(bool $deep = false): static
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

    private function copyReferringObjects(object $copyObj): void
    {
        foreach ((self::TABLE_MAP)::getTableMap()->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::ONE_TO_ONE) {
                $object = $this->{'get' . $relation->getName()}();
                if ($object !== null) {
                    $copyObj->{'set' . $relation->getName()}($object->copy(true));
                }
            } elseif ($relation->getType() === RelationMap::ONE_TO_MANY) {
                foreach ($this->{'get' . $relation->getPluralName()}() as $object) {
                    if ($object !== $this) {
                        $copyObj->{'add' . $relation->getName()}($object->copy(true));
                    }
                }
            }
        }
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
