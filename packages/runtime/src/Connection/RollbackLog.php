<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\ActiveRecord\OneToMany;
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

    private const SCHEDULE_AGAIN = 'scheduleAgain';

    /**
     * In the order of their sequences: the sequence, the object or what takes changes of many objects back, the method
     * of the object that goes back, and what it takes.
     *
     * @var list<array{int, WeakReference<ActiveRecordInterface>|Closure(): void, string, mixed, mixed, mixed}>
     */
    private array $entries = [];

    /**
     * What objects showed before others moved them, once per object since each savepoint: however often a list is
     * written, only the first state is restored.
     *
     * @var list<array{int, array<string, WeakMap<ActiveRecordInterface, array{list<mixed>, int}>>}> each with its first
     *     sequence; states with their sequences, by the methods that take them
     */
    private array $neighbours = [];

    /** How many of the entries are undos. */
    private int $undos = 0;

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
        if (count($this->entries) >= $this->pruneAt) {
            $this->prune();
        }
        $reference = WeakReference::create($object);
        $this->entries[] = [++$this->sequence, $reference, 'restoreState', $wasNew, $modifiedColumns, $originalKey];
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
        if (count($this->entries) >= $this->pruneAt) {
            $this->prune();
        }
        foreach ($objects as $object) {
            $reference = WeakReference::create($object);
            $this->entries[] = [++$this->sequence, $reference, 'restoreState', true, $modifiedColumns, null];
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
        if (count($this->entries) >= $this->pruneAt) {
            $this->prune();
        }
        $this->entries[] = [++$this->sequence, WeakReference::create($object), $method, $state, null, null];
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
        if ($this->undos === self::MOST_UNDOS) {
            return false;
        }
        $this->undos++;
        $this->entries[] = [++$this->sequence, $undo, '', null, null, null];

        return true;
    }

    /**
     * An object has deleted or detached the members of a relation that were scheduled for it.
     *
     * @param string $property with the scheduled members
     */
    public function unscheduled(ActiveRecordInterface $object, string $property, ObjectCollection $members): void
    {
        $reference = WeakReference::create($object);
        $this->entries[] = [++$this->sequence, $reference, self::SCHEDULE_AGAIN, $property, $members, null];
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
        $this->entries = [];
        $this->neighbours = [];
        $this->undos = 0;
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
        $kept = array_filter($this->entries, static fn (array $entry): bool => $entry[0] <= $mark);
        $entries = array_reverse(array_slice($this->entries, count($kept)));
        $keptNeighbours = array_filter($this->neighbours, static fn (array $level): bool => $level[0] <= $mark);
        foreach (array_slice($this->neighbours, count($keptNeighbours)) as [, $pushed]) {
            foreach ($pushed as $method => $snapshots) {
                foreach ($snapshots as $object => [$snapshot, $sequence]) {
                    $entries[] = [$sequence, WeakReference::create($object), $method, [$snapshot], null, null];
                }
            }
        }
        if ($this->neighbours !== $keptNeighbours) {
            usort($entries, static fn (array $a, array $b): int => $b[0] <=> $a[0]);
        }
        $tableMaps = $this->tableMaps;
        if ($mark === 0) {
            $this->clear();
        } else {
            $this->entries = array_values($kept);
            $this->neighbours = $keptNeighbours;
            $this->undos = count(array_filter($kept, static fn (array $entry): bool => $entry[1] instanceof Closure));
        }
        foreach ($tableMaps as $tableMapClass => $_) {
            InstancePools::remember($tableMapClass, $tableMapClass::objectPool());
            $tableMapClass::clearInstancePool();
        }
        // An object is as it was before it goes back to its place, and has its place before members are scheduled.
        $steps = ['restoreState' => [], '' => [], self::SCHEDULE_AGAIN => []];
        foreach ($entries as $entry) {
            $steps[isset($steps[$entry[2]]) ? $entry[2] : ''][] = $entry;
        }
        $inserted = [];
        foreach (array_merge(...array_values($steps)) as [, $reference, $method, $first, $second, $third]) {
            $object = $reference instanceof Closure ? $reference() : $reference->get();
            if ($object === null) {
                continue;
            }
            if ($method === 'restoreState') {
                InstancePools::remember(Record::tableMap($object), [$object]);
                Record::tableMap($object)::removeInstanceFromPool($object);
                Record::call($object, $method, $first, $second, $third);
                if ($first) {
                    $inserted[spl_object_id($object)] = true;
                }
            } elseif ($method === self::SCHEDULE_AGAIN) {
                ObjectRelations::scheduleAgain($object, $first, $second);
            } else {
                Record::call($object, $method, $first);
            }
        }
        OneToMany::rolledBack($inserted);
    }

    /** Drops the entries of objects that do not exist any more. */
    private function prune(): void
    {
        $this->entries = array_values(array_filter(
            $this->entries,
            static fn (array $entry): bool => $entry[1] instanceof Closure || $entry[1]->get() !== null,
        ));
        $this->pruneAt = max(1000, 2 * count($this->entries));
    }
}
