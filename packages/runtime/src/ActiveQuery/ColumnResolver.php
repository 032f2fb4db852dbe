<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\Exception\UnknownModelException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Suggestion;

/** Finds the real columns behind the names that clauses use: `Book.Title`, `b.Title`, `book.title`, `Title`. */
final class ColumnResolver
{
    /** The real column, else an exception: for places where only columns make sense. */
    public static function require(ModelCriteria $query, string $name): string
    {
        $column = self::resolve($query, $name);
        if ($column !== null) {
            return $column;
        }
        $dot = strrpos($name, '.');
        if ($dot !== false) {
            self::requireModel($query, substr($name, 0, $dot));
        }
        throw self::unknown($query, $name);
    }

    public static function unknown(ModelCriteria $query, string $name): UnknownColumnException
    {
        $known = $query->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
        $dot = strrpos($name, '.');

        return new UnknownColumnException(sprintf(
            'Model %s has no column "%s"%s',
            $query->getModelName(),
            $name,
            Suggestion::text($dot === false ? $name : substr($name, $dot + 1), $known),
        ));
    }

    /** @return array{TableMap, string} the table map of a model in the query and the name of its table in the SQL */
    public static function requireModel(ModelCriteria $query, string $name): array
    {
        return self::findModel($query, $name) ?? throw new UnknownModelException(
            sprintf('The query on %s does not use a model "%s"', $query->getModelName(), $name),
        );
    }

    /** @return string|null the real column as `table.column`, an as-column's name, or null if unknown */
    public static function resolve(ModelCriteria $query, string $name): ?string
    {
        if ($query->getColumnForAs($name) !== null) {
            return $name;
        }
        $dot = strrpos($name, '.');
        if ($dot === false) {
            $column = $query->getTableMap()->findColumnByName($name);

            return $column === null ? null : $query->getAliasedColName($column->getFullyQualifiedName());
        }
        $model = substr($name, 0, $dot);
        $columnName = substr($name, $dot + 1);
        $subQuery = $query->getSelectQuery($model);
        if ($subQuery !== null && !($query->isUsingAliasInSQL() && $query->getModelAlias() === $model)) {
            return self::inSubQuery($subQuery, $model, $columnName);
        }
        $found = self::findModel($query, $model);
        $column = $found === null ? null : $found[0]->findColumnByName($columnName);

        return $column === null ? null : $found[1] . '.' . $column->getName();
    }

    /** The column behind a name that resolve() has given; null if it is an as-column or of a sub-query. */
    public static function columnMap(ModelCriteria $query, string $column): ?ColumnMap
    {
        $dot = strrpos($column, '.');
        $tableMap = $dot === false ? null : self::findModel($query, substr($column, 0, $dot))[0] ?? null;

        return $tableMap?->findColumnByName(substr($column, $dot + 1));
    }

    /** The join of a model: by its name, its alias, its relation, or the class or the table that it leads to. */
    public static function findJoin(ModelCriteria $query, string $name): ?ModelJoin
    {
        $name = ltrim($name, '\\');
        $join = $query->getJoin($name);
        if ($join instanceof ModelJoin) {
            return $join;
        }
        $tableMap = $query->getTableMap();
        $own = [$query->getModelAlias(), $query->getModelName(), $query->getModelShortName(), $tableMap->getName()];
        if (in_array($name, $own, true)) {
            return null;
        }
        foreach ($query->getJoins() as $join) {
            if (!$join instanceof ModelJoin) {
                continue;
            }
            $relationName = $join->getRelationMap()->getName();
            $class = ltrim((string) $join->getTableMap()->getClassName(), '\\');
            if (
                in_array($name, [$join->getRightTableAlias(), $join->getRightTableName(), $relationName, $class], true)
                || $name === ModelCriteria::getShortName($class)
            ) {
                return $join;
            }
        }

        return null;
    }

    /** @return array{TableMap, string}|null */
    private static function findModel(ModelCriteria $query, string $name): ?array
    {
        $name = ltrim($name, '\\');
        $join = self::findJoin($query, $name);
        if ($join !== null) {
            return [$join->getTableMap(), (string) $join->getRightTableAliasOrName()];
        }
        $tableMap = $query->getTableMap();
        if (
            $name === $query->getModelAlias() || $name === $query->getModelName()
            || $name === $query->getModelShortName() || $name === $tableMap->getName()
        ) {
            return [$tableMap, (string) $query->getPrimaryTableName()];
        }
        $primary = $query->getPrimaryCriteria();

        return $primary === null ? null : self::findModel($primary, $name);
    }

    public static function inSubQuery(Criteria $subQuery, string $alias, string $name): ?string
    {
        if ($subQuery->getColumnForAs($name) !== null) {
            return $alias . '.' . $name;
        }
        $column = $subQuery instanceof ModelCriteria ? $subQuery->getTableMap()->findColumnByName($name) : null;

        return $column === null ? null : $alias . '.' . $column->getName();
    }

    /** @return array{ColumnMap|null, string|null} a column of a sub-query by its alias, and its name in the SQL */
    public static function ofSubQuery(
        ModelCriteria $query,
        string $class,
        string $phpName,
        bool $failSilently,
    ): array {
        $subQuery = $query->getSelectQuery($class);
        $name = $subQuery === null ? null : self::inSubQuery($subQuery, $class, $phpName);
        if ($name === null && !$failSilently) {
            throw new UnknownColumnException(sprintf('The sub-query "%s" has no column "%s"', $class, $phpName));
        }
        $column = $subQuery instanceof ModelCriteria ? $subQuery->getTableMap()->findColumnByName($phpName) : null;

        return [$name === null ? null : $column, $name];
    }
}
