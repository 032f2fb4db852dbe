<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Hooks;
use Orm\Runtime\ActiveRecord\InsertPlan;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RollbackLog;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\SetColumnConverter;
use Throwable;

/**
 * Makes a model object a member of a list: stores its list state and maintains the list when the row is written.
 *
 * @method int save(?ConnectionInterface $con = null)
 */
trait SortableTrait
{
    use RecordState;

    /**
     * @var list<array{callable: callable, arguments: list<mixed>}> callbacks that run once, before the row is written
     */
    protected $sortableQueries = [];

    /** @var array{list<mixed>, ?int}|null scope and rank as stored in the database */
    protected $listSnapshot = null;

    /** @var ListIntent|null */
    protected $listIntent = null;

    /** @var list<mixed>|null the list whose end the INSERT of this object has to find */
    private ?array $listToAppendTo = null;

    /** The plan of the last INSERT at the end of a list. The next object often writes the same columns. */
    private static ?InsertPlan $lastAppend = null;

    /** @var list<mixed>|null the state before the current move */
    private ?array $stateBeforeMove = null;

    /** @var array<string, true> the columns still to be saved after a hook of the other object rejected a swap */
    private array $unsavedBySwap = [];

    /**
     * @internal
     * @return array{list<mixed>, ?int}|null
     */
    protected function getListSnapshot(): ?array
    {
        return $this->listSnapshot;
    }

    /**
     * Adopts rank and scope from the database; unsaved changes of the application are kept.
     *
     * @internal
     * @param list<mixed>|null $scope
     */
    protected function adoptListRank(?int $rank, ?array $scope = null): void
    {
        $table = RankedTable::of(self::tableMap());
        $this->listSnapshot = [$scope ?? $this->listSnapshot[0] ?? $this->listScope(), $rank];
        if (!isset($this->modifiedColumns[self::rankColumn()])) {
            $this->writeListRank($rank, false);
        }
        foreach ($scope === null ? [] : $table->scopeColumns as $i => $column) {
            $isKnown = $table->stored($i, $this->{$table->scopeProperties[$i]}) === $scope[$i];
            if (!$isKnown && !isset($this->modifiedColumns[$column->getFullyQualifiedName()])) {
                $this->writeListScope($i, $scope[$i], false);
                ObjectRelations::forgetFormerParents($this, [$column->getFullyQualifiedName()]);
            }
        }
    }

    /**
     * @internal
     * @return list<mixed> the key of the row
     */
    protected function getListKey(): array
    {
        return $this->originalKey ?? $this->keyParts();
    }

    /**
     * Runs the list step of save(): first the queued callbacks, then the planned change of position.
     *
     * @return void
     */
    protected function applyListIntent(ConnectionInterface $con)
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

    /**
     * Records rank and scope of the row after it was read.
     *
     * @return void
     */
    protected function noteListPlace()
    {
        $this->listIntent = null;
        $this->listSnapshot = [$this->listScope(), $this->listRank()];
    }

    /**
     * Clears the position of a copy: it is a new object, which is appended to the list.
     *
     * @return void
     */
    protected function leaveListAsCopy()
    {
        $this->writeListRank(null, false);
        unset($this->modifiedColumns[self::rankColumn()]);
        $this->forgetListPlace();
    }

    /** @return void */
    protected function forgetListPlace()
    {
        $this->listIntent = null;
        $this->listSnapshot = null;
    }

    /** @return static */
    protected function intendListRank(mixed $rank, ?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $statements = $this->statementsBeforeLocks($table, $con);
        $scope = $this->listScope();
        $next = $table->isFractional ? $table->start + $statements->count($scope) : $statements->max($scope) + 1;
        $rank = Rank::within($rank, $table->start, $next);
        $this->listIntent = new ListIntent(ListIntent::AT, $rank);
        $this->writeListRank($rank, true);

        return $this;
    }

    /** @return static */
    protected function intendListTop()
    {
        $start = RankedTable::of(self::tableMap())->start;
        $this->listIntent = new ListIntent(ListIntent::AT, $start);
        $this->writeListRank($start, true);

        return $this;
    }

    /** @return static */
    protected function intendListBottom(?ConnectionInterface $con)
    {
        $table = RankedTable::of(self::tableMap());
        $max = $this->statementsBeforeLocks($table, $con)->max($this->listScope());
        // The number is determined when the row is written.
        $next = min($max, PHP_INT_MAX - $table->step()) + $table->step();
        $this->listIntent = new ListIntent(ListIntent::BOTTOM, $next);
        $this->writeListRank($next, true);

        return $this;
    }

    /** Returns statements for reads after which the transaction can still lock lists. */
    private function statementsBeforeLocks(RankedTable $table, ?ConnectionInterface $con): ListStatements
    {
        $con = $table->writeConnection($con);
        if (ConnectionWrapper::wrap($con)->isInTransaction()) {
            $table->prepareLocks($con);
        }

        return new ListStatements($table, $con);
    }

