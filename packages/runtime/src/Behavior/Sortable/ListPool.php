<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\CascadedChanges;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * Updates pooled objects when statements change the ranks of their rows, and records their previous state in the
 * connection's rollback log.
 *
 * @internal
 */
final class ListPool
{
    /** The maximum number of keys in one statement. */
    private const CHUNK = 5000;

    /**
     * Reloads ranks and scopes of the pooled members of lists.
     *
     * @param list<list<mixed>> $scopes
     * @param ActiveRecordInterface|null $except an object whose rank is already up to date
     */
    public static function refresh(
        RankedTable $table,
        ConnectionInterface $con,
        array $scopes,
        ?ActiveRecordInterface $except = null,
    ): void {
        $objects = [];
        foreach (self::members($table, $con, $scopes) as $key => $object) {
            if ($object !== $except) {
                $objects[$key] = $object;
            }
        }
        self::read($table, $con, $objects);
    }

    /**
     * Applies to pooled objects what a statement has done to the rows of lists.
     *
     * @param list<Shift> $shifts
     * @param ActiveRecordInterface|null $except an object whose rank is already up to date
     */
    public static function shifted(
        RankedTable $table,
        ConnectionInterface $con,
        array $shifts,
        ?ActiveRecordInterface $except = null,
    ): void {
        /** @var array<int|string, ActiveRecordInterface&SortableTrait> $objects */
        $objects = $table->instances($con);
        if ($objects !== [] && $shifts !== []) {
            $log = ConnectionWrapper::wrap($con)->rollbackLog;
            Record::call(reset($objects), 'shiftListMembers', $objects, $shifts, $table, $except, $log);
        }
    }

    /**
     * Sets the assigned ranks on the pooled members of lists, and reloads the ranks of the others.
     *
     * @param list<list<mixed>> $scopes
     * @param array<int|string, int> $ranks by the keys as strings
     */
    public static function assigned(RankedTable $table, ConnectionInterface $con, array $scopes, array $ranks): void
    {
        $others = [];
        foreach (self::members($table, $con, $scopes) as $hash => $object) {
            $rank = $ranks[$table->keyText(Record::call($object, 'getListKey'))] ?? null;
            if ($rank === null) {
                $others[$hash] = $object;
            } else {
                self::tellObject($con, $object, $rank);
            }
        }
        self::read($table, $con, $others);
    }

    /**
     * Sets the rank of a pooled object.
     *
     * @param list<mixed> $key
     */
    public static function tell(RankedTable $table, ConnectionInterface $con, array $key, int $rank): void
    {
        $hash = $table->map::getInstanceKey(count($key) === 1 ? $key[0] : $key);
        $object = $table->instances($con)[$hash] ?? null;
        if ($object !== null) {
            self::tellObject($con, $object, $rank);
        }
    }

    /**
     * Returns whether the pool contains another object of the same row or none at all, so that this object may be
     * stale.
     */
    public static function isStranger(
        RankedTable $table,
        ConnectionInterface $con,
        ActiveRecordInterface $object,
    ): bool {
        return $table->isPooled($con)
            && ($table->map::objectPool()[$table->map::getInstanceKey($object)] ?? null) !== $object;
    }

    /**
     * Puts objects back into the pool that were removed by a statement on other rows. Objects stay out of it if
     * their rows have lost a reference to a deleted row.
     *
     * @param array<int|string, ActiveRecordInterface> $objects by pool key
     * @param array<int|string, ActiveRecordInterface> $changed objects whose rows may be deleted or moved
     * @param class-string<TableMap>|null $deletedFrom the map of the table whose rows the statement has deleted
     */
    public static function putBack(
        RankedTable $table,
        ConnectionInterface $con,
        array $objects,
        array $changed,
        ?string $deletedFrom = null,
    ): void {
        $nulled = $deletedFrom === null ? [] : CascadedChanges::nulledColumns($table->map, $deletedFrom);
        foreach ($nulled as $column) {
            $property = $column->getProperty();
            if (!in_array($property, $table->scopeProperties, true)) {
                $refers = static fn (object $object): bool => Record::get($object, $property) !== null;
                $referring = array_filter($objects + $changed, $refers);
                $freed = array_diff_key($referring, self::read($table, $con, $referring, $column));
                [$objects, $changed] = [array_diff_key($objects, $freed), array_diff_key($changed, $freed)];
            }
        }
        InstancePools::putBack($table->map, $objects + self::read($table, $con, $changed));
    }

    /**
     * Returns the pooled objects that are members of the lists, according to their values in memory.
     *
     * @param list<list<mixed>> $scopes
     * @return array<int|string, ActiveRecordInterface&SortableTrait>
     */
    private static function members(RankedTable $table, ConnectionInterface $con, array $scopes): array
    {
        /** @var array<int|string, ActiveRecordInterface&SortableTrait> $objects */
        $objects = $table->instances($con);

        return array_filter(
            $objects,
            static fn (object $object): bool
                => $table->isOneOf(Record::call($object, 'getListSnapshot')[0] ?? null, $scopes),
        );
    }

    /**
     * @param array<int|string, ActiveRecordInterface&SortableTrait> $objects by pool key
     * @param ColumnMap|null $notNull a column with a value in all rows to read
     * @return array<int|string, ActiveRecordInterface&SortableTrait> the objects whose rows exist
     */
    private static function read(
        RankedTable $table,
        ConnectionInterface $con,
        array $objects,
        ?ColumnMap $notNull = null,
    ): array {
        $found = [];
        $statements = new ListStatements($table, $con);
        $size = count($table->keys) > 1 ? 500 : self::CHUNK;
        foreach (array_chunk($objects, $size, true) as $chunk) {
            $keys = $hashes = [];
            foreach ($chunk as $hash => $object) {
                $keys[] = Record::call($object, 'getListKey');
                $hashes[$table->keyText(Record::call($object, 'getListKey'))] = $hash;
            }
            foreach ($statements->rowsOf($keys, $notNull) as [$key, $rank, $scope]) {
                $hash = $hashes[$table->keyText($key)] ?? null;
                if ($hash !== null) {
                    self::tellObject($con, $chunk[$hash], $rank, $scope);
                    $found[$hash] = $chunk[$hash];
                }
            }
        }

        return $found;
    }

    /**
     * @param ActiveRecordInterface&SortableTrait $object
     * @param list<mixed>|null $scope null: unchanged
     */
    private static function tellObject(
        ConnectionInterface $con,
        ActiveRecordInterface $object,
        ?int $rank,
        ?array $scope = null,
    ): void {
        $snapshot = Record::call($object, 'getListSnapshot');
        if (($snapshot[1] ?? null) === $rank && ($scope === null || $scope === $snapshot[0])) {
            return;
        }
        ConnectionWrapper::wrap($con)->rollbackLog?->pushed($object, $snapshot, 'restoreListState');
        Record::call($object, 'adoptListRank', $rank, $scope);
    }
}
