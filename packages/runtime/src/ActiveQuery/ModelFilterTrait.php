<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\SetColumnConverter;

use function is_array;

/** Conditions by type of column: what the generated filterBy methods call. */
trait ModelFilterTrait
{
    /** Adds a condition on a column given by phpName, like the generated method of that column. */
    public function filterBy(string $column, mixed $value, ?string $comparison = null): static
    {
        $method = 'filterBy' . $column;
        // Names may come from outside: filterByArray() and the like are no methods of a column.
        if (method_exists($this, $method) && !method_exists(self::class, $method)) {
            return $this->$method($value, $comparison);
        }

        return $this->conditionOnValue(
            $this->getTableMap()->getColumn($column)->getFullyQualifiedName(),
            $value,
            $comparison,
        );
    }

    /** @param array<string, mixed> $conditions values, or lists of arguments, by phpName */
    public function filterByArray(array $conditions): static
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

    /** @param array<mixed>|int|string|null $key a list for a composite key */
    public function filterByPrimaryKey(mixed $key): static
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

    /** @param list<mixed> $keys */
    public function filterByPrimaryKeys(array $keys): static
    {
        $columns = $this->primaryKeyColumns();
        if (count($columns) === 1) {
            $stored = fn (mixed $key): mixed => $this->getTableMap()->storedKey($key)[0];
            $values = array_map($stored, array_values($keys));

            return $this->addUsingAlias($columns[0], $values, Criteria::IN);
        }
        if ($keys === []) {
            return $this->addUsingOperator(new Criterion\CustomCriterion('', '1<>1'), null, null, false);
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

    /** Excludes an object from the result. */
    public function prune(?ActiveRecordInterface $object = null): static
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
            return $this->conditionOnValue($column, array_map(ColumnValue::boolean(...), $value), $comparison);
        }

        return $this->addUsingAlias(
            $column,
            $value instanceof Criteria ? $value : ColumnValue::boolean($value),
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
        $mask = (int) SetColumnConverter::convertToInt($value, $this->tableMapClass()::getValueSet($column));
        if ($mask === 0 && is_array($value)) {
            return $this;
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
        foreach ((array) $value as $element) {
            $comparison = $none ? Criteria::NOT_LIKE : Criteria::LIKE;
            $like = new Criterion\ElementCriterion($name, (string) $element, $comparison);
            $condition = match (true) {
                $condition === null => $like,
                $some => $condition->addOr($like),
                default => $condition->addAnd($like),
            };
        }
        if ($condition === null) {
            return $this;
        }
        if ($none) {
            $condition = $this->groupedOrNull($condition, $name);
        }

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
