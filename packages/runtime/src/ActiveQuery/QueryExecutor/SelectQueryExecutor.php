<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;

/** Runs the SELECT of a criteria, for code written for Propel's API. */
class SelectQueryExecutor extends AbstractQueryExecutor
{
    protected const NEEDS_WRITE_CONNECTION = false;

    public static function execute(Criteria $criteria, ?ConnectionInterface $con = null): DataFetcherInterface
    {
        return (new self($criteria, $con))->runSelect();
    }

    protected function runSelect(): DataFetcherInterface
    {
        return SelectExecutor::fetcher($this->criteria, $this->con);
    }
}
