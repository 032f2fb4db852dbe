<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Hooks;
use Orm\Runtime\ActiveRecord\InsertPlan;
use Orm\Runtime\Behavior\ScopeValue;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;

/** A model object as a member of a list: what it knows of the list, and what happens when its row is written. */
trait SortableTrait
{
    use SortableMoveTrait;
    use SortableReadTrait;
    use SortableStateTrait;

    /** @var list<array{callable: callable, arguments: list<mixed>}> called once, before the row is written */
    protected array $sortableQueries = [];

    /** @var array{list<mixed>, ?int}|null scope and rank as the database has them */
    protected ?array $listSnapshot = null;

    protected ?ListIntent $listIntent = null;

    /** @var list<mixed>|null the list that the INSERT of this object has to find the end of */
    private ?array $listToAppendTo = null;

    /** The plan of the last insert at the end of a list: the next object often has the same columns to write. */
    private static ?InsertPlan $lastAppend = null;

    /**
     * @internal
     * @return array{list<mixed>, ?int}|null
     */
    public function getListSnapshot(): ?array
    {
        return $this->listSnapshot;
    }

    /**
     * Takes over what the database says; what the application has changed and not saved stays.
     *
     * @internal
     * @param list<mixed>|null $scope
     */
    public function adoptListRank(?int $rank, ?array $scope = null): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $this->listSnapshot = [$scope ?? $this->listSnapshot[0] ?? $this->listScope(), $rank];
        if (!isset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL])) {
            $this->writeListRank($rank, false);
        }
        foreach ($scope === null ? [] : $table->scopeColumns as $i => $column) {
            $isKnown = $table->stored($i, $this->{$table->scopeProperties[$i]}) === $scope[$i];
            if (!$isKnown && !isset($this->modifiedColumns[$column->getFullyQualifiedName()])) {
                $this->writeListScope($i, $scope[$i], false);
            }
        }
    }

    /**
     * @internal
     * @return list<mixed> the key of the row
     */
    public function getListKey(): array
    {
        return $this->originalKey ?? $this->keyParts();
    }

    /** The list step of save(): entries of the queue first, then what is to become of the object's place. */
    protected function applyListIntent(ConnectionInterface $con): void
    {
        foreach ($this->sortableQueries as ['callable' => $callable, 'arguments' => $arguments]) {
            $callable(...[...array_values($arguments), $con]);
        }
        $this->sortableQueries = [];
        if ($this->rowIsNew) {
            $this->enterList($con);
        } else {
            $this->changeList($con);
        }
    }

    /** What the row says after it was read. */
    protected function noteListPlace(): void
    {
        $this->listIntent = null;
        $this->listSnapshot = [$this->listScope(), $this->listRank()];
    }

    /** A copy is a new object: it goes to the end of the list. */
    protected function leaveListAsCopy(): void
    {
        $this->writeListRank(null, false);
        unset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
        $this->forgetListPlace();
    }

    protected function forgetListPlace(): void
    {
        $this->listIntent = null;
        $this->listSnapshot = null;
    }

    protected function intendListRank(mixed $rank, ?ConnectionInterface $con): static
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $rank = Rank::within($rank, $this->maxBeforeLocks($table, $con) + 1);
        $this->listIntent = new ListIntent(ListIntent::AT, $rank);
        $this->writeListRank($rank, true);

        return $this;
    }

    protected function intendListTop(): static
    {
        $this->listIntent = new ListIntent(ListIntent::AT, 1);
        $this->writeListRank(1, true);

        return $this;
    }

    protected function intendListBottom(?ConnectionInterface $con): static
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $max = $this->maxBeforeLocks($table, $con);
        $this->listIntent = new ListIntent(ListIntent::BOTTOM);
        $this->writeListRank($max + 1, true);

        return $this;
    }

    /** The highest rank, read in a way that still lets the transaction lock lists afterwards. */
    private function maxBeforeLocks(RankedTable $table, ?ConnectionInterface $con): int
    {
        $con = $table->writeConnection($con);
        if (ConnectionWrapper::wrap($con)->isInTransaction()) {
            $table->prepareLocks($con);
        }

        return (new ListStatements($table, $con))->max($this->listScope());
    }

    protected function intendToLeaveList(): static
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $nullable = static fn (ColumnMap $column): bool => !$column->isNotNull();
        $scopes = $table->scopeColumns;
        if ($scopes !== [] && count(array_filter($scopes, $nullable)) === count($scopes)) {
            if (array_filter($this->listScope(), static fn (mixed $value): bool => $value !== null) === []) {
                throw new OrmException('Object has already left its list (scope is null)');
            }
            foreach (array_keys($scopes) as $i) {
                $this->writeListScope($i, null, true);
            }
            // The last call counts: a place that was asked for before is given up.
            $this->listIntent = null;
            $this->writeListRank($this->listSnapshot[1] ?? null, false);
            unset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
            $this->ensureConsistency();

            return $this;
        }
        if ($table->rankColumn->isNotNull()) {
            throw new OrmException(sprintf(
                'Object cannot leave its list: the columns %s and its scope are required',
                $table->rankColumn->getName(),
            ));
        }
        $isOut = !$this->rowIsNew && ($this->listSnapshot[1] ?? null) === null;
        if ($isOut || $this->listIntent?->kind === ListIntent::OUT) {
            throw new OrmException('Object has already left its list (rank is null)');
        }
        $this->listIntent = new ListIntent(ListIntent::OUT);
        $this->writeListRank(null, true);

        return $this;
    }

    /** @return list<mixed> the scope in memory, as it is stored */
    protected function listScope(?RankedTable $table = null): array
    {
        $table ??= RankedTable::of(self::TABLE_MAP);
        $scope = [];
        foreach ($table->scopeProperties as $i => $property) {
            $scope[] = $table->stored($i, $this->$property);
        }

        return $scope === $table->lastScope ? $table->lastScope : $table->lastScope = $scope;
    }

    protected function listRank(): ?int
    {
        $rank = $this->{RankedTable::of(self::TABLE_MAP)->rankProperty};

        return $rank === null ? null : (int) $rank;
    }

    protected function writeListRank(?int $rank, bool $modified, ?RankedTable $table = null): void
    {
        $table ??= RankedTable::of(self::TABLE_MAP);
        $isText = $rank !== null && $table->rankColumn->getType() === 'BIGINT';
        $this->{$table->rankProperty} = $isText ? (string) $rank : $rank;
        if ($modified) {
            $this->modifiedColumns[(self::TABLE_MAP)::RANK_COL] = true;
        }
    }

    protected function writeListScope(int $i, mixed $value, bool $modified): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $column = $table->scopeColumns[$i];
        $isText = is_int($value) && $column->getType() === 'BIGINT';
        $this->{$table->scopeProperties[$i]} = $isText ? (string) $value : $value;
        if ($modified) {
            $this->modifiedColumns[$column->getFullyQualifiedName()] = true;
        }
    }

    private function enterList(ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $intent = $this->listIntent;
        $isModified = isset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
        $scope = $this->listScope($table);
        if ($this->isWithoutPlace($table, $scope)) {
            ConnectionWrapper::wrap($con)->rollbackLog?->moved($this, $scope, 'takeBackAppend');
        } else {
            $this->rememberListState($con, $table);
        }
        $this->listIntent = null;
        if ($table->roundedScopes !== []) {
            $this->writeStoredScope($table, $scope);
        }
        if (
            $intent === null && !$isModified && $table->ranksByInsert && Orm::$state->reportsAdapterChanges
            && (Orm::$state->hooks[static::class] ?? Hooks::of(static::class, self::class))->insertsRow
        ) {
            // Once the list is locked, no other connection can take the last place: the INSERT will find it.
            $table->lock($con, [$scope]);
            $this->listToAppendTo = $scope;
            $this->listSnapshot = [$scope, null];
            self::$lastInsert = null;

            return;
        }
        if ($intent === null && $isModified && $this->listRank() !== null) {
            $this->listSnapshot = [$scope, $this->listRank()];

            return;
        }
        if ($intent?->kind === ListIntent::OUT) {
            $this->writeListRank(null, true);
            $this->listSnapshot = [$scope, null];

            return;
        }
        $statements = new ListStatements($table, $con);
        $table->lock($con, [$scope]);
        $max = $statements->max($scope);
        $rank = $intent?->kind === ListIntent::AT ? min($intent->rank, $max + 1) : $max + 1;
        if ($rank <= $max) {
            $shift = new Shift($scope, $rank, null, 1);
            $statements->shift([$shift], null, $max);
            $table->written($con);
            ListPool::shifted($table, $con, [$shift], $this);
        }
        $this->writeListRank($rank, true, $table);
        $this->listSnapshot = [$scope, $rank];
    }

    /**
     * The plan of an INSERT that finds the rank of its row; null if the object has its rank already, or is of an
     * inheriting table that has no ranks.
     */
    protected function planAppend(): ?InsertPlan
    {
        $scope = $this->listToAppendTo;
        $this->listToAppendTo = null;
        if ($scope === null || isset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL])) {
            return null;
        }
        $next = RankedTable::of(self::TABLE_MAP)->sql->next($scope);
        $plan = self::$lastAppend;
        if (
            $plan?->computed !== $next || $plan->revision !== Orm::$state->revision
            || $plan->modifiedColumns !== $this->modifiedColumns
        ) {
            $plan = self::$lastAppend = InsertPlan::of(self::TABLE_MAP, $this->modifiedColumns, $next);
        }

        return $plan;
    }

    /**
     * Takes what an INSERT by planAppend() has found out.
     *
     * @param array{0: mixed, 1?: mixed} $given the rank, and the new key if there is one
     */
    private function takeAppendedPlace(array $given): void
    {
        $idSetter = self::$lastAppend->idSetter;
        if ($idSetter !== null) {
            $this->$idSetter($given[1]);
        }
        $rank = (int) $given[0];
        $this->writeListRank($rank, false);
        $this->listSnapshot = [$this->listSnapshot[0], $rank];
    }

    private function changeList(ConnectionInterface $con): void
    {
        $intent = $this->listIntent;
        $table = RankedTable::of(self::TABLE_MAP);
        if ($intent === null && !$this->isListScopeModified($table)) {
            $this->rememberListState($con);
            $this->keepPlaceOfRow($table, $con);

            return;
        }
        $this->rememberListState($con);
        if ($intent?->partner !== null) {
            $this->changePlaces($intent, $con);

            return;
        }
        $this->listIntent = null;
        $scope = $this->listScope();
        $row = $intent?->row !== null && $intent->revision === $table->revision
            ? $intent->row
            : $this->readOwnRow($con, $scope);
        if ($row === null) {
            return;
        }
        $target = $this->intendedScope($table, $scope, $row[1]);
        if ($target !== $scope) {
            $scope = $target;
            $row = $this->readOwnRow($con, $scope) ?? $row;
        }
        $this->writeStoredScope($table, $scope);
        if ($intent?->kind === ListIntent::EXCHANGE) {
            $this->changePlacesWithNeighbour($row, $intent->neighbour, $con);

            return;
        }
        [$rank, $shifts] = $this->planChange($intent, $row, $scope);
        if ($shifts !== []) {
            (new ListStatements($table, $con))->shift($shifts, $this->getListKey(), max($row[2]));
            $table->written($con);
            ListPool::shifted($table, $con, $shifts, $this);
        }
        $this->writeListRank($rank, $rank !== $row[0] || $shifts !== []);
        $this->listSnapshot = [$scope, $rank];
    }

    /**
     * @param array{?int, list<mixed>, list<int>} $row rank, scope and maxima as they are
     * @param list<mixed> $scope the scope to go to
     * @return array{?int, list<Shift>} the new rank, and what others do for it
     */
    private function planChange(?ListIntent $intent, array $row, array $scope): array
    {
        [$from, $fromScope, [$max]] = $row;
        $gap = $from === null ? [] : [new Shift($fromScope, $from + 1, null, -1)];
        if ($intent?->kind === ListIntent::OUT) {
            return [null, $gap];
        }
        $same = RankedTable::of(self::TABLE_MAP)->same($fromScope, $scope);
        if ($intent === null) {
            $isRaw = isset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);

            return match (true) {
                $isRaw => [$this->listRank(), []],
                $same => [$from, []],
                default => [$max + 1, $gap],
            };
        }
        $wanted = $intent->kind === ListIntent::BOTTOM ? PHP_INT_MAX : $intent->rank;
        if (!$same || $from === null) {
            $to = min($wanted, $max + 1);

            return [$to, $to <= $max ? [...$gap, new Shift($scope, $to, null, 1)] : $gap];
        }
        $to = min($wanted, $max);

        return [$to, match (true) {
            $to > $from => [new Shift($scope, $from + 1, $to, -1)],
            $to < $from => [new Shift($scope, $to, $from - 1, 1)],
            default => [],
        }];
    }

    /**
     * The scope that the row will have: columns that the application has not changed stay as the row has them, whatever
     * the object has read long ago.
     *
     * @param list<mixed> $scope in memory
     * @param list<mixed> $actual of the row
     * @return list<mixed>
     */
    private function intendedScope(RankedTable $table, array $scope, array $actual): array
    {
        foreach ($table->scopeColumns as $i => $column) {
            $isModified = isset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            if (!$isModified && !$table->sameValue($i, $scope[$i], $actual[$i])) {
                $this->writeListScope($i, $actual[$i], false);
                $scope[$i] = $actual[$i];
            }
        }
        $this->ensureConsistency();

        return $scope;
    }

    private function isListScopeModified(RankedTable $table): bool
    {
        foreach ($table->scopeColumns as $column) {
            if (isset($this->modifiedColumns[$column->getFullyQualifiedName()])) {
                return true;
            }
        }

        return false;
    }

    /**
     * Locks the list that the row is in and the one that it goes to, and reads the row as it is then.
     *
     * @param list<mixed> $scope the scope that the object has in memory
     * @return array{?int, list<mixed>, list<int>}|null rank, scope, and the maxima of the list to go to and of all
     */
    private function readOwnRow(ConnectionInterface $con, array $scope): ?array
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $known = $this->listSnapshot ?? [$scope, null];
        $guess = RankedTable::distinct([$scope, $known[0]]);
        $row = (new ListStatements($table, $con))->lockedRow($this->getListKey(), $guess, [$scope]);
        if ($row !== null && ($row[0] !== $known[1] || $row[1] !== $known[0])) {
            // Others have written these lists since this object was read, and so what pooled ones show is old too.
            ListPool::refresh($table, $con, RankedTable::distinct([$scope, $row[1], $known[0]]), $this);
        }

        return $row;
    }

    /**
     * No list step: the row stays where it is. What an object shows that comes into the pool only now may be old.
     */
    private function keepPlaceOfRow(RankedTable $table, ConnectionInterface $con): void
    {
        assert($this instanceof ActiveRecordInterface);
        if (ListPool::isStranger($table, $con, $this)) {
            $row = (new ListStatements($table, $con))->row($this->getListKey());
            if ($row !== null) {
                $this->adoptListRank(...$row);
                $this->ensureConsistency();
            }
        }
        $this->listSnapshot = [$this->listSnapshot[0] ?? $this->listScope(), $this->listRank()];
    }

    /**
     * What is written is what is compared: the database would round it by rules of its own.
     *
     * @param list<mixed> $scope
     */
    private function writeStoredScope(RankedTable $table, array $scope): void
    {
        foreach ($table->roundedScopes as $i) {
            $value = $this->{$table->scopeProperties[$i]};
            if ($value !== null && ScopeValue::stored($table->scopeColumns[$i], $value) !== $scope[$i]) {
                $this->writeListScope($i, $scope[$i], false);
            }
        }
    }
}
