<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Throwable;

/** Moves of a model object in its list, done at once: each is a save of the object, so that its hooks run. */
trait SortableMoveTrait
{
    /** @var list<mixed>|null the state before a move that is being done */
    private ?array $stateBeforeMove = null;

    /** @var array<string, true> what stays to be saved after a swap that a hook of the other object refused */
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
        $this->doMove($table, $con, [$this], function () use ($table, $target, $con, $up): void {
            $row = $this->readForMove($table, $con);
            $joins = !$table->same($row[1], $this->listScope());
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

    /**
     * Runs a move in a transaction. If it fails, its objects are restored at once, also if the caller rolls back later.
     *
     * @param list<self> $objects
     * @param callable(): void $move
     */
    private function doMove(RankedTable $table, ConnectionInterface $con, array $objects, callable $move): void
    {
        ListTransaction::run($table, $con, static function () use ($objects, $move): void {
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
        });
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

        // Somebody else may have put the row into another list: that is the list to move in.
        return $target === $scope ? $row : $this->readOwnRow($con, $target) ?? $row;
    }

    /**
     * Takes note of where the row is, which a rollback may take back even if nothing is moved.
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
            // Two members with one rank: ranks that are equal cannot be exchanged.
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

    /** Saves the object with its new rank; when a hook refuses, all stays as it was. */
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
            $statements->park([$this->getListKey()], max($row[2]));
        }
        $statements->setRank($neighbour[0], $row[0]);
        $table->written($con);
        ListPool::tell($table, $con, $neighbour[0], $row[0]);
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
        $table = RankedTable::of(self::TABLE_MAP);
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

        return [$own, $other, $table->unique ? $statements->bounds([$own[1], $other[1]])[1] : 0];
    }

    /**
     * @param array{int, list<mixed>} $place rank and scope
     * @param list<mixed> $scope the scope that the row has
     */
    private function takePlace(array $place, array $scope): void
    {
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
     * The list step of swapWith(): the other object is saved from within the save of this one, when no hook can
     * refuse this one any more; if a hook of the other object refuses, this row is not written either.
     */
    private function changePlaces(ListIntent $intent, ConnectionInterface $con): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
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
