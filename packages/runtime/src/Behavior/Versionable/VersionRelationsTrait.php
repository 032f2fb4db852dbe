<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/** The related objects with versions: a version knows theirs. */
trait VersionRelationsTrait
{
    /** @return list<ActiveRecordInterface> those that are in memory */
    private function loadedVersionRelations(): array
    {
        $table = VersionedTable::of(self::TABLE_MAP);
        $loaded = [];
        foreach ($table->parents as $relation) {
            $loaded[] = $this->{'a' . $relation->getName()} ?? null;
        }
        foreach ($table->children as [$relation]) {
            if ($relation->getType() === RelationMap::ONE_TO_ONE) {
                $loaded[] = $this->{'single' . $relation->getName()} ?? null;
            } else {
                foreach ($this->{'coll' . $relation->getPluralName()} ?? [] as $object) {
                    $loaded[] = $object;
                }
            }
        }

        return array_values(array_filter($loaded));
    }

    private function writeVersionRelations(ActiveRecordInterface $version, ?ConnectionInterface $con): void
    {
        $table = VersionedTable::of(self::TABLE_MAP);
        foreach ($table->parents as $name => $relation) {
            $version->{'set' . $name}((int) $this->{'get' . $relation->getName()}($con)?->getVersion());
        }
        foreach ($table->children as $ids => [$relation, $versions]) {
            $objects = $this->versionChildren($relation, $con);
            $version->{'set' . $ids}(array_map(static fn (object $child) => $child->getPrimaryKey(), $objects));
            $version->{'set' . $versions}(
                array_map(static fn (object $child): int => (int) $child->getVersion(), $objects),
            );
        }
    }

    /** @return list<ActiveRecordInterface> those with rows */
    private function versionChildren(RelationMap $relation, ?ConnectionInterface $con): array
    {
        if ($relation->getType() === RelationMap::ONE_TO_ONE) {
            $objects = [$this->{'get' . $relation->getName()}($con)];
        } elseif (Orm::isInstancePoolingEnabled()) {
            $objects = $this->{'get' . $relation->getPluralName()}(null, $con)->getData();
        } else {
            // What is read has objects of its own, which must not take the place of those that were saved.
            $query = ($relation->getLocalTable()->getClassName() . 'Query')::create();
            $query->{'filterBy' . $relation->getSymmetricalRelation()->getName()}($this);
            $objects = $query->find($con)->getData();
        }
        $hasRow = static fn (?ActiveRecordInterface $object): bool => $object !== null && !$object->isNew();

        return array_values(array_filter($objects, $hasRow));
    }

    /** @param array<string, object> $loadedObjects */
    private function restoreVersionRelations(
        ActiveRecordInterface $version,
        ?ConnectionInterface $con,
        array &$loadedObjects,
    ): void {
        $table = VersionedTable::of(self::TABLE_MAP);
        foreach ($table->parents as $name => $relation) {
            $key = $this->{'get' . $relation->getLocalColumns()[0]->getPhpName()}();
            $number = (int) $version->{'get' . $name}();
            if ($key !== null && $number > 0) {
                $query = ($relation->getForeignTable()->getClassName() . 'Query')::create();
                $query->{'filterBy' . $relation->getForeignColumns()[0]->getPhpName()}($key);
                $parent = self::objectAtVersion($query->findOne($con), $number, $con, $loadedObjects);
                if ($parent !== null) {
                    $this->{'set' . $relation->getName()}($parent);
                }
            }
        }
        foreach ($table->children as $ids => [$relation, $versions]) {
            $keys = (array) $version->{'get' . $ids}();
            if ($keys === []) {
                // There were none, or the version is older than the column.
                continue;
            }
            $numbers = (array) $version->{'get' . $versions}();
            $query = $relation->getLocalTable()->getClassName() . 'Query';
            $children = [];
            foreach ($keys as $i => $key) {
                $child = $query::create()->findPk($key, $con);
                $children[] = self::objectAtVersion($child, (int) $numbers[$i], $con, $loadedObjects);
            }
            $children = array_values(array_filter($children));
            if ($relation->getType() !== RelationMap::ONE_TO_ONE) {
                $this->{'init' . $relation->getPluralName()}();
                foreach ($children as $child) {
                    $this->{'add' . $relation->getName()}($child);
                }
                $this->{'resetPartial' . $relation->getPluralName()}(false);
            } elseif ($children !== []) {
                $this->{'set' . $relation->getName()}($children[0]);
            }
        }
    }

    /**
     * An object in the state of a version; null where its row or the version is gone.
     *
     * @param array<string, object> $loadedObjects
     */
    private static function objectAtVersion(
        ?ActiveRecordInterface $object,
        int $number,
        ?ConnectionInterface $con,
        array &$loadedObjects,
    ): ?ActiveRecordInterface {
        if ($object === null) {
            return null;
        }
        // Without instance pools a row has another object each time that it is read.
        $loaded = $loadedObjects[self::rowOfVersions($object)] ?? null;
        if ($loaded !== null) {
            return $loaded;
        }
        $version = $object->getOneVersion($number, $con);

        return $version === null ? null : $object->populateFromVersion($version, $con, $loadedObjects);
    }

    /** The row of an object, as a key of arrays. */
    private static function rowOfVersions(ActiveRecordInterface $object): string
    {
        return $object::TABLE_MAP . ' ' . serialize($object->getPrimaryKey());
    }
}
