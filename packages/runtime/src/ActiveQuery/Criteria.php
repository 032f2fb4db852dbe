<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Criterion\CriterionFactory;
use Orm\Runtime\ActiveQuery\QueryExecutor\WriteExecutor;
use Orm\Runtime\ActiveQuery\SqlBuilder\Alias;
use Orm\Runtime\ActiveQuery\SqlBuilder\ColumnAliases;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ConditionalProxy;

/** A statement with conditions on real columns. */
class Criteria
{
    public const EQUAL = '=';
    public const NOT_EQUAL = '<>';
    public const ALT_NOT_EQUAL = '!=';
    public const GREATER_THAN = '>';
    public const LESS_THAN = '<';
    public const GREATER_EQUAL = '>=';
    public const LESS_EQUAL = '<=';
    public const LIKE = ' LIKE ';
    public const NOT_LIKE = ' NOT LIKE ';
    public const ILIKE = ' ILIKE ';
    public const NOT_ILIKE = ' NOT ILIKE ';
    public const CONTAINS_ALL = 'CONTAINS_ALL';
    public const CONTAINS_SOME = 'CONTAINS_SOME';
    public const CONTAINS_NONE = 'CONTAINS_NONE';
    /** For ranges and arrays: the column contains the value, is contained by it, or overlaps it. */
    public const CONTAINS = ' @> ';
    public const CONTAINED_BY = ' <@ ';
    public const OVERLAPS = ' && ';
    /** For arrays: one of the elements equals the value. */
    public const ANY = 'ANY';
    public const CUSTOM = 'CUSTOM';
    public const CUSTOM_EQUAL = 'CUSTOM_EQUAL';
    public const RAW = 'RAW';
    public const IN = ' IN ';
    public const NOT_IN = ' NOT IN ';
    public const ISNULL = ' IS NULL ';
    public const ISNOTNULL = ' IS NOT NULL ';
    public const BINARY_AND = '&';
    public const BINARY_OR = '|';
    public const BINARY_ALL = 'BINARY_ALL';
    public const BINARY_NONE = 'BINARY_NONE';
    public const CURRENT_DATE = 'CURRENT_DATE';
    public const CURRENT_TIME = 'CURRENT_TIME';
    public const CURRENT_TIMESTAMP = 'CURRENT_TIMESTAMP';
    public const ASC = 'ASC';
    public const DESC = 'DESC';
    public const DISTINCT = 'DISTINCT';
    public const ALL = 'ALL';
    public const JOIN = 'JOIN';
    public const INNER_JOIN = 'INNER JOIN';
    public const LEFT_JOIN = 'LEFT JOIN';
    public const RIGHT_JOIN = 'RIGHT JOIN';
    public const LOGICAL_AND = 'AND';
    public const LOGICAL_OR = 'OR';

    /** @var array<string, AbstractCriterion> conditions by column, joined by AND */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $map = [];

    /** @var array<string, AbstractCriterion> named conditions that combine() has not used yet */
    #[PlanRule(PlanRule::NO_PART)]
    protected $namedCriterions = [];

    /** @var AbstractCriterion|null The condition that was added last, if it is not the last one of the map. */
    #[PlanRule(PlanRule::NO_PART)]
    protected $lastCondition = null;

    /** @var bool Whether the next condition is combined with the last one by OR. */
    #[PlanRule(PlanRule::NO_PART)]
    protected $isOrNext = false;

    /** @var ConditionalProxy|null */
    #[PlanRule(PlanRule::NO_PART)]
    protected $conditionalProxy = null;

    /**
     * @var list<array{array<string, AbstractCriterion>, AbstractCriterion|null, bool}> the conditions outside each open
     *     group
     */
    #[PlanRule(PlanRule::NO_PART)]
    protected $openGroups = [];

    /** @var list<ColumnMap|string> the columns and other names that the last replaceNames() call found */
    #[PlanRule(PlanRule::NO_PART)]
    public $replacedColumns = [];

    /**
     * @internal read-only; hot paths read it directly, without a method call
     * @var string|null
     */
    #[PlanRule(PlanRule::IN_SHAPE)]
    public $dbName = null;

    /** @var list<string> clauses such as `book.title ASC` */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $orderByColumns = [];

    /** @var array<int|string, Join> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $joins = [];

    /** @var RareClauses|null */
    #[PlanRule(PlanRule::DISABLES)]
    protected $rare = null;

    /** @var string|null */
    #[PlanRule(PlanRule::DISABLES)]
    protected $primaryTableName = null;

    /** @var int */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $limit = -1;

    /** @var int */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected $offset = 0;

    /** @var bool */
    #[PlanRule(PlanRule::NO_PART)]
    protected $singleRecord = false;

    /** @var bool */
    #[PlanRule(PlanRule::NO_PART)]
    protected $useTransaction = false;

    /** @param string|null $dbName a connection name; null: the default connection */
    public function __construct(?string $dbName = null)
    {
        $this->dbName = $dbName;
    }

    /**
     * Makes rare clauses readable as properties of child classes, such as `$this->ignoreCase`.
     *
     * @return mixed
     */
    public function __get(string $name)
    {
        $rare = $this->rare ?? new RareClauses();

        return property_exists($rare, $name)
            ? $rare->$name
            : throw new LogicException(sprintf('%s has no property "%s"', static::class, $name));
    }

    // Database and table maps.

    /** @return string */
    public function getDbName()
    {
        return $this->dbName ??= Orm::getServiceContainer()->getDefaultDatasource();
    }

    /** @return void */
    public function setDbName(?string $dbName = null)
    {
        $this->dbName = $dbName ?? Orm::getServiceContainer()->getDefaultDatasource();
    }

