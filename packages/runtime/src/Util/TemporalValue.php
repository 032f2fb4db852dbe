<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTime;
use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Exception;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnTypes;

/**
 * Values of date and time columns. A model stores the string from the database, or a plain string that was set, until a
 * getter is called, which converts it to an object once. PHP has no objects for `infinity`, `-infinity` and times from
 * `24:00:00`, so these stay strings.
 */
final class TemporalValue
{
    private const INFINITE = '/^\s*(?:(-)|\+)?infinity\s*$/Di';

    /**
     * A time outside a day: PostgreSQL supports the end of the day, and MySQL positive and negative times of up to 838
     * hours.
     */
    private const LONG_TIME = '/^\s*(24:00|(?:-\d\d|2[4-9]|[3-9]\d|-?\d{3}):[0-5]\d:[0-5]\d)(\.\d+)?\s*$/D';

    /** PostgreSQL's form of years that do not have four digits, and of years BC. */
    private const FAR_DATE = '/^(\d{4,6})-(\d\d)-(\d\d)( \d\d:\d\d:\d\d(?:\.\d+)?)?([+-][\d:]+)?( BC)?$/D';

    private const DAY = '[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])';
    private const TIME = '(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?';

    /**
     * Strings that PHP and databases read in the same way, by the format that columns store. The day of the month is
     * checked separately.
     */
    private const PLAIN = [
        'Y-m-d' => '/^' . self::DAY . '$/D',
        'H:i:s.u' => '/^' . self::TIME . '$/D',
        'Y-m-d H:i:s.u' => '/^' . self::DAY . ' ' . self::TIME . '$/D',
    ];

    /** The length of these strings with all digits. */
    private const LENGTHS = ['Y-m-d' => 10, 'H:i:s.u' => 15, 'Y-m-d H:i:s.u' => 26];

    /**
     * Returns the value for a getter: an object, or a string if a format is given. The stored string is replaced by the
     * object.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     */
    public static function get(
        DateTimeInterface|string|null &$stored,
        ?string $format,
        string $class = DateTime::class,
    ): DateTimeInterface|string|null {
        if (is_string($stored)) {
            if ($format !== null && isset(self::PLAIN[$format]) && self::plain($stored, $format) === $stored) {
                return $stored;
            }
            $stored = self::read($stored, $class);
        }
        if ($stored === null || is_string($stored)) {
            return $stored;
        }
        if ($format !== null) {
            return $stored->format($format);
        }

        // A mutable object is returned as a copy, because changing it must not change the model.
        return $stored instanceof DateTime ? clone $stored : $stored;
    }

    /**
     * Returns the value that a setter stores.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     * @param string|null $column column name for error messages
     * @param int|null $digits number of fractional digits of seconds that the column stores; null: all
     */
    public static function parse(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTime::class,
        ?string $column = null,
        ?int $digits = null,
    ): DateTimeInterface|string|null {
        $date = self::parseWhole($value, $class, $column);
        if ($digits === null || $date === null || is_string($date)) {
            return $date;
        }
        $dropped = (int) $date->format('u') % 10 ** (6 - $digits);

        // Unlike setTime(), this keeps the right instant in the hour that occurs twice when clocks are set back.
        return $dropped === 0 ? $date : $date->modify('-' . $dropped . ' microseconds');
    }

    /** @param class-string<DateTime>|class-string<DateTimeImmutable> $class */
    private static function parseWhole(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class,
        ?string $column,
    ): DateTime|DateTimeImmutable|string|null {
        if (is_string($value)) {
            if (str_starts_with($value, '0000-00-00')) {
                return null;
            }
            $text = self::withoutObject($value);
            if ($text !== null) {
                return $text;
            }
        } elseif ($value instanceof DateTimeInterface) {
            $value = OrmDateTime::inZone($value);
            if (OrmDateTime::isInRange($value)) {
                if (!$value instanceof $class) {
                    return $class::createFromInterface($value);
                }

                return $value instanceof DateTime ? clone $value : $value;
            }
        }
        try {
            $date = OrmDateTime::newInstance($value, null, $class);
        } catch (OrmException $failure) {
            throw $column === null
                ? $failure
                : new OrmException(sprintf('Column %s: %s', $column, $failure->getMessage()), 0, $failure);
        }

        return $date instanceof DateTime ? clone $date : $date;
    }

