<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\TemporalValue;

/**
 * Values of range columns. A model stores the string that the server returns: `[1,5)`, `["2020-01-01 10:00:00",)`,
 * `empty`.
 *
 * @internal
 */
final class RangeValue
{
    private const TEXT = '/^\s*([\[(])\s*("(?:[^"\\\\]|\\\\.|"")*"|[^",()\[\]]*)\s*,'
        . '\s*("(?:[^"\\\\]|\\\\.|"")*"|[^",()\[\]]*)\s*([\])])\s*$/Ds';

    /** Range types of discrete values, which the server writes with the bounds `[)`. */
    private const STEPS = ['INT4RANGE' => true, 'INT8RANGE' => true, 'DATERANGE' => true];

    /**
     * @param mixed $value a range, its string form, or a single value, which means a range of that value alone
     * @param bool $isRequired whether to reject an empty string, which otherwise means null
     */
    public static function text(mixed $value, string $type, string $column, bool $isRequired = false): ?string
    {
        if ($value === null || (!$isRequired && is_string($value) && trim($value) === '')) {
            return null;
        }
        try {
            return self::written(self::range($value), $type, $column);
        } catch (InvalidArgumentException $failure) {
            $isNamed = str_contains($failure->getMessage(), $column);
            throw $isNamed
                ? $failure
                : new InvalidArgumentException(sprintf('Column %s: %s', $column, $failure->getMessage()), 0, $failure);
        }
    }

    public static function object(?string $text, string $type): ?Range
    {
        if ($text === null) {
            return null;
        }
        $range = self::read($text);
        if ($range->isEmpty()) {
            return Range::empty();
        }
        $bound = static function (mixed $bound) use ($type): DateTimeInterface|int|string|null {
            if ($bound === null) {
                return null;
            }

            return match ($type) {
                'INT4RANGE', 'INT8RANGE' => (int) $bound,
                'NUMRANGE' => (string) $bound,
                default => TemporalValue::readInstant((string) $bound, DateTimeImmutable::class),
            };
        };

        return new Range($bound($range->lower), $bound($range->upper), $range->bounds);
    }

    private static function range(mixed $value): Range
    {
        return match (true) {
            $value instanceof Range => $value,
            is_string($value) && preg_match('/^\s*(?:[\[(]|empty\s*$)/i', $value) === 1 => self::read($value),
            is_int($value), is_float($value), is_string($value), $value instanceof DateTimeInterface
                => new Range($value, $value, '[]'),
            default => throw new InvalidArgumentException(
                sprintf('a value of type %s is not a valid range', get_debug_type($value)),
            ),
        };
    }

    private static function read(string $text): Range
    {
        if (strtolower(trim($text)) === 'empty') {
            return Range::empty();
        }
        if (preg_match(self::TEXT, $text, $parts) !== 1) {
            throw new InvalidArgumentException(
                sprintf('a range such as "[1,5)" is expected, got "%s"', substr($text, 0, 100)),
            );
        }
        $bound = static fn (string $written): ?string => $written === '' ? null : trim(
            $written[0] === '"'
                ? (string) preg_replace('/\\\\(.)|"(")/s', '$1$2', substr($written, 1, -1))
                : $written,
        );

        return new Range($bound($parts[2]), $bound($parts[3]), $parts[1] . $parts[4]);
    }

