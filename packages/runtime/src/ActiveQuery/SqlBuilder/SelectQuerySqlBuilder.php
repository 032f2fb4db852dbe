<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;

/** Generates the SELECT of a criteria, for code written for Propel's API. */
class SelectQuerySqlBuilder
{
    public function __construct(protected Criteria $criteria)
    {
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function createSelectSql(Criteria $criteria, array &$params = []): PreparedStatementDto
    {
        return (new self($criteria))->build($params);
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function build(array &$params): PreparedStatementDto
    {
        return new PreparedStatementDto($this->criteria->createSelectSql($params), $params);
    }

    /** @param list<array{table: string|null, column?: string|null, value: mixed, type?: int}> $params */
    protected function buildHavingClause(array &$params): ?string
    {
        $having = $this->criteria->getHaving();

        return $having === null ? null : 'HAVING ' . $having->toSql($this->context($params));
    }

    /**
     * @param list<array{table: string|null, column?: string|null, value: mixed, type?: int}> $params
     * @param array<string|null> $sourceTableNames joined tables are removed from it
     * @return list<string>
     */
    protected function buildJoinClauses(array &$params, array &$sourceTableNames): array
    {
        $clauses = [];
        foreach ($this->criteria->getJoins() as $join) {
            $clauses[] = $join->toSql($this->context($params));
            $sourceTableNames = array_diff($sourceTableNames, [$join->getRightTableWithAlias()]);
        }

        return $clauses;
    }

    /**
     * @param list<array{table: string|null, column?: string|null, value: mixed, type?: int}> $params
     * @param array<string|null> $sourceTableNames empty: the table of the query
     * @param list<string> $joinClauses
     */
    protected function buildFromClause(array &$params, array $sourceTableNames, array $joinClauses): string
    {
        $context = $this->context($params);
        $tables = [];
        foreach (array_unique(array_filter($sourceTableNames)) as $name) {
            $tables[] = $context->quoteTable(...explode(' ', $name));
        }
        foreach ($this->criteria->getSelectQueries() as $alias => $query) {
            $tables[] = '(' . $context->derivedTable($query) . ') AS ' . $context->names->alias((string) $alias);
        }
        $primary = $this->criteria->getPrimaryTableName();
        if ($tables === [] && $primary !== null) {
            $table = $this->criteria->getTableForAlias($primary);
            $tables[] = $table === null ? $context->quoteTable($primary) : $context->quoteTable($table, $primary);
        }

        return implode(' ', [
            'FROM ' . implode($joinClauses === [] ? ', ' : ' CROSS JOIN ', $tables),
            ...$joinClauses,
        ]);
    }

    /** @param array<string> $sourceTableNames tables that are sub-queries with the same alias are removed from it */
    protected function removeRecursiveSubqueryTableAliases(array &$sourceTableNames): void
    {
        foreach ($sourceTableNames as $i => $name) {
            [, $alias] = explode(' ', $name) + [1 => ''];
            if ($this->criteria->hasSelectQuery($alias)) {
                unset($sourceTableNames[$i]);
            }
        }
    }

    /** @param list<array{table: string|null, column?: string|null, value: mixed, type?: int}> $params */
    private function context(array &$params): SqlContext
    {
        return new SqlContext($this->criteria, SqlContext::adapterOf($this->criteria), $params);
    }
}
