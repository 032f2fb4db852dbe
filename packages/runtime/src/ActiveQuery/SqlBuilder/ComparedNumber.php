<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Util\NumberValue;

use function is_bool;
use function is_int;
use function is_numeric;
use function is_string;
use function strlen;

/**
 * Checks numbers that are compared with an integer column. A database that infers a parameter's type from the column
 * rejects numbers outside the type's range and aborts the transaction. No row can equal such a number.
 *
 * @internal
 */
final class ComparedNumber
{
    /**
     * The size of columns by type, in bits. TINYINT and YEAR are SMALLINT columns where the database does not have
     * them.
     */
    private const BITS = ['TINYINT' => 16, 'SMALLINT' => 16, 'YEAR' => 16, 'INTEGER' => 32, 'BIGINT' => 64];

    /**
     * Returns the kind of a value for a query's shape. All values of a kind are bound in the same way and produce the
     * same SQL, except for kinds whose SQL depends on the value.
     */
    public static function kind(mixed $value): string
    {
        return match (true) {
            is_int($value) => $value <= SelectPlan::MOST_INT32 && $value >= SelectPlan::LEAST_INT32 ? 'i' : 'l',
            is_string($value) => is_numeric($value) ? self::kindOfDigits($value) : 's',
            is_object($value), is_resource($value) => 'o',
            $value === null => 'n',
            default => 'f',
        };
    }

    /** Returns whether the SQL for comparing this kind with an integer column also depends on the value. */
    public static function isAnyNumber(string $kind): bool
    {
        return $kind === 'a' || $kind === 'f';
    }

    private static function kindOfDigits(string $number): string
    {
        return match (true) {
            (string) (int) $number !== $number => 'a',
            strlen($number) < 10 => 's',
            default => 'd',
        };
    }

    /** Returns whether a column can contain a value. Only integer columns are checked. */
    public static function fits(ColumnMap $column, mixed $value): bool
    {
        $bits = self::bitsOf($column);
        if ($bits === null || !is_scalar($value)) {
            return true;
        }
        $number = self::whole($value);

        return $number !== null && ($bits === 64 || ($number < 2 ** ($bits - 1) && $number >= -2 ** ($bits - 1)));
    }

    /** Returns the size of an integer column in bits; null for other columns. */
    public static function bitsOf(ColumnMap $column): ?int
    {
        return $column->getElementType() === null ? self::BITS[$column->getType()] ?? null : null;
    }

    /** Returns the integer that equals a value; null if there is none in PHP. */
    public static function whole(int|float|string|bool $value): ?int
    {
        if (is_int($value) || is_bool($value)) {
            return (int) $value;
        }
        try {
            return NumberValue::integer($value, '', true);
        } catch (InvalidArgumentException) {
            return null;
        }
    }
}
