<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use RecursiveIterator;

/**
 * Iterates over a branch of nested-set nodes: the node itself and, recursively, its children.
 *
 * @implements RecursiveIterator<string, ActiveRecordInterface>
 */
class NestedSetRecursiveIterator implements RecursiveIterator
{
    /** @var list<ActiveRecordInterface> the node, or the children of a node */
    private array $nodes;

    private int $position = 0;

    /** The path from the root to the nodes, used as a prefix of keys. */
    private string $path = '';

    /** @param ActiveRecordInterface $top an object of a class with the nested-set behavior */
    public function __construct(ActiveRecordInterface $top)
    {
        $this->nodes = [$top];
    }

    public function rewind(): void
    {
        $this->position = 0;
    }

    public function valid(): bool
    {
        return isset($this->nodes[$this->position]);
    }

    /** @return (ActiveRecordInterface&\Orm\Runtime\Behavior\NestedSet\NestedSetTrait)|null */
    #[\ReturnTypeWillChange]
    public function current()
    {
        return $this->nodes[$this->position] ?? null;
    }

    /** Returns the path from the first node, which is unique for each node. */
    public function key(): string
    {
        return $this->valid() ? $this->path . implode('-', (array) $this->current()->getPrimaryKey()) : '';
    }

    public function next(): void
    {
        $this->position++;
    }

    public function hasChildren(): bool
    {
        return (bool) $this->current()?->hasChildren();
    }

    public function getChildren(): ?RecursiveIterator
    {
        $children = $this->current()?->getChildren();
        if ($children === null || count($children) === 0) {
            return null;
        }
        $nodes = array_values($children->getData());
        $iterator = new static($nodes[0]);
        $iterator->nodes = $nodes;
        $iterator->path = $this->key() . '.';

        return $iterator;
    }
}
