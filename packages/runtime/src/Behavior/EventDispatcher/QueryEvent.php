<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;

/** A query has changed rows with one statement; its transaction is not committed yet. */
abstract class QueryEvent
{
    /** @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query */
    public function __construct(
        private readonly ModelCriteria $query,
        private readonly int $affectedRows,
        private readonly ConnectionInterface $connection,
    ) {
    }

    /**
     * @return ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> the query with the conditions that
     *     selected the rows
     */
    public function getQuery(): ModelCriteria
    {
        return $this->query;
    }

    public function getAffectedRows(): int
    {
        return $this->affectedRows;
    }

    public function getConnection(): ConnectionInterface
    {
        return $this->connection;
    }
}
