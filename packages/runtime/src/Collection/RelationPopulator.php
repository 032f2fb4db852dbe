<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\OneToMany;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\Exception\UnsupportedRelationException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\PoolKey;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/**
 * Loads a relation for all objects of a collection together.
 *
 * @internal
 */
final class RelationPopulator
{
    /** @param ObjectCollection<int|string, ActiveRecordInterface> $objects */
    public static function populate(
        ObjectCollection $objects,
        RelationMap $relation,
        ?Criteria $criteria,
        ?ConnectionInterface $con,
    ): ObjectCollection {
        if (!Orm::isInstancePoolingEnabled()) {
            throw new RuntimeException('Loading a relation for a collection needs instance pooling');
        }
        if ($criteria !== null && ($criteria->getLimit() >= 0 || $criteria->getOffset() > 0)) {
            throw new LogicException(
                'A relation of a collection cannot be read with a limit, which would count the rows of all objects',
            );
        }
        $saved = new ObjectCollection(array_filter($objects->getData(), static fn (ActiveRecordInterface $object): bool
            => !$object->isNew() && !$object->isDeleted()));
        $queryClass = ltrim((string) $relation->getRightTable()->getClassName(), '\\') . 'Query';
        $query = $queryClass::create(null, $criteria);
        $symmetrical = $relation->getSymmetricalRelation();
        if ($relation->getType() === RelationMap::MANY_TO_MANY) {
            return self::populateCross($objects, $saved, $relation, $criteria, $con);
        }
        if ($symmetrical !== null && ($relation->getType() !== RelationMap::MANY_TO_ONE || $relation->isComposite())) {
            $related = self::related($query, $symmetrical, $saved, $con);
            match ($relation->getType()) {
                RelationMap::ONE_TO_MANY => self::distribute($objects, $related, $relation, $symmetrical, $con),
                RelationMap::ONE_TO_ONE => self::pair($objects, $related, $relation, $symmetrical, $con),
                // The related objects are in the pool, where the getters look first.
                default => null,
            };

            return $related;
        }
        if ($relation->getType() === RelationMap::MANY_TO_ONE && !$relation->isComposite()) {
            [$local, $foreign] = $relation->getColumnPairs()[0];
            $column = $relation->getLeftTable()->getColumn($local);
            $getter = 'get' . $column->getPhpName();
            $keys = [];
            foreach ($objects->getData() as $object) {
                $key = $object->$getter(null);
                if ($key !== null) {
                    $keys[is_int($key) ? $key : self::part($column, $key)] = $key;
                }
            }
            $name = $relation->getRightTable()->getColumn((string) $foreign)->getPhpName();

            return $query->filterBy($name, array_values($keys))->find($con);
        }
        throw new UnsupportedRelationException(
            sprintf('The relation "%s" cannot be loaded for a whole collection', $relation->getName()),
        );
    }

    /**
     * Returns the rows that are related to one of the objects.
     *
     * @param ObjectCollection<int|string, ActiveRecordInterface> $objects
     */
    private static function related(
        ModelCriteria $query,
        RelationMap $relation,
        ObjectCollection $objects,
        ?ConnectionInterface $con,
    ): ObjectCollection {
        $filter = 'filterBy' . $relation->getName();
        if (!$relation->isComposite()) {
            return $query->$filter($objects)->find($con);
        }
        $columns = self::keyColumns($relation)[1];
        $byKey = [];
        foreach ($objects->getData() as $object) {
            $byKey[self::key($object, $columns)] = $object;
        }
        $related = [];
        // Databases take long to plan a statement with thousands of conditions, but an order requires a single
        // statement.
        $size = $query->getOrderByColumns() === [] ? KeyConditions::LONGEST_CHAIN : max(1, count($byKey));
        foreach (array_chunk(array_values($byKey), $size) as $part) {
            $partQuery = (clone $query)->combineFilters();
            foreach ($part as $i => $object) {
                ($i === 0 ? $partQuery : $partQuery->_or())->$filter($object);
            }
            array_push($related, ...$partQuery->endCombineFilters()->find($con)->getData());
        }

        return $relation->getLeftTable()->newCollection($related);
    }

