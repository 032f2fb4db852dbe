<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;

/**
 * Writes the statement that inserts a row, or updates the one that has the same key.
 *
 * @internal
 */
final class UpsertBuilder
{
    /**
     * @param array<string, mixed> $values by phpName
     * @param list<string> $by phpNames of the columns of a key; none: the primary key
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params takes the values
     */
    public static function build(ModelCriteria $query, array $values, array $by, array &$params): string
    {
        $keys = $by === []
            ? KeyConditions::columns($query)
            : array_map(static fn (string $name): ColumnMap => ModelWrites::column($query, $name), $by);
        $columns = $placeholders = [];
        foreach ($values as $name => $value) {
            $column = ModelWrites::writtenColumn($query, (string) $name);
            $params[] = [
                'table' => $query->getTableMap()->getName(),
                'column' => $column->getName(),
                'value' => ColumnValue::toStored($column, $value),
            ];
            $columns[] = $column;
            $placeholders[] = ':p' . count($params);
        }
        $names = $query->getAdapter()->names($query->isIdentifierQuotingEnabled());
        $quote = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $updated = array_filter($columns, static fn (ColumnMap $column): bool => !in_array($column, $keys, true));
        $table = (string) $query->getTableMap()->getName();

        return $query->getAdapter()->getUpsert(
            $names->table($table),
            array_map($quote, $columns),
            $placeholders,
            array_map($quote, $keys),
            array_values(array_map($quote, $updated)),
        );
    }
}
