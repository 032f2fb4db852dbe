<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use DateTimeInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\TemporalValue;
use Orm\Runtime\Util\UuidConverter;

/**
 * Converts values of scope and key columns to a form in which they can be compared.
 *
 * @internal
 */
final class ScopeValue
{
    private const FORMATS = [
        ColumnTypes::DATE => 'Y-m-d',
        ColumnTypes::BU_DATE => 'Y-m-d',
        ColumnTypes::TIME => 'H:i:s.u',
        ColumnTypes::TIMESTAMP => 'Y-m-d H:i:s.u',
        ColumnTypes::DATETIME => 'Y-m-d H:i:s.u',
        ColumnTypes::BU_TIMESTAMP => 'Y-m-d H:i:s.u',
        ColumnTypes::TIMESTAMPTZ => 'Y-m-d H:i:s.u',
    ];

    /** @param int|null $digits the decimal places that the column stores; null: unlimited */
    public static function stored(ColumnMap $column, mixed $value, ?int $digits = null): mixed
    {
        if ($value === null) {
            return null;
        }
        $type = $column->getType();
        switch ($type) {
            case ColumnTypes::TINYINT:
            case ColumnTypes::SMALLINT:
            case ColumnTypes::INTEGER:
            case ColumnTypes::BIGINT:
            case ColumnTypes::YEAR:
                return self::integer(self::scalar($column, $value));
            case ColumnTypes::BOOLEAN:
            case ColumnTypes::BOOLEAN_EMU:
                return ColumnValue::boolean($value, $column->getFullyQualifiedName(), true);
            case ColumnTypes::ENUM:
                return is_int($value)
                    ? $value
                    : ColumnValue::enumIndex($column->getFullyQualifiedName(), $value, $column->getValueSet());
            case ColumnTypes::SET:
                return is_int($value) ? $value : ColumnValue::setMask($value, $column->getValueSet());
            case ColumnTypes::ENUM_NATIVE:
            case ColumnTypes::SET_NATIVE:
            case ColumnTypes::SET_ARRAY:
                return ColumnValue::toStored($column, $value);
            case ColumnTypes::DECIMAL:
            case ColumnTypes::NUMERIC:
                return self::decimal(self::scalar($column, $value), $digits);
            case ColumnTypes::UUID_BINARY:
            case ColumnTypes::UUID_BINARY_UNSWAPPED:
                $text = (string) ColumnValue::content($value);

                return strlen($text) === 16
                    ? UuidConverter::binToUuid($text, ColumnMap::UUID_BYTES[$type])
                    : strtolower($text);
        }
        if (isset(self::FORMATS[$type])) {
            $text = is_string($value)
                ? TemporalValue::plain($value, self::FORMATS[$type], $digits) ?? TemporalValue::withoutObject($value)
                : null;
            if ($text !== null) {
                return $text;
            }
            $isDate = $value instanceof DateTimeInterface && OrmDateTime::isInRange($value);
            $date = $isDate ? $value : OrmDateTime::newInstance($value);
            $date = $date === null ? null : OrmDateTime::inZone($date);

            return self::withDigits($date?->format(self::FORMATS[$type]), $digits);
        }

        return (string) self::scalar($column, $value);
    }

    private static function scalar(ColumnMap $column, mixed $value): mixed
    {
        if (!is_scalar($value) && !$value instanceof \Stringable) {
            $type = get_debug_type($value);
            throw new OrmException(sprintf('Column "%s" cannot have a scope of type %s', $column->getName(), $type));
        }

        return $value;
    }

    /** Databases read `01` and `1.0` as 1. A number that does not fit into an integer stays a string. */
    private static function integer(mixed $value): int|string
    {
        $text = is_bool($value) ? (string) (int) $value : (string) $value;
        if ((string) (int) $text === $text) {
            return (int) $text;
        }
        $number = is_numeric($text) ? (float) $text : NAN;

        return floor($number) === $number && abs($number) < 2 ** 53 ? (int) $number : $text;
    }

    /** Returns a decimal number without insignificant zeros, rounded half up as databases do. */
    private static function decimal(mixed $value, ?int $digits): string
    {
        $text = is_float($value) || preg_match('/e/i', (string) $value) === 1
            ? sprintf('%.14F', (float) $value)
            : trim((string) $value);
        $text = $digits === null ? $text : NumberValue::rounded($text, $digits);
        if (preg_match('/^([+-]?)(\d*)(?:\.(\d*))?$/', $text, $parts) !== 1) {
            return $text;
        }
        [, $sign, $whole, $fraction] = [...$parts, ''];
        $whole = ltrim($whole, '0');
        $fraction = rtrim($fraction, '0');
        $text = ($whole === '' ? '0' : $whole) . ($fraction === '' ? '' : '.' . $fraction);

        return $sign === '-' && $text !== '0' ? '-' . $text : $text;
    }

    /** Truncates the fraction instead of rounding it, as writing the value does. */
    private static function withDigits(?string $text, ?int $digits): ?string
    {
        $point = $text === null ? false : strpos($text, '.');

        return $digits === null || $digits >= 6 || $point === false
            ? $text
            : str_pad(substr($text, 0, $point + 1 + $digits), $point + 7, '0');
    }
}