    /**
     * Loads the cross-reference rows together with their partners.
     *
     * @param ObjectCollection<int|string, ActiveRecordInterface> $objects
     * @param ObjectCollection<int|string, ActiveRecordInterface> $saved the objects that have rows
     */
    private static function populateCross(
        ObjectCollection $objects,
        ObjectCollection $saved,
        RelationMap $relation,
        ?Criteria $criteria,
        ?ConnectionInterface $con,
    ): ObjectCollection {
        $toRows = self::relationToRows($relation);
        $back = (string) $toRows->getSymmetricalRelation()?->getName();
        $queryClass = ltrim((string) $toRows->getRightTable()->getClassName(), '\\') . 'Query';
        $query = $queryClass::create()->{'filterBy' . $back}($saved)->joinWith($relation->getName());
        if ($criteria !== null) {
            $query->mergeWith($criteria);
        }
        [$parentKey, $rowKey] = self::keyColumns($toRows);
        $rows = $query->find($con)->getData();
        $keys = self::parentKeys($objects, $parentKey, $rows, $rowKey, $back, $con);
        $lists = $partners = [];
        foreach ($rows as $row) {
            $partner = $row->{'get' . $relation->getName()}();
            $partners[spl_object_id($partner)] = $partner;
            $key = $keys[self::key($row, $rowKey)];
            if ($key !== null) {
                $lists[$key][spl_object_id($partner)] = $partner;
            }
        }
        foreach ($objects->getData() as $parent) {
            $list = $lists[self::key($parent, $parentKey)] ?? [];
            $loaded = $relation->getRightTable()->newCollection(array_values($list));
            Record::call($parent, 'takePartners', $relation->getProperty(), $loaded);
        }

        return $relation->getRightTable()->newCollection(array_values($partners));
    }

    /** Returns the relation to the cross-reference table of a many-to-many relation. */
    private static function relationToRows(RelationMap $relation): RelationMap
    {
        foreach ($relation->getLeftTable()->getUsableRelations() as $toRows) {
            $rows = $toRows->getType() === RelationMap::ONE_TO_MANY ? $toRows->getRightTable() : null;
            $onward = $rows !== null && $rows->isCrossRef() && $rows->hasRelation($relation->getName())
                ? $rows->getRelation($relation->getName())
                : null;
            if (
                $onward?->getRightTable() === $relation->getRightTable() && !$toRows->isComposite()
                && $toRows->getSymmetricalRelation() !== null && $toRows->getSymmetricalRelation() !== $onward
            ) {
                return $toRows;
            }
        }
        throw new UnsupportedRelationException(
            sprintf('The relation "%s" cannot be loaded for a whole collection', $relation->getName()),
        );
    }

    /**
     * @param ObjectCollection<int|string, ActiveRecordInterface> $parents
     * @param ObjectCollection<int|string, ActiveRecordInterface> $members
     */
    private static function pair(
        ObjectCollection $parents,
        ObjectCollection $members,
        RelationMap $relation,
        RelationMap $symmetrical,
        ?ConnectionInterface $con,
    ): void {
        [$parentKey, $memberKey] = self::keyColumns($relation);
        $keys = self::parentKeys(
            $parents,
            $parentKey,
            $members->getData(),
            $memberKey,
            $symmetrical->getName(),
            $con,
        );
        $byKey = [];
        foreach ($members->getData() as $member) {
            $key = $keys[self::key($member, $memberKey)];
            if ($key !== null) {
                $byKey[$key] = $member;
            }
        }
        foreach ($parents->getData() as $parent) {
            $member = $byKey[self::key($parent, $parentKey)] ?? null;
            if ($member !== null) {
                Record::relate($parent, $relation->getProperty(), $member);
                Record::relate($member, $symmetrical->getProperty(), $parent);
            }
        }
    }

