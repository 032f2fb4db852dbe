<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTime;
use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Exception;
use Orm\Runtime\Exception\OrmException;

/** Creates date-time objects from all values passed to setters and filters or returned by databases. */
class OrmDateTime extends DateTime
{
    /** The most common form: without a time zone, and PHP reads none of these strings as something else. */
    private const PLAIN = '/^([1-9]\d{3})-(\d\d)-(\d\d)(?: (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?)?$/D';

    /** PHP would read the first digits of such a year as a time, and 10000-01-01 as a day in 2000. */
    private const FAR_YEAR = '/(?<!\d)\d{5,}-\d\d?-\d\d?(?!\d)/';

    protected string $dateString = '';
    protected string $tzString = '';

    /**
     * @template T of DateTime|DateTimeImmutable
     * @param DateTimeInterface|string|int|float|bool|null $value
     * @param class-string<T> $dateTimeClass
     * @return T|null
     */
    public static function newInstance(
        mixed $value,
        ?DateTimeZone $timeZone = null,
        string $dateTimeClass = 'DateTime',
    ) {
        if (is_string($value)) {
            if (
                $timeZone === null && preg_match(self::PLAIN, $value, $day) === 1
                && checkdate((int) $day[2], (int) $day[3], (int) $day[1])
            ) {
                return new $dateTimeClass($value);
            }
            if (trim($value, " \t\r\n") === '') {
                return null;
            }
            if (self::isNoTime($value)) {
                throw new OrmException(sprintf('"%s" is not a valid date or time', $value));
            }
            if (preg_match(self::FAR_YEAR, $value) === 1) {
                throw new OrmException(
                    sprintf('"%s" cannot be stored as a date or time: the year is out of range', $value),
                );
            }
        }
        $instance = self::fromStored($value, $timeZone, $dateTimeClass);
        if (
            is_string($value)
            && $instance !== null
            && in_array('The parsed date was invalid', date_get_last_errors()['warnings'] ?? [], true)
        ) {
            // PHP reads 31 February as 2 March.
            throw new OrmException(sprintf('"%s" is not a valid date or time: there is no such day', $value));
        }

        if ($instance !== null && !self::isInRange($instance)) {
            throw new OrmException(
                sprintf('%s cannot be stored as a date or time: the year is out of range', $instance->format('c')),
            );
        }

        return $instance;
    }

    /**
     * Returns whether the year of a date has four digits. Other years, and those BC, are not read back as written.
     *
     * @internal
     */
    public static function isInRange(DateTimeInterface $date): bool
    {
        $seconds = $date->getTimestamp();
        if ($seconds > 0 && $seconds < 253_000_000_000) {
            // This covers 1970 to 9987, in any time zone.
            return true;
        }
        $year = (int) $date->format('Y');

        return $year >= 0 && $year <= 9999;
    }

    /**
     * Returns whether a string is not a time. PHP reads letters and names that are time zones, and strings that start
     * with a NUL byte, as the current time.
     */
    private static function isNoTime(string $text): bool
    {
        if (str_contains($text, "\0")) {
            return true;
        }
        if (preg_match('/\d/', $text)) {
            return false;
        }
        $parts = date_parse($text);

        return $parts['is_localtime'] && $parts['year'] === false && $parts['hour'] === false
            && !isset($parts['relative']);
    }

    /**
     * Creates a date-time object from a value returned by a database, which may contain days that do not exist in the
     * calendar.
     *
     * @internal
     * @template T of DateTime|DateTimeImmutable
     * @param class-string<T> $dateTimeClass
     * @return T|null
     */
    public static function fromStored(mixed $value, ?DateTimeZone $timeZone, string $dateTimeClass): ?DateTimeInterface
    {
        if ($value instanceof DateTimeInterface) {
            return $value instanceof $dateTimeClass ? $value : $dateTimeClass::createFromInterface($value);
        }
        if ($value === null || $value === '' || $value === false) {
            return null;
        }
        if (!is_scalar($value) || $value === true) {
            throw new OrmException(
                sprintf('%s is not a valid date or time', is_bool($value) ? 'true' : get_debug_type($value)),
            );
        }
        try {
            return static::createDateTime($value, $timeZone, $dateTimeClass);
        } catch (OrmException $failure) {
            throw $failure;
        } catch (Exception $failure) {
            throw new OrmException(
                sprintf('"%s" is not a valid date or time: %s', $value, $failure->getMessage()),
                0,
                $failure,
            );
        }
    }

    /**
     * Returns the current time with microseconds.
     *
     * @template T of DateTime|DateTimeImmutable
     * @param class-string<T> $dateTimeClass
     * @return T
     */
    public static function createHighPrecision(
        ?string $time = null,
        string $dateTimeClass = 'DateTime',
    ): DateTimeInterface {
        return $dateTimeClass::createFromFormat('U.u', self::formatMicrotime((float) ($time ?? self::getMicrotime())))
            ->setTimezone(new DateTimeZone(date_default_timezone_get()));
    }

    /** Returns seconds and microseconds as `1700000000.123456`. */
    public static function getMicrotime(): string
    {
        return self::formatMicrotime(microtime(true));
    }

    public static function formatMicrotime(float $mtime): string
    {
        return number_format($mtime, 6, '.', '');
    }

    /** Returns whether a value is a number of seconds. Eight digits are a date such as 20240229. */
    protected static function isTimestamp(mixed $value): bool
    {
        return is_numeric($value) && (!is_string($value) || strlen($value) !== 8);
    }

    /**
     * @template T of DateTime|DateTimeImmutable
     * @param string|int|float $value
     * @param class-string<T> $dateTimeClass
     * @return T
     */
    protected static function createDateTime(
        mixed $value,
        ?DateTimeZone $timeZone = null,
        string $dateTimeClass = 'DateTime',
    ) {
        if (!is_numeric($value) || !static::isTimestamp($value)) {
            return self::inZone(new $dateTimeClass((string) $value, $timeZone), $timeZone);
        }
        $text = sprintf('%.6F', $value);
        $instance = $dateTimeClass::createFromFormat('U.u', $text);
        if ($instance === false) {
            throw new OrmException(sprintf('"%s" is not a valid date or time: it is out of range', $value));
        }
        if ($text[0] === '-' && !str_ends_with($text, '.000000')) {
            // PHP has added the fraction to the negative seconds.
            $instance = $instance->modify('-' . 2 * (int) substr($text, -6) . ' microseconds');
        }

        return self::inZone($instance, $timeZone);
    }

    /**
     * Returns the same instant in a time zone. Columns store no time zone, so the stored values must be in a known one.
     *
     * @internal
     * @template T of DateTime|DateTimeImmutable
     * @param T $date
     * @param DateTimeZone|null $timeZone null: the default time zone
     * @return T
     */
    public static function inZone(DateTimeInterface $date, ?DateTimeZone $timeZone = null): DateTimeInterface
    {
        $name = $timeZone === null ? date_default_timezone_get() : $timeZone->getName();
        if ($date->getTimezone()->getName() === $name) {
            return $date;
        }

        /** @var DateTime|DateTimeImmutable $own PHP does not allow other classes to implement the interface */
        $own = $date instanceof DateTime ? clone $date : $date;

        return $own->setTimezone($timeZone ?? new DateTimeZone($name));
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        $this->dateString = $this->format('Y-m-d H:i:s.u');
        $this->tzString = $this->getTimezone()->getName();

        return ['dateString', 'tzString'];
    }

    public function __wakeup(): void
    {
        parent::__construct($this->dateString, new DateTimeZone($this->tzString));
    }
}
