<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

use function is_bool;
use function is_float;
use function is_int;
use function is_string;

/**
 * Numbers that an application gives to a column. Text that is not a number is refused: a cast would silently
 * store another value. Generated setters call these methods for what is not of the column's own type already.
 */
final class NumberValue
{
    private const UNSIGNED = ['TINYINT' => 255, 'SMALLINT' => 65_535, 'INTEGER' => 4_294_967_295];
    private const MAX_UNSIGNED = '18446744073709551615';

    /** @param bool $isRequired whether an empty text, which is null elsewhere, is refused */
    public static function integer(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
    ): ?int {
        if ($value === null || is_int($value)) {
            return $value;
        }
        if (is_string($value) && (string) (int) $value === $value) {
            // What databases and most forms give.
            return (int) $value;
        }
        $text = self::digits($value, $column, $isRequired);
        if ($text === null) {
            return null;
        }
        $integer = (int) $text;

        return (string) $integer === $text ? $integer : throw self::tooLarge($value, $column);
    }

    /**
     * Refuses what a column of numbers without sign cannot hold.
     *
     * @param string $type that of the column
     */
    public static function unsigned(int|float|string|null $number, string $column, string $type): int|float|string|null
    {
        $isNegative = is_string($number) ? str_starts_with($number, '-') && trim($number, '-0.') !== '' : $number < 0;
        if ($number !== null && $isNegative) {
            throw new InvalidArgumentException(
                sprintf('Column %s expects a number without sign, got "%s"', $column, $number),
            );
        }

        return is_int($number) && $number > (self::UNSIGNED[$type] ?? PHP_INT_MAX)
            ? throw self::tooLarge((string) $number, $column)
            : $number;
    }

    /**
     * Years as MySQL knows them, on every database: of 70 it would make 1970, and of 0 the year 2000 or none.
     *
     * @param bool $isRequired whether an empty text, which is null elsewhere, is refused
     */
    public static function year(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
    ): ?int {
        $year = self::integer($value, $column, $isRequired);

        return $year === null || ($year >= 1901 && $year <= 2155)
            ? $year
            : throw new InvalidArgumentException(
                sprintf('Column %s expects a year from 1901 to 2155, got "%d"', $column, $year),
            );
    }

    /** Integers that may be larger than those of PHP, as their digits. */
    public static function bigint(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
        bool $isUnsigned = false,
    ): ?string {
        if (is_int($value)) {
            return (string) $value;
        }
        if (is_string($value) && (string) (int) $value === $value) {
            return $value;
        }
        $text = $value === null ? null : self::digits($value, $column, $isRequired);
        if ($text === null || (string) (int) $text === $text) {
            return $text;
        }
        $length = strlen($text) <=> strlen(self::MAX_UNSIGNED);
        $isInRange = $isUnsigned && $text[0] !== '-'
            && ($length < 0 || ($length === 0 && strcmp($text, self::MAX_UNSIGNED) <= 0));

        return $isInRange ? $text : throw self::tooLarge($value, $column);
    }

    /**
     * Decimal numbers as their digits: a float would not have all of them.
     *
     * @param int|null $scale how many digits after the point databases give
     */
    public static function decimal(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
        ?int $scale = null,
    ): ?string {
        if ($scale !== null) {
            if (
                is_string($value) && ($value[-1 - $scale] ?? '') === '.'
                && preg_match('/^(?:0|-?[1-9]\d{0,99})\.\d{1,99}$/D', $value) === 1
            ) {
                return $value;
            }
            $text = self::decimal($value, $column, $isRequired);

            return $text === null ? null : self::scaled($text, $scale);
        }
        if ($value === null) {
            return null;
        }
        if (is_int($value) || is_bool($value)) {
            return (string) (int) $value;
        }
        if (is_float($value)) {
            return is_finite($value) ? self::floatText($value) : throw self::notANumber($value, $column);
        }
        $text = trim((string) $value, " \t\r\n");
        if (!is_numeric($text)) {
            return self::empty($text, $column, $isRequired);
        }

        return is_finite((float) $text) ? $text : throw self::tooLarge($text, $column);
    }

    public static function float(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
    ): ?float {
        if ($value === null || is_float($value)) {
            return $value;
        }
        if (in_array($value, ['NaN', 'Infinity', '-Infinity', 'NAN', 'INF', '-INF'], true)) {
            // What JSON, XML and CSV have instead of them.
            return self::fromPgsql((string) self::nameOf($value));
        }
        $text = self::decimal($value, $column, $isRequired);

        return $text === null ? null : (float) $text;
    }

    /** A value that is no number for PHP, as PostgreSQL writes it; null for all others. */
    public static function nameOf(mixed $value): ?string
    {
        if (is_float($value)) {
            return is_nan($value) ? 'NaN' : (is_infinite($value) ? ($value > 0 ? 'Infinity' : '-Infinity') : null);
        }

        return is_string($value) && preg_match('/^\s*(?:(-)|\+)?(?:inf(?:inity)?|(nan))\s*$/Di', $value, $parts) === 1
            ? (isset($parts[2]) ? 'NaN' : ($parts[1] ?? '') . 'Infinity')
            : null;
    }

