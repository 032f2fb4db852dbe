<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;

/** Renders SELECT statements. A criteria is only read, never changed. */
final class SelectBuilder
{
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param array<int|string, string>|string|null $columns select these instead of those of the criteria: a list,
     *     columns by their aliases, or, if they are all those of the tables of the query, the text of the list
     * @param int|null $limit this limit instead of the one of the criteria
     */
    public static function build(
        Criteria $criteria,
        array &$params,
        array|string|null $columns = null,
        ?int $limit = null,
        bool $ordered = true,
    ): string {
        $adapter = $criteria->getAdapter();
        $context = new SqlContext($criteria, $adapter, $params);

        $joins = '';
        foreach ($criteria->getJoins() as $join) {
            $joins .= ' ' . $join->toSql($context);
        }
        $where = $criteria->hasWhereClause() ? self::where($context) : '';
        $orderBy = $ordered && $criteria->getOrderByColumns() !== [] ? self::orderBy($context) : [[], []];
        $named = is_string($columns) ? [] : $columns ?? $criteria->getSelectColumns();
        $from = self::from($context, $named, $joins !== '');
        $select = is_string($columns)
            ? implode(', ', [$columns, ...$orderBy[1]])
            : self::columns($context, $columns, $orderBy[1]);
        $groupBy = match (true) {
            $criteria->getGroupByColumns() === [] => '',
            is_array($columns) => $adapter->groupBySelected($criteria, $columns),
            default => $adapter->getGroupBy($criteria),
        };
        $having = $criteria->getHaving()?->toSql($context);

        $sql = 'SELECT ' . self::commentAndModifiers($criteria) . $select . ' FROM ' . $from . $joins . $where
            . $groupBy
            . ($having === null ? '' : ' HAVING ' . $having)
            . ($orderBy[0] === [] ? '' : ' ORDER BY ' . implode(',', $orderBy[0]));
        $limit ??= $criteria->getLimit();
        if ($limit >= 0 || $criteria->getOffset() > 0) {
            $adapter->applyLimit($sql, $criteria->getOffset(), $limit, $criteria);
        }
        $lock = $criteria->getLock();
        if ($lock !== null) {
            $adapter->applyLock($sql, $lock);
        }

        return $sql;
    }

    public static function where(SqlContext $context): string
    {
        $conditions = [];
        foreach ($context->criteria->getMap() as $criterion) {
            $conditions[] = $criterion->toSql($context);
        }

        return $conditions === [] ? '' : ' WHERE ' . implode(' AND ', $conditions);
    }

    public static function commentAndModifiers(Criteria $criteria): string
    {
        $text = self::comment($criteria);
        foreach ($criteria->getSelectModifiers() as $modifier) {
            $text .= $modifier . ' ';
        }

        return $text;
    }

    public static function comment(Criteria $criteria): string
    {
        $comment = $criteria->getComment();

        // Taking the marks out could make new ones of what stood around them. A zero byte ends the text of a statement.
        return $comment === null || $comment === ''
            ? ''
            : '/* ' . str_replace(['*/', '/*', "\0"], ['* /', '/ *', ' '], $comment) . ' */ ';
    }

    /**
     * A statement up to its list of columns.
     *
     * @param list<string> $tables gets the tables that the columns name, with their aliases
     */
    public static function head(Criteria $criteria, array &$tables): string
    {
        foreach ([...$criteria->getSelectColumns(), ...array_values($criteria->getAsColumns())] as $column) {
            if (preg_match('/(\w+(?:\.\w+)*)\.\w+/', $column, $match)) {
                $table = $criteria->getTableForAlias($match[1]);
                $tables[] = $table === null ? $match[1] : $table . ' ' . $match[1];
            }
        }
        $params = [];
        $context = new SqlContext($criteria, $criteria->getAdapter(), $params);

        return 'SELECT ' . self::commentAndModifiers($criteria) . self::columns($context, null, []);
    }

    /** Whether two selected columns have one name, so that a sub-query with them needs aliases. */
    public static function needsAliases(Criteria $criteria): bool
    {
        $names = [];
        foreach ($criteria->getSelectColumns() as $column) {
            $dot = strrpos($column, '.');
            $name = $dot === false ? $column : substr($column, $dot + 1);
            if (isset($names[$name])) {
                return true;
            }
            $names[$name] = true;
        }

        return false;
    }

    /** @return list<string> the columns of a SELECT of whole objects: of the model, then of the relations read too */
    public static function modelColumns(ModelCriteria $query): array
    {
        $columns = $query->getSelectColumns();
        if ($columns === [] && $query->getSelect() === null) {
            $columns = $query->getTableMap()::getSelectColumns();
            if ($query->isUsingAliasInSQL()) {
                $columns = array_map($query->getAliasedColName(...), $columns);
            }
        }
        foreach ($query->getWith() as $name => $with) {
            $alias = $query->getModelJoin($name)->getRightTableAlias();
            foreach (($with->tableMapClass)::getSelectColumns() as $column) {
                $columns[] = $alias === null ? $column : ($with->tableMapClass)::alias($alias, $column);
            }
        }

        return $columns;
    }

    /** @return list<string>|string the same, as text if they are those of the models and nothing else */
    public static function modelColumnList(ModelCriteria $query): array|string
    {
        if (
            $query->hasSelectClause() || $query->getSelect() !== null || $query->isUsingAliasInSQL()
            || $query->getGroupByColumns() !== []
        ) {
            return $query->getColumnsToSelect();
        }
        $adapter = $query->getAdapter();
        $names = $adapter->names($query->isIdentifierQuotingEnabled());
        $list = $names->selectList($query->getTableMap()::class);
        foreach ($query->getWith() as $name => $with) {
            if ($query->getModelJoin($name)->getRightTableAlias() !== null) {
                return $query->getColumnsToSelect();
            }
            $isQuoted = ($with->tableMapClass)::getTableMap()->isIdentifierQuotingEnabled();
            $list .= ', ' . ($isQuoted ? $adapter->names(true) : $names)->selectList($with->tableMapClass);
        }

        return $list;
    }

