<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use ArrayIterator;

/**
 * A cursor over a collection.
 *
 * @template TKey of int|string
 * @template T
 * @extends ArrayIterator<TKey, T>
 */
class CollectionIterator extends ArrayIterator
{
    /** @var list<TKey> */
    private array $keys;

    private int $cursor = 0;

    /** @param Collection<TKey, T> $collection */
    public function __construct(private readonly Collection $collection)
    {
        parent::__construct($collection->getData());
        $this->keys = array_keys($collection->getData());
    }

    /** @return Collection<TKey, T> */
    public function getCollection(): Collection
    {
        return $this->collection;
    }

    public function rewind(): void
    {
        parent::rewind();
        $this->cursor = 0;
    }

    public function next(): void
    {
        parent::next();
        $this->cursor++;
    }

    public function seek(int $offset): void
    {
        parent::seek($offset);
        $this->cursor = $offset;
    }

    public function getPosition(): int
    {
        return $this->cursor;
    }

    public function isFirst(): bool
    {
        return $this->cursor === 0;
    }

    public function isLast(): bool
    {
        return $this->keys === [] || $this->cursor === count($this->keys) - 1;
    }

    public function isEmpty(): bool
    {
        return $this->keys === [];
    }

    public function isOdd(): bool
    {
        return $this->cursor % 2 === 1;
    }

    public function isEven(): bool
    {
        return $this->cursor % 2 === 0;
    }

    /** @return T|null */
    public function getFirst()
    {
        return $this->moveTo(0);
    }

    /** @return T|null */
    public function getLast()
    {
        return $this->moveTo(count($this->keys) - 1);
    }

    /** @return T|null */
    public function getNext()
    {
        return $this->moveTo($this->cursor + 1);
    }

    /** @return T|null */
    public function getPrevious()
    {
        return $this->moveTo($this->cursor - 1);
    }

    /** @return T|null */
    public function getCurrent()
    {
        return $this->valid() ? $this->current() : null;
    }

    // The return type is `true` in PHP 8.3, which PHP 8.1 does not support.
    #[\ReturnTypeWillChange]
    public function asort(int $flags = SORT_REGULAR): bool
    {
        parent::asort($flags);

        return $this->renumber();
    }

    #[\ReturnTypeWillChange]
    public function ksort(int $flags = SORT_REGULAR): bool
    {
        parent::ksort($flags);

        return $this->renumber();
    }

    #[\ReturnTypeWillChange]
    public function uasort(callable $callback): bool
    {
        parent::uasort($callback);

        return $this->renumber();
    }

    #[\ReturnTypeWillChange]
    public function uksort(callable $callback): bool
    {
        parent::uksort($callback);

        return $this->renumber();
    }

    #[\ReturnTypeWillChange]
    public function natsort(): bool
    {
        parent::natsort();

        return $this->renumber();
    }

    #[\ReturnTypeWillChange]
    public function natcasesort(): bool
    {
        parent::natcasesort();

        return $this->renumber();
    }

    /** @return T|null */
    private function moveTo(int $position): mixed
    {
        if ($position < 0 || $position >= count($this->keys)) {
            return null;
        }
        $this->seek($position);

        return $this->current();
    }

    private function renumber(): bool
    {
        $this->keys = array_keys($this->getArrayCopy());
        $this->rewind();

        return true;
    }
}
