<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\QueryExecutor\FindOrSave;
use Orm\Runtime\ActiveQuery\QueryExecutor\FormattedSelect;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\ActiveQuery\QueryExecutor\SelectExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\SimpleArrayFormatter;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\KeysetPage;
use Orm\Runtime\Util\ModelPager;
use PDO;
use Traversable;

use function count;
use function is_int;

/**
 * The methods that execute a query: those that give its result, and those that update or delete its rows, in one
 * statement and one transaction.
 *
 * @template T of ActiveRecordInterface
 */
trait ModelFindTrait
{
    #[PlanRule(PlanRule::NO_PART)]
    protected bool $isKeepQuery = true;

    /** Whether a behavior updates the rows by statements of its own: hooks of the application do not run. */
    #[PlanRule(PlanRule::NO_PART)]
    protected bool $isInternal = false;

    #[PlanRule(PlanRule::NO_PART)]
    private ?Preloads $preloads = null;

    /**
     * @param bool $isKeepQuery false: executing the query may change it
     * @return static
     */
    public function keepQuery(bool $isKeepQuery = true)
    {
        $this->isKeepQuery = $isKeepQuery;

        return $this;
    }

    /** The query that may be changed to execute it: a copy, unless it is not to be kept. */
    protected function own(): static
    {
        return $this->isKeepQuery ? clone $this : $this;
    }

    public function isKeepQuery(): bool
    {
        return $this->isKeepQuery;
    }

    public function getFormatter(): AbstractFormatter
    {
        return $this->formatter ??= new ObjectFormatter();
    }

    /** @return ObjectCollection<int, T> or what the formatter gives */
    public function find(?ConnectionInterface $con = null)
    {
        $con = $con === null
            ? Orm::$state->openConnections[$this->dbName ?? ''] ?? Orm::state()->readConnection($this->getDbName())
            : ConnectionWrapper::wrap($con);
        $query = Orm::$state->preSelect[static::class] ?? true ? $this->forSelect($con) : $this;
        $found = $query->fetch($con, SelectPlan::ROWS);

        $this->preloads?->read($found, $this->getModelNameOrFail(), $con);

        return $found;
    }

    /**
     * find() with the one type that editors and analysers can know: objects, whatever setFormatter() says.
     *
     * @return ObjectCollection<int, T>
     */
    public function findObjects(?ConnectionInterface $con = null): ObjectCollection
    {
        if ($this->getSelect() !== null) {
            throw new LogicException('findObjects() cannot be used with select(): use findTuples()');
        }

        return $this->own()->setFormatter(self::FORMAT_OBJECT)->find($con);
    }

    /**
     * find() with the one type that editors and analysers can know: an array for each row, by the names of select(), or
     * by the phpNames of all columns.
     *
     * @return ArrayCollection<int, array<string, mixed>>
     */
    public function findTuples(?ConnectionInterface $con = null): ArrayCollection
    {
        return $this->own()->setFormatter(self::FORMAT_ARRAY)->find($con);
    }

    /** @return T|null or what the formatter gives */
    public function findOne(?ConnectionInterface $con = null)
    {
        $con = $con === null
            ? Orm::$state->openConnections[$this->dbName ?? ''] ?? Orm::state()->readConnection($this->getDbName())
            : ConnectionWrapper::wrap($con);
        $query = Orm::$state->preSelect[static::class] ?? true ? $this->forSelect($con) : $this;
        if (!$this->isKeepQuery) {
            $query->limit = 1;
        }
        $found = $query->fetch($con, SelectPlan::FIRST);

        $this->preloads?->read($found, $this->getModelNameOrFail(), $con);

        return $found;
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
     */
    public function preload(string ...$relations): static
    {
        // A copy of the query may have the same.
        $this->preloads = $this->preloads === null ? new Preloads($this->getTableMap()) : clone $this->preloads;
        foreach ($relations as $relation) {
            $this->preloads->add($relation);
        }

        return $this;
    }

    /**
     * Finds an object or saves a new one with the values of the equality conditions. When another process inserts the
     * row at the same time, theirs is found.
     *
     * @param callable(ActiveRecordInterface): mixed|null $prepare completes a new object before it is saved
     */
    public function findOneOrSave(?callable $prepare = null, ?ConnectionInterface $con = null): ActiveRecordInterface
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
        return $this->own()->filterBy($column, $value)->find($con);
    }

