<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\DatabaseMap;
use PDOStatement;

/**
 * Binds the values of a criteria by column type. It contains the values themselves, so each object is for one run.
 *
 * @internal
 */
final class CriteriaValues
{
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param bool $areInOrder whether the placeholders are unnamed
     */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly DatabaseMap $databaseMap,
        private readonly array $params,
        private readonly bool $areInOrder,
    ) {
    }

    public function bind(PDOStatement|StatementInterface $statement): void
    {
        if ($this->areInOrder && $this->adapter instanceof PdoAdapter) {
            $this->adapter->bindInOrder($statement, $this->params, $this->databaseMap);
        } elseif ($this->params !== []) {
            $this->adapter->bindValues($statement, $this->params, $this->databaseMap);
        }
    }

    /** @return array<int|string, mixed> the values by placeholder */
    public function named(): array
    {
        if ($this->areInOrder) {
            return array_column($this->params, 'value');
        }
        $named = [];
        foreach ($this->params as $i => ['value' => $value]) {
            $named[':p' . ($i + 1)] = $value;
        }

        return $named;
    }
}
