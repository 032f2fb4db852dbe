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
 * Binds values by column type. The adapter binds the values that PDO cannot bind unchanged.
 *
 * @internal
 */
final class TypedValues
{
    /**
     * The PDO types by placeholder, in the order of the values. They apply to integers in integer columns, and to
     * strings in other columns. Null: the adapter binds every value of the column.
     *
     * @var array<int|string, int|null>
     */
    public readonly array $plainTypes;

    /** @param array<int|string, string> $types column types by placeholder or position, in the order of the values */
    public function __construct(private readonly AdapterInterface $adapter, private readonly array $types)
    {
        $plainTypes = [];
        foreach ($types as $placeholder => $type) {
            $plainTypes[$placeholder] = match (true) {
                $adapter->bindsBytes($type) => PDO::PARAM_LOB,
                !$adapter->bindsPlainly($type), in_array($type, ColumnMap::DECIMAL_TYPES, true) => null,
                in_array($type, ColumnMap::INTEGER_TYPES, true) => PDO::PARAM_INT,
                default => PDO::PARAM_STR,
            };
        }
        $this->plainTypes = $plainTypes;
    }

    /** Binds a value that does not have the type in $plainTypes. */
    public function bind(PDOStatement|StatementInterface $statement, int|string $placeholder, mixed $value): void
    {
        $this->adapter->bindTyped($statement, $placeholder, $value, $this->types[$placeholder]);
    }

    /**
     * @param list<mixed> $values
     * @return array<int|string, mixed> the values by placeholder, in the form for execute()
     */
    public function named(array $values): array
    {
        return isset($this->types[1]) ? $values : array_combine(array_keys($this->types), $values);
    }
}
