<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

use Orm\Runtime\Map\TableMap;

/** Rows from a list of arrays, for tests and for sources other than databases. */
class ArrayDataFetcher extends AbstractDataFetcher
{
    private string $indexType = TableMap::TYPE_PHPNAME;
    private int $position = 0;

    /** @param list<array<int|string, mixed>>|null $dataObject rows */
    public function __construct(?array $dataObject)
    {
        parent::__construct($dataObject);
    }

    public function setDataObject(mixed $dataObject): void
    {
        parent::setDataObject($dataObject);
        $this->position = 0;
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
        return $this->dataObject[$this->position++] ?? null;
    }

    /** @param int|string|null $index the key of a column; null: the first one */
    public function fetchColumn($index = null)
    {
        $row = $this->fetch() ?? [];

        return $row[$index ?? array_key_first($row) ?? ''] ?? null;
    }

    public function count(): int
    {
        return count($this->dataObject ?? []);
    }

    public function rewind(): void
    {
        $this->position = 0;
    }

    public function valid(): bool
    {
        return isset($this->dataObject[$this->position]);
    }

    /** @return array<int|string, mixed>|null */
    #[\ReturnTypeWillChange]
    public function current()
    {
        return $this->dataObject[$this->position] ?? null;
    }

    /** @return int */
    #[\ReturnTypeWillChange]
    public function key()
    {
        return $this->position;
    }

    public function next(): void
    {
        $this->position++;
    }

    public function close(): void
    {
        $this->dataObject = null;
    }
}
