<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RollbackLog;

/** What moves of other objects change in a member of a list, and what a rollback reverts in it. */
trait SortableStateTrait
{
    /**
     * Does to objects what a statement has done to the rows of lists. It is here because there may be thousands of
     * objects: a call for each takes longer than the change.
     *
     * @internal
     * @param array<int|string, static> $objects
     * @param list<Shift> $shifts
     * @param static|null $except an object that knows its rank
     */
    public function shiftListMembers(
        array $objects,
        array $shifts,
        RankedTable $table,
        ?ActiveRecordInterface $except,
        ?RollbackLog $log,
    ): void {
        $rankColumn = (self::TABLE_MAP)::RANK_COL;
        $property = $table->rankProperty;
        $isText = $table->rankColumn->getType() === 'BIGINT';
        $shifted = [];
        // Each is of another list: no object is changed twice.
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
                    // Changed where it is: in a variable the array would be copied.
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
     * @param array<int, list<static>> $shifted the objects that each has changed
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
        foreach ($shifted as $i => $objects) {
            foreach ($objects as $object) {
                [$scope, $rank] = $object->listSnapshot;
                $log->pushed($object, [$scope, $rank - $shifts[$i]->delta], 'restoreListState');
            }
        }
    }

    /**
     * Takes back what a transaction has done that was rolled back.
     *
     * @internal
     * @param list<mixed> $state what rememberListState() has noted; only a snapshot if others have moved this row
     */
    public function restoreListState(array $state): void
    {
        if (count($state) === 1) {
            $this->adoptListRank($state[0][1], $state[0][0]);

            return;
        }
        [$this->listSnapshot, $this->listIntent, $modified, $values] = $state;
        foreach (RankedTable::of(self::TABLE_MAP)->columnNames as $property => $column) {
            $this->$property = $values[$property];
            if (isset($modified[$column])) {
                $this->modifiedColumns[$column] = true;
            } else {
                unset($this->modifiedColumns[$column]);
            }
        }
        $this->ensureConsistency();
    }

    /**
     * The same for a new object that had no place before.
     *
     * @internal
     * @param list<mixed> $scope
     */
    public function takeBackAppend(array $scope): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $this->listSnapshot = null;
        $this->listIntent = null;
        $this->{$table->rankProperty} = null;
        unset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
        foreach ($table->scopeProperties as $i => $property) {
            $this->$property = $scope[$i];
            $this->modifiedColumns[$table->columnNames[$property]] = true;
        }
        $this->ensureConsistency();
    }

    /** For the case that the transaction is rolled back. A move has begun before, and noted then what there was. */
    protected function rememberListState(ConnectionInterface $con, ?RankedTable $table = null): void
    {
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        if ($log === null) {
            return;
        }
        assert($this instanceof ActiveRecordInterface);
        $log->moved($this, $this->stateBeforeMove ?? $this->listState($table), 'restoreListState');
    }

    /**
     * Whether nothing has to be noted of a new object but its scope: it has no place yet.
     *
     * @param list<mixed> $scope as it is stored
     */
    private function isWithoutPlace(RankedTable $table, array $scope): bool
    {
        if (
            $this->listSnapshot !== null || $this->listIntent !== null || $this->stateBeforeMove !== null
            || $this->{$table->rankProperty} !== null || isset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL])
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

    /** @return list<mixed> what restoreListState() takes */
    private function listState(?RankedTable $table = null): array
    {
        $table ??= RankedTable::of(self::TABLE_MAP);
        $values = [];
        foreach ($table->columnNames as $property => $_) {
            $values[$property] = $this->$property;
        }

        return [$this->listSnapshot, $this->listIntent, $this->modifiedColumns, $values];
    }
}