    /** @return AdapterInterface */
    public function getAdapter()
    {
        try {
            return Orm::getServiceContainer()->getAdapter($this->getDbName());
        } catch (AdapterException $failure) {
            Orm::log('A query cannot be written: ' . $failure->getMessage(), Orm::LOG_ERR);
            throw $failure;
        }
    }

    /** @return DatabaseMap */
    public function getDatabaseMap()
    {
        return Orm::getServiceContainer()->getDatabaseMap($this->getDbName());
    }

    /**
     * @internal
     * @param string $name the table's name; a model query finds its own table without loading the others
     */
    protected function findTableMap(string $name): ?TableMap
    {
        return $this->getDatabaseMap()->findTable($name);
    }

    /** @return array<string, AbstractCriterion> */
    public function getMap()
    {
        return $this->map;
    }

    // Conditions: by column, added, combined and named.

    /** @return bool */
    public function hasWhereClause()
    {
        return $this->map !== [];
    }

    /** @return list<string> */
    public function keys()
    {
        return array_map('strval', array_keys($this->map));
    }

    /** @return int */
    public function size()
    {
        return count($this->map);
    }

    /** @return bool */
    public function containsKey(string $column)
    {
        return isset($this->map[$column]);
    }

    /** @return bool */
    public function keyContainsValue(string $column)
    {
        return $this->getValue($column) !== null;
    }

    /** @return AbstractCriterion|null */
    public function getCriterion(string $column)
    {
        return $this->map[$column] ?? null;
    }

    /** @return AbstractCriterion|null */
    public function getLastCriterion()
    {
        return $this->map === [] ? null : $this->map[array_key_last($this->map)];
    }

    /** @return mixed */
    public function getValue(string $column)
    {
        return isset($this->map[$column]) ? $this->map[$column]->getValue() : null;
    }

    /** @return mixed */
    public function get(string $column)
    {
        return $this->getValue($column);
    }

    /** @return string|null */
    public function getComparison(string $column)
    {
        return isset($this->map[$column]) ? $this->map[$column]->getComparison() : null;
    }

    /** @return static */
    public function put(string $column, mixed $value)
    {
        return $this->add($column, $value);
    }

    /**
     * @param Criteria|array<string, mixed> $values
     * @return static
     */
    public function putAll(Criteria|array $values)
    {
        foreach ($values instanceof Criteria ? $values->map : $values as $column => $value) {
            $this->add($value instanceof AbstractCriterion ? $value : $column, $value);
        }

        return $this;
    }

    /**
     * Removes the condition on a column and returns its value.
     *
     * @return mixed
     */
    public function remove(string $column)
    {
        $value = $this->getValue($column);
        unset($this->map[$column]);
        $this->lastCondition = null;

        return $value;
    }

    /** @return AbstractCriterion */
    public function getNewCriterion(
        string $column,
        mixed $value = null,
        int|string|null $comparison = null,
    ) {
        $isBasic = ($comparison === null || isset(BasicCriterion::OPERATORS[$comparison])) && !$value instanceof self;

        return $isBasic
            ? new BasicCriterion($this, $column, $value, $comparison)
            : CriterionFactory::build($this, $column, $comparison, $value);
    }

    /**
     * Sets the condition on a column, replacing an earlier condition on the same column.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function add(AbstractCriterion|string|null $column, mixed $value = null, int|string|null $comparison = null)
    {
        if ($column instanceof AbstractCriterion) {
            return $this->keepCondition($this->key($column), $column);
        }
        // Custom SQL does not need a column.
        $column ??= '';

        return $this->keepCondition($column, $comparison === self::CUSTOM_EQUAL
            ? new Criterion\AssignmentCriterion($this, $column, $value, $comparison)
            : $this->getNewCriterion($column, $value, $comparison));
    }

    /**
     * Adds a condition with AND. An earlier condition on the same column is kept and combined with it.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addAnd(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        int|string|null $comparison = null,
        bool $preferColumnCondition = true,
    ) {
        $criterion = $this->getCriterionForCondition($column, $value, $comparison);
        $key = $column instanceof AbstractCriterion ? $this->key($column) : (string) $column;
        if (!isset($this->map[$key])) {
            return $this->keepCondition($key, $criterion);
        }
        if (!$preferColumnCondition) {
            return $this->keepCondition($this->freeKey($key), $criterion);
        }
        $this->map[$key]->addAnd($criterion);
        $this->lastCondition = $criterion;

        return $this;
    }

    /**
     * Adds a condition with OR to the latest condition.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addOr(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        int|string|null $comparison = null,
        bool $preferColumnCondition = true,
    ) {
        $criterion = $this->getCriterionForCondition($column, $value, $comparison);
        $last = $this->lastCondition ?? $this->lastGroup();
        if ($last === null) {
            return $this->keepCondition($this->key($criterion), $criterion);
        }
        $last->addOr($criterion);

        return $this;
    }

    /** @return AbstractCriterion|null the conditions added by the latest method call, combined into one */
    protected function lastGroup()
    {
        $last = $this->getLastCriterion();
        if ($last === null || $last->groupSize === 1) {
            return $last;
        }
        $group = array_slice($this->map, -$last->groupSize, null, true);
        $last->groupSize = 1;
        $this->map = array_diff_key($this->map, $group);

        return $this->map[array_key_first($group)] = self::combined($group);
    }

