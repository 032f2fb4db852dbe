<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Closure;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Connection\ConnectionWrapper;
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
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param int|null $limit if there is one that the query does not have
     * @param bool $isOne whether the first row is wanted, and not all
     * @param Closure(): void $succeeded is called when the statement is executed
     */
    public static function run(
        ModelCriteria $query,
        ConnectionWrapper $con,
        AbstractFormatter $formatter,
        string $sql,
        array $params,
        ?int $limit,
        bool $isOne,
        Closure $succeeded,
    ): mixed {
        $adapter = $query->getAdapter();
        $cursor = $formatter instanceof OnDemandFormatter && $limit === null
            ? $con->openCursorConnection($adapter)
            : null;
        $isOwn = $cursor !== null && $cursor !== $con->getWrappedConnection();
        $name = 'orm_rows_' . ++Orm::services()->connections->cursors;
        $executed = StatementRunner::statement($query, $cursor === null
            ? $sql
            : $adapter->getCursorSql($sql, $name, !$isOwn && $query->getLock() === null), $params);
        $values = array_column($params, 'value');
        $statement = $executed->open(
            $cursor === null ? $con : ConnectionWrapper::wrap($cursor),
            $values,
            !$formatter->isStreaming(),
        );
        $succeeded();
        self::noteRead($query, $con);
        $formatter->init($query);
        $fetcher = $cursor === null
            ? $con->getDataFetcher($statement)
            : $adapter->getCursorFetcher($cursor, $statement, $name, $isOwn);
        if ($formatter->isStreaming()) {
            SelectExecutor::countable($query, $con, $fetcher, $sql, $params, $cursor !== null);
        }
        $result = $isOne ? $formatter->formatOne($fetcher) : $formatter->format($fetcher);
        if (!$formatter->isStreaming()) {
            $executed->close($con, $statement, $values);
        }

        return $result;
    }

    /**
     * The same by the statement of a plan; the formatter takes all rows at once.
     *
     * @param list<mixed> $values
     */
    public static function byPlan(
        ModelCriteria $query,
        ConnectionWrapper $con,
        AbstractFormatter $formatter,
        SelectPlan $plan,
        array $values,
        bool $isOne,
    ): mixed {
        $values = $plan->stored($values);
        $statement = $plan->statement->open($con, $values);
        self::noteRead($query, $con);
        $fetcher = $con->getDataFetcher($statement);
        $formatter->init($query);
        $result = $isOne ? $formatter->formatOne($fetcher) : $formatter->format($fetcher);
        $plan->statement->close($con, $statement, $values);

        return $result;
    }

    /**
     * The same by doSelect() of the query, which its class overrides.
     *
     * @param string $what a constant of SelectPlan
     */
    public static function own(
        ModelCriteria $query,
        ConnectionWrapper $con,
        AbstractFormatter $formatter,
        string $what,
    ): mixed {
        if ($what === SelectPlan::FIRST && $query->getLimit() !== 1) {
            $query = (clone $query)->setLimit(1);
        }
        SelectPlan::refuseLimitOfToMany($query->getWith(), $query->getLimit(), $query->getOffset());
        $fetcher = $query->doSelect($con);
        self::noteRead($query, $con);
        $formatter->init($query);

        return $what === SelectPlan::ROWS ? $formatter->format($fetcher) : $formatter->formatOne($fetcher);
    }

    /** Tells the open transaction whose objects were read. */
    private static function noteRead(ModelCriteria $query, ConnectionWrapper $con): void
    {
        $con->rollbackLog?->read($query->getTableMap()::class, ...array_column($query->getWith(), 'tableMapClass'));
    }
}
