<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateInterval;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Stringable;

/**
 * Converts PHP values to the strings that columns store, for types whose values models store as strings.
 *
 * @internal
 */
final class TypeText extends TypeFamily
{
    public const IN_CLAUSES = 'whole';

    protected static function takes(string $type, mixed $value): bool
    {
        return match (true) {
            $type === 'HSTORE', str_ends_with($type, '[]') => is_array($value),
            $type === 'INTERVAL' => $value instanceof DateInterval,
            default => $value instanceof Range,
        };
    }

    protected static function fromUser(ColumnMap $column, mixed $value): ?string
    {
        $name = $column->getFullyQualifiedName();

        return self::text($column->getType(), $value, $name, $column->isNotNull(), $column->getSize());
    }

    /** An array is one value of the column, unless it is a list of such values. */
    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        $isMap = $column->getType() === 'HSTORE';
        $isOne = is_array($value) && ($isMap
            ? !HstoreValue::areSeveral($value)
            : $column->getElementType() !== null && array_filter($value, is_array(...)) === []);

        return $isOne
            ? self::text($column->getType(), $value, $column->getFullyQualifiedName(), !$isMap)
            : $value;
    }

    /**
     * @param bool $isRequired whether to reject an empty string, which otherwise means null
     * @param int|null $size the number of bits of the column; null: any
     */
    public static function text(
        string $type,
        mixed $value,
        string $column,
        bool $isRequired = false,
        ?int $size = null,
    ): ?string {
        if ($value === null) {
            return null;
        }
        $isText = is_scalar($value) || $value instanceof Stringable;

        if (str_ends_with($type, '[]')) {
            return ListValue::text($value, substr($type, 0, -2), $column, $isRequired);
        }

        return match (true) {
            in_array($type, ColumnMap::RANGE_TYPES, true) => RangeValue::text($value, $type, $column, $isRequired),
            $type === ColumnTypes::INTERVAL && ($isText || $value instanceof DateInterval)
                => IntervalValue::text($isText ? (string) $value : $value, $column, $isRequired),
            $type === ColumnTypes::HSTORE && ($isText || is_array($value))
                => HstoreValue::text($isText ? (string) $value : $value, $column, $isRequired),
            $type === ColumnTypes::INET && $isText => NetworkValue::inet($value, $column, $isRequired),
            $type === ColumnTypes::CIDR && $isText => NetworkValue::cidr($value, $column, $isRequired),
            $type === ColumnTypes::MACADDR && $isText => NetworkValue::mac($value, $column, $isRequired),
            $type === ColumnTypes::BIT && $isText => BitValue::fixed($value, $column, $isRequired, $size),
            $type === ColumnTypes::VARBIT && $isText => BitValue::varying($value, $column, $isRequired, $size),
            default => throw new InvalidArgumentException(
                sprintf('Column %s does not take a value of type %s', $column, get_debug_type($value)),
            ),
        };
    }
}
