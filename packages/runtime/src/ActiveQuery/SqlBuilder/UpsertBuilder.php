<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\KeyConditions;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\ModelWrites;
use Orm\Runtime\ActiveRecord\RequiredColumns;
use Orm\Runtime\Map\ColumnMap;

/**
 * Generates the statement that inserts a row, or updates the row with the same key.
 *
 * @internal
 */
final class UpsertBuilder
{
    /**
     * @param list<ColumnMap> $columns
     * @param list<mixed> $values values as stored by these columns
     * @param list<string> $by phpNames of a key's columns; empty: the primary key
     * @return array{string, SqlContext} the statement, and the context with its values
     */
    public static function build(ModelCriteria $query, array $columns, array $values, array $by): array
    {
        $tableMap = $query->getTableMap();
        $keys = $by === []
            ? KeyConditions::columns($query)
            : array_map(static fn (string $name): ColumnMap => ModelWrites::column($query, $tableMap, $name), $by);
        $table = (string) $tableMap->getName();
        $params = $placeholders = $given = [];
        foreach ($columns as $i => $column) {
            $given[$column->getFullyQualifiedName()] = true;
            $params[] = ['table' => $table, 'column' => $column->getName(), 'value' => $values[$i]];
            $placeholders[] = ':p' . count($params);
        }
        RequiredColumns::refuseMissing($tableMap, $given);
        $names = $query->getAdapter()->names($query->isIdentifierQuotingEnabled());
        $quote = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $updated = array_filter($columns, static fn (ColumnMap $column): bool => !in_array($column, $keys, true));
        $sql = $query->getAdapter()->getUpsert(
            $names->table($table),
            array_map($quote, $columns),
            $placeholders,
            array_map($quote, $keys),
            array_values(array_map($quote, $updated)),
        );

        return [$sql, SqlContext::executed($query, $params)];
    }
}
