<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\Exception\UnknownModelException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Suggestion;

/**
 * Resolves names in a query and its outer queries: `Book.Title`, `b.Title`, `book.title`, `Title`.
 *
 * A query stores names unchanged. They are resolved when its SQL is generated, so joins and aliases can be added before
 * or after them.
 *
 * @internal
 */
final class Resolver
{
    public function __construct(private readonly Criteria $query, private readonly ?self $outer = null)
    {
    }

    /** Returns the column for a name; null if the query has no such name. */
    public function column(string $name): ?NamedColumn
    {
        if ($this->query->getColumnForAs($name) !== null) {
            return new NamedColumn(null, $name);
        }
        $dot = strrpos($name, '.');
        if ($dot !== false) {
            return $this->columnOf(substr($name, 0, $dot), substr($name, $dot + 1));
        }
        if (!$this->query instanceof ModelCriteria) {
            return null;
        }
        $column = $this->query->getTableMap()->findColumnByName($name);

        return $column === null
            ? null
            : new NamedColumn((string) $this->query->getTableNameInQuery(), $column->getName(), $column);
    }

    /** Returns the column for a name, or throws an exception. */
    public function require(string $name): NamedColumn
    {
        return $this->column($name) ?? throw $this->unknown($name);
    }

    /** Returns the column if whereJson() and orderByJson() accept it; otherwise throws an exception. */
    public static function requireJson(NamedColumn $column): NamedColumn
    {
        return $column->map?->getType() === 'JSON'
            ? $column
            : throw new LogicException(sprintf('Column %s is not a JSON column', $column->name()));
    }

    /** Returns the exception for an unknown name. */
    public function unknown(string $name): UnknownColumnException|UnknownModelException
    {
        $dot = strrpos($name, '.');
        $model = $dot === false ? null : substr($name, 0, $dot);
        $found = $model === null ? null : $this->model($model);
        if ($model !== null && $found === null) {
            return $this->unknownModel($model);
        }
        $tableMap = $found[0] ?? ($this->query instanceof ModelCriteria ? $this->query->getTableMap() : null);
        if ($tableMap === null) {
            return new UnknownColumnException(sprintf('The query has no model, so "%s" names no column', $name));
        }

        return new UnknownColumnException(sprintf(
            'Model %s has no column "%s"%s',
            $tableMap->getClassName(),
            $name,
            Suggestion::text(
                $dot === false ? $name : substr($name, $dot + 1),
                $tableMap::getFieldNames(TableMap::TYPE_PHPNAME),
            ),
        ));
    }

    /** Returns the exception for a model that the query does not use. */
    public function unknownModel(string $name): UnknownModelException
    {
        $isRelation = $this->query instanceof ModelCriteria && $this->query->getTableMap()->hasRelation($name);

        return new UnknownModelException(sprintf(
            'The query on %s does not use a model "%s"%s',
            $this->query instanceof ModelCriteria ? $this->query->getModelName() : $this->query->getPrimaryTableName(),
            $name,
            $isRelation ? sprintf(' (join it: join%s())', $name) : '',
        ));
    }

    /**
     * Returns the model for a name, which may be its class, relation, table or alias.
     *
     * @return array{TableMap, string}|null the table map, and the table's name in the SQL
     */
    public function model(string $name): ?array
    {
        $name = ltrim($name, '\\');
        for ($level = $this; $level !== null; $level = $level->outer) {
            $found = $level->modelHere($name, true);
            if ($found !== null) {
                return $found;
            }
        }
        $own = null;
        for ($level = $this; $level !== null; $level = $level->outer) {
            if ($level->isOwn($name, false)) {
                // If several queries on the model have aliases, the model's own name means the outermost query, as it
                // would if that query had no alias.
                $own = $level->modelHere($name, false);
            } elseif ($own === null) {
                $found = $level->modelHere($name, false);
                if ($found !== null) {
                    return $found;
                }
            }
        }

        return $own;
    }

    /**
     * Returns the join for a name, which may be its own name, its alias, its relation, or the class or table that it
     * leads to.
     */
    public function join(string $name): ?ModelJoin
    {
        $name = ltrim($name, '\\');

        return $this->joinHere($name, true)
            ?? ($this->isOwn($name, true) || $this->isOwn($name, false) ? null : $this->joinHere($name, false));
    }

