<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\OrmException;

/** Returns the rows themselves, for the caller to read. */
class StatementFormatter extends AbstractFormatter
{
    public function isStreaming(): bool
    {
        return true;
    }

    public function isObjectFormatter(): bool
    {
        return false;
    }

    public function format(?DataFetcherInterface $dataFetcher = null): DataFetcherInterface
    {
        return $this->fetcher($dataFetcher);
    }

    public function formatOne(?DataFetcherInterface $dataFetcher = null): ?DataFetcherInterface
    {
        $fetcher = $this->fetcher($dataFetcher);

        return count($fetcher) === 0 ? null : $fetcher;
    }

    /** Returns the fetcher without requiring a query, because the rows are not formatted. */
    protected function fetcher(?DataFetcherInterface $dataFetcher): DataFetcherInterface
    {
        return $dataFetcher ?? parent::fetcher(null);
    }

    /** @return never */
    public function formatRecord(?ActiveRecordInterface $record = null)
    {
        throw new OrmException('The statement formatter cannot transform an object into a statement');
    }
}
