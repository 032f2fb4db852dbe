<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\TemporalValue;

/**
 * Dates in ranges and arrays, which only PostgreSQL supports: any year, and `infinity`.
 *
 * @internal
 */
final class PgsqlDate
{
    /** Years without exactly four digits, and years BC, in PostgreSQL's format. */
    private const FAR = '/^\s*(?:\d{5,6}-\d\d-\d\d.*|\d{4,6}-\d\d-\d\d.* BC)\s*$/Ds';

    /** Returns a string for values that PHP has no object for, and null for an empty string. */
    public static function of(mixed $value, bool $isInstant, string $column): DateTimeImmutable|string|null
    {
        if (is_string($value) && preg_match(self::FAR, $value) === 1) {
            $value = TemporalValue::readInstant(trim($value), DateTimeImmutable::class);
        }
        if ($value instanceof DateTimeInterface) {
            $date = DateTimeImmutable::createFromInterface($value);

            return $isInstant ? $date : OrmDateTime::inZone($date);
        }
        $date = $isInstant
            ? TemporalValue::parseInstant($value, DateTimeImmutable::class, $column)
            : TemporalValue::parse($value, DateTimeImmutable::class, $column);

        return $date instanceof DateTimeInterface ? DateTimeImmutable::createFromInterface($date) : $date;
    }

    /** @param string $clock the string to append after the day */
    public static function text(DateTimeImmutable $date, string $clock = ''): string
    {
        $year = (int) $date->format('Y');

        return sprintf('%04d', $year > 0 ? $year : 1 - $year) . $date->format('-m-d') . $clock
            . ($year > 0 ? '' : ' BC');
    }

    /**
     * Formats an instant with the offset of its time zone. Historical offsets with seconds cannot be written, so UTC is
     * used.
     */
    public static function instant(DateTimeInterface $date): string
    {
        $date = DateTimeImmutable::createFromInterface($date);
        $zoned = $date->getOffset() % 60 === 0 ? $date : $date->setTimezone(new DateTimeZone('UTC'));

        return self::text($zoned, $zoned->format(' H:i:s.uP'));
    }
}
