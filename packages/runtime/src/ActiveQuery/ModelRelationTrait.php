<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\AbstractInnerQueryCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownModelException;
use Orm\Runtime\ActiveQuery\Exception\UnknownRelationException;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\RuntimeState;

/**
 * Joins along relations, related objects in the result, and queries on related models.
 *
 * @template ParentQuery of ModelCriteria|null = null
 */
trait ModelRelationTrait
{
    #[PlanRule(PlanRule::NO_PART)]
    protected ?ModelCriteria $primaryCriteria = null;
    #[PlanRule(PlanRule::NO_PART)]
    protected ?Join $previousJoin = null;

    /** Set while this query is a sub-query under construction: what endUse() has to do. */
    #[PlanRule(PlanRule::NO_PART)]
    private ?\Closure $finishUse = null;

    /**
     * @param string $relation `Author`, `Book.Author`, `Author a`, or a relation of a joined model
     * @return static
     */
    public function join(string $relation, string $joinType = Criteria::INNER_JOIN)
    {
        $first = $this->rare !== null
            ? null
            : Orm::$state->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$relation]
                ?? null;
        if ($first !== null && $this->joins === []) {
            $this->joins = $first;

            return $this;
        }
        $name = $relation;
        $join = $first[$relation] ?? null;
        $isNew = $join === null;
        if ($isNew) {
            $join = $this->newJoin($relation, $joinType);
            $name = $join->getRelationAlias() ?? (string) $join->getRelationMap()->getName();
        }
        $known = $this->joins[$name] ?? null;
        if ($known instanceof ModelJoin && $known->leadsTo($join)) {
            // The relation is in the query already; what was said last about its type counts.
            if ($known->getJoinType() !== $joinType) {
                $this->getModelJoin($name)->setJoinType($joinType);
            }

            return $this;
        }
        $this->refuseSecondUseOfTable($join, $name);
        if ($isNew && $this->rare === null && $name === $relation) {
            $this->shareJoin($joinType, $name, $join, $join->plainShape($name), ModelWith::of($name, $join));
        }
        if ($join->hasRelationAlias()) {
            $this->addAlias($name, (string) $join->getRightTableName());
        }

