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
     * @return list<array{RelationMap|null, string, string|null}> a relation to one object that this one refers to; the
     *     property that holds what is related; the one with what is to be deleted, if these may be many
     */
    public static function of(string $tableMapClass): array
    {
        $relations = [];
        foreach ($tableMapClass::getTableMap()->getRelations() as $relation) {
            $property = $relation->getProperty();
            $relations[] = match ($relation->getType()) {
                RelationMap::MANY_TO_ONE => [$relation, $property, null],
                RelationMap::ONE_TO_ONE => [null, $property, null],
                RelationMap::ONE_TO_MANY => [null, $property, OneToMany::of($relation)->scheduled],
                default => null,
            };
        }

        return Orm::services()->tables->facts[self::class][$tableMapClass] = array_values(array_filter($relations));
    }
}
