<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/** How a joined relation becomes related objects. */
final class ModelWith
{
    public readonly string $relationName;
    public readonly string $pluralName;
    public readonly bool $isToMany;
    public readonly bool $isOneToOne;

    /** @var class-string<TableMap> */
    public readonly string $tableMapClass;
    public readonly string $modelName;

    /** The property of the left object that holds what is related. */
    public readonly string $property;

    /** The property in which the related object keeps its way back; null if that is a collection. */
    public readonly ?string $inverseProperty;

    /** Its part in the shape of a query. */
    public readonly string $shape;

    /** @var array<string, array{RelationMap, self}> */
    private static array $known = [];

    private function __construct(
        public readonly string $name,
        RelationMap $relation,
        /** The name of the with that holds the left objects; null: the objects of the query itself. */
        public readonly ?string $leftName,
        /** The method of the left object that takes the related object or null, and what this is told besides. */
        public readonly ?string $receiver = null,
        public readonly ?string $argument = null,
    ) {
        $this->shape = $receiver === null ? '|+' . $name : '|+' . $name . '(' . $argument . ')';
        $this->relationName = $relation->getName();
        $this->pluralName = $relation->getPluralName();
        $this->isToMany = $receiver === null && $relation->getType() === RelationMap::ONE_TO_MANY;
        $this->isOneToOne = $relation->getType() === RelationMap::ONE_TO_ONE;
        $this->tableMapClass = $relation->getRightTable()::class;
        $this->modelName = (string) $relation->getRightTable()->getClassName();
        $this->property = match (true) {
            $relation->getType() === RelationMap::ONE_TO_MANY => 'coll' . $this->pluralName,
            $this->isOneToOne => 'single' . $this->relationName,
            default => 'a' . $this->relationName,
        };
        $inverse = $relation->getSymmetricalRelation();
        $this->inverseProperty = match ($inverse?->getType()) {
            RelationMap::MANY_TO_ONE => 'a' . $inverse->getName(),
            RelationMap::ONE_TO_ONE => 'single' . $inverse->getName(),
            default => null,
        };
    }

    public static function of(string $name, ModelJoin $join): self
    {
        $relation = $join->getRelationMap();
        $leftName = self::leftName($join);
        $key = spl_object_id($relation) . $name . '.' . $leftName;
        $known = self::$known[$key] ?? null;
        if ($known === null || $known[0] !== $relation) {
            $known = self::$known[$key] = [$relation, new self($name, $relation, $leftName)];
        }

        return $known[1];
    }

    /** For a to-many relation whose join finds one row at most: a method of the left object takes it. */
    public static function oneOfMany(string $name, ModelJoin $join, string $receiver, string $argument): self
    {
        return new self($name, $join->getRelationMap(), self::leftName($join), $receiver, $argument);
    }

    /** The same, for a join that begins elsewhere now. */
    public function along(ModelJoin $join): self
    {
        return $this->receiver === null
            ? self::of($this->name, $join)
            : self::oneOfMany($this->name, $join, $this->receiver, (string) $this->argument);
    }

    private static function leftName(ModelJoin $join): ?string
    {
        $previous = $join->getPreviousJoin();

        return $previous === null
            ? null
            : $previous->getRightTableAlias() ?? $previous->getRelationMap()->getName();
    }
}
