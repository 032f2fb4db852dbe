<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use IteratorAggregate;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\AbstractInnerQueryCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Criterion\ColumnToQueryOperatorCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsQueryCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\Exception\UnknownRelationException;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * A criteria of a model class, with joins along its relations, related objects in the result and queries on related
 * models.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @template ParentQuery of ModelCriteria|null = null the query that endUse() returns
 * @implements IteratorAggregate<int, T>
 */
abstract class BaseModelCriteria extends Criteria implements IteratorAggregate
{
    /** @var class-string<TableMap>|null the table map of a generated query; other queries find it by their model */
    protected const TABLE_MAP = null;

    /** @var string|null */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $modelName = null;

    /** @var string|null */
    #[PlanRule(PlanRule::NO_PART)]
    protected $modelAlias = null;

    /** @var bool */
    #[PlanRule(PlanRule::DISABLES)]
    protected $useAliasInSQL = false;

    /** @var AbstractFormatter|null */
    #[PlanRule(PlanRule::NO_PART)]
    protected $formatter = null;

    /** @var array<string, ModelWith> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $with = [];

    /** @var ModelCriteria|null */
    #[PlanRule(PlanRule::NO_PART)]
    protected $primaryCriteria = null;

    /** @var Join|null */
    #[PlanRule(PlanRule::NO_PART)]
    protected $previousJoin = null;

    /** @var array<int, ModelCriteria> sub-queries of use…Query() that still need endUse() */
    #[PlanRule(PlanRule::NO_PART)]
    protected $openUses = [];

    /** @var \Closure|null the work of endUse(), for sub-queries that are not merged into the outer query */
    #[PlanRule(PlanRule::NO_PART)]
    protected $finishUse = null;

    /** @param class-string<T>|null $modelName */
    public function __construct(?string $dbName = null, ?string $modelName = null, ?string $modelAlias = null)
    {
        $this->dbName = $dbName;
        $this->modelName = $modelName;
        $this->modelAlias = $modelAlias;
    }

    // The model, its table and its alias.

    /** @return class-string<T>|null */
    public function getModelName()
    {
        $modelName = $this->modelName;

        return $modelName !== null && str_starts_with($modelName, '\\')
            ? $this->modelName = substr($modelName, 1)
            : $modelName;
    }

    /** @return class-string<T> */
    public function getModelNameOrFail()
    {
        return $this->getModelName() ?? throw new LogicException('The query has no model');
    }

    /**
     * @param class-string<T>|null $modelName
     * @return static
     */
    public function setModelName(?string $modelName)
    {
        $this->modelName = $modelName === null ? null : ltrim($modelName, '\\');
        $this->primaryTableName = null;

        return $this;
    }

    /** @return string */
    public function getFullyQualifiedModelName()
    {
        return '\\' . $this->getModelNameOrFail();
    }

    /** @return string */
    public function getModelShortName()
    {
        return self::getShortName($this->getModelNameOrFail());
    }

    /** @return string */
    public static function getShortName(string $class)
    {
        $separator = strrpos($class, '\\');

        return $separator === false ? $class : substr($class, $separator + 1);
    }

    /** @return TableMap throws if the query has no model */
    public function getTableMap()
    {
        // The result is not stored, so that queries built in the same way stay equal, whichever methods were called.
        return $this->ownTableMap() ?? $this->getDatabaseMap()->getTableByPhpName($this->getModelNameOrFail());
    }

    /** Returns the table map of a generated query class if the query is on its model. */
    private function ownTableMap(): ?TableMap
    {
        /** @var class-string<TableMap>|null $class */
        $class = static::TABLE_MAP;
        $isOwn = $class !== null && Orm::$plans?->reportsAdapterChanges
            && ($this->dbName ?? $this->getDbName()) === $class::DATABASE_NAME
            && ($this->modelName === $class::OM_CLASS || $this->getModelName() === ltrim($class::OM_CLASS, '\\'));

        return $isOwn ? $class::getTableMap() : null;
    }

