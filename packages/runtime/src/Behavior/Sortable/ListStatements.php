<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ListFullException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;

/**
 * Runs the list maintenance statements on one connection. Each is one round trip, however long the list is.
 *
 * @internal
 */
final class ListStatements
{
    private readonly ListSql $sql;

    private readonly ConnectionWrapper $con;

    public function __construct(private readonly RankedTable $table, ConnectionInterface $con)
    {
        $this->sql = $table->sql;
        $this->con = ConnectionWrapper::wrap($con);
    }

    /** @param list<mixed> $scope */
    public function max(array $scope): int
    {
        $readLock = $this->table->readLock($this->con);
        if (!$this->table->bindsScopePlainly || !Orm::$hasShortcuts) {
            return $this->table->last($this->rows($this->sql->selectMax($scope)->then($readLock))[0][0]);
        }

        return $this->table->last($this->sql->readMax($this->con, $scope, $readLock));
    }

    /**
     * @param list<mixed> $scope a locked list
     * @param int $joining how many rows join it
     * @throws ListFullException
     */
    public function checkRoom(array $scope, int $joining = 1): void
    {
        $limit = $this->table->maxMembers;
        if ($limit !== null && $this->count($scope) + $joining > $limit) {
            throw new ListFullException($this->table->map::TABLE_NAME, $limit);
        }
    }

    /**
     * Returns the number for a row that moves to a position of a list with fractional ranks.
     *
     * @param list<mixed> $scope a locked list
     * @param int $index how many members are before it
     * @param list<mixed>|null $own the key of the row, if it is in the list
     */
    public function between(array $scope, int $index, ?array $own): int
    {
        return $this->freeNumber($scope, fn (): array => $this->numbersAround($scope, $index, $own));
    }

    /**
     * Returns the number for a member of a list with fractional ranks that moves past its neighbor on one side.
     *
     * @param list<mixed> $scope a locked list
     * @param list<mixed> $key
     */
    public function beyondNeighbour(array $scope, int $number, array $key, bool $up): int
    {
        return $this->freeNumber($scope, function (bool $isAnew) use ($scope, $number, $key, $up): array {
            $from = $isAnew ? $this->row($key)[0] : $number;
            $numbers = $this->table->hidesRows()
                ? $this->numbersPastHidden($scope, $from, $key, $up)
                : array_column($this->neighbours($scope, $from, $key, $up, 2), 1);
            $around = [$numbers[0] ?? $from, $numbers[1] ?? null];

            return $up ? array_reverse($around) : $around;
        });
    }

    /**
     * @param list<mixed> $scope
     * @param list<mixed> $key
     * @return list<int> the numbers of the nearest member that queries find, and of the next member, if they exist
     */
    private function numbersPastHidden(array $scope, int $number, array $key, bool $up): array
    {
        $nearest = $this->neighbour($scope, $number, $key, $up);
        $next = $nearest === null ? [] : $this->neighbours($scope, $nearest[1], $nearest[0], $up, 1, false);

        return array_column([...($nearest === null ? [] : [$nearest]), ...$next], 1);
    }

    /**
     * Returns a number between those of two members. If no number is free, the list is renumbered.
     *
     * @param list<mixed> $scope
     * @param callable(bool): array{?int, ?int} $around reads the two numbers; its argument says whether the list was
     *     renumbered
     */
    private function freeNumber(array $scope, callable $around): int
    {
        for ($attempt = 0;; $attempt++) {
            [$before, $after] = $around($attempt > 0);
            $number = match (true) {
                $before === null && $after === null => RankedTable::STEP,
                $before === null => $after - RankedTable::STEP,
                $after === null => $before + RankedTable::STEP,
                is_int($after - $before) => $before + intdiv($after - $before, 2),
                default => intdiv($before, 2) + intdiv($after, 2),
            };
            $isBehind = $before === null || $number > $before;
            $isFree = abs($number) <= RankedTable::HIGHEST && $isBehind && ($after === null || $number < $after);
            if ($isFree || $attempt > 0) {
                return (int) $number;
            }
            $this->renumber([$scope]);
        }
    }

    /**
     * Returns the number for a row that is appended to a list.
     *
     * @param list<mixed> $scope a locked list
     * @param int $max its highest number
     */
    public function behind(array $scope, int $max): int
    {
        if ($this->table->isFractional && $max > RankedTable::HIGHEST) {
            $this->renumber([$scope]);
            $max = $this->max($scope);
        }

        return $max + $this->table->step();
    }

