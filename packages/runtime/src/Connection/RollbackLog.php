<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\ObjectCollection;
use WeakMap;
use WeakReference;

use function count;

/**
 * What must be taken back in memory when a transaction is rolled back: the state of the objects saved in it, and the
 * pooled instances that may show what the database has forgotten.
 *
 * Objects are referenced weakly and dead entries are dropped as the log grows, so a transaction with very many saves
 * does not keep its objects alive.
 */
final class RollbackLog
{
    /** How many undos are kept: each holds the objects that it is about. */
    private const MOST_UNDOS = 16;

    /** @var list<array{WeakReference<ActiveRecordInterface>, bool, array<string, true>, int, list<mixed>|null}> */
    private array $objects = [];

    /** @var list<array{WeakReference<ActiveRecordInterface>, list<mixed>, int, string}> */
    private array $places = [];

    /**
     * What objects showed before others moved them, once per object since each savepoint: however often a list is
     * written, only the first state is restored.
     *
     * @var list<array{int, array<string, WeakMap<ActiveRecordInterface, array{list<mixed>, int}>>}> each with its first
     *     sequence; states with their sequences, by the methods that take them
     */
    private array $neighbours = [];

    /** @var list<array{Closure(): void, int}> what takes changes of many objects back, such as those of a whole list */
    private array $undos = [];

    /** @var list<array{WeakReference<ActiveRecordInterface>, string, ObjectCollection, int}> */
    private array $unscheduled = [];

    /** @var array<class-string, true> table maps whose instances were read or written in this transaction */
    private array $tableMaps = [];

    private bool $dirty = false;
    private int $sequence = 1;
    private int $lastMark = 0;
    private int $pruneAt = 1000;

    /**
     * @param array<string, true> $modifiedColumns the modified columns before the save
     * @param list<mixed>|null $originalKey the key of the row before the save, if the object had another one
     */
    public function saved(
        ActiveRecordInterface $object,
        bool $wasNew,
        array $modifiedColumns,
        ?array $originalKey = null,
    ): void {
        if (count($this->objects) >= $this->pruneAt) {
            $this->prune();
        }
        $this->objects[] = [WeakReference::create($object), $wasNew, $modifiedColumns, ++$this->sequence, $originalKey];
        $this->dirty = true;
    }

    /**
     * New objects were saved together.
     *
     * @param list<ActiveRecordInterface> $objects
     * @param array<string, true> $modifiedColumns
     */
    public function inserted(array $objects, array $modifiedColumns): void
    {
        if (count($this->objects) >= $this->pruneAt) {
            $this->prune();
        }
        foreach ($objects as $object) {
            $this->objects[] = [WeakReference::create($object), true, $modifiedColumns, ++$this->sequence, null];
        }
        $this->dirty = true;
    }

    /**
     * An object is about to change what no column says alone, such as its place in a list or a tree.
     *
     * @param list<mixed> $state what the method takes
     * @param string $method of the object, which goes back to the state
     */
    public function moved(ActiveRecordInterface $object, array $state, string $method): void
    {
        if (count($this->places) >= $this->pruneAt) {
            $this->prune();
        }
        $this->places[] = [WeakReference::create($object), $state, ++$this->sequence, $method];
    }

    /**
     * The row of an object is moved in its list or tree by the move of another object.
     *
     * @param list<mixed> $snapshot its place before; the method of the object takes it as the only one of a list
     */
    public function pushed(ActiveRecordInterface $object, array $snapshot, string $method): void
    {
        [$known, $sequence] = $this->pushedTogether($method);
        $known[$object] ??= [$snapshot, $sequence];
    }

    /**
     * The same for many rows.
     *
     * @return array{WeakMap<ActiveRecordInterface, array{list<mixed>, int}>, int} takes the snapshots of objects that
     *     it does not have yet, each with the number
     */
    public function pushedTogether(string $method): array
    {
        $last = count($this->neighbours) - 1;
        if ($last < 0 || $this->neighbours[$last][0] <= $this->lastMark) {
            $this->neighbours[++$last] = [++$this->sequence, []];
        }

        return [$this->neighbours[$last][1][$method] ??= new WeakMap(), ++$this->sequence];
    }

    /**
     * Many objects were changed in a way that can be computed back, which takes less than noting what each was before.
     *
     * @param Closure(): void $undo
     * @return bool false if there are too many of these already: then the objects have to be noted
     */
    public function canUndo(Closure $undo): bool
    {
        if (count($this->undos) === self::MOST_UNDOS) {
            return false;
        }
        $this->undos[] = [$undo, ++$this->sequence];

        return true;
    }

    /**
     * An object has deleted or detached the members of a relation that were scheduled for it.
     *
     * @param string $property with the scheduled members
     */
    public function unscheduled(ActiveRecordInterface $object, string $property, ObjectCollection $members): void
    {
        if (count($this->unscheduled) >= $this->pruneAt) {
            $this->prune();
        }
        $this->unscheduled[] = [WeakReference::create($object), $property, $members, ++$this->sequence];
    }

