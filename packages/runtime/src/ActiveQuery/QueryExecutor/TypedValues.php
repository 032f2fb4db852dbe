<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;
use PDOStatement;

use function in_array;

/**
 * Values that are bound by the types of their columns: what PDO cannot bind as it is, the adapter binds.
 *
 * @internal
 */
final class TypedValues
{
    /**
     * The types of PDO by placeholder, in the order of the values: what an integer is bound with in a column of
     * integers, and a text in another column. Null: the adapter binds every value of the column.
     *
     * @var array<int|string, int|null>
     */
    public readonly array $plainTypes;

    /** @param array<int|string, string> $types of columns by placeholder or position, in the order of the values */
    public function __construct(private readonly AdapterInterface $adapter, private readonly array $types)
    {
        $plainTypes = [];
        foreach ($types as $placeholder => $type) {
            $plainTypes[$placeholder] = match (true) {
                $adapter->bindsBytes($type) => PDO::PARAM_LOB,
                !$adapter->bindsPlainly($type) => null,
                in_array($type, ColumnMap::INTEGER_TYPES, true) => PDO::PARAM_INT,
                default => PDO::PARAM_STR,
            };
        }
        $this->plainTypes = $plainTypes;
    }

    /** Binds a value that is not of the type in $plainTypes. */
    public function bind(PDOStatement|StatementInterface $statement, int|string $placeholder, mixed $value): void
    {
        $this->adapter->bindTyped($statement, $placeholder, $value, $this->types[$placeholder]);
    }

    /**
     * @param list<mixed> $values
     * @return array<int|string, mixed> the same by the names that they are bound to, as execute() takes them
     */
    public function named(array $values): array
    {
        return isset($this->types[1]) ? $values : array_combine(array_keys($this->types), $values);
    }
}
