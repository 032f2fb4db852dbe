<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;

/** Moves of a model object in its list, done at once: each is a save of the object, so that its hooks run. */
trait SortableMoveTrait
{
    /** @var array<string, true> what stays to be saved after a swap to which the other object said no */
    private array $unsavedBySwap = [];

    protected function moveToListRank(mixed $rank, ?ConnectionInterface $con): static
    {
        return $this->moveInList(static fn (int $from, int $last): int => Rank::within($rank, $last), $con);
    }

    protected function moveToListTop(?ConnectionInterface $con): static
    {
        return $this->moveInList(static fn (): int => 1, $con);
    }

    protected function moveToListBottom(?ConnectionInterface $con): static
    {
        return $this->moveInList(static fn (int $from, int $last): int => $last, $con);
    }

    /** Exchanges ranks with the nearest neighbour. */
    protected function moveBesideNeighbour(bool $up, ?ConnectionInterface $con): static
    {
        $target = static fn (int $from, int $last): int => max(1, min($last, $up ? $from - 1 : $from + 1));

        return $this->moveInList($target, $con, $up);
    }

    /**
     * @param callable(int, int): int $target the new rank, from the present one and the last possible one
     * @param bool|null $up to exchange ranks with the neighbour on this side, instead of shifting all between
     */
    private function moveInList(callable $target, ?ConnectionInterface $con, ?bool $up = null): static
    {
        if ($this->rowIsDeleted) {
            throw new OrmException(sprintf('A deleted %s cannot be moved', static::class));
        }
        if ($this->rowIsNew) {
            throw new OrmException('Cannot move an unsaved object; use insertAtRank() and save()');
        }
        $table = RankedTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        ListTransaction::run($table, $con, function () use ($table, $target, $con, $up): void {
            $row = $this->readForMove($table, $con);
            $joins = $row[1] !== $this->listScope();
            $to = $target($row[0], $row[2][0] + ($joins ? 1 : 0));
            $this->listIntent = null;
            if ($joins) {
                $intent = new ListIntent(ListIntent::AT, $to, $row, $table->revision);
            } elseif ($up !== null) {
                $intent = $this->exchangeIntent($table, $row, $up, $con);
            } else {
                $intent = $to === $row[0] ? null : new ListIntent(ListIntent::AT, $to, $row, $table->revision);
            }
            if ($intent === null) {
                $this->forgetListRank($row[0]);
            } else {
                $this->saveMove($intent, $con);
            }
        });

        return $this;
    }

    /** @return array{int, list<mixed>, list<int>} */
    private function readForMove(RankedTable $table, ConnectionInterface $con): array
    {
        $row = $this->readOwnRow($con, $this->listScope())
            ?? throw new OrmException('Object no longer exists');
        if ($row[0] === null) {
            throw new OrmException('Object is in no list; use insertAtRank() and save()');
        }
        $this->rememberListState($con);
        if ($row[1] !== $this->listScope() && !$this->isListScopeModified($table)) {
            // Somebody else has put the row into another list: that is the list to move in.
            $this->adoptListRank($row[0], $row[1]);
            $this->ensureConsistency();
            $row = $this->readOwnRow($con, $row[1]) ?? $row;
        }

        return $row;
    }