    /** @return static */
    protected function intendToLeaveList()
    {
        $table = RankedTable::of(self::tableMap());
        $nullable = static fn (ColumnMap $column): bool => !$column->isNotNull();
        $scopes = $table->scopeColumns;
        if ($scopes !== [] && count(array_filter($scopes, $nullable)) === count($scopes)) {
            if (array_filter($this->listScope(), static fn (mixed $value): bool => $value !== null) === []) {
                throw new OrmException('Object has already left its list (scope is null)');
            }
            foreach (array_keys($scopes) as $i) {
                $this->writeListScope($i, null, true);
            }
            // The last call wins: a position that was requested before is dropped.
            $this->listIntent = null;
            $this->writeListRank($this->listSnapshot[1] ?? null, false);
            unset($this->modifiedColumns[self::rankColumn()]);
            ObjectRelations::forgetFormerParents($this, $table->columnNames);

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

    /** @return list<mixed> the scope in memory, in its stored form */
    protected function listScope(?RankedTable $table = null)
    {
        $table ??= RankedTable::of(self::tableMap());
        $scope = [];
        foreach ($table->scopeProperties as $i => $property) {
            $scope[] = $table->stored($i, $this->$property);
        }

        return $scope === $table->lastScope ? $table->lastScope : $table->lastScope = $scope;
    }

    /** @return int|null */
    protected function listRank()
    {
        $rank = $this->{RankedTable::of(self::tableMap())->rankProperty};

        return $rank === null ? null : (int) $rank;
    }

    /** @return void */
    protected function writeListRank(?int $rank, bool $modified, ?RankedTable $table = null)
    {
        $table ??= RankedTable::of(self::tableMap());
        $this->{$table->rankProperty} = $rank !== null && $table->rankIsText ? (string) $rank : $rank;
        if ($modified) {
            $this->modifiedColumns[$table->rankName] = true;
        }
    }

    /** @return void */
    protected function writeListScope(int $i, mixed $value, bool $modified)
    {
        $table = RankedTable::of(self::tableMap());
        $column = $table->scopeColumns[$i];
        $isText = is_int($value) && $column->getType() === 'BIGINT';
        $this->{$table->scopeProperties[$i]} = $isText ? (string) $value : $value;
        if ($modified) {
            $this->modifiedColumns[$column->getFullyQualifiedName()] = true;
        }
    }

    private function enterList(ConnectionInterface $con): void
    {
        $con = ConnectionWrapper::wrap($con);
        $table = RankedTable::of(self::tableMap());
        $intent = $this->listIntent;
        $isModified = isset($this->modifiedColumns[$table->rankName]);
        $scope = $this->listScope($table);
        if ($intent === null && !$isModified && $this->isWithoutPlace($table, $scope)) {
            $con->rollbackLog?->moved($this, $scope, 'takeBackAppend');
        } else {
            $this->rememberListState($con, $table);
            $this->listIntent = null;
        }
        if ($table->roundedScopes !== []) {
            $this->writeStoredScope($table, $scope);
        }
        $isRaw = $intent === null && $isModified && $this->listRank() !== null;
        if ($isRaw || ($intent === null && !$table->isMaintained())) {
            $this->listSnapshot = [$scope, $this->listRank()];

            return;
        }
        $intent ??= $table->placeOfNew;
        if ($table->filledScopes !== [] && $intent->kind !== ListIntent::OUT) {
            $this->needScope($table);
        }
        if (
            $intent->kind === ListIntent::BOTTOM && $table->maxMembers === null
            && $table->ranksByInsert && Orm::$plans->reportsAdapterChanges
            && Hooks::of(static::class)->insertsRow
        ) {
            // While the list is locked, no other connection can append to it, so the INSERT finds the correct rank.
            $table->lock($con, [$scope]);
            unset($this->modifiedColumns[$table->rankName]);
            $this->listToAppendTo = $scope;
            $this->listSnapshot = [$scope, null];
            self::$lastInsert = null;

            return;
        }
        if ($intent->kind === ListIntent::OUT) {
            $this->writeListRank(null, true);
            $this->listSnapshot = [$scope, null];

            return;
        }
        $statements = new ListStatements($table, $con);
        $table->lock($con, [$scope]);
        if ($table->maxMembers !== null) {
            $statements->checkRoom($scope);
        }
        $max = $statements->max($scope);
        if ($table->isFractional) {
            $rank = $intent->kind === ListIntent::AT
                ? $statements->between($scope, $intent->rank - $table->start, null)
                : $statements->behind($scope, $max);
        } else {
            $rank = $intent->kind === ListIntent::AT ? min($intent->rank, $max + 1) : $max + 1;
        }
        if (!$table->isFractional && $rank <= $max) {
            $shift = new Shift($scope, $rank, null, 1);
            $statements->shift([$shift], null, $max);
            $table->written($con);
            ListPool::shifted($table, $con, [$shift], $this);
        }
        $this->writeListRank($rank, true, $table);
        $this->listSnapshot = [$scope, $rank];
    }

    /** Refuses to choose a rank before the database chooses the list. */
    private function needScope(RankedTable $table): void
    {
        foreach ($table->filledScopes as $property => $name) {
            if ($this->$property === null && !isset($this->modifiedColumns[$name])) {
                throw new OrmException(sprintf(
                    'The list of a new %s is not known before it is saved: set %s, whose default the database computes',
                    static::class,
                    $name,
                ));
            }
        }
    }

    /**
     * Returns the plan of an INSERT that computes the rank of its row, or null if the object already has a rank or
     * belongs to an inheriting table without ranks.
     *
     * @return InsertPlan|null
     */
    protected function planAppend()
    {
        $scope = $this->listToAppendTo;
        $this->listToAppendTo = null;
        if ($scope === null || isset($this->modifiedColumns[self::rankColumn()])) {
            return null;
        }
        $next = RankedTable::of(self::tableMap())->sql->next($scope);
        $plan = self::$lastAppend;
        if (
            $plan?->computed !== $next || $plan->revision !== Orm::$plans->revision
            || $plan->modifiedColumns !== $this->modifiedColumns
        ) {
            $plan = self::$lastAppend = InsertPlan::of(self::tableMap(), $this->modifiedColumns, $next);
        }

        return $plan;
    }

    /**
     * Adopts the values that an INSERT by planAppend() returned.
     *
     * @param array{0: mixed, 1?: mixed} $given the rank, and the new key if it was generated
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
        $table = RankedTable::of(self::tableMap());
        if ($intent === null && !$this->isListScopeModified($table)) {
            $this->rememberListState($con);
            $this->keepPlaceOfRow($table, $con);

            return;
        }
        $this->rememberListState($con);
        if ($intent === null && !$table->isMaintained()) {
            $this->listSnapshot = [$this->listScope(), $this->listRank()];

            return;
        }
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
        $statements = new ListStatements($table, $con);
        [$rank, $shifts] = $table->isFractional
            ? [$this->numberAfterChange($intent, $row, $scope, $statements), []]
            : $this->planChange($intent, $row, $scope);
        $isRaw = $intent === null && isset($this->modifiedColumns[self::rankColumn()]);
        if ($rank !== null && !$isRaw && ($row[0] === null || !$table->same($row[1], $scope))) {
            $statements->checkRoom($scope);
        }
        if ($shifts !== []) {
            $statements->shift($shifts, $this->getListKey(), max($row[2]));
            $table->written($con);
            ListPool::shifted($table, $con, $shifts, $this);
        }
        $this->writeListRank($rank, $rank !== $row[0] || $shifts !== []);
        $this->listSnapshot = [$scope, $rank];
    }

    /**
     * @param array{?int, list<mixed>, list<int>} $row rank, scope and maxima as stored
     * @param list<mixed> $scope the scope to move to
     * @return array{?int, list<Shift>} the new rank, and the shifts of other members
     */
    private function planChange(?ListIntent $intent, array $row, array $scope): array
    {
        [$from, $fromScope, [$max]] = $row;
        $gap = $from === null ? [] : [new Shift($fromScope, $from + 1, null, -1)];
        if ($intent?->kind === ListIntent::OUT) {
            return [null, $gap];
        }
        $same = RankedTable::of(self::tableMap())->same($fromScope, $scope);
        if ($intent === null) {
            $isRaw = isset($this->modifiedColumns[self::rankColumn()]);

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
     * Returns the new number with fractional ranks, where no other row changes.
     *
     * @param array{?int, list<mixed>, list<int>} $row number, scope and maxima as stored
     * @param list<mixed> $scope the scope to move to
     */
    private function numberAfterChange(?ListIntent $intent, array $row, array $scope, ListStatements $statements): ?int
    {
        [$from, $fromScope, [$max]] = $row;
        $table = RankedTable::of(self::tableMap());
        $isMember = $from !== null && $table->same($fromScope, $scope);
        $key = $this->getListKey();

        return match (true) {
            $intent?->kind === ListIntent::OUT => null,
            $intent?->kind === ListIntent::AT
                => $statements->between($scope, $intent->rank - $table->start, $isMember ? $key : null),
            $isMember && in_array($intent?->kind, [ListIntent::UP, ListIntent::DOWN], true)
                => $statements->beyondNeighbour($scope, $from, $key, $intent->kind === ListIntent::UP),
            $intent === null && isset($this->modifiedColumns[self::rankColumn()]) => $this->listRank(),
            $intent === null && $table->same($fromScope, $scope) => $from,
            $isMember && $statements->neighbour($scope, $from, $key, false) === null => $from,
            default => $statements->behind($scope, $max),
        };
    }

    /**
     * Returns the rank of a row with a fractional rank: its current or planned position.
     *
     * @return int|null
     */
    protected function listPosition()
    {
        $intent = $this->listIntent;
        if ($intent?->kind === ListIntent::AT || $intent?->kind === ListIntent::OUT) {
            return $intent->rank;
        }
        $number = $this->listRank();
        if ($number === null) {
            return null;
        }
        $table = RankedTable::of(self::tableMap());
        $statements = new ListStatements($table, $table->writeConnection(null));
        $scope = $this->listScope();
        if ($intent?->kind === ListIntent::BOTTOM) {
            $isMember = $intent->row !== null && $table->same($intent->row[1], $scope);

            return $table->start + $statements->count($scope) - ($isMember ? 1 : 0);
        }
        // In a swap, the number is that of the other row.
        $key = $this->rowIsNew || $intent?->partner !== null ? null : $this->getListKey();
        $position = $table->start + $statements->countBefore($scope, $number, $key);

        return match ($intent?->kind) {
            ListIntent::UP => $position - 1,
            ListIntent::DOWN => $position + 1,
            default => $position,
        };
    }

    /** @return bool */
    protected function isFirstOfList()
    {
        $table = RankedTable::of(self::tableMap());
        if ($table->isFractional && $this->listIntent !== null) {
            return $this->listPosition() === $table->start;
        }
        $number = $this->listRank();

        return $number !== null && $this->isAtEnd($table, $number, true, null);
    }

    /** Returns whether no member that queries find is on one side of a rank. */
    private function isAtEnd(RankedTable $table, int $rank, bool $first, ?ConnectionInterface $con): bool
    {
        $key = $this->rowIsNew || $this->listIntent !== null ? null : $this->getListKey();
        $statements = new ListStatements($table, $table->writeConnection($con));

        return $statements->neighbour($this->listScope(), $rank, $key, $first) === null;
    }

    /** Returns the rank of the stored row, even if the object already shows a planned one. */
    private function knownListRank(): ?int
    {
        $isPending = $this->listIntent !== null && RankedTable::of(self::tableMap())->isFractional;

        return $isPending ? $this->listSnapshot[1] ?? null : $this->listRank();
    }

    /**
     * Returns the scope that the row will have. Columns that the application has not changed keep the value of the row,
     * even if the object was read long ago.
     *
     * @param list<mixed> $scope in memory
     * @param list<mixed> $actual as stored in the row
     * @return list<mixed>
     */
    private function intendedScope(RankedTable $table, array $scope, array $actual): array
    {
        foreach ($table->scopeColumns as $i => $column) {
            $isModified = isset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            if (!$isModified && !$table->sameValue($i, $scope[$i], $actual[$i])) {
                $this->writeListScope($i, $actual[$i], false);
                ObjectRelations::forgetFormerParents($this, [$column->getFullyQualifiedName()]);
                $scope[$i] = $actual[$i];
            }
        }

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
     * Locks the row's current list and its target list, and reads the row under these locks.
     *
     * @param list<mixed> $scope the scope that the object has in memory
     * @return array{?int, list<mixed>, list<int>}|null rank, scope, and the maxima of the list to move to and of all
     */
    private function readOwnRow(ConnectionInterface $con, array $scope): ?array
    {
        $table = RankedTable::of(self::tableMap());
        $known = $this->listSnapshot ?? [$scope, null];
        $guess = RankedTable::distinct([$scope, $known[0]]);
        $row = (new ListStatements($table, $con))->lockedRow($this->getListKey(), $guess, [$scope]);
        if ($row !== null && ($row[0] !== $known[1] || $row[1] !== $known[0])) {
            // Other connections have changed these lists since this object was read, so pooled objects are stale too.
            ListPool::refresh($table, $con, RankedTable::distinct([$scope, $row[1], $known[0]]), $this);
        }

        return $row;
    }

    /** Keeps the row's position if there is no list step. An object that enters the pool only now may be stale. */
    private function keepPlaceOfRow(RankedTable $table, ConnectionInterface $con): void
    {
        assert($this instanceof ActiveRecordInterface);
        if (ListPool::isStranger($table, $con, $this)) {
            $row = (new ListStatements($table, $con))->row($this->getListKey());
            if ($row !== null) {
                $this->adoptListRank(...$row);
            }
        }
        $this->listSnapshot = [$this->listSnapshot[0] ?? $this->listScope(), $this->listRank()];
    }

    /**
     * Sets the scope in its stored form, so that the written value is the compared one. The database has different
     * rounding rules.
     *
     * @param list<mixed> $scope
     */
    private function writeStoredScope(RankedTable $table, array $scope): void
    {
        foreach ($table->roundedScopes as $i) {
            $value = $this->{$table->scopeProperties[$i]};
            if ($value !== null && TypeFamily::canonical($table->scopeColumns[$i], $value) !== $scope[$i]) {
                $this->writeListScope($i, $scope[$i], false);
            }
        }
    }

   /**
    * Applies to objects what a statement has done to the rows of lists. The loop is here because there may be thousands
    * of objects, and a call for each would take longer than the change.
    *
    * @internal
    * @param array<int|string, static> $objects
    * @param list<Shift> $shifts
    * @param static|null $except an object whose rank is already up to date
    */
    protected function shiftListMembers(
        array $objects,
        array $shifts,
        RankedTable $table,
        ?ActiveRecordInterface $except,
        ?RollbackLog $log,
    ): void {
        $rankColumn = self::rankColumn();
        $property = $table->rankProperty;
        $isText = $table->rankIsText;
        $shifted = [];
        // Each shift is in another list, so no object is changed twice.
        foreach ($shifts as $i => $shift) {
            $scope = $shift->scope;
            $first = $shift->first;
            $last = $shift->last ?? PHP_INT_MAX;
            $delta = $shift->delta;
            $members = [];
            foreach ($objects as $object) {
                $rank = $object->listSnapshot[1] ?? PHP_INT_MIN;
                if ($rank < $first || $rank > $last || $object === $except) {
                    continue;
                }
                if ($object->listSnapshot[0] === $scope || $table->same($object->listSnapshot[0], $scope)) {
                    // The value is changed in place; a variable would copy the array.
                    $rank = $object->listSnapshot[1] += $delta;
                    if (!isset($object->modifiedColumns[$rankColumn])) {
                        $object->$property = $isText ? (string) $rank : $rank;
                    }
                    $members[] = $object;
                }
            }
            if ($members !== []) {
                $shifted[$i] = $members;
            }
        }
        if ($log !== null && $shifted !== []) {
            $this->noteShifts($log, $shifts, $shifted);
        }
    }

    /**
     * @param list<Shift> $shifts
     * @param array<int, list<static>> $shifted the objects that each shift has changed
     */
    private function noteShifts(RollbackLog $log, array $shifts, array $shifted): void
    {
        $undo = static function () use ($shifts, $shifted): void {
            foreach ($shifted as $i => $objects) {
                foreach ($objects as $object) {
                    if (isset($object->listSnapshot[1])) {
                        $object->adoptListRank($object->listSnapshot[1] - $shifts[$i]->delta);
                    }
                }
            }
        };
        if ($log->canUndo($undo)) {
            return;
        }
        [$known, $sequence] = $log->pushedTogether('restoreListState');
        foreach ($shifted as $i => $objects) {
            foreach ($objects as $object) {
                if (!isset($known[$object])) {
                    [$scope, $rank] = $object->listSnapshot;
                    $known[$object] = [[$scope, $rank - $shifts[$i]->delta], $sequence];
                }
            }
        }
    }

    /**
     * Restores the state from before a transaction that was rolled back.
     *
     * @internal
     * @param list<mixed> $state the state that rememberListState() recorded; only a snapshot if other objects moved
     *     this row
     */
    protected function restoreListState(array $state): void
    {
        if (count($state) === 1) {
            $this->adoptListRank($state[0][1], $state[0][0]);

            return;
        }
        [$this->listSnapshot, $this->listIntent, $modified, $values] = $state;
        $columns = RankedTable::of(self::tableMap())->columnNames;
        foreach ($columns as $property => $column) {
            $this->$property = $values[$property];
            if (isset($modified[$column])) {
                $this->modifiedColumns[$column] = true;
            } else {
                unset($this->modifiedColumns[$column]);
            }
        }
        ObjectRelations::forgetFormerParents($this, $columns, true);
    }

    /**
     * Restores a new object that had no position before the transaction.
     *
     * @internal
     * @param list<mixed> $scope
     */
    protected function takeBackAppend(array $scope): void
    {
        $table = RankedTable::of(self::tableMap());
        $this->listSnapshot = null;
        $this->listIntent = null;
        $this->{$table->rankProperty} = null;
        unset($this->modifiedColumns[self::rankColumn()]);
        foreach ($table->scopeProperties as $i => $property) {
            $this->$property = $scope[$i];
            $this->modifiedColumns[$table->columnNames[$property]] = true;
        }
        ObjectRelations::forgetFormerParents($this, $table->columnNames, true);
    }

    /**
     * Records the state in case the transaction is rolled back. During a move, it is the state from before the move.
     *
     * @return void
     */
    protected function rememberListState(ConnectionInterface $con, ?RankedTable $table = null)
    {
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        if ($log === null) {
            return;
        }
        assert($this instanceof ActiveRecordInterface);
        $log->moved($this, $this->stateBeforeMove ?? $this->listState($table), 'restoreListState');
    }

    /**
     * Returns whether only the scope of a new object must be recorded, because it has no position and no explicit rank.
     *
     * @param list<mixed> $scope in its stored form
     */
    private function isWithoutPlace(RankedTable $table, array $scope): bool
    {
        if (
            $this->listSnapshot !== null || $this->stateBeforeMove !== null
            || $this->{$table->rankProperty} !== null
        ) {
            return false;
        }
        foreach ($table->scopeProperties as $i => $property) {
            if ($this->$property !== $scope[$i] || !isset($this->modifiedColumns[$table->columnNames[$property]])) {
                return false;
            }
        }

        return true;
    }

    /** @return list<mixed> the argument of restoreListState() */
    private function listState(?RankedTable $table = null): array
    {
        $table ??= RankedTable::of(self::tableMap());
        $values = [];
        foreach ($table->columnNames as $property => $_) {
            $values[$property] = $this->$property;
        }

        return [$this->listSnapshot, $this->listIntent, $this->modifiedColumns, $values];
    }

    /** @return bool */
    protected function isLastOfList(?ConnectionInterface $con)
    {
        $rank = $this->knownListRank();
        if ($rank === null) {
            return false;
        }
        $table = RankedTable::of(self::tableMap());
        if ($table->hidesRows()) {
            return $this->isAtEnd($table, $rank, false, $con);
        }

        return $rank === (new ListStatements($table, $table->writeConnection($con)))->max($this->listScope());
    }

    /**
     * Returns the nearest member on one side, in the order of rank and key.
     *
     * @return self|null
     */
    protected function findNeighbour(bool $before, ?ConnectionInterface $con)
    {
        $rank = $this->knownListRank();
        if ($rank === null) {
            return null;
        }
        $table = RankedTable::of(self::tableMap());
        $query = OrmQuery::from((string) self::tableMap()::getTableMap()->getClassName());
        foreach ($this->listScope() as $i => $value) {
            $query->add($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
        }
        $name = self::rankColumn();
        $beyond = $before ? Criteria::LESS_THAN : Criteria::GREATER_THAN;
        if ($this->rowIsNew) {
            $query->add($name, $rank, $beyond);
        } else {
            // The first condition uses the index; the second one handles members with the same rank.
            $query->add($name, $rank, $beyond . '=');
            $place = $query->getNewCriterion($name, $rank, $beyond);
            $same = [$query->getNewCriterion($name, $rank)];
            foreach ($table->keyColumns as $i => $column) {
                $key = $column->getFullyQualifiedName();
                $value = $this->getListKey()[$i];
                $further = $query->getNewCriterion($key, $value, $beyond);
                foreach (array_reverse($same) as $condition) {
                    $further = (clone $condition)->addAnd($further);
                }
                $place->addOr($further);
                $same[] = $query->getNewCriterion($key, $value);
            }
            $query->addAnd($place, null, null, false);
        }
        foreach ([$table->rankColumn, ...$table->keyColumns] as $column) {
            $column = $column->getFullyQualifiedName();
            $before ? $query->addDescendingOrderByColumn($column) : $query->addAscendingOrderByColumn($column);
        }

        return $query->findOne($con);
    }

    /**
     * Returns the scope value; for several columns as a list, or null if all are null.
     *
     * @return mixed
     */
    protected function readScopeValue(bool $returnNulls)
    {
        $table = RankedTable::of(self::tableMap());
        $values = [];
        foreach ($table->scopeColumns as $i => $column) {
            $values[] = in_array($column->getType(), ColumnMap::TEMPORAL_TYPES, true)
                ? $this->{'get' . $column->getPhpName()}()
                : $this->{$table->scopeProperties[$i]};
        }
        if (count($values) === 1) {
            return $values[0];
        }
        $isEmpty = array_filter($values, static fn (mixed $value): bool => $value !== null) === [];

        return $isEmpty && $returnNulls ? null : $values;
    }

    /**
     * Sets the scope through the column setters. ENUM and SET columns accept stored values and labels.
     *
     * @return static
     */
    protected function changeScopeValue(mixed $value)
    {
        $table = RankedTable::of(self::tableMap());
        $values = count($table->scopeColumns) === 1 ? [$value] : $table->valuesByPosition($value);
        foreach ($table->scopeColumns as $i => $column) {
            $this->{'set' . $column->getPhpName()}(self::scopeSetterValue($column, $values[$i]));
        }

        return $this;
    }

    private static function scopeSetterValue(ColumnMap $column, mixed $value): mixed
    {
        return match (true) {
            !is_int($value) => $value,
            $column->getType() === ColumnTypes::ENUM => $column->getValueSet()[$value] ?? (string) $value,
            $column->getType() === ColumnTypes::SET
                => SetColumnConverter::convertIntToArray($value, $column->getValueSet()),
            default => $value,
        };
    }

    /** @return static */
    protected function moveToListRank(mixed $rank, ?ConnectionInterface $con)
    {
        $start = RankedTable::of(self::tableMap())->start;

        return $this->moveInList(static fn (int $from, int $last): int => Rank::within($rank, $start, $last), $con);
    }

    /** @return static */
    protected function moveToListTop(?ConnectionInterface $con)
    {
        $start = RankedTable::of(self::tableMap())->start;

        return $this->moveInList(static fn (): int => $start, $con, true, true);
    }

    /** @return static */
    protected function moveToListBottom(?ConnectionInterface $con)
    {
        return $this->moveInList(static fn (int $from, int $last): int => $last, $con, false, true);
    }

    /**
     * Swaps ranks with the nearest neighbor.
     *
     * @return static
     */
    protected function moveBesideNeighbour(bool $up, ?ConnectionInterface $con)
    {
        $start = RankedTable::of(self::tableMap())->start;
        $target = static fn (int $from, int $last): int => max($start, min($last, $up ? $from - 1 : $from + 1));

        return $this->moveInList($target, $con, $up);
    }

    /**
     * Moves the row to a rank that a callback computes.
     *
     * @param callable(int, int): int $target the new rank, from the current and the last possible rank
     * @param bool|null $up the direction; null: to any rank
     * @param bool $toEnd whether to move to the end, and not only past the neighbor
     */
    private function moveInList(
        callable $target,
        ?ConnectionInterface $con,
        ?bool $up = null,
        bool $toEnd = false,
    ): static {
        if ($this->rowIsDeleted) {
            throw new OrmException(sprintf('A deleted %s cannot be moved', static::class));
        }
        if ($this->rowIsNew) {
            throw new OrmException('Cannot move an unsaved object; use insertAtRank() and save()');
        }
        $table = RankedTable::of(self::tableMap());
        $con = $table->writeConnection($con);
        $this->doMove($table, $con, [$this], function () use ($table, $target, $con, $up, $toEnd): void {
            $row = $this->readForMove($table, $con);
            $joins = !$table->same($row[1], $this->listScope());
            if ($table->isFractional && $up !== null && ($toEnd || !$joins)) {
                $intent = $this->intentByNeighbour($table, $row, $up, $toEnd, $con);
            } elseif ($up !== null && !$toEnd && !$joins) {
                $intent = $this->exchangeIntent($table, $row, $up, $con);
            } else {
                [$from, $last] = $this->positionAndLast($table, $row, $con);
                $to = $target($from, $last + ($joins ? 1 : 0));
                $isThere = !$joins && $to === $from;
                $intent = $isThere ? null : new ListIntent(ListIntent::AT, $to, $row, $table->revision);
            }
            $this->listIntent = null;
            if ($intent === null) {
                $this->forgetListRank($row[0]);
            } else {
                $this->saveMove($intent, $con);
            }
        });

        return $this;
    }

    /**
     * Runs a move in a transaction. If it fails, its objects are restored immediately, even if the caller rolls back
     * later. If other connections blocked it, it is retried, unless hooks of the application would run again.
     *
     * @param list<self> $objects
     * @param callable(): void $move
     */
    private function doMove(RankedTable $table, ConnectionInterface $con, array $objects, callable $move): void
    {
        $pool = null;
        $work = static function () use ($table, $con, $objects, $move, &$pool): void {
            if ($pool === null) {
                $pool = $table->instances($con);
            } else {
                // The rollback of the previous attempt has emptied the pool.
                ListPool::putBack($table, $con, [], $pool);
            }
            foreach ($objects as $object) {
                $object->stateBeforeMove = $object->listState();
            }
            try {
                $move();
            } catch (Throwable $failure) {
                foreach ($objects as $object) {
                    $object->restoreListState($object->stateBeforeMove);
                }
                throw $failure;
            } finally {
                foreach ($objects as $object) {
                    $object->stateBeforeMove = null;
                }
            }
        };
        foreach ($objects as $object) {
            if (!Hooks::of($object::class)->mayRepeat) {
                ListTransaction::run($table, $con, $work);

                return;
            }
        }
        ListTransaction::retry($table, $con, $work);
    }

    /** @return array{int, list<mixed>, list<int>} */
    private function readForMove(RankedTable $table, ConnectionInterface $con): array
    {
        $row = $this->readOwnRow($con, $this->listScope())
            ?? throw new OrmException('Object no longer exists');
        if ($row[0] === null) {
            throw new OrmException('Object is not in a list; use insertAtRank() and save()');
        }
        $this->noteListSnapshot($con, [$row[1], $row[0]]);
        $scope = $this->listScope();
        $target = $this->intendedScope($table, $scope, $row[1]);

        // Another connection may have moved the row to another list; the move then happens in that list.
        return $target === $scope ? $row : $this->readOwnRow($con, $target) ?? $row;
    }

    /**
     * Records the row's position, which a rollback may revert even if nothing is moved.
     *
     * @param array{list<mixed>, ?int} $snapshot
     */
    private function noteListSnapshot(ConnectionInterface $con, array $snapshot): void
    {
        if ($this->listSnapshot !== $snapshot) {
            if ($this->listSnapshot !== null) {
                assert($this instanceof ActiveRecordInterface);
                ConnectionWrapper::wrap($con)->rollbackLog?->pushed($this, $this->listSnapshot, 'restoreListState');
            }
            $this->listSnapshot = $snapshot;
        }
    }

    /**
     * @param array{int, list<mixed>, list<int>} $row
     * @return array{int, int} the rank of the row, and the last rank of its list
     */
    private function positionAndLast(RankedTable $table, array $row, ConnectionInterface $con): array
    {
        if (!$table->isFractional) {
            return [$row[0], $row[2][0]];
        }
        $statements = new ListStatements($table, $con);

        return [
            $table->start + $statements->countBefore($row[1], $row[0], $this->getListKey()),
            $table->start + $statements->count($this->listScope()) - 1,
        ];
    }

    /**
     * Returns the intent of a move in a list with fractional ranks that needs no position, so that no rows are counted.
     *
     * @param array{int, list<mixed>, list<int>} $row
     * @return ListIntent|null null if there is no member on this side
     */
    private function intentByNeighbour(
        RankedTable $table,
        array $row,
        bool $up,
        bool $toEnd,
        ConnectionInterface $con,
    ): ?ListIntent {
        $isMember = $table->same($row[1], $this->listScope());
        $statements = new ListStatements($table, $con);
        if ($isMember && $statements->neighbour($row[1], $row[0], $this->getListKey(), $up) === null) {
            return null;
        }
        [$kind, $rank] = match (true) {
            $toEnd && $up => [ListIntent::AT, $table->start],
            $toEnd => [ListIntent::BOTTOM, $row[0]],
            default => [$up ? ListIntent::UP : ListIntent::DOWN, $row[0]],
        };

        return new ListIntent($kind, $rank, $row, $table->revision);
    }

    /** @param array{int, list<mixed>, list<int>} $row */
    private function exchangeIntent(
        RankedTable $table,
        array $row,
        bool $up,
        ConnectionInterface $con,
    ): ?ListIntent {
        $statements = new ListStatements($table, $con);
        $neighbour = $statements->neighbour($row[1], $row[0], $this->getListKey(), $up);
        if ($neighbour !== null && $neighbour[1] === $row[0]) {
            // Two members with equal ranks cannot swap them, so the list is renumbered first.
            (new RankRewriter($table, $con))->resequence([$row[1]]);
            $table->written($con);
            ListPool::refresh($table, $con, [$row[1]], $this);
            $row = $this->readOwnRow($con, $row[1]) ?? $row;
            $neighbour = $statements->neighbour($row[1], $row[0], $this->getListKey(), $up);
            $this->adoptListRank($row[0]);
        }

        return $neighbour === null ? null : new ListIntent(
            ListIntent::EXCHANGE,
            $neighbour[1],
            $row,
            $table->revision,
            $neighbour,
        );
    }

    /** Saves the object with its new rank. If a hook rejects this, everything stays unchanged. */
    private function saveMove(ListIntent $intent, ConnectionInterface $con): void
    {
        $this->listIntent = $intent;
        $this->writeListRank($intent->rank, true);
        $this->save($con);
        if ($this->listIntent === $intent) {
            $this->listIntent = null;
            $this->forgetListRank($intent->row[0]);
        }
    }

    /** Sets a rank that is already stored, so that there is nothing to save. */
    private function forgetListRank(?int $rank): void
    {
        unset($this->modifiedColumns[self::rankColumn()]);
        $this->adoptListRank($rank);
    }

    /**
     * Runs the list step of moveUp() and moveDown().
     *
     * @param array{?int, list<mixed>, list<int>} $row
     * @param array{list<mixed>, int} $neighbour its key and rank
     */
    private function changePlacesWithNeighbour(array $row, array $neighbour, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::tableMap());
        $statements = new ListStatements($table, $con);
        if ($table->unique) {
            $statements->park([$this->getListKey()], max($row[2]));
        }
        $statements->setRank($neighbour[0], $row[0]);
        $table->written($con);
        ListPool::tell($table, $con, $neighbour[0], $row[0]);
        $this->writeListRank($neighbour[1], true);
        $this->listSnapshot = [$row[1], $neighbour[1]];
    }

    /** @return static */
    protected function swapInList(object $object, ?ConnectionInterface $con)
    {
        if (!$object instanceof self) {
            throw new OrmException(sprintf('A %s cannot swap with a %s', static::class, get_debug_type($object)));
        }
        if ($this->rowIsNew || $object->rowIsNew) {
            throw new OrmException('Cannot swap an unsaved object');
        }
        if ($this->rowIsDeleted || $object->rowIsDeleted) {
            throw new OrmException('Cannot swap a deleted object');
        }
        $table = RankedTable::of(self::tableMap());
        if ($object === $this || $table->keyText($object->getListKey()) === $table->keyText($this->getListKey())) {
            return $this;
        }
        $con = $table->writeConnection($con);
        $this->doMove($table, $con, [$this, $object], function () use ($table, $object, $con): void {
            [$own, $other, $max] = $this->readBoth($table, $object, $con);
            $this->noteListSnapshot($con, [$own[1], $own[0]]);
            $object->noteListSnapshot($con, [$other[1], $other[0]]);
            $this->takePlace($other, $own[1]);
            $object->takePlace($own, $other[1]);
            $swap = new ListIntent(ListIntent::SWAP, $other[0], [...$own, [$max]], 0, null, $object);
            $object->listIntent = new ListIntent(ListIntent::SWAPPED, $own[0], [...$other, [$max]], 0, null, $this);
            $this->listIntent = $swap;
            $this->save($con);
            $this->modifiedColumns += $this->unsavedBySwap;
            $this->unsavedBySwap = [];
            if ($this->listIntent === $swap) {
                $this->keepPlace($own);
                $object->keepPlace($other);
            }
        });

        return $this;
    }

    /**
     * @return array{array{int, list<mixed>}, array{int, list<mixed>}, int} rank and scope of both, and their maximum
     */
    private function readBoth(RankedTable $table, self $object, ConnectionInterface $con): array
    {
        $statements = new ListStatements($table, $con);
        $guess = RankedTable::distinct([
            $this->listSnapshot[0] ?? $this->listScope(),
            $object->listSnapshot[0] ?? $object->listScope(),
        ]);
        [$own, $other] = $table->lockAndRead($con, $guess, function () use ($table, $statements, $object): array {
            $places = [];
            foreach ($statements->rowsOf([$this->getListKey(), $object->getListKey()]) as [$key, $rank, $scope]) {
                $places[$table->keyText($key)] = [$rank, $scope];
            }
            $own = $places[$table->keyText($this->getListKey())] ?? null;
            $other = $places[$table->keyText($object->getListKey())] ?? null;
            if ($own === null || $other === null) {
                throw new OrmException('Object no longer exists');
            }

            return [[$own, $other], [$own[1], $other[1]]];
        });
        if ($own[0] === null || $other[0] === null) {
            throw new OrmException('Object is not in a list; use insertAtRank() and save()');
        }

        if (!$table->unique) {
            return [$own, $other, 0];
        }
        $maxima = array_map($statements->max(...), RankedTable::distinct([$own[1], $other[1]]));

        return [$own, $other, max($maxima) - min(0, $own[0], $other[0])];
    }

    /**
     * @param array{int, list<mixed>} $place rank and scope
     * @param list<mixed> $scope the scope of the row
     */
    private function takePlace(array $place, array $scope): void
    {
        $table = RankedTable::of(self::tableMap());
        foreach ($table->scopeColumns as $i => $column) {
            if ($column->isPrimaryKey()) {
                $this->rememberKey();
            }
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            $this->writeListScope($i, $place[1][$i], $scope[$i] !== $place[1][$i]);
        }
        $this->writeListRank($place[0], true);
        ObjectRelations::forgetFormerParents($this, $table->columnNames);
    }

    /**
     * Resets the object to the stored position of its row, with no unsaved list changes.
     *
     * @param array{int, list<mixed>} $place
     */
    private function keepPlace(array $place): void
    {
        $this->listIntent = null;
        foreach (RankedTable::of(self::tableMap())->scopeColumns as $column) {
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
        unset($this->modifiedColumns[self::rankColumn()]);
        $this->adoptListRank($place[0], $place[1]);
    }

    /**
     * Runs the list step of swapWith(). The other object is saved during the save of this one, after the last hook that
     * could reject this one. If a hook of the other object rejects its save, this row is not written either.
     */
    private function changePlaces(ListIntent $intent, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::tableMap());
        $partner = $intent->partner;
        assert($partner instanceof self);
        $this->listIntent = null;
        if ($intent->kind === ListIntent::SWAPPED) {
            if ($table->unique) {
                $keys = [$this->getListKey(), $partner->getListKey()];
                (new ListStatements($table, $con))->park($keys, $intent->row[2][0]);
            }
            $this->listSnapshot = [$this->listScope(), $intent->rank];

            return;
        }
        // If the partner is also the parent of this row, it has already been saved.
        $expected = $partner->listIntent;
        $expected === null || $partner->save($con);
        if ($expected !== null && $partner->listIntent === $expected) {
            $partner->keepPlace([$expected->row[0], $expected->row[1]]);
            $this->keepPlace([$intent->row[0], $intent->row[1]]);
            $this->unsavedBySwap = $this->modifiedColumns;
            $this->modifiedColumns = [];

            return;
        }
        $table->written($con);
        $this->listSnapshot = [$this->listScope(), $intent->rank];
    }

    /** Returns the rank column as `table.column`. */
    private static function rankColumn(): string
    {
        /** @disregard P1012 maps of sortable tables have the constant */
        return self::tableMap()::RANK_COL;
    }
}
