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

    /** The map of the joined table, if it is not that of the relation. */
    #[PlanRule(PlanRule::DISABLES)]
    private ?TableMap $tableMap = null;

    /**
     * What with() adds for a shared join, by its name.
     *
     * @internal
     * @var array<string, ModelWith>
     */
    #[PlanRule(PlanRule::NO_PART)]
    public array $sharedWith = [];

    /**
     * How a query finds an object by a key, if a shared join is all that it has, and the revision of adapters that this
     * was made for.
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
     * @param string $relation `Author`, `Book.Author`, `Author a`, or a relation of a joined model
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
        $relationMap = $tableMap->getUsableRelations()[$name] ?? throw RelatedQueries::unknown($tableMap, $name);
        if ($relationMap->getType() === RelationMap::MANY_TO_MANY) {
            throw new OrmException(sprintf('Relation "%s" is many-to-many: join its cross-reference table', $name));
        }
        $join = self::along($relationMap, $joinType, $leftAlias, $alias);

        return $previous === null ? $join : $join->setPreviousJoin($previous);
    }

    /**
     * Two uses of one table without alias would make every column ambiguous.
     *
     * @internal
     * @param array<int|string, Join> $joins of the query that gets this one
     * @param string|null $table of that query
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
     * A copy that several queries may have.
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
        if ($joined::DELETED_COLUMN !== null && !isset(Orm::services()->tables->softDeleteOff[$joined::class])) {
            $name = $joined->getColumn((string) $joined::DELETED_COLUMN)->getName();
            $this->addValueCondition('right', $name, null, self::EQUAL);
        }

        return $this;
    }

    /**
     * Joins rows that are marked as deleted too.
     *
     * @internal
     */
    public function includeDeleted(): void
    {
        $joined = $this->getTableMapOrFail();
        // It is not the join that other queries along the relation have.
        $this->isOfRelation = false;
        $name = $joined->getColumn((string) $joined::DELETED_COLUMN)->getName();
        $this->valueConditions = array_values(array_filter(
            $this->valueConditions,
            static fn (array $condition): bool => $condition['side'] !== 'right' || $condition['column'] !== $name,
        ));
    }

    /** @return RelationMap|null null: the join is along no relation */
    public function getRelationMap(): ?RelationMap
    {
        return $this->relationMap;
    }

    /** @return TableMap|null that of the joined table */
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

    /** Whether two joins go along one relation from one table to one table, whatever their type and conditions. */
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

    /** Its part in the shape of a query, if its relation and aliases say all about it. */
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
