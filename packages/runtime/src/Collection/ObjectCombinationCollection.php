<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/**
 * A collection of tuples for a relation between more than two tables: the related objects, then further values of the
 * key.
 *
 * @extends Collection<int, list<mixed>>
 */
class ObjectCombinationCollection extends Collection
{
    // Each method accepts a tuple, or its parts as separate arguments. These are not declared, so that methods with
    // only the first parameter can override these.

    /** @param mixed $value a tuple, or its first part */
    public function push(mixed $value): void
    {
        $this->data[] = self::tuple(func_get_args());
    }

    /** @return array<int|string, list<mixed>> for each tuple, the keys of its objects and its other values */
    public function getPrimaryKeys(bool $usePrefix = true): array
    {
        $keys = [];
        foreach ($this->data as $key => $tuple) {
            $keys[$usePrefix ? $this->getModel() . '_' . $key : $key] = array_map(
                static fn (mixed $part): mixed => $part instanceof ActiveRecordInterface
                    ? $part->getPrimaryKey()
                    : $part,
                $tuple,
            );
        }

        return $keys;
    }

    public function append(mixed $value): void
    {
        $this->push(...(is_array($value) ? $value : [$value]));
    }

    /** @param mixed $element a tuple, or its first part */
    public function contains(mixed $element): bool
    {
        return $this->search(...func_get_args()) !== false;
    }

    /** @param mixed $element a tuple, or its first part */
    public function search(mixed $element)
    {
        $tuple = self::tuple(func_get_args());
        foreach ($this->data as $key => $candidate) {
            if (self::isSame($candidate, $tuple)) {
                return $key;
            }
        }

        return false;
    }

    /** @param mixed $element a tuple, or its first part */
    public function removeObject(mixed $element): void
    {
        $key = $this->search(...func_get_args());
        if ($key !== false) {
            $this->remove($key);
        }
    }

    /** @return list<mixed> the parts at a position in all tuples, without duplicates */
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
     * @param list<mixed> $arguments
     * @return list<mixed>
     */
    private static function tuple(array $arguments): array
    {
        return count($arguments) === 1 && is_array($arguments[0]) ? array_values($arguments[0]) : $arguments;
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
            if (!self::isSamePart($part, $right[$i])) {
                return false;
            }
        }

        return true;
    }

    /** Returns whether two parts are the same value, or objects of the same row. */
    private static function isSamePart(mixed $left, mixed $right): bool
    {
        $areObjects = $left instanceof ActiveRecordInterface && $right instanceof ActiveRecordInterface;

        return $left === $right || ($areObjects && $left->equals($right));
    }
}
