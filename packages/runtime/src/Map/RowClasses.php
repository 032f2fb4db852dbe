<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/**
 * Finds the model class of a row if a table has several, and converts rows with named columns.
 *
 * @internal
 */
final class RowClasses
{
    /**
     * Returns the model class of a row; without a row, that of the table.
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
     * Returns a new object of a row's model class.
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
     * @param array<int|string, mixed> $row row with named columns
     * @return list<mixed> the values of the hydrated columns, in order
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

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array<int, string> the types of date and time columns by their positions in a row
     */
    public static function datePositions(string $tableMapClass): array
    {
        return Orm::$services->facts[self::class][$tableMapClass] ??= self::findDatePositions($tableMapClass);
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return array<int, string>
     */
    private static function findDatePositions(string $tableMapClass): array
    {
        $types = [];
        $position = 0;
        foreach ($tableMapClass::getTableMap()->getColumns() as $column) {
            if ($column->isTemporal() && !$column->isLazyLoad()) {
                $types[$position] = $column->getType();
            }
            $position += $column->isLazyLoad() ? 0 : 1;
        }

        return $types;
    }
}
