<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

use Orm\Runtime\Map\TableMap;

/** Rows given as a list of arrays: for tests, and for sources that are not databases. */
class ArrayDataFetcher implements DataFetcherInterface
{
    private string $indexType = TableMap::TYPE_PHPNAME;
    private int $position = 0;

    /** @param list<array<int|string, mixed>>|null $rows */
    public function __construct(private ?array $rows)
    {
    }

    public function setDataObject(mixed $dataObject): void
    {
        $this->rows = $dataObject;
        $this->position = 0;
    }

    /** @return list<array<int|string, mixed>>|null */
    public function getDataObject(): ?array
    {
        return $this->rows;
    }

    public function setIndexType(string $indexType): void
    {
        $this->indexType = $indexType;
    }

    public function getIndexType(): string
    {
        return $this->indexType;
    }

    public function fetch(): ?array
    {
        return $this->rows[$this->position++] ?? null;
    }

    public function fetchColumn(?int $index = null): mixed
    {
        $row = $this->fetch();

        return $row === null ? false : array_values($row)[$index ?? 0] ?? null;
    }

    public function count(): int
    {
        return count($this->rows ?? []);
    }

    public function rewind(): void
    {
        $this->position = 0;
    }

    public function valid(): bool
    {
        return isset($this->rows[$this->position]);
    }

    /** @return array<int|string, mixed>|null */
    public function current(): ?array
    {
        return $this->rows[$this->position] ?? null;
    }

    public function key(): int
    {
        return $this->position;
    }

    public function next(): void
    {
        $this->position++;
    }

    public function close(): void
    {
        $this->rows = null;
    }
}
