<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectBuilder;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use PDO;

/** Keeps lists whole when rows are deleted or put into other lists by a query. */
trait SortableQueryWriteTrait
{
    /** Whether nothing stays of the lists that lose rows. */
    private bool $deletesWholeLists = false;

    /** @var list<list<mixed>> the lists that lose rows */
    private array $changedLists = [];

    /** @var array{?int, list<mixed>, list<int>}|null the row to delete, if it is one */
    private ?array $deletedRow = null;

    /** @var array<int|string, ActiveRecordInterface> the pooled members of these lists */
    private array $pooledMembers = [];

    protected function transactionOptions(): array
    {
        return RankedTable::of(self::TABLE_MAP)->transactionOptions();
    }

    /** Before rows are deleted: locks their lists and notes what has to be done afterwards. */
    protected function noteListsToClose(ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $this->changedLists = $this->pooledMembers = [];
        $this->deletedRow = null;
        if ($this->map === [] || $this->deletesWholeLists) {
            return;
        }
        $key = $this->exactKey($table);
        if ($key !== null) {
            $this->deletedRow = $this->lockRow($table, $key, $con);
            $this->changedLists = ($this->deletedRow[0] ?? null) === null ? [] : [$this->deletedRow[1]];
        } else {
            $this->changedLists = $this->lockListsOfRows($table, $con);
            $this->restrictToLists($table, $this->changedLists);
        }
        $this->pooledMembers = ListPool::members($table, null);
    }

    /** After rows were deleted. */
    protected function closeLists(int $affectedRows, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        if ($affectedRows > 0 && $this->changedLists !== []) {
            if ($this->deletedRow !== null) {
                [$rank, $scope, $maxima] = $this->deletedRow;
                $shift = new Shift($scope, $rank + 1, null, -1);
                (new ListStatements($table, $con))->shift([$shift], null, max([0, ...$maxima]));
            } else {
                (new RankRewriter($table, $con))->resequence($this->changedLists);
            }
            $table->written($con);
            $this->keepPool($table, $con);
        }
        $this->changedLists = $this->pooledMembers = [];
        $this->deletedRow = null;
    }

    /**
     * Before rows are updated: if they go to other lists, they get ranks behind those that are there.
     *
     * @param array<string, mixed> $values by any name of the columns
     */
    protected function noteListsToJoin(array $values, ConnectionInterface $con, bool $individually): void
    {
        $this->changedLists = $this->pooledMembers = [];
        $table = RankedTable::of(self::TABLE_MAP);
        $changes = $this->scopeChanges($table, $values);
        if ($individually || $changes === []) {
            return;
        }
        $sources = $this->lockListsOfRows($table, $con, $changes);
        $targets = [];
        foreach ($sources as $scope) {
            $targets[] = array_replace($scope, $changes);
        }
        $this->changedLists = RankedTable::distinct([...$sources, ...$targets]);
        $this->restrictToLists($table, $sources);
        if ($sources === []) {
            return;
        }
        $statements = new ListStatements($table, $con);
        $behind = $statements->bounds($this->changedLists)[1];
        $max = $behind;
        foreach ($sources as $i => $scope) {
            if ($scope !== $targets[$i]) {
                $moved = clone $this;
                $moved->restrictToLists($table, [$scope]);
                $moved->raiseRanks($behind, $con);
                $behind += $max;
            }
        }
        $table->written($con);
        $this->pooledMembers = ListPool::members($table, null);
    }

    /** After rows were updated. */
    protected function closeJoinedLists(int $affectedRows, ConnectionInterface $con): void
    {
        if ($this->changedLists === []) {
            return;
        }
        $table = RankedTable::of(self::TABLE_MAP);
        (new RankRewriter($table, $con))->resequence($this->changedLists);
        $this->keepPool($table, $con);
        $this->changedLists = $this->pooledMembers = [];
    }

