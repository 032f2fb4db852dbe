<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\OneToMany;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\Exception\UnsupportedRelationException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/**
 * Loads a relation for all objects of a collection in one query.
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
        $saved = new ObjectCollection(array_filter($objects->getData(), static fn (ActiveRecordInterface $object): bool
            => !$object->isNew() && !$object->isDeleted()));
        $queryClass = ltrim((string) $relation->getRightTable()->getClassName(), '\\') . 'Query';
        $query = $queryClass::create(null, $criteria);
        $symmetrical = $relation->getSymmetricalRelation();
        if ($relation->getType() === RelationMap::ONE_TO_MANY && $symmetrical !== null && !$relation->isComposite()) {
            $related = $query->{'filterBy' . $symmetrical->getName()}($saved)->find($con);
            self::distribute($objects, $related, $relation, $symmetrical);

            return $related;
        }
        if ($relation->getType() === RelationMap::ONE_TO_ONE && $symmetrical !== null && !$relation->isComposite()) {
            $related = $query->{'filterBy' . $symmetrical->getName()}($saved)->find($con);
            self::pair($objects, $related, $relation, $symmetrical);

            return $related;
        }
        if ($relation->getType() === RelationMap::MANY_TO_MANY) {
            return self::populateCross($objects, $saved, $relation, $criteria, $con);
        }
        if ($relation->getType() === RelationMap::MANY_TO_ONE && !$relation->isComposite()) {
            [$local, $foreign] = $relation->getColumnPairs()[0];
            $getter = 'get' . $relation->getLeftTable()->getColumn($local)->getPhpName();
            $keys = [];
            foreach ($objects->getData() as $object) {
                $key = $object->$getter();
                if ($key !== null) {
                    $keys[$key] = $key;
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
     * Reads the rows between together with the partners behind them.
     *
     * @param ObjectCollection<int|string, ActiveRecordInterface> $objects
     * @param ObjectCollection<int|string, ActiveRecordInterface> $saved those of them that have rows
     */
    private static function populateCross(
        ObjectCollection $objects,
        ObjectCollection $saved,
        RelationMap $relation,
        ?Criteria $criteria,
        ?ConnectionInterface $con,
    ): ObjectCollection {
        $toRows = self::relationToRows($relation);
        $back = $toRows->getSymmetricalRelation()?->getName();
        $queryClass = ltrim((string) $toRows->getRightTable()->getClassName(), '\\') . 'Query';
        $query = $queryClass::create()->{'filterBy' . $back}($saved)->joinWith($relation->getName());
        if ($criteria !== null) {
            $query->mergeWith($criteria);
        }
        [$left, $right] = $toRows->getColumnPairs()[0];
        $rowKey = 'get' . $toRows->getRightTable()->getColumn((string) $right)->getPhpName();
        $parentKey = 'get' . $relation->getLeftTable()->getColumn((string) $left)->getPhpName();
        $lists = $partners = [];
        foreach ($query->find($con) as $row) {
            $partner = $row->{'get' . $relation->getName()}();
            $partners[spl_object_id($partner)] = $partner;
            $lists[$row->$rowKey()][spl_object_id($partner)] = $partner;
        }
        foreach ($objects->getData() as $parent) {
            $loaded = $relation->getRightTable()->newCollection(array_values($lists[$parent->$parentKey()] ?? []));
            Record::call($parent, 'takePartners', $relation->getProperty(), $loaded);
        }

        return $relation->getRightTable()->newCollection(array_values($partners));
    }

    /** The relation to the rows between the two sides of a many-to-many relation. */
    private static function relationToRows(RelationMap $relation): RelationMap
    {
        foreach ($relation->getLeftTable()->getRelations() as $toRows) {
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
    ): void {
        [$parentKey, $memberKey] = self::keyGetters($relation);
        $byKey = [];
        foreach ($members->getData() as $member) {
            $byKey[$member->$memberKey() ?? ''] = $member;
        }
        foreach ($parents->getData() as $parent) {
            $member = $byKey[$parent->$parentKey()] ?? null;
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
    ): void {
        [$parentKey, $memberKey] = self::keyGetters($relation);
        $toMany = OneToMany::of($relation);
        $lists = [];
        foreach ($members->getData() as $member) {
            // The foreign key may have been changed since.
            $lists[$member->$memberKey() ?? ''][] = $member;
        }
        foreach ($parents->getData() as $parent) {
            $list = $lists[$parent->$parentKey() ?? ''] ?? [];
            Record::call($parent, 'hydrateCollection', $toMany, $list);
            foreach ($list as $member) {
                Record::relate($member, $symmetrical->getProperty(), $parent);
            }
        }
    }

    /** @return array{string, string} the methods that give the key of a parent, and that of a member */
    private static function keyGetters(RelationMap $relation): array
    {
        [$left, $right] = $relation->getColumnPairs()[0];

        return [
            'get' . $relation->getLeftTable()->getColumn((string) $left)->getPhpName(),
            'get' . $relation->getRightTable()->getColumn((string) $right)->getPhpName(),
        ];
    }
}
