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
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\JsonPath;
use Orm\Runtime\Util\KeysetPage;
use Orm\Runtime\Util\ModelPager;
use Orm\Runtime\Util\NumberValue;
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
 * A query on a model: conditions and order by phpName, relations by name, results as objects.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @template ParentQuery of ModelCriteria|null = null the query that endUse() goes back to
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

    /** @var bool Whether a behavior updates the rows by statements of its own: hooks of the application do not run. */
    #[PlanRule(PlanRule::NO_PART)]
    protected $isInternal = false;

    /** @var array{int|string|null, string, string, mixed}|null the last filter by rows between that has joined them */
    #[PlanRule(PlanRule::NO_PART)]
    private ?array $lastCross = null;

    /** @var list<string> relations that are read after the objects, each in a query of its own */
    #[PlanRule(PlanRule::NO_PART)]
    private array $preloads = [];

    /** @return static of the generated base class, the class that extends it */
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
    public function orderBy(string $columnName, string $order = self::ASC)
    {
        // The short way from a phpName to `table.column`, where nothing else can be meant.
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
     * Compares the value at a place in a JSON column: `whereJson('Meta', '$.color', 'red')`.
     *
     * @param bool|float|int|list<bool|float|int|string|null>|string|null $value null: there is no value
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
     * Sorts by the value at a place in a JSON column: numbers, then texts, then false and true, then rows without one.
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

    /** The name of a JSON column in the SQL; that of a model that may be joined later stays as it is. */
    private function jsonColumn(string $name): string
    {
        $column = $this->columnOrPending($name);
        if (!isset($this->rare->pendingNames[$name])) {
            Resolver::requireJson((new Resolver($this))->require($name));
        }

        return $column;
    }

    /**
     * @param list<string>|string $columnName
     * @return static
     */
    public function groupBy(array|string|null $columnName)
    {
        if ($columnName === null || $columnName === '' || $columnName === []) {
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

    /** @return static */
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
            : (is_array($columns) ? array_map(static fn (string $name): string => $name, $columns) : $columns);

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

    /**
     * Adds a condition on a column of the model, under the alias of the query: what generated filterBy methods call.
     *
     * @param mixed $value a list means IN; `['min' => …, 'max' => …]` a range, on columns with numbers or dates
     * @return static
     */
    public function addUsingAlias(string $column, mixed $value = null, ?string $comparison = null)
    {
        // The shortcut for plain conditions, which are the most frequent ones.
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

        return $this->addUsingAlias($columnMap->getFullyQualifiedName(), $value, $comparison);
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
            is_array($arguments) && array_is_list($arguments) && $arguments !== []
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
        return $this->addAll(KeyConditions::one($this, $key));
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
     * @return list<string> the same, with the expressions that sort by places in JSON
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
     * @param list<string> $clauses columns, perhaps with a direction
     * @return list<string> the same, with the columns behind names that were not known when they were said
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
     * Refuses names in the order and the groups that still nothing in the query has.
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

    /** @return mixed a value that numbers can be compared with: databases disagree about what text is equal to */
    protected function comparable(string $column, mixed $value, ?string $comparison)
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
     * Native ENUM columns store their values.
     *
     * @return static
     */
    protected function conditionOnNativeEnum(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::nativeEnum($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Native SET columns store their values, as a list or as an array.
     *
     * @return static
     */
    protected function conditionOnNativeSet(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::nativeSet($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Array columns are stored as `| a | b |`; elements are found by LIKE.
     *
     * @return static
     */
    protected function conditionOnArray(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::array($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * JSON is compared by its contents, whatever blanks it has. A list means one of its elements.
     *
     * @return static
     */
    protected function conditionOnJson(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::json($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Values that have a text of their own in the database, such as intervals.
     *
     * @return static
     */
    protected function conditionOnText(string $column, mixed $value, ?string $comparison)
    {
        return $this->addUsingAlias($column, ColumnConditions::text($this, $column, $value, $comparison), $comparison);
    }

    /**
     * Arrays of the database. Without a comparison, rows are found that have all elements of a list, or one value.
     *
     * @return static
     */
    protected function conditionOnList(string $column, mixed $value, ?string $comparison)
    {
        ColumnConditions::list($this, $column, $value, $comparison);

        return $this;
    }

    /**
     * Objects are stored serialized.
     *
     * @return static
     */
    protected function conditionOnObject(string $column, mixed $value, ?string $comparison)
    {
        return $this->addUsingAlias($column, ColumnConditions::serialized($column, $value, $comparison), $comparison);
    }

    /**
     * Rows related to an object, or to one of the objects of a collection.
     *
     * @return static
     */
    protected function conditionOnRelated(string $relationName, mixed $target, ?string $comparison)
    {
        $conditions = ColumnConditions::related($this, $relationName, $target, $comparison);
        // A key of several columns is another one if one of them differs.
        $isOther = $comparison === self::NOT_EQUAL || $comparison === self::ALT_NOT_EQUAL;

        return $conditions === null ? $this : $this->addAll($conditions, $isOther);
    }

    /**
     * Rows related to an object, or to one of the objects of a collection, by rows between.
     *
     * @param string $rows the relation to the rows between
     * @param string $relation their relation to the object
     * @param bool $isPair whether at most one row is between two objects
     * @return static
     */
    protected function conditionOnCross(
        string $rows,
        string $relation,
        mixed $target,
        ?string $comparison,
        bool $isPair,
    ) {
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
        $this->lastCross = $isJoined ? [array_key_last($this->map), $rows, $relation, $target] : null;

        return $this;
    }

    /** @return AbstractCriterion|null */
    protected function lastGroup()
    {
        [$key, $rows, $relation, $target] = $this->lastCross ?? [null, '', '', null];
        $this->lastCross = null;
        if ($key !== null && $key === array_key_last($this->map)) {
            // The alternative may be true of objects without rows between, or with several of them.
            unset($this->map[$key], $this->joins[$rows]);
            $this->conditionOnCross($rows, $relation, $target, null, false);
        }

        return parent::lastGroup();
    }

    /**
     * @param list<array{string, mixed, string|null}> $conditions columns, values and comparisons
     * @param bool $isAny whether one of them is enough
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

    /**
     * Puts the columns of select() into the list of the SELECT.
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
     * @param list<string> $conditions their names
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

    /**
     * @param array<string> $matches the name is the first
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
     * Methods that are not generated; see MagicCalls.
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

    /** Whether the columns of the model have still to be selected; virtual columns go beside them. */
    private function isWithoutColumns(): bool
    {
        return $this->getSelect() === null && (!parent::hasSelectClause() || (
            $this->rare->hasVirtualColumns && $this->rare->selectColumns === [] && $this->rare->groupByColumns === []
        ));
    }

    /** What is left in a query that was run and is not kept. */
    private function selectOwnColumns(): void
    {
        if ($this->isWithoutColumns()) {
            $this->addSelfSelectColumns();
        }
    }

    /** A query of the stub class, for calls that name the generated base class. */
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

    /**
     * @param bool $isKeepQuery false: executing the query may change it
     * @return static
     */
    public function keepQuery(bool $isKeepQuery = true)
    {
        $this->isKeepQuery = $isKeepQuery;

        return $this;
    }

    /**
     * The query that may be changed to execute it: a copy, unless it is not to be kept.
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

    /** The given connection, or the one from which the datasource of the query is read. */
    private function connectionToRead(?ConnectionInterface $con): ConnectionWrapper
    {
        return $con === null
            ? Orm::$connections->open[$this->dbName ?? ''] ?? SelectExecutor::connection($this)
            : ConnectionWrapper::wrap($con);
    }

    /** @return ObjectCollection<int, T> or what the formatter gives */
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
     * find() with the one type that editors and analysers can know: objects, whatever setFormatter() says.
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
     * find() with the one type that editors and analysers can know: an array for each row, by the names of select(), or
     * by the phpNames of all columns.
     *
     * @return ArrayCollection<int, array<string, mixed>>
     */
    public function findTuples(?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->setFormatter(self::FORMAT_ARRAY)->find($con);
    }

    /** @return T|null or what the formatter gives */
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

    /** @return T the found object, or a new one with the values of the equality conditions; it is not saved */
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
     * Reads relations of all found objects too, each in one query of its own; unlike with(), it goes with a limit.
     *
     * @param string ...$relations `Author`, or from one relation to the next: `Book.Publisher`
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

    /** What the query has found, with the relations of preload(). */
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
     * Finds an object or saves a new one with the values of the equality conditions. When another process inserts the
     * row at the same time, theirs is found.
     *
     * @param callable(ActiveRecordInterface): mixed|null $prepare completes a new object before it is saved
     * @return ActiveRecordInterface
     */
    public function findOneOrSave(?callable $prepare = null, ?ConnectionInterface $con = null)
    {
        return FindOrSave::run($this, $prepare, $con);
    }

    /** @return T */
    public function requireOne(?ConnectionInterface $con = null)
    {
        return $this->findOne($con) ?? throw $this->entityNotFound();
    }

    /** @return ObjectCollection<int, T> */
    public function findBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterBy($column, $value)->find($con);
    }

    /**
     * @param array<string, mixed> $conditions
     * @return ObjectCollection<int, T>
     */
    public function findByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterByArray($conditions)->find($con);
    }

    /** @return T|null */
    public function findOneBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterBy($column, $value)->findOne($con);
    }

    /**
     * @param array<string, mixed> $conditions
     * @return T|null
     */
    public function findOneByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->copyToExecute()->filterByArray($conditions)->findOne($con);
    }

    /** @return T */
    public function requireOneBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->findOneBy($column, $value, $con) ?? throw $this->entityNotFound();
    }

    /**
     * @param array<string, mixed> $conditions
     * @return T
     */
    public function requireOneByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->findOneByArray($conditions, $con) ?? throw $this->entityNotFound();
    }

    /**
     * @param array<mixed>|int|string|null $key a list for a composite key
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
            // The pool takes an object for its own key.
            $pooled = $tableMapClass::objectPool() === [] || is_object($key)
                ? null
                : $tableMapClass::getInstanceFromPool($tableMapClass::getInstanceKey($key));

            return $pooled ?? $query->findPkSimple($key, $con);
        }

        return $query->findPkComplex($key, $con);
    }

    /**
     * @param list<mixed>|mixed $keys one key is a list of one
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

    /** @return int */
    public function count(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;
        if (!$this->isKeepQuery && $query->limit < 0 && $query->offset === 0) {
            $query->orderByColumns = [];
        }

        return (int) $query->fetch($con, SelectPlan::COUNT);
    }

    /** @return bool */
    public function exists(?ConnectionInterface $con = null)
    {
        $con = $this->connectionToRead($con);
        $query = SelectPlan::$overridden['preSelect'][static::class] ?? true ? $this->forSelect($con) : $this;

        return $query->fetch($con, SelectPlan::EXISTS) !== false;
    }

    /** @return ModelPager<T> */
    public function paginate(int $page = 1, int $maxPerPage = 10, ?ConnectionInterface $con = null)
    {
        $pager = new ModelPager(clone $this, $maxPerPage);
        $pager->setPage($page);
        $pager->init($con);

        return $pager;
    }

    /**
     * A page that begins behind the last row of another one, in the order of the query. Other than with paginate(), the
     * time that a page takes does not grow, and rows that others insert or delete shift nothing.
     *
     * @param string|null $cursor KeysetPage::getNextCursor() of the page before; null: the first page
     * @return KeysetPage<T>
     */
    public function paginateAfter(?string $cursor, int $limit = 10, ?ConnectionInterface $con = null)
    {
        return (new KeysetPager($this))->page($cursor, $limit, $con);
    }

    /**
     * All objects, a few at a time, in the order of their keys: for long walks over large tables, during which rows may
     * be changed.
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
     * How the database would execute the query.
     *
     * @return list<array<string, mixed>> the rows that its EXPLAIN gives
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

    /**
     * Runs before find, findOne, findPk, findPks, count and exists; may add conditions.
     *
     * @return void
     */
    public function preSelect(ConnectionInterface $con)
    {
    }

    /**
     * The rows that find() makes objects of: the columns of the model, then those of the relations read too.
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

    /** @return list<string> the columns of a SELECT of whole objects: of the model, then of the relations read too */
    public function getColumnsToSelect()
    {
        $columns = $this->rare->selectColumns ?? [];

        return [...($columns === [] && $this->getSelect() === null ? $this->ownColumns() : $columns),
            ...$this->relatedColumns()];
    }

    /**
     * @internal
     * @return list<string>|string the columns, as text if they are those of the models and nothing else
     */
    protected function getSelectList(): array|string
    {
        if (
            parent::hasSelectClause() || $this->getSelect() !== null || $this->useAliasInSQL
            || $this->getGroupByColumns() !== []
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

    /** @return list<string> the columns that were selected, by with() and withColumn() too */
    public function getSelectColumns()
    {
        $columns = parent::getSelectColumns();
        if ($this->getSelect() !== null || ($this->with === [] && !($this->rare->hasVirtualColumns ?? false))) {
            return $columns;
        }
        // The columns of a query that another one uses belong to the objects of that one.
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

    /** @return list<string> the columns of the relations that are read too */
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
            // Requests have texts for numbers.
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
            $con->rollbackLog->read($tableMapClass);
        }

        return $row === false ? null : $tableMapClass::objectOf($row, 0);
    }

    /** @return T|null or what the formatter gives */
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

    /** The join of a query that reads one relation by a shared join, and has nothing else yet; null for other queries. */
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
     * Queries that differ from this one in the key alone have its plan: they need no condition to find it.
     *
     * @param ModelJoin $join a shared one, which is all that such a query has
     * @param list<mixed> $expected the values of such a query
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
     * The query to execute: a copy where hooks may add to it, this one otherwise.
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
     * Executes the query by the plan of its shape, if it has one.
     *
     * @param string $what a constant of SelectPlan
     * @return mixed what the formatter gives, or a number
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
        // With a lock, the formatter lets objects of the pool show their rows as they are now.
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
     * The shape of this query apart from its rare clauses, with these conditions.
     *
     * @param array<string, Criterion\AbstractCriterion> $conditions
     * @param list<mixed> $values gets the values to bind
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
                // The last one: the shape of the rare clauses says that there is one.
                $conditions[] = $having;
            }
        }
        $shape = SelectPlan::shape(
            $values,
            $conditions,
            $this->joins,
            $this->with,
            $this->orderByColumns,
            // The first row has a limit of its own.
            $what === SelectPlan::FIRST || ($what === SelectPlan::EXISTS && $this->limit !== 0) ? -1 : $this->limit,
            $this->offset,
        );

        // Clauses may name the alias.
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
     * The plan of a query with rare clauses, if its class has one.
     *
     * @param list<mixed> $values gets the values to bind
     * @param string $what a constant of SelectPlan
     * @return SelectPlan|null
     */
    protected function planOfRareClauses(array &$values, string $what)
    {
        return null;
    }

    /** Executes the query by doSelect() and doCount(), which its class overrides. */
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
     * Gives the formatter of this query as it is when it has made the result of the query as it is now.
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

    /** @param list<mixed> $values of the plan, if there is one */
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
     * The SELECT of a query without a plan.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params takes the values
     * @return string
     */
    protected function selectSql(array &$params, ?int $limit)
    {
        return SqlContext::select($this, $params, $this->getSelectList(), $limit);
    }

    /**
     * The statement of selectSql() was executed.
     *
     * @return void
     */
    protected function selectSucceeded()
    {
    }

    /** @return int the number of rows, by a query without a plan */
    protected function countRows(ConnectionInterface $con)
    {
        return SelectExecutor::count($this, $con);
    }

    /** @return static the query with the columns of select() in its list, and rows instead of objects as its result */
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

    /** Whether an UPDATE or a DELETE by this query is one statement without anything that could be refused. */
    private function isPlainWrite(): bool
    {
        return Orm::$hasShortcuts && $this->rare === null && !$this->joins && $this->limit < 0 && $this->offset === 0
            && !$this->namedCriterions && !$this->openGroups && !$this->openUses && $this->primaryCriteria === null
            && $this->conditionalProxy === null && $this->primaryTableName === null
            && !(SelectPlan::$overridden['writes'][static::class] ?? SelectPlan::isOverridden(static::class, 'writes'))
            && !$this->getTableMap()->isReadOnly();
    }

    /**
     * Executes a plain UPDATE or DELETE by the plan of its shape.
     *
     * @param Criteria|null $set values by column; null: it is a DELETE
     * @return int|null the number of rows; null if it has no plan
     */
    private function writeByPlan(ConnectionWrapper $con, ?Criteria $set): ?int
    {
        $values = [];
        $shape = WritePlan::shape($set, $values);
        $conditions = $shape === null ? null : $this->shapeWith($this->map, $values, SelectPlan::ROWS);

        return $conditions === null ? null : WritePlan::run($this, $con, $set, $shape . $conditions, $values);
    }

    /** @return int */
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
            // One statement is a transaction of its own.
            return $this->deleteRows($con, true);
        } catch (Throwable $failure) {
            $con->failTransaction($failure);
            throw $failure;
        }
    }

    /** @return int */
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
        ModelWrites::forgetInstances($this, $table, $con, $rows);
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
        ModelWrites::forgetAll($this, $con);
        $this->getTableMap()::clearRelatedInstancePool();

        return $rows;
    }

    /**
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load the objects and save each, so that their hooks run
     * @return int
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
     * Inserts a row, or updates the one that has the same key, in one statement. Hooks of objects do not run.
     *
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the columns of a primary or unique key; the primary key by default
     * @return int rows as the database counts them: MySQL says 2 for an update
     */
    public function upsert(array $values, array $by = [], ?ConnectionInterface $con = null)
    {
        return ModelWrites::upsert($this, $values, $by, $con, $this->isPlainWrite());
    }

    /** @return int|null a number of rows says that they are deleted already */
    public function preDelete(ConnectionInterface $con)
    {
        return null;
    }

    /** @return int|null */
    public function postDelete(int $affectedRows, ConnectionInterface $con)
    {
        return null;
    }

    /**
     * @param array<string, mixed> $values
     * @return int|null a number of rows says that they are updated already
     */
    public function preUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false)
    {
        return null;
    }

    /** @return int|null */
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

    /** @return array{write?: bool} what the transaction of a delete or an update needs to know */
    protected function transactionOptions()
    {
        return [];
    }

    /**
     * The tables whose foreign keys the database does not follow when rows of this query are deleted; generated classes
     * override it.
     *
     * @return list<array{class-string<ModelCriteria>, string, list<string>}> the query of the table, its relation to
     *     this one, and the columns that become null; no columns: the rows are deleted
     */
    protected function emulatedReferrers()
    {
        return [];
    }

    /**
     * The conditions of a delete, where they are about other rows than those of these objects.
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
     * Deletes rows as a database does that follows a foreign key: whatever a behavior does instead of a delete.
     *
     * @return int
     */
    protected function deleteReferringRows(ConnectionInterface $con)
    {
        return $this->delete($con);
    }

    /**
     * Updates without hooks of the query.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load the objects and save each
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
        ModelWrites::forgetInstances($this, $table, $con, $rows);
        if ($rows > 0) {
            CascadedChanges::forgetChanged($table::class, $set->getMap());
        }

        return $rows;
    }
}
