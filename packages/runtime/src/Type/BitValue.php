<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Values of BIT and VARBIT columns: strings of zeros and ones.
 *
 * @internal
 */
final class BitValue
{
    /**
     * @param bool $isRequired whether to reject an empty string, which otherwise means null
     * @param int|null $size the number of bits of the column
     */
    public static function fixed(
        Stringable|int|float|string|bool $value,
        string $column,
        bool $isRequired = false,
        ?int $size = null,
    ): ?string {
        $bits = self::bits($value, $column);
        if ($bits === '' && !$isRequired) {
            return null;
        }

        return $size === null || strlen($bits) === $size ? $bits : throw new InvalidArgumentException(
            sprintf('Column %s expects %d bits, got "%s"', $column, $size, substr($bits, 0, 100)),
        );
    }

    /** @param int|null $size the maximum number of bits of the column */
    public static function varying(
        Stringable|int|float|string|bool $value,
        string $column,
        bool $isRequired = false,
        ?int $size = null,
    ): string {
        $bits = self::bits($value, $column);

        return $size === null || strlen($bits) <= $size ? $bits : throw new InvalidArgumentException(
            sprintf('Column %s expects at most %d bits, got "%s"', $column, $size, substr($bits, 0, 100)),
        );
    }

    /** Converts the number that MySQL drivers return. */
    public static function fromMysql(int|string $number, int $size): string
    {
        return str_pad(decbin((int) $number), $size, '0', STR_PAD_LEFT);
    }

    private static function bits(Stringable|int|float|string|bool $value, string $column): string
    {
        $bits = is_bool($value) ? (string) (int) $value : (string) $value;

        return preg_match('/^[01]*$/D', $bits) === 1 ? $bits : throw new InvalidArgumentException(
            sprintf('Column %s expects bits such as "0101", got "%s"', $column, substr($bits, 0, 100)),
        );
    }
}
