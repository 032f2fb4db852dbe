<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Countable;
use IteratorAggregate;
use Orm\Runtime\Collection\Collection;
use Traversable;

/**
 * One page of a query that starts after a cursor.
 *
 * @template T
 * @implements IteratorAggregate<int, T>
 */
final class KeysetPage implements IteratorAggregate, Countable
{
    /** @param Collection<int, T> $results */
    public function __construct(private readonly Collection $results, private readonly ?string $nextCursor)
    {
    }

    /** @return Collection<int, T> */
    public function getResults(): Collection
    {
        return $this->results;
    }

    /** Returns the cursor for the next call of paginateAfter(); null if this is the last page. */
    public function getNextCursor(): ?string
    {
        return $this->nextCursor;
    }

    public function hasNext(): bool
    {
        return $this->nextCursor !== null;
    }

    public function count(): int
    {
        return count($this->results);
    }

    /** @return Traversable<int, T> */
    public function getIterator(): Traversable
    {
        return $this->results->getIterator();
    }
}
