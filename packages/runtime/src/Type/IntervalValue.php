<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateInterval;
use Orm\Runtime\Exception\InvalidArgumentException;

/**
 * Values of INTERVAL columns. A model stores the string that the server returns: `1 year 2 mons 3 days 04:05:06.5`.
 *
 * @internal
 */
final class IntervalValue
{
    private const ISO = '/^([+-])?P(?=.)((?:[+-]?\d{1,9}[YMWD])*)(?:T((?:[+-]?\d{1,9}(?:\.\d+)?[HMS])+))?$/D';
    private const WORDS = '/^(?:([+-]?\d{1,9})\s+(year|mon(?:th)?|week|day|hour|min(?:ute)?|sec(?:ond)?)s?\s*)'
        . '|^([+-])?(\d{1,10}):(\d\d)(?::(\d\d(?:\.\d+)?))?\s*/';
    private const MONTHS = ['year' => 12, 'mon' => 1, 'month' => 1, 'Y' => 12, 'M' => 1];
    private const DAYS = ['week' => 7, 'day' => 1, 'W' => 7, 'D' => 1];
    private const SECONDS = [
        'hour' => 3600, 'min' => 60, 'minute' => 60, 'sec' => 1, 'second' => 1, 'H' => 3600, 'M' => 60, 'S' => 1,
    ];

    /** @param bool $isRequired whether to reject an empty string, which otherwise means null */
    public static function text(
        DateInterval|string|null $value,
        string $column,
        bool $isRequired = false,
    ): ?string {
        if ($value === null || (!$isRequired && is_string($value) && trim($value) === '')) {
            return null;
        }

        return self::written($value instanceof DateInterval ? self::ofObject($value) : self::read($value, $column));
    }

    public static function object(?string $text): ?DateInterval
    {
        if ($text === null) {
            return null;
        }
        [$months, $days, $micros] = self::read($text, null);
        $interval = new DateInterval('PT0S');
        // PHP's own methods display an interval best if all parts share one sign.
        $interval->invert = max($months, $days, $micros) <= 0 && min($months, $days, $micros) < 0 ? 1 : 0;
        if ($interval->invert === 1) {
            [$months, $days, $micros] = [-$months, -$days, -$micros];
        }
        $seconds = intdiv($micros, 1_000_000);
        $interval->y = intdiv($months, 12);
        $interval->m = $months % 12;
        $interval->d = $days;
        $interval->h = intdiv($seconds, 3600);
        $interval->i = intdiv($seconds, 60) % 60;
        $interval->s = $seconds % 60;
        // PHP truncates below a microsecond, and the float may be slightly too small, so a tenth of a microsecond is
        // added.
        $interval->f = ($micros % 1_000_000 + ($micros <=> 0) * 0.1) / 1_000_000;

        return $interval;
    }

    /** @return array{int, int, int} months, days and microseconds, which are not converted into each other */
    private static function ofObject(DateInterval $value): array
    {
        $sign = $value->invert === 1 ? -1 : 1;
        $seconds = $value->h * 3600 + $value->i * 60 + $value->s;

        return [
            $sign * ($value->y * 12 + $value->m),
            $sign * $value->d,
            $sign * ($seconds * 1_000_000 + (int) round($value->f * 1_000_000)),
        ];
    }

    /** @return array{int, int, int} */
    private static function read(string $text, ?string $column): array
    {
        $rest = trim($text);
        if (preg_match(self::ISO, strtoupper($rest), $parts) === 1) {
            $sign = $parts[1] === '-' ? -1 : 1;
            $read = self::sum($parts[2], self::MONTHS + self::DAYS, [0, 0, 0]);
            $read = self::sum($parts[3] ?? '', self::SECONDS, $read);

            return array_map(static fn (int $part): int => $sign * $part, $read);
        }
        $read = [0, 0, 0];
        for ($count = 0; $rest !== '' && $count < 20; $count++) {
            if (preg_match(self::WORDS, strtolower($rest), $parts) !== 1) {
                break;
            }
            $rest = substr($rest, strlen($parts[0]));
            if (($parts[2] ?? '') !== '') {
                [$number, $unit] = [(int) $parts[1], $parts[2]];
                $read[0] += $number * (self::MONTHS[$unit] ?? 0);
                $read[1] += $number * (self::DAYS[$unit] ?? 0);
                $read[2] += $number * (self::SECONDS[$unit] ?? 0) * 1_000_000;
            } else {
                $seconds = (int) $parts[4] * 3600 + (int) $parts[5] * 60;
                $read[2] += ($parts[3] === '-' ? -1 : 1) * ($seconds * 1_000_000 + self::micros($parts[6] ?? '0'));
            }
        }

        $isInRange = array_filter($read, is_int(...)) === $read;

        return $rest === '' && $count > 0 && $isInRange ? $read : throw new InvalidArgumentException(sprintf(
            '%sexpects an interval such as "P1DT2H" or "1 day 02:00:00", got "%s"',
            $column === null ? 'A column ' : "Column $column ",
            substr($text, 0, 100),
        ));
    }

    /**
     * @param array<string, int> $units
     * @param array{int, int, int} $read
     * @return array{int, int, int}
     */
    private static function sum(string $text, array $units, array $read): array
    {
        preg_match_all('/([+-]?)(\d+(?:\.\d+)?)([A-Z])/', $text, $found, PREG_SET_ORDER);
        foreach ($found as [, $sign, $number, $unit]) {
            $place = $units === self::SECONDS ? 2 : (isset(self::DAYS[$unit]) ? 1 : 0);
            $amount = $place === 2 ? $units[$unit] * self::micros($number) : $units[$unit] * (int) $number;
            $read[$place] += $sign === '-' ? -$amount : $amount;
        }

        return $read;
    }

    /** @return int the microseconds in a number of seconds */
    private static function micros(string $number): int
    {
        [$whole, $fraction] = [...explode('.', $number), '0'];

        return (int) $whole * 1_000_000 + (int) str_pad(substr($fraction, 0, 6), 6, '0');
    }

    /**
     * Formats an interval as PostgreSQL does: a part after a negative one has a sign.
     *
     * @param array{int, int, int} $parts
     */
    private static function written(array $parts): string
    {
        [$months, $days, $micros] = $parts;
        $texts = [];
        $isBehindMinus = false;
        foreach (['year' => intdiv($months, 12), 'mon' => $months % 12, 'day' => $days] as $unit => $number) {
            if ($number !== 0) {
                $sign = $isBehindMinus && $number > 0 ? '+' : '';
                $texts[] = $sign . $number . ' ' . $unit . ($number === 1 ? '' : 's');
                $isBehindMinus = $number < 0;
            }
        }
        if ($micros !== 0 || $texts === []) {
            $sign = $micros < 0 ? '-' : ($isBehindMinus ? '+' : '');
            $seconds = intdiv(abs($micros), 1_000_000);
            $fraction = rtrim(sprintf('.%06d', abs($micros) % 1_000_000), '0');
            $clock = [intdiv($seconds, 3600), intdiv($seconds, 60) % 60, $seconds % 60];
            $texts[] = $sign . vsprintf('%02d:%02d:%02d', $clock) . ($fraction === '.' ? '' : $fraction);
        }

        return implode(' ', $texts);
    }
}
