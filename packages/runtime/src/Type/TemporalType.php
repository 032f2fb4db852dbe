<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use DateTimeImmutable;
use DateTimeInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\TemporalValue;

/**
 * Dates and times.
 *
 * @internal
 */
final class TemporalType extends TypeFamily
{
    protected static function takes(string $type, mixed $value): bool
    {
        return $value instanceof DateTimeInterface;
    }

    protected static function fromUser(ColumnMap $column, mixed $value): DateTimeInterface|string|null
    {
        $value = $value instanceof DateTimeInterface ? $value : BoundValue::of($value);
        $name = $column->getFullyQualifiedName();

        return match ($column->getType()) {
            'DATE', 'BU_DATE' => TemporalValue::parseDay($value, DateTimeImmutable::class, $name),
            'TIME' => TemporalValue::parseTime($value, DateTimeImmutable::class, $name),
            'TIMESTAMPTZ' => TemporalValue::parseInstant($value, DateTimeImmutable::class, $name),
            default => TemporalValue::parseTimestamp($value, DateTimeImmutable::class, $name),
        };
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): ?string
    {
        $format = match ($column->getType()) {
            'DATE', 'BU_DATE' => 'Y-m-d',
            'TIME' => 'H:i:s.u',
            default => 'Y-m-d H:i:s.u',
        };
        $plain = is_string($value) ? TemporalValue::plain($value, $format, $digits) : null;
        $name = $column->getFullyQualifiedName();
        // The fraction is truncated instead of rounded, as writing the value does.
        $date = $plain ?? TemporalValue::parse($value, DateTimeImmutable::class, $name, $digits);

        return $date instanceof DateTimeInterface ? OrmDateTime::inZone($date)->format($format) : $date;
    }
}
