<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\DataFetcher\DataFetcherInterface;

/**
 * The first row as the driver gives it, by position; null if there is none.
 *
 * @internal
 */
final class RowFormatter extends AbstractFormatter
{
    public function isObjectFormatter(): bool
    {
        return false;
    }

    /** @return list<mixed>|null */
    public function format(?DataFetcherInterface $dataFetcher = null): ?array
    {
        return $this->fetcher($dataFetcher)->fetch();
    }

    /** @return list<mixed>|null */
    public function formatOne(?DataFetcherInterface $dataFetcher = null): ?array
    {
        return $this->format($dataFetcher);
    }
}