    /** Returns the SQL name of the query's own table. */
    public function ownTable(): string
    {
        $name = $this->query instanceof ModelCriteria
            ? $this->query->getTableNameInQuery()
            : $this->query->getPrimaryTableName();

        return (string) $name;
    }

    /** Returns the SQL name of the outer query's own table; null if there is no outer query. */
    public function outerTable(): ?string
    {
        return $this->outer?->ownTable();
    }

    /** Returns a resolver for a query inside this one. */
    public function inside(Criteria $query): self
    {
        return new self($query, $this);
    }

    private function columnOf(string $model, string $column): ?NamedColumn
    {
        for ($level = $this; $level !== null; $level = $level->outer) {
            $subQuery = $level->query->getSelectQuery($model);
            $isAlias = $level->query instanceof ModelCriteria && $level->query->isUsingAliasInSQL()
                && $level->query->getModelAlias() === $model;
            if ($subQuery !== null && !$isAlias) {
                return self::ofSubQuery($subQuery, $model, $column);
            }
        }
        $found = $this->model($model);
        $map = $found === null ? null : $found[0]->findColumnByName($column);

        return $map === null ? null : new NamedColumn($found[1], $map->getName(), $map);
    }

    /** Returns a column of a sub-query in FROM. */
    public static function ofSubQuery(Criteria $subQuery, string $alias, string $name): ?NamedColumn
    {
        if ($subQuery->getColumnForAs($name) !== null) {
            return new NamedColumn($alias, $name);
        }
        if (!$subQuery instanceof ModelCriteria) {
            return null;
        }
        $select = $subQuery->getSelect();
        if ($select !== null) {
            // Columns of select() have the names passed to select().
            foreach ((array) $select as $selected) {
                $column = (new self($subQuery))->column($selected);
                if ($selected === $name || ($column?->map !== null && self::isNameOf($name, $column))) {
                    return new NamedColumn($alias, $selected, $column?->map, true);
                }
            }

            return null;
        }
        $map = $subQuery->getTableMap()->findColumnByName($name);

        return $map === null ? null : new NamedColumn($alias, $map->getName(), $map);
    }

    private static function isNameOf(string $name, NamedColumn $column): bool
    {
        return $name === $column->map->getPhpName() || $name === $column->map->getName();
    }

    /**
     * @param bool $isExact true: only match the name that the SQL uses, which is the alias if there is one
     * @return array{TableMap, string}|null
     */
    private function modelHere(string $name, bool $isExact): ?array
    {
        if (!$this->query instanceof ModelCriteria) {
            return null;
        }
        $join = $this->query->getJoin($name);
        $join = $join instanceof ModelJoin ? $join : null;
        if ($join === null && $this->isOwn($name, $isExact)) {
            return [$this->query->getTableMap(), $this->ownTable()];
        }
        $join ??= $this->joinHere($name, $isExact);
        if ($join !== null) {
            return [$join->getTableMap(), (string) $join->getRightTableAliasOrName()];
        }
        $primary = $this->query->getPrimaryCriteria();

        return $primary === null ? null : (new self($primary))->modelHere($name, $isExact);
    }

    /**
     * Returns whether a name refers to the query's own model. If the query has an alias, its other names may refer to
     * the outer query.
     */
    private function isOwn(string $name, bool $isExact): bool
    {
        if (!$this->query instanceof ModelCriteria) {
            return false;
        }
        $alias = $this->query->getModelAlias();
        if ($isExact && $alias !== null) {
            return $name === $alias;
        }

        return $name === $this->query->getModelName() || $name === $this->query->getModelShortName()
            || $name === $this->query->getTableMap()->getName();
    }

    private function joinHere(string $name, bool $isExact): ?ModelJoin
    {
        $named = $this->query->getJoin($name);
        if ($named instanceof ModelJoin) {
            return $named;
        }
        foreach ($this->query->getJoins() as $join) {
            if (!$join instanceof ModelJoin) {
                continue;
            }
            $alias = $join->getRightTableAlias();
            if ($name === $alias) {
                return $join;
            }
            if ($isExact && $alias !== null) {
                continue;
            }
            $class = ltrim((string) $join->getTableMap()->getClassName(), '\\');
            if (
                $name === $join->getRightTableName() || $name === $join->getRelationMap()->getName()
                || $name === $class || $name === ModelCriteria::getShortName($class)
            ) {
                return $join;
            }
        }

        return null;
    }
}