    /** @internal */
    protected function findTableMap(string $name): ?TableMap
    {
        $own = $this->ownTableMap();

        return $own?->getName() === $name ? $own : parent::findTableMap($name);
    }

    /** @return TableMap */
    public function getTableMapOrFail()
    {
        return $this->getTableMap();
    }

    /** @return string|null the name or alias of the model's table in the SQL */
    public function getTableNameInQuery()
    {
        if ($this->useAliasInSQL) {
            return $this->modelAlias;
        }

        return $this->modelName === null ? null : $this->getTableMap()->getName();
    }

    /** @return string|null */
    public function getPrimaryTableName()
    {
        return match (true) {
            $this->useAliasInSQL => $this->modelAlias,
            $this->primaryTableName === null && $this->modelName !== null => $this->getTableMap()->getName(),
            default => $this->primaryTableName,
        };
    }

    /** @return static */
    public function setPrimaryTableName(string $tableName)
    {
        // Only queries with rare clauses check this name: without them, a plan for the model's table would be used.
        $this->rareClauses();

        return parent::setPrimaryTableName($tableName);
    }

    /** @return string|null */
    public function getModelAlias()
    {
        return $this->modelAlias;
    }

    /** @return string|null the alias, or the model name: the name of this query's model in clauses */
    public function getModelAliasOrName()
    {
        return $this->modelAlias ?? $this->getModelName();
    }

    /**
     * Sets the name of the model in clauses, and optionally in the SQL.
     *
     * @param bool $useAliasInSQL true: use the alias in the SQL, too, not only in PHP clauses
     * @return static
     */
    public function setModelAlias(string $modelAlias, bool $useAliasInSQL = false)
    {
        $before = $this->getTableNameInQuery();
        $this->modelAlias = $modelAlias;
        if ($useAliasInSQL) {
            $this->addAlias($modelAlias, (string) $this->getTableMap()->getName());
            $this->useAliasInSQL = true;
            // Names that refer to a sub-query must not be changed to the alias of the next sub-query.
            if (!$this->hasSelectQuery((string) $before)) {
                $this->renameOwnTable((string) $before, $modelAlias);
            }
        }

        return $this;
    }

    /** Replaces the name of the query's own table with its alias in everything that was added so far. */
    private function renameOwnTable(string $from, string $to): void
    {
        if ($from === $to) {
            return;
        }
        $outside = array_merge(...array_map(array_values(...), array_column($this->openGroups, 0)));
        foreach ([...$this->map, ...$outside, ...$this->namedCriterions, $this->getHaving()] as $criterion) {
            $criterion?->renameTable($from, $to);
        }
        $map = [];
        foreach ($this->map as $key => $criterion) {
            $map[self::renamed((string) $key, $from, $to)] = $criterion;
        }
        $this->map = $map;
        foreach ($this->getJoins() as $join) {
            if ($join->getLeftTableAliasOrName() === $from && !($join instanceof ModelJoin && !$join->isPrimary())) {
                $join->setLeftTableAlias($to);
            }
            foreach ($join->ownConditions() as $condition) {
                $condition->renameTable($from, $to);
            }
        }
        $rename = static fn (string $column): string => self::renamed($column, $from, $to);
        $this->orderByColumns = array_map($rename, $this->orderByColumns);
        $rare = $this->rareClauses();
        $rare->groupByColumns = array_map($rename, $rare->groupByColumns);
        $rare->selectColumns = array_map($rename, $rare->selectColumns);
    }

