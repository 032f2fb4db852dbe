<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * What objects of a table hold of their relations.
 *
 * @internal
 */
final class RelatedProperties
{
    /**
     * @param class-string<TableMap> $tableMapClass
     * @return list<array{string|null, string, string|null}> the name of a relation to one object that this one refers
     *     to; the property that holds what is related; the one with what is to be deleted, if these may be many
     */
    public static function of(string $tableMapClass): array
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
