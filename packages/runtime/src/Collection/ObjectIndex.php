<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

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

    /** @var array<int, int|string>|null keys by hash code; only objects with a key have one of their own */
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
            $key = $this->byHash[$hash] ?? null;
            if ($key !== null && $objects[$key]->hashCode() === $hash) {
                return self::hasSameKey($objects[$key], $object) ? $key : false;
            }
            if ($key === null && !$this->hasUnsaved) {
                return false;
            }
        }
        $this->byHash = [];
        $this->hasUnsaved = false;
        foreach ($objects as $key => $candidate) {
            $this->hash($candidate, $key);
        }

        $key = $this->byHash[$hash] ?? null;

        return $key !== null && self::hasSameKey($objects[$key], $object) ? $key : false;
    }

    /** Hash codes are short: two rows may have the same. */
    private static function hasSameKey(ActiveRecordInterface $one, ActiveRecordInterface $other): bool
    {
        return $one->getPrimaryKey() == $other->getPrimaryKey();
    }

    private function hash(ActiveRecordInterface $object, int|string $key): void
    {
        $hash = $object->hashCode();
        if (is_int($hash)) {
            $this->byHash[$hash] ??= $key;
        } else {
            $this->hasUnsaved = true;
        }
    }
}
