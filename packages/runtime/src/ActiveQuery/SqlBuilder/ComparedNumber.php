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
 * Numbers that an integer column is compared with. A database that takes the type of a parameter from the column beside
 * it rejects numbers which that type does not have, and the transaction with them; such a number equals no row.
 *
 * @internal
 */
final class ComparedNumber
{
    /** The bits of the columns by type; TINYINT and YEAR are SMALLINT columns where they do not exist. */
    private const BITS = ['TINYINT' => 16, 'SMALLINT' => 16, 'YEAR' => 16, 'INTEGER' => 32, 'BIGINT' => 64];

    /**
     * The kind of a value in the shape of a query: all values of one kind are bound in the same way, and, but for
     * those of kinds whose SQL depends on the value, written in the same SQL.
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

    /** Whether the SQL of a comparison with an integer column depends on more than the kind of the value. */
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

    /** Whether a column can have a value; other columns than those of integers are not looked at. */
    public static function fits(ColumnMap $column, mixed $value): bool
    {
        $bits = self::bitsOf($column);
        if ($bits === null || !is_scalar($value)) {
            return true;
        }
        $number = self::whole($value);

        return $number !== null && ($bits === 64 || ($number < 2 ** ($bits - 1) && $number >= -2 ** ($bits - 1)));
    }

    /** How many bits an integer column has; null: it is another column. */
    public static function bitsOf(ColumnMap $column): ?int
    {
        return $column->getElementType() === null ? self::BITS[$column->getType()] ?? null : null;
    }

    /** The number without a fraction that a value stands for; null if PHP has none. */
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
