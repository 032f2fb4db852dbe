<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\LengthCheck;
use Stringable;

/**
 * What the values of a column are, for all types whose values are converted in the same way. Each family is a class,
 * which is loaded when a column of it is first touched. This class itself is the family of the types whose values are
 * stored as they are given, such as text and bytes.
 *
 * @internal
 */
class TypeFamily
{
    /** Families by the types of ColumnTypes, which would be another file to load. */
    private const FAMILIES = [
        'TINYINT' => NumberType::class, 'SMALLINT' => NumberType::class, 'INTEGER' => NumberType::class,
        'BIGINT' => NumberType::class, 'YEAR' => NumberType::class, 'NUMERIC' => NumberType::class,
        'DECIMAL' => NumberType::class, 'REAL' => NumberType::class, 'FLOAT' => NumberType::class,
        'DOUBLE' => NumberType::class, 'BOOLEAN' => BooleanType::class, 'BOOLEAN_EMU' => BooleanType::class,
        'DATE' => TemporalType::class, 'BU_DATE' => TemporalType::class, 'TIME' => TemporalType::class,
        'TIMESTAMP' => TemporalType::class, 'DATETIME' => TemporalType::class, 'BU_TIMESTAMP' => TemporalType::class,
        'TIMESTAMPTZ' => TemporalType::class,
        'UUID' => UuidType::class, 'UUID_BINARY' => UuidType::class, 'UUID_BINARY_UNSWAPPED' => UuidType::class,
        'ENUM' => EnumType::class, 'ENUM_NATIVE' => EnumType::class, 'SET' => SetType::class,
        'SET_NATIVE' => SetType::class, 'SET_ARRAY' => SetType::class,
        'ARRAY' => DocumentType::class, 'JSON' => DocumentType::class, 'OBJECT' => DocumentType::class,
    ];

    /** Whether an empty string, as submitted by forms, means no value where the column may be null. */
    protected const EMPTY_IS_NULL = false;

    /** What a clause converts: `each` value of a list, or a list as one value, the `whole`; null for nothing. */
    public const IN_CLAUSES = null;

    /** @return class-string<self> the family of a schema type */
    final public static function of(string $type): string
    {
        return self::FAMILIES[$type] ?? (ColumnMap::hasTypedText($type) ? TypeText::class : self::class);
    }

    /** Returns the value that the column's setter would store; throws for a value that the setter refuses. */
    final public static function stored(ColumnMap $column, mixed $value): mixed
    {
        $family = self::of($column->getType());
        $isNone = $value === '' && $family::EMPTY_IS_NULL && !$column->isNotNull();
        if ($value === null || ($isNone && !in_array('', $column->getValueSet(), true))) {
            return null;
        }
        $isText = is_scalar($value) || is_resource($value) || $value instanceof Stringable;
        if (!$isText && !$family::takes($column->getType(), $value)) {
            throw self::refused($column, $value);
        }
        LengthCheck::check($value, $column->getFullyQualifiedName(), $column->getTable()::LENGTHS);

        return $family::fromUser($column, $value);
    }

    /** Returns the value that a key column is compared with. Most are converted when they are bound. */
    final public static function key(ColumnMap $column, mixed $value): mixed
    {
        if ($value instanceof ActiveRecordInterface || $value instanceof Collection) {
            // Both can be converted to strings in PHP.
            $message = 'A value of column %s cannot be an object of class %s: give its key';
            throw new InvalidArgumentException(sprintf($message, $column->getFullyQualifiedName(), $value::class));
        }

        return $column->getValueSet() !== [] && !is_int($value)
            ? self::stored($column, $value)
            : self::of($column->getType())::keyed($column, $value);
    }

    /**
     * Returns a value in the form in which it is identical to every other spelling of the same value.
     *
     * @param int|null $digits the decimal places that the column stores; null: unlimited
     */
    final public static function canonical(ColumnMap $column, mixed $value, ?int $digits = null): mixed
    {
        return $value === null ? null : self::of($column->getType())::normalized($column, $value, $digits);
    }

    /** Returns whether a column takes an array, or an object that is no text. */
    protected static function takes(string $type, mixed $value): bool
    {
        return false;
    }

    /** Converts a value of an application, which is not null, to what the column stores. */
    protected static function fromUser(ColumnMap $column, mixed $value): mixed
    {
        return $value;
    }

    protected static function keyed(ColumnMap $column, mixed $value): mixed
    {
        return $value;
    }

    /** Converts a value of a clause to what the column stores. */
    public static function compared(ColumnMap $column, mixed $value): mixed
    {
        return $value;
    }

    protected static function normalized(ColumnMap $column, mixed $value, ?int $digits): mixed
    {
        return (string) self::scalar($column, $value);
    }

    final protected static function scalar(ColumnMap $column, mixed $value): mixed
    {
        return is_scalar($value) || $value instanceof Stringable ? $value : throw self::refused($column, $value);
    }

    private static function refused(ColumnMap $column, mixed $value): InvalidArgumentException
    {
        $message = 'Column %s does not take a value of type %s';

        return new InvalidArgumentException(
            sprintf($message, $column->getFullyQualifiedName(), get_debug_type($value)),
        );
    }
}
