<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ElementCriterion;
use Orm\Runtime\ActiveQuery\Criterion\JsonContainsCriterion;
use Orm\Runtime\ActiveQuery\Criterion\JsonCriterion;
use Orm\Runtime\ActiveQuery\Criterion\NoneCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SetArrayCriterion;
use Orm\Runtime\ActiveQuery\Criterion\TextLikeCriterion;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Type\HstoreValue;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Type\TypeText;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NativeSet;
use Orm\Runtime\Util\ObjectValue;
use Orm\Runtime\Util\SetColumnConverter;

/**
 * Adds conditions on columns that store PHP values in another form, and on related objects. The filterBy methods of
 * such columns call it.
 *
 * @internal
 */
final class ColumnConditions
{
    /** Comparisons that test some elements of an array column. */
    private const ELEMENT_COMPARISONS = [
        Criteria::ANY,
        Criteria::CONTAINS_ALL,
        Criteria::CONTAINS_SOME,
        Criteria::CONTAINS_NONE,
    ];

    /** @param list<string> $valueSet the column's values */
    public static function enum(array $valueSet, string $column, mixed $value): mixed
    {
        if (!is_array($value)) {
            return $value === null || $value instanceof Criteria
                ? $value
                : ColumnValue::enumIndex($column, $value, $valueSet);
        }
        $index = static fn (mixed $one): mixed => $one instanceof Criteria
            ? $one
            : ColumnValue::enumIndex($column, $one, $valueSet);

        return array_map($index, array_values($value));
    }

    /**
     * Adds a condition on a native ENUM column. Values are ordered by their position in the value set, even where the
     * server compares them as strings.
     */
    public static function nativeEnum(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        $name = $query->getAliasedColName($column);
        if (in_array($comparison, [Criteria::LIKE, Criteria::NOT_LIKE, Criteria::ILIKE, Criteria::NOT_ILIKE], true)) {
            self::add($query, new TextLikeCriterion($query, $name, $value, $comparison));

            return;
        }
        $values = $query->getTableMap()::getValueSet($column);
        $text = static fn (mixed $one): mixed => $one === null || $one instanceof Criteria
            ? $one
            : ColumnValue::enumText($column, $one, $values);
        $value = is_array($value) ? array_map($text, array_values($value)) : $text($value);
        $at = is_string($value) ? array_search($value, $values, true) : false;
        $chosen = $at === false ? null : match ($comparison) {
            Criteria::GREATER_THAN => array_slice($values, $at + 1),
            Criteria::GREATER_EQUAL => array_slice($values, $at),
            Criteria::LESS_THAN => array_slice($values, 0, $at),
            Criteria::LESS_EQUAL => array_slice($values, 0, $at + 1),
            default => null,
        };
        $query->addUsingAlias($column, $chosen ?? $value, $chosen === null ? $comparison : Criteria::IN);
    }

    public static function nativeSet(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        if ($value === null || $value instanceof Criteria) {
            $query->addUsingAlias($column, $value, $comparison);

            return;
        }
        $name = $query->getAliasedColName($column);
        $values = $query->getTableMap()::getValueSet($column);
        $isArray = $query->getTableMap()->getColumn($column)->getType() === ColumnTypes::SET_ARRAY;
        $text = $isArray
            ? NativeSet::toArray($value, $values, $column)
            : NativeSet::toList($value, $values, $column);
        $operator = match ($comparison) {
            null, Criteria::CONTAINS_ALL => Criteria::BINARY_ALL,
            Criteria::CONTAINS_SOME, Criteria::IN => Criteria::BINARY_AND,
            Criteria::CONTAINS_NONE => Criteria::BINARY_NONE,
            default => null,
        };
        if ($value === []) {
            self::noElements($query, $name, [$text], $comparison);
        } elseif ($operator === null) {
            $query->addUsingAlias($column, $text, $comparison);
        } else {
            $condition = $isArray
                ? new SetArrayCriterion($query, $name, $text, $operator)
                : $query->getNewCriterion($name, SetColumnConverter::convertToInt($value, $values), $operator);
            self::add(
                $query,
                $operator === Criteria::BINARY_NONE ? self::orNull($query, $condition, $name) : $condition,
            );
        }
    }

