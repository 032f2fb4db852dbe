<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Criterion\CriterionFactory;
use Orm\Runtime\ActiveQuery\QueryExecutor\WriteExecutor;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ConditionalProxy;

/**
 * Conditions on real columns, and the statement around them.
 */
class Criteria
{
    use CriteriaShapeTrait;

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
    protected array $map = [];

    /** @var array<string, AbstractCriterion> conditions that wait for combine() */
    #[PlanRule(PlanRule::NO_PART)]
    protected array $namedCriterions = [];

    /** The condition that was added last, if it is not the last one of the map. */
    #[PlanRule(PlanRule::NO_PART)]
    protected ?AbstractCriterion $lastCondition = null;

    /** Whether the next condition is combined with the last one by OR. */
    #[PlanRule(PlanRule::NO_PART)]
    protected bool $isOrNext = false;
    #[PlanRule(PlanRule::NO_PART)]
    protected ?ConditionalProxy $conditionalProxy = null;

    /** @var list<array{array<string, AbstractCriterion>, AbstractCriterion|null, bool}> what is outside of open groups */
    #[PlanRule(PlanRule::NO_PART)]
    protected array $openGroups = [];

    /** @var list<ColumnMap|string> what the last call of replaceNames() has found: columns, and other names */
    #[PlanRule(PlanRule::NO_PART)]
    protected array $replacedColumns = [];

    /** @internal read only: hot paths read it without a call */
    #[PlanRule(PlanRule::IN_SHAPE)]
    public ?string $dbName = null;

    /** @param string|null $dbName a datasource; null: the default one */
    public function __construct(?string $dbName = null)
    {
        $this->dbName = $dbName;
    }

    public function getDbName(): string
    {
        return $this->dbName ??= Orm::getServiceContainer()->getDefaultDatasource();
    }

    /** @return void */
    public function setDbName(?string $dbName = null)
    {
        $this->dbName = $dbName ?? Orm::getServiceContainer()->getDefaultDatasource();
    }

    public function getAdapter(): AdapterInterface
    {
        try {
            return Orm::getServiceContainer()->getAdapter($this->getDbName());
        } catch (AdapterException $failure) {
            Orm::log('A query cannot be written: ' . $failure->getMessage(), Orm::LOG_ERR);
            throw $failure;
        }
    }

    public function getDatabaseMap(): DatabaseMap
    {
        return Orm::getServiceContainer()->getDatabaseMap($this->getDbName());
    }

    /**
     * @internal
     * @param string $name a table of the database; a query of a model knows its own without asking for the others
     */
    public function findTableMap(string $name): ?TableMap
    {
        return $this->getDatabaseMap()->findTable($name);
    }

    /** @return array<string, AbstractCriterion> */
    public function getMap(): array
    {
        return $this->map;
    }

    public function hasWhereClause(): bool
    {
        return $this->map !== [];
    }

    /** @return list<string> */
    public function keys(): array
    {
        return array_map('strval', array_keys($this->map));
    }

    public function size(): int
    {
        return count($this->map);
    }

    public function containsKey(string $column): bool
    {
        return isset($this->map[$column]);
    }

    public function keyContainsValue(string $column): bool
    {
        return $this->getValue($column) !== null;
    }

    public function getCriterion(string $column): ?AbstractCriterion
    {
        return $this->map[$column] ?? null;
    }

    public function getLastCriterion(): ?AbstractCriterion
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

    public function getComparison(string $column): ?string
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

    public function getNewCriterion(
        string $column,
        mixed $value = null,
        int|string|null $comparison = null,
    ): AbstractCriterion {
        $isBasic = ($comparison === null || isset(BasicCriterion::OPERATORS[$comparison])) && !$value instanceof self;

        return $isBasic
            ? new BasicCriterion($this, $column, $value, $comparison)
            : CriterionFactory::build($this, $column, $comparison, $value);
    }

    /**
     * Sets the condition on a column: an earlier one on it is replaced.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
     * @return static
     */
    public function add(AbstractCriterion|string|null $column, mixed $value = null, int|string|null $comparison = null)
    {
        if ($column instanceof AbstractCriterion) {
            return $this->keepCondition($this->key($column), $column);
        }
        // SQL of the caller need not be about a column.
        $column ??= '';

        return $this->keepCondition($column, $comparison === self::CUSTOM_EQUAL
            ? new Criterion\AssignmentCriterion($this, $column, $value, $comparison)
            : $this->getNewCriterion($column, $value, $comparison));
    }