        return $this->addJoinObject($join, $name);
    }

    /**
     * Keeps a join without an alias for all queries of this class.
     *
     * @internal
     *
     * @param string $relation its name, and what else its condition depends on
     * @param string|null $shape its part in the shape of a query; a join without one is not shared
     * @param ModelWith $with what with() adds for it
     * @param list<mixed> $bound the values that its condition binds
     */
    protected function shareJoin(
        string $joinType,
        string $relation,
        ModelJoin $join,
        ?string $shape,
        ModelWith $with,
        array $bound = [],
    ): void {
        if (
            $shape !== null && RuntimeState::$hasShortcuts && Orm::$state->isTold
            && !QueryHooks::hasOwnJoins(static::class)
        ) {
            Orm::state()->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$relation]
                = [$with->name => $join->shared($shape, $with, $bound)];
        }
    }

    /** @return static */
    public function addJoinObject(Join $join, ?string $name = null)
    {
        return $this->keepJoin($join, $name);
    }

    public function leftJoin(string $relation): static
    {
        return $this->join($relation, Criteria::LEFT_JOIN);
    }

    public function rightJoin(string $relation): static
    {
        return $this->join($relation, Criteria::RIGHT_JOIN);
    }

    public function innerJoin(string $relation): static
    {
        return $this->join($relation, Criteria::INNER_JOIN);
    }

    /** Joins one of the model's own relations: what the generated join methods call. */
    public function relationJoin(string $relation, ?string $relationAlias, ?string $joinType): static
    {
        return $this->join(
            $relationAlias === null ? $relation : $relation . ' ' . $relationAlias,
            $joinType ?? Criteria::INNER_JOIN,
        );
    }

    /**
     * Joins a relation and reads the related objects too.
     *
     * @return static
     */
    public function joinWith(string $relation, ?string $joinType = null)
    {
        $joinType ??= Criteria::INNER_JOIN;
        $first = $this->joins || $this->with || $this->rare !== null
            ? null
            : Orm::$state->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$relation]
                ?? null;
        if ($first !== null) {
            $this->joins = $first;
            $this->with = $first[$relation]->sharedWith;

            return $this;
        }
        $name = strpbrk($relation, '. ') === false ? $relation : self::getRelationName($relation);

        return $this->join($relation, $joinType)->with($name);
    }

    /**
     * Reads the objects of a joined relation too.
     *
     * @return static
     */
    public function with(string $relation)
    {
        $join = $this->joins[$relation] ?? null;
        if (!$join instanceof ModelJoin) {
            $join = $this->getModelJoin($relation);
        }
        if ($join->getRelationMap()->getType() === RelationMap::MANY_TO_MANY) {
            throw new OrmException(sprintf('Relation "%s" is many-to-many and cannot be read with with()', $relation));
        }
        $with = ModelWith::of($relation, $join);
        $position = 0;
        foreach ($this->with as $other) {
            if ($other->leftName === $relation) {
                // Objects that others are related to are made before them.
                $this->with = array_slice($this->with, 0, $position) + [$relation => $with] + $this->with;

                return $this;
            }
            $position++;
        }
        $this->with[$relation] = $with;

        return $this;
    }

    /** @return static */
    public function addJoinCondition(
        string $name,
        string $clause,
        mixed $value = null,
        ?string $operator = null,
        ?int $bindingType = null,
    ) {
        $join = $this->getJoin($name) ?? throw new OrmException(sprintf('There is no join named "%s"', $name));
        $join->addJoinCondition(
            $this->getCriterionForClause($clause, $value, $bindingType),
            strtoupper((string) $operator) === Criteria::LOGICAL_OR,
        );

        return $this;
    }

    /**
     * @param AbstractCriterion|string $condition a condition, or the name of one
     * @return static
     */
    public function setJoinCondition(string $name, AbstractCriterion|string $condition)
    {
        $join = $this->getJoin($name) ?? throw new OrmException(sprintf('There is no join named "%s"', $name));
        $join->setJoinCondition(is_string($condition) ? $this->combineNamed([$condition], 'AND') : $condition);

        return $this;
    }

    /** @param class-string<ModelCriteria>|null $queryClass */
    public function useQuery(string $relationName, ?string $queryClass = null): ModelCriteria
    {
        $join = $this->getModelJoin($relationName);
        $query = RelatedQueries::ofJoin($join, $queryClass);
        $query->setPrimaryCriteria($this, $join);
        $alias = $join->getRightTableAlias();
        if ($alias !== null) {
            $query->setModelAlias($alias, true);
        }

        return $query;
    }

    /**
     * Ends a query that was begun with use…Query() and returns the one that began it.
     *
     * @return ParentQuery
     */
    public function endUse(): ?ModelCriteria
    {
        $primary = $this->primaryCriteria ?? throw new LogicException('endUse() needs a use…Query() before it');
        $finish = $this->finishUse;
        $this->primaryCriteria = null;
        $this->finishUse = null;
        if ($finish !== null) {
            $finish();
        } else {
            $this->primaryTableName = null;
            $primary->mergeUsedQuery($this);
        }

        return $primary;
    }

    /** @param callable(ModelCriteria): mixed $callback */
    public function withUsedQuery(ModelCriteria $query, callable $callback): static
    {
        $callback($query);
        $query->endUse();

        return $this;
    }

    /** @internal */
    public function partOfSelect(bool $readsFirst = false): ?string
    {
        return $this->primaryCriteria === null
            ? parent::partOfSelect($readsFirst)
            : 'a use…Query() that endUse() has not ended';
    }

    /**
     * Makes this query a part of another one.
     *
     * @param Join $previousJoin the join of the other query that leads to this one
     * @return static
     */
    public function setPrimaryCriteria(ModelCriteria $criteria, Join $previousJoin)
    {
        $this->primaryCriteria = $criteria;

        return $this->setPreviousJoin($previousJoin);
    }

    public function getPreviousJoin(): ?Join
    {
        return $this->previousJoin;
    }

    /** @return static */
    public function setPreviousJoin(Join $previousJoin)
    {
        $this->previousJoin = $previousJoin;

        return $this;
    }

    public function getPrimaryCriteria(): ?ModelCriteria
    {
        return $this->primaryCriteria;
    }

    public function getModelJoin(string $name): ModelJoin
    {
        $join = $this->getJoin($name);

        return $join instanceof ModelJoin ? $join : throw new UnknownRelationException(
            sprintf('The query on %s has not joined "%s"', $this->getModelName(), $name),
        );
    }

    /**
     * A query on a related model that becomes a condition of this one.
     *
     * @param class-string<AbstractInnerQueryCriterion> $criterionClass
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    protected function useAbstractInnerQueryCriterion(
        string $criterionClass,
        string $relationName,
        ?string $modelAlias = null,
        ?string $queryClass = null,
        ?string $operatorDeclaration = null,
    ) {
        if (!is_subclass_of($criterionClass, AbstractInnerQueryCriterion::class)) {
            throw new InvalidArgumentException(sprintf('"%s" is not a valid condition with a query', $criterionClass));
        }
        $relation = RelatedQueries::relation($this, $relationName);
        $query = RelatedQueries::inside($this, $relationName, $modelAlias, $queryClass);

        $finish = function () use ($query, $relation, $criterionClass, $operatorDeclaration): void {
            $condition = $criterionClass::createForRelation($this, $relation, $operatorDeclaration, $query);
            $this->addUsingOperator($condition, null, null, false);
        };

        return $this->beginUse($query, $finish);
    }

    /**
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useExistsQuery(
        string $relationName,
        ?string $modelAlias = null,
        ?string $queryClass = null,
        string $typeOfExists = ExistsCriterion::TYPE_EXISTS,
    ) {
        $query = RelatedQueries::inside($this, $relationName, $modelAlias, $queryClass);
        RelatedQueries::correlate($this, $relationName, $query);

        return $this->beginUse($query, function () use ($query, $typeOfExists): void {
            $this->whereExists($query, $typeOfExists);
        });
    }

    /**
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useNotExistsQuery(string $relationName, ?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useExistsQuery($relationName, $modelAlias, $queryClass, ExistsCriterion::TYPE_NOT_EXISTS);
    }

    /**
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useInQuery(
        string $relationName,
        ?string $modelAlias = null,
        ?string $queryClass = null,
        string $typeOfIn = 'IN',
    ) {
        $relation = RelatedQueries::relation($this, $relationName);
        if ($relation->isComposite()) {
            $exists = strtoupper(trim($typeOfIn)) === 'IN'
                ? ExistsCriterion::TYPE_EXISTS
                : ExistsCriterion::TYPE_NOT_EXISTS;

            return $this->useExistsQuery($relationName, $modelAlias, $queryClass, $exists);
        }
        $query = RelatedQueries::inside($this, $relationName, $modelAlias, $queryClass);
        [$left, $right] = $relation->getColumnPairs()[0];

        return $this->beginUse($query, function () use ($query, $left, $right, $typeOfIn): void {
            $column = $query->getPrimaryTableName() . '.' . $right;
            $query->clearSelectColumns()->addAsColumn('"' . preg_replace('/[^\w.]/', '_', $column) . '"', $column);
            $name = $this->getPrimaryTableName() . '.' . $left;
            $this->addUsingOperator($name, $query, ' ' . strtoupper(trim($typeOfIn)) . ' ', false);
        });
    }

    /**
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useNotInQuery(string $relationName, ?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useInQuery($relationName, $modelAlias, $queryClass, 'NOT IN');
    }

    /** @param \Closure(): void $finish what the endUse() of the query does */
    private function beginUse(ModelCriteria $query, \Closure $finish): ModelCriteria
    {
        $query->primaryCriteria = $this;
        $query->finishUse = $finish;

        return $query;
    }

    private function mergeUsedQuery(ModelCriteria $used): void
    {
        $or = $this->isOrNext;
        $this->isOrNext = false;
        foreach ($used->getJoins() as $join) {
            if ($join instanceof ModelJoin && $join->isPrimary()) {
                if ($used->previousJoin instanceof ModelJoin) {
                    $join->setPreviousJoin($used->previousJoin);
                }
            }
        }
        foreach ($used->with as $name => $with) {
            // What was related to the objects of the used query is so still.
            $this->with[$name] = $with->along($used->getModelJoin($name));
        }
        $used->removeAlias((string) $used->modelAlias);
        CriteriaMerger::merge($this, $used, $or ? Criteria::LOGICAL_OR : null);
    }

    private function newJoin(string $relation, string $joinType): ModelJoin
    {
        [$fullName, $alias] = array_pad(explode(' ', trim($relation), 2), 2, null);
        $dot = strrpos($fullName, '.');
        $name = $dot === false ? $fullName : substr($fullName, $dot + 1);
        $previous = null;
        $tableMap = $this->tableMap ?? $this->getTableMap();
        $leftAlias = $this->useAliasInSQL ? $this->modelAlias : null;
        if ($dot !== false) {
            $left = substr($fullName, 0, $dot);
            $previous = ColumnResolver::findJoin($this, $left);
            if ($previous !== null) {
                $tableMap = $previous->getTableMap();
                $leftAlias = $previous->getRightTableAlias();
            } elseif (ColumnResolver::requireModel($this, $left)[0] !== $tableMap) {
                throw new UnknownModelException(sprintf('"%s" is not joined to the query', $left));
            }
        }
        $relationMap = $tableMap->getRelations()[$name] ?? throw RelatedQueries::unknown($tableMap, $name);
        if ($relationMap->getType() === RelationMap::MANY_TO_MANY) {
            throw new OrmException(sprintf('Relation "%s" is many-to-many: join its cross-reference table', $name));
        }
        $join = ModelJoin::along($relationMap, $joinType, $leftAlias, $alias);

        return $previous === null ? $join : $join->setPreviousJoin($previous);
    }

    /** Two uses of one table without alias would make every column ambiguous. */
    private function refuseSecondUseOfTable(ModelJoin $join, string $name): void
    {
        $used = $join->getRightTableAliasOrName();
        $taken = $used === $this->getPrimaryTableName();
        foreach ($this->joins as $known) {
            $taken = $taken || ($known->getRightTableAliasOrName() === $used && !$known->equals($join));
        }
        if ($taken) {
            throw new LogicException(
                sprintf('Table "%s" is already part of the query: give the relation "%s" an alias', $used, $name),
            );
        }
    }
}
