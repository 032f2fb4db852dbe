<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Iterator;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Orm;

/**
 * Creates an object from each row when it is reached. Objects are not pooled, because the pool would keep them in
 * memory.
 *
 * @implements Iterator<int, ActiveRecordInterface>
 */
class OnDemandIterator implements Iterator
{
    private int $position = -1;
    private ?ActiveRecordInterface $current = null;

    /** @param ObjectFormatter $formatter */
    public function __construct(
        private readonly AbstractFormatter $formatter,
        private readonly DataFetcherInterface $dataFetcher,
    ) {
    }

    /** Discards the rows that have not been read yet. */
    public function closeCursor(): void
    {
        $this->dataFetcher->close();
    }

    public function rewind(): void
    {
        if ($this->position >= 0) {
            throw new OrmException('An on-demand result can be iterated only once');
        }
        $this->next();
    }

    public function next(): void
    {
        $this->current = null;
        $this->position++;
        $row = $this->dataFetcher->fetch();
        if ($row === null) {
            $this->closeCursor();

            return;
        }
        $pooling = Orm::disableInstancePooling();
        try {
            $this->current = $this->formatter->getAllObjectsFromRow($row);
        } finally {
            if ($pooling) {
                Orm::enableInstancePooling();
            }
        }
    }

    public function valid(): bool
    {
        return $this->current !== null;
    }

    public function current(): ?ActiveRecordInterface
    {
        return $this->current;
    }

    public function key(): int
    {
        return $this->position;
    }

    public function count(): int
    {
        return $this->dataFetcher->count();
    }
}
