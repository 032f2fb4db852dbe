<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;
use PDOStatement;

use function is_int;

/**
 * Binds values by the types of their columns.
 *
 * @internal
 */
final class TypedValues implements ValueBinder
{
    /** @var array<string, true> the placeholders of integer columns, whose numbers need no adapter */
    private readonly array $integers;

    /** @param array<string, string> $types of columns by placeholder, in the order of the values */
    public function __construct(private readonly AdapterInterface $adapter, private readonly array $types)
    {
        $integers = [];
        foreach ($types as $placeholder => $type) {
            if (in_array($type, ColumnMap::INTEGER_TYPES, true) && $adapter->bindsPlainly($type)) {
                $integers[$placeholder] = true;
            }
        }
        $this->integers = $integers;
    }

    /** Whether all columns are integers. */
    public function areIntegers(): bool
    {
        return count($this->integers) === count($this->types);
    }

    public function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $value = $values[$i++];
            if (is_int($value) && isset($this->integers[$placeholder])) {
                $statement->bindValue($placeholder, $value, PDO::PARAM_INT);
            } else {
                $this->adapter->bindTyped($statement, $placeholder, $value, $type);
            }
        }
    }

    public function named(array $values): array
    {
        return array_combine(array_keys($this->types), $values);
    }
}
