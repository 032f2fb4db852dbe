<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;

/** Formats rows as arrays by selected name, or as plain values if only one column is selected. */
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
        $rows = $this->fetcher($dataFetcher);
        $collection->setData(static::class === self::class
            ? self::values(self::names($this->asColumns), $rows)
            : array_map($this->getStructuredArrayFromRow(...), iterator_to_array($rows, false)));

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
     * @return mixed the values by name; the value itself if there is only one
     */
    public function getStructuredArrayFromRow(array $row)
    {
        return self::values(self::names($this->asColumns), [array_values($row)])[0];
    }

    /**
     * @internal
     * @param array<string, string> $asColumns
     * @return list<string>
     */
    public static function names(array $asColumns): array
    {
        return array_map(static fn (int|string $name): string => self::unquote((string) $name), array_keys($asColumns));
    }

    /**
     * Converts positional rows, which may have further columns after the selected ones.
     *
     * @internal
     * @param list<string> $names
     * @param iterable<array<int|string, mixed>> $rows
     * @return list<mixed> the values by name; the value itself if there is only one name
     */
    public static function values(array $names, iterable $rows): array
    {
        $count = count($names);
        $values = [];
        foreach ($rows as $row) {
            $values[] = $count > 1
                ? array_combine($names, count($row) === $count ? $row : array_slice($row, 0, $count))
                : reset($row);
        }

        return $values;
    }
}
