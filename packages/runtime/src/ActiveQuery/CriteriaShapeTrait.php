<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\SqlBuilder\Alias;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;

/** What a criteria holds besides its conditions: columns, tables, joins, order, limits and flags. */
trait CriteriaShapeTrait
{
    /** @var list<string> clauses such as `book.title ASC` */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $orderByColumns = [];

    /** @var array<int|string, Join> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $joins = [];

    #[PlanRule(PlanRule::DISABLES)]
    protected ?RareClauses $rare = null;
    #[PlanRule(PlanRule::DISABLES)]
    protected ?string $primaryTableName = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected int $limit = -1;
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected int $offset = 0;
    #[PlanRule(PlanRule::NO_PART)]
    protected bool $singleRecord = false;
    #[PlanRule(PlanRule::NO_PART)]
    protected bool $useTransaction = false;

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
    public function getSelectColumns(): array
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

    public function hasSelectClause(): bool
    {
        return $this->rare !== null && ($this->rare->selectColumns !== [] || $this->rare->asColumns !== []);
    }

    /** @return static */
    public function addAsColumn(string $alias, string $clause)
    {
        $this->rareClauses()->asColumns[Alias::ofColumn($alias)] = $clause;

        return $this;
    }

    /**
     * Adds a column whose value a query finds for each row. That query can name the tables of this one.
     *
     * @return static
     */
    public function addQueryColumn(string $alias, Criteria $query)
    {
        $this->addAsColumn($alias, '(SELECT …)');
        $this->rareClauses()->columnQueries[$alias] = $query;

        return $this;
    }

    /** @return array<string, Criteria> by their aliases */
    public function getQueryColumns(): array
    {
        return $this->rare->columnQueries ?? [];
    }

    /** @return array<string, string> */
    public function getAsColumns(): array
    {
        return $this->rare->asColumns ?? [];
    }

    public function getColumnForAs(string $alias): ?string
    {
        return $this->rare->asColumns[$alias] ?? null;
    }

    /**
     * @param string $modifier one that the database has: `DISTINCT`, `SQL_NO_CACHE`, `DISTINCT ON (title)`
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

    public function hasSelectModifier(string $modifier): bool
    {
        return in_array($modifier, $this->rare->selectModifiers ?? [], true);
    }

    /** @return list<string> */
    public function getSelectModifiers(): array
    {
        return $this->rare->selectModifiers ?? [];
    }

    /** @return static */
    public function setDistinct()
    {
        return $this->removeSelectModifier(Criteria::ALL)->addSelectModifier(Criteria::DISTINCT);
    }

    /** @return static */
    public function setAll()
    {
        return $this->removeSelectModifier(Criteria::DISTINCT)->addSelectModifier(Criteria::ALL);
    }

    /** @return static */
    public function addSelectQuery(Criteria $subQuery, ?string $alias = null)
    {
        $alias ??= 'alias_' . $this->forgeSelectQueryAlias();
        $this->rareClauses()->selectQueries[Alias::check($alias)] = $subQuery;

        return $this;
    }

    /** @return array<string, Criteria> the queries of withCommonTable() by their names */
    public function getCommonTables(): array
    {
        return array_intersect_key($this->getSelectQueries(), $this->rare->commonTables ?? []);
    }

    /** The number of the next sub-query that gets no alias: `alias_1`. */
    public function forgeSelectQueryAlias(): int
    {
        $number = count($this->getSelectQueries()) + 1;
        while ($this->hasSelectQuery('alias_' . $number)) {
            $number++;
        }

        return $number;
    }

    public function hasSelectQueries(): bool
    {
        return $this->getSelectQueries() !== [];
    }

    /** @return array<string, Criteria> */
    public function getSelectQueries(): array
    {
        return $this->rare->selectQueries ?? [];
    }

    public function getSelectQuery(string $alias): ?Criteria
    {
        return $this->rare->selectQueries[$alias] ?? null;
    }

    public function hasSelectQuery(string $alias): bool
    {
        return isset($this->rare->selectQueries[$alias]);
    }

    /** @return static */
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
    public function getAliases(): array
    {
        return $this->rare->aliases ?? [];
    }

    public function getTableForAlias(string $alias): ?string
    {
        return $this->rare->aliases[$alias] ?? null;
    }

    /** @return static */
    public function setPrimaryTableName(string $tableName)
    {
        $this->primaryTableName = $tableName;

        return $this;
    }

    public function getPrimaryTableName(): ?string
    {
        return $this->primaryTableName;
    }

    /** @return array<string, list<string>> the columns with conditions by table */
    public function getTablesColumns(): array
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
     * @param list<string>|string $left `table.column`, or a list as long as that of the right side
     * @param list<string>|string $right
     * @return static
     */
    public function addJoin(array|string $left, array|string $right, ?string $joinType = null)
    {
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
        $values = [];
        foreach ($conditions as $condition) {
            if (is_int($condition[1]) || is_float($condition[1])) {
                $values[] = $condition;
            } else {
                $join->addCondition($condition[0], $condition[1], $condition[2] ?? Join::EQUAL);
            }
        }
        foreach ($values as $condition) {
            $join->addComparison($condition[0], $condition[1], $condition[2] ?? Join::EQUAL);
        }
        $this->resolveJoinAliases($join);

        return $this->addJoinObject($join);
    }