    /**
     * Returns this query with the table name or alias that another query on the model uses.
     *
     * @return static
     */
    protected function underNameOf(self $other)
    {
        [$from, $to] = [(string) $this->getTableNameInQuery(), (string) $other->getTableNameInQuery()];
        if ($from === $to) {
            return $this;
        }
        $query = clone $this;
        $resolver = new Resolver($this);
        CriteriaMerger::fixNames($query, $resolver);
        $rename = function (string $clause) use ($resolver, $from, $to): string {
            return ClauseText::of($clause, $this->getAdapter())->replaceNames(
                static function (string $name) use ($resolver, $from, $to): string {
                    $column = $resolver->column($name);

                    return $column?->table === $from ? $to . '.' . $column->column : $name;
                },
            );
        };
        foreach ($this->rare->asColumns ?? [] as $name => $clause) {
            $query->rareClauses()->asColumns[$name] = $rename($clause);
        }
        foreach ($this->rare->jsonOrders ?? [] as $name => [$column]) {
            $query->rareClauses()->jsonOrders[$name][0] = $rename($column);
        }
        $query->renameOwnTable($from, $to);
        $query->removeAlias($from);
        [$query->modelAlias, $query->useAliasInSQL] = [$other->modelAlias, $other->useAliasInSQL];

        return $query;
    }

    private static function renamed(string $column, string $from, string $to): string
    {
        return str_starts_with($column, $from . '.') ? $to . substr($column, strlen($from)) : $column;
    }

    /** @return bool */
    public function isUsingAliasInSQL()
    {
        return $this->useAliasInSQL;
    }

    /** @return bool */
    public function isIdentifierQuotingEnabled()
    {
        return $this->rare->identifierQuoting ?? ($this->modelName !== null
            && $this->getTableMap()->isIdentifierQuotingEnabled());
    }

    // Results.

    /**
     * Sets the formatter that turns rows into the result.
     *
     * @param AbstractFormatter|class-string<AbstractFormatter> $formatter
     * @return static
     */
    public function setFormatter($formatter)
    {
        if (!is_subclass_of($formatter, AbstractFormatter::class)) {
            $given = is_string($formatter) ? $formatter : get_debug_type($formatter);
            throw new InvalidArgumentException(sprintf('%s is not a valid formatter', $given));
        }
        // A query without a formatter also returns objects, which it can make with a plan.
        $this->formatter = match (true) {
            $formatter === ObjectFormatter::class => null,
            is_string($formatter) => new $formatter(),
            default => $formatter,
        };

        return $this;
    }

    public function __clone()
    {
        parent::__clone();
        if ($this->formatter !== null) {
            $this->formatter = clone $this->formatter;
        }
    }

    /** @return array<string, ModelWith> */
    public function getWith()
    {
        foreach ($this->with as $name => $with) {
            if ($with->isShared) {
                $this->with[$name] = clone $with;
            }
        }

        return $this->with;
    }

    /**
     * @param array<string, ModelWith> $with
     * @return static
     */
    public function setWith(array $with)
    {
        // The typed closure rejects values that are not ModelWith objects.
        $this->with = array_map(static fn (ModelWith $one): ModelWith => $one, $with);

        return $this;
    }

    /** @return static */
    public function clear()
    {
        parent::clear();
        $this->with = [];
        $this->openUses = [];
        $this->formatter = null;
        $this->modelAlias = null;
        $this->useAliasInSQL = false;

        return $this;
    }

    // Joins by the names of relations.

    /**
     * Joins a relation. The default is an inner join.
     *
     * @param string $relation `Author`, `Book.Author`, `Author a`, or the name of a relation with its joined model
     * @return static
     */
    public function join(string $relation, string $joinType = Criteria::INNER_JOIN)
    {
        // The relation name may contain the model alias, so the key includes it.
        $key = $this->modelAlias === null ? $relation : "$this->modelAlias: $relation";
        $first = $this->rare !== null
            ? null
            : Orm::$plans->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$key] ?? null;
        if ($first !== null && $this->joins === []) {
            $this->joins = $first;

            return $this;
        }
        $isNew = $first === null;
        $join = $isNew ? ModelJoin::named($this, $relation, $joinType) : reset($first);
        $name = $isNew ? $join->getRelationAlias() ?? (string) $join->getRelationMap()->getName() : key($first);
        $known = $this->joins[$name] ?? null;
        if ($known instanceof ModelJoin && $known->leadsTo($join)) {
            // The relation is already joined. The latest join type wins.
            if ($known->getJoinType() !== $joinType) {
                $this->getModelJoin($name)->setJoinType($joinType);
            }

            return $this;
        }
        $join->refuseSecondUse($this->joins, $this->getPrimaryTableName(), $name);
        if ($isNew && $this->rare === null && !$join->hasRelationAlias()) {
            $this->shareJoin($joinType, $key, $join, $join->plainShape($name), ModelWith::of($name, $join));
        }
        if ($join->hasRelationAlias()) {
            $this->addAlias($name, (string) $join->getRightTableName());
        }