    /** A number that PostgreSQL gave, which writes those that have no digits by their names. */
    public static function fromPgsql(string|float $value): float
    {
        return match (true) {
            is_numeric($value) => (float) $value,
            $value === 'Infinity' => INF,
            $value === '-Infinity' => 0.0 - INF,
            default => NAN,
        };
    }

    /** A decimal number that SQLite gave: as a float, of which a cast would show 14 digits, if it has a fraction. */
    public static function fromSqlite(string|int|float $value, ?int $scale = null): string
    {
        if ($scale !== null) {
            if (is_int($value)) {
                return $scale === 0 ? (string) $value : $value . '.' . str_repeat('0', $scale);
            }
            if (is_float($value) && abs($value) * 10 ** $scale < 1e15 && $value !== 0.0) {
                // So few digits are those of one float only.
                $text = sprintf("%.{$scale}F", $value);
                if ((float) $text === $value) {
                    return $text;
                }
            }

            return self::scaled(self::fromSqlite($value), $scale);
        }
        if (!is_float($value)) {
            return (string) $value;
        }
        $text = self::floatText($value);

        return str_contains($text, 'E') ? self::scaled($text, 0) : $text;
    }

    /** A number with the digits after the point that its column has. Digits that a database would round stay. */
    private static function scaled(string $number, int $scale): string
    {
        if (preg_match('/^([+-]?)0*+(\d*+)(?:\.(\d*?)0*)?$/D', self::withoutExponent($number), $parts) !== 1) {
            return $number;
        }
        $whole = $parts[2] === '' ? '0' : $parts[2];
        $fraction = str_pad($parts[3] ?? '', $scale, '0');
        $text = $fraction === '' ? $whole : $whole . '.' . $fraction;

        return $parts[1] === '-' && trim($text, '0.') !== '' ? '-' . $text : $text;
    }

    /** The digits of a number that is written with a power of ten, such as 1.5e3. */
    private static function withoutExponent(string $number): string
    {
        if (preg_match('/^([+-]?)(\d*)\.?(\d*)e([+-]?\d+)$/Di', $number, $parts) !== 1) {
            return $number;
        }
        [, $sign, $whole, $fraction] = $parts;
        // A float has no number beyond these, and decimal() has refused what is no finite float.
        $power = max(-400, min(400, (int) $parts[4]));
        $fraction = str_pad($fraction, max(0, $power), '0');
        $whole = str_pad($whole, max(0, -$power), '0', STR_PAD_LEFT);
        $point = strlen($whole) + $power;
        $digits = $whole . $fraction;

        return $sign . substr($digits, 0, $point) . '.' . substr($digits, $point);
    }

    /** Refuses what no number can be compared with; numbers stay as they are given. */
    public static function assertComparable(mixed $value, string $column): void
    {
        if (is_string($value) && !is_numeric(trim($value, " \t\r\n"))) {
            throw self::notANumber($value, $column);
        }
    }

    /** @return string|null the digits of an integer, with a sign only if it is negative */
    private static function digits(
        Stringable|float|string|bool $value,
        string $column,
        bool $isRequired,
    ): ?string {
        if (is_bool($value)) {
            return $value ? '1' : '0';
        }
        if (is_float($value)) {
            return abs($value) < 2 ** 63 && floor($value) === $value
                ? (string) (int) $value
                : throw self::notANumber($value, $column, 'an integer');
        }
        $text = trim((string) $value, " \t\r\n");
        if (preg_match('/^([+-]?)0*+(\d*+)(?:\.0*+)?$/D', $text, $match) && preg_match('/\d/', $text)) {
            $digits = $match[2] === '' ? '0' : $match[2];

            return $match[1] === '-' && $digits !== '0' ? '-' . $digits : $digits;
        }
        if (is_numeric($text)) {
            $number = (float) $text;

            return floor($number) === $number && abs($number) < 2 ** 53
                ? (string) (int) $number
                : throw self::notANumber($text, $column, 'an integer');
        }

        return self::empty($text, $column, $isRequired);
    }

    /** @return null an empty text of a form means null */
    private static function empty(string $text, string $column, bool $isRequired): ?string
    {
        return $text === '' && !$isRequired ? null : throw self::notANumber($text, $column);
    }

    /** All digits that are needed to read the same number back. */
    private static function floatText(float $value): string
    {
        $text = var_export($value, true);

        return str_ends_with($text, '.0') ? substr($text, 0, -2) : $text;
    }

    private static function notANumber(
        float|string $value,
        string $column,
        string $wanted = 'a number',
    ): InvalidArgumentException {
        // PHP 8.5 warns where NAN becomes text.
        $text = is_float($value) ? var_export($value, true) : $value;

        return new InvalidArgumentException(
            sprintf('Column %s expects %s, got "%s"', $column, $wanted, self::shown($text)),
        );
    }

    private static function tooLarge(
        Stringable|float|string|bool $value,
        string $column,
    ): InvalidArgumentException {
        return new InvalidArgumentException(
            sprintf('Column %s: the number "%s" is too large', $column, self::shown((string) $value)),
        );
    }

    /** The start of a long text is enough to find it. */
    private static function shown(string $text): string
    {
        return strlen($text) > 100 ? substr($text, 0, 100) . '…' : $text;
    }
}