    /**
     * Rows of a table were changed by a statement.
     *
     * @param class-string $tableMapClass
     */
    public function written(string $tableMapClass): void
    {
        $this->tableMaps[$tableMapClass] = true;
        $this->dirty = true;
    }

    /** Rows were changed by a statement that does not say of which table. */
    public function changed(): void
    {
        $this->dirty = true;
    }

    /**
     * Objects of tables were read, and may show what this transaction wrote before.
     *
     * @param class-string ...$tableMapClasses
     */
    public function read(string ...$tableMapClasses): void
    {
        if ($this->dirty) {
            foreach ($tableMapClasses as $tableMapClass) {
                $this->tableMaps[$tableMapClass] = true;
            }
        }
    }

    /** Whether the transaction has changed something, as far as the connection can tell. */
    public function isDirty(): bool
    {
        return $this->dirty;
    }

    public function clear(): void
    {
        $this->dirty = false;
        $this->objects = [];
        $this->places = [];
        $this->neighbours = [];
        $this->undos = [];
        $this->unscheduled = [];
        $this->tableMaps = [];
    }

    /** A number that stands for this moment, for revert(). */
    public function mark(): int
    {
        return $this->lastMark = $this->sequence;
    }

    /**
     * The latest save is undone first, so an object saved twice ends in its first state.
     *
     * @param int $mark what was saved before this moment stays
     */
    public function revert(int $mark = 0): void
    {
        $kept = array_filter($this->objects, static fn (array $entry): bool => $entry[3] <= $mark);
        $objects = array_reverse(array_slice($this->objects, count($kept)));
        $keptPlaces = array_filter($this->places, static fn (array $entry): bool => $entry[2] <= $mark);
        $places = array_slice($this->places, count($keptPlaces));
        $keptNeighbours = array_filter($this->neighbours, static fn (array $level): bool => $level[0] <= $mark);
        foreach (array_slice($this->neighbours, count($keptNeighbours)) as [, $pushed]) {
            foreach ($pushed as $method => $snapshots) {
                foreach ($snapshots as $object => [$snapshot, $sequence]) {
                    $places[] = [WeakReference::create($object), [$snapshot], $sequence, $method];
                }
            }
        }
        $keptUndos = array_filter($this->undos, static fn (array $entry): bool => $entry[1] <= $mark);
        foreach (array_slice($this->undos, count($keptUndos)) as [$undo, $sequence]) {
            $places[] = [$undo, null, $sequence, null];
        }
        usort($places, static fn (array $a, array $b): int => $b[2] <=> $a[2]);
        $keptMembers = array_filter($this->unscheduled, static fn (array $entry): bool => $entry[3] <= $mark);
        $unscheduled = array_slice($this->unscheduled, count($keptMembers));
        $tableMaps = $this->tableMaps;
        if ($mark === 0) {
            $this->clear();
        } else {
            $this->objects = array_values($kept);
            $this->places = array_values($keptPlaces);
            $this->neighbours = $keptNeighbours;
            $this->undos = $keptUndos;
            $this->unscheduled = array_values($keptMembers);
        }
        foreach ($tableMaps as $tableMapClass => $_) {
            InstancePools::remember($tableMapClass, $tableMapClass::objectPool());
            $tableMapClass::clearInstancePool();
        }
        foreach ($objects as [$reference, $wasNew, $modifiedColumns, , $originalKey]) {
            $object = $reference->get();
            if ($object !== null) {
                InstancePools::remember(Record::tableMap($object), [$object]);
                Record::tableMap($object)::removeInstanceFromPool($object);
                Record::call($object, 'restoreState', $wasNew, $modifiedColumns, $originalKey);
            }
        }
        foreach ($places as [$reference, $state, , $method]) {
            if ($reference instanceof Closure) {
                $reference();
            } else {
                $object = $reference->get();
                $object === null || Record::call($object, $method, $state);
            }
        }
        foreach ($unscheduled as [$reference, $property, $members]) {
            $object = $reference->get();
            $object === null || ObjectRelations::scheduleAgain($object, $property, $members);
        }
    }

    private function prune(): void
    {
        $this->objects = self::alive($this->objects);
        $this->places = self::alive($this->places);
        $this->unscheduled = self::alive($this->unscheduled);
        $this->pruneAt = max(1000, 2 * count($this->objects), 2 * count($this->places), 2 * count($this->unscheduled));
    }

    /**
     * @template T of array{WeakReference<ActiveRecordInterface>}
     * @param list<T> $entries
     * @return list<T> those whose objects still exist
     */
    private static function alive(array $entries): array
    {
        $alive = [];
        foreach ($entries as $entry) {
            if ($entry[0]->get() !== null) {
                $alive[] = $entry;
            }
        }

        return $alive;
    }
}
