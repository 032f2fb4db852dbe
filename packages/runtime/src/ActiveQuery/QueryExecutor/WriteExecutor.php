<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AssignmentCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\ActiveRecord\RequiredColumns;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDOException;

/** Runs INSERT, UPDATE and DELETE statements generated from a criteria. */
final class WriteExecutor
{
    public static function insert(Criteria $values, ?ConnectionInterface $con = null): mixed
    {
        $con ??= Orm::services()->connections->toWrite($values->getDbName());
        if ($values->size() === 0) {
            throw new OrmException('Cannot insert a row without values');
        }
        $table = $values->getPrimaryTableName() ?? array_key_first($values->getTablesColumns());
        self::refuseValues($values, [(string) $table]);
        $tableMap = $values->getDatabaseMap()->getTable((string) $table);
        $values = clone $values;
        $values->setPrimaryTableName($table);
        $id = self::sequenceId($values, $tableMap, $con);
        $params = [];
        $context = SqlContext::executed($values, $params);
        $given = [];
        $columns = [];
        $placeholders = [];
        foreach ($values->getMap() as $criterion) {
            if ($criterion instanceof AssignmentCriterion || $criterion->getValue() !== null) {
                $given[$table . '.' . $criterion->getColumn()] = true;
            }
            $columns[] = $context->names->identifier($criterion->getColumn());
            $placeholders[] = $criterion instanceof AssignmentCriterion
                ? $criterion->toSql($context)
                : $context->bind($table, $criterion->getColumn(), $criterion->getValue());
        }
        RequiredColumns::refuseMissing($tableMap, $given);
        $sql = sprintf(
            'INSERT INTO %s (%s) VALUES (%s)',
            $context->quoteTable($table),
            implode(',', $columns),
            implode(',', $placeholders),
        );
        StatementRunner::write($values, $con, $sql, $params);
        if ($id === null && $tableMap->isUseIdGenerator() && $values->getAdapter()->isGetIdAfterInsert()) {
            $id = $values->getAdapter()->getId($con, $tableMap->getPrimaryKeyMethodInfo());
        }

        return $id;
    }

    public static function update(Criteria $where, Criteria $values, ?ConnectionInterface $con = null): int
    {
        return self::execute($where, $con, self::updates($where, $values));
    }

    public static function delete(Criteria $where, ?ConnectionInterface $con = null): int
    {
        return self::execute($where, $con, self::deletes($where));
    }

    /** @param list<array{string, SqlContext}> $statements */
    private static function execute(Criteria $where, ?ConnectionInterface $con, array $statements): int
    {
        $con ??= Orm::services()->connections->toWrite($where->getDbName());
        $rows = 0;
        foreach ($statements as [$sql, $context]) {
            $rows += StatementRunner::write($where, $con, $sql, $context->params);
        }

        return $rows;
    }

    /** @return list<array{string, SqlContext}> the UPDATE for each table of a criteria */
    public static function updates(Criteria $where, Criteria $values): array
    {
        $tables = $where->getPrimaryTableName() !== null
            ? [$where->getPrimaryTableName()]
            : array_keys($where->getTablesColumns() ?: $values->getTablesColumns());
        self::refusePartOfSelect($where, 'The UPDATE');
        self::refuseValues($values, [...$tables, ...array_map($where->getTableForAlias(...), $tables)]);
        $statements = [];
        foreach ($tables as $tableOrAlias) {
            $table = $where->getTableForAlias($tableOrAlias) ?? $tableOrAlias;
            $context = self::context($where);
            $assignments = [];
            foreach ($values->getMap() as $criterion) {
                $owner = $criterion->getTable();
                if ($owner === null || $owner === $table || $owner === $tableOrAlias) {
                    $assignments[] = $context->names->identifier($criterion->getColumn()) . '='
                        . ($criterion instanceof AssignmentCriterion
                            ? $criterion->toSql($context)
                            : $context->bind($table, $criterion->getColumn(), $criterion->getValue()));
                }
            }
            if ($assignments === []) {
                continue;
            }
            $name = $context->quoteTable($table);
            $statements[] = ['UPDATE ' . SqlContext::comment($where) . $name
                . ($table === $tableOrAlias ? '' : ' AS ' . $context->quoteSource($tableOrAlias))
                . ' SET ' . implode(', ', $assignments)
                . self::whereOn($context, $tableOrAlias, count($tables) > 1), $context];
        }

        return $statements;
    }