    /**
     * Renumbers lists with fractional ranks if a number is so high or low that nothing could be added to it.
     *
     * @param non-empty-list<list<mixed>> $scopes locked lists
     * @param int $times how often the distance between the ends of the lists will be added
     * @return bool whether the lists were renumbered
     */
    public function makeRoom(array $scopes, int $times = 1): bool
    {
        if (!$this->table->isFractional) {
            return false;
        }
        [$lowest, $highest] = $this->bounds($scopes);
        $isFree = max(abs($lowest), abs($highest)) <= RankedTable::HIGHEST
            && ($highest - $lowest) * $times <= RankedTable::HIGHEST;
        if (!$isFree) {
            $this->renumber($scopes);
        }

        return !$isFree;
    }

    /** @param non-empty-list<list<mixed>> $scopes */
    private function renumber(array $scopes): void
    {
        (new RankRewriter($this->table, $this->con))->resequence($scopes);
        $this->table->written($this->con);
        ListPool::refresh($this->table, $this->con, $scopes);
    }

    /**
     * @param list<mixed> $scope
     * @param list<mixed>|null $own
     * @return array{?int, ?int} the numbers of the members before and after a position, excluding the row itself
     */
    private function numbersAround(array $scope, int $index, ?array $own): array
    {
        $table = $this->table;
        $select = Sql::of('SELECT ' . $table->rank . ' FROM ' . $table->name . ' WHERE ')
            ->then($this->sql->inScope($scope))
            ->then(' AND ' . $table->rank . ' IS NOT NULL');
        if ($own !== null) {
            $select = $select->then(' AND NOT (')->then($this->sql->isKey($own))->then(')');
        }
        // Positions past the middle are counted from the end of the list, so that fewer rows are skipped.
        $count = $index <= 0 ? 0 : $this->count($scope) - ($own === null ? 0 : 1);
        $index = max(0, min($index, $count));
        $fromEnd = $index > intdiv($count, 2);
        $text = $select->text . ' ORDER BY ' . $this->sql->order($fromEnd);
        $skipped = max(0, $fromEnd ? $count - $index - 1 : $index - 1);
        $table->adapter->applyLimit($text, $skipped, 2);
        $rows = $this->rows(Sql::of($text . $table->readLock($this->con), $select->values));
        $numbers = array_map(static fn (array $row): int => (int) $row[0], $rows);
        $numbers = $fromEnd ? array_reverse($numbers) : $numbers;

        return match (true) {
            $index === 0 => [null, $numbers[0] ?? null],
            $index === $count => [end($numbers), null],
            default => [$numbers[0], $numbers[1]],
        };
    }

    /**
     * Returns the number of members before a position.
     *
     * @param list<mixed> $scope
     * @param list<mixed>|null $key
     */
    public function countBefore(array $scope, int $number, ?array $key): int
    {
        $select = Sql::of('SELECT COUNT(*) FROM ' . $this->table->name . ' WHERE ')
            ->then($this->sql->inScope($scope))
            ->then(' AND ')
            ->then($this->sql->beside($number, $key, true))
            ->then($this->table->readLock($this->con));

        return (int) $this->rows($select)[0][0];
    }

    /**
     * Returns the number of members of a list.
     *
     * @param list<mixed> $scope
     */
    public function count(array $scope): int
    {
        $select = Sql::of('SELECT COUNT(' . $this->table->rank . ') FROM ' . $this->table->name . ' WHERE ')
            ->then($this->sql->inScope($scope))
            ->then($this->table->readLock($this->con));

        return (int) $this->rows($select)[0][0];
    }

    /**
     * Returns the current row of an object, and the highest rank of each given list.
     *
     * @param list<mixed> $key
     * @param list<list<mixed>> $scopes
     * @return array{?int, list<mixed>, list<int>}|null rank, scope and maxima; null if the row does not exist
     */
    public function rowAndMax(array $key, array $scopes): ?array
    {
        $table = $this->table;
        $columns = [Sql::of(implode(', ', [$table->rank, ...$table->scopes]))];
        foreach ($scopes as $scope) {
            $columns[] = $this->sql->selectMax($scope)->then($table->readLock($this->con))->inBrackets();
        }
        $select = Sql::of('SELECT ')
            ->then(Sql::join(', ', $columns))
            ->then(' FROM ' . $table->name . ' WHERE ')
            ->then($this->sql->isKey($key))
            ->then($table->readLock($this->con));
        $row = $this->rows($select)[0] ?? null;

        return $row === null ? null : [
            ...$this->rankAndScope($row),
            array_map($table->last(...), array_slice($row, 1 + count($table->scopes))),
        ];
    }