    /**
     * Adds a condition with AND, to an earlier one on the same column if there is one.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
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
     * Adds a condition with OR to the one that was added last.
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
     * @return static
     */
    public function addOr(
        AbstractCriterion|string|null $column,
        mixed $value = null,
        int|string|null $comparison = null,
        bool $preferColumnCondition = true,
    ) {
        $criterion = $this->getCriterionForCondition($column, $value, $comparison);
        $last = $this->lastCondition ?? $this->getLastCriterion();
        if ($last === null) {
            return $this->keepCondition($this->key($criterion), $criterion);
        }
        $last->addOr($criterion);

        return $this;
    }

    /**
     * Adds a condition with AND, or with OR after _or().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
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
     * Keeps a condition under a name, for combine().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
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
     * @param list<string> $names of conditions; none: all that wait
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
     * Begins a group: the conditions up to endCombineFilters() are one condition, which _or() before the group and
     * after it sees as a whole.
     *
     * @return static
     */
    public function combineFilters()
    {
        $this->openGroups[] = [$this->map, $this->lastCondition, $this->isOrNext];
        [$this->map, $this->lastCondition, $this->isOrNext] = [[], null, false];

        return $this;
    }

    /** @return static */
    public function endCombineFilters()
    {
        $outside = array_pop($this->openGroups)
            ?? throw new LogicException('endCombineFilters() needs a combineFilters() before it');
        $group = null;
        foreach ($this->map as $criterion) {
            $group = $group === null ? $criterion : $group->addAnd($criterion);
        }
        [$this->map, $this->lastCondition, $this->isOrNext] = $outside;

        return $group === null ? $this : $this->addUsingOperator($group, null, null, false);
    }

    /**
     * Adds a condition with AND, or with OR after _or().
     *
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
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
     * @param AbstractCriterion|string|null $column null: a condition without a column
     * @param int|string|null $comparison
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

    public function getHaving(): ?AbstractCriterion
    {
        return $this->rare->having ?? null;
    }

    // phpcs:disable PSR2.Methods.MethodDeclaration.Underscore -- or, and, if and else are reserved words
    /** @return static */
    public function _or()
    {
        $this->isOrNext = true;

        return $this;
    }

    /** @return static */
    public function _and()
    {
        $this->isOrNext = false;

        return $this;
    }

    /**
     * Calls up to the matching _endif() count only if the condition holds.
     *
     * @param bool $condition
     * @return static the query, or an object that takes its place while calls do not count
     */
    public function _if($condition)
    {
        $this->conditionalProxy = new ConditionalProxy($this, (bool) $condition, $this->conditionalProxy);

        return $this->conditionalProxy->getCriteriaOrProxy();
    }

    /**
     * @param bool $condition
     * @return static as _if()
     */
    public function _elseif($condition)
    {
        return $this->requireConditional('_elseif')->_elseif((bool) $condition);
    }

    /** @return static as _if() */
    public function _else()
    {
        return $this->requireConditional('_else')->_else();
    }

    /** @return static */
    public function _endif()
    {
        $proxy = $this->requireConditional('_endif');
        $this->conditionalProxy = $proxy->getParentProxy();

        return $this->conditionalProxy === null ? $this : $this->conditionalProxy->getCriteriaOrProxy();
    }

    // phpcs:enable
    /**
     * The statement as far as it is said: of a query that has not been run, with the columns that were selected.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public function createSelectSql(array &$params): string
    {
        return (new SqlContext($this, SqlContext::adapterOf($this), $params))->unfinishedSql();
    }

    /**
     * The statement that would be run: a query of a model has the columns of the model then.
     *
     * @internal
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     */
    public function completeSelectSql(array &$params): string
    {
        return (new SqlContext($this, $this->getAdapter(), $params))->selectSql();
    }

    /** @return list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public function getParams(): array
    {
        $params = [];
        $this->completeSelectSql($params);

        return $params;
    }

    public function doSelect(?ConnectionInterface $con = null): DataFetcherInterface
    {
        return QueryExecutor\SelectExecutor::fetcher($this, $con);
    }

    public function doCount(?ConnectionInterface $con = null): DataFetcherInterface
    {
        return QueryExecutor\SelectExecutor::countFetcher($this, $con);
    }

    /** @return mixed the key that the database gave out, null if it gave none */
    public function doInsert(?ConnectionInterface $con = null)
    {
        return WriteExecutor::insert($this, $con);
    }

    public function doUpdate(Criteria $values, ConnectionInterface $con): int
    {
        return WriteExecutor::update($this, $values, $con);
    }

    public function doDelete(?ConnectionInterface $con = null): int
    {
        return WriteExecutor::delete($this, $con);
    }

    public function doDeleteAll(?ConnectionInterface $con = null): int
    {
        return WriteExecutor::deleteAll($this, $con);
    }

