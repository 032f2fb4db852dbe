<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use BackedEnum;
use Orm\Runtime\Exception\SetColumnConverterException;

/** Converts lists of values of a SET column to bit masks and back: bit i stands for value i. */
final class SetColumnConverter
{
    /**
     * @param list<int|string>|int|string|null $values
     * @param list<string> $valueSet
     */
    public static function convertToInt(
        array|int|string|null $values,
        array $valueSet,
        ?string $column = null,
    ): string {
        $mask = 0;
        foreach ((array) $values as $value) {
            $mask |= 1 << self::position($value, $valueSet, $column);
        }

        return (string) $mask;
    }

    /**
     * Returns the position of a value in its value set.
     *
     * @param list<string> $valueSet
     */
    public static function position(mixed $value, array $valueSet, ?string $column = null): int
    {
        $value = $value instanceof BackedEnum ? $value->value : BoundValue::of($value);
        $position = array_search((string) $value, array_map('strval', $valueSet), true);
        if ($position === false) {
            $place = $column === null ? 'The' : 'Column ' . $column . ': the';
            throw new SetColumnConverterException(
                sprintf('%s value "%s" is not one of: %s', $place, $value, implode(', ', $valueSet)),
                $value,
            );
        }

        return $position;
    }

    /**
     * @param list<string> $valueSet
     * @return list<string>
     */
    public static function convertIntToArray(int|string|null $mask, array $valueSet): array
    {
        $rest = (int) $mask;
        $values = [];
        foreach ($valueSet as $bit => $value) {
            if ($rest & (1 << $bit)) {
                $values[] = $value;
                $rest &= ~(1 << $bit);
            }
        }
        if ($rest !== 0) {
            throw new SetColumnConverterException(sprintf('The mask %s has a bit that no value uses', $mask), $mask);
        }

        return $values;
    }
}
