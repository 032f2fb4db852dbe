<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use BackedEnum;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\RuntimeState;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\Suggestion;

/** Clauses with phpNames: what the names mean, and the conditions that are made of them. */
trait ModelNamesTrait
{
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
        // In a query of one model alone, the text says all.
        $key = $this->rare === null && !$this->joins && $this->modelAlias === null && $this->primaryCriteria === null
            ? static::class . "|$this->dbName|$this->modelName|$clause"
            : null;
        $known = $key === null ? null : Orm::$state->clauses[$key] ?? null;
        [$sql, $this->replacedColumns, $class, $columnMap] = $known ?? $this->readClause($clause, $key);
        $column = $this->replacedColumns[0] ?? '';
        $columns = count($this->replacedColumns) > 1 && is_array($value) ? $this->columnsOfValues($clause) : [];
        $bound = count($columns) > 1 && count($columns) === count($value)
            ? array_map($this->convertedForColumn(...), array_values($value), $columns)
            : ($columnMap === null ? $value : $this->convertValueForColumn($value, $columnMap));
        $criterion = (new $class($this, $sql, $column, $bound))->setColumnsOfValues($columns);

        return $this->rare?->ignoreCase ? $criterion->setIgnoreCase(true) : $criterion;
    }

    /**
     * @param string|null $key under which it is kept; null: other queries may mean something else by it
     * @return array{string, list<string>, class-string<ModelCriterion>, ColumnMap|null} see RuntimeState
     */
    private function readClause(string $clause, ?string $key): array
    {
        $sql = $clause;
        $this->replaceNames($sql);
        if (
            $this->replacedColumns === [] && str_contains($sql, '?')
            && ClauseText::of($sql, $this->getAdapter())->countMarks() > 0
        ) {
            preg_match('/(?<!\w)(?:\w+\.)?(\w+)/', $clause, $word);
            $known = $this->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
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
        $columnMap = ColumnResolver::columnMap($this, $this->replacedColumns[0] ?? '');
        $read = [$sql, $this->replacedColumns, $class, $columnMap];
        $state = Orm::state();
        if ($key !== null && RuntimeState::$hasShortcuts && $state->isTold && !QueryHooks::hasOwnNames(static::class)) {
            // Texts with values in them differ each time.
            $state->clauses = count($state->clauses) < self::CLAUSES ? $state->clauses : [];
            $state->clauses[$key] = $read;
        }

        return $read;
    }

    private function convertedForColumn(mixed $value, string $column): mixed
    {
        $columnMap = ColumnResolver::columnMap($this, $column);

        return $columnMap === null ? $value : $this->convertValueForColumn($value, $columnMap);
    }

    /**
     * The column that each value of a clause is compared with: the last one before its mark, or, where a comparison
     * begins with the mark, the first one behind it.
     *
     * @return list<string>
     */
    private function columnsOfValues(string $clause): array
    {
        $parts = [];
        foreach (explode('?', ClauseText::of($clause, $this->getAdapter())->text) as $text) {
            $written = $text;
            $this->replaceNames($written);
            $parts[] = [$text, $this->replacedColumns];
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

    /**
     * What is bound for the value of a clause: the position of an ENUM value, the mask of a SET, the text of a list.
     *
     * @return mixed
     */
    protected function convertValueForColumn(mixed $value, ColumnMap $column)
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