    /**
     * @param array<string, mixed> $conditions
     * @return ObjectCollection<int, T>
     */
    public function findByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->own()->filterByArray($conditions)->find($con);
    }

    /**
     * @param string $column
     * @return T|null
     */
    public function findOneBy(string $column, mixed $value, ?ConnectionInterface $con = null)
    {
        return $this->own()->filterBy($column, $value)->findOne($con);
    }

    /**
     * @param array<string, mixed> $conditions
     * @return T|null
     */
    public function findOneByArray(array $conditions, ?ConnectionInterface $con = null)
    {
        return $this->own()->filterByArray($conditions)->findOne($con);
    }

    /**
     * @param string $column
     * @return T
     */
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
        $con = $con === null
            ? Orm::$state->openConnections[$this->dbName ?? ''] ?? Orm::state()->readConnection($this->getDbName())
            : ConnectionWrapper::wrap($con);
        $query = Orm::$state->preSelect[static::class] ?? true ? $this->forSelect($con) : $this;
        if (
            $query->primaryCriteria !== null || $query->openUses || $query->openGroups
            || $query->conditionalProxy !== null
        ) {
            $query->assertFinished();
        }
        if (
            !$query->map && !$query->joins && $query->formatter === null && !$query->with
            && $query->modelAlias === null && $query->rare === null && $query->preloads === null
        ) {
            $tableMapClass = static::TABLE_MAP ?? $query->tableMapClass();
            if (
                $con !== (Orm::$state->openConnections[$tableMapClass::DATABASE_NAME] ?? null)
                && InstancePools::isForeign($con, $tableMapClass::DATABASE_NAME)
            ) {
                return InstancePools::without(fn (): mixed => $query->findPkSimple($key, $con));
            }
            $pooled = $tableMapClass::$instances === []
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
        return $this->own()->filterByPrimaryKeys($keys)->find($con);
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

    public function count(?ConnectionInterface $con = null): int
    {
        $con = $con === null
            ? Orm::$state->openConnections[$this->dbName ?? ''] ?? Orm::state()->readConnection($this->getDbName())
            : ConnectionWrapper::wrap($con);

        return (int) $this->forSelect($con)->fetch($con, SelectPlan::COUNT);
    }

    public function exists(?ConnectionInterface $con = null): bool
    {
        $con = $con === null
            ? Orm::$state->openConnections[$this->dbName ?? ''] ?? Orm::state()->readConnection($this->getDbName())
            : ConnectionWrapper::wrap($con);

        $query = $this->forSelect($con);
        $query->refuseUnknownNames();

        return SelectExecutor::exists($query, $con);
    }

    /** @return ModelPager<T> */
    public function paginate(int $page = 1, int $maxPerPage = 10, ?ConnectionInterface $con = null): ModelPager
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
    public function paginateAfter(?string $cursor, int $limit = 10, ?ConnectionInterface $con = null): KeysetPage
    {
        return (new KeysetPager($this))->page($cursor, $limit, $con);
    }

    /**
     * All objects, a few at a time, in the order of their keys: for long walks over large tables, during which rows may
     * be changed.
     *
     * @return \Generator<int, ObjectCollection<int, T>>
     */
    public function chunkByKey(int $size = 1000, ?ConnectionInterface $con = null): \Generator
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
    public function explain(?ConnectionInterface $con = null): array
    {
        $con = $con === null ? Orm::state()->readConnection($this->getDbName()) : ConnectionWrapper::wrap($con);
        $query = $this->forSelect($con);
        $params = [];
        $sql = $query->completeSelectSql($params);
        $statement = StatementRunner::open($query, $con, $query->getAdapter()->getExplainPlanQuery($sql), $params);

        return $statement->fetchAll(PDO::FETCH_ASSOC);
    }

    /** @return Traversable<int, T> */
    public function getIterator(): Traversable
    {
        $found = $this->find();

        return $found instanceof \IteratorAggregate ? $found->getIterator() : $found;
    }

    /** Runs before find, findOne, findPk, findPks, count and exists; may add conditions. */
    public function preSelect(ConnectionInterface $con): void
    {
    }

    /** The rows that find() makes objects of: the columns of the model, then those of the relations read too. */
    public function doSelect(?ConnectionInterface $con = null): DataFetcherInterface
    {
        $this->refuseUnknownNames();
        $query = $this->getSelect() === null ? $this : $this->withSelectedColumns();

        return SelectExecutor::fetcher($query, $con, $query->getSelectList());
    }

    /** @return list<string> the columns of a SELECT of whole objects: of the model, then of the relations read too */
    public function getColumnsToSelect(): array
    {
        $columns = $this->rare->selectColumns ?? [];

        return [...($columns === [] && $this->getSelect() === null ? $this->ownColumns() : $columns),
            ...$this->relatedColumns()];
    }

    /**
     * @internal
     * @return list<string>|string the columns, as text if they are those of the models and nothing else
     */
    public function getSelectList(): array|string
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
    public function getSelectColumns(): array
    {
        $columns = parent::getSelectColumns();
        if ($this->getSelect() !== null || ($this->with === [] && !($this->rare->hasVirtualColumns ?? false))) {
            return $columns;
        }
        // The columns of a query that another one uses belong to the objects of that one.
        $own = $columns === [] && $this->primaryCriteria === null ? $this->ownColumns() : $columns;

        return [...$own, ...$this->relatedColumns()];
    }

    public function hasSelectClause(): bool
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

    public function completeSelectSql(array &$params): string
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

    protected function basePreSelect(ConnectionInterface $con): void
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
        $statement = is_int($key) ? Orm::$state->keyStatements[$this->dbName ?? ''][$tableMapClass] ?? null : null;
        $values = [$key];
        if ($statement === null) {
            [$statement, $values] = SelectPlan::byKey($this, $tableMapClass, $key);
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
        $join = is_int($key) ? $this->onlyPart($con) : null;
        $plan = $join?->planByKey;
        if (
            $plan !== null && $join->planRevision === Orm::$state->revision
            && $plan->dbName === $this->dbName && $plan->modelName === $this->modelName
        ) {
            $found = $plan->findOne($con, [...$join->sharedValues, $key]);
        } else {
            $query = $this->own()->filterByPrimaryKey($key);
            $found = $query->fetch($con, SelectPlan::OBJECT);
            if ($join !== null) {
                $query->keepPlanByKey($join, [...$join->sharedValues, $key]);
            }
        }

        $this->preloads?->read($found, $this->getModelNameOrFail(), $con);

        return $found;
    }

    /** The join of a query that reads one relation by a shared join, and has nothing else yet; null for other queries. */
    private function onlyPart(ConnectionWrapper $con): ?ModelJoin
    {
        if (
            $this->map || $this->rare !== null || $this->formatter !== null || $this->modelAlias !== null
            || $this->orderByColumns || $this->limit >= 0 || $this->offset !== 0 || count($this->joins) !== 1
            || $con !== (Orm::$state->openConnections[$this->dbName ?? ''] ?? null)
        ) {
            return null;
        }
        $join = current($this->joins);

        return $join->sharedShape !== null && $join->sharedWith === $this->with ? $join : null;
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
        $state = Orm::state();
        $plan = $state->plans[SelectPlan::OBJECT][$this->getDbName()][$this->getModelName()][$shape ?? ''] ?? null;
        if (
            $plan !== null && $values === $expected
            && !SelectPlan::hasOwnKeyConditions(static::class) && !SelectPlan::hasOwnSelect(static::class)
        ) {
            $join->planByKey = $plan;
            $join->planRevision = $state->revision;
        }
    }

    protected function entityNotFound(): \Throwable
    {
        return new $this->entityNotFoundExceptionClass(
            sprintf('No %s matches the query', $this->getModelShortName()),
        );
    }

    /** @return class-string<\Orm\Runtime\Map\TableMap> */
    protected function tableMapClass(): string
    {
        return static::TABLE_MAP ?? $this->getTableMap()::class;
    }

    /** The query to execute: a copy where hooks may add to it, this one otherwise. */
    protected function forSelect(ConnectionInterface $con): static
    {
        if (!SelectPlan::hasPreSelect(static::class)) {
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
        $state = Orm::$state;
        if (
            $con !== ($state->openConnections[$tableMapClass::DATABASE_NAME] ?? null)
            && InstancePools::isForeign($con, $tableMapClass::DATABASE_NAME)
        ) {
            return InstancePools::without(fn (): mixed => $this->fetch($con, $what));
        }
        if ($state->ownSelect[static::class] ?? SelectPlan::hasOwnSelect(static::class)) {
            return $this->executeOwn($con, $what);
        }
        $values = [];
        if ($this->rare === null) {
            $shape = $this->shapeWith($this->map, $values, $what);
            $database = $this->dbName ?? $this->getDbName();
            $model = $this->modelName ?? $this->getModelName();
            $plan = $shape === null
                ? null
                : $state->plans[$what][$database][$model][$shape]
                    ?? SelectPlan::newPlan($this, $what, $shape, $tableMapClass);
        } else {
            $plan = $this->formatter === null ? $this->planOfRareClauses($values, $what) : null;
        }
        if ($plan === null || $this->formatter !== null) {
            return $this->execute($con, $what, $plan, $values);
        }

        return match ($what) {
            SelectPlan::ROWS => $plan->find($con, $values),
            SelectPlan::FIRST, SelectPlan::OBJECT => $plan->findOne($con, $values),
            SelectPlan::COUNT => $plan->value($con, $values),
        };
    }

    /**
     * The shape of this query, if it has no rare clauses, with these conditions.
     *
     * @param array<string, Criterion\AbstractCriterion> $conditions
     * @param list<mixed> $values gets the values to bind
     * @param string $what a constant of SelectPlan
     */
    protected function shapeWith(array $conditions, array &$values, string $what): ?string
    {
        $shape = SelectPlan::shape(
            $values,
            $conditions,
            $this->joins,
            $this->with,
            $this->orderByColumns,
            // The first row has a limit of its own.
            $what === SelectPlan::FIRST ? -1 : $this->limit,
            $this->offset,
        );

        // Clauses may name the alias.
        return $this->modelAlias === null || $shape === null ? $shape : "$this->modelAlias!$shape";
    }

    /**
     * The plan of a query with rare clauses, if its class has one.
     *
     * @param list<mixed> $values gets the values to bind
     * @param string $what a constant of SelectPlan
     */
    protected function planOfRareClauses(array &$values, string $what): ?SelectPlan
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

        return FormattedSelect::own($query, $con, $query->formatter ?? new ObjectFormatter(), $what);
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
        $one = $what !== SelectPlan::ROWS;
        $limit = $what === SelectPlan::FIRST ? 1 : null;
        SelectPlan::refuseLimitOfToMany($query->with, $limit ?? $query->limit, $query->offset);
        $formatter = $query->formatter ?? new ObjectFormatter();
        if ($plan !== null && !$formatter->isStreaming()) {
            return FormattedSelect::byPlan($query, $con, $formatter, $plan, $values, $one);
        }
        $params = $plan?->params($values) ?? [];
        $sql = $plan?->statement->sql ?? $query->selectSql($params, $limit);
        $succeeded = $query->selectSucceeded(...);

        return FormattedSelect::run($query, $con, $formatter, $sql, $params, $limit, $one, $succeeded);
    }

    /**
     * The SELECT of a query without a plan.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params takes the values
     */
    protected function selectSql(array &$params, ?int $limit): string
    {
        return SqlContext::select($this, $params, $this->getSelectList(), $limit);
    }

    /** The statement of selectSql() was executed. */
    protected function selectSucceeded(): void
    {
    }

    /** Counts by a query without a plan. */
    protected function countRows(ConnectionInterface $con): int
    {
        return SelectExecutor::count($this, $con);
    }

    /** The query with the columns of select() in its list, and rows instead of objects as its result. */
    private function withSelectedColumns(): static
    {
        $query = clone $this;
        $query->configureSelectColumns();
        $query->with = [];
        if ($query->formatter === null || $query->formatter instanceof ObjectFormatter) {
            $query->formatter = new SimpleArrayFormatter();
        }

        return $query;
    }

    public function delete(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'delete');
        if ($this->map === []) {
            throw new OrmException('delete() needs a condition: use deleteAll() to delete all rows');
        }

        return $this->deleteWithHooks(ModelWrites::connection($this, $con), false);
    }

    public function deleteAll(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'deleteAll');
        ModelWrites::refuseConditions($this, 'deleteAll');

        return $this->deleteWithHooks(ModelWrites::connection($this, $con), true);
    }

    private function deleteWithHooks(ConnectionWrapper $con, bool $all): int
    {
        $write = static function (self $query) use ($con, $all): int {
            if (!$all) {
                $query->emulateCascade($con);
            }
            $rows = $query->basePreDelete($con);
            if (!$rows) {
                // A hook may have added conditions.
                $rows = $all && $query->map === [] ? $query->doDeleteAll($con) : $query->doDelete($con);
            }
            $query->basePostDelete($rows, $con);

            return $rows;
        };

        return ModelWrites::inTransaction($this, $con, $this->transactionOptions(), $write);
    }

    /** Deletes without hooks. */
    public function doDelete(?ConnectionInterface $con = null): int
    {
        ModelWrites::assertWritable($this, 'doDelete');
        $con = ModelWrites::connection($this, $con);
        $rows = parent::doDelete($con);
        ModelWrites::forgetInstances($this, $con);
        $this->getTableMap()::clearRelatedInstancePool();

        return $rows;
    }

    /** Deletes all rows of the table, without hooks. */
    public function doDeleteAll(?ConnectionInterface $con = null): int
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
     */
    public function update(
        Criteria|array $values,
        ?ConnectionInterface $con = null,
        bool $forceIndividualSaves = false,
    ): int {
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
    public function upsert(array $values, array $by = [], ?ConnectionInterface $con = null): int
    {
        return ModelWrites::upsert($this, $values, $by, $con);
    }

    /** @return int|null a number of rows says that they are deleted already */
    public function preDelete(ConnectionInterface $con): ?int
    {
        return null;
    }

    public function postDelete(int $affectedRows, ConnectionInterface $con): ?int
    {
        return null;
    }

    /**
     * @param array<string, mixed> $values
     * @return int|null a number of rows says that they are updated already
     */
    public function preUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false): ?int
    {
        return null;
    }

    public function postUpdate(int $affectedRows, ConnectionInterface $con): ?int
    {
        return null;
    }

    protected function basePreDelete(ConnectionInterface $con): ?int
    {
        return $this->preDelete($con);
    }

    protected function basePostDelete(int $affectedRows, ConnectionInterface $con): ?int
    {
        return $this->postDelete($affectedRows, $con);
    }

    /** @param array<string, mixed> $values */
    protected function basePreUpdate(array &$values, ConnectionInterface $con, bool $forceIndividualSaves = false): ?int
    {
        return $this->isInternal ? null : $this->preUpdate($values, $con, $forceIndividualSaves);
    }

    protected function basePostUpdate(int $affectedRows, ConnectionInterface $con): ?int
    {
        return $this->isInternal ? null : $this->postUpdate($affectedRows, $con);
    }

    /** @return array{write?: bool} what the transaction of a delete or an update needs to know */
    protected function transactionOptions(): array
    {
        return [];
    }

    /** Does what the foreign keys say where the database does not; generated classes override it. */
    protected function emulateCascade(ConnectionInterface $con): void
    {
    }

    /**
     * Updates without hooks of the query.
     *
     * @param Criteria|array<string, mixed> $values by phpName
     * @param bool $forceIndividualSaves true: load the objects and save each
     */
    public function doUpdate($values, ConnectionInterface $con, bool $forceIndividualSaves = false): int
    {
        if ($forceIndividualSaves) {
            return ModelWrites::saveEach($this, $values, $con);
        }
        $set = $values instanceof Criteria ? clone $values : ModelWrites::assignments($this, $values);
        $con = ConnectionWrapper::wrap($con);
        $rows = parent::doUpdate($set, $con);
        ModelWrites::forgetInstances($this, $con);
        $this->getTableMap()::forgetCascaded($set->getMap());

        return $rows;
    }
}
