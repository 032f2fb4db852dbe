<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\OrmDateTime;

use function count;
use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;

/**
 * Pool keys of tables whose key values can be written in several ways: a row must have one pool key, whether its key
 * comes from the database, from an object or from an application.
 *
 * @internal
 */
final class PoolKey
{
    /** Types of numbers that databases and applications write in several ways. */
    private const NUMBER_TYPES = [
        ColumnTypes::NUMERIC => true, ColumnTypes::DECIMAL => true,
        ColumnTypes::REAL => true, ColumnTypes::FLOAT => true, ColumnTypes::DOUBLE => true,
    ];

    /**
     * Returns whether a row contains its key in a form from which the pool key follows.
     *
     * @param string $keyType KEY_TYPE of a table map
     */
    public static function isInRows(string $keyType): bool
    {
        return $keyType === ColumnTypes::CHAR || isset(self::NUMBER_TYPES[$keyType]);
    }

    public static function isWrittenDifferently(ColumnMap $column): bool
    {
        return isset(self::NUMBER_TYPES[$column->getType()]);
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param mixed $key a value or, for a composite key, a list
     */
    public static function of(string $tableMapClass, mixed $key): ?string
    {
        $types = Orm::$services->facts[self::class][$tableMapClass] ?? self::types($tableMapClass);
        if (!is_array($key)) {
            return $key === null ? null : self::part($tableMapClass::TABLE_NAME, $key, $types[0] ?? null);
        }
        $parts = [];
        foreach (array_values($key) as $i => $value) {
            $parts[] = self::part($tableMapClass::TABLE_NAME, $value, $types[$i] ?? null);
        }

        return array_filter($key, static fn (mixed $value): bool => $value !== null) === [] ? null : serialize($parts);
    }

    /**
     * Returns a part of a key as the string used in pool keys.
     *
     * @param string|null $type type of the column
     */
    public static function part(string $table, mixed $value, ?string $type = null): string
    {
        if (isset(self::NUMBER_TYPES[$type ?? '']) && (is_string($value) || is_int($value) || is_float($value))) {
            return NumberValue::shortest($value);
        }

        return match (true) {
            $value instanceof DateTimeInterface => OrmDateTime::inZone($value)->format(match ($type) {
                ColumnTypes::DATE => 'Y-m-d',
                ColumnTypes::TIME => 'H:i:s.u',
                default => 'Y-m-d H:i:s.u',
            }),
            $value instanceof BackedEnum => (string) $value->value,
            is_bool($value) => (string) (int) $value,
            is_string($value) && $type === ColumnTypes::CHAR => rtrim($value, ' '),
            is_array($value) => throw new InvalidArgumentException(
                sprintf('A key of table "%s" cannot contain an array', $table),
            ),
            default => BoundValue::text($value),
        };
    }

    /** Returns whether a column has the value of another one, which it refers to. */
    public static function agree(ColumnMap $column, mixed $value, mixed $referred): bool
    {
        if ($value === $referred || $value === null || $referred === null) {
            return $value === $referred;
        }
        if (!is_string($value) || !is_string($referred) || !$column->isText()) {
            return $value == $referred;
        }

        // As numbers, which PHP would compare, '007' and '7' are equal.
        return self::isPadded($column) && rtrim($value, ' ') === rtrim($referred, ' ');
    }

    /**
     * Returns whether a database may treat the texts in two pool keys as equal. Which characters are equal depends on
     * the collation; only for ASCII is it certain that no more than case and spaces at the end are ignored.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    public static function mayEqual(string $tableMapClass, string $one, string $other): bool
    {
        $parts = static fn (string $key): array => count($tableMapClass::PRIMARY_KEY_POSITIONS) === 1
            ? [$key]
            : (array) unserialize($key, ['allowed_classes' => false]);

        return array_map(self::folded(...), $parts($one)) === array_map(self::folded(...), $parts($other))
            || preg_match('/[^\x00-\x7F]/', $one . $other) === 1;
    }

    private static function folded(string $part): string
    {
        return strtolower(rtrim($part, ' '));
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @return list<string> types of the key's columns
     */
    private static function types(string $tableMapClass): array
    {
        $types = [];
        foreach ($tableMapClass::getTableMap()->getPrimaryKeys() as $column) {
            $type = $column->getType();
            $types[] = $type === ColumnTypes::CHAR && !self::isPadded($column) ? ColumnTypes::VARCHAR : $type;
        }

        return Orm::$services->facts[self::class][$tableMapClass] = $types;
    }

    /** Returns whether the database treats CHAR values with and without spaces at the end as equal. */
    public static function isPadded(ColumnMap $column): bool
    {
        return $column->getType() === ColumnTypes::CHAR
            && Orm::getServiceContainer()->getAdapter($column->getTable()::DATABASE_NAME)->padsChar();
    }
}
