<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/** A join along a relation. */
class ModelJoin extends Join
{
    private ?RelationMap $relationMap = null;
    private ?ModelJoin $previousJoin = null;

    /** @var array<int, ModelJoin> joins without aliases by object id of their relation, to be cloned */
    private static array $prototypes = [];

    public static function along(
        RelationMap $relation,
        ?string $joinType,
        ?string $leftTableAlias = null,
        ?string $relationAlias = null,
    ): self {
        if ($leftTableAlias !== null || $relationAlias !== null) {
            return (new self(null, null, $joinType))->setRelationMap($relation, $leftTableAlias, $relationAlias);
        }
        $id = spl_object_id($relation);
        if (!isset(self::$prototypes[$id]) || self::$prototypes[$id]->relationMap !== $relation) {
            self::$prototypes[$id] = (new self())->setRelationMap($relation);
            self::$prototypes[$id]->isOfRelation = true;
        }
        $join = clone self::$prototypes[$id];
        $join->setJoinType($joinType);

        return $join;
    }

    public function setRelationMap(
        RelationMap $relationMap,
        ?string $leftTableAlias = null,
        ?string $relationAlias = null,
    ): static {
        $this->relationMap = $relationMap;
        $left = $relationMap->getLeftTable()->getName();
        $right = $relationMap->getRightTable()->getName();
        $this->setLeftTableName($left);
        $this->setRightTableName($right);
        $this->setLeftTableAlias($leftTableAlias);
        $this->setRightTableAlias($relationAlias);
        $values = $relationMap->getLocalValues();
        foreach ($relationMap->getColumnPairs() as $i => [$leftColumn, $rightColumn]) {
            if ($leftColumn !== null && $rightColumn !== null) {
                $this->addExplicitCondition($left, $leftColumn, $leftTableAlias, $right, $rightColumn, $relationAlias);
            } elseif ($leftColumn !== null) {
                $this->addLocalValueCondition($leftColumn, $values[$i] ?? null);
            } elseif ($rightColumn !== null) {
                $this->addForeignValueCondition($rightColumn, $values[$i] ?? null);
            }
        }

        return $this;
    }

    public function getRelationMap(): RelationMap
    {
        return $this->relationMap ?? throw new LogicException('The join has no relation');
    }

    /** The map of the joined table. */
    public function getTableMap(): TableMap
    {
        return $this->getRelationMap()->getRightTable();
    }

    public function setPreviousJoin(?ModelJoin $join): static
    {
        $this->previousJoin = $join;

        return $this;
    }

    public function getPreviousJoin(): ?ModelJoin
    {
        return $this->previousJoin;
    }

    public function isPrimary(): bool
    {
        return $this->previousJoin === null;
    }

    /** The part of the join in the shape of a query, if it has its relation's name and that says all else about it. */
    public function plainShape(int|string $name): ?string
    {
        return $this->isOfRelation && $this->relationMap?->getName() === $name && $this->previousJoin === null
            && $this->joinCondition === null && $this->extraConditions === [] && $this->valueConditions === []
            && $this->leftAlias === null && $this->rightAlias === null
            ? '|' . ($this->joinType ?? self::INNER_JOIN) . ' ' . $this->getLeftTableName() . '.' . $name
            : null;
    }

    /** The object on the left side of the relation, reached from an object of the query's model. */
    public function getObjectToRelate(object $startObject): object
    {
        if ($this->previousJoin === null) {
            return $startObject;
        }
        $left = $this->previousJoin->getObjectToRelate($startObject);

        return $left->{'get' . $this->previousJoin->getRelationMap()->getName()}();
    }
}
