<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;

/** Rows keyed by the selected names; plain values if one column is selected. */
class SimpleArrayFormatter extends AbstractFormatter
{
    public function isObjectFormatter(): bool
    {
        return false;
    }

    /** @return ArrayCollection<int, mixed> */
    public function format(?DataFetcherInterface $dataFetcher = null)
    {
        $collection = $this->getCollection();
        $names = $this->names();
        $rows = [];
        foreach ($this->fetcher($dataFetcher) as $row) {
            $rows[] = static::class === self::class
                ? self::toRow($names, $row)
                : $this->getStructuredArrayFromRow($row);
        }
        $collection->setData($rows);

        return $collection;
    }

    public function getCollectionClassName(): ?string
    {
        return ArrayCollection::class;
    }

    public function formatOne(?DataFetcherInterface $dataFetcher = null)
    {
        $row = $this->fetcher($dataFetcher)->fetch();

        return $row === null ? null : $this->getStructuredArrayFromRow($row);
    }

    /** @return array<int|string, mixed> */
    public function formatRecord(?ActiveRecordInterface $record = null): array
    {
        return $record === null ? [] : ObjectExport::of($record);
    }

    /**
     * @param array<int|string, mixed> $row
     * @return mixed the values by name; the value itself if there is one only
     */
    public function getStructuredArrayFromRow(array $row)
    {
        return self::toRow($this->names(), $row);
    }

    /** @return list<string> */
    private function names(): array
    {
        return array_map(self::unquote(...), array_keys($this->asColumns));
    }

    /**
     * @param list<string> $names
     * @param array<int|string, mixed> $row
     */
    private static function toRow(array $names, array $row): mixed
    {
        $values = array_values($row);

        return count($names) > 1 ? array_combine($names, array_slice($values, 0, count($names))) : $values[0];
    }
}
