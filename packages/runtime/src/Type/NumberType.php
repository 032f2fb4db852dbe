<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\NumberValue;
use Stringable;

/** @internal */
final class NumberType extends TypeFamily
{
    protected static function fromUser(ColumnMap $column, mixed $value): int|float|string|null
    {
        $name = $column->getFullyQualifiedName();
        $isRequired = $column->isNotNull();
        $number = match ($column->getType()) {
            'YEAR' => NumberValue::year($value, $name, $isRequired),
            'BIGINT' => NumberValue::bigint($value, $name, $isRequired, true),
            'TINYINT', 'SMALLINT', 'INTEGER' => NumberValue::integer($value, $name, $isRequired),
            'NUMERIC', 'DECIMAL' => NumberValue::decimal($value, $name, $isRequired),
            default => NumberValue::float($value, $name, $isRequired),
        };

        return $column->isUnsigned() ? NumberValue::unsigned($number, $name, $column->getType()) : $number;
    }

    protected static function keyed(ColumnMap $column, mixed $value): mixed
    {
        $isText = is_string($value) || ($value instanceof Stringable && !$value instanceof Criteria);
        // The adapter knows whether the database stores NaN and infinity.
        $isFloat = in_array($column->getType(), ['REAL', 'FLOAT', 'DOUBLE'], true);
        if ($isText && !($isFloat && NumberValue::nameOf($value) !== null)) {
            NumberValue::assertComparable((string) $value, $column->getFullyQualifiedName());
        }

        return $value;
    }

    /** Databases read `01` and `1.0` as 1, and round decimal numbers half up. */
    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): int|string
    {
        $value = self::scalar($column, $value);
        $text = NumberValue::shortest(is_int($value) || is_float($value) ? $value : (string) $value);
        $text = $digits === null ? $text : NumberValue::shortest(NumberValue::rounded($text, $digits));
        $isInteger = in_array($column->getType(), ColumnMap::INTEGER_TYPES, true) && (string) (int) $text === $text;

        return $isInteger ? (int) $text : $text;
    }
}