    /**
     * Returns the value that the setter of a column of instants stores. The time zone of the value is kept.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     * @param string|null $column column name for error messages
     * @param int|null $digits number of fractional digits of seconds that the column stores; null: all
     */
    public static function parseInstant(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTimeImmutable::class,
        ?string $column = null,
        ?int $digits = null,
    ): DateTimeInterface|string|null {
        /**
         * @var DateTime|DateTimeImmutable|string|null $date PHP does not allow other classes to implement the interface
         */
        $date = self::parse($value, $class, $column, $digits);
        if ($date === null || is_string($date) || !(is_string($value) || $value instanceof DateTimeInterface)) {
            return $date;
        }
        $zoned = is_string($value) && !is_numeric($value) ? new DateTimeImmutable($value) : $value;

        return $zoned instanceof DateTimeInterface ? $date->setTimezone($zoned->getTimezone()) : $date;
    }

    /**
     * Returns the value for the getter of a column of instants, in the time zone in which it was set or returned by the
     * database.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     */
    public static function getInstant(
        DateTimeInterface|string|null &$stored,
        ?string $format,
        string $class = DateTimeImmutable::class,
    ): DateTimeInterface|string|null {
        if (is_string($stored)) {
            $stored = self::readInstant($stored, $class);
        }

        return self::get($stored, $format, $class);
    }

    /**
     * Returns an instant with the offset of its time zone. Offsets of historical times may include seconds, which the
     * string cannot contain; these instants are returned in UTC.
     */
    public static function instantText(DateTimeInterface $date): string
    {
        $zoned = $date->getOffset() % 60 === 0
            ? $date
            : DateTimeImmutable::createFromInterface($date)->setTimezone(new DateTimeZone('UTC'));

        return $zoned->format('Y-m-d H:i:s.uP');
    }

    /** Returns whether two values are the same instant, in any time zones. */
    public static function equalInstants(
        DateTimeInterface|string|null $stored,
        DateTimeInterface|string|null $value,
    ): bool {
        $stored = is_string($stored) ? self::readInstant($stored, DateTimeImmutable::class) : $stored;

        return !$stored instanceof DateTimeInterface || !$value instanceof DateTimeInterface
            ? $stored === $value
            : $stored->format('U.u') === $value->format('U.u');
    }

    /** Returns the text for a number in a row: a timestamp, or a day as eight digits, like those that setters accept. */
    public static function ofNumber(int|float $number, string $type): string
    {
        $date = OrmDateTime::newInstance(is_int($number) ? (string) $number : $number);

        return (string) $date?->format(match ($type) {
            ColumnTypes::DATE, ColumnTypes::BU_DATE => 'Y-m-d',
            ColumnTypes::TIME => 'H:i:s.u',
            ColumnTypes::TIMESTAMPTZ => 'Y-m-d H:i:s.uP',
            default => 'Y-m-d H:i:s.u',
        });
    }

    /**
     * Returns an instant from the database, in the time zone of its string.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     */
    public static function readInstant(string $stored, string $class): DateTimeInterface|string
    {
        try {
            return self::withoutObject($stored) ?? self::farDate($stored, $class) ?? new $class($stored);
        } catch (Exception $failure) {
            throw new OrmException(sprintf('"%s" is not a valid date or time', $stored), 0, $failure);
        }
    }

    /**
     * Returns the value that the setter of a date column stores.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     */
    public static function parseDay(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTime::class,
        ?string $column = null,
    ): DateTimeInterface|string|null {
        if (is_string($value) && self::plain($value, 'Y-m-d') !== null) {
            return $value;
        }
        /**
         * @var DateTime|DateTimeImmutable|string|null $date PHP does not allow other classes to implement the interface
         */
        $date = self::parse($value, $class, $column);

        return is_string($date) ? $date : $date?->setTime(0, 0);
    }

    /**
     * Returns the value that the setter of a date and time column stores.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     * @param int|null $digits number of fractional digits of seconds that the column stores; null: all
     */
    public static function parseTimestamp(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTime::class,
        ?string $column = null,
        ?int $digits = null,
    ): DateTimeInterface|string|null {
        $text = is_string($value) ? self::plain($value, 'Y-m-d H:i:s.u', $digits) : null;

        return $text ?? self::parse($value, $class, $column, $digits);
    }

    /**
     * Returns the value that the setter of a time column stores.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     * @param int|null $digits number of fractional digits of seconds that the column stores; null: all
     */
    public static function parseTime(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTime::class,
        ?string $column = null,
        ?int $digits = null,
    ): DateTimeInterface|string|null {
        $text = is_string($value) ? self::plain($value, 'H:i:s.u', $digits) : null;

        return $text ?? self::parse($value, $class, $column, $digits);
    }

