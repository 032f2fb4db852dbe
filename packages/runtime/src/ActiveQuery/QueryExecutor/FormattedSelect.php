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
 * Executes a SELECT whose result a formatter makes, all at once or row by row.
 *
 * @internal
 */
final class FormattedSelect
{
    /** @param bool $isOne whether the first row is wanted, and not all */
    public function __construct(
        private readonly ModelCriteria $query,
        private readonly ConnectionWrapper $con,
        private readonly AbstractFormatter $formatter,
        private readonly bool $isOne,
    ) {
    }

    /**
     * The formatter takes all rows at once.
     *
     * @param list<mixed> $values
     * @param (Closure(): void)|null $succeeded is called when the statement is executed
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
     * The result reads row by row.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param int|null $limit if there is one that the query does not have
     * @param Closure(): void $succeeded is called when the statement is executed
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
        $tables = array_column($this->query->getWith(), 'tableMapClass');
        $this->con->rollbackLog?->read($this->query->getTableMap()::class, ...$tables);
        $this->formatter->init($this->query);

        return $this->isOne ? $this->formatter->formatOne($fetcher) : $this->formatter->format($fetcher);
    }
}