    /**
     * Adds conditions as a unit: an _or() before or after them applies to all of them together.
     *
     * @param callable(): mixed $add adds the conditions to this query
     * @param bool $isAny true: combine them with OR
     * @return static
     */
    protected function addTogether(callable $add, bool $isAny = false)
    {
        $outside = [$this->map, $this->lastCondition, $this->isOrNext];
        [$this->map, $this->lastCondition, $this->isOrNext] = [[], null, false];
        try {
            $add();
        } finally {
            $added = $this->map;
            [$this->map, $this->lastCondition, $this->isOrNext] = $outside;
        }
        if ($added === []) {
            return $this;
        }
        if ($isAny || $this->isOrNext || array_intersect_key($added, $this->map) !== []) {
            return $this->addUsingOperator(self::combined($added, $isAny), null, null, false);
        }
        end($added)->groupSize = count($added);
        $this->map += $added;
        $this->lastCondition = null;

        return $this;
    }

    /** @param non-empty-array<AbstractCriterion> $criterions */
    private static function combined(array $criterions, bool $isAny = false): AbstractCriterion
    {
        $all = array_shift($criterions);
        foreach ($criterions as $one) {
            $isAny ? $all->addOr($one) : $all->addAnd($one);
        }

        return $all;
    }

    /**
     * Adds a condition with AND, or with OR after _or().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addUsingOperator(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        ?string $comparison = null,
        bool $preferColumnCondition = true,
    ) {
        if ($this->isOrNext) {
            $this->isOrNext = false;

            return $this->addOr($column, $value, $comparison, $preferColumnCondition);
        }

        return $this->addAnd($column, $value, $comparison, $preferColumnCondition);
    }

    /**
     * Stores a condition under a name, for combine().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addCond(
        string $name,
        AbstractCriterion|string|null $column,
        mixed $value = null,
        ?string $comparison = null,
    ) {
        $this->namedCriterions[$name] = $this->getCriterionForCondition($column, $value, $comparison);

        return $this;
    }

    /**
     * Combines named conditions into one condition, which is added to the query, or stored under a name.
     *
     * @param list<string> $names the names of the conditions; empty: all that are not combined yet
     * @return static
     */
    public function combine(array $names = [], string $operator = self::LOGICAL_AND, ?string $name = null)
    {
        $names = $names === [] ? array_map('strval', array_keys($this->namedCriterions)) : $names;
        $combined = $this->combineNamed($names, $operator);
        if ($name === null) {
            return $this->addUsingOperator($combined, null, null, false);
        }
        $this->namedCriterions[$name] = $combined;

        return $this;
    }

    /**
     * Starts a group: the conditions up to endCombineFilters() become one condition. An _or() before or after the group
     * applies to the whole group.
     *
     * @return static
     */
    public function combineFilters()
    {
        $this->openGroups[] = [$this->map, $this->lastCondition, $this->isOrNext];
        [$this->map, $this->lastCondition, $this->isOrNext] = [[], null, false];

        return $this;
    }

    /**
     * Ends the group started by combineFilters().
     *
     * @return static
     */
    public function endCombineFilters()
    {
        $outside = array_pop($this->openGroups)
            ?? throw new LogicException('endCombineFilters() without a matching combineFilters()');
        $group = $this->map;
        [$this->map, $this->lastCondition, $this->isOrNext] = $outside;

        return $group === [] ? $this : $this->addUsingOperator(self::combined($group), null, null, false);
    }

    /**
     * Adds a condition with AND, or with OR after _or().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addFilter(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        int|string|null $comparison = null,
    ) {
        $criterion = $this->getCriterionForCondition($column, $value, $comparison);

        return $this->addUsingOperator($criterion, null, null, false);
    }

    /**
     * Adds a condition on groups with AND.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @return static
     */
    public function addHaving(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        int|string|null $comparison = null,
    ) {
        $criterion = $this->getCriterionForCondition($column, $value, $comparison);
        $rare = $this->rareClauses();
        $rare->having = $rare->having === null ? $criterion : $rare->having->addAnd($criterion);

        return $this;
    }

    /** @return AbstractCriterion|null */
    public function getHaving()
    {
        return $this->rare->having ?? null;
    }

    // phpcs:disable PSR2.Methods.MethodDeclaration.Underscore -- or, and, if and else are reserved words
    // Conditional chains.

    /**
     * Makes the next condition an alternative to the latest one, joined by OR.
     *
     * @return static
     */
    public function _or()
    {
        $this->isOrNext = true;

        return $this;
    }

    /**
     * Makes the next condition join the latest one by AND, which is the default.
     *
     * @return static
     */
    public function _and()
    {
        $this->isOrNext = false;

        return $this;
    }

    /**
     * Ignores the calls up to the matching _endif(), _else() or _elseif() unless the condition holds.
     *
     * @param bool $condition
     * @return static the query, or a proxy that ignores calls
     */
    public function _if($condition)
    {
        $this->conditionalProxy = new ConditionalProxy($this, (bool) $condition, $this->conditionalProxy);

        return $this->conditionalProxy->getCriteriaOrProxy();
    }

    /**
     * Starts an alternative branch of _if() that applies if no earlier branch applied and the condition holds.
     *
     * @param bool $condition
     * @return static like _if()
     */
    public function _elseif($condition)
    {
        return $this->requireConditional('_elseif')->_elseif((bool) $condition);
    }

    /**
     * Starts the branch of _if() that applies if no earlier branch applied.
     *
     * @return static like _if()
     */
    public function _else()
    {
        return $this->requireConditional('_else')->_else();
    }

    /**
     * Ends the latest _if().
     *
     * @return static
     */
    public function _endif()
    {
        $proxy = $this->requireConditional('_endif');
        $this->conditionalProxy = $proxy->getParentProxy();

        return $this->conditionalProxy === null ? $this : $this->conditionalProxy->getCriteriaOrProxy();
    }

