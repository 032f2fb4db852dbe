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
final class TypeText
{
    /** @param bool $isRequired whether to reject an empty string, which otherwise means null */
    public static function of(string $type, mixed $value, string $column, bool $isRequired = false): ?string
    {
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
            $type === ColumnTypes::BIT && $isText => BitValue::fixed($value, $column, $isRequired),
            $type === ColumnTypes::VARBIT && $isText => BitValue::varying($value, $column, $isRequired),
            default => throw new InvalidArgumentException(
                sprintf('Column %s does not take a value of type %s', $column, get_debug_type($value)),
            ),
        };
    }
}
