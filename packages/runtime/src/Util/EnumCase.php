<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use BackedEnum;
use Orm\Runtime\Exception\OrmException;
use UnitEnum;

/**
 * Converts between values of ENUM and SET columns and the cases of their PHP backed enums (`phpEnum` in the schema).
 *
 * @internal
 */
final class EnumCase
{
    /**
     * @template Enum of BackedEnum
     * @param class-string<Enum> $enum
     * @return Enum|null
     */
    public static function of(string $enum, ?string $value, string $column): ?BackedEnum
    {
        return $value === null ? null : self::withValue($enum, $value) ?? throw new OrmException(
            sprintf('The enum %s has no case for the value "%s" of column %s', $enum, $value, $column),
        );
    }

    /**
     * @template Enum of BackedEnum
     * @param class-string<Enum> $enum
     * @param list<string> $values
     * @return list<Enum>
     */
    public static function list(string $enum, array $values, string $column): array
    {
        return array_map(static fn (string $value): BackedEnum => self::of($enum, $value, $column), $values);
    }

    /**
     * Converts enum cases to the column's values; other values are kept. A string that is not a value may be the name
     * of a case.
     *
     * @param class-string<BackedEnum> $enum
     */
    public static function values(string $enum, mixed $given): mixed
    {
        if (is_array($given)) {
            return array_map(static fn (mixed $one): mixed => self::values($enum, $one), $given);
        }
        if ($given instanceof UnitEnum) {
            return $given instanceof $enum ? (string) $given->value : throw new OrmException(
                sprintf('%s::%s is not a case of %s', $given::class, $given->name, $enum),
            );
        }
        if (!is_string($given) || self::withValue($enum, $given) !== null || !defined("$enum::$given")) {
            return $given;
        }
        $case = constant("$enum::$given");

        return $case instanceof $enum ? (string) $case->value : $given;
    }

    /**
     * Converts cases, and lists of cases, to values for the setter of a column with another enum. The values are
     * strings, because fromArray() treats an integer as the position of a value.
     */
    public static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof BackedEnum => (string) $value->value,
            is_array($value) && ($value[0] ?? null) instanceof BackedEnum => array_map(self::plain(...), $value),
            default => $value,
        };
    }

    /**
     * @template Enum of BackedEnum
     * @param class-string<Enum> $enum
     * @return Enum|null
     */
    private static function withValue(string $enum, string $value): ?BackedEnum
    {
        foreach ($enum::cases() as $case) {
            // Enum values may be integers, but column values are strings.
            if ((string) $case->value === $value) {
                return $case;
            }
        }

        return null;
    }
}