    // phpcs:enable
    // SQL and execution.

    /**
     * Returns the SELECT in its current state: a query that has not been run has only the columns selected so far.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @return string
     */
    public function createSelectSql(array &$params)
    {
        return (new SqlContext($this, SqlContext::adapterOf($this), $params))->unfinishedSql();
    }

    /**
     * Returns the SELECT as it would be run. A model query then includes the columns of its model.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @return string
     */
    public function completeSelectSql(array &$params)
    {
        return (new SqlContext($this, $this->getAdapter(), $params))->selectSql();
    }

    /** @return list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public function getParams()
    {
        $params = [];
        $this->completeSelectSql($params);

        return $params;
    }

    /** @return DataFetcherInterface */
    public function doSelect(?ConnectionInterface $con = null)
    {
        return QueryExecutor\SelectExecutor::fetcher($this, $con);
    }

    /** @return DataFetcherInterface */
    public function doCount(?ConnectionInterface $con = null)
    {
        return $this->keptFetcher('doCount', $con) ?? QueryExecutor\SelectExecutor::countFetcher($this, $con);
    }

    /** @return DataFetcherInterface|null the rows of doSelect() or doCount() if the query has cached SQL */
    protected function keptFetcher(string $operation, ?ConnectionInterface $con)
    {
        return null;
    }

    /** @return mixed the generated key; null if the database generated none */
    public function doInsert(?ConnectionInterface $con = null)
    {
        return WriteExecutor::insert($this, $con);
    }

    /** @return int */
    public function doUpdate(Criteria $values, ConnectionInterface $con)
    {
        return WriteExecutor::update($this, $values, $con);
    }

    /** @return int */
    public function doDelete(?ConnectionInterface $con = null)
    {
        return WriteExecutor::delete($this, $con);
    }

    /** @return int */
    public function doDeleteAll(?ConnectionInterface $con = null)
    {
        return WriteExecutor::deleteAll($this, $con);
    }

    /**
     * Throws if a part of the query has not been ended, because the conditions in that part would be lost.
     *
     * @internal
     */
    protected function assertFinished(): void
    {
        if ($this->conditionalProxy !== null) {
            throw ConditionalProxy::missingEnd('it is executed');
        }
        if ($this->openGroups !== []) {
            throw new LogicException('endCombineFilters() is missing: combineFilters() has begun a group');
        }
    }

    /**
     * Names a clause of this query that only a SELECT supports; null if there is none. A write statement would ignore
     * the clause and change other rows. Orders and select lists do not matter, as they do not change which rows are
     * meant.
     *
     * @internal
     * @param bool $readsFirst true: a SELECT finds the rows first, so a limit and groups are allowed
     */
    protected function partOfSelect(bool $readsFirst = false): ?string
    {
        return match (true) {
            $this->joins !== [] => 'joins',
            !$readsFirst && $this->limit >= 0 => 'a limit',
            !$readsFirst && $this->offset !== 0 => 'an offset',
            !$readsFirst && $this->getGroupByColumns() !== [] => 'a grouping',
            !$readsFirst && $this->getHaving() !== null => 'a condition on groups',
            $this->getSelectQueries() !== [] => 'a sub-query to read from',
            $this->namedCriterions !== []
                => sprintf('the condition "%s", which is not combined', array_key_first($this->namedCriterions)),
            default => null,
        };
    }

    // Text and copies.

    /** @return string the SQL and its values as a readable string */
    public function toString()
    {
        $params = [];
        $sql = $this->completeSelectSql($params);
        $values = array_map(
            static fn (array $param): string => is_resource($param['value'])
                ? '[LOB value]'
                : (string) json_encode($param['value'], JSON_PARTIAL_OUTPUT_ON_ERROR),
            $params,
        );

        return $sql . ($values === [] ? '' : ' -- ' . implode(', ', $values));
    }

    public function __toString(): string
    {
        return $this->toString();
    }

    public function __clone()
    {
        $last = $this->lastCondition;
        foreach ($this->map as $key => $criterion) {
            $this->map[$key] = clone $criterion;
            if ($last !== null) {
                $this->lastCondition = $criterion->counterpart($last, $this->map[$key]) ?? $this->lastCondition;
            }
        }
        foreach ($this->openGroups as $i => [$map]) {
            $this->openGroups[$i][0] = array_map(static fn (AbstractCriterion $one): mixed => clone $one, $map);
            $this->openGroups[$i][1] = null;
        }
        foreach ($this->namedCriterions as $name => $criterion) {
            $this->namedCriterions[$name] = clone $criterion;
        }
        foreach ($this->joins as $key => $join) {
            // A shared join is copied when it is changed.
            $this->joins[$key] = $join->sharedShape === null ? clone $join : $join;
        }
        if ($this->rare !== null) {
            $this->rare = clone $this->rare;
        }
    }

    // Names in SQL.

    /** @return array{string, string|null} the real name of the table, and the alias if the argument was one */
    public function getTableNameAndAlias(string $tableAliasOrName)
    {
        $table = $this->getTableForAlias($tableAliasOrName);

        return $table === null ? [$tableAliasOrName, null] : [$table, $tableAliasOrName];
    }

    /** @return string|null the column of a condition, without its table */
    public function getColumnName(string $name)
    {
        return isset($this->map[$name]) ? $this->map[$name]->getColumn() : null;
    }

    /** @return string|null the table of a condition */
    public function getTableName(string $name)
    {
        return isset($this->map[$name]) ? $this->map[$name]->getTable() : null;
    }

