<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;

/** A query has changed rows, by one statement; its transaction still goes on. */
abstract class QueryEvent
{
    /** @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query */
    public function __construct(
        private readonly ModelCriteria $query,
        private readonly int $affectedRows,
        private readonly ConnectionInterface $connection,
    ) {
    }

    /** @return ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> with the conditions that chose the rows */
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
