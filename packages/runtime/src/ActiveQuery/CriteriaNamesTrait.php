<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Map\ColumnMap;

/** Tables and columns by the names that a criteria has for them, and as its SQL writes them. */
trait CriteriaNamesTrait
{
    /** @var list<ColumnMap|string> the columns that the last call of replaceNames() has found */
    #[PlanRule(PlanRule::NO_PART)]
    protected array $replacedColumns = [];

    /** @return array{string, string|null} the real name of a table, and its alias if that was given */
    public function getTableNameAndAlias(string $tableAliasOrName): array
    {
        $table = $this->getTableForAlias($tableAliasOrName);

        return $table === null ? [$tableAliasOrName, null] : [$table, $tableAliasOrName];
    }

    /** The column of a condition, without its table. */
    public function getColumnName(string $name): ?string
    {
        return isset($this->map[$name]) ? $this->map[$name]->getColumn() : null;
    }

    /** The table of a condition. */
    public function getTableName(string $name): ?string
    {
        return isset($this->map[$name]) ? $this->map[$name]->getTable() : null;
    }

    /**
     * A name as the SQL of this criteria writes it: in quotes if all names are, or if the table wants it.
     *
     * @param string $string `table.column`, or one name
     * @param string $tableName the table of a name that has none
     */
    public function quoteIdentifier(string $string, string $tableName = ''): string
    {
        $params = [];
        $context = new SqlContext($this, $this->getAdapter(), $params);
        if ($tableName === '' || str_contains($string, '.')) {
            return $context->quoteColumn($string);
        }

        return substr($context->quoteColumn($tableName . '.' . $string), strlen($context->quoteSource($tableName)) + 1);
    }

    /**
     * Writes the names in a clause as SQL does; literals, quoted names and comments stay.
     *
     * @return bool whether there was one to write
     */
    public function replaceNames(string &$sql): bool
    {
        $this->replacedColumns = [];
        $sql = ClauseText::of($sql, $this->getAdapter())->replaceNames(
            fn (string $name): string => $this->doReplaceNameInExpression([$name]),
        );

        return $this->replacedColumns !== [];
    }

    /** @param array<string> $matches the name is the first */
    protected function doReplaceNameInExpression(array $matches): string
    {
        $this->replacedColumns[] = $matches[0];

        return $this->quoteIdentifier($matches[0]);
    }

    /** The first primary key column of the table of a criteria. */
    public function getPrimaryKey(?Criteria $criteria = null): ?ColumnMap
    {
        $criteria ??= $this;
        $table = $criteria->getPrimaryTableName() ?? array_key_first($criteria->getTablesColumns());
        $tableMap = $table === null
            ? null
            : $criteria->getDatabaseMap()->findTable($criteria->getTableForAlias($table) ?? $table);
        $keys = $tableMap?->getPrimaryKeys() ?? [];

        return $keys === [] ? null : reset($keys);
    }

    /** Whether two selected columns have one name, so that a sub-query with them needs aliases. */
    public function needsSelectAliases(): bool
    {
        $names = [];
        foreach ($this->getSelectColumns() as $column) {
            $dot = strrpos($column, '.');
            $name = $dot === false ? $column : substr($column, $dot + 1);
            if (isset($names[$name])) {
                return true;
            }
            $names[$name] = true;
        }

        return false;
    }

    /**
     * @param AbstractCriterion|string|null $p1 a condition, or a column
     * @param int|string|null $comparison
     */
    protected function getCriterionForCondition(
        $p1,
        mixed $value = null,
        $comparison = null,
    ): AbstractCriterion {
        return $p1 instanceof AbstractCriterion ? $p1 : $this->getNewCriterion((string) $p1, $value, $comparison);
    }
}
