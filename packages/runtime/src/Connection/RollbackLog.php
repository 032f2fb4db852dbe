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
 * Records the changes in memory to revert when a transaction is rolled back: the state of the objects saved in it. The
 * instance pools are emptied then, unless nothing was written and only code of the library has run.
 *
 * Objects are referenced weakly, and dead entries are dropped as the log grows, so a transaction with very many saves
 * does not keep its objects alive.
 */
final class RollbackLog
{
    /** The maximum number of undo functions, because each references the objects that it changes. */
    private const MOST_UNDOS = 16;

    private const LIST_AGAIN = 'listAgain';

    /**
     * Entries in the order of their sequence numbers: the number, the object or an undo function for many objects, the
     * object's method that restores the state, and its arguments.
     *
     * @var list<array{int, WeakReference<ActiveRecordInterface>|Closure(): void, string, mixed, mixed, mixed}>
     */
    private array $entries = [];

    /**
     * The states of objects before other objects moved them. Each object is recorded once per savepoint: however often
     * a list is written, only the first state is restored.
     *
     * @var list<array{int, array<string, WeakMap<ActiveRecordInterface, array{list<mixed>, int}>>}> levels with their
     *     first sequence number, and states with their sequence numbers, by the methods that restore them
     */
    private array $neighbours = [];

    /** The number of entries with undo functions. */
    private int $undos = 0;

    private bool $dirty = false;

    /** Whether the application may have seen objects in the transaction, and so have changed any pooled one. */
    private bool $isOfApplication = false;

    private int $sequence = 1;
    private int $lastMark = 0;
    private int $pruneAt = 1000;

    /**
     * @param array<string, true> $modifiedColumns the modified columns before the save
     * @param list<mixed>|null $originalKey the row's key before the save, if the object's key was different
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
     * Records new objects that were saved together.
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
     * Records the state of an object before a change that involves more than its columns, such as its position in a
     * list or tree.
     *
     * @param list<mixed> $state argument of the method
     * @param string $method the object's method that restores the state
     */
    public function moved(ActiveRecordInterface $object, array $state, string $method): void
    {
        if (count($this->entries) >= $this->pruneAt) {
            $this->prune();
        }
        $this->entries[] = [++$this->sequence, WeakReference::create($object), $method, $state, null, null];
    }

    /**
     * Records an object whose row is moved in its list or tree because another object is moved.
     *
     * @param list<mixed> $snapshot its former position, passed to the object's method as a list with one element
     */
    public function pushed(ActiveRecordInterface $object, array $snapshot, string $method): void
    {
        [$known, $sequence] = $this->pushedTogether($method);
        $known[$object] ??= [$snapshot, $sequence];
    }

    /**
     * Does the same for many rows.
     *
     * @return array{WeakMap<object, array{list<mixed>, int}>, int} the map to which to add snapshots of
     *     new objects, each with the sequence number
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
     * Records a function that reverts a change of many objects by computing their former state, which takes less memory
     * than recording each state.
     *
     * @param Closure(): void $undo
     * @return bool false: there are too many undo functions, so each object must be recorded
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
     * Records members that leave a list of an object, such as the scheduled ones that it deletes or detaches.
     *
     * @param string $property property with the list
     */
    public function unlisted(ActiveRecordInterface $object, string $property, ObjectCollection $members): void
    {
        $reference = WeakReference::create($object);
        $this->entries[] = [++$this->sequence, $reference, self::LIST_AGAIN, $property, $members, null];
    }

    /** Records that a statement changed rows. */
    public function changed(): void
    {
        $this->dirty = true;
    }

    /** Records that code of the application runs in the transaction, or that it gets objects. */
    public function seen(): void
    {
        $this->isOfApplication = true;
    }

    /** Returns whether the transaction has changed anything, as far as the connection can tell. */
    public function isDirty(): bool
    {
        return $this->dirty;
    }

    public function clear(): void
    {
        $this->dirty = $this->isOfApplication = false;
        $this->entries = [];
        $this->neighbours = [];
        $this->undos = 0;
    }

    /** Returns a number for the current point, for revert(). */
    public function mark(): int
    {
        return $this->lastMark = $this->sequence;
    }

    /**
     * Reverts the recorded changes, the latest first, so that an object saved twice ends in its first state.
     *
     * @param int $mark changes recorded before this point are kept
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
        $isToForget = $this->dirty || $this->isOfApplication;
        if ($mark === 0) {
            $this->clear();
        } else {
            $this->entries = array_values($kept);
            $this->neighbours = $keptNeighbours;
            $this->undos = count(array_filter($kept, static fn (array $entry): bool => $entry[1] instanceof Closure));
        }
        if ($isToForget) {
            // Any pooled object may have been read in the transaction, or changed in it and not saved.
            foreach (InstancePools::$tableMaps as $tableMapClass => $_) {
                InstancePools::remember($tableMapClass, $tableMapClass::objectPool());
            }
            InstancePools::clear();
        }
        // States are restored first, then positions, and then members are listed again.
        $steps = ['restoreState' => [], '' => [], self::LIST_AGAIN => []];
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
                Record::call($object, $method, $first, $second, $third);
                if ($first) {
                    $inserted[spl_object_id($object)] = $object;
                }
            } elseif ($method === self::LIST_AGAIN) {
                ObjectRelations::listAgain($object, $first, $second);
            } else {
                Record::call($object, $method, $first);
            }
        }
        array_map(ObjectRelations::withdrawKey(...), $inserted);
        OneToMany::rolledBack($inserted);
    }

    /** Drops the entries of objects that no longer exist. */
    private function prune(): void
    {
        $this->entries = array_values(array_filter(
            $this->entries,
            static fn (array $entry): bool => $entry[1] instanceof Closure || $entry[1]->get() !== null,
        ));
        $this->pruneAt = max(1000, 2 * count($this->entries));
    }
}
