<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\DatabaseMap;
use PDOStatement;

/**
 * Binds the values of a criteria by the types of their columns. It holds the values: each statement is executed once.
 *
 * @internal
 */
final class CriteriaValues
{
    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly DatabaseMap $databaseMap,
        private readonly array $params,
    ) {
    }

    public function bind(PDOStatement|StatementInterface $statement): void
    {
        if ($this->params !== []) {
            $this->adapter->bindValues($statement, $this->params, $this->databaseMap);
        }
    }

    /**
     * @param list<mixed> $values those that it holds
     * @return array<string, mixed> the same by the names that they are bound to
     */
    public function named(array $values): array
    {
        $named = [];
        foreach ($values as $i => $value) {
            $named[':p' . ($i + 1)] = $value;
        }

        return $named;
    }
}
