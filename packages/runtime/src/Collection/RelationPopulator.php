<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
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
        $queryClass = ltrim((string) $relation->getRightTable()->getClassName(), '\\') . 'Query';
        $query = $queryClass::create(null, $criteria);
        $symmetrical = $relation->getSymmetricalRelation();
        if ($relation->getType() === RelationMap::ONE_TO_MANY && $symmetrical !== null && !$relation->isComposite()) {
            $related = $query->{'filterBy' . $symmetrical->getName()}($objects)->find($con);
            self::distribute($objects, $related, $relation, $symmetrical);

            return $related;
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
     * @param ObjectCollection<int|string, ActiveRecordInterface> $parents
     * @param ObjectCollection<int|string, ActiveRecordInterface> $members
     */
    private static function distribute(
        ObjectCollection $parents,
        ObjectCollection $members,
        RelationMap $relation,
        RelationMap $symmetrical,
    ): void {
        [$left, $right] = $relation->getColumnPairs()[0];
        $memberKey = 'get' . $relation->getRightTable()->getColumn((string) $right)->getPhpName();
        $parentKey = 'get' . $relation->getLeftTable()->getColumn((string) $left)->getPhpName();
        $lists = [];
        foreach ($members->getData() as $member) {
            // The foreign key may have been changed since.
            $lists[$member->$memberKey() ?? ''][] = $member;
        }
        foreach ($parents->getData() as $parent) {
            $list = $lists[$parent->$parentKey()] ?? [];
            $class = (string) $relation->getRightTable()->getClassName();
            $parent->hydrateCollection($relation->getPluralName(), $class, $list);
            foreach ($list as $member) {
                $member->hydrateRelation('a' . $symmetrical->getName(), $parent);
            }
        }
    }
}