    /**
     * Writes a name as in the SQL of this criteria: quoted if all names are quoted or the table requires it.
     *
     * @param string $string `table.column`, or one name
     * @param string $tableName the table of a name without one
     * @return string
     */
    public function quoteIdentifier(string $string, string $tableName = '')
    {
        $params = [];
        $context = new SqlContext($this, $this->getAdapter(), $params);
        if ($tableName === '' || str_contains($string, '.')) {
            return $context->quoteColumn($string);
        }

        return substr($context->quoteColumn($tableName . '.' . $string), strlen($context->quoteSource($tableName)) + 1);
    }

    /**
     * Replaces the names in a clause with the names used in the SQL. Literals, quoted names and comments are kept.
     *
     * @return bool whether the clause contains such names
     */
    public function replaceNames(string &$sql)
    {
        $this->replacedColumns = [];
        $sql = ClauseText::of($sql, $this->getAdapter())->replaceNames(
            fn (string $name): string => $this->doReplaceNameInExpression([$name]),
        );

        return $this->replacedColumns !== [];
    }

    /**
     * @param array<string> $matches the name is the first element
     * @return string
     */
    protected function doReplaceNameInExpression(array $matches)
    {
        $this->replacedColumns[] = $matches[0];

        return $this->quoteIdentifier($matches[0]);
    }

    /** @return ColumnMap|null the first primary key column of the table of a criteria */
    public function getPrimaryKey(?Criteria $criteria = null)
    {
        $criteria ??= $this;
        $table = $criteria->getPrimaryTableName() ?? array_key_first($criteria->getTablesColumns());
        $tableMap = $table === null
            ? null
            : $criteria->findTableMap($criteria->getTableForAlias($table) ?? $table);
        $keys = $tableMap?->getPrimaryKeys() ?? [];

        return $keys === [] ? null : reset($keys);
    }

    /** @return bool whether two selected columns have the same name, so that a sub-query needs column aliases */
    public function needsSelectAliases()
    {
        return ColumnAliases::areNeeded($this->getSelectColumns());
    }

    /**
     * @param AbstractCriterion|string|null $p1 a condition, or a column
     * @param int|string|null $comparison
     * @return AbstractCriterion
     */
    protected function getCriterionForCondition(
        $p1,
        mixed $value = null,
        $comparison = null,
    ) {
        return $p1 instanceof AbstractCriterion ? $p1 : $this->getNewCriterion((string) $p1, $value, $comparison);
    }

    /**
     * @param list<string> $names
     * @return AbstractCriterion
     */
    protected function combineNamed(array $names, string $operator)
    {
        $or = strtoupper($operator) === self::LOGICAL_OR;
        $combined = null;
        foreach ($names as $name) {
            $name = BoundValue::text($name);
            $criterion = $this->namedCriterions[$name] ?? throw new LogicException(
                sprintf('There is no condition named "%s"', $name),
            );
            unset($this->namedCriterions[$name]);
            if ($combined === null) {
                $combined = $criterion;
            } elseif ($or) {
                $combined->addOr($criterion);
            } else {
                $combined->addAnd($criterion);
            }
        }

        return $combined ?? throw new LogicException('There are no conditions to combine');
    }

    private function keepCondition(string $key, AbstractCriterion $criterion): static
    {
        $this->lastCondition = isset($this->map[$key]) ? $criterion : null;
        $this->map[$key] = $criterion;

        return $this;
    }

    private function requireConditional(string $method): ConditionalProxy
    {
        return $this->conditionalProxy ?? throw new LogicException(sprintf('%s() without a matching _if()', $method));
    }

    private function key(AbstractCriterion $criterion): string
    {
        if ($criterion->getTable() !== null) {
            return $criterion->getTable() . '.' . $criterion->getColumn();
        }
        $key = '#' . spl_object_id($criterion);

        // In a copied criteria, this id may belong to a condition of the original that no longer exists.
        return ($this->map[$key] ?? $criterion) === $criterion ? $key : $this->freeKey($key);
    }

    /** Returns an unused key for a condition whose key is taken. */
    private function freeKey(string $key): string
    {
        $number = count($this->map);
        while (isset($this->map[$key . '#' . $number])) {
            $number++;
        }

        return $key . '#' . $number;
    }

    // Columns and modifiers of the SELECT, and subqueries in FROM.

    /** @return static */
    public function addSelectColumn(string $column)
    {
        $this->rareClauses()->selectColumns[] = $column;

        return $this;
    }

    /** @return static */
    public function removeSelectColumn(string $column)
    {
        $rare = $this->rareClauses();
        $rare->selectColumns = array_values(array_diff($rare->selectColumns, [$column]));

        return $this;
    }

    /** @return list<string> */
    public function getSelectColumns()
    {
        return $this->rare->selectColumns ?? [];
    }

    /** @return static */
    public function clearSelectColumns()
    {
        if ($this->rare !== null) {
            $this->rare->selectColumns = [];
            $this->rare->asColumns = [];
            $this->rare->columnQueries = [];
            $this->rare->hasVirtualColumns = false;
        }

        return $this;
    }

    /** @return bool */
    public function hasSelectClause()
    {
        return $this->rare !== null && ($this->rare->selectColumns !== [] || $this->rare->asColumns !== []);
    }

    /**
     * Adds an expression to the select list, with an alias.
     *
     * @return static
     */
    public function addAsColumn(string $alias, string $clause)
    {
        $this->rareClauses()->asColumns[Alias::ofColumn($alias)] = $clause;

        return $this;
    }

