<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Error;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Formatter\StatementFormatter;
use Orm\Runtime\Orm;
use ReflectionClass;

use function is_array;
use function is_int;
use function is_string;

/**
 * A query on a model: conditions and order by phpName, relations by name, results as objects.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @template ParentQuery of ModelCriteria|null = null the query that endUse() goes back to
 * @extends BaseModelCriteria<T>
 */
class ModelCriteria extends BaseModelCriteria
{
    use ModelConditionTrait;
    /** @use ModelFindTrait<T> */
    use ModelFindTrait;
    /** @use ModelRelationTrait<ParentQuery> */
    use ModelRelationTrait;
    use ModelWriteTrait;

    public const FORMAT_OBJECT = ObjectFormatter::class;
    public const FORMAT_ARRAY = ArrayFormatter::class;
    public const FORMAT_STATEMENT = StatementFormatter::class;
    public const FORMAT_ON_DEMAND = OnDemandFormatter::class;

    /** The table map class; generated queries name it, others find it by their model. */
    protected const TABLE_MAP = null;

    /** @var class-string<\Throwable> */
    #[PlanRule(PlanRule::NO_PART)]
    protected string $entityNotFoundExceptionClass = EntityNotFoundException::class;

    #[PlanRule(PlanRule::NO_PART)]
    protected bool $isSelfSelected = false;

    /** @return static of the generated base class, the class that extends it */
    public static function create(?string $modelAlias = null, ?Criteria $criteria = null): Criteria
    {
        if ($criteria instanceof static) {
            return clone $criteria;
        }
        try {
            $query = new static();
        } catch (Error $failure) {
            $query = self::ofBaseClass() ?? throw $failure;
        }
        if ($modelAlias !== null) {
            $query->setModelAlias($modelAlias);
        }
        if ($criteria !== null) {
            $query->mergeWith($criteria);
        }

        return $query;
    }

    /**
     * @param list<string>|string $clause a clause with phpNames and `?`, or names of conditions
     * @param mixed $value the value; for named conditions the operator
     * @return static
     */
    public function where(array|string $clause, mixed $value = null, ?int $bindingType = null)
    {
        $criterion = is_array($clause)
            ? $this->getCriterionForConditions($clause, is_string($value) ? $value : null)
            : $this->getCriterionForClause($clause, $value, $bindingType);

        return $this->addUsingOperator($criterion, null, null, false);
    }

    /**
     * Keeps a clause under a name, for where() and combine().
     *
     * @param ?int $bindingType
     * @return static
     */
    public function condition(string $name, string $clause, mixed $value = null, ?int $bindingType = null)
    {
        return $this->addCond($name, $this->getCriterionForClause($clause, $value, $bindingType));
    }

    /**
     * @param list<string>|string $clause
     * @return static
     */
    public function having(array|string $clause, mixed $value = null, ?int $bindingType = null)
    {
        return $this->addHaving(
            is_array($clause)
                ? $this->getCriterionForConditions($clause, is_string($value) ? $value : null)
                : $this->getCriterionForClause($clause, $value, $bindingType),
        );
    }

    /** @return static */
    public function whereExists(ModelCriteria $query, string $operator = ExistsCriterion::TYPE_EXISTS)
    {
        return $this->addUsingOperator(new ExistsCriterion($this, $query, $operator), null, null, false);
    }

    /** @return static */
    public function whereNotExists(ModelCriteria $query)
    {
        return $this->whereExists($query, ExistsCriterion::TYPE_NOT_EXISTS);
    }

    /** @return static */
    public function orderBy(string $columnName, string $order = self::ASC)
    {
        // The short way from a phpName to `table.column`, where nothing else can be meant.
        $isPlain = !$this->useAliasInSQL && ($this->rare === null || $this->rare->asColumns === []);
        $map = $isPlain ? static::TABLE_MAP : null;
        $column = ($map === null ? null : $map::columnOf($columnName)) ?? ColumnResolver::require($this, $columnName);
        if ($order === self::ASC) {
            return $this->addAscendingOrderByColumn($column);
        }

        return match (strtoupper($order)) {
            self::ASC => $this->addAscendingOrderByColumn($column),
            self::DESC => $this->addDescendingOrderByColumn($column),
            default => throw new UnexpectedValueException(
                sprintf('"%s" is not a valid order: use Criteria::ASC or Criteria::DESC', $order),
            ),
        };
    }

