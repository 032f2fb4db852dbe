<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;

/** A query has updated rows. */
final class QueryUpdateEvent extends QueryEvent
{
    /**
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query
     * @param array<string, mixed> $values
     */
    public function __construct(
        ModelCriteria $query,
        int $affectedRows,
        ConnectionInterface $connection,
        private readonly array $values,
    ) {
        parent::__construct($query, $affectedRows, $connection);
    }

    /** @return array<string, mixed> the new values that were passed to update() */
    public function getValues(): array
    {
        return $this->values;
    }
}
