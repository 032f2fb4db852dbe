<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Closure;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Orm;

/**
 * Runs a SELECT and formats its result, all at once or row by row.
 *
 * @internal
 */
final class FormattedSelect
{
    /** @param bool $isOne true: format only the first row */
    public function __construct(
        private readonly ModelCriteria $query,
        private readonly ConnectionWrapper $con,
        private readonly AbstractFormatter $formatter,
        private readonly bool $isOne,
    ) {
    }

    /**
     * Formats all rows at once.
     *
     * @param list<mixed> $values
     * @param (Closure(): void)|null $succeeded called after the statement was run
     */
    public function run(Statement $statement, array $values, ?Closure $succeeded = null): mixed
    {
        $opened = $statement->open($this->con, $values);
        $succeeded === null || $succeeded();
        $result = $this->format($this->con->getDataFetcher($opened));
        $statement->close($this->con, $opened, $values);

        return $result;
    }

    /**
     * Formats the rows one by one while the result is read.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param int|null $limit a limit in addition to the query's own
     * @param Closure(): void $succeeded called after the statement was run
     */
    public function stream(string $sql, array $params, ?int $limit, Closure $succeeded): mixed
    {
        $adapter = $this->query->getAdapter();
        $cursor = $this->formatter instanceof OnDemandFormatter && $limit === null
            ? $this->con->openCursorConnection($adapter)
            : null;
        $isOwn = $cursor !== null && $cursor !== $this->con->getWrappedConnection();
        $name = 'orm_rows_' . ++Orm::services()->connections->cursors;
        $sent = $cursor === null
            ? $sql
            : $adapter->getCursorSql($sql, $name, !$isOwn && $this->query->getLock() === null);
        $statement = StatementRunner::open($this->query, $cursor ?? $this->con, $sent, $params);
        $succeeded();
        $fetcher = $cursor === null
            ? $this->con->getDataFetcher($statement)
            : $adapter->getCursorFetcher($cursor, $statement, $name, $isOwn);
        SelectExecutor::countable($this->query, $this->con, $fetcher, $sql, $params, $cursor !== null);

        return $this->format($fetcher);
    }

    public function format(DataFetcherInterface $fetcher): mixed
    {
        $this->con->rollbackLog?->seen();
        $this->formatter->init($this->query);

        return $this->isOne ? $this->formatter->formatOne($fetcher) : $this->formatter->format($fetcher);
    }
}
