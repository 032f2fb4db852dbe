<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Exception\UnknownModelException;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/** A join along a relation. */
class ModelJoin extends Join
{
    #[PlanRule(PlanRule::IN_SHAPE)]
    private ?RelationMap $relationMap = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    private ?ModelJoin $previousJoin = null;

    /** The map of the joined table, if it differs from the relation's. */
    #[PlanRule(PlanRule::DISABLES)]
    private ?TableMap $tableMap = null;

    /**
     * The objects that with() adds for a shared join, by join name.
     *
     * @internal
     * @var array<string, ModelWith>
     */
    #[PlanRule(PlanRule::NO_PART)]
    public array $sharedWith = [];

    /**
     * The plan for finding an object by its key, for queries with only this shared join. $planRevision is the adapter
     * revision for which it was created.
     *
     * @internal
     */
    #[PlanRule(PlanRule::NO_PART)]
    public ?SelectPlan $planByKey = null;
    #[PlanRule(PlanRule::NO_PART)]
    public int $planRevision = 0;

    public static function along(
        RelationMap $relation,
        ?string $joinType,
        ?string $leftTableAlias = null,
        ?string $relationAlias = null,
    ): self {
        $join = (new self(null, null, $joinType))->setRelationMap($relation, $leftTableAlias, $relationAlias);
        $join->isOfRelation = true;

        return $join;
    }

    /**
     * @internal
     * @param string $relation `Author`, `Book.Author`, `Author a`, or the name of a relation with its joined model
     */
    public static function named(ModelCriteria $query, string $relation, string $joinType): self
    {
        [$fullName, $alias] = array_pad(explode(' ', trim($relation), 2), 2, null);
        $dot = strrpos($fullName, '.');
        $name = $dot === false ? $fullName : substr($fullName, $dot + 1);
        $previous = null;
        $tableMap = $query->getTableMap();
        $leftAlias = $query->isUsingAliasInSQL() ? $query->getModelAlias() : null;
        if ($dot !== false) {
            $left = substr($fullName, 0, $dot);
            $resolver = new Resolver($query);
            $previous = $resolver->join($left);
            if ($previous !== null) {
                $tableMap = $previous->getTableMap();
                $leftAlias = $previous->getRightTableAlias();
            } elseif (($resolver->model($left) ?? throw $resolver->unknownModel($left))[0] !== $tableMap) {
                throw new UnknownModelException(sprintf('"%s" is not joined to the query', $left));
            }
        }
        $relationMap = $tableMap->findRelation($name) ?? throw RelatedQueries::unknown($tableMap, $name);
        if ($relationMap->getType() === RelationMap::MANY_TO_MANY) {
            throw new OrmException(sprintf('Relation "%s" is many-to-many: join its cross-reference table', $name));
        }
        $join = self::along($relationMap, $joinType, $leftAlias, $alias);

        return $previous === null ? $join : $join->setPreviousJoin($previous);
    }

    /**
     * Throws if the table is already in the query without an alias, because every column would be ambiguous.
     *
     * @internal
     * @param array<int|string, Join> $joins the joins of the query that this join is added to
     * @param string|null $table the table of that query
     */
    public function refuseSecondUse(array $joins, ?string $table, string $name): void
    {
        $used = $this->getRightTableAliasOrName();
        $taken = $used === $table;
        foreach ($joins as $known) {
            $taken = $taken || ($known->getRightTableAliasOrName() === $used && !$known->equals($this));
        }
        if ($taken) {
            throw new LogicException(
                sprintf('Table "%s" is already part of the query: give the relation "%s" an alias', $used, $name),
            );
        }
    }

    /**
     * Returns a copy that several queries may share.
     *
     * @internal
     * @param list<mixed> $values
     */
    public function shared(string $shape, ModelWith $with, array $values): static
    {
        $join = clone $this;
        $join->sharedShape = $shape;
        $join->sharedValues = $values;
        $join->sharedWith = [$with->name => $with];

        return $join;
    }

    /** @return static */
    public function setRelationMap(
        RelationMap $relationMap,
        ?string $leftTableAlias = null,
        ?string $relationAlias = null,
    ) {
        $this->relationMap = $relationMap;
        $left = $relationMap->getLeftTable()->getName();
        $right = $relationMap->getRightTable()->getName();
        $this->setLeftTableName((string) $left);
        $this->setRightTableName((string) $right);
        $this->leftAlias = $leftTableAlias;
        $this->rightAlias = $relationAlias;
        $values = $relationMap->getLocalValues();
        foreach ($relationMap->getColumnPairs() as $i => [$leftColumn, $rightColumn]) {
            if ($leftColumn !== null && $rightColumn !== null) {
                $this->addCondition($leftColumn, $rightColumn);
            } elseif ($leftColumn !== null) {
                $this->addValueCondition('left', $leftColumn, $values[$i] ?? null, self::EQUAL);
            } elseif ($rightColumn !== null) {
                $this->addValueCondition('right', $rightColumn, $values[$i] ?? null, self::EQUAL);
            }
        }
        $joined = $relationMap->getRightTable();
        if ($joined::DELETED_COLUMN !== null && !isset(Orm::services()->softDeleteOff[$joined::class])) {
            $name = $joined->getColumn((string) $joined::DELETED_COLUMN)->getName();
            $this->addValueCondition('right', $name, null, self::EQUAL);
        }

        return $this;
    }