    private static function written(Range $range, string $type, string $column): string
    {
        $lower = self::element($range->lower, $type, $column);
        $upper = self::element($range->upper, $type, $column);
        $ordered = new Range($lower, $upper, $range->bounds);
        if ($range->isEmpty() || $ordered->isEmpty()) {
            return 'empty';
        }
        $bounds = $ordered->bounds;
        if (isset(self::STEPS[$type])) {
            if ($lower !== null && $bounds[0] === '(' && !self::isEndless($lower)) {
                $lower = self::next($lower, $type);
                if ($lower === null) {
                    return 'empty';
                }
                $bounds[0] = '[';
            }
            if ($upper !== null && $bounds[1] === ']' && !self::isEndless($upper)) {
                // No value follows the last one, so a range up to it has no upper bound.
                $upper = self::next($upper, $type);
                $bounds[1] = ')';
            }
            if ($lower !== null && $lower === $upper && $bounds !== '[]') {
                return 'empty';
            }
        }
        $quoted = static fn (?string $text): string => str_contains((string) $text, ' ') ? "\"$text\"" : (string) $text;

        return $bounds[0] . $quoted($lower) . ',' . $quoted($upper) . $bounds[1];
    }

    /** Formats a bound as the server does. */
    private static function element(mixed $value, string $type, string $column): ?string
    {
        if ($value === null) {
            return null;
        }
        switch ($type) {
            case 'INT4RANGE':
            case 'INT8RANGE':
                $number = NumberValue::integer(self::number($value, $column), $column, true);
                if ($type === 'INT4RANGE' && ($number < -2 ** 31 || $number >= 2 ** 31)) {
                    throw new InvalidArgumentException(
                        sprintf('Column %s: the number "%d" is too large', $column, $number),
                    );
                }

                return (string) $number;
            case 'NUMRANGE':
                $name = NumberValue::nameOf($value);
                if ($name !== null) {
                    return $name;
                }

                return self::decimal((string) NumberValue::decimal(self::number($value, $column), $column, true));
            default:
                return self::moment($value, $type, $column);
        }
    }

    private static function number(mixed $value, string $column): int|float|string
    {
        return $value instanceof DateTimeInterface
            ? throw new InvalidArgumentException(
                sprintf('Column %s expects a range of numbers, got one of dates', $column),
            )
            : $value;
    }

    private static function decimal(string $text): string
    {
        if (preg_match('/^([+-]?)0*(\d*)(\.\d+)?\.?$/D', $text, $parts) !== 1) {
            // A float has no more digits than these.
            $text = rtrim(sprintf('%.15F', (float) $text), '0');
            preg_match('/^([+-]?)0*(\d*)(\.\d+)?\.?$/D', $text, $parts);
        }
        $digits = ($parts[2] === '' ? '0' : $parts[2]) . ($parts[3] ?? '');

        return $parts[1] === '-' && trim($digits, '0.') !== '' ? '-' . $digits : $digits;
    }

    private static function moment(mixed $value, string $type, string $column): string
    {
        try {
            $date = PgsqlDate::of($value, $type === 'TSTZRANGE', $column);
        } catch (ExceptionInterface $failure) {
            throw new InvalidArgumentException($failure->getMessage(), 0, $failure);
        }
        if ($date === null) {
            throw new InvalidArgumentException(sprintf('Column %s: a bound of a range is empty', $column));
        }
        if (is_string($date)) {
            return $date;
        }

        if ($type === 'DATERANGE') {
            return PgsqlDate::text($date);
        }
        $date = $type === 'TSTZRANGE' ? $date->setTimezone(new DateTimeZone('UTC')) : $date;
        $clock = rtrim(rtrim($date->format(' H:i:s.u'), '0'), '.');

        return PgsqlDate::text($date, $type === 'TSTZRANGE' ? $clock . '+00' : $clock);
    }

    private static function isEndless(string $bound): bool
    {
        return str_ends_with(strtolower($bound), 'infinity');
    }

    /** @return string|null null after the last value */
    private static function next(string $value, string $type): ?string
    {
        if ($type === 'DATERANGE') {
            /** @var DateTimeImmutable $day */
            $day = TemporalValue::readInstant($value, DateTimeImmutable::class);

            return PgsqlDate::text($day->modify('+1 day'));
        }
        $number = (int) $value;

        return $number < ($type === 'INT4RANGE' ? 2 ** 31 - 1 : PHP_INT_MAX) ? (string) ($number + 1) : null;
    }
}