    /**
     * Locks the list of a row and reads the row under this lock.
     *
     * @param list<mixed> $key
     * @param list<list<mixed>> $guess the lists that the row may be in or will move to
     * @param list<list<mixed>> $maxOf lists whose highest ranks are read
     * @return array{?int, list<mixed>, list<int>}|null rank, scope and maxima, with a unique index the maxima of all
     *     lists
     */
    public function lockedRow(array $key, array $guess, array $maxOf): ?array
    {
        return $this->table->lockAndRead($this->con, $guess, function (array $scopes) use ($key, $maxOf): array {
            $lists = $this->table->unique ? RankedTable::distinct([...$maxOf, ...$scopes]) : $maxOf;
            $row = $this->rowAndMax($key, $lists);
            if ($row === null) {
                return [null, []];
            }
            $isUnknown = $this->table->unique && !$this->table->isOneOf($row[1], $lists);

            return $isUnknown && $this->table->isLocked($this->con, [$row[1]])
                ? [$this->rowAndMax($key, [...$lists, $row[1]]), [$row[1]]]
                : [$row, [$row[1]]];
        });
    }

    /**
     * @param list<mixed> $key
     * @return array{?int, list<mixed>}|null
     */
    public function row(array $key): ?array
    {
        $table = $this->table;
        $select = Sql::of('SELECT ' . implode(', ', [$table->rank, ...$table->scopes]) . ' FROM ' . $table->name)
            ->then(' WHERE ')
            ->then($this->sql->isKey($key))
            ->then($table->readLock($this->con));
        $row = $this->rows($select)[0] ?? null;

        return $row === null ? null : $this->rankAndScope($row);
    }

    /**
     * @param non-empty-list<list<mixed>> $keys
     * @param ColumnMap|null $notNull a column with a value in all rows to read
     * @return list<array{list<mixed>, ?int, list<mixed>}> key, rank and scope of the rows that exist
     */
    public function rowsOf(array $keys, ?ColumnMap $notNull = null): array
    {
        $condition = $this->sql->isOneOf($keys);
        if ($notNull !== null) {
            $names = $this->table->adapter->names($this->table->map::getTableMap()->isIdentifierQuotingEnabled());
            $condition = $condition->then(' AND ' . $names->identifier($notNull->getName()) . ' IS NOT NULL');
        }

        return $this->keyedRows($condition);
    }

    /**
     * Returns the members of lists in list order.
     *
     * @param list<list<mixed>> $scopes
     * @return list<array{list<mixed>, ?int, list<mixed>}>
     */
    public function members(array $scopes): array
    {
        return $this->keyedRows(
            $this->sql->inScopes($scopes)->then(' AND ' . $this->table->rank . ' IS NOT NULL'),
            ' ORDER BY ' . $this->sql->order(),
        );
    }

    /**
     * Returns the nearest member before or after a position that is not marked as deleted.
     *
     * @param list<mixed> $scope
     * @param list<mixed>|null $key
     * @return array{list<mixed>, int}|null key and rank
     */
    public function neighbour(array $scope, int $rank, ?array $key, bool $before): ?array
    {
        return $this->neighbours($scope, $rank, $key, $before, 1)[0] ?? null;
    }

    /**
     * Returns the nearest members before or after a position, the nearest first; by default only those that queries
     * find.
     *
     * @param list<mixed> $scope
     * @param list<mixed>|null $key
     * @return list<array{list<mixed>, int}> key and rank
     */
    private function neighbours(
        array $scope,
        int $rank,
        ?array $key,
        bool $before,
        int $limit,
        bool $withoutHidden = true,
    ): array {
        $table = $this->table;
        $hides = $withoutHidden && $table->hidesRows() ? " AND $table->deleted IS NULL" : '';
        $select = Sql::of('SELECT ' . implode(', ', [...$table->keys, $table->rank]) . ' FROM ' . $table->name)
            ->then(' WHERE ')
            ->then($this->sql->inScope($scope))
            ->then(' AND ')
            ->then($this->sql->beside($rank, $key, $before))
            ->then($hides);
        $text = $select->text . ' ORDER BY ' . $this->sql->order($before);
        $table->adapter->applyLimit($text, 0, $limit);

        return array_map(
            static fn (array $row): array => [$table->key(array_slice($row, 0, -1)), (int) end($row)],
            $this->rows(Sql::of($text . $table->readLock($this->con), $select->values)),
        );
    }

    /**
     * Makes room and closes gaps. With a unique index, the rows pass through unused ranks, together with the row
     * itself, which is to be written afterwards.
     *
     * @param list<Shift> $shifts
     * @param list<mixed>|null $ownKey
     * @param int $max the highest rank of all lists involved
     */
    public function shift(array $shifts, ?array $ownKey, int $max): int
    {
        $shifts = array_values(array_filter(
            $shifts,
            static fn (Shift $shift): bool => $shift->last === null || $shift->last >= $shift->first,
        ));
        if ($this->table->unique) {
            // Rows that move back from there go to ranks below all rows that are still there.
            $down = array_map(static fn (Shift $shift): int => $shift->delta - min(0, $shift->first), $shifts);

            return $this->shiftThroughFreeRanks($shifts, $ownKey, $max + 1 + max([0, ...$down]));
        }
        $rows = 0;
        foreach ($shifts as $shift) {
            // The number is a literal, so the database does not evaluate a parameter for each row.
            $rank = $this->table->rank . ($shift->delta < 0 ? ' - ' : ' + ') . abs($shift->delta);
            $rows += $this->write($this->update(Sql::of($rank))->then($this->sql->inRange($shift)));
        }

        return $rows;
    }