    /**
     * Adds a column whose value is computed by a query for each row. The query can refer to the tables of this one.
     *
     * @return static
     */
    public function addQueryColumn(string $alias, Criteria $query)
    {
        $this->addAsColumn($alias, '(SELECT …)');
        $this->rareClauses()->columnQueries[$alias] = $query;

        return $this;
    }

    /** @return array<string, Criteria> column queries by alias */
    public function getQueryColumns()
    {
        return $this->rare->columnQueries ?? [];
    }

    /** @return array<string, string> */
    public function getAsColumns()
    {
        return $this->rare->asColumns ?? [];
    }

    /** @return string|null */
    public function getColumnForAs(string $alias)
    {
        return $this->rare->asColumns[$alias] ?? null;
    }

    /**
     * @param string $modifier a modifier that the database supports: `DISTINCT`, `SQL_NO_CACHE`, `DISTINCT ON (title)`
     * @return static
     */
    public function addSelectModifier(string $modifier)
    {
        if (
            $modifier !== Criteria::DISTINCT && $modifier !== Criteria::ALL
            && !SqlContext::adapterOf($this)->isSelectModifier($modifier)
        ) {
            throw new InvalidArgumentException(
                sprintf('"%s" is not a modifier of SELECT that this database has', $modifier),
            );
        }
        if (!$this->hasSelectModifier($modifier)) {
            $this->rareClauses()->selectModifiers[] = $modifier;
        }

        return $this;
    }

    /** @return static */
    public function removeSelectModifier(string $modifier)
    {
        if ($this->rare !== null) {
            $this->rare->selectModifiers = array_values(array_diff($this->rare->selectModifiers, [$modifier]));
        }

        return $this;
    }

    /** @return bool */
    public function hasSelectModifier(string $modifier)
    {
        return in_array($modifier, $this->rare->selectModifiers ?? [], true);
    }

    /** @return list<string> */
    public function getSelectModifiers()
    {
        return $this->rare->selectModifiers ?? [];
    }

    /**
     * Adds DISTINCT, which removes duplicate rows from the result.
     *
     * @return static
     */
    public function setDistinct()
    {
        return $this->removeSelectModifier(Criteria::ALL)->addSelectModifier(Criteria::DISTINCT);
    }

    /**
     * Adds ALL, which keeps duplicate rows.
     *
     * @return static
     */
    public function setAll()
    {
        return $this->removeSelectModifier(Criteria::DISTINCT)->addSelectModifier(Criteria::ALL);
    }

    /**
     * Reads from a sub-query.
     *
     * @return static
     */
    public function addSelectQuery(Criteria $subQuery, ?string $alias = null)
    {
        $alias ??= $this->nextSubQueryAlias($subQuery);
        $this->rareClauses()->selectQueries[Alias::check($alias)] = $subQuery;

        return $this;
    }

    /** @return array<string, Criteria> the queries of withCommonTable() by name */
    public function getCommonTables()
    {
        return array_intersect_key($this->getSelectQueries(), $this->rare->commonTables ?? []);
    }

    /** @return int the number for the next sub-query without an alias: `alias_1` */
    public function forgeSelectQueryAlias()
    {
        return self::lastSubQueryNumber($this) + 1;
    }

    /** @return string an alias that is used neither in this query nor in the sub-query */
    protected function nextSubQueryAlias(Criteria $subQuery)
    {
        return 'alias_' . (max($this->forgeSelectQueryAlias(), self::lastSubQueryNumber($subQuery) + 1));
    }

    /** Returns the highest number in a generated sub-query alias, at any depth. */
    private static function lastSubQueryNumber(Criteria $query): int
    {
        $last = 0;
        foreach ($query->getSelectQueries() as $alias => $inner) {
            $own = preg_match('/^alias_(\d+)$/D', (string) $alias, $match) === 1 ? (int) $match[1] : 0;
            $last = max($last, $own, self::lastSubQueryNumber($inner));
        }

        return $last;
    }

    /** @return bool */
    public function hasSelectQueries()
    {
        return $this->getSelectQueries() !== [];
    }

    /** @return array<string, Criteria> */
    public function getSelectQueries()
    {
        return $this->rare->selectQueries ?? [];
    }

    /** @return Criteria|null */
    public function getSelectQuery(string $alias)
    {
        return $this->rare->selectQueries[$alias] ?? null;
    }

    /** @return bool */
    public function hasSelectQuery(string $alias)
    {
        return isset($this->rare->selectQueries[$alias]);
    }

    // Tables and joins.

    /**
     * Adds an alias for a table.
     *
     * @return static
     */
    public function addAlias(string $alias, string $table)
    {
        $this->rareClauses()->aliases[Alias::check($alias)] = $table;

        return $this;
    }

    /** @return static */
    public function removeAlias(string $alias)
    {
        if ($this->rare !== null) {
            unset($this->rare->aliases[$alias]);
        }

        return $this;
    }

    /** @return array<string, string> */
    public function getAliases()
    {
        return $this->rare->aliases ?? [];
    }

    /** @return string|null */
    public function getTableForAlias(string $alias)
    {
        return $this->rare->aliases[$alias] ?? null;
    }

    /** @return static */
    public function setPrimaryTableName(string $tableName)
    {
        $this->primaryTableName = $tableName;

        return $this;
    }

    /** @return string|null */
    public function getPrimaryTableName()
    {
        return $this->primaryTableName;
    }

    /** @return array<string, list<string>> the columns that have conditions, by table */
    public function getTablesColumns()
    {
        $tables = [];
        foreach (array_keys($this->map) as $column) {
            $dot = strrpos((string) $column, '.');
            if ($dot !== false) {
                $tables[substr($column, 0, $dot)][] = $column;
            }
        }

        return $tables;
    }

