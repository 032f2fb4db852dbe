<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Closure;
use DateTimeInterface;
use Error;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\ExistsCriterion;
use Orm\Runtime\ActiveQuery\Criterion\JsonPathCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\QueryExecutor\EmulatedCascade;
use Orm\Runtime\ActiveQuery\QueryExecutor\FindOrSave;
use Orm\Runtime\ActiveQuery\QueryExecutor\FormattedSelect;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\ActiveQuery\QueryExecutor\SelectExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveQuery\SqlBuilder\WritePlan;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\RowFormatter;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Formatter\SimpleArrayFormatter;
use Orm\Runtime\Formatter\StatementFormatter;
use Orm\Runtime\Map\CascadedChanges;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\JsonPath;
use Orm\Runtime\Util\KeysetPage;
use Orm\Runtime\Util\ModelPager;
use PDO;
use ReflectionClass;
use Stringable;
use Throwable;
use Traversable;

use function count;
use function is_array;
use function is_int;
use function is_scalar;
use function is_string;

/**
 * A query on a model. Conditions and orders use phpNames, relations are joined by name, and results are objects.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @template ParentQuery of ModelCriteria|null = null the query that endUse() returns
 * @extends BaseModelCriteria<T, ParentQuery>
 */
class ModelCriteria extends BaseModelCriteria
{
    public const FORMAT_OBJECT = ObjectFormatter::class;
    public const FORMAT_ARRAY = ArrayFormatter::class;
    public const FORMAT_STATEMENT = StatementFormatter::class;
    public const FORMAT_ON_DEMAND = OnDemandFormatter::class;

    /** @var class-string<\Throwable> */
    #[PlanRule(PlanRule::NO_PART)]
    protected $entityNotFoundExceptionClass = EntityNotFoundException::class;

    /** @var bool */
    #[PlanRule(PlanRule::NO_PART)]
    protected $isSelfSelected = false;

    /** @var bool */
    #[PlanRule(PlanRule::NO_PART)]
    protected $isKeepQuery = true;

    /** @var bool whether a behavior runs this update; the application's hooks are then skipped */
    #[PlanRule(PlanRule::NO_PART)]
    protected $isInternal = false;

    /**
     * @var array{int|string|null, string, string, mixed}|null the last many-to-many filter that joined the
     *     cross-reference table
     */
    #[PlanRule(PlanRule::NO_PART)]
    private ?array $lastCross = null;

    /** @var list<string> relations to load after the objects, with one query each */
    #[PlanRule(PlanRule::NO_PART)]
    private array $preloads = [];

    /**
     * Creates a query, optionally with an alias and the conditions of another criteria.
     *
     * @return static an instance of the stub class, also when called on its generated base class
     */
    public static function create(?string $modelAlias = null, ?Criteria $criteria = null)
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

    // Clauses: conditions, groups, order, limits and columns by phpName.

    /**
     * Adds a condition with AND, or with OR after _or(): `where('Book.Title = ?', $title)`.
     *
     * @param list<string>|string $clause a clause with phpNames and `?`, or the names of conditions
     * @param mixed $value the value, or the operator for named conditions
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
     * Stores a clause under a name, for where() and combine().
     *
     * @return static
     */
    public function condition(string $name, string $clause, mixed $value = null, ?int $bindingType = null)
    {
        return $this->addCond($name, $this->getCriterionForClause($clause, $value, $bindingType));
    }

    /**
     * Adds a condition on groups. The arguments are those of where().
     *
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

    /**
     * Sorts by a column, given by its phpName, or by a virtual column.
     *
     * @return static
     */
    public function orderBy(string $columnName, string $order = self::ASC)
    {
        // This shortcut maps a phpName to `table.column` where the name cannot mean anything else.
        $isPlain = !$this->useAliasInSQL && ($this->rare === null || $this->rare->asColumns === []);
        $map = $isPlain ? static::TABLE_MAP : null;
        $column = ($map === null ? null : $map::columnOf($columnName)) ?? $this->columnOrPending($columnName);

        return $order === self::ASC
            ? $this->addAscendingOrderByColumn($column)
            : $this->addOrder($column, $order);
    }

    private function addOrder(string $column, string $order): static
    {
        return match (strtoupper($order)) {
            self::ASC => $this->addAscendingOrderByColumn($column),
            self::DESC => $this->addDescendingOrderByColumn($column),
            default => throw new UnexpectedValueException(
                sprintf('"%s" is not a valid order: use Criteria::ASC or Criteria::DESC', $order),
            ),
        };
    }

    /**
     * Compares the value at a path in a JSON column: `whereJson('Meta', '$.color', 'red')`.
     *
     * @param bool|float|int|list<bool|float|int|string|null>|string|null $value null: JSON null or a missing value
     * @param string|null $comparison null: EQUAL, or IN with a list
     * @return static
     */
    public function whereJson(string $columnName, string $path, mixed $value = null, ?string $comparison = null)
    {
        $column = $this->jsonColumn($columnName);

        return $this->addUsingOperator(
            new JsonPathCriterion($this, $column, JsonPath::of($path), $value, $comparison),
            null,
            null,
            false,
        );
    }

    /**
     * Sorts by the value at a path in a JSON column: numbers, strings, false and true, then rows without a value.
     *
     * @return static
     */
    public function orderByJson(string $columnName, string $path, string $order = self::ASC)
    {
        $this->jsonColumn($columnName);
        $path = JsonPath::of($path);
        $name = 'JSON ' . $columnName . ' at ' . $path->text();
        $this->rareClauses()->jsonOrders[$name] = [$columnName, $path];

        return $this->addOrder($name, $order);
    }

    /** Returns the SQL name of a JSON column. The name is kept as it is if its model may be joined later. */
    private function jsonColumn(string $name): string
    {
        $column = $this->columnOrPending($name);
        if (!isset($this->rare->pendingNames[$name])) {
            Resolver::requireJson((new Resolver($this))->require($name));
        }

        return $column;
    }

    /**
     * Groups by one or several columns, given by their phpNames.
     *
     * @param list<string>|string $columnName
     * @return static
     */
    public function groupBy(array|string|null $columnName)
    {
        if ($columnName === null || $columnName === '' || $columnName === []) {
            throw new OrmException('groupBy() needs at least one column');
        }
        foreach (RareClauses::names('groupBy', (array) $columnName) as $name) {
            $this->addGroupByColumn($this->columnOrPending($name));
        }

        return $this;
    }

    /**
     * Groups by all columns of a model in the query, given by its class, short name or alias.
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

    /**
     * Removes duplicate rows from the result.
     *
     * @return static
     */
    public function distinct()
    {
        return $this->setDistinct();
    }

    /**
     * Limits the number of rows.
     *
     * @param int|string $limit -1: no limit
     * @return static
     */
    public function limit(int|string $limit)
    {
        return $this->setLimit(is_int($limit) ? $limit : self::number($limit, 'limit'));
    }

    /**
     * Skips the given number of rows.
     *
     * @return static
     */
    public function offset(int|string $offset)
    {
        return $this->setOffset(is_int($offset) ? $offset : self::number($offset, 'offset'));
    }

