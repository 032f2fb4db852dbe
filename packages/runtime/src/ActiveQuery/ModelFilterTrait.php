<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\SetColumnConverter;

use function is_array;

/** Conditions by type of column: what the generated filterBy methods call. */
trait ModelFilterTrait
{
    /**
     * Adds a condition on a column given by phpName, like the generated method of that column.
     *
     * @return static
     */
    public function filterBy(string $column, mixed $value, ?string $comparison = null)
    {
        $method = 'filterBy' . $column;
        // Names may come from outside: filterByArray() and the like are no methods of a column.
        if (method_exists($this, $method) && !method_exists(self::class, $method)) {
            return $this->$method($value, $comparison);
        }

        $columnMap = $this->getTableMap()->findColumnByName($column) ?? throw ColumnResolver::unknown($this, $column);

        return $this->conditionOnValue($columnMap->getFullyQualifiedName(), $value, $comparison);
    }

    /**
     * @param array<string, mixed> $conditions values, or lists of arguments, by phpName
     * @return static
     */
    public function filterByArray(array $conditions)
    {
        foreach ($conditions as $column => $arguments) {
            if (is_array($arguments) && in_array($arguments[1] ?? null, [Criteria::CUSTOM, Criteria::RAW], true)) {
                // A list may come from outside, where a plain value was meant.
                throw new InvalidClauseException(sprintf('filterByArray() takes no SQL for "%s"', $column));
            }
            is_array($arguments) && array_is_list($arguments)
                ? $this->filterBy($column, ...$arguments)
                : $this->filterBy($column, $arguments);
        }

        return $this;
    }

    /**
     * @param array<mixed>|int|string|null $key a list for a composite key
     * @return static
     */
    public function filterByPrimaryKey(mixed $key)
    {
        $columns = $this->primaryKeyColumns();
        $parts = $this->getTableMap()->storedKey($key);
        if (count($columns) === 1) {
            return $this->addUsingAlias($columns[0], $parts[0]);
        }
        $conditions = [];
        foreach ($columns as $i => $column) {
            $conditions[] = [$column, $parts[$i] ?? null, null];
        }

        return $this->addTogether($conditions);
    }

    /**
     * @param list<mixed>|mixed $keys one key is a list of one
     * @return static
     */
    public function filterByPrimaryKeys($keys)
    {
        $keys = is_array($keys) ? $keys : [$keys];
        $columns = $this->primaryKeyColumns();
        if (count($columns) === 1) {
            $stored = fn (mixed $key): mixed => $this->getTableMap()->storedKey($key)[0];
            $values = array_map($stored, array_values($keys));

            return $this->addUsingAlias($columns[0], $values, Criteria::IN);
        }
        if ($keys === []) {
            return $this->addUsingOperator(new Criterion\CustomCriterion($this, '1<>1'), null, null, false);
        }
        $any = null;
        foreach ($keys as $key) {
            $parts = $this->getTableMap()->storedKey($key);
            $all = null;
            foreach ($columns as $i => $column) {
                $part = $this->getNewCriterion($this->getAliasedColName($column), $parts[$i] ?? null);
                $all = $all === null ? $part : $all->addAnd($part);
            }
            $any = $any === null ? $all : $any->addOr($all);
        }

        return $this->addUsingOperator($any, null, null, false);
    }

    /**
     * Excludes an object from the result.
     *
     * @return static
     */
    public function prune(?ActiveRecordInterface $object = null)
    {
        if ($object === null) {
            return $this;
        }
        $columns = $this->primaryKeyColumns();
        $parts = $this->getTableMap()->storedKey($object->getPrimaryKey());
        $condition = null;
        foreach ($columns as $i => $column) {
            $part = $this->getNewCriterion($this->getAliasedColName($column), $parts[$i] ?? null, Criteria::NOT_EQUAL);
            $condition = $condition === null ? $part : $condition->addOr($part);
        }

        return $this->addUsingOperator($condition, null, null, false);
    }