    /**
     * Also joins rows that are marked as deleted.
     *
     * @internal
     */
    public function includeDeleted(): void
    {
        $joined = $this->getTableMapOrFail();
        // The join now differs from other joins along the relation.
        $this->isOfRelation = false;
        $name = $joined->getColumn((string) $joined::DELETED_COLUMN)->getName();
        $this->valueConditions = array_values(array_filter(
            $this->valueConditions,
            static fn (array $condition): bool => $condition['side'] !== 'right' || $condition['column'] !== $name,
        ));
    }

    /** @return RelationMap|null null: the join does not follow a relation */
    public function getRelationMap(): ?RelationMap
    {
        return $this->relationMap;
    }

    /** @return TableMap|null the map of the joined table */
    public function getTableMap(): ?TableMap
    {
        return $this->tableMap ?? $this->relationMap?->getRightTable();
    }

    /** @return static */
    public function setPreviousJoin(ModelJoin $join)
    {
        $this->previousJoin = $join;

        return $this;
    }

    /** @return static */
    public function setTableMap(TableMap $tableMap)
    {
        $this->isOfRelation = false;
        $this->tableMap = $tableMap;

        return $this;
    }

    public function getTableMapOrFail(): TableMap
    {
        return $this->getTableMap() ?? throw new LogicException('The join has no relation');
    }

    /** @return static */
    public function setRelationAlias(string $relationAlias)
    {
        return $this->setRightTableAlias($relationAlias);
    }

    public function getRelationAlias(): ?string
    {
        return $this->rightAlias;
    }

    public function hasRelationAlias(): bool
    {
        return $this->rightAlias !== null;
    }

    public function isIdentifierQuotingEnabled(): bool
    {
        return $this->identifierQuoting
            || ($this->relationMap !== null && $this->getTableMap()->isIdentifierQuotingEnabled());
    }

    /**
     * Returns whether two joins follow the same relation between the same tables, regardless of join type and
     * conditions.
     */
    public function leadsTo(ModelJoin $other): bool
    {
        return $other->relationMap === $this->relationMap && $other->leftAlias === $this->leftAlias
            && $other->rightAlias === $this->rightAlias && ($other->previousJoin === $this->previousJoin
                || ($other->previousJoin !== null && $this->previousJoin?->leadsTo($other->previousJoin)));
    }

    public function equals(Join $other): bool
    {
        return parent::equals($other) && $other instanceof self
            && $other->relationMap === $this->relationMap && $other->getTableMap() === $this->getTableMap();
    }

    public function __toString(): string
    {
        return sprintf(
            '%s tableMap: %s relationMap: %s previousJoin: %s relationAlias: %s',
            $this->toString(),
            $this->relationMap === null ? 'null' : $this->getTableMap()::class,
            $this->relationMap?->getName() ?? 'null',
            $this->previousJoin === null ? 'null' : '(' . $this->previousJoin . ')',
            $this->rightAlias ?? 'null',
        );
    }

    public function getPreviousJoin(): ?ModelJoin
    {
        return $this->previousJoin;
    }

    public function isPrimary(): bool
    {
        return $this->previousJoin === null;
    }

    public function shape(int|string $name, array &$values): ?string
    {
        $shape = $this->plainShape($name);
        if ($shape !== null || $this->tableMap !== null) {
            return $shape;
        }
        $previous = $this->previousJoin;
        $shape = parent::shape($name, $values);

        return $shape === null ? null : $shape . $this->relationMap?->getName()
            . ($previous === null ? '' : " of $previous->rightAlias {$previous->relationMap?->getName()}");
    }

    /**
     * Returns the join's part of a query's shape if its relation and aliases describe it completely; otherwise null.
     */
    public function plainShape(int|string $name): ?string
    {
        $relation = $this->relationMap?->getName();

        return static::class === self::class && $this->isOfRelation && ($this->rightAlias ?? $relation) === $name
            && $this->previousJoin === null
            && $this->joinCondition === null && $this->extraConditions === [] && $this->valueConditions === []
            && !$this->identifierQuoting
            ? '|' . ($this->joinType ?? self::INNER_JOIN) . ' '
                . "{$this->getLeftTableName()} $this->leftAlias.$relation $this->rightAlias"
            : null;
    }

    public function __clone()
    {
        parent::__clone();
        $this->sharedWith = [];
        $this->planByKey = null;
    }

    /** Returns the left object of the relation, starting from an object of the query's model. */
    public function getObjectToRelate(object $startObject): object
    {
        if ($this->previousJoin === null) {
            return $startObject;
        }
        $left = $this->previousJoin->getObjectToRelate($startObject);

        return $left->{'get' . $this->previousJoin->getRelationMap()->getName()}();
    }
}