    /**
     * Joins that say the same are kept once.
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
    public function getJoins(): array
    {
        foreach ($this->joins as $name => $join) {
            if ($join->sharedShape !== null) {
                $this->joins[$name] = clone $join;
            }
        }

        return $this->joins;
    }

    public function hasJoin(string $name): bool
    {
        return isset($this->joins[$name]);
    }

    public function getJoin(string $name): ?Join
    {
        $join = $this->joins[$name] ?? null;

        return $join?->sharedShape !== null ? $this->joins[$name] = clone $join : $join;
    }

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
    public function getOrderByColumns(): array
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
    public function getGroupByColumns(): array
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
     * @param int $limit -1: none
     * @return static
     */
    public function setLimit(int $limit)
    {
        $this->limit = $limit;

        return $this;
    }

    public function getLimit(): int
    {
        return $this->limit;
    }

    /** @return static */
    public function setOffset(int $offset)
    {
        if ($offset < 0) {
            throw new InvalidArgumentException(sprintf('An offset cannot be negative: %d', $offset));
        }
        $this->offset = $offset;

        return $this;
    }

    public function getOffset(): int
    {
        return $this->offset;
    }

    /** @return static */
    public function setIgnoreCase(bool $ignoreCase)
    {
        if ($ignoreCase || $this->rare !== null) {
            $this->rareClauses()->ignoreCase = $ignoreCase;
        }

        return $this;
    }

    public function isIgnoreCase(): bool
    {
        return $this->rare->ignoreCase ?? false;
    }

    /** @return static */
    public function setSingleRecord(bool $singleRecord)
    {
        $this->singleRecord = $singleRecord;

        return $this;
    }

    public function isSingleRecord(): bool
    {
        return $this->singleRecord;
    }

    /** @return static */
    public function setUseTransaction(bool $useTransaction)
    {
        $this->useTransaction = $useTransaction;

        return $this;
    }

    public function isUseTransaction(): bool
    {
        return $this->useTransaction;
    }

    /** @return static */
    public function setComment(?string $comment)
    {
        if ($comment !== null || $this->rare !== null) {
            $this->rareClauses()->comment = $comment;
        }

        return $this;
    }

    public function getComment(): ?string
    {
        return $this->rare->comment ?? null;
    }

    /** @return static */
    public function setIdentifierQuoting(bool $identifierQuoting)
    {
        $this->rareClauses()->identifierQuoting = $identifierQuoting;

        return $this;
    }

    /**
     * What setIdentifierQuoting() has said, which counts more than what tables want.
     *
     * @internal
     */
    public function ownQuoting(): ?bool
    {
        return $this->rare->identifierQuoting ?? null;
    }

    public function isIdentifierQuotingEnabled(): bool
    {
        return $this->rare->identifierQuoting ?? ($this->primaryTableName !== null
            && $this->getDatabaseMap()->hasTable($this->primaryTableName)
            && $this->getDatabaseMap()->getTable($this->primaryTableName)->isIdentifierQuotingEnabled());
    }

    /**
     * @param list<string> $tableNames
     * @return static
     */
    public function lockForUpdate(array $tableNames = [], bool $noWait = false)
    {
        return $this->withLock(Lock::EXCLUSIVE, $tableNames, $noWait);
    }

    /**
     * @param list<string> $tableNames
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
        $this->rareClauses()->lock = new Lock($lockType, $tableNames, $noWait);

        return $this;
    }

    /** @return static */
    public function withoutLock()
    {
        if ($this->rare !== null) {
            $this->rare->lock = null;
        }

        return $this;
    }

    public function getLock(): ?Lock
    {
        return $this->rare->lock ?? null;
    }

    /**
     * Back to an empty criteria of the same datasource.
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
     * Adds what another criteria says.
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

    protected function merge(Criteria $criteria, ?string $operator): void
    {
        $columns = $criteria->rare->selectColumns ?? [];
        if ($columns !== []) {
            $rare = $this->rareClauses();
            $rare->selectColumns = [...$rare->selectColumns, ...array_diff($columns, $rare->selectColumns)];
        }
        CriteriaMerger::merge($this, $criteria, $operator);
    }

    public function equals(Criteria $other): bool
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
        if ($this->getJoins() != $other->getJoins()) {
            return false;
        }
        foreach (array_keys($this->initialState()) as $property) {
            if ($this->$property != $other->$property) {
                return false;
            }
        }

        return ($this->rare ?? new RareClauses()) == ($other->rare ?? new RareClauses())
            && $this->getDbName() === $other->getDbName();
    }

    /** Gives the rare clauses to change them. Code that only reads must use the property, which may be null. */
    protected function rareClauses(): RareClauses
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