    /**
     * Refuses to execute a query while a part of it is open: what was said in that part would be lost.
     *
     * @internal
     */
    public function assertFinished(): void
    {
        if ($this->conditionalProxy !== null) {
            throw ConditionalProxy::missingEnd('it is executed');
        }
        if ($this->openGroups !== []) {
            throw new LogicException('endCombineFilters() is missing: combineFilters() has begun a group');
        }
    }

    /**
     * What only a SELECT can have: a statement that writes would leave it out and write other rows. An order or a list
     * of columns makes no difference to which rows are meant.
     *
     * @internal
     * @param bool $readsFirst whether a SELECT finds the rows before, so that it may have a limit and groups
     */
    public function partOfSelect(bool $readsFirst = false): ?string
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

    /** Text with the SQL and its values, for people to read. */
    public function toString(): string
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
            // A shared join is copied before it is changed.
            $this->joins[$key] = $join->sharedShape === null ? clone $join : $join;
        }
        if ($this->rare !== null) {
            $this->rare = clone $this->rare;
        }
    }

    /** @return array{string, string|null} the real name of a table, and its alias if that was given */
    public function getTableNameAndAlias(string $tableAliasOrName): array
    {
        $table = $this->getTableForAlias($tableAliasOrName);

        return $table === null ? [$tableAliasOrName, null] : [$table, $tableAliasOrName];
    }

    /** The column of a condition, without its table. */
    public function getColumnName(string $name): ?string
    {
        return isset($this->map[$name]) ? $this->map[$name]->getColumn() : null;
    }

    /** The table of a condition. */
    public function getTableName(string $name): ?string
    {
        return isset($this->map[$name]) ? $this->map[$name]->getTable() : null;
    }

    /**
     * A name as the SQL of this criteria writes it: in quotes if all names are, or if the table wants it.
     *
     * @param string $string `table.column`, or one name
     * @param string $tableName the table of a name that has none
     */
    public function quoteIdentifier(string $string, string $tableName = ''): string
    {
        $params = [];
        $context = new SqlContext($this, $this->getAdapter(), $params);
        if ($tableName === '' || str_contains($string, '.')) {
            return $context->quoteColumn($string);
        }

        return substr($context->quoteColumn($tableName . '.' . $string), strlen($context->quoteSource($tableName)) + 1);
    }

    /**
     * Writes the names in a clause as SQL does; literals, quoted names and comments stay.
     *
     * @return bool whether there was one to write
     */
    public function replaceNames(string &$sql): bool
    {
        $this->replacedColumns = [];
        $sql = ClauseText::of($sql, $this->getAdapter())->replaceNames(
            fn (string $name): string => $this->doReplaceNameInExpression([$name]),
        );

        return $this->replacedColumns !== [];
    }

    /** @param array<string> $matches the name is the first */
    protected function doReplaceNameInExpression(array $matches): string
    {
        $this->replacedColumns[] = $matches[0];

        return $this->quoteIdentifier($matches[0]);
    }

    /** The first primary key column of the table of a criteria. */
    public function getPrimaryKey(?Criteria $criteria = null): ?ColumnMap
    {
        $criteria ??= $this;
        $table = $criteria->getPrimaryTableName() ?? array_key_first($criteria->getTablesColumns());
        $tableMap = $table === null
            ? null
            : $criteria->findTableMap($criteria->getTableForAlias($table) ?? $table);
        $keys = $tableMap?->getPrimaryKeys() ?? [];

        return $keys === [] ? null : reset($keys);
    }

    /** Whether two selected columns have one name, so that a sub-query with them needs aliases. */
    public function needsSelectAliases(): bool
    {
        return SqlContext::needsAliases($this);
    }

    /**
     * @param AbstractCriterion|string|null $p1 a condition, or a column
     * @param int|string|null $comparison
     */
    protected function getCriterionForCondition(
        $p1,
        mixed $value = null,
        $comparison = null,
    ): AbstractCriterion {
        return $p1 instanceof AbstractCriterion ? $p1 : $this->getNewCriterion((string) $p1, $value, $comparison);
    }

    /** @param list<string> $names */
    protected function combineNamed(array $names, string $operator): AbstractCriterion
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
        return $this->conditionalProxy ?? throw new LogicException(sprintf('%s() needs an _if() before it', $method));
    }

    private function key(AbstractCriterion $criterion): string
    {
        if ($criterion->getTable() !== null) {
            return $criterion->getTable() . '.' . $criterion->getColumn();
        }
        $key = '#' . spl_object_id($criterion);

        // In a copy of a criteria, the object that had this id may be gone.
        return ($this->map[$key] ?? $criterion) === $criterion ? $key : $this->freeKey($key);
    }

    /** A place for a condition beside the one that has the key. */
    private function freeKey(string $key): string
    {
        $number = count($this->map);
        while (isset($this->map[$key . '#' . $number])) {
            $number++;
        }

        return $key . '#' . $number;
    }
}