    /**
     * @param list<string>|string $columnName
     * @return static
     */
    public function groupBy(array|string $columnName)
    {
        if ($columnName === '' || $columnName === []) {
            throw new OrmException('groupBy() needs at least one column');
        }
        foreach ((array) $columnName as $name) {
            $this->addGroupByColumn(ColumnResolver::require($this, $name));
        }

        return $this;
    }

    /**
     * Groups by all columns of a model in the query: its class, its short name or its alias.
     *
     * @return static
     */
    public function groupByClass(string $class)
    {
        [$tableMap, $prefix] = ColumnResolver::requireModel($this, $class);
        foreach ($tableMap->getColumns() as $column) {
            if (!$column->isLazyLoad()) {
                $this->addGroupByColumn($prefix . '.' . $column->getName());
            }
        }

        return $this;
    }

    /** @return static */
    public function distinct()
    {
        return $this->setDistinct();
    }

    /**
     * @param int|string $limit -1: none
     * @return static
     */
    public function limit(int|string $limit)
    {
        return $this->setLimit(is_int($limit) ? $limit : self::number($limit, 'limit'));
    }

    /**
     * @param int|string $offset
     * @return static
     */
    public function offset(int|string $offset)
    {
        return $this->setOffset(is_int($offset) ? $offset : self::number($offset, 'offset'));
    }

    /**
     * @param list<string>|string $columns phpNames: find() then gives rows, or values if there is one name
     * @return static
     */
    public function select(array|string $columns)
    {
        if ($columns === [] || $columns === '') {
            throw new OrmException('select() needs at least one column');
        }
        $this->rareClauses()->select = $columns === '*'
            ? $this->resolveSelectAll()
            : $columns;

        return $this;
    }

    /** @return list<string>|string|null */
    public function getSelect()
    {
        return $this->rare->select ?? null;
    }

    /**
     * Adds an expression to the result, as a virtual column of the objects.
     *
     * @return static
     */
    public function withColumn(string $clause, ?string $name = null)
    {
        $name ??= str_replace(['.', '(', ')'], '', $clause);
        $this->replaceNames($clause);
        $this->addAsColumn($name, $clause);
        $this->rareClauses()->hasVirtualColumns = true;

        return $this;
    }

    /**
     * Reads from a sub-query; on the same model its alias then stands for the table.
     *
     * @return static
     */
    public function addSelectQuery(Criteria $subQuery, ?string $alias = null, bool $addAliasAndSelectColumns = true)
    {
        $alias ??= 'alias_' . (count($this->getSelectQueries()) + 1);
        if ($subQuery instanceof ModelCriteria && $subQuery->isWithoutColumns()) {
            $subQuery = clone $subQuery;
            $subQuery->addSelfSelectColumns();
        }
        parent::addSelectQuery($subQuery, $alias);
        $sameModel = $subQuery instanceof ModelCriteria && $subQuery->getModelName() === $this->getModelName();
        if ($addAliasAndSelectColumns && $sameModel) {
            $this->setModelAlias($alias, true);
        }

        return $this;
    }

    /** @return static */
    public function addSelfSelectColumns(bool $force = false)
    {
        if (!$this->isSelfSelected || $force) {
            $this->isSelfSelected = true;
            $this->getTableMap()::addSelectColumns($this, $this->useAliasInSQL ? $this->modelAlias : null);
        }

        return $this;
    }

    /** @return static */
    public function removeSelfSelectColumns(bool $force = false)
    {
        if ($this->isSelfSelected || $force) {
            $this->isSelfSelected = false;
            $this->getTableMap()::removeSelectColumns($this, $this->useAliasInSQL ? $this->modelAlias : null);
        }

        return $this;
    }