    /**
     * @param list<string>|string $left `table.column`, or a list of the same length as the right side
     * @param list<string>|string $right
     * @return static
     */
    public function addJoin(array|string $left, array|string $right, ?string $joinType = null)
    {
        if (is_array($left) && is_array($right) && count($left) === count($right)) {
            return $this->addMultipleJoin(array_map(null, $left, $right), $joinType);
        }
        $join = new Join($left, $right, $joinType);
        $this->resolveJoinAliases($join);

        return $this->addJoinObject($join);
    }

    /**
     * @param list<array{0: string, 1: int|float|string, 2?: string}> $conditions two columns, or a column and a number
     * @return static
     */
    public function addMultipleJoin(array $conditions, ?string $joinType = null)
    {
        $join = new Join(null, null, $joinType);
        $columns = [];
        $values = [];
        foreach ($conditions as $condition) {
            $operator = $condition[2] ?? Join::EQUAL;
            $value = self::comparedValue($condition[1]);
            if ($value !== null) {
                $values[] = [$condition[0], $value, $operator];
            } else {
                $columns[] = [$condition[0], $condition[1], $operator];
            }
        }
        $join->addConditionsOfTables($columns);
        foreach ($values as $condition) {
            $join->addComparison(...$condition);
        }
        $this->resolveJoinAliases($join);

        return $this->addJoinObject($join);
    }

    /** Returns the value that a join compares a column with; null if it compares two columns. */
    private static function comparedValue(mixed $right): int|float|string|null
    {
        if (is_numeric($right)) {
            return $right + 0;
        }
        $isText = preg_match("/^'((?:[^']|'')*)'$/Ds", (string) $right, $found) === 1;

        return $isText ? str_replace("''", "'", $found[1]) : null;
    }

    /**
     * Adds a join unless the query already has an equal one.
     *
     * @return static
     */
    public function addJoinObject(Join $join)
    {
        return $this->keepJoin($join, null);
    }

    /** @return static */
    protected function keepJoin(Join $join, ?string $name)
    {
        foreach ($this->joins as $known) {
            if ($known->equals($join)) {
                return $this;
            }
        }
        if ($name === null) {
            $this->joins[] = $join;
        } else {
            $this->joins[$name] = $join;
        }

        return $this;
    }

    /** @return array<int|string, Join> */
    public function getJoins()
    {
        foreach ($this->joins as $name => $join) {
            if ($join->sharedShape !== null) {
                $this->joins[$name] = clone $join;
            }
        }

        return $this->joins;
    }

    /** @return bool */
    public function hasJoin(string $name)
    {
        return isset($this->joins[$name]);
    }

    /** @return Join|null */
    public function getJoin(string $name)
    {
        $join = $this->joins[$name] ?? null;

        return $join?->sharedShape !== null ? $this->joins[$name] = clone $join : $join;
    }

    // Order, groups and limits.

    /** @return static */
    public function addAscendingOrderByColumn(string $column)
    {
        $this->orderByColumns[] = $column . ' ' . Criteria::ASC;

        return $this;
    }

    /** @return static */
    public function addDescendingOrderByColumn(string $column)
    {
        $this->orderByColumns[] = $column . ' ' . Criteria::DESC;

        return $this;
    }

    /** @return list<string> */
    public function getOrderByColumns()
    {
        return $this->orderByColumns;
    }

    /** @return static */
    public function clearOrderByColumns()
    {
        $this->orderByColumns = [];

        return $this;
    }

    /** @return static */
    public function addGroupByColumn(string $column)
    {
        $this->rareClauses()->groupByColumns[] = $column;

        return $this;
    }

    /** @return list<string> */
    public function getGroupByColumns()
    {
        return $this->rare->groupByColumns ?? [];
    }

    /** @return static */
    public function clearGroupByColumns()
    {
        if ($this->rare !== null) {
            $this->rare->groupByColumns = [];
        }

        return $this;
    }

    /**
     * @param int $limit -1: no limit
     * @return static
     */
    public function setLimit(int $limit)
    {
        $this->limit = $limit;

        return $this;
    }

    /** @return int */
    public function getLimit()
    {
        return $this->limit;
    }

    /** @return static */
    public function setOffset(int $offset)
    {
        if ($offset < 0) {
            Orm::log(sprintf('The offset %d is taken as 0: it cannot be negative', $offset), Orm::LOG_WARNING);
        }
        $this->offset = max(0, $offset);

        return $this;
    }

    /** @return int */
    public function getOffset()
    {
        return $this->offset;
    }

    // Settings, comments and locks.

    /**
     * Sets whether conditions and orders on text columns ignore case.
     *
     * @return static
     */
    public function setIgnoreCase(bool $ignoreCase)
    {
        if ($ignoreCase || $this->rare !== null) {
            $this->rareClauses()->ignoreCase = $ignoreCase;
        }

        return $this;
    }

    /** @return bool */
    public function isIgnoreCase()
    {
        return $this->rare->ignoreCase ?? false;
    }

    /** @return static */
    public function setSingleRecord(bool $singleRecord)
    {
        $this->singleRecord = $singleRecord;

        return $this;
    }

    /** @return bool */
    public function isSingleRecord()
    {
        return $this->singleRecord;
    }

    /** @return static */
    public function setUseTransaction(bool $useTransaction)
    {
        $this->useTransaction = $useTransaction;

        return $this;
    }

    /** @return bool */
    public function isUseTransaction()
    {
        return $this->useTransaction;
    }

    /**
     * Adds a comment to the SQL, for example to find the statement in logs.
     *
     * @return static
     */
    public function setComment(?string $comment)
    {
        if ($comment !== null || $this->rare !== null) {
            $this->rareClauses()->comment = $comment;
        }

        return $this;
    }

