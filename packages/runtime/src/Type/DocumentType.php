<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\ObjectValue;
use Traversable;

/**
 * Values of PHP that are stored as one text: lists, JSON and serialized objects.
 *
 * @internal
 */
final class DocumentType extends TypeFamily
{
    public const IN_CLAUSES = 'whole';

    protected static function takes(string $type, mixed $value): bool
    {
        return $type !== 'ARRAY' || is_array($value);
    }

    protected static function fromUser(ColumnMap $column, mixed $value): mixed
    {
        $name = $column->getFullyQualifiedName();

        return match ($column->getType()) {
            'ARRAY' => is_array($value) ? ColumnValue::arrayText($value) : $value,
            'JSON' => $value === '' && !$column->isNotNull() ? null : ColumnValue::jsonText($value, $name),
            default => ObjectValue::write($name, $value, $column->getTable()::OBJECT_CLASSES),
        };
    }

    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        if ($column->getType() === 'ARRAY' && is_array($value)) {
            return ColumnValue::arrayText(array_values($value));
        }
        // A text is the stored form: the clause may compare a part of it.
        $isStored = $value === null || is_string($value) || $value instanceof Traversable;

        return $isStored || $column->getType() !== 'OBJECT'
            ? $value
            : ObjectValue::text($column->getFullyQualifiedName(), $value);
    }
}
