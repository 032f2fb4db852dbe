<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use RecursiveIterator;

/**
 * Walks through a tree of nested-set nodes: the node itself, then its following siblings, each with its children.
 *
 * @implements RecursiveIterator<string, ActiveRecordInterface>
 */
class NestedSetRecursiveIterator implements RecursiveIterator
{
    private ?ActiveRecordInterface $current;

    /** @param ActiveRecordInterface $top an object of a class with the nested-set behavior */
    public function __construct(private readonly ActiveRecordInterface $top)
    {
        $this->current = $top;
    }

    public function rewind(): void
    {
        $this->current = $this->top;
    }

    public function valid(): bool
    {
        return $this->current !== null;
    }

    /** @return ActiveRecordInterface|null */
    #[\ReturnTypeWillChange]
    public function current()
    {
        return $this->current;
    }

    /** The way from the root, as a key that no two nodes share. */
    public function key(): string
    {
        $keys = [];
        foreach ($this->current?->getAncestors() ?? [] as $ancestor) {
            $keys[] = self::keyOf($ancestor);
        }
        if ($this->current !== null) {
            $keys[] = self::keyOf($this->current);
        }

        return implode('.', $keys);
    }

    public function next(): void
    {
        $this->current = $this->current?->getNextSibling();
    }

    public function hasChildren(): bool
    {
        return (bool) $this->current?->hasChildren();
    }

    public function getChildren(): ?RecursiveIterator
    {
        $first = $this->current?->getFirstChild();

        return $first === null ? null : new static($first);
    }

    private static function keyOf(ActiveRecordInterface $node): string
    {
        return implode('-', (array) $node->getPrimaryKey());
    }
}