    public function isSelfColumnsSelected(): bool
    {
        return $this->isSelfSelected;
    }

    /** @return static */
    public function addRelationSelectColumns(string $relation)
    {
        $join = $this->getModelJoin($relation);
        $join->getTableMap()::addSelectColumns($this, $join->getRightTableAlias());

        return $this;
    }

    /**
     * Adds a condition on a column of the model, under the alias of the query: what generated filterBy methods call.
     *
     * @param mixed $value a list means IN; `['min' => …, 'max' => …]` a range, on columns with numbers or dates
     * @param int|string|null $comparison
     * @return static
     */
    public function addUsingAlias(string $column, mixed $value = null, ?string $comparison = null)
    {
        // The shortcut for plain conditions, which are the most frequent ones.
        if (
            (is_int($value) || is_string($value)) && !isset($this->map[$column])
            && ($comparison === null || isset(BasicCriterion::OPERATORS[$comparison]))
            && $this->rare === null && !$this->isOrNext
            && !(Orm::$state->ownConditions[static::class] ?? QueryHooks::hasOwnConditions(static::class))
        ) {
            $this->map[$column] = new BasicCriterion($this, $column, $value, $comparison);

            return $this;
        }
        if (is_array($value)) {
            if ($this->isRange($column, $value)) {
                return $this->conditionOnRange($column, $value, null);
            }
            $comparison ??= self::IN;
        }
        if ($this->useAliasInSQL) {
            $column = $this->getAliasedColName($column);
        }
        if (isset($this->map[$column]) || $this->isOrNext) {
            return $this->addUsingOperator($column, $value, $comparison);
        }
        $this->map[$column] = $this->getNewCriterion($column, $value, $comparison);

        return $this;
    }

    public function getAliasedColName(string $column): string
    {
        return $this->useAliasInSQL
            ? $this->modelAlias . substr($column, (int) strrpos($column, '.'))
            : $column;
    }

    /** @return static */
    public function mergeWith(Criteria $criteria, ?string $operator = null)
    {
        parent::mergeWith($criteria, $operator);
        if ($criteria instanceof self && $criteria->getModelName() === $this->getModelName()) {
            $this->with += $criteria->with;
        }

        return $this;
    }

    public function equals(Criteria $other): bool
    {
        return parent::equals($other) && (!$other instanceof self || (
            $other->getModelName() === $this->getModelName() && $other->getSelect() === $this->getSelect()
            && array_keys($other->with) === array_keys($this->with)
            && $other->getPrimaryTableName() === $this->getPrimaryTableName()
        ));
    }

    /** @return static */
    public function clear()
    {
        parent::clear();
        $this->isSelfSelected = false;

        return $this;
    }

    /**
     * Methods that are not generated; see MagicCalls.
     *
     * @param list<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        return MagicCalls::call($this, $name, $arguments);
    }

    /** Whether the columns of the model have still to be selected; virtual columns go beside them. */
    private function isWithoutColumns(): bool
    {
        return $this->getSelect() === null && (!$this->hasSelectClause() || (
            $this->rare->hasVirtualColumns && $this->rare->selectColumns === [] && $this->rare->groupByColumns === []
        ));
    }

    /** A query of the stub class, for calls that name the generated base class. */
    private static function ofBaseClass(): ?self
    {
        $class = static::TABLE_MAP === null ? null : ltrim((static::TABLE_MAP)::OM_CLASS, '\\') . 'Query';

        return (new ReflectionClass(static::class))->isAbstract() && is_subclass_of((string) $class, static::class)
            ? new $class()
            : null;
    }

    private static function number(string $value, string $what): int
    {
        if (!preg_match('/^-?\d+$/', $value)) {
            throw new InvalidArgumentException(sprintf('The %s must be a number, not "%s"', $what, $value));
        }

        return (int) $value;
    }
}
