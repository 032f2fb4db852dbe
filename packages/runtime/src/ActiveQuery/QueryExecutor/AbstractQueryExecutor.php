<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\PreparedStatementDto;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\ServiceContainerInterface;
use Throwable;

/** Runs statements for a criteria. Base class for custom executors written for Propel's API. */
abstract class AbstractQueryExecutor
{
    /** Whether the statements write rows. */
    protected const NEEDS_WRITE_CONNECTION = true;

    /** @var ConnectionInterface */
    protected $con;

    public function __construct(protected Criteria $criteria, ?ConnectionInterface $con = null)
    {
        $this->con = $con ?? $this->retrieveConnection(
            Orm::getServiceContainer(),
            $criteria->getDbName(),
            static::NEEDS_WRITE_CONNECTION,
        );
    }

    protected function retrieveConnection(
        ServiceContainerInterface $sc,
        string $dbName,
        bool $getWritableConnection = false,
    ): ConnectionInterface {
        return $getWritableConnection ? $sc->getWriteConnection($dbName) : $sc->getReadConnection($dbName);
    }

    /** @return object the executed statement */
    protected function executeStatement(PreparedStatementDto $preparedStatementDto)
    {
        return StatementRunner::open(
            $this->criteria,
            $this->con,
            $preparedStatementDto->getSqlStatement(),
            $preparedStatementDto->getParameters(),
        );
    }

    /** @return never */
    protected function handleStatementException(Throwable $exception, ?string $sql, ?object $statement = null): void
    {
        $reason = $this->connectionIsInDebugMode() ? ': ' . $exception->getMessage() : '';
        throw new QueryExecutionException('Statement failed: ' . $sql . $reason, 0, $exception);
    }

    protected function connectionIsInDebugMode(): bool
    {
        return ConnectionWrapper::wrap($this->con)->isInDebugMode();
    }
}