    /**
     * Returns the stored form of a string that can be read without an object; null for all other strings.
     *
     * @param string $format format that the column stores
     * @param int|null $digits number of fractional digits of seconds that the column stores; null: all
     */
    public static function plain(string $text, string $format, ?int $digits = null): ?string
    {
        if (
            !isset(self::PLAIN[$format]) || preg_match(self::PLAIN[$format], $text) !== 1
            // Every month has at least 28 days.
            || ($text[4] === '-' && substr($text, 8, 2) > 28
                && !checkdate((int) substr($text, 5, 2), (int) substr($text, 8, 2), (int) substr($text, 0, 4)))
            // In other time zones, a time may not exist when clocks are set forward, which only PHP knows.
            || ($format === 'Y-m-d H:i:s.u' && date_default_timezone_get() !== 'UTC')
        ) {
            return null;
        }
        if ($format === 'Y-m-d') {
            return $text;
        }
        $seconds = $format === 'H:i:s.u' ? 8 : 19;
        $kept = $digits === null ? $text : substr($text, 0, $seconds + 1 + $digits);

        return strlen($kept) <= $seconds + 1
            ? substr($kept, 0, $seconds) . '.000000'
            : str_pad($kept, $seconds + 7, '0');
    }

    /**
     * Returns whether a string has all digits of a format, as setters store it. The setters have already checked that
     * the day exists.
     *
     * @internal
     */
    public static function isInFull(string $text, string $format): bool
    {
        return strlen($text) === (self::LENGTHS[$format] ?? null) && preg_match(self::PLAIN[$format], $text) === 1;
    }

    /** Returns whether two values are equal in the precision of their column. */
    public static function equal(
        DateTimeInterface|string|null $stored,
        DateTimeInterface|string|null $value,
        string $format,
    ): bool {
        if ($stored instanceof DateTimeInterface && $value instanceof DateTimeInterface) {
            return $stored->format($format) === $value->format($format);
        }

        return $stored === $value
            || ($stored !== null && self::comparable($stored, $format) === self::comparable($value, $format));
    }

    /** Returns a value as a string in the format, for comparison; null stays null. */
    private static function comparable(DateTimeInterface|string|null $value, string $format): ?string
    {
        if (is_string($value)) {
            if (self::isInFull($value, $format)) {
                return $value;
            }
            $value = self::plain($value, $format) ?? self::read($value, DateTime::class);
        }

        return $value instanceof DateTimeInterface ? $value->format($format) : $value;
    }

    /**
     * Reads a value from the database without further checks.
     *
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     */
    public static function read(string $stored, string $class): DateTimeInterface|string|null
    {
        if (str_starts_with($stored, '0000-00-00')) {
            return null;
        }

        return self::withoutObject($stored) ?? self::farDate($stored, $class)
            ?? OrmDateTime::fromStored($stored, null, $class);
    }

    /** Returns the canonical form of a value for which PHP has no object; null for all other values. */
    public static function withoutObject(string $text): ?string
    {
        if (($text[4] ?? '') === '-') {
            // The value is a date, as almost all values are.
            return null;
        }
        if (preg_match(self::INFINITE, $text, $parts) === 1) {
            return ($parts[1] ?? '') . 'infinity';
        }
        if (preg_match(self::LONG_TIME, $text, $parts) !== 1) {
            return null;
        }
        $fraction = rtrim($parts[2] ?? '', '.0');

        return ($parts[1] === '24:00' ? '24:00:00' : $parts[1]) . $fraction;
    }

    /**
     * @param class-string<DateTime>|class-string<DateTimeImmutable> $class
     * @return DateTime|DateTimeImmutable|null null for dates that PHP can read itself
     */
    private static function farDate(string $text, string $class): ?DateTimeInterface
    {
        $isPlain = ($text[4] ?? '') === '-' && !str_ends_with($text, 'C');
        if ($isPlain || preg_match(self::FAR_DATE, $text, $parts) !== 1) {
            return null;
        }
        $year = (int) $parts[1];

        return (new $class('2000-01-01' . ($parts[4] ?? '') . ($parts[5] ?? '')))
            ->setDate(isset($parts[6]) ? 1 - $year : $year, (int) $parts[2], (int) $parts[3]);
    }
}
