<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\DataFetcher\DataFetcherInterface;

/**
 * Returns the first row by position, as returned by the driver; null if there is none.
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
