<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;

/**
 * Finds objects in a collection without iterating over it: by identity, or by hash code for other objects of the same
 * row.
 *
 * @internal
 */
final class ObjectIndex
{
    /** @var array<int, int|string> keys by object id */
    private array $byId = [];

    /**
     * Keys by table map and hash code. Several rows may have the same hash code. Only integer hash codes are included,
     * which come from keys or parents.
     *
     * @var array<class-string, array<int, array<int|string, true>>>|null
     */
    private ?array $byHash = null;

    /**
     * @var array<int|string, true> keys of members that had no row when they were hashed, so that their hash code may
     *     change
     */
    private array $unsaved = [];

    /** Whether such a member may get its key without an INSERT. */
    private bool $mayGetKeys = false;

    /** The number of inserts at the time when the members were hashed. */
    private int $inserts = 0;

    /** Whether a member with a changed hash code was found. */
    private bool $isOutdated = false;

    /** @param array<int|string, ActiveRecordInterface> $objects */
    public function __construct(array $objects)
    {
        foreach ($objects as $key => $object) {
            $this->byId[spl_object_id($object)] ??= $key;
        }
    }

    public function add(ActiveRecordInterface $object, int|string $key): void
    {
        $this->byId[spl_object_id($object)] ??= $key;
        if ($this->byHash !== null) {
            $this->hash($object, $key);
        }
    }

    /** Removes a member. Returns false if a member occurred twice, so that the index must be rebuilt. */
    public function remove(ActiveRecordInterface $object, int $countBefore): bool
    {
        $isUnique = count($this->byId) === $countBefore;
        unset($this->byId[spl_object_id($object)]);

        return $isUnique;
    }

    /** Removes a member whose key another one may get; see remove(). */
    public function free(ActiveRecordInterface $object, int|string $key, int $countBefore): bool
    {
        $hash = $this->byHash === null ? null : $object->hashCode();
        unset($this->unsaved[$key]);
        if (is_int($hash)) {
            unset($this->byHash[Record::tableMap($object)][$hash][$key]);
        }

        return $this->remove($object, $countBefore);
    }

    /**
     * Returns the objects that are not among the others. No object gets a key during the search, which saves much time
     * with new objects.
     *
     * @template T of ActiveRecordInterface
     * @param array<int|string, T> $objects
     * @param array<int|string, ActiveRecordInterface> $others
     * @return list<T>
     */
    public static function missing(array $objects, array $others): array
    {
        $index = new self($others);
        $missing = [];
        foreach ($objects as $object) {
            if ($index->find($object, $others) === false) {
                $missing[] = $object;
            }
            $index->mayGetKeys = false;
        }

        return $missing;
    }

    /** @param array<int|string, ActiveRecordInterface> $objects */
    public function find(ActiveRecordInterface $object, array $objects): int|string|false
    {
        $key = $this->byId[spl_object_id($object)] ?? null;
        if ($key !== null) {
            return $key;
        }
        $hash = $object->hashCode();
        if (!is_int($hash)) {
            return false;
        }
        if ($this->byHash === null) {
            $this->hashAll($objects, $objects);
        }
        $key = $this->findByHash($object, $hash, $objects);
        if ($key === null && $this->isOutdated) {
            $this->byHash = [];
            $this->hashAll($objects, $objects);
            $key = $this->findByHash($object, $hash, $objects);
        } elseif ($key === null && $this->mayHaveKeys()) {
            $this->hashAll($this->unsaved, $objects);
            $key = $this->findByHash($object, $hash, $objects);
        }

        return $key ?? false;
    }

    /** Returns whether a member may have got its key after it was hashed. */
    private function mayHaveKeys(): bool
    {
        return $this->unsaved !== [] && ($this->mayGetKeys || $this->inserts !== Record::$inserts);
    }

    /**
     * @param array<int|string, mixed> $keys the keys of the members to hash
     * @param array<int|string, ActiveRecordInterface> $objects
     */
    private function hashAll(array $keys, array $objects): void
    {
        $this->byHash ??= [];
        $this->unsaved = [];
        $this->mayGetKeys = false;
        $this->isOutdated = false;
        $this->inserts = Record::$inserts;
        foreach ($keys as $key => $_) {
            if (isset($objects[$key])) {
                $this->hash($objects[$key], $key);
            }
        }
    }

    /** @param array<int|string, ActiveRecordInterface> $objects */
    private function findByHash(ActiveRecordInterface $object, int $hash, array $objects): int|string|null
    {
        foreach ($this->byHash[Record::tableMap($object)][$hash] ?? [] as $key => $_) {
            $candidate = $objects[$key] ?? null;
            if ($candidate === null) {
                continue;
            }
            // equals() knows the spellings of a key, but not keys that come from objects that are not saved yet.
            $isFound = $candidate->hashCode() === $hash
                && ($candidate->getPrimaryKey() == $object->getPrimaryKey() || $candidate->equals($object));
            if ($isFound) {
                return $key;
            }
            $this->isOutdated = $this->isOutdated || $candidate->hashCode() !== $hash;
        }

        return null;
    }

    private function hash(ActiveRecordInterface $object, int|string $key): void
    {
        $hash = $object->hashCode();
        if (is_int($hash)) {
            $this->byHash[Record::tableMap($object)][$hash][$key] = true;
        } elseif (Record::tableMap($object)::AUTO_INCREMENT === null) {
            $this->mayGetKeys = true;
        }
        if (!is_int($hash) || $object->isNew()) {
            // A new object with a hash code may have it from its parents, and it changes when these get keys.
            $this->unsaved[$key] = true;
        }
    }
}
