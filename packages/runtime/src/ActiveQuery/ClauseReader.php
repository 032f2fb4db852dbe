<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use BackedEnum;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\RuntimeState;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\Suggestion;

/**
 * Clauses with phpNames: which condition they are, and which columns their values are compared with.
 *
 * @internal
 */
final class ClauseReader
{
    /** How many clauses are kept as SQL. */
    private const CLAUSES = 500;

    /**
     * @param string $sql the clause with the names of the SQL
     * @param list<string> $columns that it names
     * @param string|null $key under which it is kept; null: other queries may mean something else by it
     * @return array{string, list<string>, class-string<ModelCriterion>, ColumnMap|null} see RuntimeState
     */
    public static function read(ModelCriteria $query, string $clause, string $sql, array $columns, ?string $key): array
    {
        if (
            $columns === [] && str_contains($sql, '?')
            && ClauseText::of($sql, $query->getAdapter())->countMarks() > 0
        ) {
            preg_match('/(?<!\w)(?:\w+\.)?(\w+)/', $clause, $word);
            $known = $query->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
            throw new OrmException(sprintf(
                'The clause "%s" does not name a known column%s; for a clause without one, give the type of its value',
                $clause,
                Suggestion::text($word[1] ?? '', $known),
            ));
        }
        $class = match (true) {
            preg_match('/\bIN\s*\(?\s*\?/i', $sql) === 1 => InModelCriterion::class,
            preg_match('/\bLIKE\s*\?/i', $sql) === 1 => LikeModelCriterion::class,
            substr_count($sql, '?') > 1 => SeveralModelCriterion::class,
            preg_match('/&\s*\?/', $sql) === 1 => BinaryModelCriterion::class,
            default => BasicModelCriterion::class,
        };
        $read = [$sql, $columns, $class, ColumnResolver::columnMap($query, $columns[0] ?? '')];
        $state = Orm::state();
        if (
            $key !== null && RuntimeState::$hasShortcuts && $state->isTold && !SelectPlan::hasOwnNames($query::class)
        ) {
            // Texts with values in them differ each time.
            $state->clauses = count($state->clauses) < self::CLAUSES ? $state->clauses : [];
            $state->clauses[$key] = $read;
        }

        return $read;
    }

    /**
     * The column that each value of a clause is compared with: the last one before its mark, or, where a comparison
     * begins with the mark, the first one behind it.
     *
     * @param callable(string): list<string> $columnsIn the columns that a piece of a clause names
     * @return list<string>
     */
    public static function columnsOfValues(ModelCriteria $query, string $clause, callable $columnsIn): array
    {
        $parts = [];
        foreach (explode('?', ClauseText::of($clause, $query->getAdapter())->text) as $text) {
            $parts[] = [$text, $columnsIn($text)];
        }
        $columns = [];
        for ($i = 0; $i < count($parts) - 1; $i++) {
            [$text, $before] = $parts[$i];
            $behind = $parts[$i + 1][1][0] ?? null;
            $isFirst = preg_match('/(?:^|\b(?:AND|OR|NOT)|\()\s*$/i', $text) === 1;
            $columns[] = $before === []
                ? ($columns === [] ? $behind : $columns[$i - 1])
                : ($isFirst ? $behind ?? $before[count($before) - 1] : $before[count($before) - 1]);
        }

        return array_map(strval(...), $columns);
    }

    /** What is bound for the value of a clause: the position of an ENUM value, the mask of a SET, the text of a list. */
    public static function converted(mixed $value, ColumnMap $column): mixed
    {
        switch ($column->getType()) {
            case ColumnTypes::ENUM:
                $index = static fn (mixed $one): mixed => is_string($one) || $one instanceof BackedEnum
                    ? ColumnValue::enumIndex($column->getFullyQualifiedName(), $one, $column->getValueSet())
                    : $one;

                return is_array($value) ? array_map($index, $value) : $index($value);
            case ColumnTypes::SET:
                return is_array($value) || (is_string($value) && !is_numeric($value))
                    ? ColumnValue::setMask($value, $column->getValueSet(), $column->getFullyQualifiedName())
                    : $value;
            case ColumnTypes::PHP_ARRAY:
                return is_array($value) ? ColumnValue::arrayText(array_values($value)) : $value;
            case ColumnTypes::OBJECT:
                return is_array($value) || (is_object($value) && !$value instanceof \Traversable)
                    ? serialize($value)
                    : $value;
            default:
                return $value;
        }
    }
}
