<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\OrmException;

/**
 * The model classes of rows, where a table has several, and rows that are keyed by names.
 *
 * @internal
 */
final class RowClasses
{
    /** Rows whose key is not one column that can be the key of a PHP array; hydrateRow() reads them. */
    public const NO_PLAIN_KEY = -1;

    /** Rows that only hydrate() can read. */
    public const NO_PLAIN_ROW = -2;

    /**
     * The class of a row; without one, that of the table.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param array<int, mixed>|null $row
     */
    public static function of(string $tableMapClass, ?array $row, int $offset, bool $withPrefix): string
    {
        $class = $tableMapClass::OM_CLASS;
        if ($row !== null && $tableMapClass::CLASS_KEY_POSITION !== null) {
            $key = $row[$offset + $tableMapClass::CLASS_KEY_POSITION];
            if ($tableMapClass::CLASS_KEYS !== null) {
                $class = $key === null ? $class : $tableMapClass::CLASS_KEYS[$key] ?? $class;
            } elseif (is_string($key) && $key !== '') {
                $class = ltrim(strtr($key, '.', '\\'), '\\');
            }
        }
        if ($class === '') {
            $message = sprintf('Table "%s" is abstract: the row has no class', $tableMapClass::TABLE_NAME);
            throw new OrmException($message);
        }

        return $withPrefix ? strtr($class, '\\', '.') : $class;
    }

    /**
     * An empty object of the class that a row stands for.
     *
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, mixed> $row
     */
    public static function newInstance(
        string $tableMapClass,
        array $row,
        int $offset,
        string $indexType,
    ): ActiveRecordInterface {
        $class = $indexType === TableMap::TYPE_NUM
            ? self::of($tableMapClass, $row, $offset, false)
            : self::of($tableMapClass, self::rowByPosition($tableMapClass, $row, $indexType), 0, false);
        if (!is_subclass_of($class, ActiveRecordInterface::class)) {
            $message = sprintf('Table "%s": "%s" is not a valid model class', $tableMapClass::TABLE_NAME, $class);
            throw new OrmException($message);
        }

        return new $class();
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<int|string, mixed> $row keyed by names
     * @return list<mixed> the values of the hydrated columns in their order
     */
    public static function rowByPosition(string $tableMapClass, array $row, string $indexType): array
    {
        $values = [];
        $position = 0;
        foreach ($tableMapClass::getTableMap()->getColumns() as $column) {
            if (!$column->isLazyLoad()) {
                $values[] = $row[$tableMapClass::getFieldNames($indexType)[$position]] ?? null;
            }
            $position++;
        }

        return $values;
    }
}
