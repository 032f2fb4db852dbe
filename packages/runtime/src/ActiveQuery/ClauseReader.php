<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use BackedEnum;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\HstoreValue;
use Orm\Runtime\Type\TypeText;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\EnumCase;
use Orm\Runtime\Util\ObjectValue;

/**
 * Finds the condition class for a clause with phpNames, and converts its values to what the columns store.
 *
 * @internal
 */
final class ClauseReader
{
    /** Types of columns that store PHP values in another form. */
    private const CONVERTED = [
        ColumnTypes::ENUM => true, ColumnTypes::SET => true,
        ColumnTypes::ENUM_NATIVE => true, ColumnTypes::SET_NATIVE => true, ColumnTypes::SET_ARRAY => true,
        ColumnTypes::PHP_ARRAY => true, ColumnTypes::OBJECT => true, ColumnTypes::HSTORE => true,
        ColumnTypes::BOOLEAN => true, ColumnTypes::BOOLEAN_EMU => true,
    ];

    /** @return class-string<ModelCriterion> the condition class for a clause */
    public static function kind(string $clause): string
    {
        $known = Orm::$plans->clauses[$clause] ?? null;
        if ($known !== null) {
            return $known;
        }
        $class = match (true) {
            preg_match('/\bIN\s*\(?\s*\?/i', $clause) === 1 => InModelCriterion::class,
            preg_match('/\bLIKE\s*\?/i', $clause) === 1 => LikeModelCriterion::class,
            substr_count($clause, '?') > 1 => SeveralModelCriterion::class,
            preg_match('/&\s*\?/', $clause) === 1 => BinaryModelCriterion::class,
            default => BasicModelCriterion::class,
        };
        if (Orm::services()->plans->keep('clauses', strlen($clause))) {
            Orm::$plans->clauses[$clause] = $class;
        }

        return $class;
    }

    /** Returns whether a column may store PHP values in another form. */
    public static function converts(?ColumnMap $column): bool
    {
        return $column !== null
            && (isset(self::CONVERTED[$column->getType()]) || $column->getElementType() !== null);
    }

    /** Returns whether each value of a list is converted by itself, not the list as one value. */
    public static function convertsEach(?ColumnMap $column): bool
    {
        return in_array($column?->getType(), [
            ColumnTypes::ENUM, ColumnTypes::ENUM_NATIVE, ColumnTypes::BOOLEAN, ColumnTypes::BOOLEAN_EMU,
        ], true);
    }

    /**
     * Converts the values of a statement to what their columns store.
     *
     * @param list<mixed> $values
     * @param array<int, array{ColumnMap, int|null}> $converted the columns of values that are stored in another form,
     *     by placeholder, and how many consecutive values form one stored list
     * @return list<mixed>
     */
    public static function stored(array $values, array $converted): array
    {
        foreach ($converted as $i => [$column, $count]) {
            if ($count !== null) {
                array_splice($values, $i, $count, [array_slice($values, $i, $count)]);
            }
            $values[$i] = self::converted($values[$i], $column);
        }

        return $values;
    }

    /** Converts a clause value to what the column stores: an ENUM position, a SET mask, the string of a list. */
    public static function converted(mixed $value, ColumnMap $column): mixed
    {
        switch ($column->getType()) {
            case ColumnTypes::ENUM:
                $index = static fn (mixed $one): mixed => is_string($one) || $one instanceof BackedEnum
                    ? ColumnValue::enumIndex($column->getFullyQualifiedName(), $one, $column->getValueSet())
                    : $one;

                return is_array($value) ? array_map($index, $value) : $index($value);
            case ColumnTypes::BOOLEAN:
            case ColumnTypes::BOOLEAN_EMU:
                // For PHP, every word is true.
                $boolean = static fn (mixed $one): mixed => is_string($one)
                    ? ColumnValue::boolean($one, $column->getFullyQualifiedName(), true)
                    : $one;

                return is_array($value) ? array_map($boolean, $value) : $boolean($value);
            case ColumnTypes::SET:
                return is_array($value) || (is_string($value) && !is_numeric($value))
                    ? ColumnValue::setMask($value, $column->getValueSet(), $column->getFullyQualifiedName())
                    : $value;
            case ColumnTypes::ENUM_NATIVE:
                return EnumCase::plain($value);
            case ColumnTypes::SET_NATIVE:
            case ColumnTypes::SET_ARRAY:
                $isValue = is_string($value) && in_array($value, $column->getValueSet(), true);

                return is_array($value) || $value instanceof BackedEnum || $isValue
                    ? ColumnValue::toStored($column, is_array($value) ? $value : [$value])
                    : $value;
            case ColumnTypes::PHP_ARRAY:
                return is_array($value) ? ColumnValue::arrayText(array_values($value)) : $value;
            case ColumnTypes::HSTORE:
                return is_array($value) && !HstoreValue::areSeveral($value)
                    ? TypeText::of(ColumnTypes::HSTORE, $value, $column->getFullyQualifiedName())
                    : $value;
            case ColumnTypes::OBJECT:
                // A text is the stored form: the clause may compare a part of it.
                return $value === null || is_string($value) || $value instanceof \Traversable
                    ? $value
                    : ObjectValue::text($column->getFullyQualifiedName(), $value);
            default:
                // The array is one stored value, not a list of values to compare with.
                $isOne = is_array($value) && array_filter($value, is_array(...)) === [];

                return $isOne && $column->getElementType() !== null
                    ? TypeText::of($column->getType(), $value, $column->getFullyQualifiedName(), true)
                    : $value;
        }
    }
}
