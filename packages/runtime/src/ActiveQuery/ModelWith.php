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

    /** The name of the with that holds the left objects; null: the objects of the query itself. */
    public readonly ?string $leftName;

    /** The relation as the joined model sees it. */
    public readonly ?RelationMap $inverse;

    public function __construct(public readonly string $name, ModelJoin $join)
    {
        $relation = $join->getRelationMap();
        $this->relationName = $relation->getName();
        $this->pluralName = $relation->getPluralName();
        $this->isToMany = $relation->getType() === RelationMap::ONE_TO_MANY;
        $this->isOneToOne = $relation->getType() === RelationMap::ONE_TO_ONE;
        $this->tableMapClass = $relation->getRightTable()::class;
        $this->modelName = (string) $relation->getRightTable()->getClassName();
        $this->inverse = $relation->getSymmetricalRelation();
        $previous = $join->getPreviousJoin();
        $this->leftName = $previous === null
            ? null
            : $previous->getRightTableAlias() ?? $previous->getRelationMap()->getName();
    }

    /** The property of the left object that holds what is related. */
    public function getProperty(): string
    {
        return match (true) {
            $this->isToMany => 'coll' . $this->pluralName,
            $this->isOneToOne => 'single' . $this->relationName,
            default => 'a' . $this->relationName,
        };
    }
}