    /** @param array{int, list<mixed>, list<int>} $row */
    private function exchangeIntent(
        RankedTable $table,
        array $row,
        bool $up,
        ConnectionInterface $con,
    ): ?ListIntent {
        $statements = new ListStatements($table, $con);
        $neighbour = $statements->neighbour($row[1], $row[0], $this->listKey(), $up);
        if ($neighbour !== null && $neighbour[1] === $row[0]) {
            // Two members with one rank: ranks that are equal cannot be exchanged.
            (new RankRewriter($table, $con))->resequence([$row[1]]);
            $table->written($con);
            ListPool::refresh($table, $con, [$row[1]], $this);
            $row = $this->readOwnRow($con, $row[1]) ?? $row;
            $neighbour = $statements->neighbour($row[1], $row[0], $this->listKey(), $up);
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

    /** Saves the object with its new rank; when a hook says no, all stays as it was. */
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

    /** Shows a rank that is stored, so that there is nothing to save. */
    private function forgetListRank(?int $rank): void
    {
        unset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
        $this->adoptListRank($rank);
    }

    /**
     * The list step of moveUp() and moveDown().
     *
     * @param array{?int, list<mixed>, list<int>} $row
     * @param array{list<mixed>, int} $neighbour its key and rank
     */
    private function changePlacesWithNeighbour(array $row, array $neighbour, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $statements = new ListStatements($table, $con);
        if ($table->unique) {
            $statements->park([$this->listKey()], max($row[2]));
        }
        $statements->setRank($neighbour[0], $row[0]);
        $table->written($con);
        ListPool::tell($table, $neighbour[0], $row[0]);
        $this->writeListRank($neighbour[1], true);
        $this->listSnapshot = [$row[1], $neighbour[1]];
    }

    protected function swapInList(object $object, ?ConnectionInterface $con): static
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
        if ($object === $this || $object->listKey() === $this->listKey()) {
            return $this;
        }
        $table = RankedTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        ListTransaction::run($table, $con, function () use ($table, $object, $con): void {
            [$own, $other, $max] = $this->readBoth($table, $object, $con);
            $this->takePlace($other, $own[1], $con);
            $object->takePlace($own, $other[1], $con);
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
        [$own, $other] = $table->lockAndRead($con, $guess, function () use ($statements, $object): array {
            $places = [];
            foreach ($statements->rowsOf([$this->listKey(), $object->listKey()]) as [$key, $rank, $scope]) {
                $places[(string) json_encode(array_map(strval(...), $key))] = [$rank, $scope];
            }
            $own = $places[(string) json_encode(array_map(strval(...), $this->listKey()))] ?? null;
            $other = $places[(string) json_encode(array_map(strval(...), $object->listKey()))] ?? null;
            if ($own === null || $other === null) {
                throw new OrmException('Object no longer exists');
            }

            return [[$own, $other], [$own[1], $other[1]]];
        });
        if ($own[0] === null || $other[0] === null) {
            throw new OrmException('Object is in no list; use insertAtRank() and save()');
        }

        return [$own, $other, $table->unique ? $statements->bounds([$own[1], $other[1]])[1] : 0];
    }

    /**
     * @param array{int, list<mixed>} $place rank and scope
     * @param list<mixed> $scope the scope that the row has
     */
    private function takePlace(array $place, array $scope, ConnectionInterface $con): void
    {
        $this->rememberListState($con);
        foreach (RankedTable::of(self::TABLE_MAP)->scopeColumns as $i => $column) {
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
            $this->writeListScope($i, $place[1][$i], $scope[$i] !== $place[1][$i]);
        }
        $this->writeListRank($place[0], true);
        $this->ensureConsistency();
    }

    /**
     * Back to the place that the row has, with nothing left to save of it.
     *
     * @param array{int, list<mixed>} $place
     */
    private function keepPlace(array $place): void
    {
        $this->listIntent = null;
        foreach (RankedTable::of(self::TABLE_MAP)->scopeColumns as $column) {
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
        unset($this->modifiedColumns[(self::TABLE_MAP)::RANK_COL]);
        $this->adoptListRank($place[0], $place[1]);
        $this->ensureConsistency();
    }

    /**
     * The list step of swapWith(): the other object is saved from within the save of this one, when nobody can say no
     * to this one any more; if its hooks say no, this row is not written either.
     */
    private function changePlaces(ListIntent $intent, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $partner = $intent->partner;
        assert($partner instanceof self);
        $this->listIntent = null;
        if ($intent->kind === ListIntent::SWAPPED) {
            if ($table->unique) {
                (new ListStatements($table, $con))->park([$this->listKey(), $partner->listKey()], $intent->row[2][0]);
            }
            $this->listSnapshot = [$this->listScope(), $intent->rank];

            return;
        }
        $expected = $partner->listIntent;
        $partner->save($con);
        if ($partner->listIntent === $expected) {
            $partner->keepPlace([$partner->listIntent->row[0], $partner->listIntent->row[1]]);
            $this->keepPlace([$intent->row[0], $intent->row[1]]);
            $this->unsavedBySwap = $this->modifiedColumns;
            $this->modifiedColumns = [];

            return;
        }
        $table->written($con);
        $this->listSnapshot = [$this->listScope(), $intent->rank];
    }
}
