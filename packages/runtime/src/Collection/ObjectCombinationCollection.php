<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/**
 * A collection of tuples: the partners of a relation with several, then further values of its key.
 *
 * @extends Collection<int, list<mixed>>
 */
class ObjectCombinationCollection extends Collection
{
    /** @param mixed ...$parts one tuple, or its parts */
    public function push(mixed ...$parts): void
    {
        $this->data[] = count($parts) === 1 && is_array($parts[0]) ? array_values($parts[0]) : $parts;
    }

    public function append(mixed $value): void
    {
        $this->push(...(is_array($value) ? $value : [$value]));
    }

    public function contains(mixed ...$parts): bool
    {
        return $this->search(...$parts) !== false;
    }

    public function search(mixed ...$parts): int|string|false
    {
        $tuple = count($parts) === 1 && is_array($parts[0]) ? array_values($parts[0]) : $parts;
        foreach ($this->data as $key => $candidate) {
            if (self::isSame($candidate, $tuple)) {
                return $key;
            }
        }

        return false;
    }

    public function removeObject(mixed ...$parts): void
    {
        $key = $this->search(...$parts);
        if ($key !== false) {
            $this->remove($key);
        }
    }

    /** @return list<mixed> the parts at a position of all tuples, each object once */
    public function getObjectsFromPosition(int $position = 0): array
    {
        $parts = [];
        foreach ($this->data as $tuple) {
            $part = $tuple[$position] ?? null;
            if ($part !== null && !in_array($part, $parts, true)) {
                $parts[] = $part;
            }
        }

        return $parts;
    }

    public function __clone()
    {
    }

    /**
     * @param list<mixed> $left
     * @param list<mixed> $right
     */
    private static function isSame(array $left, array $right): bool
    {
        if (count($left) !== count($right)) {
            return false;
        }
        foreach ($left as $i => $part) {
            $same = $part instanceof ActiveRecordInterface && $right[$i] instanceof ActiveRecordInterface
                ? $part === $right[$i] || $part->equals($right[$i])
                : $part === $right[$i];
            if (!$same) {
                return false;
            }
        }

        return true;
    }
}
