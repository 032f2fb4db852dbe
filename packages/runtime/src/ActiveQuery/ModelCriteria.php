<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Error;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Formatter\StatementFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use ReflectionClass;
use Stringable;

use function is_array;
use function is_int;
use function is_string;

/**
 * A query on a model: conditions and order by phpName, relations by name, results as objects.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @template ParentQuery of ModelCriteria|null = null the query that endUse() goes back to
 * @extends BaseModelCriteria<T, ParentQuery>
 */
class ModelCriteria extends BaseModelCriteria
{
    /** @use ModelFindTrait<T> */
    use ModelFindTrait;

    public const FORMAT_OBJECT = ObjectFormatter::class;
    public const FORMAT_ARRAY = ArrayFormatter::class;
    public const FORMAT_STATEMENT = StatementFormatter::class;
    public const FORMAT_ON_DEMAND = OnDemandFormatter::class;

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
        $column = ($map === null ? null : $map::columnOf($columnName)) ?? $this->columnOrPending($columnName);
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
            $this->addGroupByColumn($this->columnOrPending($name));
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
        $resolver = new Resolver($this);
        [$tableMap, $prefix] = $resolver->model($class) ?? throw $resolver->unknownModel($class);
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
        $this->addAsColumn($name, $clause);
        $this->rareClauses()->hasVirtualColumns = true;