    /**
     * Leaves out the rows that others have put into other lists meanwhile, or that fit the conditions only since then:
     * their lists are not locked.
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
            $lists === [] ? new CustomCriterion('', '1 = 0') : self::anyOf($lists),
            null,
            null,
            false,
        );
    }

    /**
     * By halves: databases limit how deep conditions may be nested.
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

    private function keepPool(RankedTable $table, ConnectionInterface $con): void
    {
        ListPool::putBack($table, $con, array_filter(
            $this->pooledMembers,
            fn (ActiveRecordInterface $object): bool => !$object->isDeleted()
                && in_array($object->getListSnapshot()[0] ?? null, $this->changedLists, true),
        ));
    }

    /** Adds to the ranks of the rows of this query. */
    private function raiseRanks(int $by, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $set = new Criteria($this->getDbName());
        $sum = ['raw' => $table->rank . ' + ?', 'value' => $by];
        $set->add((self::TABLE_MAP)::RANK_COL, $sum, Criteria::CUSTOM_EQUAL);
        Criteria::doUpdate($set, $con);
    }

    /** @return list<mixed>|null the key, if the query asks for one row by its key and nothing else */
    private function exactKey(RankedTable $table): ?array
    {
        $key = [];
        foreach ($table->keyColumns as $column) {
            $criterion = $this->map[$this->getAliasedColName($column->getFullyQualifiedName())] ?? null;
            $isEqual = $criterion instanceof BasicCriterion && $criterion->getComparison() === Criteria::EQUAL;
            if (!$isEqual || $criterion->getClauses() !== []) {
                return null;
            }
            $key[] = $criterion->getValue();
        }

        return count($this->map) === count($key) ? $key : null;
    }

    /**
     * @param list<mixed> $key
     * @return array{?int, list<mixed>, list<int>}|null
     */
    private function lockRow(RankedTable $table, array $key, ConnectionInterface $con): ?array
    {
        $pooled = $table->map::getInstanceFromPool($table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key));
        $known = $table->scopes === [] ? [] : $pooled?->getListSnapshot()[0] ?? null;
        if ($known === null) {
            $table->prepareLocks($con);
        }

        return (new ListStatements($table, $con))->lockedRow($key, $known === null ? [] : [$known], []);
    }

    /**
     * The lists that rows of this query are in, locked; with those that they go to.
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
     * By their values, null first: the order in which databases put them differs.
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
            foreach ($table->scopeColumns as $i => $column) {
                $scope[] = ScopeValue::stored($column, $row[$i]);
            }
            $scopes[] = $scope;
        }

        return $scopes;
    }

    /**
     * The same where only locking reads show rows as they are now. They lock all rows that they look at, of other lists
     * too, so the rows are found by a plain one and then read by their keys.
     *
     * @return list<list<mixed>>
     */
    private function scopesOfLockedRows(RankedTable $table, ConnectionInterface $con): array
    {
        $statements = new ListStatements($table, $con);
        $scopes = [];
        $keys = (clone $this)->clearOrderByColumns()->readColumns($table->keyColumns, $con);
        foreach (array_chunk($keys, 500) as $chunk) {
            $scopes = RankedTable::distinct([...$scopes, ...array_column($statements->rowsOf($chunk), 2)]);
        }

        return $scopes;
    }

    /**
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    private function readColumns(array $columns, ConnectionInterface $con): array
    {
        $names = [];
        foreach ($columns as $column) {
            $names[] = $this->getAliasedColName($column->getFullyQualifiedName());
        }
        $params = [];
        $sql = SelectBuilder::build($this, $params, $names);
        $statement = StatementRunner::run($this, $con, $sql, $params);
        $rows = $statement->fetchAll(PDO::FETCH_NUM);
        StatementRunner::release($con, $sql, $statement);

        return $rows;
    }

    /**
     * @param array<string, mixed> $values
     * @return array<int, mixed> new scope values by position; none if the rank is written too, which is raw
     */
    private function scopeChanges(RankedTable $table, array $values): array
    {
        $changes = [];
        foreach ($values as $name => $value) {
            $column = $this->getTableMap()->findColumnByName((string) $name);
            if ($column === $table->rankColumn) {
                return [];
            }
            $position = array_search($column, $table->scopeColumns, true);
            if ($position !== false) {
                if (is_array($value) && isset($value['raw'])) {
                    throw new OrmException(sprintf(
                        'The lists that rows go to are not known before an expression for "%s" is evaluated',
                        $column->getName(),
                    ));
                }
                $changes[$position] = ScopeValue::stored($column, $value);
            }
        }

        return $changes;
    }
}
