<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\QueryExecutor\WriteExecutor;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Repair;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/** Query methods for the members of lists. A scope is one value, or an array if there are several scope columns. */
trait SortableQueryTrait
{
    use QueryHost;

    /** @var list<mixed>|null the list that is deleted as a whole and already locked */
    private ?array $deletedList = null;

    /** @var list<list<mixed>> the lists that rows leave or join */
    private array $changedLists = [];

    /** @var array{?int, list<mixed>, list<int>}|null the row to delete, if the query deletes a single row */
    private ?array $deletedRow = null;

    /**
     * @var array<int|string, ActiveRecordInterface&SortableTrait> the objects that were pooled before rows are written
     */
    private array $pool = [];

    /** @var array<string, true> the written rows, if known, by the key as a string */
    private array $writtenRows = [];

    /** Whether the update writes more columns than ranks and scopes. */
    private bool $writesMore = false;

    /**
     * @param bool $ranked whether rows without a rank are left out
     * @return static
     */
    protected function restrictToList(mixed $scope, bool $ranked = false)
    {
        $table = RankedTable::of(self::tableMap());
        $values = $table->scope($scope);

        return $this->addTogether(function () use ($table, $values, $ranked): void {
            foreach ($values as $i => $value) {
                $this->addUsingAlias($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
            }
            if ($ranked) {
                $this->addUsingAlias(self::rankColumn(), null, Criteria::ISNOTNULL);
            }
        });
    }

    /**
     * Restricts the query to one list, in list order, without unranked rows.
     *
     * @return static
     */
    protected function restrictToMembers(mixed $scope, string $order = Criteria::ASC)
    {
        $this->restrictToList($scope, true);

        return $this->orderByListRank($order, true);
    }

    /** @return static */
    protected function orderByListRank(string $order, bool $thenByKey = false)
    {
        $columns = [self::rankColumn()];
        foreach ($thenByKey ? RankedTable::of(self::tableMap())->keyColumns : [] as $column) {
            $columns[] = $column->getFullyQualifiedName();
        }
        $direction = strtoupper($order);
        if ($direction !== Criteria::ASC && $direction !== Criteria::DESC) {
            throw new OrmException(sprintf('orderByRank() expects "asc" or "desc", got "%s"', $order));
        }
        foreach ($columns as $column) {
            $name = $this->getAliasedColName($column);
            $direction === Criteria::ASC
                ? $this->addAscendingOrderByColumn($name)
                : $this->addDescendingOrderByColumn($name);
        }

        return $this;
    }

    /**
     * Filters by a rank, null, a list of ranks or a range.
     *
     * @param mixed ...$scope the scope of the list, if any
     * @return static
     */
    protected function filterByListRank(mixed $rank, mixed ...$scope)
    {
        if ($rank !== null && RankedTable::of(self::tableMap())->isFractional) {
            throw new OrmException('Rows with fractional ranks cannot be filtered by rank; use findOneByRank()');
        }

        return $scope === []
            ? $this->addUsingAlias(self::rankColumn(), $rank)
            : $this->addTogether(fn () => $this->restrictToList(...$scope)->filterByListRank($rank));
    }

    /**
     * Restricts the query to the member at a position of a list with fractional ranks.
     *
     * @return static
     */
    protected function restrictToPosition(mixed $scope, mixed $rank)
    {
        $this->restrictToMembers($scope);
        $index = (Rank::integer($rank) ?? -1) - RankedTable::of(self::tableMap())->start;
        if ($index < 0) {
            $this->addAnd(new CustomCriterion($this, '1 = 0'), null, null, false);
        }
        $this->setOffset(max(0, $index))->setLimit(1);

        return $this;
    }

    /** @return int|null */
    protected function maxRankOfList(mixed $scope, ?ConnectionInterface $con)
    {
        $con ??= Orm::getServiceContainer()->getReadConnection($this->getDbName());
        $query = (clone $this)->restrictToList($scope)->clearOrderByColumns();
        $column = $query->getAliasedColName(self::rankColumn());
        $name = SqlContext::nameInQuery($query, $column);
        $params = [];
        $table = RankedTable::of(self::tableMap());
        $sql = SqlContext::select($query, $params, [($table->isFractional ? 'COUNT(' : 'MAX(') . $name . ')']);
        $max = StatementRunner::run($query, $con, $sql, $params, Statement::VALUE);
        if ($table->isFractional) {
            return (int) $max === 0 ? null : $table->start + (int) $max - 1;
        }

        return $max === null || $max === false ? null : (int) $max;
    }

    /** @return ConnectionInterface */
    protected function writeConnectionOfLists()
    {
        return Orm::getServiceContainer()->getWriteConnection($this->getDbName());
    }

    /**
     * @param list<mixed> $scope the arguments after the order, if that is the first argument; the last may be a
     *     connection
     * @return mixed
     */
    protected static function selectOrderedByRank(
        Criteria|string|null $criteria,
        mixed $order,
        mixed $con,
        array $scope = [],
    ) {
        $query = self::newQuery($criteria instanceof Criteria ? $criteria : null);
        $query->clearOrderByColumns();
        if (is_string($criteria)) {
            if (end($scope) instanceof ConnectionInterface) {
                $con = array_pop($scope);
            }
            $count = count(RankedTable::of(self::tableMap())->scopes);
            if ($scope !== []) {
                $query->restrictToList($count === 1 ? $scope[0] : ListArguments::split($scope, $count, [])[0]);
            }
            $order = $criteria;
        }
        $con = $con instanceof ConnectionInterface ? $con : null;

        return self::asCriteria($query->orderByListRank((string) $order))->find($con);
    }

    /** @return void */
    protected static function addScopeTo(Criteria $criteria, mixed $scope, string $method)
    {
        $table = RankedTable::of(self::tableMap());
        foreach ($table->scope($scope) as $i => $value) {
            $criteria->$method($table->scopeColumns[$i]->getFullyQualifiedName(), $value, Criteria::EQUAL);
        }
    }

    /** @return int */
    protected static function shiftListRanks(
        mixed $delta,
        mixed $first,
        mixed $last,
        mixed $scope,
        ?ConnectionInterface $con,
    ) {
        $delta = Rank::integer($delta) ?? throw new OrmException('sortableShiftRank() needs a whole number as delta');
        $first = Rank::integer($first) ?? throw new OrmException('sortableShiftRank() needs a whole number as first');
        $last = $last === null ? null : Rank::integer($last)
            ?? throw new OrmException('sortableShiftRank() needs a whole number as last');
        $table = RankedTable::of(self::tableMap());
        $con = $table->writeConnection($con);
        $scope = $table->scope($scope);

        $shift = new Shift($scope, $first, $last, $delta);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $scope, $shift) {
            $table->lock($con, [$scope]);
            $statements = new ListStatements($table, $con);
            $max = $table->unique ? $statements->max($scope) : 0;
            $rows = $statements->shift([$shift], null, $max);
            $table->written($con);
            ListPool::shifted($table, $con, [$shift]);

            return $rows;
        });
    }

    /** @return int */
    protected static function resequenceList(mixed $scope, bool $includeUnranked, ?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $con = $table->writeConnection($con);
        $scope = $table->scope($scope);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $scope, $includeUnranked) {
            $table->lock($con, [$scope]);
            $rows = (new RankRewriter($table, $con))->resequence([$scope], $includeUnranked);
            if ($includeUnranked) {
                (new ListStatements($table, $con))->checkRoom($scope, 0);
            }
            if ($rows > 0) {
                $table->written($con);
                ListPool::refresh($table, $con, [$scope]);
            }

            return $rows;
        });
    }

    /** @return Repair */
    protected static function repairLists(?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $con = $table->writeConnection($con);

        return ListTransaction::retry($table, $con, static fn (): Repair => (new ListRepair($table, $con))->run());
    }

    /** @return mixed */
    protected static function leaveListsAlone(callable $work)
    {
        return RankedTable::of(self::tableMap())->withoutMaintenance($work);
    }

    /** @return int */
    protected static function deleteMembers(mixed $scope, ?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $con = $table->writeConnection($con);
        $stored = $table->scope($scope);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $stored): int {
            $table->lock($con, [$stored]);
            $query = self::newQuery();
            $query->deletedList = $stored;
            foreach ($stored as $i => $value) {
                $query->add($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
            }
            $query->add(self::rankColumn(), null, Criteria::ISNOTNULL);

            return $query->delete($con);
        });
    }

    /**
     * @param array<mixed> $order
     * @return bool
     */
    protected function reorderMembers(array $order, ?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $wanted = Reordering::entries($table, $order);
        if ($wanted === []) {
            return true;
        }
        $con = $table->writeConnection($con);
        ListTransaction::retry($table, $con, function () use ($table, $con, $wanted): void {
            (new Reordering($table, $con, clone $this))->apply($wanted);
        });

        return true;
    }

    /**
     * @param array<mixed> $keys
     * @param array<int|string, mixed> $args the scope, if one is given, and the connection
     * @return int
     */
    protected function reorderMembersByKeys(array $keys, array $args)
    {
        $table = RankedTable::of(self::tableMap());
        $wanted = Reordering::keys($table, $keys);
        [$scope, $con] = ListArguments::split($args, count($table->scopes), ['con' => null]);
        $isGiven = array_key_exists('scope', $args) || array_key_exists(0, $args);
        $scope = $isGiven && $table->scopes !== [] ? $table->scope($scope) : null;
        $con = $table->writeConnection($con);

        return $wanted === [] ? 0 : ListTransaction::retry(
            $table,
            $con,
            fn (): int => (new Reordering($table, $con, clone $this))->applyKeys($wanted, $scope),
        );
    }

    /** @return array */
    protected function transactionOptions()
    {
        return RankedTable::of(self::tableMap())->transactionOptions();
    }

    /**
     * Locks the lists of rows that will be deleted, and records the work to do afterwards.
     *
     * @return void
     */
    protected function noteListsToClose(ConnectionInterface $con)
    {
        $this->forgetWrite();
        $table = RankedTable::of(self::tableMap());
        if ($this->map === [] || !$table->isMaintained()) {
            return;
        }
        $key = $this->deletedList === null ? $this->exactKey($table) : null;
        if ($this->deletedList !== null) {
            $this->changedLists = [$this->deletedList];
        } elseif ($key !== null) {
            $this->deletedRow = $this->lockRow($table, $key, $con);
            $this->writtenRows[$table->keyText($key)] = true;
            $this->writesMore = true;
        } else {
            $this->changedLists = $this->lockListsOfRows($table, $con);
            $this->restrictToLists($table, $this->changedLists);
        }
        $this->pool = $table->instances($con);
    }

    /**
     * Closes the gaps in lists after rows were deleted.
     *
     * @return void
     */
    protected function closeLists(int $affectedRows, ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $closes = $affectedRows > 0 && !$table->isFractional;
        if ($closes && $this->changedLists !== [] && $this->deletedList === null) {
            (new RankRewriter($table, $con))->resequence($this->changedLists);
            $table->written($con);
        }
        $this->keepPool($table, $con, $table->map);
        if ($closes && ($this->deletedRow[0] ?? null) !== null) {
            [$rank, $scope, $maxima] = $this->deletedRow;
            $shift = new Shift($scope, $rank + 1, null, -1);
            $rows = (new ListStatements($table, $con))->shift([$shift], null, max([0, ...$maxima]));
            $table->written($con);
            if ($rows > 0) {
                ListPool::shifted($table, $con, [$shift]);
            }
        }
        $this->forgetWrite();
    }

    /**
     * Prepares an update: rows that move to other lists get ranks after the existing members.
     *
     * @param array<string, mixed> $values by any name of the columns; scopes as they will be compared
     * @return void
     */
    protected function noteListsToJoin(array &$values, ConnectionInterface $con, bool $individually)
    {
        $this->forgetWrite();
        $table = RankedTable::of(self::tableMap());
        if ($individually) {
            if ($this->orderByColumns === [] && $this->scopeChanges($table, $values) !== []) {
                // Each save appends its row to the new list.
                $this->addAscendingOrderByColumn(self::rankColumn());
            }
            $this->forgetWrite();

            return;
        }
        if (!$table->isMaintained()) {
            return;
        }
        $this->pool = $table->instances($con);
        $changes = $this->scopeChanges($table, $values);
        $sources = $changes === [] ? [] : $this->lockListsOfRows($table, $con, $changes);
        if ($changes !== []) {
            $this->restrictToLists($table, $sources);
        }
        if ($this->pool !== [] && ($changes === [] || $this->writesMore)) {
            $this->noteWrittenRows($table, $con);
        }
        if ($sources === []) {
            return;
        }
        $targets = array_map(static fn (array $scope): array => array_replace($scope, $changes), $sources);
        $this->changedLists = $table->lists([...$sources, ...$targets]);
        if ($table->maxMembers !== null) {
            $this->checkRoomFor($table, $sources, $targets, $con);
        }
        $statements = new ListStatements($table, $con);
        $statements->makeRoom($this->changedLists, count($sources) + 1);
        [$lowest, $highest] = $statements->bounds($this->changedLists);
        $behind = $length = $highest - ($table->isFractional ? $lowest : $table->start) + 1;
        foreach ($sources as $i => $scope) {
            if (!$table->same($scope, $targets[$i])) {
                $moved = clone $this;
                $moved->restrictToLists($table, [$scope]);
                $moved->raiseRanks($behind, $con);
                $behind += $length;
            }
        }
        $table->written($con);
    }

    /**
     * Closes the gaps in lists after rows were updated.
     *
     * @return void
     */
    protected function closeJoinedLists(int $affectedRows, ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        if ($this->changedLists !== []) {
            (new RankRewriter($table, $con))->resequence($this->changedLists);
        }
        $this->keepPool($table, $con);
        $this->forgetWrite();
    }

    /**
     * @param list<list<mixed>> $sources the lists of the rows
     * @param list<list<mixed>> $targets the new list for the rows of each source
     */
    private function checkRoomFor(RankedTable $table, array $sources, array $targets, ConnectionInterface $con): void
    {
        $joining = array_fill(0, count($this->changedLists), 0);
        foreach ($sources as $i => $scope) {
            if (!$table->same($scope, $targets[$i])) {
                $moved = (clone $this)->clearOrderByColumns();
                $moved->restrictToLists($table, [$scope]);
                $moved->addUsingAlias(self::rankColumn(), null, Criteria::ISNOTNULL);
                $isTarget = static fn (array $list): bool => $table->same($list, $targets[$i]);
                $joining[array_key_first(array_filter($this->changedLists, $isTarget))]
                    += count($moved->readColumns($table->keyColumns, $con));
            }
        }
        $statements = new ListStatements($table, $con);
        foreach (array_filter($joining) as $i => $count) {
            $statements->checkRoom($this->changedLists[$i], $count);
        }
    }

    private function forgetWrite(): void
    {
        $this->changedLists = $this->pool = $this->writtenRows = [];
        $this->deletedRow = null;
        $this->writesMore = false;
    }

    private function noteWrittenRows(RankedTable $table, ConnectionInterface $con): void
    {
        $key = $this->exactKey($table);
        $keys = $key === null
            ? (clone $this)->clearOrderByColumns()->readColumns($table->keyColumns, $con)
            : [$key];
        foreach ($keys as $key) {
            $this->writtenRows[$table->keyText($key)] = true;
        }
    }

    /**
     * Excludes rows that other connections have moved to other lists or that match the conditions only since the lists
     * were read, because their lists are not locked.
     *
     * @param list<list<mixed>> $scopes
     */
    private function restrictToLists(RankedTable $table, array $scopes): void
    {
        if ($table->scopes === [] || $this->exactKey($table) !== null) {
            return;
        }
        $lists = [];
        if (count($table->scopes) === 1) {
            $name = $this->getAliasedColName($table->scopeColumns[0]->getFullyQualifiedName());
            $values = array_values(array_filter(array_column($scopes, 0), static fn (mixed $v): bool => $v !== null));
            $lists = $values === [] ? [] : [$this->getNewCriterion($name, $values, Criteria::IN)];
            $scopes = in_array([null], $scopes, true) ? [[null]] : [];
        }
        foreach ($scopes as $scope) {
            $list = null;
            foreach ($table->scopeColumns as $i => $column) {
                $name = $this->getAliasedColName($column->getFullyQualifiedName());
                $condition = $this->getNewCriterion($name, $scope[$i]);
                $list = $list?->addAnd($condition) ?? $condition;
            }
            $lists[] = $list;
        }
        $this->addAnd(
            $lists === [] ? new CustomCriterion($this, '1 = 0') : self::anyOf($lists),
            null,
            null,
            false,
        );
    }

    /**
     * Combines conditions with OR, nested by halves because databases limit the nesting depth.
     *
     * @param non-empty-list<AbstractCriterion> $conditions
     */
    private static function anyOf(array $conditions): AbstractCriterion
    {
        if (count($conditions) === 1) {
            return $conditions[0];
        }
        $half = intdiv(count($conditions), 2);

        return self::anyOf(array_slice($conditions, 0, $half))->addOr(self::anyOf(array_slice($conditions, $half)));
    }

    /**
     * Refills the pool, which the statement has emptied because a query's rows are generally unknown. Here they are
     * known: only objects are omitted whose rows were deleted, or changed in more than their position.
     *
     * @param class-string<TableMap>|null $deletedFrom the table map, if the statement has deleted rows
     */
    private function keepPool(RankedTable $table, ConnectionInterface $con, ?string $deletedFrom = null): void
    {
        // A delete by key normally removes only its own object, so there is nothing to refill.
        if ($this->deletedRow !== null && count($table->map::objectPool()) >= count($this->pool) - 1) {
            return;
        }
        $changed = $others = [];
        foreach ($this->pool as $key => $object) {
            $isWritten = $this->writtenRows !== []
                && isset($this->writtenRows[$table->keyText(Record::call($object, 'getListKey'))]);
            $scope = Record::call($object, 'getListSnapshot')[0];
            if ($isWritten ? !$this->writesMore : $table->isOneOf($scope, $this->changedLists)) {
                $changed[$key] = $object;
            } elseif (!$isWritten) {
                $others[$key] = $object;
            }
        }
        ListPool::putBack($table, $con, $others, $changed, $deletedFrom);
    }

    /** Adds to the ranks of the rows that this query selects. */
    private function raiseRanks(int $by, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::tableMap());
        $set = new Criteria($this->getDbName());
        $sum = ['raw' => $table->rank . ' + ?', 'value' => $by];
        $set->add(self::rankColumn(), $sum, Criteria::CUSTOM_EQUAL);
        WriteExecutor::update($this, $set, $con);
    }

    /** @return list<mixed>|null the key, if the query asks for one row by its key and nothing else */
    private function exactKey(RankedTable $table): ?array
    {
        return QueryRows::exactKey($this, $table->keyColumns);
    }

    /**
     * @param list<mixed> $key
     * @return array{?int, list<mixed>, list<int>}|null
     */
    private function lockRow(RankedTable $table, array $key, ConnectionInterface $con): ?array
    {
        $pooled = $table->map::getInstanceFromPool($table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key));
        $snapshot = $pooled === null ? null : Record::call($pooled, 'getListSnapshot');
        $known = $table->scopes === [] ? [] : $snapshot[0] ?? null;
        if ($known === null) {
            $table->prepareLocks($con);
        }
        $row = (new ListStatements($table, $con))->lockedRow($key, $known === null ? [] : [$known], []);
        if ($row !== null && $snapshot !== null && ($row[0] !== $snapshot[1] || $row[1] !== $snapshot[0])) {
            ListPool::refresh($table, $con, [$row[1]]);
        }

        return $row;
    }

    /**
     * Locks the lists of the rows that this query selects, and the lists that they move to, and returns them.
     *
     * @param array<int, mixed> $changes new scope values by position
     * @return list<list<mixed>>
     */
    private function lockListsOfRows(RankedTable $table, ConnectionInterface $con, array $changes = []): array
    {
        if ($table->scopes === []) {
            $table->lock($con, [[]]);

            return [[]];
        }
        $table->prepareLocks($con);

        return $table->lockAndRead($con, [], function () use ($table, $con, $changes): array {
            $scopes = self::inOrder($table->readLock($con) === ''
                ? $this->readScopes($table, $con)
                : $this->scopesOfLockedRows($table, $con));
            $targets = $changes === [] ? [] : array_map(
                static fn (array $scope): array => array_replace($scope, $changes),
                $scopes,
            );

            return [$scopes, [...$scopes, ...$targets]];
        });
    }

    /**
     * Sorts scopes by their values, null first, because databases sort them differently.
     *
     * @param list<list<mixed>> $scopes
     * @return list<list<mixed>>
     */
    private static function inOrder(array $scopes): array
    {
        $place = static fn (mixed $value): array => [$value !== null, $value];
        usort($scopes, static fn (array $a, array $b): int => array_map($place, $a) <=> array_map($place, $b));

        return $scopes;
    }

    /** @return list<list<mixed>> */
    private function readScopes(RankedTable $table, ConnectionInterface $con): array
    {
        $query = (clone $this)->clearOrderByColumns()->setDistinct();
        $scopes = [];
        foreach ($query->readColumns($table->scopeColumns, $con) as $row) {
            $scope = [];
            foreach (array_keys($table->scopeColumns) as $i) {
                $scope[] = $table->stored($i, $row[$i]);
            }
            $scopes[] = $scope;
        }

        return $table->lists($scopes);
    }

    /**
     * Returns the scopes where only locking reads return current rows. Locking reads lock all rows that they examine,
     * including rows of other lists, so a plain read finds the rows and a locking read by key follows.
     *
     * @return list<list<mixed>>
     */
    private function scopesOfLockedRows(RankedTable $table, ConnectionInterface $con): array
    {
        $statements = new ListStatements($table, $con);
        $scopes = [];
        $keys = (clone $this)->clearOrderByColumns()->readColumns($table->keyColumns, $con);
        foreach (array_chunk($keys, 500) as $chunk) {
            $rows = $statements->rowsOf(array_map($table->key(...), $chunk));
            $scopes = $table->lists([...$scopes, ...array_column($rows, 2)]);
        }

        return $scopes;
    }

    /**
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    private function readColumns(array $columns, ConnectionInterface $con): array
    {
        return QueryRows::read($this, $columns, $con);
    }

    /**
     * @param array<string, mixed> $values
     * @return array<int, mixed> new scope values by position; empty if the rank is also written, because that is a raw
     *     update
     */
    private function scopeChanges(RankedTable $table, array &$values): array
    {
        $changes = [];
        $isRaw = false;
        foreach ($values as $name => $value) {
            $column = $this->getTableMap()->findColumnByName((string) $name);
            $position = array_search($column, $table->scopeColumns, true);
            $isRaw = $isRaw || $column === $table->rankColumn;
            $this->writesMore = $this->writesMore || ($position === false && $column !== $table->rankColumn);
            if ($position !== false && !$isRaw) {
                if (is_array($value) && isset($value['raw'])) {
                    throw new OrmException(sprintf(
                        'An expression for "%s" is not supported: the new lists of the rows are not known',
                        $column->getName(),
                    ));
                }
                $changes[$position] = $table->stored($position, $value);
                if (in_array($position, $table->roundedScopes, true)) {
                    $values[$name] = $changes[$position];
                }
            }
        }

        return $isRaw ? [] : $changes;
    }

    /** Returns the rank column as `table.column`. */
    private static function rankColumn(): string
    {
        /** @disregard P1012 maps of sortable tables have the constant */
        return self::tableMap()::RANK_COL;
    }
}
