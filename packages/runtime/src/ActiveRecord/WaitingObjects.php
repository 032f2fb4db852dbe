<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/**
 * Related objects that wait to be saved with an object.
 *
 * @internal
 */
final class WaitingObjects
{
    /**
     * The one related object that is to be saved, if there is nothing else to do.
     *
     * @param class-string<TableMap> $tableMapClass of the object
     */
    public static function only(ActiveRecordInterface $object, string $tableMapClass): ?ActiveRecordInterface
    {
        $waiting = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $name => $relation) {
            switch ($relation->getType()) {
                case RelationMap::MANY_TO_ONE:
                    $parent = $object->heldIn('a' . $name);
                    if ($parent !== null && ($parent->isNew() || !$object->agreesWith($name, $parent))) {
                        return null;
                    }
                    $members = $parent !== null && $parent->isModified() ? [$parent] : [];
                    break;
                case RelationMap::ONE_TO_ONE:
                    $members = [$object->heldIn('single' . $name)];
                    break;
                case RelationMap::ONE_TO_MANY:
                    if ($object->heldIn(lcfirst($relation->getPluralName()) . 'ScheduledForDeletion') !== null) {
                        return null;
                    }
                    $members = $object->heldIn('coll' . $relation->getPluralName())?->getData() ?? [];
                    break;
                default:
                    $members = [];
            }
            foreach ($members as $member) {
                $isWaiting = $member !== null && !$member->isDeleted() && method_exists($member, 'save')
                    && ($member->isNew() || $member->isModified() || $member->relatedWorkWaits());
                if ($isWaiting && ($waiting !== [] || $member === $object)) {
                    return null;
                }
                if ($isWaiting) {
                    $waiting[] = $member;
                }
            }
        }

        return $waiting[0] ?? null;
    }
}