    /** @param list<mixed> $key */
    public function setRank(array $key, int $rank): void
    {
        $this->write($this->update(Sql::number('?', $rank))->then($this->sql->isKey($key)));
    }

    /**
     * Moves rows to unused ranks until each gets its final rank.
     *
     * @param non-empty-list<list<mixed>> $keys
     */
    public function park(array $keys, int $max): void
    {
        $this->raise($this->sql->isOneOf($keys), $max + 1);
    }

    /**
     * Returns the lowest and highest rank of lists.
     *
     * @param list<list<mixed>> $scopes
     * @return array{int, int}
     */
    public function bounds(array $scopes): array
    {
        $rank = $this->table->rank;
        $columns = 'MIN(' . $rank . '), MAX(' . $rank . ')';
        $row = $this->rows(Sql::of('SELECT ' . $columns . ' FROM ' . $this->table->name . ' WHERE ')
            ->then($this->sql->inScopes($scopes))
            ->then($this->table->readLock($this->con)))[0];

        return [(int) ($row[0] ?? $this->table->start), $this->table->last($row[1])];
    }

    /** Adds to the ranks of all rows that match a condition. */
    public function raise(Sql $condition, int $by): int
    {
        return $this->write($this->update(Sql::number($this->table->rank . ' + ?', $by))->then($condition));
    }

    /** @return list<list<mixed>> */
    public function rows(Sql $sql): array
    {
        return (new Statements($this->table->adapter, $this->con))->rows($sql);
    }

    public function write(Sql $sql): int
    {
        return (new Statements($this->table->adapter, $this->con))->write($sql);
    }

    /** @param list<Shift> $shifts */
    private function shiftThroughFreeRanks(array $shifts, ?array $ownKey, int $offset): int
    {
        if ($shifts !== []) {
            $out = array_map(fn (Shift $shift): Sql => $this->sql->inRange($shift)->inBrackets(), $shifts);
            $this->raise(Sql::join(' OR ', $out), $offset);
        }
        if ($ownKey !== null) {
            // A separate statement: if it were combined with the ranges by OR, MySQL would read and lock the whole
            // table.
            $this->raise($this->sql->isKey($ownKey), $offset);
        }
        if ($shifts === []) {
            return 0;
        }
        $back = array_map(fn (Shift $shift): Sql => $this->sql->inRange($shift, $offset)->inBrackets(), $shifts);
        $new = Sql::number($this->table->rank . ' - ?', $offset - $shifts[0]->delta);
        if (count($shifts) > 1) {
            $new = Sql::of('CASE WHEN ')->then($back[0])->then(' THEN ')->then($new)
                ->then(Sql::number(' ELSE ' . $this->table->rank . ' - ? END', $offset - $shifts[1]->delta));
        }

        return $this->write($this->update($new)->then(Sql::join(' OR ', $back)));
    }

    private function update(Sql $rank): Sql
    {
        return Sql::of('UPDATE ' . $this->table->name . ' SET ' . $this->table->rank . ' = ')
            ->then($rank)
            ->then($this->table->touch())
            ->then(' WHERE ');
    }

    /** @return list<array{list<mixed>, ?int, list<mixed>}> */
    private function keyedRows(Sql $condition, string $order = ''): array
    {
        $table = $this->table;
        $count = count($table->keys);
        $columns = implode(', ', [...$table->keys, $table->rank, ...$table->scopes]);
        $select = Sql::of('SELECT ' . $columns . ' FROM ' . $table->name . ' WHERE ')
            ->then($condition)
            ->then($order . $table->readLock($this->con));

        return array_map(
            fn (array $row): array => [
                $table->key(array_slice($row, 0, $count)),
                ...$this->rankAndScope(array_slice($row, $count)),
            ],
            $this->rows($select),
        );
    }

    /**
     * @param list<mixed> $row
     * @return array{?int, list<mixed>}
     */
    private function rankAndScope(array $row): array
    {
        $scope = [];
        foreach (array_keys($this->table->scopeColumns) as $i) {
            $scope[] = $this->table->stored($i, $row[$i + 1]);
        }

        return [$row[0] === null ? null : (int) $row[0], $scope];
    }
}
