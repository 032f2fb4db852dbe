<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

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
     * @return ActiveRecordInterface|bool false: there is nothing to do; true: relatedWorkWaits() knows
     */
    public static function of(ActiveRecordInterface $object, string $tableMapClass): ActiveRecordInterface|bool
    {
        $waiting = [];
        $relations = Orm::$state->tables[self::class][$tableMapClass] ?? self::relations($tableMapClass);
        foreach ($relations as [$name, $property, $scheduled]) {
            $members = $object->heldIn($property);
            if ($name !== null) {
                // This one refers to it.
                if ($members !== null && ($members->isNew() || !$object->agreesWith($name, $members))) {
                    return true;
                }
                $members = $members !== null && $members->isModified() ? [$members] : [];
            } elseif ($scheduled === null) {
                $members = $members !== null && ($members->isModified() || $members->isNew()) ? [$members] : [];
            } else {
                if ($object->heldIn($scheduled) !== null) {
                    return true;
                }
                $members = $members?->getData() ?? [];
            }
            foreach ($members as $member) {
                $isWaiting = method_exists($member, 'waitsToBeSaved') && $member->waitsToBeSaved();
                if ($isWaiting && ($waiting !== [] || $member === $object)) {
                    return true;
                }
                if ($isWaiting) {
                    $waiting[] = $member;
                }
            }
        }

        return $waiting[0] ?? false;
    }

    /**
     * What an object holds of its relations.
     *
     * @param class-string<TableMap> $tableMapClass
     * @return list<array{string|null, string, string|null}> the name of a relation to one object that this one refers
     *     to; the property that holds what is related; the one with what is to be deleted, if these may be many
     */
    private static function relations(string $tableMapClass): array
    {
        $relations = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $name => $relation) {
            $plural = $relation->getPluralName();
            $relations[] = match ($relation->getType()) {
                RelationMap::MANY_TO_ONE => [$name, 'a' . $name, null],
                RelationMap::ONE_TO_ONE => [null, 'single' . $name, null],
                RelationMap::ONE_TO_MANY => [null, 'coll' . $plural, lcfirst($plural) . 'ScheduledForDeletion'],
                default => null,
            };
        }

        return Orm::state()->tables[self::class][$tableMapClass] = array_values(array_filter($relations));
    }
}