    /**
     * Selects columns instead of objects.
     *
     * @param list<string>|string $columns phpNames; find() then returns rows, or single values if there is only one
     *     column
     * @return static
     */
    public function select(array|string $columns)
    {
        if ($columns === [] || $columns === '') {
            throw new OrmException('select() needs at least one column');
        }
        $this->rareClauses()->select = $columns === '*'
            ? $this->resolveSelectAll()
            : (is_array($columns) ? RareClauses::names('select', $columns) : $columns);

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
     * Adds a virtual column whose value is computed by a query for each row. The query can refer to the tables of this
     * one.
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
     * Reads from a sub-query. If it is on the same model, its alias replaces the table.
     *
     * @return static
     */
    public function addSelectQuery(Criteria $subQuery, ?string $alias = null, bool $addAliasAndSelectColumns = true)
    {
        $alias ??= $this->nextSubQueryAlias($subQuery);
        if ($subQuery instanceof ModelCriteria && $subQuery->isWithoutColumns()) {
            $subQuery = clone $subQuery;
            $subQuery->addSelfSelectColumns();
        }
        $isFirst = $this->getSelectQueries() === [];
        parent::addSelectQuery($subQuery, $alias);
        $sameModel = $subQuery instanceof ModelCriteria && $subQuery->getTableMap() === $this->getTableMap();
        if ($addAliasAndSelectColumns && $sameModel) {
            $this->setModelAlias($alias, true);
            if (!$isFirst || $this->isWithoutColumns()) {
                $this->addSelfSelectColumns(true);
            }
        }

        return $this;
    }

    /**
     * Adds a common table expression, `WITH name AS (SELECT …)`, which this query reads from like a table.
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

    /** @return bool */
    public function isSelfColumnsSelected()
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

    // Filters: what the filterBy…() of generated classes and other code call.

    /**
     * Adds a condition on a column of the model, using the query's alias. Generated filterBy methods call it.
     *
     * @param mixed $value an array means IN; `['min' => …, 'max' => …]` is a range on columns of numbers or dates
     * @return static
     */
    public function addUsingAlias(string $column, mixed $value = null, ?string $comparison = null)
    {
        // This shortcut handles plain conditions, which are the most common ones.
        if (
            (is_scalar($value) || $value instanceof DateTimeInterface) && !isset($this->map[$column])
            && ($comparison === null || isset(BasicCriterion::OPERATORS[$comparison]))
            && $this->rare === null && !$this->isOrNext
            && !(SelectPlan::$overridden['conditions'][static::class]
                ?? SelectPlan::isOverridden(static::class, 'conditions'))
        ) {
            $this->map[$column] = new BasicCriterion($this, $column, $value, $comparison);
            $this->lastCondition = null;

            return $this;
        }
        if (is_array($value)) {
            $range = ColumnConditions::range($this, $column, $value);
            if ($range !== null) {
                return $this->addAll($range);
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
     * Adds a condition on a column given by its phpName, like the column's generated filterBy method.
     *
     * @return static
     */
    public function filterBy(string $column, mixed $value, ?string $comparison = null)
    {
        $method = 'filterBy' . $column;
        // Names may come from user input, and methods such as filterByArray() do not filter by a column.
        if (method_exists($this, $method) && !method_exists(self::class, $method)) {
            return $this->$method($value, $comparison);
        }

        $columnMap = $this->getTableMap()->findColumnByName($column)
            ?? throw (new Resolver($this))->unknown($column);

        return $this->addUsingAlias($columnMap->getFullyQualifiedName(), $value, $comparison);
    }

    /**
     * Adds a condition for each column with filterBy().
     *
     * @param array<string, mixed> $conditions values, or arrays of filterBy() arguments, by phpName
     * @return static
     */
    public function filterByArray(array $conditions)
    {
        foreach ($conditions as $column => $arguments) {
            if (is_array($arguments) && in_array($arguments[1] ?? null, [Criteria::CUSTOM, Criteria::RAW], true)) {
                // User input may contain an array where a plain value was expected.
                throw new InvalidClauseException(sprintf('filterByArray() does not accept SQL for "%s"', $column));
            }
            is_array($arguments) && array_is_list($arguments) && $arguments !== []
                ? $this->filterBy((string) $column, ...$arguments)
                : $this->filterBy((string) $column, $arguments);
        }

        return $this;
    }

    /**
     * Adds a condition on the primary key.
     *
     * @param array<mixed>|int|string|null $key an array for a composite key
     * @return static
     */
    public function filterByPrimaryKey(mixed $key)
    {
        return $this->addAll(KeyConditions::one($this, $key));
    }

    /**
     * Adds a condition that the primary key is one of a list.
     *
     * @param list<mixed>|mixed $keys a list of keys, or one key
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
    public function getAsColumns()
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
    public function getOrderByColumns()
    {
        $clauses = $this->withoutPending(parent::getOrderByColumns());

        return $this->rare === null || $this->rare->jsonOrders === [] ? $clauses : $this->withJsonOrders($clauses);
    }

    /** @return list<string> */
    public function getGroupByColumns()
    {
        return $this->withoutPending(parent::getGroupByColumns());
    }

    /**
     * @param list<string> $clauses
     * @return list<string> the same clauses, with the expressions for orderByJson()
     */
    private function withJsonOrders(array $clauses): array
    {
        $all = [];
        foreach ($clauses as $clause) {
            $blank = (int) strrpos($clause, ' ');
            [$name, $path] = $this->rare->jsonOrders[substr($clause, 0, $blank)] ?? [null, null];
            if ($path === null) {
                $all[] = $clause;
                continue;
            }
            $column = Resolver::requireJson((new Resolver($this))->require((string) $name));
            $field = SqlContext::nameInQuery($this, $column->name());
            foreach ($this->getAdapter()->jsonAt($field, $path)->order() as $expression) {
                $all[] = $expression . substr($clause, $blank);
            }
        }

        return $all;
    }

    /**
     * @param list<string> $clauses columns, optionally with a direction
     * @return list<string> the same clauses, with names that were unknown when added replaced by their columns
     */
    private function withoutPending(array $clauses): array
    {
        foreach ($this->rare->pendingNames ?? [] as $name => $_) {
            $column = (new Resolver($this))->column($name);
            foreach ($column === null ? [] : $clauses as $i => $clause) {
                if ($clause === $name || str_starts_with($clause, $name . ' ')) {
                    $clauses[$i] = $column->name() . substr($clause, strlen($name));
                }
            }
        }

        return $clauses;
    }

    /**
     * Throws if the order or the groups contain a name that is still unknown.
     *
     * @return void
     */
    protected function refuseUnknownNames()
    {
        foreach ($this->rare->pendingNames ?? [] as $name => $_) {
            (new Resolver($this))->require($name);
        }
    }

    /**
     * Returns the column for a name. If its model is not in the query yet, it may be joined later: the name is kept and
     * is resolved, or rejected, when the SQL is generated.
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

    /** @return mixed a value to compare with numbers; databases differ in how they compare strings with numbers */
    protected function comparable(string $column, mixed $value, ?string $comparison)
    {
        if (
            $comparison === null || isset(Criterion\BasicCriterion::OPERATORS[$comparison])
            || $comparison === Criteria::IN || $comparison === Criteria::NOT_IN
        ) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                $isText = is_string($one) || ($one instanceof Stringable && !$one instanceof Criteria);
                if ($isText && !is_numeric($one)) {
                    TypeFamily::key($this->getTableMap()->getColumn($column), $one);
                }
            }
        }

        return $value;
    }

    /** @return static */
    protected function conditionOnBoolean(string $column, mixed $value, ?string $comparison)
    {
        if (is_array($value)) {
            $value = array_map(static fn (mixed $one): ?bool => ColumnValue::boolean($one, $column, true), $value);
        } elseif (!is_bool($value) && !$value instanceof Criteria) {
            $value = ColumnValue::boolean($value, $column, true);
        }

        return $this->addUsingAlias($column, $value, $comparison);
    }

    /** @return static */
    protected function conditionOnEnum(string $column, mixed $value, ?string $comparison)
    {
        $index = ColumnConditions::enum($this->tableMapClass()::getValueSet($column), $column, $value);

        return $this->addUsingAlias($column, $index, $comparison);
    }

    /** @return static */
    protected function conditionOnSet(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::set($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on a native ENUM column, which stores the values themselves.
     *
     * @return static
     */
    protected function conditionOnNativeEnum(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::nativeEnum($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on a native SET column, which stores the values themselves as a list or an array.
     *
     * @return static
     */
    protected function conditionOnNativeSet(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::nativeSet($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on an array column, which is stored as `| a | b |`. Elements are found with LIKE.
     *
     * @return static
     */
    protected function conditionOnArray(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::array($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on a JSON column, comparing contents regardless of whitespace. A list matches any of its
     * elements.
     *
     * @return static
     */
    protected function conditionOnJson(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::json($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on a column whose values have a special string form in the database, such as intervals.
     *
     * @return static
     */
    protected function conditionOnText(string $column, mixed $value, ?string $comparison)
    {
        return $this->addUsingAlias($column, ColumnConditions::text($this, $column, $value, $comparison), $comparison);
    }

    /**
     * Adds a condition on a native array column. Without a comparison, it finds rows that have the value, or all values
     * of a list.
     *
     * @return static
     */
    protected function conditionOnList(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::list($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Adds a condition on an OBJECT column, which stores serialized objects.
     *
     * @return static
     */
    protected function conditionOnObject(string $column, mixed $value, ?string $comparison)
    {
        return $this->addUsingAlias($column, ColumnConditions::serialized($column, $value, $comparison), $comparison);
    }

    /**
     * Adds a condition for rows related to an object, or to one of the objects of a collection.
     *
     * @return static
     */
    protected function conditionOnRelated(string $relationName, mixed $target, ?string $comparison)
    {
        $conditions = ColumnConditions::related($this, $relationName, $target, $comparison);
        // A composite key differs if at least one of its columns differs.
        $isOther = $comparison === self::NOT_EQUAL || $comparison === self::ALT_NOT_EQUAL;

        return $conditions === null ? $this : $this->addAll($conditions, $isOther);
    }

    /**
     * Adds a condition for rows related to an object, or to one of the objects of a collection, through a
     * cross-reference table.
     *
     * @param string $rows the relation to the cross-reference table
     * @param string $relation the relation from there to the object
     * @param bool $isPair whether at most one cross-reference row connects two objects
     * @return static
     */
    protected function conditionOnCross(
        string $rows,
        string $relation,
        mixed $target,
        ?string $comparison,
        bool $isPair,
    ) {
        // A join would return an object once per cross-reference row, and a second condition must be able to match
        // another row.
        $isJoined = $isPair && !$target instanceof Collection && ($comparison ?? self::EQUAL) === self::EQUAL
            && !$this->isOrNext && !$this->hasJoin($rows);
        $query = $isJoined ? $this->{'use' . $rows . 'Query'}() : $this->useExistsQuery($rows);
        try {
            $query->{'filterBy' . $relation}($target, $comparison)->endUse();
        } finally {
            // If the object is rejected, the sub-query must not stay open.
            unset($this->openUses[spl_object_id($query)]);
        }
        $this->lastCross = $isJoined ? [array_key_last($this->map), $rows, $relation, $target] : null;

        return $this;
    }

    /** @return AbstractCriterion|null */
    protected function lastGroup()
    {
        [$key, $rows, $relation, $target] = $this->lastCross ?? [null, '', '', null];
        $this->lastCross = null;
        if ($key !== null && $key === array_key_last($this->map)) {
            // The OR alternative may match objects with no or several cross-reference rows, so the join is replaced by
            // EXISTS.
            unset($this->map[$key], $this->joins[$rows]);
            $this->conditionOnCross($rows, $relation, $target, null, false);
        }

        return parent::lastGroup();
    }

    /**
     * @param list<array{string, mixed, string|null}> $conditions the columns, values and comparisons
     * @param bool $isAny true: combine them with OR
     */
    private function addAll(array $conditions, bool $isAny = false): static
    {
        if (count($conditions) < 2) {
            return $conditions === [] ? $this : $this->addUsingAlias(...$conditions[0]);
        }

        return $this->addTogether(function () use ($conditions): void {
            foreach ($conditions as [$column, $value, $comparison]) {
                $this->addUsingAlias($column, $value, $comparison);
            }
        }, $isAny);
    }

    // Steps of reading clauses that subclasses may replace.

    /**
     * Adds the columns of select() to the SELECT list.
     *
     * @return void
     */
    public function configureSelectColumns()
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

    /**
     * @param list<string> $conditions the names of the conditions
     * @return AbstractCriterion
     */
    protected function getCriterionForConditions(array $conditions, ?string $operator = null)
    {
        return $this->combineNamed($conditions, $operator ?? self::LOGICAL_AND);
    }

    /**
     * @param int|null $bindingType a PDO type
     * @return AbstractCriterion
     */
    protected function getCriterionForClause(string $clause, mixed $value, ?int $bindingType = null)
    {
        if (SelectPlan::$overridden['names'][static::class] ?? SelectPlan::isOverridden(static::class, 'names')) {
            [$clause, $value] = $this->ownClause($clause, $value);
        }
        if ($bindingType !== null) {
            return new RawModelCriterion($this, $clause, '', $value, null, $bindingType);
        }
        $class = Orm::$plans->clauses[$clause] ?? ClauseReader::kind($clause);

        return new $class($this, $clause, '', $value);
    }

    /**
     * Prepares a clause and its value with the methods of an application class that overrides name resolution or value
     * conversion.
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
     * Converts a clause value to what the column stores: an ENUM position, a SET mask, the string of a list.
     *
     * @return mixed
     */
    protected function convertValueForColumn(mixed $value, ColumnMap $column)
    {
        return ClauseReader::converted($value, $column);
    }

    /**
     * @param array<string> $matches the name is the first element
     * @return string
     */
    protected function doReplaceNameInExpression(array $matches)
    {
        $column = (new Resolver($this))->column($matches[0]);
        if ($column === null) {
            return $matches[0];
        }
        $this->replacedColumns[] = $column->map ?? $column->name();
        $params = [];

        return (new SqlContext($this, $this->getAdapter(), $params))->named($column);
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

    /** @return bool */
    public function equals(Criteria $other)
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
     * Handles methods that are not generated; see MagicCalls.
     *
     * @param list<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        $finder = Orm::$plans->finders[static::class][$this->modelName ?? ''][$name] ?? null;

        return $finder === null
            ? MagicCalls::call($this, $name, $arguments)
            : MagicCalls::find($this, $finder, $arguments);
    }

    /** Returns whether the model's columns still have to be selected. Virtual columns are added to them. */
    private function isWithoutColumns(): bool
    {
        return $this->getSelect() === null && (!parent::hasSelectClause() || (
            $this->rare->hasVirtualColumns && $this->rare->selectColumns === [] && $this->rare->groupByColumns === []
        ));
    }

    /** Selects the model's columns in a query that was run after keepQuery(false). */
    private function selectOwnColumns(): void
    {
        if ($this->isWithoutColumns()) {
            $this->addSelfSelectColumns();
        }
    }

    /** Returns a query of the stub class if this is its abstract base class. */
    private static function ofBaseClass(): ?self
    {
        /** @var class-string<TableMap>|null $map */
        $map = static::TABLE_MAP;
        $class = $map === null ? null : ltrim($map::OM_CLASS, '\\') . 'Query';

        return (new ReflectionClass(static::class))->isAbstract() && is_subclass_of((string) $class, static::class)
            ? new $class()
            : null;
    }

    private static function number(string $value, string $what): int
    {
        if (!is_numeric($value)) {
            throw new InvalidArgumentException(sprintf('The %s must be a number, not "%s"', $what, $value));
        }
        if (!preg_match('/^-?\d+$/D', $value)) {
            Orm::log(sprintf('The %s "%s" is taken as %d', $what, $value, (int) $value), Orm::LOG_WARNING);
        }

        return (int) $value;
    }

    // Reading: find…(), findPk…(), count(), exists(), pages and chunks.

    /**
     * @param bool $isKeepQuery false: running the query may change it
     * @return static
     */
    public function keepQuery(bool $isKeepQuery = true)
    {
        $this->isKeepQuery = $isKeepQuery;

        return $this;
    }

    /**
     * Returns the query for a run that may change it: a copy, unless keepQuery(false) was called.
     *
     * @return static
     */
    protected function copyToExecute()
    {
        return $this->isKeepQuery ? clone $this : $this;
    }

    /** @return bool */
    public function isKeepQuery()
    {
        return $this->isKeepQuery;
    }

    /** Returns the given connection, or the query's read connection. */
    private function connectionToRead(?ConnectionInterface $con): ConnectionWrapper
    {
        return $con === null
            ? Orm::$connections->open[$this->dbName ?? ''] ?? Orm::services()->connections->toSelect($this)
            : ConnectionWrapper::wrap($con);
    }

    /**
     * Finds all matching objects.
     *
     * @return ObjectCollection<int, T> or the result of the formatter
     */
    public function find(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        $found = $query->fetch($con, SelectPlan::ROWS);
        if (!$this->isKeepQuery) {
            $query->selectOwnColumns();
        }

        return $this->preloads === [] ? $found : $this->withPreloads($found, $con);
    }

    /**
     * Runs find() with a return type known to editors and static analyzers: always objects, even after setFormatter().
     *
     * @return ObjectCollection<int, T>
     */
    public function findObjects(?ConnectionInterface $con = null)
    {
        if ($this->getSelect() !== null) {
            throw new LogicException('findObjects() cannot be used with select(): use findTuples()');
        }

        return $this->copyToExecute()->setFormatter(self::FORMAT_OBJECT)->find($con);
    }

    /**
     * Runs find() with a return type known to editors and static analyzers: one array per row, keyed by the names of
     * select() or by the phpNames of all columns.
     *
     * @return ArrayCollection<int, array<string, mixed>>
     */
    public function findTuples(?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->setFormatter(self::FORMAT_ARRAY)->find($con);
    }

    /**
     * Finds the first matching object.
     *
     * @return T|null or the result of the formatter
     */
    public function findOne(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        if ($query->limit === 0) {
            return null;
        }
        if (!$this->isKeepQuery) {
            $query->limit = 1;
        }
        $found = $query->fetch($con, SelectPlan::FIRST);
        if (!$this->isKeepQuery) {
            $query->selectOwnColumns();
        }

        return $this->preloads === [] ? $found : $this->withPreloads($found, $con);
    }

    /** @return T the first matching object, or a new, unsaved one with the values of the equality conditions */
    public function findOneOrCreate(?ConnectionInterface $con = null)
    {
        $this->assertFinished();
        if ($this->joins !== []) {
            throw new OrmException('findOneOrCreate() cannot be used with joins');
        }
        $found = $this->findOne($con);
        if ($found !== null) {
            return $found;
        }
        $object = FindOrSave::newObject($this);

        return $this->formatter === null ? $object : $this->formatter->init($this)->formatRecord($object);
    }

    /**
     * Also loads relations of all found objects, with one query each. Unlike with(), this works with a limit.
     *
     * @param string ...$relations `Author`, or a path of relations: `Book.Publisher`
     * @return static
     */
    public function preload(string ...$relations)
    {
        foreach ($relations as $path) {
            $tableMap = $this->getTableMap();
            foreach (explode('.', $path) as $name) {
                $tableMap = $tableMap->getRelation($name)->getRightTable();
            }
            $this->preloads[] = $path;
        }

        return $this;
    }

    /** Returns the found objects with the relations of preload(). */
    private function withPreloads(mixed $found, ConnectionInterface $con): mixed
    {
        $objects = $found instanceof ActiveRecordInterface
            ? new ObjectCollection([$found], $this->getModelNameOrFail())
            : $found;
        foreach ($objects instanceof ObjectCollection ? $this->preloads : [] as $path) {
            $level = $objects;
            foreach (explode('.', $path) as $relation) {
                $level = $level->populateRelation($relation, null, $con);
            }
        }

        return $found;
    }

    /**
     * Finds an object, or saves a new one with the values of the equality conditions. If another process inserts the
     * row at the same time, that row is returned.
     *
     * @param callable(ActiveRecordInterface): mixed|null $prepare completes a new object before it is saved
     * @return ActiveRecordInterface
     */
    public function findOneOrSave(?callable $prepare = null, ?ConnectionInterface $con = null)
    {
        return FindOrSave::run($this, $prepare, $con);
    }

    /**
     * Finds the first matching object, or throws an exception.
     *
     * @return T
     */
    public function requireOne(?ConnectionInterface $con = null)
    {
        return $this->findOne($con) ?? throw $this->entityNotFound();
    }

    /**
     * Finds all objects with a column value.
     *
     * @return ObjectCollection<int, T>
     */
    public function findBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterBy($column, $value)->find($con);
    }

    /**
     * Finds all objects with several column values.
     *
     * @param array<string, mixed> $conditions
     * @return ObjectCollection<int, T>
     */
    public function findByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterByArray($conditions)->find($con);
    }

    /**
     * Finds the first object with a column value.
     *
     * @return T|null
     */
    public function findOneBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterBy($column, $value)->findOne($con);
    }

    /**
     * Finds the first object with several column values.
     *
     * @param array<string, mixed> $conditions
     * @return T|null
     */
    public function findOneByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterByArray($conditions)->findOne($con);
    }

    /**
     * Finds the first object with a column value, or throws an exception.
     *
     * @return T
     */
    public function requireOneBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->findOneBy($column, $value, $con) ?? throw $this->entityNotFound();
    }

    /**
     * Finds the first object with several column values, or throws an exception.
     *
     * @param array<string, mixed> $conditions
     * @return T
     */
    public function requireOneByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->findOneByArray($conditions, $con) ?? throw $this->entityNotFound();
    }

    /**
     * Finds an object by its primary key.
     *
     * @param array<mixed>|int|string|null $key an array for a composite key
     * @return T|null
     */
    public function findPk(mixed $key, ?ConnectionInterface $con = null)
    {
        if ($key === null) {
            return null;
        }
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        if (!$this->isKeepQuery) {
            $query->selectOwnColumns();
        }
        if (
            $query->primaryCriteria !== null || $query->openUses || $query->openGroups
            || $query->conditionalProxy !== null
        ) {
            $query->assertFinished();
        }
        if (
            !$query->map && !$query->joins && $query->formatter === null && !$query->with
            && $query->modelAlias === null && $query->rare === null && $query->preloads === []
        ) {
            $tableMapClass = static::TABLE_MAP ?? $query->tableMapClass();
            if (
                $con !== (Orm::$connections->open[$tableMapClass::DATABASE_NAME] ?? null)
                && InstancePools::isForeign($con, $tableMapClass::DATABASE_NAME)
            ) {
                return InstancePools::without(fn (): mixed => $query->findPkSimple($key, $con));
            }
            // The pool would use the key of a model object.
            $pooled = $tableMapClass::objectPool() === [] || $key instanceof ActiveRecordInterface
                ? null
                : $tableMapClass::getInstanceFromPool($tableMapClass::getInstanceKey($key));
            if ($pooled !== null && $con->rollbackLog !== null) {
                $con->rollbackLog->seen();
            }

            return $pooled ?? $query->findPkSimple($key, $con);
        }

        return $query->findPkComplex($key, $con);
    }

    /**
     * Finds objects by their primary keys.
     *
     * @param list<mixed>|mixed $keys a list of keys, or one key
     * @return ObjectCollection<int, T>
     */
    public function findPks($keys, ?ConnectionInterface $con = null)
    {
        $query = $this->copyToExecute();
        $isPlain = $query->rare === null && $query->formatter === null && $query->orderByColumns === []
            && $query->limit < 0 && $query->offset === 0 && $query->with === [];

        return $isPlain && KeyConditions::areMany($query, $keys)
            ? KeyConditions::findInParts($query, $keys, $con)
            : $query->filterByPrimaryKeys($keys)->find($con);
    }

    /**
     * Finds an object by its primary key, or throws an exception.
     *
     * @param array<mixed>|int|string|null $key
     * @return T
     */
    public function requirePk(mixed $key, ?ConnectionInterface $con = null)
    {
        return $this->findPk($key, $con) ?? throw new $this->entityNotFoundExceptionClass(sprintf(
            'There is no %s with the key %s',
            $this->getModelShortName(),
            (string) json_encode($key, JSON_PARTIAL_OUTPUT_ON_ERROR),
        ));
    }

    /**
     * Counts the matching rows.
     *
     * @return int
     */
    public function count(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        if (!$this->isKeepQuery && $query->limit < 0 && $query->offset === 0) {
            $query->orderByColumns = [];
        }

        return (int) $query->fetch($con, SelectPlan::COUNT);
    }

    /**
     * Returns whether any row matches.
     *
     * @return bool
     */
    public function exists(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        if ($query->offset > 0 && $query->limit !== 0 && $query->hasSelectModifier(self::DISTINCT)) {
            // DISTINCT leaves one row of a constant, which the offset would skip.
            return (int) (clone $query)->setLimit(1)->fetch($con, SelectPlan::COUNT) > 0;
        }

        return $query->fetch($con, SelectPlan::EXISTS) !== false;
    }

    /**
     * Returns one page of the result. For large tables, see paginateAfter().
     *
     * @return ModelPager<T>
     */
    public function paginate(int $page = 1, int $maxPerPage = 10, ?ConnectionInterface $con = null)
    {
        $pager = new ModelPager(clone $this, $maxPerPage);
        $pager->setPage($page);
        $pager->init($con);

        return $pager;
    }

    /**
     * Returns a page that starts after the last row of the previous page, in the order of the query. Unlike with
     * paginate(), later pages take no longer, and concurrent inserts and deletes do not shift the pages.
     *
     * @param string|null $cursor KeysetPage::getNextCursor() of the previous page; null: the first page
     * @return KeysetPage<T>
     */
    public function paginateAfter(?string $cursor, int $limit = 10, ?ConnectionInterface $con = null)
    {
        return (new KeysetPager($this))->page($cursor, $limit, $con);
    }

    /**
     * Yields all objects in chunks, in the order of their keys. Suits long runs over large tables, during which rows
     * may change.
     *
     * @return \Generator<int, ObjectCollection<int, T>>
     */
    public function chunkByKey(int $size = 1000, ?ConnectionInterface $con = null)
    {
        if ($this->orderByColumns !== []) {
            throw new LogicException('chunkByKey() has its own order: leave out orderBy()');
        }
        $pager = new KeysetPager($this);
        $cursor = null;
        do {
            $page = $pager->page($cursor, $size, $con);
            $cursor = $page->getNextCursor();
            if (count($page) > 0) {
                yield $page->getResults();
            }
        } while ($cursor !== null);
    }

    /**
     * Returns the database's execution plan for the query.
     *
     * @return list<array<string, mixed>> the rows of its EXPLAIN output
     */
    public function explain(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = $this->forSelect($con);
        $params = [];
        $sql = $query->completeSelectSql($params);
        $statement = StatementRunner::open($query, $con, $query->getAdapter()->getExplainPlanQuery($sql), $params);

        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    /** @return Traversable<int, T> */
    #[\ReturnTypeWillChange]
    public function getIterator()
    {
        $found = $this->find();

        return $found instanceof \IteratorAggregate ? $found->getIterator() : $found;
    }

    // Steps of reading that subclasses may replace, and the columns of the SELECT.

    /**
     * Runs before find, findOne, findPk, findPks, count and exists; may add conditions.
     *
     * @return void
     */
    public function preSelect(ConnectionInterface $con)
    {
    }

    /**
     * Returns the rows from which find() creates objects: the columns of the model, then those of the joined relations
     * that are loaded.
     *
     * @return DataFetcherInterface
     */
    public function doSelect(?ConnectionInterface $con = null)
    {
        $kept = $this->keptFetcher('doSelect', $con);
        if ($kept !== null) {
            return $kept;
        }
        $this->refuseUnknownNames();
        $query = $this->getSelect() === null ? $this : $this->withSelectedColumns();

        return SelectExecutor::fetcher($query, $con, $query->getSelectList());
    }

    /** @return list<string> the columns for complete objects: those of the model, then those of the loaded relations */
    public function getColumnsToSelect()
    {
        $columns = $this->rare->selectColumns ?? [];

        return [...($columns === [] && $this->getSelect() === null ? $this->ownColumns() : $columns),
            ...$this->relatedColumns()];
    }

    /**
     * @internal
     * @return list<string>|string the columns; a string if they are exactly those of the models
     */
    protected function getSelectList(): array|string
    {
        if (
            parent::hasSelectClause() || $this->getSelect() !== null || $this->useAliasInSQL
            || $this->getGroupByColumns() !== [] || $this->hasSelectModifier(Criteria::DISTINCT)
        ) {
            return $this->getColumnsToSelect();
        }
        $adapter = $this->getAdapter();
        $names = $adapter->names($this->isIdentifierQuotingEnabled());
        $list = $names->selectList($this->getTableMap()::class);
        foreach ($this->with as $name => $with) {
            if ($this->getModelJoin($name)->getRightTableAlias() !== null) {
                return $this->getColumnsToSelect();
            }
            $isQuoted = ($with->tableMapClass)::getTableMap()->isIdentifierQuotingEnabled();
            $list .= ', ' . ($isQuoted ? $adapter->names(true) : $names)->selectList($with->tableMapClass);
        }

        return $list;
    }

    /** @return list<string> the selected columns, including those of with() and withColumn() */
    public function getSelectColumns()
    {
        $columns = parent::getSelectColumns();
        if ($this->getSelect() !== null || ($this->with === [] && !($this->rare->hasVirtualColumns ?? false))) {
            return $columns;
        }
        // The columns of a sub-query belong to the objects of the outer query.
        $own = $columns === [] && $this->primaryCriteria === null ? $this->ownColumns() : $columns;

        return [...$own, ...$this->relatedColumns()];
    }

    /** @return bool */
    public function hasSelectClause()
    {
        return $this->with !== [] || parent::hasSelectClause();
    }

    /** @return list<string> */
    private function ownColumns(): array
    {
        $columns = $this->getTableMap()::getSelectColumns();

        return $this->useAliasInSQL ? array_map($this->getAliasedColName(...), $columns) : $columns;
    }

    /** @return list<string> the columns of the loaded relations */
    private function relatedColumns(): array
    {
        $columns = [];
        foreach ($this->with as $name => $with) {
            $alias = $this->getModelJoin($name)->getRightTableAlias();
            foreach (($with->tableMapClass)::getSelectColumns() as $column) {
                $columns[] = $alias === null ? $column : ($with->tableMapClass)::alias($alias, $column);
            }
        }

        return $columns;
    }

    /** @return string */
    public function completeSelectSql(array &$params)
    {
        $this->refuseUnknownNames();
        $adapter = $this->getAdapter();
        if ($this->getSelect() !== null) {
            return (new SqlContext($this->withSelectedColumns(), $adapter, $params))->selectSql();
        }
        $selected = $this->rare->selectColumns ?? [];
        $columns = parent::hasSelectClause() && $this->with === [] ? $selected : $this->getColumnsToSelect();

        return (new SqlContext($this, $adapter, $params))->selectSql($columns);
    }

    /** @return void */
    protected function basePreSelect(ConnectionInterface $con)
    {
        $this->preSelect($con);
    }

    /**
     * @param ConnectionWrapper $con
     * @return T|null
     */
    protected function findPkSimple(mixed $key, ConnectionInterface $con)
    {
        $tableMapClass = static::TABLE_MAP ?? $this->tableMapClass();
        if (is_string($key) && $tableMapClass::AUTO_INCREMENT !== null && (string) (int) $key === $key) {
            // Requests contain numbers as strings.
            $key = (int) $key;
        }
        $statement = match (true) {
            is_int($key) && ($key > SelectPlan::MOST_INT32 || $key < SelectPlan::LEAST_INT32) => null,
            is_int($key) => Orm::$plans->keyStatements[$this->dbName ?? ''][$tableMapClass] ?? null,
            is_string($key) => Orm::$plans->textKeyStatements[$this->dbName ?? ''][$tableMapClass] ?? null,
            default => null,
        };
        $values = [$key];
        if ($statement === null) {
            [$statement, $values] = SelectPlan::byKey($this, $tableMapClass, $key);
            if ($statement === null) {
                return null;
            }
        }
        $row = $statement->run($con, $values, Statement::ROW);
        if ($con->rollbackLog !== null) {
            $con->rollbackLog->seen();
        }

        return $row === false ? null : $tableMapClass::objectOf($row, 0);
    }

    /** @return T|null or the result of the formatter */
    protected function findPkComplex(mixed $key, ConnectionInterface $con)
    {
        $isUsual = is_int($key) && $key <= SelectPlan::MOST_INT32 && $key >= SelectPlan::LEAST_INT32;
        $join = $isUsual ? $this->onlySharedJoin($con) : null;
        $plan = $join?->planByKey;
        if (
            $plan !== null && $join->planRevision === Orm::$plans->revision
            && $plan->dbName === $this->dbName && $plan->modelName === $this->modelName
        ) {
            $found = $plan->findOne($con, [...$join->sharedValues, $key]);
        } else {
            $query = $this->copyToExecute()->filterByPrimaryKey($key);
            $found = $query->fetch($con, SelectPlan::OBJECT);
            if ($join !== null) {
                $query->keepPlanByKey($join, [...$join->sharedValues, $key]);
            }
        }

        return $this->preloads === [] ? $found : $this->withPreloads($found, $con);
    }

    /** Returns the join of a query that has one shared join and nothing else; null for other queries. */
    private function onlySharedJoin(ConnectionWrapper $con): ?ModelJoin
    {
        if (
            $this->map || $this->rare !== null || $this->formatter !== null || $this->modelAlias !== null
            || $this->orderByColumns || $this->limit >= 0 || $this->offset !== 0 || count($this->joins) !== 1
            || $con !== (Orm::$connections->open[$this->dbName ?? ''] ?? null)
        ) {
            return null;
        }
        $join = current($this->joins);

        return $join instanceof ModelJoin && $join->sharedShape !== null && $join->sharedWith === $this->with
            ? $join
            : null;
    }

    /**
     * Stores the plan of this query with its join, because queries that differ only in the key use the same plan and
     * can find it there without a condition.
     *
     * @param ModelJoin $join a shared join, the only one of such a query
     * @param list<mixed> $expected the values of this query, in the order of the plan
     */
    private function keepPlanByKey(ModelJoin $join, array $expected): void
    {
        $values = [];
        $shape = $this->shapeWith($this->map, $values, SelectPlan::OBJECT);
        $plans = Orm::services()->plans;
        $plan = $plans->select[SelectPlan::OBJECT][$this->getDbName()][$this->getModelName()][$shape ?? ''] ?? null;
        if (
            $plan !== null && $values === $expected
            && !SelectPlan::isOverridden(static::class, 'keys') && !SelectPlan::isOverridden(static::class, 'select')
        ) {
            $join->planByKey = $plan;
            $join->planRevision = $plans->revision;
        }
    }

    /** @return \Throwable */
    protected function entityNotFound()
    {
        return new $this->entityNotFoundExceptionClass(
            sprintf('No %s matches the query', $this->getModelShortName()),
        );
    }

    /** @return class-string<\Orm\Runtime\Map\TableMap> */
    protected function tableMapClass()
    {
        return static::TABLE_MAP ?? $this->getTableMap()::class;
    }

    /**
     * Returns the query to run: a copy if hooks may change it, otherwise this query.
     *
     * @return static
     */
    protected function forSelect(ConnectionInterface $con)
    {
        if (!SelectPlan::isOverridden(static::class, 'preSelect')) {
            return $this;
        }
        $query = $this->isKeepQuery ? clone $this : $this;
        $query->basePreSelect($con);

        return $query;
    }

    /**
     * Runs the query, using the plan of its shape if there is one.
     *
     * @param string $what a constant of SelectPlan
     * @return mixed the result of the formatter, or a number
     */
    private function fetch(ConnectionWrapper $con, string $what): mixed
    {
        if (
            $this->primaryCriteria !== null || $this->openUses || $this->openGroups
            || $this->conditionalProxy !== null
        ) {
            $this->assertFinished();
        }
        $tableMapClass = static::TABLE_MAP ?? $this->tableMapClass();
        if (
            $con !== (Orm::$connections->open[$tableMapClass::DATABASE_NAME] ?? null)
            && InstancePools::isForeign($con, $tableMapClass::DATABASE_NAME)
        ) {
            return InstancePools::without(fn (): mixed => $this->fetch($con, $what));
        }
        if (
            $what !== SelectPlan::EXISTS
            && (SelectPlan::$overridden['select'][static::class] ?? SelectPlan::isOverridden(static::class, 'select'))
        ) {
            return $this->executeOwn($con, $what);
        }
        $values = [];
        $rareShape = match (true) {
            $this->rare === null => '',
            SelectPlan::$overridden['columns'][static::class]
                ?? SelectPlan::isOverridden(static::class, 'columns') => null,
            default => $this->rare->shape(),
        };
        if ($rareShape !== null) {
            $shape = $this->shapeWith($this->map, $values, $what);
            $database = $this->dbName ?? $this->getDbName();
            $model = $this->modelName ?? $this->getModelName();
            $shape = $shape === null || $rareShape === '' ? $shape : $rareShape . $shape;
            $plan = $shape === null
                ? null
                : Orm::$plans->select[$what][$database][$model][$shape]
                    ?? SelectPlan::newPlan($this, $what, $shape, $tableMapClass);
        } else {
            $plan = $this->formatter === null ? $this->planOfRareClauses($values, $what) : null;
        }
        // With a lock, the formatter updates pooled objects with the current values of their rows.
        if (!$plan || $this->formatter !== null || $this->rare?->lock !== null) {
            return match (true) {
                $plan && $this->formatter instanceof RowFormatter => $plan->row($con, $values),
                $plan && $what === SelectPlan::ROWS && $this->formatter !== null
                    && $this->formatter::class === ArrayFormatter::class
                    => $plan->find($con, $values, $this->initializingFormatter()),
                default => $this->execute($con, $what, $plan ?: null, $values),
            };
        }

        return match ($what) {
            SelectPlan::ROWS => $plan->find($con, $values),
            SelectPlan::FIRST, SelectPlan::OBJECT => $plan->findOne($con, $values),
            SelectPlan::COUNT, SelectPlan::EXISTS => $plan->value($con, $values),
        };
    }

    /**
     * Returns the query's shape for these conditions, without the shape of its rare clauses.
     *
     * @param array<string, Criterion\AbstractCriterion> $conditions
     * @param list<mixed> $values receives the values to bind
     * @param string $what a constant of SelectPlan
     * @return string|null
     */
    protected function shapeWith(array $conditions, array &$values, string $what)
    {
        if ($this->rare !== null) {
            $having = $this->rare->having;
            $isNumber = $what === SelectPlan::COUNT || $what === SelectPlan::EXISTS;
            if ($this->primaryTableName !== null || ($isNumber && ($having ?? $this->rare->lock) !== null)) {
                return null;
            }
            if ($having !== null) {
                // HAVING comes last, and the shape of the rare clauses says that there is one.
                $conditions[] = $having;
            }
        }
        $shape = SelectPlan::shape(
            $values,
            $conditions,
            $this->joins,
            $this->with,
            $this->orderByColumns,
            // A query for the first row has a constant limit.
            $what === SelectPlan::FIRST || ($what === SelectPlan::EXISTS && $this->limit !== 0) ? -1 : $this->limit,
            $this->offset,
        );

        // The alias is part of the shape because clauses may contain it.
        return $this->modelAlias === null || $shape === null ? $shape : "$this->modelAlias!$shape";
    }

    /**
     * @return array{string, list<mixed>}|null the shape of the query as a condition of another one, and its values
     */
    protected function shapeAsPart()
    {
        if (
            $this->primaryCriteria !== null || $this->openUses || $this->openGroups || $this->conditionalProxy !== null
            || $this->limit >= 0 || $this->offset > 0 || SelectPlan::isOverridden(static::class, 'part')
        ) {
            return null;
        }
        $values = [];
        $rareShape = $this->rare === null ? '' : $this->rare->shape();
        $shape = $rareShape === null ? null : $this->shapeWith($this->map, $values, SelectPlan::ROWS);

        return $shape === null ? null : ["$this->dbName $this->modelName!$rareShape$shape", $values];
    }

    /**
     * Returns the plan of a query with rare clauses, if its class provides one.
     *
     * @param list<mixed> $values receives the values to bind
     * @param string $what a constant of SelectPlan
     * @return SelectPlan|null
     */
    protected function planOfRareClauses(array &$values, string $what)
    {
        return null;
    }

    /** Runs the query with doSelect() and doCount(), because its class overrides them. */
    private function executeOwn(ConnectionWrapper $con, string $what): mixed
    {
        if ($what === SelectPlan::COUNT) {
            return (int) ($this->doCount($con)->fetch()[0] ?? 0);
        }
        $query = $this->getSelect() === null ? $this : $this->withSelectedColumns();
        if ($what === SelectPlan::FIRST && $query->limit !== 1) {
            $query = (clone $query)->setLimit(1);
        }
        SelectPlan::refuseLimitOfToMany($query->with, $query->limit, $query->offset);
        $formatter = $query->formatter ?? new ObjectFormatter();

        return (new FormattedSelect($query, $con, $formatter, $what !== SelectPlan::ROWS))
            ->format($query->doSelect($con));
    }

    /**
     * Returns a function that initializes the formatter with the current state of this query.
     *
     * @return Closure(): AbstractFormatter
     */
    private function initializingFormatter(): Closure
    {
        $formatter = $this->formatter;
        $query = clone $this;

        return static fn (): AbstractFormatter
            => $formatter->init($query->getSelect() === null ? $query : $query->withSelectedColumns());
    }

    /** @param list<mixed> $values the values of the plan, if there is one */
    private function execute(
        ConnectionWrapper $con,
        string $what,
        ?SelectPlan $plan = null,
        array $values = [],
    ): mixed {
        $this->refuseUnknownNames();
        $query = $this->getSelect() === null ? $this : $this->withSelectedColumns();
        if ($what === SelectPlan::COUNT) {
            return $plan === null ? $query->countRows($con) : $plan->value($con, $values);
        }
        if ($what === SelectPlan::EXISTS) {
            return $plan === null ? SelectExecutor::exists($this, $con) : $plan->value($con, $values);
        }
        $limit = $what === SelectPlan::FIRST ? 1 : null;
        SelectPlan::refuseLimitOfToMany($query->with, $limit ?? $query->limit, $query->offset);
        $formatter = $query->formatter ?? new ObjectFormatter();
        $select = new FormattedSelect($query, $con, $formatter, $what !== SelectPlan::ROWS);
        if ($plan !== null && !$formatter->isStreaming()) {
            return $select->run($plan->statement, $plan->stored($values));
        }
        $params = $plan?->params($values) ?? [];
        $sql = $plan?->statement->sql ?? $query->selectSql($params, $limit);
        $succeeded = $query->selectSucceeded(...);

        return $formatter->isStreaming()
            ? $select->stream($sql, $params, $limit, $succeeded)
            : $select->run(
                StatementRunner::statement($query, $sql, $params),
                array_column($params, 'value'),
                $succeeded,
            );
    }

    /**
     * Returns the SELECT of a query without a plan.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params receives the values
     * @return string
     */
    protected function selectSql(array &$params, ?int $limit)
    {
        return SqlContext::select($this, $params, $this->getSelectList(), $limit);
    }

    /**
     * Called after the statement of selectSql() was run successfully.
     *
     * @return void
     */
    protected function selectSucceeded()
    {
    }

    /** @return int the number of rows of a query without a plan */
    protected function countRows(ConnectionInterface $con)
    {
        return SelectExecutor::count($this, $con);
    }

    /** @return static a copy that selects the columns of select() and returns rows instead of objects */
    protected function withSelectedColumns()
    {
        $query = clone $this;
        $query->configureSelectColumns();
        $query->with = [];
        if ($query->formatter === null || $query->formatter instanceof ObjectFormatter) {
            $query->formatter = new SimpleArrayFormatter();
        }

        return $query;
    }

    /**
     * Returns whether an UPDATE or DELETE by this query is a single statement that needs no further checks or hooks.
     */
    private function isPlainWrite(): bool
    {
        return Orm::$hasShortcuts && $this->rare === null && !$this->joins && $this->limit < 0 && $this->offset === 0
            && !$this->namedCriterions && !$this->openGroups && !$this->openUses && $this->primaryCriteria === null
            && $this->conditionalProxy === null && $this->primaryTableName === null
            && !(SelectPlan::$overridden['writes'][static::class] ?? SelectPlan::isOverridden(static::class, 'writes'))
            && !$this->getTableMap()->isReadOnly();
    }

    /**
     * Runs a plain UPDATE or DELETE with the plan of its shape.
     *
     * @param Criteria|null $set values by column; null: run a DELETE
     * @return int|null the number of rows; null if there is no plan
     */
    private function writeByPlan(ConnectionWrapper $con, ?Criteria $set): ?int
    {
        $values = [];
        $shape = WritePlan::shape($set, $values);
        $conditions = $shape === null ? null : $this->shapeWith($this->map, $values, SelectPlan::ROWS);

        return $conditions === null ? null : WritePlan::run($this, $con, $set, $shape . $conditions, $values);
    }

    // Writing: delete(), update() and upsert(), with the hooks around them.

    /**
     * Deletes the matching rows. At least one condition is required; see deleteAll().
     *
     * @return int the number of affected rows
     */
    public function delete(?ConnectionInterface $con = null)
    {
        $isPlain = $this->isPlainWrite();
        $isPlain || ModelWrites::assertWritable($this, 'delete');
        if ($this->map === []) {
            throw new OrmException('delete() needs a condition: use deleteAll() to delete all rows');
        }
        $con = ModelWrites::connection($this, $con);
        if (!$isPlain) {
            return $this->deleteWithHooks($con, false);
        }
        try {
            // A single statement is its own transaction.
            return $this->deleteRows($con, true);
        } catch (Throwable $failure) {
            $con->failTransaction($failure);
            throw $failure;
        }
    }

    /**
     * Deletes all rows of the table. The query must have no conditions.
     *
     * @return int the number of affected rows
     */
    public function deleteAll(?ConnectionInterface $con = null)
    {
        ModelWrites::assertWritable($this, 'deleteAll');
        ModelWrites::refuseConditions($this, 'deleteAll');

        return $this->deleteWithHooks(ModelWrites::connection($this, $con), true);
    }

    /** @return int */
    protected function deleteWithHooks(ConnectionWrapper $con, bool $all)
    {
        $delete = static function (self $query) use ($con, $all): int {
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                // A hook may have added conditions.
                $rows = $all && $query->map === [] ? $query->doDeleteAll($con) : $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        };
        $referrers = $this->emulatedReferrers();
        $write = $referrers === []
            ? $delete
            : static fn (self $query): int => EmulatedCascade::delete($query, $con, $referrers, $delete);

        return ModelWrites::inTransaction($this, $con, $this->transactionOptions(), $write);
    }

    /**
     * Deletes without hooks.
     *
     * @return int
     */
    public function doDelete(?ConnectionInterface $con = null)
    {
        $isPlain = $this->isPlainWrite();
        $isPlain || ModelWrites::assertWritable($this, 'doDelete');

        return $this->deleteRows(ModelWrites::connection($this, $con), $isPlain);
    }

    private function deleteRows(ConnectionWrapper $con, bool $isPlain): int
    {
        $rows = ($isPlain ? $this->writeByPlan($con, null) : null) ?? parent::doDelete($con);
        $table = $this->getTableMap();
        ModelWrites::forgetInstances($this, $table, $rows);
        if ($rows > 0) {
            $table::clearRelatedInstancePool();
        }

        return $rows;
    }

    /**
     * Deletes all rows of the table, without hooks.
     *
     * @return int
     */
    public function doDeleteAll(?ConnectionInterface $con = null)
    {
        ModelWrites::assertWritable($this, 'doDeleteAll');
        ModelWrites::refuseConditions($this, 'doDeleteAll');
        $con = ModelWrites::connection($this, $con);
        $rows = $con->transaction(fn (): int => parent::doDeleteAll($con));
        $table = $this->getTableMap()::class;
        InstancePools::forgetChanged($table);
        $table::clearRelatedInstancePool();

        return $rows;
    }

    /**
     * Updates the matching rows.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load and save each object, so that its hooks run
     * @return int the number of affected rows
     */
    public function update(
        Criteria|array $values,
        ?ConnectionInterface $con = null,
        bool $forceIndividualSaves = false,
    ) {
        if (!$forceIndividualSaves && $this->isPlainWrite()) {
            $con = ModelWrites::connection($this, $con);
            try {
                return $this->updateRows($values, $con, true);
            } catch (Throwable $failure) {
                $con->failTransaction($failure);
                throw $failure;
            }
        }
        ModelWrites::assertWritable($this, 'update', $forceIndividualSaves);
        $con = ModelWrites::connection($this, $con);
        $write = static function (self $query) use ($con, $values, $forceIndividualSaves): int {
            $asArray = $values instanceof Criteria ? ModelWrites::valuesOf($values) : $values;
            $rows = $query->basePreUpdate($asArray, $con, $forceIndividualSaves);
            if (!$rows) {
                $set = $values instanceof Criteria ? $values : $asArray;
                $rows = $query->doUpdate($set, $con, $forceIndividualSaves);
            }
            $query->basePostUpdate($rows, $con);

            return $rows;
        };
        $options = $this->transactionOptions();

        return ModelWrites::inTransaction($this, $con, $options, $write, !$forceIndividualSaves);
    }

    /**
     * Inserts a row, or updates the row with the same key, in one statement. Neither hooks nor behaviors run.
     *
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the columns of a primary or unique key; the primary key by default
     * @return int the row count of the database: MySQL returns 2 for an update
     */
    public function upsert(array $values, array $by = [], ?ConnectionInterface $con = null)
    {
        return ModelWrites::upsert($this, $values, RareClauses::names('upsert', $by), $con, $this->isPlainWrite());
    }

    /**
     * Runs before the rows are deleted. Override it in the query class.
     *
     * @return int|null the number of deleted rows if the hook has deleted them itself
     */
    public function preDelete(ConnectionInterface $con)
    {
        return null;
    }

    /**
     * Runs after the rows were deleted. Override it in the query class.
     *
     * @return int|null
     */
    public function postDelete(int $affectedRows, ConnectionInterface $con)
    {
        return null;
    }

    /**
     * Runs before the rows are updated, and may change the values. Override it in the query class.
     *
     * @param array<string, mixed> $values
     * @return int|null the number of updated rows if the hook has updated them itself
     */
    public function preUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false)
    {
        return null;
    }

    /**
     * Runs after the rows were updated. Override it in the query class.
     *
     * @return int|null
     */
    public function postUpdate(int $affectedRows, ConnectionInterface $con)
    {
        return null;
    }

    /** @return int|null */
    protected function basePreDelete(ConnectionInterface $con)
    {
        return $this->preDelete($con);
    }

    /** @return int|null */
    protected function basePostDelete(int $affectedRows, ConnectionInterface $con)
    {
        return $this->postDelete($affectedRows, $con);
    }

    /**
     * @param array<string, mixed> $values
     * @return int|null
     */
    protected function basePreUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false)
    {
        return $this->isInternal ? null : $this->preUpdate($values, $con, $forceIndividualSaves);
    }

    /** @return int|null */
    protected function basePostUpdate(int $affectedRows, ConnectionInterface $con)
    {
        return $this->isInternal ? null : $this->postUpdate($affectedRows, $con);
    }

    /** @return array{write?: bool} the options for the transaction of a delete or update */
    protected function transactionOptions()
    {
        return [];
    }

    /**
     * Returns the tables whose foreign keys the database does not enforce when rows of this query are deleted.
     * Generated classes override it.
     *
     * @return list<array{class-string<ModelCriteria>, string, list<string>}> the query of the table, its relation to
     *     this table, and the columns to set to null; no columns: delete the rows
     */
    protected function emulatedReferrers()
    {
        return [];
    }

    /**
     * Restricts a delete to these objects, replacing its conditions.
     *
     * @param non-empty-list<ActiveRecordInterface> $objects
     * @return static
     */
    protected function narrowToObjects(array $objects)
    {
        $keys = array_map(static fn (ActiveRecordInterface $object): mixed => $object->getPrimaryKey(), $objects);
        $this->map = [];

        return count($keys) === 1 ? $this->filterByPrimaryKey($keys[0]) : $this->filterByPrimaryKeys($keys);
    }

    /**
     * Includes rows that a behavior hides.
     *
     * @return static
     */
    protected function includeHiddenRows()
    {
        return $this;
    }

    /**
     * Deletes rows because a row that they refer to is deleted. Behaviors that replace a delete still delete the rows
     * here.
     *
     * @return int
     */
    protected function deleteReferringRows(ConnectionInterface $con)
    {
        return $this->delete($con);
    }

    /**
     * Updates rows without the query's hooks.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load and save each object
     * @return int
     */
    public function doUpdate($values, ConnectionInterface $con, bool $forceIndividualSaves = false)
    {
        if ($forceIndividualSaves) {
            return ModelWrites::saveEach($this, $values, $con);
        }
        return $this->updateRows($values, ConnectionWrapper::wrap($con), $this->isPlainWrite());
    }

    /** @param Criteria|array<string, mixed> $values by phpName */
    private function updateRows(Criteria|array $values, ConnectionWrapper $con, bool $isPlain): int
    {
        $table = $this->getTableMap();
        $set = $values instanceof Criteria ? clone $values : ModelWrites::assignments($this, $table, $values);
        $isPlanned = $isPlain && !$values instanceof Criteria;
        $rows = ($isPlanned ? $this->writeByPlan($con, $set) : null) ?? parent::doUpdate($set, $con);
        ModelWrites::forgetInstances($this, $table, $rows);
        if ($rows > 0) {
            CascadedChanges::forgetChanged($table::class, $set->getMap());
        }

        return $rows;
    }
}
