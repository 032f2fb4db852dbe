<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;

/**
 * Finds objects in a collection without walking through it: by identity, and by hash code for other objects of the
 * same row.
 *
 * @internal
 */
final class ObjectIndex
{
    /** @var array<int, int|string> keys by object id */
    private array $byId = [];

    /**
     * Keys by table map and hash code, which several rows may share; only objects with a key have one of their own.
     *
     * @var array<class-string, array<int, list<int|string>>>|null
     */
    private ?array $byHash = null;

    /** Whether objects had no key yet when they were hashed: they may have got one since. */
    private bool $hasUnsaved = false;

    /** @param array<int|string, ActiveRecordInterface> $objects */
    public function __construct(array $objects)
    {
        foreach ($objects as $key => $object) {
            $this->byId[spl_object_id($object)] = $key;
        }
    }

    public function add(ActiveRecordInterface $object, int|string $key): void
    {
        $this->byId[spl_object_id($object)] = $key;
        if ($this->byHash !== null) {
            $this->hash($object, $key);
        }
    }

    /** Forgets a member. False: a member was there twice, so that the index must be made anew. */
    public function remove(ActiveRecordInterface $object, int $countBefore): bool
    {
        $isUnique = count($this->byId) === $countBefore;
        unset($this->byId[spl_object_id($object)]);

        return $isUnique;
    }

    /**
     * Those of some objects that are not among others. That no object gets a key meanwhile saves much for new ones.
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
            $index->hasUnsaved = false;
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
        if ($this->byHash !== null) {
            $key = $this->findByHash($object, $hash, $objects);
            if ($key !== null || !$this->hasUnsaved) {
                return $key ?? false;
            }
        }
        $this->byHash = [];
        $this->hasUnsaved = false;
        foreach ($objects as $key => $candidate) {
            $this->hash($candidate, $key);
        }

        return $this->findByHash($object, $hash, $objects) ?? false;
    }

    /** @param array<int|string, ActiveRecordInterface> $objects */
    private function findByHash(ActiveRecordInterface $object, int $hash, array $objects): int|string|null
    {
        foreach ($this->byHash[Record::tableMap($object)][$hash] ?? [] as $key) {
            $candidate = $objects[$key] ?? null;
            if ($candidate === null) {
                continue;
            }
            if ($candidate->hashCode() === $hash && $candidate->getPrimaryKey() == $object->getPrimaryKey()) {
                return $key;
            }
            // The key of the candidate has changed since.
            $this->hasUnsaved = $this->hasUnsaved || $candidate->hashCode() !== $hash;
        }

        return null;
    }

    private function hash(ActiveRecordInterface $object, int|string $key): void
    {
        $hash = $object->hashCode();
        if (is_int($hash)) {
            $this->byHash[Record::tableMap($object)][$hash][] = $key;
        } else {
            $this->hasUnsaved = true;
        }
    }
}
