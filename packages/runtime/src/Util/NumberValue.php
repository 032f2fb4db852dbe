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
 * Converts numbers given by an application for a column. Strings that are not numbers are rejected, because a cast
 * would silently store another value. Generated setters call these methods for values that do not have the column's
 * type.
 */
final class NumberValue
{
    private const UNSIGNED = ['TINYINT' => 255, 'SMALLINT' => 65_535, 'INTEGER' => 4_294_967_295];
    private const MAX_UNSIGNED = '18446744073709551615';

    /** @param bool $isRequired true: reject an empty string instead of treating it as null */
    public static function integer(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
    ): ?int {
        if ($value === null || is_int($value)) {
            return $value;
        }
        if (is_string($value) && (string) (int) $value === $value) {
            // This is the form used by databases and most forms.
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
     * Rejects numbers that an unsigned column cannot store.
     *
     * @param string $type type of the column
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
     * Returns a year in MySQL's range, for every database. MySQL would convert 70 to 1970, and 0 to 2000 or no year.
     *
     * @param bool $isRequired true: reject an empty string instead of treating it as null
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

    /** Returns an integer as digits, because it may be larger than a PHP integer. */
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
     * Returns a decimal number as digits, because a float would not have all of them.
     *
     * @param int|null $scale number of decimal digits returned by databases; further digits are rounded
     * @param int|null $digits the highest number of decimal digits if there is no scale; null: unlimited
     */
    public static function decimal(
        Stringable|int|float|string|bool|null $value,
        string $column,
        bool $isRequired = false,
        ?int $scale = null,
        ?int $digits = null,
    ): ?string {
        if ($scale !== null) {
            if (
                is_string($value) && ($value[-1 - $scale] ?? '') === '.'
                && preg_match('/^(?:0|-?[1-9]\d{0,99})\.\d{1,99}$/D', $value) === 1
            ) {
                return $value;
            }
            $text = self::decimal($value, $column, $isRequired);

            return $text === null ? null : self::scaled(self::rounded($text, $scale), $scale);
        }
        if ($digits !== null) {
            $text = self::decimal($value, $column, $isRequired);

            return $text === null ? null : self::rounded($text, $digits);
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
            // JSON, XML and CSV contain these strings instead of NaN and infinity.
            return self::fromPgsql((string) self::nameOf($value));
        }
        $text = self::decimal($value, $column, $isRequired);

        return $text === null ? null : (float) $text;
    }

    /** Returns a number with as few digits as possible, as databases compare it: 1.5 for `1.50`, `+1.5` and `15e-1`. */
    public static function shortest(string|int|float $number): string
    {
        if (is_int($number)) {
            return (string) $number;
        }

        return self::scaled(is_float($number) ? self::floatText($number) : trim($number, " \t\r\n"), 0);
    }

    /** Returns the PostgreSQL name of NaN or infinity; null for all other values. */
    public static function nameOf(mixed $value): ?string
    {
        if (is_float($value)) {
            return is_nan($value) ? 'NaN' : (is_infinite($value) ? ($value > 0 ? 'Infinity' : '-Infinity') : null);
        }

        return is_string($value) && preg_match('/^\s*(?:(-)|\+)?(?:inf(?:inity)?|(nan))\s*$/Di', $value, $parts) === 1
            ? (isset($parts[2]) ? 'NaN' : ($parts[1] ?? '') . 'Infinity')
            : null;
    }

    /** Returns a number from PostgreSQL, which writes NaN and infinity by name. */
    public static function fromPgsql(string|float $value): float
    {
        return match (true) {
            is_numeric($value) => (float) $value,
            $value === 'Infinity' => INF,
            $value === '-Infinity' => 0.0 - INF,
            default => NAN,
        };
    }

    /**
     * Returns a decimal number from SQLite, which is a float if it has a fraction. A cast would only keep 14 digits.
     */
    public static function fromSqlite(string|int|float $value, ?int $scale = null): string
    {
        if ($scale !== null) {
            if (is_int($value)) {
                return $scale === 0 ? (string) $value : $value . '.' . str_repeat('0', $scale);
            }
            if (is_float($value) && abs($value) * 10 ** $scale < 1e15 && $value !== 0.0) {
                // With so few digits, the string represents only this float.
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

    /** Rounds a number half away from zero, as databases do. Zeros after the digits are kept. */
    public static function rounded(string $number, int $digits): string
    {
        $pattern = '/^([+-]?)(\d*)\.(\d{' . $digits . '})(\d*[1-9]\d*)$/D';
        if (preg_match($pattern, self::withoutExponent($number), $parts) !== 1) {
            return $number;
        }
        [, $sign, $whole, $kept, $rest] = $parts;
        $number = '0' . $whole . $kept;
        if ($rest[0] >= '5') {
            $last = strlen(rtrim($number, '9')) - 1;
            $number = substr($number, 0, $last) . ($number[$last] + 1) . str_repeat('0', strlen($number) - $last - 1);
        }
        $whole = ltrim(substr($number, 0, strlen($number) - $digits), '0');
        $text = ($whole === '' ? '0' : $whole) . ($digits === 0 ? '' : '.' . substr($number, -$digits));

        return $sign === '-' && trim($text, '0.') !== '' ? '-' . $text : $text;
    }

    /** Returns a number with at least the decimal digits of its column. */
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

    /** Returns a number in exponent notation, such as 1.5e3, as plain digits. */
    private static function withoutExponent(string $number): string
    {
        if (preg_match('/^([+-]?)(\d*)\.?(\d*)e([+-]?\d+)$/Di', $number, $parts) !== 1) {
            return $number;
        }
        [, $sign, $whole, $fraction] = $parts;
        // No float exceeds this range, and decimal() has already rejected values that are not finite.
        $power = max(-400, min(400, (int) $parts[4]));
        $fraction = str_pad($fraction, max(0, $power), '0');
        $whole = str_pad($whole, max(0, -$power), '0', STR_PAD_LEFT);
        $point = strlen($whole) + $power;
        $digits = $whole . $fraction;

        return $sign . substr($digits, 0, $point) . '.' . substr($digits, $point);
    }

    /** Rejects strings that no number can be compared with. */
    public static function assertComparable(mixed $value, string $column): void
    {
        if (is_string($value) && !is_numeric(trim($value, " \t\r\n"))) {
            throw self::notANumber($value, $column);
        }
    }

    /** @return string|null the digits of an integer, with a sign only if it is negative; null for an empty string */
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

    /** @return null for an empty string, as submitted by forms; otherwise throws */
    private static function empty(string $text, string $column, bool $isRequired): ?string
    {
        return $text === '' && !$isRequired ? null : throw self::notANumber($text, $column);
    }

    /** Returns all digits needed to read the same number back. */
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
        // PHP 8.5 warns when NAN is converted to a string.
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

    /** Returns the start of a long string, which is enough to find it. */
    private static function shown(string $text): string
    {
        return strlen($text) > 100 ? substr($text, 0, 100) . '…' : $text;
    }
}
