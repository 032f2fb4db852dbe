<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;

/**
 * Finds the condition class for a clause with phpNames, and converts its values to what the columns store.
 *
 * @internal
 */
final class ClauseReader
{
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
        return $column !== null && TypeFamily::of($column->getType())::IN_CLAUSES !== null;
    }

    /** Returns whether each value of a list is converted by itself, not the list as one value. */
    public static function convertsEach(?ColumnMap $column): bool
    {
        return $column !== null && TypeFamily::of($column->getType())::IN_CLAUSES === 'each';
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
        $convert = static fn (mixed $one): mixed => TypeFamily::of($column->getType())::compared($column, $one);

        return is_array($value) && self::convertsEach($column) ? array_map($convert, $value) : $convert($value);
    }
}
