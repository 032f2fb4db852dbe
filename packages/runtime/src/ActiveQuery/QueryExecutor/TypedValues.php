<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;
use PDOStatement;

use function is_int;
use function is_string;

/**
 * Binds values by the types of their columns: what PDO cannot bind as it is, the adapter binds.
 *
 * @internal
 */
final class TypedValues extends PlainValues
{
    /** @var array<string, int> the types of PDO of numbers and texts that need no adapter, by placeholder */
    private readonly array $plainTypes;

    private readonly bool $areIntegers;

    /** @param array<string, string> $types of columns by placeholder, in the order of the values */
    public function __construct(private readonly AdapterInterface $adapter, array $types)
    {
        parent::__construct($types);
        $plainTypes = [];
        foreach ($types as $placeholder => $type) {
            if (in_array($type, ColumnMap::INTEGER_TYPES, true) && $adapter->bindsPlainly($type)) {
                $plainTypes[$placeholder] = PDO::PARAM_INT;
            } elseif (in_array($type, ColumnMap::TEXT_TYPES, true) && $adapter->bindsPlainly($type)) {
                $plainTypes[$placeholder] = PDO::PARAM_STR;
            }
        }
        $this->plainTypes = $plainTypes;
        $this->areIntegers = count($plainTypes) === count($types) && !in_array(PDO::PARAM_STR, $plainTypes, true);
    }

    /** Whether all columns are integers. */
    public function areIntegers(): bool
    {
        return $this->areIntegers;
    }

    public function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $value = $values[$i++];
            $plain = $this->plainTypes[$placeholder] ?? null;
            if ($plain === PDO::PARAM_INT ? is_int($value) : $plain !== null && is_string($value)) {
                $statement->bindValue($placeholder, $value, $plain);
            } else {
                $this->adapter->bindTyped($statement, $placeholder, $value, $type);
            }
        }
    }
}
