<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Adapter\AdapterInterface;

/** What the parts of a statement share while it is rendered: the adapter, and the values in placeholder order. */
final class SqlContext
{
    /** @var list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public array $params;

    public readonly bool $quoting;

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
        $this->quoting = $criteria->isIdentifierQuotingEnabled();
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

    /** The table whose column says how a value is bound; null if a sub-query calls something so that is no column. */
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
        $name = $table === null ? $column : $table . '.' . $column;

        return $this->quoting ? $this->quoteColumn($name) : $name;
    }

    /** Quotes plain column names; numbers, expressions and the names that the query gave to some stay as they are. */
    public function quoteColumn(string $name): string
    {
        return $this->quoting && preg_match('/^(?!\d+$)[\w$]+(?:\.[\w$]+)*$/', $name)
            && $this->criteria->getColumnForAs($name) === null
            ? $this->adapter->quote($name)
            : $name;
    }

    public function quoteTable(string $name): string
    {
        return $this->quoting ? $this->adapter->quoteIdentifierTable($name) : $name;
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
            return $query->createSelectSql($this->params);
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
