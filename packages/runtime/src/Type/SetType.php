<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use BackedEnum;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NativeSet;
use Orm\Runtime\Util\SetColumnConverter;

/**
 * Some of several values: the column stores a mask, or natively the values.
 *
 * @internal
 */
final class SetType extends TypeFamily
{
    protected const EMPTY_IS_NULL = true;
    public const IN_CLAUSES = 'whole';

    protected static function takes(string $type, mixed $value): bool
    {
        return is_array($value);
    }

    protected static function fromUser(ColumnMap $column, mixed $value): int|string|null
    {
        $values = $column->getValueSet();
        $name = $column->getFullyQualifiedName();
        if ($column->getType() === 'SET') {
            // A number is the mask, as returned by select().
            $value = is_int($value) ? SetColumnConverter::convertIntToArray($value, $values) : $value;

            return ColumnValue::setMask($value, $values, $name);
        }

        return $column->getType() === 'SET_ARRAY'
            ? NativeSet::toArray($value, $values, $name)
            : NativeSet::toList($value, $values, $name);
    }

    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        if ($column->getType() === 'SET') {
            return is_array($value) || (is_string($value) && !is_numeric($value))
                ? ColumnValue::setMask($value, $column->getValueSet(), $column->getFullyQualifiedName())
                : $value;
        }
        $isValue = is_string($value) && in_array($value, $column->getValueSet(), true);

        return is_array($value) || $value instanceof BackedEnum || $isValue
            ? self::fromUser($column, is_array($value) ? $value : [$value])
            : $value;
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): int|string|null
    {
        return self::fromUser($column, $value);
    }
}