        return $this;
    }

    /**
     * Adds a virtual column whose value a query finds for each row. That query can name the tables of this one.
     *
     * @return static
     */
    public function withQueryColumn(Criteria $query, string $name)
    {
        $this->addQueryColumn($name, $query);
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

    /**
     * Puts a query before this one, `WITH name AS (SELECT …)`, which then reads from it like from a table.
     *
     * @return static
     */
    public function withCommonTable(string $name, Criteria $query)
    {
        $this->addSelectQuery($query, $name, false);
        $this->rareClauses()->commonTables[$name] = true;

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
            && !(Orm::$state->ownConditions[static::class] ?? SelectPlan::hasOwnConditions(static::class))
        ) {
            $this->map[$column] = new BasicCriterion($this, $column, $value, $comparison);
            $this->lastCondition = null;

            return $this;
        }
        if (is_array($value)) {
            if (ColumnConditions::isRange($this, $column, $value)) {
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
        $this->lastCondition = null;

        return $this;
    }

    /**
     * Adds a condition on a column given by phpName, like the generated method of that column.
     *
     * @return static
     */
    public function filterBy(string $column, mixed $value, ?string $comparison = null)
    {
        $method = 'filterBy' . $column;
        // Names may come from outside: filterByArray() and the like are not filters of a column.
        if (method_exists($this, $method) && !method_exists(self::class, $method)) {
            return $this->$method($value, $comparison);
        }

        $columnMap = $this->getTableMap()->findColumnByName($column)
            ?? throw (new Resolver($this))->unknown($column);

        return $this->conditionOnValue($columnMap->getFullyQualifiedName(), $value, $comparison);
    }

    /**
     * @param array<string, mixed> $conditions values, or lists of arguments, by phpName
     * @return static
     */
    public function filterByArray(array $conditions)
    {
        foreach ($conditions as $column => $arguments) {
            if (is_array($arguments) && in_array($arguments[1] ?? null, [Criteria::CUSTOM, Criteria::RAW], true)) {
                // A list may come from outside, where a plain value was meant.
                throw new InvalidClauseException(sprintf('filterByArray() does not accept SQL for "%s"', $column));
            }
            is_array($arguments) && array_is_list($arguments)
                ? $this->filterBy((string) $column, ...$arguments)
                : $this->filterBy((string) $column, $arguments);
        }

        return $this;
    }

    /**
     * @param array<mixed>|int|string|null $key a list for a composite key
     * @return static
     */
    public function filterByPrimaryKey(mixed $key)
    {
        return $this->addTogether(KeyConditions::one($this, $key));
    }

    /**
     * @param list<mixed>|mixed $keys one key is a list of one
     * @return static
     */
    public function filterByPrimaryKeys($keys)
    {
        KeyConditions::addAny($this, $keys);

        return $this;
    }

    /**
     * Excludes an object from the result.
     *
     * @return static
     */
    public function prune(?ActiveRecordInterface $object = null)
    {
        if ($object !== null) {
            KeyConditions::addOther($this, $object);
        }

        return $this;
    }

    /** @return array<string, string> */
    public function getAsColumns(): array
    {
        $columns = parent::getAsColumns();
        if ($columns === [] || $this->modelName === null) {
            return $columns;
        }
        $params = [];
        $context = new SqlContext($this, $this->getAdapter(), $params);

        return array_map($context->expression(...), $columns);
    }

    /** @return list<string> */
    public function getOrderByColumns(): array
    {
        return $this->withoutPending(parent::getOrderByColumns());
    }

    /** @return list<string> */
    public function getGroupByColumns(): array
    {
        return $this->withoutPending(parent::getGroupByColumns());
    }

    /**
     * @param list<string> $clauses columns, perhaps with a direction
     * @return list<string> the same, with the columns behind names that were not known when they were said
     */
    private function withoutPending(array $clauses): array
    {
        foreach ($this->rare->pendingNames ?? [] as $name => $true) {
            $column = (new Resolver($this))->column($name);
            foreach ($column === null ? [] : $clauses as $i => $clause) {
                if ($clause === $name || str_starts_with($clause, $name . ' ')) {
                    $clauses[$i] = $column->name() . substr($clause, strlen($name));
                }
            }
        }

        return $clauses;
    }

    /** Refuses names in the order and the groups that still nothing in the query has. */
    protected function refuseUnknownNames(): void
    {
        foreach ($this->rare->pendingNames ?? [] as $name => $true) {
            (new Resolver($this))->require($name);
        }
    }

    /**
     * The column behind a name. A model that the query does not have yet may be joined later: its name is kept as it is
     * and found, or refused, when the SQL is written.
     */
    private function columnOrPending(string $name): string
    {
        $resolver = new Resolver($this);
        $column = $resolver->column($name);
        if ($column !== null) {
            return $column->name();
        }
        $dot = strrpos($name, '.');
        if (
            $dot === false || $resolver->model(substr($name, 0, $dot)) !== null
            || preg_match('/^[\\\\\w\x80-\xff]+\.[\w\x80-\xff]+$/D', $name) !== 1
        ) {
            throw $resolver->unknown($name);
        }
        $this->rareClauses()->pendingNames[$name] = true;

        return $name;
    }

    /** A condition on a column whose values are compared unchanged. A list means IN. */
    protected function conditionOnValue(string $column, mixed $value, ?string $comparison): static
    {
        return $this->addUsingAlias($column, $value, $comparison ?? (is_array($value) ? Criteria::IN : null));
    }

    /** Numbers and dates: also `['min' => …, 'max' => …]`. */
    protected function conditionOnRange(string $column, mixed $value, ?string $comparison): static
    {
        if (!is_array($value) || (!array_key_exists('min', $value) && !array_key_exists('max', $value))) {
            if (is_array($value)) {
                ColumnConditions::refuseUnknownBounds($column, $value);
            }

            return $this->conditionOnValue($column, $value, $comparison);
        }
        $conditions = [];
        if (isset($value['min'])) {
            $conditions[] = [$column, $value['min'], Criteria::GREATER_EQUAL];
        }
        if (isset($value['max'])) {
            $conditions[] = [$column, $value['max'], Criteria::LESS_EQUAL];
        }

        return $this->addTogether($conditions);
    }

    /** A value for a column of numbers: databases disagree about what text is equal to. */
    protected function comparable(string $column, mixed $value, ?string $comparison): mixed
    {
        if (
            $comparison === null || isset(Criterion\BasicCriterion::OPERATORS[$comparison])
            || $comparison === Criteria::IN || $comparison === Criteria::NOT_IN
        ) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if (is_string($one) || ($one instanceof Stringable && !$one instanceof Criteria)) {
                    NumberValue::assertComparable((string) $one, $column);
                }
            }
        }

        return $value;
    }

    protected function conditionOnBoolean(string $column, mixed $value, ?string $comparison): static
    {
        if (is_array($value)) {
            $boolean = static fn (mixed $one): ?bool => ColumnValue::boolean($one, $column, true);

            return $this->conditionOnValue($column, array_map($boolean, $value), $comparison);
        }

        return $this->addUsingAlias(
            $column,
            $value instanceof Criteria ? $value : ColumnValue::boolean($value, $column, true),
            $comparison,
        );
    }

    protected function conditionOnEnum(string $column, mixed $value, ?string $comparison): static
    {
        return $this->conditionOnValue($column, ColumnConditions::enum($this, $column, $value), $comparison);
    }

    protected function conditionOnSet(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::set($this, $column, $value, $comparison);

        return $this;
    }

    /** Array columns are stored as `| a | b |`; elements are found by LIKE. */
    protected function conditionOnArray(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::array($this, $column, $value, $comparison);

        return $this;
    }

    /** JSON is compared by its contents, whatever blanks it has. A list means one of its elements. */
    protected function conditionOnJson(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::json($this, $column, $value, $comparison);

        return $this;
    }

    /** Objects are stored serialized. */
    protected function conditionOnObject(string $column, mixed $value, ?string $comparison): static
    {
        $stored = ColumnConditions::serialized($column, $value, $comparison);

        return $this->conditionOnValue($column, $stored, $comparison);
    }

    /** Rows related to an object, or to one of the objects of a collection. */
    protected function conditionOnRelated(string $relationName, mixed $target, ?string $comparison): static
    {
        $conditions = ColumnConditions::related($this, $relationName, $target, $comparison);

        return $conditions === null ? $this : $this->addTogether($conditions);
    }

    /**
     * Rows related to an object, or to one of the objects of a collection, by rows between.
     *
     * @param string $rows the relation to the rows between
     * @param string $relation their relation to the object
     * @param bool $isPair whether at most one row is between two objects
     */
    protected function conditionOnCross(
        string $rows,
        string $relation,
        mixed $target,
        ?string $comparison,
        bool $isPair,
    ): static {
        // A join would give an object as often as there are rows between; a second condition is about another row.
        $isJoined = $isPair && !$target instanceof Collection && ($comparison ?? self::EQUAL) === self::EQUAL
            && !$this->isOrNext && !$this->hasJoin($rows);
        $query = $isJoined ? $this->{'use' . $rows . 'Query'}() : $this->useExistsQuery($rows);
        try {
            $query->{'filterBy' . $relation}($target, $comparison)->endUse();
        } finally {
            // A refused object leaves nothing that waits for its end.
            unset($this->openUses[spl_object_id($query)]);
        }

        return $this;
    }

    /**
     * Adds conditions that belong together: after _or(), all of them together are the alternative.
     *
     * @param list<array{string, mixed, string|null}> $conditions columns, values and comparisons
     */
    private function addTogether(array $conditions): static
    {
        if (!$this->isOrNext || count($conditions) < 2) {
            foreach ($conditions as [$column, $value, $comparison]) {
                $this->addUsingAlias($column, $value, $comparison);
            }

            return $this;
        }
        $all = null;
        foreach ($conditions as [$column, $value, $comparison]) {
            $one = $this->getNewCriterion($this->getAliasedColName($column), $value, $comparison);
            $all = $all === null ? $one : $all->addAnd($one);
        }

        return $this->addUsingOperator($all);
    }

    /** Puts the columns of select() into the list of the SELECT. */
    public function configureSelectColumns(): void
    {
        $select = $this->getSelect();
        if ($select === null) {
            return;
        }
        foreach ((array) $select as $name) {
            $name = BoundValue::text($name);
            if (isset($this->rare->asColumns[$name]) || isset($this->rare->asColumns['"' . $name . '"'])) {
                continue;
            }
            $resolver = new Resolver($this);
            $column = $resolver->column($name) ?? throw new OrmException($resolver->unknown($name)->getMessage());
            $this->rareClauses()->asColumns['"' . str_replace('"', '', $name) . '"'] = $column->name();
        }
        $this->rareClauses()->selectColumns = [];
    }

    /**
     * @param class-string<TableMap> $tableMapClassName
     * @return static
     */
    public function addSelfSelectColumnsFromTableMapClass(string $tableMapClassName, ?string $alias = null)
    {
        if (!is_subclass_of($tableMapClassName, TableMap::class)) {
            throw new InvalidArgumentException(sprintf('%s is not a valid table map', $tableMapClassName));
        }
        $tableMapClassName::addSelectColumns($this, $alias);

        return $this;
    }

    /** @param list<string> $conditions their names */
    protected function getCriterionForConditions(array $conditions, ?string $operator = null): AbstractCriterion
    {
        return $this->combineNamed($conditions, $operator ?? self::LOGICAL_AND);
    }

    /** @param int|null $bindingType a PDO type */
    protected function getCriterionForClause(string $clause, mixed $value, ?int $bindingType = null): AbstractCriterion
    {
        if (Orm::$state->ownNames[static::class] ?? SelectPlan::hasOwnNames(static::class)) {
            [$clause, $value] = $this->ownClause($clause, $value);
        }
        if ($bindingType !== null) {
            return new RawModelCriterion($this, $clause, '', $value, null, $bindingType);
        }
        $class = Orm::$state->clauses[$clause] ?? ClauseReader::kind($clause);

        return new $class($this, $clause, '', $value);
    }

    /**
     * A clause and its value as a class of the application wants them, which finds names or converts values in a way of
     * its own.
     *
     * @return array{string, mixed}
     */
    private function ownClause(string $clause, mixed $value): array
    {
        $this->replaceNames($clause);
        $column = $this->replacedColumns[0] ?? null;

        return [$clause, $column instanceof ColumnMap ? $this->convertValueForColumn($value, $column) : $value];
    }

    /**
     * What is bound for the value of a clause: the position of an ENUM value, the mask of a SET, the text of a list.
     *
     * @return mixed
     */
    protected function convertValueForColumn(mixed $value, ColumnMap $column)
    {
        return ClauseReader::converted($value, $column);
    }

    /** @param array<string> $matches the name is the first */
    protected function doReplaceNameInExpression(array $matches): string
    {
        $column = (new Resolver($this))->column($matches[0]);
        if ($column === null) {
            return $matches[0];
        }
        $this->replacedColumns[] = $column->map ?? $column->name();
        $params = [];

        return (new SqlContext($this, $this->getAdapter(), $params))->named($column);
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
        if (!$criteria instanceof self || $criteria->getModelName() !== $this->getModelName()) {
            return parent::mergeWith($criteria, $operator);
        }
        parent::mergeWith($criteria->underNameOf($this), $operator);
        $this->with += $criteria->with;

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
        return $this->getSelect() === null && (!parent::hasSelectClause() || (
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