    public static function set(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        if ($value === null || $value instanceof Criteria) {
            $query->addUsingAlias($column, $value, $comparison);

            return;
        }
        $name = $query->getAliasedColName($column);
        $mask = (int) SetColumnConverter::convertToInt($value, $query->getTableMap()::getValueSet($column), $column);
        if ($mask === 0 && is_array($value)) {
            self::noElements($query, $name, [0], $comparison);
        } elseif ($comparison === Criteria::CONTAINS_NONE) {
            $none = $query->getNewCriterion($name, $mask, Criteria::BINARY_NONE);
            self::add($query, self::orNull($query, $none, $name));
        } else {
            $query->addUsingAlias($column, $mask, match ($comparison) {
                null, Criteria::CONTAINS_ALL => Criteria::BINARY_ALL,
                Criteria::CONTAINS_SOME, Criteria::IN => Criteria::BINARY_AND,
                default => $comparison,
            });
        }
    }

    /** Adds a condition on an array column, which is stored as `| a | b |`. Elements are found with LIKE. */
    public static function array(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        if ($value === null || $value instanceof Criteria || is_string($value) && $comparison !== null) {
            $contains = [Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME, Criteria::CONTAINS_NONE];
            $isContains = in_array($comparison, $contains, true);
            if ($value === null || !$isContains) {
                $query->addUsingAlias($column, $value, $isContains ? null : $comparison);

                return;
            }
        }
        $none = $comparison === Criteria::CONTAINS_NONE;
        $some = $comparison === Criteria::CONTAINS_SOME;
        $name = $query->getAliasedColName($column);
        $condition = null;
        foreach (is_array($value) ? $value : [$value] as $element) {
            $operator = $none ? Criteria::NOT_LIKE : Criteria::LIKE;
            $like = new ElementCriterion($query, $name, BoundValue::text($element), $operator);
            $condition = match (true) {
                $condition === null => $like,
                $some => $condition->addOr($like),
                default => $condition->addAnd($like),
            };
        }
        if ($condition === null) {
            self::noElements($query, $name, ['| |', ''], $comparison);
        } else {
            self::add($query, $none ? self::orNull($query, $condition, $name) : $condition);
        }
    }

    /**
     * Adds a condition on a JSON column, comparing contents regardless of whitespace. A list matches any of its
     * elements.
     */
    public static function json(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        if ($comparison === Criteria::CONTAINS_ALL && $value !== null && !$value instanceof Criteria) {
            self::add($query, new JsonContainsCriterion($query, $query->getAliasedColName($column), $value));

            return;
        }
        $isLike = self::isLike($comparison);
        $isIn = $comparison === Criteria::IN || $comparison === Criteria::NOT_IN;
        if (
            $value === null || $value instanceof Criteria
            || !($comparison === null || $isIn || $isLike || isset(JsonCriterion::OPERATORS[$comparison]))
        ) {
            $query->addUsingAlias($column, $value, $comparison);

            return;
        }
        $name = $query->getAliasedColName($column);
        $isList = is_array($value) && array_is_list($value);
        if ($isLike || (!$isList && !$isIn)) {
            self::add($query, $isLike
                ? new TextLikeCriterion($query, $name, $value, $comparison)
                : new JsonCriterion($query, $name, $value, $comparison));

            return;
        }
        $isNot = $comparison === Criteria::NOT_IN || $comparison === Criteria::NOT_EQUAL;
        $condition = null;
        foreach ($isList ? $value : [$value] as $one) {
            $one = new JsonCriterion($query, $name, $one, $isNot ? Criteria::NOT_EQUAL : Criteria::EQUAL);
            $condition = match (true) {
                $condition === null => $one,
                $isNot => $condition->addAnd($one),
                default => $condition->addOr($one),
            };
        }
        self::add($query, $condition ?? new CustomCriterion($query, $isNot ? '1=1' : '1<>1'));
    }

    /**
     * Converts the values of a filter to strings. A list matches any of its elements, but for HSTORE, one array is one
     * value and a list of arrays is several.
     */
    public static function text(ModelCriteria $query, string $column, mixed $value, ?string $comparison): mixed
    {
        if ($value === null || $value instanceof Criteria || is_string($value) && self::isLike($comparison)) {
            return $value;
        }
        $map = $query->getTableMap()->getColumn($column);
        $text = static fn (mixed $one): mixed => $one instanceof Criteria
            ? $one
            : TypeText::text($map->getType(), $one, $column, true);
        $isList = is_array($value) && ($map->getType() !== ColumnTypes::HSTORE || HstoreValue::areSeveral($value));

        return $isList ? array_map($text, $value) : $text($value);
    }

