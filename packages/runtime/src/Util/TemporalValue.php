<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTime;
use DateTimeInterface;

/**
 * Values of date and time columns. A model keeps what the database gave until somebody asks for it; then the text
 * becomes an object, once.
 */
final class TemporalValue
{
    /**
     * What a getter gives: an object, or text if a format is given. The stored value is replaced by its object.
     *
     * @param class-string<DateTimeInterface> $class
     */
    public static function get(
        DateTimeInterface|string|null &$stored,
        ?string $format,
        string $class = DateTime::class,
    ): DateTimeInterface|string|null {
        if (is_string($stored)) {
            $stored = self::parse($stored, $class);
        }
        if ($stored === null) {
            return null;
        }
        if ($format !== null) {
            return $stored->format($format);
        }

        // A mutable object is given as a copy: changing it must not change the model behind its back.
        return $stored instanceof DateTime ? clone $stored : $stored;
    }

    /**
     * What a setter stores.
     *
     * @param class-string<DateTimeInterface> $class
     */
    public static function parse(
        DateTimeInterface|string|int|float|bool|null $value,
        string $class = DateTime::class,
    ): ?DateTimeInterface {
        if (is_string($value) && str_starts_with($value, '0000-00-00')) {
            return null;
        }
        $date = OrmDateTime::newInstance($value, null, $class);

        return $date instanceof DateTime ? clone $date : $date;
    }

    /** Whether two values are the same in the precision of their column. */
    public static function equal(
        DateTimeInterface|string|null $stored,
        ?DateTimeInterface $value,
        string $format,
    ): bool {
        if (is_string($stored)) {
            $stored = self::parse($stored);
        }

        return $stored?->format($format) === $value?->format($format);
    }
}