    /** @return list<array{string, SqlContext}> the DELETE for each table of a criteria */
    public static function deletes(Criteria $where): array
    {
        if (!$where->hasWhereClause()) {
            throw new OrmException('A DELETE without conditions would empty the table: use deleteAll() for that');
        }
        self::refusePartOfSelect($where, 'The DELETE');
        $primary = $where->getPrimaryTableName();
        $tables = $primary !== null ? [$primary] : array_keys($where->getTablesColumns());
        $statements = [];
        foreach ($tables as $tableOrAlias) {
            $context = self::context($where);
            $table = $where->getTableForAlias($tableOrAlias);
            $from = $table === null
                ? $where->getAdapter()->createDeleteFrom($context->quoteTable($tableOrAlias), null)
                : $where->getAdapter()->createDeleteFrom(
                    $context->quoteTable($table),
                    $context->quoteSource($tableOrAlias),
                );
            $comment = SqlContext::comment($where);
            if ($comment !== '') {
                $from = 'DELETE ' . $comment . substr($from, 7);
            }
            $isOne = $primary !== null || count($tables) === 1;
            $statements[] = [$from . self::whereOn($context, $tableOrAlias, !$isOne), $context];
        }

        return $statements;
    }

    private static function context(Criteria $criteria): SqlContext
    {
        $params = [];

        return SqlContext::executed($criteria, $params);
    }

    public static function deleteAll(Criteria $where, ?ConnectionInterface $con = null): int
    {
        $con ??= Orm::services()->connections->toWrite($where->getDbName());
        $table = $where->getPrimaryTableName();
        if ($table === null) {
            throw new OrmException('deleteAll() needs a table: set the primary table name');
        }
        self::refusePartOfSelect($where, 'The DELETE');
        if ($where->hasWhereClause()) {
            throw new OrmException('A DELETE of all rows cannot be used with conditions: they would have no effect');
        }
        $params = [];
        $context = SqlContext::executed($where, $params);
        $table = $where->getTableForAlias($table) ?? $table;
        $sql = 'DELETE ' . SqlContext::comment($where) . 'FROM ' . $context->quoteTable($table);

        return StatementRunner::write($where, $con, $sql, []);
    }

    /** @param bool $readsFirst true: the rows are read first, so a limit is allowed */
    public static function refusePartOfSelect(Criteria $criteria, string $what, bool $readsFirst = false): void
    {
        QueryAccess::call($criteria, 'assertFinished');
        $part = QueryAccess::call($criteria, 'partOfSelect', $readsFirst);
        if ($part !== null) {
            throw new OrmException(sprintf('%s cannot be used with %s', $what, $part));
        }
    }

    /**
     * Throws if INSERT or UPDATE values include conditions, or columns of other tables.
     *
     * @param list<string|null> $tables
     */
    private static function refuseValues(Criteria $values, array $tables): void
    {
        self::refusePartOfSelect($values, 'The list of values');
        foreach ($values->getMap() as $criterion) {
            $table = $criterion->getTable();
            if ($table !== null && !in_array($table, $tables, true)) {
                throw new LogicException(sprintf('A value of "%s" cannot be written to "%s"', $table, $tables[0]));
            }
            $isValue = $criterion instanceof AssignmentCriterion
                || ($criterion instanceof BasicCriterion && $criterion->getComparison() === Criteria::EQUAL);
            if (!$isValue || $criterion->getClauses() !== []) {
                throw new LogicException(
                    sprintf('The condition on "%s" is not a value that can be written', $criterion->getColumn()),
                );
            }
        }
    }

    private static function whereOn(SqlContext $context, string $table, bool $perTable): string
    {
        $conditions = [];
        foreach ($context->criteria->getMap() as $criterion) {
            $others = array_diff($criterion->getAllTables(), [$table]);
            if ($others !== [] && $perTable && !in_array($table, $criterion->getAllTables(), true)) {
                continue;
            }
            if ($others !== []) {
                throw new LogicException(sprintf(
                    'Only rows of "%s" can be written, but a condition names "%s"',
                    $table,
                    reset($others),
                ));
            }
            $conditions[] = $criterion->toSql($context);
        }

        return $conditions === [] ? '' : ' WHERE ' . SqlContext::chain(' AND ', $conditions);
    }

    private static function sequenceId(Criteria $values, TableMap $tableMap, ConnectionInterface $con): int|string|null
    {
        $adapter = $values->getAdapter();
        if (!$tableMap->isUseIdGenerator() || !$adapter->isGetIdBeforeInsert()) {
            return null;
        }
        $keys = $tableMap->getPrimaryKeys();
        $key = reset($keys);
        if ($key === false || $values->keyContainsValue($key->getFullyQualifiedName())) {
            return null;
        }
        $sequence = $tableMap->getPrimaryKeyMethodInfo()
            ?? $adapter->getDefaultSequence((string) $tableMap->getName(), $key->getName());
        try {
            $id = $adapter->getId($con, $sequence);
        } catch (PDOException $failure) {
            throw StatementFailure::of($failure, ConnectionWrapper::wrap($con), 'next value of ' . $sequence);
        }
        $values->add($key->getFullyQualifiedName(), $id);

        return $id;
    }
}