    public static function list(ModelCriteria $query, string $column, mixed $value, ?string $comparison): void
    {
        $map = $query->getTableMap()->getColumn($column);
        if ($value === null || $value instanceof Criteria) {
            $query->addUsingAlias($column, $value, $comparison);

            return;
        }
        // Where arrays are compared, a string in braces is an array; elsewhere it is an element, whatever it contains.
        $takesElements = in_array($comparison, [null, Criteria::CONTAINS, ...self::ELEMENT_COMPARISONS], true);
        $text = static function (mixed $one) use ($map, $column, $takesElements): ?string {
            $isText = !$takesElements && is_string($one) && str_starts_with($one, '{') && str_ends_with($one, '}');

            return TypeText::text($map->getType(), is_array($one) || $isText ? $one : [$one], $column, true);
        };
        // An array of arrays means several alternatives, unless the comparison accepts only one value.
        $areSeveral = in_array($comparison, [null, Criteria::IN, Criteria::NOT_IN], true)
            && is_array($value) && $value !== [] && array_filter($value, is_array(...)) === $value;
        if ($areSeveral) {
            $query->addUsingAlias($column, array_map($text, $value), $comparison ?? Criteria::IN);

            return;
        }
        $operator = match ($comparison) {
            null, Criteria::CONTAINS_ALL => Criteria::CONTAINS,
            Criteria::ANY, Criteria::CONTAINS_SOME, Criteria::CONTAINS_NONE => Criteria::OVERLAPS,
            default => $comparison,
        };
        if ($comparison === Criteria::CONTAINS_NONE) {
            $name = $query->getAliasedColName($column);
            self::add($query, self::orNull($query, new NoneCriterion($query, $name, $text($value), $operator), $name));
        } else {
            $query->addUsingAlias($column, $text($value), $operator);
        }
    }

    private static function isLike(?string $comparison): bool
    {
        return in_array(
            $comparison,
            [Criteria::LIKE, Criteria::NOT_LIKE, Criteria::ILIKE, Criteria::NOT_ILIKE],
            true,
        );
    }

    /** Converts the values of a filter to strings: OBJECT columns store them serialized. */
    public static function serialized(string $column, mixed $value, ?string $comparison): mixed
    {
        if ($value === null || $value instanceof Criteria || self::isLike($comparison)) {
            return $value;
        }
        $isList = is_array($value) && in_array($comparison, [null, Criteria::IN, Criteria::NOT_IN], true);
        $text = static fn (mixed $one): ?string => $one === null ? null : ObjectValue::compared($column, $one);

        return $isList ? array_map($text, $value) : $text($value);
    }

    /**
     * Returns the conditions for rows related to an object, or to one of the objects of a collection.
     *
     * @return list<array{string, mixed, string|null}>|null columns, values and comparisons; null: the condition has
     *     already been added
     */
    public static function related(
        ModelCriteria $query,
        string $relationName,
        mixed $target,
        ?string $comparison,
    ): ?array {
        $tableMap = $query->getTableMap();
        $relation = $tableMap->getRelation($relationName);
        $isCollection = $target instanceof Collection && !$relation->isComposite();
        $objects = self::rows($relation, $isCollection ? $target : [$target]);
        $values = $relation->getLocalValues();
        $conditions = [];
        foreach ($relation->getColumnPairs() as $i => [$left, $right]) {
            if ($right === null) {
                $conditions[] = [$tableMap->getName() . '.' . $left, $values[$i] ?? null, null];
                continue;
            }
            $getter = 'get' . $relation->getRightTable()->getColumn((string) $right)->getPhpName();
            if ($left === null) {
                // An object of another type may have the same key by chance.
                if ((string) $target->$getter() !== (string) ($values[$i] ?? '')) {
                    return self::noneRelated($query, $comparison);
                }
                continue;
            }
            $own = $tableMap->getColumn($left);
            $keys = [];
            foreach ($objects as $object) {
                // Passing null as the format makes getters of dates return the object.
                $key = $object->$getter(null);
                if ($key !== null) {
                    $stored = TypeFamily::key($own, $key);
                    $keys[is_object($stored) ? 'object ' . count($keys) : (string) $stored] = $stored;
                }
            }
            if ($isCollection) {
                $conditions[] = [$own->getFullyQualifiedName(), array_values($keys), $comparison ?? Criteria::IN];
            } elseif ($keys === []) {
                // Comparing with null would find all rows without a value.
                return self::noneRelated($query, $comparison);
            } else {
                $conditions[] = [$own->getFullyQualifiedName(), reset($keys), $comparison];
            }
        }

        return $conditions;
    }

