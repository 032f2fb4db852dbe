<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;

/**
 * The many-to-many partners that an object has in memory.
 *
 * @internal
 */
final class ObjectPartners
{
    /**
     * Removes a deleted object from the lists of its partners, and the rows between them from those of other parents:
     * the database has deleted saved rows, and would refuse new ones.
     */
    public static function leave(ActiveRecordInterface $object, ?RollbackLog $log): void
    {
        [$partners, $rows] = self::properties($object);
        foreach (self::members($object, $partners) as $partner) {
            foreach (self::properties($partner)[0] as $property) {
                self::leaveList($partner, $property, $object, $log);
            }
        }
        foreach (self::members($object, $rows) as $row) {
            foreach (ObjectRelations::loaded($row) as [$relation, $parent]) {
                $inverse = $relation->getSymmetricalRelation();
                if ($inverse?->getType() === RelationMap::ONE_TO_MANY && $parent !== $object) {
                    self::leaveList($parent, $inverse->getProperty(), $row, $log);
                }
            }
        }
    }

    private static function leaveList(
        ActiveRecordInterface $owner,
        string $property,
        ActiveRecordInterface $member,
        ?RollbackLog $log,
    ): void {
        $list = Record::get($owner, $property);
        $key = $list?->search($member) ?? false;
        if ($key !== false && $list->getData()[$key] === $member) {
            ObjectRelations::leaveList($owner, $property, $key);
            $log?->unlisted($owner, $property, new ObjectCollection([$member]));
        }
    }

    /**
     * @param list<string> $properties
     * @return iterable<ActiveRecordInterface>
     */
    private static function members(ActiveRecordInterface $object, array $properties): iterable
    {
        foreach ($properties as $property) {
            yield from Record::get($object, $property)?->getData() ?? [];
        }
    }

    /**
     * @return array{list<string>, list<string>} properties with partners, and with rows of cross-reference tables,
     *     determined once per table
     */
    private static function properties(ActiveRecordInterface $object): array
    {
        $map = Record::tableMap($object);
        $known = Orm::$services->facts[self::class][$map] ?? null;
        if ($known === null) {
            $known = [[], []];
            foreach ($map::getTableMap()->getUsableRelations() as $relation) {
                if ($relation->getType() === RelationMap::MANY_TO_MANY) {
                    $known[0][] = $relation->getProperty();
                } elseif (
                    $relation->getType() === RelationMap::ONE_TO_MANY && $relation->getRightTable()->isCrossRef()
                ) {
                    $known[1][] = $relation->getProperty();
                }
            }
            Orm::$services->facts[self::class][$map] = $known;
        }

        return $known;
    }
}