    /** Text and everything that is compared as it is. A list means IN. */
    protected function conditionOnValue(string $column, mixed $value, ?string $comparison): static
    {
        return $this->addUsingAlias($column, $value, $comparison ?? (is_array($value) ? Criteria::IN : null));
    }

    /** Numbers and dates: also `['min' => …, 'max' => …]`. */
    protected function conditionOnRange(string $column, mixed $value, ?string $comparison): static
    {
        if (!is_array($value) || (!array_key_exists('min', $value) && !array_key_exists('max', $value))) {
            return $this->conditionOnValue($column, $value, $comparison);
        }
        $conditions = [];
        if (isset($value['min'])) {
            $conditions[] = [$column, $value['min'], Criteria::GREATER_EQUAL];
        }
        if (isset($value['max'])) {
            $conditions[] = [$column, $value['max'], Criteria::LESS_EQUAL];
        }

        return $this->addTogether($conditions);
    }

    /** A value for a column of numbers: databases disagree about what text is equal to. */
    protected function comparable(string $column, mixed $value, ?string $comparison): mixed
    {
        if (
            $comparison === null || isset(Criterion\BasicCriterion::OPERATORS[$comparison])
            || $comparison === Criteria::IN || $comparison === Criteria::NOT_IN
        ) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if (is_string($one)) {
                    NumberValue::assertComparable($one, $column);
                }
            }
        }

        return $value;
    }

    /** @param array<mixed> $value */
    private function isRange(string $column, array $value): bool
    {
        if (!array_key_exists('min', $value) && !array_key_exists('max', $value)) {
            return false;
        }
        $map = $this->getTableMap();
        $columnMap = $map->hasColumn($column) ? $map->getColumn($column) : null;

        return $columnMap !== null && ($columnMap->isNumeric() || $columnMap->isTemporal());
    }

    protected function conditionOnBoolean(string $column, mixed $value, ?string $comparison): static
    {
        if (is_array($value)) {
            $boolean = static fn (mixed $one): ?bool => ColumnValue::boolean($one, $column, true);

            return $this->conditionOnValue($column, array_map($boolean, $value), $comparison);
        }

        return $this->addUsingAlias(
            $column,
            $value instanceof Criteria ? $value : ColumnValue::boolean($value, $column, true),
            $comparison,
        );
    }

    protected function conditionOnEnum(string $column, mixed $value, ?string $comparison): static
    {
        $valueSet = $this->tableMapClass()::getValueSet($column);
        $index = static fn (mixed $one): mixed => $one === null || $one instanceof Criteria
            ? $one
            : ColumnValue::enumIndex($column, $one, $valueSet);

        return $this->conditionOnValue(
            $column,
            is_array($value) ? array_map($index, array_values($value)) : $index($value),
            $comparison,
        );
    }

    protected function conditionOnSet(string $column, mixed $value, ?string $comparison): static
    {
        if ($value === null || $value instanceof Criteria) {
            return $this->addUsingAlias($column, $value, $comparison);
        }
        $mask = (int) SetColumnConverter::convertToInt($value, $this->tableMapClass()::getValueSet($column), $column);
        if ($mask === 0 && is_array($value)) {
            return $this->conditionOnNoElements($this->getAliasedColName($column), [0], $comparison);
        }
        if ($comparison === Criteria::CONTAINS_NONE) {
            $none = $this->getNewCriterion($this->getAliasedColName($column), $mask, Criteria::BINARY_NONE)
                ->addOr($this->getNewCriterion($this->getAliasedColName($column), null));

            return $this->addUsingOperator($none, null, null, false);
        }

        return match ($comparison) {
            null, Criteria::CONTAINS_ALL => $this->addUsingAlias($column, $mask, Criteria::BINARY_ALL),
            Criteria::CONTAINS_SOME, Criteria::IN => $this->addUsingAlias($column, $mask, Criteria::BINARY_AND),
            default => $this->addUsingAlias($column, $mask, $comparison),
        };
    }

    /** Array columns are stored as `| a | b |`; elements are found by LIKE. */
    protected function conditionOnArray(string $column, mixed $value, ?string $comparison): static
    {
        if ($value === null || $value instanceof Criteria || is_string($value) && $comparison !== null) {
            $contains = [Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME, Criteria::CONTAINS_NONE];
            if ($value === null || !in_array($comparison, $contains, true)) {
                return $this->addUsingAlias($column, $value, $value === null ? null : $comparison);
            }
        }
        $none = $comparison === Criteria::CONTAINS_NONE;
        $some = $comparison === Criteria::CONTAINS_SOME;
        $name = $this->getAliasedColName($column);
        $condition = null;
        foreach (is_array($value) ? $value : [$value] as $element) {
            $operator = $none ? Criteria::NOT_LIKE : Criteria::LIKE;
            $like = new Criterion\ElementCriterion($this, $name, BoundValue::text($element), $operator);
            $condition = match (true) {
                $condition === null => $like,
                $some => $condition->addOr($like),
                default => $condition->addAnd($like),
            };
        }
        if ($condition === null) {
            return $this->conditionOnNoElements($name, ['| |', ''], $comparison);
        }
        if ($none) {
            $condition = $this->groupedOrNull($condition, $name);
        }

        return $this->addUsingOperator($condition, null, null, false);
    }

    /**
     * An empty list: every row has all of its elements and no row some of them; rows without any element have none.
     *
     * @param non-empty-list<int|string> $empty how a column stores no elements
     */
    private function conditionOnNoElements(string $name, array $empty, ?string $comparison): static
    {
        if ($comparison === Criteria::CONTAINS_NONE) {
            $isEmpty = $this->groupedOrNull($this->getNewCriterion($name, $empty, Criteria::IN), $name);

            return $this->addUsingOperator($isEmpty, null, null, false);
        }
        if ($comparison === Criteria::CONTAINS_SOME || $comparison === Criteria::IN) {
            return $this->addUsingOperator(new Criterion\CustomCriterion($this, '1<>1'), null, null, false);
        }

        return $this;
    }

    /** JSON is compared as such: blanks in it say nothing. A list means one of its elements. */
    protected function conditionOnJson(string $column, mixed $value, ?string $comparison): static
    {
        $likes = [Criteria::LIKE, Criteria::NOT_LIKE, Criteria::ILIKE, Criteria::NOT_ILIKE];
        $isLike = in_array($comparison, $likes, true);
        $isIn = $comparison === Criteria::IN || $comparison === Criteria::NOT_IN;
        if (
            $value === null || $value instanceof Criteria
            || !($comparison === null || $isIn || $isLike || isset(Criterion\JsonCriterion::OPERATORS[$comparison]))
        ) {
            return $this->addUsingAlias($column, $value, $comparison);
        }
        $name = $this->getAliasedColName($column);
        $isList = is_array($value) && array_is_list($value);
        if ($isLike || (!$isList && !$isIn)) {
            $one = $isLike
                ? new Criterion\JsonLikeCriterion($this, $name, $value, $comparison)
                : new Criterion\JsonCriterion($this, $name, $value, $comparison);

            return $this->addUsingOperator($one, null, null, false);
        }
        $isNot = $comparison === Criteria::NOT_IN || $comparison === Criteria::NOT_EQUAL;
        $condition = null;
        foreach ($isList ? $value : [$value] as $one) {
            $one = new Criterion\JsonCriterion($this, $name, $one, $isNot ? Criteria::NOT_EQUAL : Criteria::EQUAL);
            $condition = match (true) {
                $condition === null => $one,
                $isNot => $condition->addAnd($one),
                default => $condition->addOr($one),
            };
        }
        $condition ??= new Criterion\CustomCriterion($this, $isNot ? '1=1' : '1<>1');

        return $this->addUsingOperator($condition, null, null, false);
    }

    /** Objects are stored serialized. */
    protected function conditionOnObject(string $column, mixed $value, ?string $comparison): static
    {
        $serialized = match (true) {
            $value === null, $value instanceof Criteria => $value,
            is_array($value) && $comparison === null => array_map(serialize(...), $value),
            default => is_object($value) ? serialize($value) : $value,
        };

        return $this->conditionOnValue($column, $serialized, $comparison);
    }

    /** Rows related to an object, or to one of the objects of a collection. */
    protected function conditionOnRelated(string $relationName, mixed $target, ?string $comparison): static
    {
        $relation = $this->getTableMap()->getRelation($relationName);
        $class = (string) $relation->getRightTable()->getClassName();
        $isCollection = $target instanceof Collection && !$relation->isComposite();
        if (!$isCollection && !$target instanceof $class) {
            throw new OrmException(sprintf(
                'filterBy%s() takes a %s object%s',
                $relationName,
                $class,
                $relation->isComposite() ? '' : ' or a collection of them',
            ));
        }
        $values = $relation->getLocalValues();
        $conditions = [];
        foreach ($relation->getColumnPairs() as $i => [$left, $right]) {
            if ($right === null) {
                $conditions[] = [$this->getTableMap()->getName() . '.' . $left, $values[$i] ?? null, null];
                continue;
            }
            if ($left === null) {
                // An object of another type has the same foreign key by chance.
                $type = 'get' . $relation->getRightTable()->getColumn((string) $right)->getPhpName();
                if ((string) $target->$type() !== (string) ($values[$i] ?? '')) {
                    $isNot = in_array($comparison, [Criteria::NOT_EQUAL, Criteria::ALT_NOT_EQUAL], true);
                    $nothing = new Criterion\CustomCriterion($this, $isNot ? '1=1' : '1<>1');

                    return $this->addUsingOperator($nothing, null, null, false);
                }
                continue;
            }
            $getter = 'get' . $relation->getRightTable()->getColumn($right)->getPhpName();
            $own = $this->getTableMap()->getColumn($left);
            $column = $own->getFullyQualifiedName();
            if ($isCollection) {
                $keys = [];
                foreach ($target as $object) {
                    $keys[] = ColumnValue::keyToStored($own, $object->$getter());
                }
                $conditions[] = [$column, array_values(array_unique($keys)), $comparison ?? Criteria::IN];
            } else {
                // Of a date the object: null as its format.
                $conditions[] = [$column, ColumnValue::keyToStored($own, $target->$getter(null)), $comparison];
            }
        }

        return $this->addTogether($conditions);
    }

    /**
     * Rows related to an object, or to one of the objects of a collection, by rows between.
     *
     * @param string $rows the relation to the rows between
     * @param string $relation their relation to the object
     * @param bool $isPair whether at most one row is between two objects
     */
    protected function conditionOnCross(
        string $rows,
        string $relation,
        mixed $target,
        ?string $comparison,
        bool $isPair,
    ): static {
        // A join would give an object as often as there are rows between.
        $query = $isPair && !$target instanceof Collection
            ? $this->{'use' . $rows . 'Query'}()
            : $this->useExistsQuery($rows);
        $query->{'filterBy' . $relation}($target, $comparison)->endUse();

        return $this;
    }

    /**
     * Adds conditions that say one thing: after _or(), all of them together are the alternative.
     *
     * @param list<array{string, mixed, string|null}> $conditions columns, values and comparisons
     */
    private function addTogether(array $conditions): static
    {
        if (!$this->isOrNext || count($conditions) < 2) {
            foreach ($conditions as [$column, $value, $comparison]) {
                $this->addUsingAlias($column, $value, $comparison);
            }

            return $this;
        }
        $all = null;
        foreach ($conditions as [$column, $value, $comparison]) {
            $one = $this->getNewCriterion($this->getAliasedColName($column), $value, $comparison);
            $all = $all === null ? $one : $all->addAnd($one);
        }

        return $this->addUsingOperator($all);
    }

    /** @return non-empty-list<string> */
    private function primaryKeyColumns(): array
    {
        $columns = [];
        foreach ($this->getTableMap()->getPrimaryKeys() as $column) {
            $columns[] = $column->getFullyQualifiedName();
        }

        return $columns === [] ? throw new LogicException(
            sprintf('%s objects have no primary key', $this->getModelName()),
        ) : $columns;
    }

    private function groupedOrNull(AbstractCriterion $condition, string $column): AbstractCriterion
    {
        return $condition->addOr($this->getNewCriterion($column, null));
    }
}