    /**
     * Returns the objects of a filter that can have rows in the related table.
     *
     * @param iterable<mixed> $objects
     * @return list<ActiveRecordInterface>
     */
    private static function rows(RelationMap $relation, iterable $objects): array
    {
        $method = 'filterBy' . $relation->getName();
        $table = $relation->getRightTable();
        $class = (string) $table->getClassName();
        $rows = [];
        foreach ($objects as $object) {
            if (!$object instanceof $class) {
                throw new OrmException(sprintf(
                    '%s() takes a %s object%s',
                    $method,
                    $class,
                    $relation->isComposite() ? '' : ' or a collection of them',
                ));
            }
            KeyConditions::requireRow($method, $object);
            // A class may extend the class of another table without having rows there.
            if ($object::TABLE_MAP === $table::class || $object::TABLE_MAP::getTableMap()->hasRowsOf($table)) {
                $rows[] = $object;
            }
        }

        return $rows;
    }

    /** @return null always; adds a condition that no row meets, or, for "not equal" comparisons, every row */
    private static function noneRelated(ModelCriteria $query, ?string $comparison): ?array
    {
        $isNot = in_array($comparison, [Criteria::NOT_EQUAL, Criteria::ALT_NOT_EQUAL, Criteria::NOT_IN], true);
        self::add($query, new CustomCriterion($query, $isNot ? '1=1' : '1<>1'));

        return null;
    }

    /**
     * Handles an empty list of elements. It adds no condition, except for CONTAINS_NONE, which finds the rows without
     * elements.
     *
     * @param non-empty-list<int|string> $empty the values that the column stores for no elements
     */
    private static function noElements(ModelCriteria $query, string $name, array $empty, ?string $comparison): void
    {
        if ($comparison === Criteria::CONTAINS_NONE) {
            self::add($query, self::orNull($query, $query->getNewCriterion($name, $empty, Criteria::IN), $name));
        }
    }

    private static function orNull(
        ModelCriteria $query,
        AbstractCriterion $condition,
        string $column,
    ): AbstractCriterion {
        return $condition->addOr($query->getNewCriterion($column, null));
    }

    private static function add(ModelCriteria $query, AbstractCriterion $condition): void
    {
        $query->addUsingOperator($condition, null, null, false);
    }

    /**
     * Returns the conditions for `['min' => …, 'max' => …]` on a column of numbers, dates or intervals.
     *
     * @param array<mixed> $value
     * @return list<array{string, mixed, string}>|null columns, values and comparisons; null: the array is a list of
     *     values
     */
    public static function range(ModelCriteria $query, string $column, array $value): ?array
    {
        if (!array_key_exists('min', $value) && !array_key_exists('max', $value)) {
            self::refuseUnknownBounds($column, $value);

            return null;
        }
        $map = $query->getTableMap();
        $columnMap = $map->hasColumn($column) ? $map->getColumn($column) : null;
        $isOrdered = $columnMap?->isNumeric() || $columnMap?->isTemporal();
        if (!$isOrdered && $columnMap?->getType() !== ColumnTypes::INTERVAL) {
            return null;
        }
        $conditions = [];
        foreach (['min' => Criteria::GREATER_EQUAL, 'max' => Criteria::LESS_EQUAL] as $bound => $comparison) {
            if (isset($value[$bound])) {
                $conditions[] = [$column, $value[$bound], $comparison];
            }
        }

        return $conditions;
    }

    /**
     * Rejects a range with misspelled bounds, which would be read as a list of values.
     *
     * @param array<mixed> $value
     */
    private static function refuseUnknownBounds(string $column, array $value): void
    {
        foreach (array_keys($value) as $key) {
            foreach (is_string($key) ? ['min', 'max'] : [] as $bound) {
                $given = strtolower($key);
                $isSwapped = $given === $bound[0] . $bound[2] . $bound[1];
                if (str_starts_with($given, $bound) || levenshtein($given, $bound) < 2 || $isSwapped) {
                    throw new InvalidArgumentException(
                        sprintf('A range of %s has no bound "%s" (did you mean "%s"?)', $column, $key, $bound),
                    );
                }
            }
        }
    }
}