    /**
     * @param ObjectCollection<int|string, ActiveRecordInterface> $parents
     * @param ObjectCollection<int|string, ActiveRecordInterface> $members
     */
    private static function distribute(
        ObjectCollection $parents,
        ObjectCollection $members,
        RelationMap $relation,
        RelationMap $symmetrical,
        ?ConnectionInterface $con,
    ): void {
        [$parentKey, $memberKey] = self::keyColumns($relation);
        $toMany = OneToMany::of($relation);
        $keys = self::parentKeys(
            $parents,
            $parentKey,
            $members->getData(),
            $memberKey,
            $symmetrical->getName(),
            $con,
        );
        $lists = [];
        foreach ($members->getData() as $member) {
            $key = $keys[self::key($member, $memberKey)];
            if ($key !== null) {
                $lists[$key][] = $member;
            }
        }
        foreach ($parents->getData() as $parent) {
            $list = $lists[self::key($parent, $parentKey)] ?? [];
            Record::call($parent, 'hydrateCollection', $toMany, $list);
            foreach ($list as $member) {
                Record::relate($member, $symmetrical->getProperty(), $parent);
            }
        }
    }

    /**
     * Returns the keys of parents by the keys of members. The database may treat two texts as equal, such as `DE` and
     * `de`, so it finds the parents of members whose key no parent has.
     *
     * @param ObjectCollection<int|string, ActiveRecordInterface> $parents
     * @param array<string, ColumnMap> $parentKey by their getters
     * @param array<ActiveRecordInterface> $members
     * @param array<string, ColumnMap> $memberKey by their getters
     * @param string $back name of the relation from a member to its parent
     * @return array<int|string, int|string|null> null: none of the parents
     */
    private static function parentKeys(
        ObjectCollection $parents,
        array $parentKey,
        array $members,
        array $memberKey,
        string $back,
        ?ConnectionInterface $con,
    ): array {
        $known = $keys = [];
        foreach ($parents->getData() as $parent) {
            $key = self::key($parent, $parentKey);
            $known[$key] = $key;
        }
        foreach ($members as $member) {
            $key = self::key($member, $memberKey);
            if (!array_key_exists($key, $keys)) {
                // The foreign key of a pooled member may also have been changed since it was loaded.
                $parent = isset($known[$key]) ? null : $member->{'get' . $back}($con);
                $keys[$key] = $known[$parent === null ? $key : self::key($parent, $parentKey)] ?? null;
            }
        }

        return $keys;
    }

    /**
     * @return array{array<string, ColumnMap>, array<string, ColumnMap>} the columns with the key of a parent and of a
     *     member, by their getters
     */
    private static function keyColumns(RelationMap $relation): array
    {
        $columns = [[], []];
        foreach ($relation->getColumnPairs() as [$left, $right]) {
            // A value that is the same for all rows of the relation is not part of the key.
            if ($left !== null && $right !== null) {
                $own = $relation->getLeftTable()->getColumn($left);
                $other = $relation->getRightTable()->getColumn($right);
                $columns[0]['get' . $own->getPhpName()] = $own;
                $columns[1]['get' . $other->getPhpName()] = $other;
            }
        }

        return $columns;
    }

    /** @param array<string, ColumnMap> $columns by their getters */
    private static function key(ActiveRecordInterface $object, array $columns): int|string
    {
        $parts = [];
        foreach ($columns as $getter => $column) {
            // With null as the format, dates are returned as objects.
            $value = $object->$getter(null);
            $part = is_int($value) ? $value : self::part($column, $value);
            if (count($columns) === 1) {
                return $part;
            }
            $parts[] = (string) $part;
        }

        return serialize($parts);
    }

    /** Returns a value as an array key. Dates, floats and booleans cannot be one. */
    private static function part(ColumnMap $column, mixed $value): int|string
    {
        return is_int($value) || is_string($value)
            ? $value
            : PoolKey::part($column->getTable()->getName(), $value, $column->getType());
    }
}
