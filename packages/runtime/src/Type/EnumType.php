<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use BackedEnum;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\EnumCase;

/**
 * One of several values: the column stores its position, or natively the value.
 *
 * @internal
 */
final class EnumType extends TypeFamily
{
    protected const EMPTY_IS_NULL = true;
    public const IN_CLAUSES = 'each';

    protected static function takes(string $type, mixed $value): bool
    {
        return $value instanceof BackedEnum;
    }

    protected static function fromUser(ColumnMap $column, mixed $value): int|string|null
    {
        $values = $column->getValueSet();
        if ($column->getType() === 'ENUM_NATIVE') {
            return ColumnValue::enumText($column->getFullyQualifiedName(), $value, $values);
        }
        if (is_int($value) && !in_array((string) $value, $values, true)) {
            // The position, as returned by select().
            $value = $values[$value] ?? $value;
        }

        return ColumnValue::enumIndex($column->getFullyQualifiedName(), $value, $values);
    }

    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        if ($column->getType() === 'ENUM_NATIVE') {
            return EnumCase::plain($value);
        }

        return is_string($value) || $value instanceof BackedEnum
            ? ColumnValue::enumIndex($column->getFullyQualifiedName(), $value, $column->getValueSet())
            : $value;
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): int|string|null
    {
        return is_int($value) && $column->getType() === 'ENUM' ? $value : self::fromUser($column, $value);
    }
}