    /**
     * @param array<int|string, string>|null $columns
     * @param list<string> $extra expressions that ORDER BY needs in the list
     */
    private static function columns(SqlContext $context, ?array $columns, array $extra): string
    {
        $list = [];
        foreach ($columns ?? $context->criteria->getSelectColumns() as $alias => $column) {
            $list[] = $context->quoteColumn($column)
                . (is_string($alias) ? ' AS ' . $context->names->label($alias) : '');
        }
        if ($columns === null || !str_starts_with($columns[0] ?? '', 'COUNT(') && ($columns[0] ?? '') !== '1') {
            foreach ($context->criteria->getAsColumns() as $alias => $clause) {
                $list[] = $context->quoteColumn($clause) . ' AS ' . $context->names->label((string) $alias);
            }
        }
        array_push($list, ...$extra);

        return $list === [] ? '*' : implode(', ', $list);
    }

    /** @return array{list<string>, list<string>} the clauses, and what they need in the select list */
    private static function orderBy(SqlContext $context): array
    {
        $clauses = [];
        $extra = [];
        $criteria = $context->criteria;
        foreach ($criteria->getOrderByColumns() as $clause) {
            $blank = (int) strrpos($clause, ' ');
            $column = substr($clause, 0, $blank);
            $direction = substr($clause, $blank);
            $dot = strrpos($column, '.');
            if (
                $criteria->isIgnoreCase() && $dot !== false
                && $context->isText(substr($column, 0, $dot), substr($column, $dot + 1))
            ) {
                $expression = $context->adapter->ignoreCase($context->quoteColumn($column));
                $clauses[] = $expression . $direction;
                $extra[] = $expression;
            } else {
                $clauses[] = $context->quoteColumn($column) . $direction;
            }
        }

        return [$clauses, $extra];
    }

    /** @param list<string> $columns */
    private static function from(SqlContext $context, array $columns, bool $hasJoins): string
    {
        $criteria = $context->criteria;
        $tables = [];
        foreach ($criteria->getSelectQueries() as $alias => $query) {
            $tables[$alias] = '(' . $context->derivedTable($query) . ') AS '
                . $context->names->alias((string) $alias);
        }
        $primary = $criteria->getPrimaryTableName();
        if ($tables === [] && $primary !== null) {
            $tables[$primary] = self::source($context, $primary);
            if (!$hasJoins && $columns === [] && self::conditionsAreOn($primary, $criteria)) {
                return $tables[$primary];
            }
        } elseif ($primary !== null && !isset($tables[$primary]) && self::selectsFrom($primary, $criteria)) {
            $tables[$primary] = self::source($context, $primary);
        }
        $joined = [];
        foreach ($criteria->getJoins() as $join) {
            $joined[$join->getRightTableAliasOrName()] = true;
            $left = $join->getLeftTableAliasOrName();
            if ($left !== null && !isset($joined[$left]) && !isset($tables[$left])) {
                $tables[$left] = self::source($context, $left);
            }
        }
        foreach (self::namedTables($criteria, $columns) as $table) {
            $isOutside = $primary !== null && $context->isOutside($table);
            if (!isset($tables[$table]) && !isset($joined[$table]) && !$isOutside) {
                $tables[$table] = self::source($context, $table);
            }
        }
        foreach (array_keys($tables) as $table) {
            if (isset($joined[$table]) && count($tables) > 1 && $table !== $primary) {
                unset($tables[$table]);
            }
        }

        return implode($hasJoins ? ' CROSS JOIN ' : ', ', $tables);
    }

    /**
     * @param list<string> $columns
     * @return list<string>
     */
    private static function namedTables(Criteria $criteria, array $columns): array
    {
        $tables = [];
        $last = null;
        foreach ($columns as $column) {
            $dot = strrpos($column, '.');
            if ($dot !== false && !str_contains($column, '(')) {
                $table = substr($column, 0, $dot);
                if ($table !== $last) {
                    $tables[] = $last = $table;
                }
            }
        }
        foreach ($criteria->getMap() as $criterion) {
            array_push($tables, ...$criterion->getAllTables());
        }

        return $tables;
    }

    /** Whether a query that reads from sub-queries reads columns of its own table too. */
    private static function selectsFrom(string $table, Criteria $criteria): bool
    {
        if (!$criteria->hasSelectClause()) {
            return $criteria instanceof ModelCriteria;
        }
        foreach ($criteria->getAsColumns() as $clause) {
            if (preg_match('/(?<![\w.])["`[]?' . preg_quote($table, '/') . '["`\]]?\./', $clause)) {
                return true;
            }
        }

        return false;
    }

    private static function conditionsAreOn(string $table, Criteria $criteria): bool
    {
        foreach ($criteria->getMap() as $criterion) {
            if ($criterion->getClauses() !== [] || $criterion->getTable() !== $table) {
                return false;
            }
        }

        return true;
    }

    private static function source(SqlContext $context, string $nameOrAlias): string
    {
        $table = $context->criteria->getTableForAlias($nameOrAlias);

        return $table === null ? $context->quoteTable($nameOrAlias) : $context->quoteTable($table, $nameOrAlias);
    }
}
