<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTimeInterface;
use DateTimeZone;
use Exception;
use Orm\Runtime\Exception\OrmException;

/** Makes date-time objects of everything that setters, filters and databases give. */
class OrmDateTime
{
    /**
     * @template T of DateTimeInterface
     * @param DateTimeInterface|string|int|float|bool|null $value
     * @param class-string<T> $class
     * @param bool $isChecked whether a day that no calendar has is refused: PHP takes 31 February for 2 March
     * @return T|null
     */
    public static function newInstance(
        DateTimeInterface|string|int|float|bool|null $value,
        ?DateTimeZone $timeZone = null,
        string $class = 'DateTime',
        bool $isChecked = true,
    ): ?DateTimeInterface {
        if ($value instanceof DateTimeInterface) {
            return $value instanceof $class ? $value : $class::createFromInterface($value);
        }
        if ($value === null || $value === '' || $value === false) {
            return null;
        }
        if ($value === true) {
            throw new OrmException('true is no date or time');
        }
        try {
            if (is_numeric($value) && (!is_string($value) || strlen($value) !== 8)) {
                // A timestamp has no time zone of its own: the default one is what people expect to see.
                $instance = $class::createFromFormat('U.u', sprintf('%.6F', $value));
                if ($instance === false) {
                    throw new OrmException(sprintf('"%s" is no date or time: it is out of range', $value));
                }

                return $instance->setTimezone($timeZone ?? new DateTimeZone(date_default_timezone_get()));
            }
            $instance = new $class((string) $value, $timeZone);
            if ($isChecked && in_array('The parsed date was invalid', date_get_last_errors()['warnings'] ?? [], true)) {
                throw new OrmException(sprintf('"%s" is no date or time: there is no such day', $value));
            }

            return $instance;
        } catch (OrmException $failure) {
            throw $failure;
        } catch (Exception $failure) {
            throw new OrmException(
                sprintf('"%s" is no date or time: %s', $value, $failure->getMessage()),
                0,
                $failure,
            );
        }
    }

    /**
     * The current time with microseconds.
     *
     * @template T of DateTimeInterface
     * @param class-string<T> $class
     * @return T
     */
    public static function createHighPrecision(?string $time = null, string $class = 'DateTime'): DateTimeInterface
    {
        return $class::createFromFormat('U.u', self::formatMicrotime($time ?? self::getMicrotime()))
            ->setTimezone(new DateTimeZone(date_default_timezone_get()));
    }

    /** Seconds and microseconds as `1700000000.123456`. */
    public static function getMicrotime(): string
    {
        return self::formatMicrotime(microtime(true));
    }

    public static function formatMicrotime(float|int|string $microtime): string
    {
        return number_format((float) $microtime, 6, '.', '');
    }
}