        return $this->addJoinObject($join, $name);
    }

    /**
     * Keeps a join without an alias, so that all queries of this class can use it.
     *
     * @internal
     *
     * @param string $relation its name, and anything else that the join condition depends on
     * @param string|null $shape the join's part of a query's shape; null: the join is not shared
     * @param ModelWith $with the object that with() adds for the join
     * @param list<mixed> $bound the values that the join condition binds
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
            $shape !== null && Orm::$hasShortcuts && Orm::$plans->reportsAdapterChanges
            && !SelectPlan::isOverridden(static::class, 'joins')
            && Orm::$plans->keep('joins', strlen($relation) + strlen($shape))
        ) {
            Orm::$plans->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$relation]
                = [$with->name => $join->shared($shape, $with, $bound)];
        }
    }

    /** @return static */
    public function addJoinObject(Join $join, ?string $name = null)
    {
        return $this->keepJoin($join, $name);
    }

    /**
     * Joins a relation with LEFT JOIN, which keeps rows without related rows.
     *
     * @return static
     */
    public function leftJoin(string $relation)
    {
        return $this->join($relation, Criteria::LEFT_JOIN);
    }

    /**
     * Joins a relation with RIGHT JOIN.
     *
     * @return static
     */
    public function rightJoin(string $relation)
    {
        return $this->join($relation, Criteria::RIGHT_JOIN);
    }

    /**
     * Joins a relation with INNER JOIN, which omits rows without related rows.
     *
     * @return static
     */
    public function innerJoin(string $relation)
    {
        return $this->join($relation, Criteria::INNER_JOIN);
    }

    /**
     * Joins one of the model's own relations. Generated join methods call it.
     *
     * @return static
     */
    public function relationJoin(string $relation, ?string $relationAlias, ?string $joinType)
    {
        return $this->join(
            $relationAlias === null ? $relation : $relation . ' ' . $relationAlias,
            $joinType ?? Criteria::INNER_JOIN,
        );
    }

    /**
     * Joins a relation and also loads the related objects.
     *
     * @return static
     */
    public function joinWith(string $relation, ?string $joinType = null)
    {
        $joinType ??= Criteria::INNER_JOIN;
        $key = $this->modelAlias === null ? $relation : "$this->modelAlias: $relation";
        $first = $this->joins || $this->with || $this->rare !== null
            ? null
            : Orm::$plans->joins[static::class][$this->dbName ?? ''][$this->modelName ?? ''][$joinType][$key] ?? null;
        if ($first !== null) {
            $this->joins = $first;
            $this->with = reset($first)->sharedWith;

            return $this;
        }
        $name = strpbrk($relation, '. ') === false ? $relation : self::getRelationName($relation);

        return $this->join($relation, $joinType)->with($name);
    }

    /**
     * Also loads the objects of a joined relation.
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
                // Objects must be created before the objects related to them.
                $this->with = array_slice($this->with, 0, $position) + [$relation => $with] + $this->with;

                return $this;
            }
            $position++;
        }
        $this->with[$relation] = $with;

        return $this;
    }

    /**
     * Adds a condition to the ON clause of a join.
     *
     * @return static
     */
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
     * Replaces the ON clause of a join.
     *
     * @param AbstractCriterion|string $condition a condition, or the name of one
     * @return static
     */
    public function setJoinCondition(string $name, AbstractCriterion|string $condition)
    {
        $join = $this->getJoin($name) ?? throw new OrmException(sprintf('There is no join named "%s"', $name));
        $join->setJoinCondition(is_string($condition) ? $this->combineNamed([$condition], 'AND') : $condition);

        return $this;
    }

    // Queries inside of queries.

    /**
     * Returns a query for adding conditions on the model of a joined relation, until endUse().
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useQuery(string $relationName, ?string $queryClass = null)
    {
        $join = $this->getModelJoin($relationName);
        $query = RelatedQueries::on($join->getTableMap(), $queryClass);
        $query->setPrimaryCriteria($this, $join);
        $this->openUses[spl_object_id($query)] = $query;
        $alias = $join->getRightTableAlias();
        if ($alias !== null) {
            $query->setModelAlias($alias, true);
        }

        return $query;
    }

    /**
     * Excludes rows that are marked as deleted. The soft_delete behavior overrides it.
     *
     * @return void
     */
    protected function hideDeleted()
    {
    }

    /**
     * Excludes rows of other classes in the same table. Queries on a class with single table inheritance override it.
     *
     * @return static
     */
    protected function restrictToClass()
    {
        return $this;
    }

    /**
     * Returns the query for use inside another statement. Query hooks do not run there, so the conditions that always
     * belong to its class are added.
     *
     * @return static
     */
    protected function asPart()
    {
        if (!SelectPlan::isOverridden(static::class, 'rows')) {
            return $this;
        }
        $query = (clone $this)->restrictToClass();
        $query->hideDeleted();

        return $query;
    }

    /**
     * Ends a query that was started with use…Query() and returns the outer query.
     *
     * @return ParentQuery
     */
    public function endUse()
    {
        $primary = $this->primaryCriteria ?? throw new LogicException('endUse() without a matching use…Query()');
        if ($this->conditionalProxy !== null || $this->openUses || $this->openGroups) {
            $this->assertEnded();
        }
        $finish = $this->finishUse;
        $this->primaryCriteria = null;
        $this->finishUse = null;
        unset($primary->openUses[spl_object_id($this)]);
        if ($finish !== null) {
            $finish();
        } else {
            $this->primaryTableName = null;
            $primary->mergeUsedQuery($this->restrictToClass());
        }

        return $primary;
    }

    /**
     * Passes a query of use…Query() to a function, and then calls endUse().
     *
     * @param callable(ModelCriteria): mixed $callback
     * @return static
     */
    public function withUsedQuery(ModelCriteria $query, callable $callback)
    {
        $callback($query);
        $query->endUse();

        return $this;
    }

    /** @internal */
    protected function assertFinished(): void
    {
        if ($this->primaryCriteria !== null) {
            throw new LogicException(sprintf(
                'endUse() is missing: this query on %s is a part of a query on %s, which is to be executed',
                $this->modelName,
                $this->primaryCriteria->modelName,
            ));
        }
        $this->assertEnded();
    }

    /** Throws if a group, an _if() or a sub-query of this query has not been ended. */
    private function assertEnded(): void
    {
        parent::assertFinished();
        foreach ($this->openUses as $query) {
            // The join of an unfinished use…Query() stays in the query, but its conditions would be lost.
            $isLost = $query->primaryCriteria !== null && ($query->finishUse !== null || $query->hasOwnContent());
            if ($isLost) {
                throw new LogicException(sprintf(
                    'endUse() is missing: the query on %s has begun one on %s, which endUse() has to end',
                    $this->modelName,
                    $query->modelName,
                ));
            }
        }
    }

    /** @return bool whether a sub-query has received any conditions, joins or other clauses */
    protected function hasOwnContent()
    {
        $rare = $this->rare === null ? null : clone $this->rare;
        if ($rare !== null) {
            unset($rare->aliases[$this->modelAlias ?? '']);
        }

        return $this->map !== [] || $this->joins !== [] || $this->with !== [] || $this->orderByColumns !== []
            || $this->namedCriterions !== [] || $this->limit >= 0 || $this->offset !== 0
            || ($rare !== null && $rare != new RareClauses());
    }

    /**
     * Makes this query a sub-query of another one.
     *
     * @param Join $previousJoin the join in the other query that leads to this query
     * @return static
     */
    public function setPrimaryCriteria(ModelCriteria $criteria, Join $previousJoin)
    {
        $this->primaryCriteria = $criteria;

        return $this->setPreviousJoin($previousJoin);
    }

    /** @return Join|null */
    public function getPreviousJoin()
    {
        return $this->previousJoin;
    }

    /** @return static */
    public function setPreviousJoin(Join $previousJoin)
    {
        $this->previousJoin = $previousJoin;

        return $this;
    }

    /** @return ModelCriteria|null */
    public function getPrimaryCriteria()
    {
        return $this->primaryCriteria;
    }

    /** @return ModelJoin */
    public function getModelJoin(string $name)
    {
        $join = $this->getJoin($name);

        return $join instanceof ModelJoin ? $join : throw new UnknownRelationException(
            sprintf('The query on %s has not joined "%s"', $this->getModelName(), $name),
        );
    }

    /**
     * Starts a query on a related model that becomes a condition of this query.
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
     * Starts a query on related rows that becomes an EXISTS condition of this query.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useExistsQuery(
        string $relationName,
        ?string $modelAlias = null,
        ?string $queryClass = null,
        string $typeOfExists = ExistsCriterion::TYPE_EXISTS,
    ) {
        $query = RelatedQueries::correlated($this, $relationName, $modelAlias, $queryClass);

        return $this->beginUse($query, function () use ($query, $typeOfExists): void {
            $this->whereExists($query, $typeOfExists);
        });
    }

    /**
     * Starts a query on related rows that becomes a NOT EXISTS condition of this query.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useNotExistsQuery(string $relationName, ?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useExistsQuery($relationName, $modelAlias, $queryClass, ExistsCriterion::TYPE_NOT_EXISTS);
    }

    /**
     * Starts a query on related rows that becomes an IN condition of this query.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useInQuery(
        string $relationName,
        ?string $modelAlias = null,
        ?string $queryClass = null,
        string $typeOfIn = 'IN',
    ) {
        $class = ColumnToQueryOperatorCriterion::class;
        if (RelatedQueries::relation($this, $relationName)->isComposite()) {
            $class = ExistsQueryCriterion::class;
            $typeOfIn = strtoupper(trim($typeOfIn)) === 'IN' ? 'EXISTS' : 'NOT EXISTS';
        }

        return $this->useAbstractInnerQueryCriterion($class, $relationName, $modelAlias, $queryClass, $typeOfIn);
    }

    /**
     * Starts a query on related rows that becomes a NOT IN condition of this query.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useNotInQuery(string $relationName, ?string $modelAlias = null, ?string $queryClass = null)
    {
        return $this->useInQuery($relationName, $modelAlias, $queryClass, 'NOT IN');
    }

    /**
     * Starts a query whose aggregates become virtual columns of this query. Each addAsColumn() of the query on the
     * relation adds one value per row.
     *
     * @param class-string<ModelCriteria>|null $queryClass
     * @return ModelCriteria
     */
    public function useGroupByQuery(string $relationName, ?string $modelAlias = null, ?string $queryClass = null)
    {
        $query = RelatedQueries::correlated($this, $relationName, $modelAlias, $queryClass);

        return $this->beginUse($query, function () use ($query): void {
            RelatedQueries::addAggregates($this, $query);
        });
    }

    /** @param \Closure(): void $finish the work of the query's endUse() */
    private function beginUse(ModelCriteria $query, \Closure $finish): ModelCriteria
    {
        $query->primaryCriteria = $this;
        $query->finishUse = $finish;
        $this->openUses[spl_object_id($query)] = $query;

        return $query;
    }

    /** @return void */
    protected function mergeUsedQuery(ModelCriteria $used)
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
            // Objects loaded by the sub-query stay related to the objects of its model.
            $this->with[$name] = $with->along($used->getModelJoin($name));
        }
        $used->removeAlias((string) $used->modelAlias);
        $this->merge($used, $or ? Criteria::LOGICAL_OR : null);
    }

    // Names of relations and columns.

    /** @return array{string, string|null} the class and the alias, given `Book b` */
    public static function getClassAndAlias(string $class)
    {
        [$name, $alias] = array_pad(explode(' ', trim($class), 2), 2, null);

        return [ltrim($name, '\\'), $alias];
    }

    /** @return string the join name, given `Book.Author a`: the alias, or else the relation */
    public static function getRelationName(string $relation)
    {
        [$name, $alias] = self::getClassAndAlias($relation);
        $dot = strrpos($name, '.');

        return $alias ?? ($dot === false ? $name : substr($name, $dot + 1));
    }

    /** @return ModelJoin|null */
    public function getModelJoinByTableName(string $tableName)
    {
        foreach ($this->getJoins() as $join) {
            if ($join instanceof ModelJoin && $join->getTableMap()->getName() === $tableName) {
                return $join;
            }
        }

        return null;
    }

    /** @return bool whether to-many relations are also loaded */
    public function isWithOneToMany()
    {
        foreach ($this->with as $with) {
            if ($with->isToMany) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param string $columnName `Book.Title`, `b.Title`, `Title`, or the name of a withColumn() column
     * @return array{ColumnMap|null, string|null} the column (null for a virtual one) and its name in the SQL
     */
    protected function getColumnFromName(string $columnName, bool $failSilently = true)
    {
        $resolver = new Resolver($this);
        $column = $failSilently ? $resolver->column($columnName) : $resolver->require($columnName);

        return [$column?->map, $column?->name()];
    }

    /** @return array{ColumnMap|null, string|null} like getColumnFromName(), for the sub-query with the alias $class */
    protected function getColumnFromSubQuery(string $class, string $phpName, bool $failSilently = true)
    {
        $subQuery = $this->getSelectQuery($class);
        $column = $subQuery === null ? null : Resolver::ofSubQuery($subQuery, $class, $phpName);
        if ($column === null && !$failSilently) {
            throw new UnknownColumnException(sprintf('The subquery "%s" has no column "%s"', $class, $phpName));
        }

        return [$column?->map, $column?->name()];
    }

    /**
     * Adds a condition that a query finds rows.
     *
     * @return static
     */
    public function whereExists(ModelCriteria $query, string $operator = ExistsCriterion::TYPE_EXISTS)
    {
        return $this->addUsingOperator(new ExistsCriterion($this, $query, $operator), null, null, false);
    }

    /**
     * Adds a condition that a query finds no rows.
     *
     * @return static
     */
    public function whereNotExists(ModelCriteria $query)
    {
        return $this->whereExists($query, ExistsCriterion::TYPE_NOT_EXISTS);
    }

    /**
     * @param int|null $bindingType a PDO type
     * @return AbstractCriterion
     */
    abstract protected function getCriterionForClause(string $clause, mixed $value, ?int $bindingType = null);

    /** @return string */
    public function getAliasedColName(string $column)
    {
        return $this->useAliasInSQL
            ? $this->modelAlias . substr($column, (int) strrpos($column, '.'))
            : $column;
    }

    /** @return string the SQL name of a column of this model */
    protected function getRealColumnName(string $columnName)
    {
        $column = $this->getTableMap()->findColumnByName($columnName)
            ?? throw (new Resolver($this))->unknown($columnName);

        return $this->getAliasedColName($column->getFullyQualifiedName());
    }

    /** @return list<string> the columns that select('*') selects */
    protected function resolveSelectAll()
    {
        return $this->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
    }

    /** @return AbstractFormatter */
    public function getFormatter()
    {
        return $this->formatter ??= new ObjectFormatter();
    }
}
