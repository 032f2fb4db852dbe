<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;

use function is_array;

/** Conditions of a query on a model: by column, as generated filterBy methods add them, and by clauses with phpNames. */
trait ModelConditionTrait
{
    /**
     * Adds a condition on a column given by phpName, like the generated method of that column.
     *
     * @return static
     */
    public function filterBy(string $column, mixed $value, ?string $comparison = null)
    {
        $method = 'filterBy' . $column;
        // Names may come from outside: filterByArray() and the like are not filters of a column.
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
                throw new InvalidClauseException(sprintf('filterByArray() does not accept SQL for "%s"', $column));
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
        return $this->addTogether(KeyConditions::one($this, $key));
    }

    /**
     * @param list<mixed>|mixed $keys one key is a list of one
     * @return static
     */
    public function filterByPrimaryKeys($keys)
    {
        KeyConditions::addAny($this, $keys);

        return $this;
    }

    /**
     * Excludes an object from the result.
     *
     * @return static
     */
    public function prune(?ActiveRecordInterface $object = null)
    {
        if ($object !== null) {
            KeyConditions::addOther($this, $object);
        }

        return $this;
    }

    /** A condition on a column whose values are compared unchanged. A list means IN. */
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
        return $this->conditionOnValue($column, ColumnConditions::enum($this, $column, $value), $comparison);
    }

    protected function conditionOnSet(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::set($this, $column, $value, $comparison);

        return $this;
    }

    /** Array columns are stored as `| a | b |`; elements are found by LIKE. */
    protected function conditionOnArray(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::array($this, $column, $value, $comparison);

        return $this;
    }

    /** JSON is compared by its contents, whatever blanks it has. A list means one of its elements. */
    protected function conditionOnJson(string $column, mixed $value, ?string $comparison): static
    {
        ColumnConditions::json($this, $column, $value, $comparison);

        return $this;
    }

    /** Objects are stored serialized. */
    protected function conditionOnObject(string $column, mixed $value, ?string $comparison): static
    {
        return $this->conditionOnValue($column, ColumnConditions::serialized($value, $comparison), $comparison);
    }

    /** Rows related to an object, or to one of the objects of a collection. */
    protected function conditionOnRelated(string $relationName, mixed $target, ?string $comparison): static
    {
        $conditions = ColumnConditions::related($this, $relationName, $target, $comparison);

        return $conditions === null ? $this : $this->addTogether($conditions);
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
     * Adds conditions that belong together: after _or(), all of them together are the alternative.
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

    /** @return array{string, string|null} the class and the alias of `Book b` */
    public static function getClassAndAlias(string $class): array
    {
        [$name, $alias] = array_pad(explode(' ', trim($class), 2), 2, null);

        return [ltrim($name, '\\'), $alias];
    }

    /** The name of the join that `Book.Author a` makes: the alias, or the relation. */
    public static function getRelationName(string $relation): string
    {
        [$name, $alias] = self::getClassAndAlias($relation);
        $dot = strrpos($name, '.');

        return $alias ?? ($dot === false ? $name : substr($name, $dot + 1));
    }

    public function getModelJoinByTableName(string $tableName): ?ModelJoin
    {
        foreach ($this->getJoins() as $join) {
            if ($join instanceof ModelJoin && $join->getTableMap()->getName() === $tableName) {
                return $join;
            }
        }

        return null;
    }

    /** Whether relations to many objects are read too. */
    public function isWithOneToMany(): bool
    {
        foreach ($this->with as $with) {
            if ($with->isToMany) {
                return true;
            }
        }

        return false;
    }

    /** Puts the columns of select() into the list of the SELECT. */
    public function configureSelectColumns(): void
    {
        $select = $this->getSelect();
        if ($select === null) {
            return;
        }
        foreach ((array) $select as $name) {
            $name = BoundValue::text($name);
            if (isset($this->rare->asColumns[$name]) || isset($this->rare->asColumns['"' . $name . '"'])) {
                continue;
            }
            $column = ColumnResolver::resolve($this, $name)
                ?? throw new OrmException(ColumnResolver::unknown($this, $name)->getMessage());
            $this->rareClauses()->asColumns['"' . str_replace('"', '', $name) . '"'] = $column;
        }
        $this->rareClauses()->selectColumns = [];
    }

    /**
     * @param class-string<TableMap> $tableMapClassName
     * @return static
     */
    public function addSelfSelectColumnsFromTableMapClass(string $tableMapClassName, ?string $alias = null)
    {
        if (!is_subclass_of($tableMapClassName, TableMap::class)) {
            throw new InvalidArgumentException(sprintf('%s is not a valid table map', $tableMapClassName));
        }
        $tableMapClassName::addSelectColumns($this, $alias);

        return $this;
    }

    /** @return list<string> what select('*') means */
    protected function resolveSelectAll(): array
    {
        return $this->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
    }

    /** @param list<string> $conditions their names */
    protected function getCriterionForConditions(array $conditions, ?string $operator = null): AbstractCriterion
    {
        return $this->combineNamed($conditions, $operator ?? self::LOGICAL_AND);
    }

    /** @param int|null $bindingType a PDO type */
    protected function getCriterionForClause(string $clause, mixed $value, ?int $bindingType = null): AbstractCriterion
    {
        if ($bindingType !== null) {
            $sql = $clause;
            $this->replaceNames($sql);

            return new RawModelCriterion($this, $sql, $this->replacedColumns[0] ?? '', $value, null, $bindingType);
        }
        // In a query of one model alone, the SQL depends on the text of the clause only.
        $key = $this->rare === null && !$this->joins && $this->modelAlias === null && $this->primaryCriteria === null
            ? static::class . "|$this->dbName|$this->modelName|$clause"
            : null;
        $known = $key === null ? null : Orm::$state->clauses[$key] ?? null;
        if ($known === null) {
            $sql = $clause;
            $this->replaceNames($sql);
            $known = ClauseReader::read($this, $clause, $sql, $this->replacedColumns, $key);
        }
        [$sql, $this->replacedColumns, $class, $columnMap] = $known;
        $column = $this->replacedColumns[0] ?? '';
        $columns = count($this->replacedColumns) > 1 && is_array($value) ? ClauseReader::columnsOfValues(
            $this,
            $clause,
            function (string $text): array {
                $this->replaceNames($text);

                return $this->replacedColumns;
            },
        ) : [];
        $bound = count($columns) > 1 && count($columns) === count($value)
            ? array_map($this->convertedForColumn(...), array_values($value), $columns)
            : ($columnMap === null ? $value : $this->convertValueForColumn($value, $columnMap));
        $criterion = (new $class($this, $sql, $column, $bound))->setColumnsOfValues($columns);

        return $this->rare?->ignoreCase ? $criterion->setIgnoreCase(true) : $criterion;
    }

    private function convertedForColumn(mixed $value, string $column): mixed
    {
        $columnMap = ColumnResolver::columnMap($this, $column);

        return $columnMap === null ? $value : $this->convertValueForColumn($value, $columnMap);
    }

    /**
     * What is bound for the value of a clause: the position of an ENUM value, the mask of a SET, the text of a list.
     *
     * @return mixed
     */
    protected function convertValueForColumn(mixed $value, ColumnMap $column)
    {
        return ClauseReader::converted($value, $column);
    }

    /** @param array<string> $matches the name is the first */
    protected function doReplaceNameInExpression(array $matches): string
    {
        $column = ColumnResolver::resolve($this, $matches[0]);
        if ($column === null) {
            return $matches[0];
        }
        $this->replacedColumns[] = $column;

        return $this->writtenName($column);
    }

    /**
     * @param string $columnName `Book.Title`, `b.Title`, `Title`, or the name of a column of withColumn()
     * @return array{ColumnMap|null, string|null} the column, if it is a real one, and its name in the SQL
     */
    protected function getColumnFromName(string $columnName, bool $failSilently = true): array
    {
        $name = $failSilently
            ? ColumnResolver::resolve($this, $columnName)
            : ColumnResolver::require($this, $columnName);

        return [$name === null ? null : ColumnResolver::columnMap($this, $name), $name];
    }

    /** @return array{ColumnMap|null, string|null} as getColumnFromName(), of a sub-query by its alias */
    protected function getColumnFromSubQuery(string $class, string $phpName, bool $failSilently = true): array
    {
        $subQuery = $this->getSelectQuery($class);
        $name = $subQuery === null ? null : ColumnResolver::inSubQuery($subQuery, $class, $phpName);
        if ($name === null && !$failSilently) {
            throw new UnknownColumnException(sprintf('The sub-query "%s" has no column "%s"', $class, $phpName));
        }
        $column = $subQuery instanceof ModelCriteria ? $subQuery->getTableMap()->findColumnByName($phpName) : null;

        return [$name === null ? null : $column, $name];
    }

    /** The name in the SQL of a column of this model. */
    protected function getRealColumnName(string $columnName): string
    {
        $column = $this->getTableMap()->findColumnByName($columnName)
            ?? throw ColumnResolver::unknown($this, $columnName);

        return $this->getAliasedColName($column->getFullyQualifiedName());
    }
}