    /** @return string|null */
    public function getComment()
    {
        return $this->rare->comment ?? null;
    }

    /**
     * Sets whether all names in the SQL are quoted, overriding the settings of tables.
     *
     * @return static
     */
    public function setIdentifierQuoting(bool $identifierQuoting)
    {
        $this->rareClauses()->identifierQuoting = $identifierQuoting;

        return $this;
    }

    /**
     * Returns the value of setIdentifierQuoting(), which overrides the settings of tables.
     *
     * @internal
     */
    protected function ownQuoting(): ?bool
    {
        return $this->rare->identifierQuoting ?? null;
    }

    /** @return bool */
    public function isIdentifierQuotingEnabled()
    {
        return $this->rare->identifierQuoting ?? ($this->primaryTableName !== null
            && $this->getDatabaseMap()->hasTable($this->primaryTableName)
            && $this->getDatabaseMap()->getTable($this->primaryTableName)->isIdentifierQuotingEnabled());
    }

    /**
     * Locks the selected rows for writing until the end of the transaction.
     *
     * @param list<string> $tableNames tables to lock, if the database supports it; empty: all tables of the query
     * @return static
     */
    public function lockForUpdate(array $tableNames = [], bool $noWait = false)
    {
        return $this->withLock(Lock::EXCLUSIVE, $tableNames, $noWait);
    }

    /**
     * Locks the selected rows against changes by others until the end of the transaction.
     *
     * @param list<string> $tableNames tables to lock, if the database supports it; empty: all tables of the query
     * @return static
     */
    public function lockForShare(array $tableNames = [], bool $noWait = false)
    {
        return $this->withLock(Lock::SHARED, $tableNames, $noWait);
    }

    /**
     * @param list<string> $tableNames
     * @return static
     */
    protected function withLock(string $lockType, array $tableNames = [], bool $noWait = false)
    {
        $method = $lockType === Lock::SHARED ? 'lockForShare' : 'lockForUpdate';
        $names = RareClauses::names($method, array_values($tableNames));
        $this->rareClauses()->lock = new Lock($lockType, $names, $noWait);

        return $this;
    }

    /**
     * Removes the lock of lockForUpdate() or lockForShare().
     *
     * @return static
     */
    public function withoutLock()
    {
        if ($this->rare !== null) {
            $this->rare->lock = null;
        }

        return $this;
    }

    /** @return Lock|null */
    public function getLock()
    {
        return $this->rare->lock ?? null;
    }

    // The whole query: clear, merge and compare.

    /**
     * Resets the criteria; the connection name is kept.
     *
     * @return static
     */
    public function clear()
    {
        foreach ($this->initialState() as $property => $value) {
            $this->$property = $value;
        }
        $this->lastCondition = null;
        $this->openGroups = [];
        $this->rare = null;

        return $this;
    }

    /**
     * Adds the conditions and clauses of another criteria.
     *
     * @return static
     */
    public function mergeWith(Criteria $criteria, ?string $operator = null)
    {
        $this->merge($criteria, $operator);
        if ($criteria->isIgnoreCase()) {
            $this->setIgnoreCase(true);
        }

        return $this;
    }

    /** @return void */
    protected function merge(Criteria $criteria, ?string $operator)
    {
        $columns = $criteria->rare->selectColumns ?? [];
        if ($columns !== []) {
            $rare = $this->rareClauses();
            $rare->selectColumns = [...$rare->selectColumns, ...array_diff($columns, $rare->selectColumns)];
        }
        CriteriaMerger::merge($this, $criteria, $operator);
    }

    /** @return bool */
    public function equals(Criteria $other)
    {
        if ($other === $this) {
            return true;
        }
        if (count($other->map) !== count($this->map)) {
            return false;
        }
        foreach ($this->map as $key => $criterion) {
            if (!$criterion->equals($other->map[$key] ?? null)) {
                return false;
            }
        }
        if (array_keys($this->joins) !== array_keys($other->joins)) {
            return false;
        }
        foreach ($this->joins as $name => $join) {
            if (!$join->equals($other->joins[$name])) {
                return false;
            }
        }
        foreach (array_diff(array_keys($this->initialState()), ['joins']) as $property) {
            if ($this->$property != $other->$property) {
                return false;
            }
        }

        return ($this->rare ?? new RareClauses()) == ($other->rare ?? new RareClauses())
            && $this->getDbName() === $other->getDbName();
    }

    /**
     * Returns the rare clauses for changing them, and creates them if needed. Code that only reads must use the
     * property, which may be null.
     *
     * @return RareClauses
     */
    protected function rareClauses()
    {
        return $this->rare ??= new RareClauses();
    }

    /** @return array<string, mixed> */
    private function initialState(): array
    {
        return [
            'map' => [], 'namedCriterions' => [], 'orderByColumns' => [], 'joins' => [], 'limit' => -1, 'offset' => 0,
            'singleRecord' => false, 'useTransaction' => false,
        ];
    }

    private function resolveJoinAliases(Join $join): void
    {
        $left = $join->getLeftTableName();
        if ($left !== null && isset($this->rare->aliases[$left])) {
            $join->setLeftTableAlias($left);
            $join->setLeftTableName($this->rare->aliases[$left]);
        }
        $right = $join->getRightTableName();
        if ($right === null) {
            throw new LogicException('A join needs a right table');
        }
        if (isset($this->rare->aliases[$right])) {
            $join->setRightTableAlias($right);
            $join->setRightTableName($this->rare->aliases[$right]);
        }
    }
}
