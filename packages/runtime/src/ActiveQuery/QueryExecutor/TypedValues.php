<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\StatementInterface;
use PDOStatement;

/**
 * Binds values by the types of their columns.
 *
 * @internal
 */
final class TypedValues implements ValueBinder
{
    /** @param array<string, string> $types of columns by placeholder, in the order of the values */
    public function __construct(private readonly AdapterInterface $adapter, private readonly array $types)
    {
    }

    public function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $this->adapter->bindTyped($statement, $placeholder, $values[$i++], $type);
        }
    }

    public function named(array $values): array
    {
        return array_combine(array_keys($this->types), $values);
    }
}
