<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;

/** What the parts of a statement share while it is rendered: the adapter, and the values in placeholder order. */
final class SqlContext
{
    /** @var list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public array $params;

    public readonly Names $names;

    /** The statement that this one is a condition of. */
    private readonly ?self $outer;

    /** What to take as the outer statement of those that are rendered now. */
    private static ?self $current = null;

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function __construct(
        public readonly Criteria $criteria,
        public readonly AdapterInterface $adapter,
        array &$params,
    ) {
        $this->params = &$params;
        $this->outer = self::$current;
        $this->names = $adapter->names($criteria->isIdentifierQuotingEnabled());
    }

    /** Notes a value and gives its placeholder. */
    public function bind(?string $table, ?string $column, mixed $value, ?int $type = null): string
    {
        if ($table !== null) {
            $table = $this->realTable($table, (string) $column);
        }
        $param = ['table' => $table, 'column' => $column, 'value' => $value];
        if ($type !== null) {
            $param['type'] = $type;
        }
        $this->params[] = $param;

        return ':p' . count($this->params);
    }

    /** The table whose column says how a value is bound; null if the name is one that a sub-query gave to an expression. */
    private function realTable(string $name, string $column): ?string
    {
        $table = $this->criteria->getTableForAlias($name);
        $subQuery = $table === null ? $this->criteria->getSelectQuery($name) : null;
        if ($subQuery === null) {
            return $table ?? $this->outer?->realTable($name, $column) ?? $name;
        }
        $tableMap = $subQuery instanceof ModelCriteria ? $subQuery->getTableMap() : null;

        return $tableMap?->hasColumn($column) ? $tableMap->getName() : null;
    }

    public function column(?string $table, string $column): string
    {
        return $this->quoteColumn($table === null ? $column : $table . '.' . $column);
    }

    /** Columns and the names that the query gave to some, as they are written; numbers and expressions stay. */
    public function quoteColumn(string $name): string
    {
        if (isset($this->names->columns[$name])) {
            return $this->names->columns[$name];
        }
        if ($this->criteria->getColumnForAs($name) !== null) {
            return $this->names->label($name);
        }
        $isWords = preg_match('/^[a-z_\x80-\xff][\w$\x80-\xff]*(\.[a-z_\x80-\xff][\w$\x80-\xff]*)*$/iD', $name, $words);
        if ($isWords && isset($words[1])) {
            return $this->namesOf(substr($name, 0, (int) strrpos($name, '.'))) === $this->names
                ? $this->names->plainColumn($name) ?? $this->writtenColumn($name)
                : $this->writtenColumn($name);
        }
        if ($isWords && $this->names->quotesAll || $this->findColumn($name) !== null) {
            return str_contains($name, '.') ? $this->writtenColumn($name) : $this->names->identifier($name);
        }

        return $name;
    }

    /** A table of the query, which may have another name there. */
    public function quoteTable(string $name, ?string $alias = null): string
    {
        $names = $this->namesOf($alias ?? $name);

        return $names->table($name) . ($alias === null ? '' : ' ' . $names->alias($alias));
    }

    /** A table of the query by its name there. */
    public function quoteSource(string $tableOrAlias): string
    {
        $names = $this->namesOf($tableOrAlias);

        return $this->isAlias($tableOrAlias) ? $names->alias($tableOrAlias) : $names->table($tableOrAlias);
    }

    /** @param string $name `table.column`, with the name of the table in the query */
    private function writtenColumn(string $name): string
    {
        $dot = (int) strrpos($name, '.');
        $table = substr($name, 0, $dot);
        $column = substr($name, $dot + 1);
        // What a sub-query gave a name to has no other.
        $isLabel = $this->derivedFrom($table)?->getColumnForAs($column) !== null;

        return $this->quoteSource($table) . '.'
            . ($isLabel ? $this->names->label($column) : $this->namesOf($table)->identifier($column));
    }

    /** How names of a table are written: tables may want quotes in a query that has none. */
    public function namesOf(string $tableOrAlias): Names
    {
        if (
            $this->names->quotesAll || $this->criteria->ownQuoting() === false
            || $this->derivedFrom($tableOrAlias) !== null
        ) {
            return $this->names;
        }
        try {
            $tableMap = $this->criteria->getDatabaseMap()->findTable($this->realTableName($tableOrAlias));
        } catch (OrmException) {
            // No table is known.
            return $this->names;
        }

        return $tableMap?->isIdentifierQuotingEnabled() ? $this->adapter->names(true) : $this->names;
    }

    private function isAlias(string $name): bool
    {
        if ($this->criteria->getTableForAlias($name) !== null || $this->criteria->getSelectQuery($name) !== null) {
            return true;
        }
        foreach ($this->criteria->getJoins() as $join) {
            if ($join->getRightTableAlias() === $name && $join->getRightTableName() !== $name) {
                return true;
            }
        }

        return $this->outer?->isAlias($name) ?? false;
    }

    private function derivedFrom(string $alias): ?Criteria
    {
        return $this->criteria->getSelectQuery($alias) ?? $this->outer?->derivedFrom($alias);
    }

    /** The column of a name that is not a single word: `order item.price (net)`, or that of a table's own column. */
    private function findColumn(string $name): ?ColumnMap
    {
        $dot = strrpos($name, '.');
        $table = $dot === false ? $this->criteria->getPrimaryTableName() : substr($name, 0, $dot);
        if ($table === null) {
            return null;
        }
        try {
            $tableMap = $this->criteria->getDatabaseMap()->findTable($this->realTableName($table));
        } catch (OrmException) {
            // No table is known, so this can only be an expression.
            return null;
        }
        $column = $dot === false ? $name : substr($name, $dot + 1);
        $found = $tableMap?->getColumns()[ColumnMap::normalizeName($column)] ?? null;

        return $found?->getName() === $column ? $found : null;
    }

    private function realTableName(string $name): string
    {
        $table = $this->criteria->getTableForAlias($name);
        if ($table !== null) {
            return $table;
        }
        foreach ($this->criteria->getJoins() as $join) {
            if ($join->getRightTableAlias() === $name) {
                return (string) $join->getRightTableName();
            }
        }

        return $this->outer?->realTableName($name) ?? $name;
    }

    /** A query in a condition, which can name the tables around it. */
    public function subquery(Criteria $query): string
    {
        return $this->render($query, $this);
    }

    /** A query that is read from like a table. */
    public function derivedTable(Criteria $query): string
    {
        return $this->render($query, null);
    }

    /** Whether the statement around this one has a table. */
    public function isOutside(string $table): bool
    {
        if ($this->outer === null) {
            return false;
        }
        $criteria = $this->outer->criteria;
        foreach ($criteria->getJoins() as $join) {
            if ($join->getRightTableAliasOrName() === $table) {
                return true;
            }
        }

        return $criteria->getPrimaryTableName() === $table || $this->outer->isOutside($table);
    }

    private function render(Criteria $query, ?self $outer): string
    {
        $before = self::$current;
        self::$current = $outer;
        try {
            return $query->completeSelectSql($this->params);
        } finally {
            self::$current = $before;
        }
    }

    public function isText(?string $table, string $column): bool
    {
        if ($table === null) {
            return false;
        }
        $table = $this->criteria->getTableForAlias($table) ?? $table;
        $databaseMap = $this->criteria->getDatabaseMap();

        return $databaseMap->hasTable($table)
            && ($databaseMap->getTable($table)->findColumnByName($column)?->isText() ?? false);
    }
}
