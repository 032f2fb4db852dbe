<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;

/** @internal */
final class BooleanType extends TypeFamily
{
    public const IN_CLAUSES = 'each';

    protected static function fromUser(ColumnMap $column, mixed $value): ?bool
    {
        return ColumnValue::boolean($value, $column->getFullyQualifiedName(), $column->isNotNull());
    }

    protected static function keyed(ColumnMap $column, mixed $value): mixed
    {
        return self::compared($column, $value);
    }

    /** Converts words, which are all true for PHP. */
    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        return is_string($value) ? self::normalized($column, $value, null) : $value;
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): ?bool
    {
        return ColumnValue::boolean($value, $column->getFullyQualifiedName(), true);
    }
}
